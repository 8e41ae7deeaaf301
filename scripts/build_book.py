"""Build the book in both languages, strictly: the English site, and the Chinese one in its zh/.

    python scripts/build_book.py [FOLDER] [--all]

The folder is that of the book; another may hold a copy. With `--all` every page is made anew.
"""

import shutil
import subprocess
import sys
from pathlib import Path

PROGRAM = Path(sys.executable).with_name("jupyter-book")
STRICT = ["-W", "-n", "--keep-going"]


def build(folder, *options):
    """Build both at the same time; return what went wrong, or nothing."""
    output = folder / "_build"
    joined = output / "html" / "zh"
    shutil.rmtree(joined, ignore_errors=True)
    runs = {"English": [folder], "Chinese": [folder / "zh", "--path-output", output / "zh"]}
    started = {}
    for name, where in runs.items():
        log = output / f"{name}.log"
        log.parent.mkdir(parents=True, exist_ok=True)
        with log.open("w", encoding="utf-8") as file:
            command = [PROGRAM, "build", *where, *STRICT, *options]
            started[name] = log, subprocess.Popen(command, stdout=file, stderr=file, cwd=folder)
    faults = ""
    for name, (log, run) in started.items():
        if run.wait():
            said = log.read_text(encoding="utf-8")
            faults += f"The strict build of the {name} book failed:\n{said}\n"
    if not faults:
        shutil.copytree(output / "zh" / "_build" / "html", joined)
    return faults


if __name__ == "__main__":
    arguments = [argument for argument in sys.argv[1:] if argument != "--all"]
    here = Path(arguments[0]) if arguments else Path(__file__).parent.parent
    print("Building the book in English and in Chinese; the first time takes some minutes.")
    if said := build(here.resolve(), *[a for a in sys.argv[1:] if a == "--all"]):
        sys.exit(said)
