"""Make the environment of the book in .venv, or say in one sentence why that cannot be.

    python scripts/environment.py          what the book needs to be read, run and built
    python scripts/environment.py test     the same and the test tools

It uses the standard library only, and is written so that an old Python can still read it and say
that it is too old. A second call with nothing changed does nothing.
"""

import glob
import hashlib
import os
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
VENV = os.path.join(ROOT, ".venv")
BIN = os.path.join(VENV, "Scripts" if os.name == "nt" else "bin")
PYTHON = os.path.join(BIN, "python")
SOURCES = ["requirements.txt", "constraints.txt", "pyproject.toml"]
SOURCES += ["scripts/lab_settings.py", "scripts/jupyter_server_config.py"]
INSTALLED = "jupyter_book-*.dist-info"
OLDEST, NEWEST = (3, 11), (3, 13)


def stop(sentence):
    sys.exit("The environment cannot be made: " + sentence)


def check_python():
    if not OLDEST <= sys.version_info[:2] <= NEWEST:
        stop(
            "the book needs Python 3.11, 3.12 or 3.13, and %s is Python %d.%d. Name another one, "
            "for instance: make book PYTHON=python3.12" % ((sys.executable,) + sys.version_info[:2])
        )
    try:
        import ensurepip  # noqa: F401
        import venv  # noqa: F401
    except ImportError:
        stop(
            "%s has no venv module. On Debian and Ubuntu install it with: "
            "sudo apt install python%d.%d-venv" % ((sys.executable,) + sys.version_info[:2])
        )


def check_book_version():
    unix = glob.glob(os.path.join(VENV, "lib", "python*", "site-packages", INSTALLED))
    windows = glob.glob(os.path.join(VENV, "Lib", "site-packages", INSTALLED))
    for folder in unix + windows:
        version = os.path.basename(folder).split("-")[1]
        if not version.startswith("1."):
            stop(
                "Jupyter Book %s is in .venv, but this book is written for version 1 "
                "(version 2 is another program). Make the environment anew: "
                "make clean && make book" % version.replace(".dist", "")
            )


def run(*command):
    try:
        subprocess.check_call(command, cwd=ROOT)
    except (OSError, subprocess.CalledProcessError):
        stop("this command failed, and its message stands above: " + " ".join(command))


def stamp(group):
    """A word that changes when what has to be installed changes."""
    digest = hashlib.sha256(sys.version.encode())
    for name in SOURCES:
        with open(os.path.join(ROOT, name), "rb") as source:
            digest.update(source.read())
    return digest.hexdigest()


def install(group):
    stamp_path = os.path.join(VENV, "installed-" + group)
    if os.path.exists(stamp_path) and os.path.exists(PYTHON):
        with open(stamp_path) as old:
            if old.read() == stamp(group):
                return
    check_python()
    if not os.path.exists(PYTHON):
        print("Making an environment in .venv with Python %d.%d ..." % sys.version_info[:2])
        run(sys.executable, "-m", "venv", VENV)
    print("Installing the pinned packages (a minute or two, the first time) ...")
    pip = [PYTHON, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    requirements = ["-r", "requirements.txt"] + (["-e", ".[test]"] if group == "test" else [])
    run(*(pip + ["-c", "constraints.txt"] + requirements))
    run(PYTHON, os.path.join("scripts", "lab_settings.py"))
    with open(stamp_path, "w") as new:
        new.write(stamp(group))


if __name__ == "__main__":
    groups = {(): "book", ("test",): "test"}
    if tuple(sys.argv[1:]) not in groups:
        stop("the only argument is 'test', got %r" % (sys.argv[1:],))
    check_book_version()
    install(groups[tuple(sys.argv[1:])])
