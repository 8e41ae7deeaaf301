"""Let a double click in JupyterLab open a chapter as a notebook.

Chapters are Markdown files. JupyterLab opens those as text, unless its settings name jupytext's
notebook viewer. The setting is written into this Python environment alone, so that the settings
of the reader's own JupyterLab stay as they are.
"""

import json
import sys
from pathlib import Path

SETTINGS = {
    "@jupyterlab/docmanager-extension:plugin": {
        "defaultViewers": {"markdown": "Jupytext Notebook", "myst": "Jupytext Notebook"}
    }
}


def main():
    folder = Path(sys.prefix, "etc", "jupyter", "labconfig")
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / "default_setting_overrides.json"
    path.write_text(json.dumps(SETTINGS, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
