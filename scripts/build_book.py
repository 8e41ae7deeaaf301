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
    """Build one after the other; return what went wrong, or nothing.

    Not at the same time: two kernels that start together may choose the same port, and one dies.
    """
    output = folder / "_build"
    joined = output / "html" / "zh"
    shutil.rmtree(joined, ignore_errors=True)
    runs = {"English": [folder], "Chinese": [folder / "zh", "--path-output", output / "zh"]}
    faults = ""
    for name, where in runs.items():
        command = [PROGRAM, "build", *where, *STRICT, *options]
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
        if done.returncode:
            faults += f"The strict build of the {name} book failed:\n{done.stdout}{done.stderr}\n"
    if not faults:
        shutil.copytree(output / "zh" / "_build" / "html", joined)
    return faults


if __name__ == "__main__":
    arguments = [argument for argument in sys.argv[1:] if argument != "--all"]
    here = Path(arguments[0]) if arguments else Path(__file__).parent.parent
    print("Building the book in English and in Chinese; the first time takes some minutes.")
    if said := build(here.resolve(), *[a for a in sys.argv[1:] if a == "--all"]):
        sys.exit(said)
