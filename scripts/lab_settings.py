"""Let JupyterLab open a chapter by a double click, and save the pictures of live figures.

Chapters are Markdown files. JupyterLab opens those as text, unless its settings name jupytext's
notebook viewer. What is saved of a live figure is said in jupyter_server_config.py.

Both settings are written into this Python environment alone, so that those of the reader's own
JupyterLab stay as they are.
"""

import json
import shutil
import sys
from pathlib import Path

SETTINGS = {
    "@jupyterlab/docmanager-extension:plugin": {
        "defaultViewers": {"markdown": "Jupytext Notebook", "myst": "Jupytext Notebook"}
    }
}


def write(config):
    """Write the settings into a configuration folder of Jupyter."""
    folder = Path(config, "labconfig")
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / "default_setting_overrides.json"
    path.write_text(json.dumps(SETTINGS, indent=2) + "\n", encoding="utf-8")
    shutil.copy(Path(__file__).with_name("jupyter_server_config.py"), config)


if __name__ == "__main__":
    write(Path(sys.prefix, "etc", "jupyter"))
