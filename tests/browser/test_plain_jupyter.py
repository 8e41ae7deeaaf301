"""The notebooks of `make notebooks` in a plain Jupyter: `pip install . jupyterlab`, and no more."""

import os
import re
import shutil
import subprocess
import sys

import pytest
from conftest import NOT_BOOK, ROOT
from playwright.sync_api import expect
from test_jupyterlab import IDLE, cell, free_port, run, running, slider, tab, words  # noqa: F401

sys.path.insert(0, str(ROOT / "scripts"))

import make_notebooks  # noqa: E402

pytestmark = pytest.mark.release

FILES = make_notebooks.Book().files


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """The notebooks, far from the repository, and everything that Jupyter writes."""
    folder = tmp_path_factory.mktemp("plain")
    make_notebooks.write(folder)
    return folder


@pytest.fixture(scope="module")
def programs(tmp_path_factory):
    """The programs of a fresh environment."""
    environment = tmp_path_factory.mktemp("environment")
    subprocess.run([sys.executable, "-m", "venv", environment], check=True)
    programs = environment / ("Scripts" if os.name == "nt" else "bin")
    book = environment / "book"  # a copy: pip leaves files beside what it installs
    shutil.copytree(ROOT, book, ignore=NOT_BOOK)
    install = [programs / "python", "-m", "pip", "install", "--quiet", "-c", "constraints.txt"]
    subprocess.run([*install, ".", "jupyterlab"], cwd=book, check=True)
    return programs


@pytest.fixture(scope="module")
def clean(folder):
    """Variables that keep the reader's own Jupyter out."""
    mine = {k: v for k, v in os.environ.items() if not k.startswith(("JUPYTER", "IPYTHON"))}
    return {**mine, "HOME": str(folder)}


def test_the_environment_knows_nothing_of_the_book(programs):
    listed = [programs / "python", "-m", "pip", "list", "--format=freeze"]
    packages = subprocess.run(listed, capture_output=True, text=True, check=True).stdout
    assert not re.search(r"^(jupytext|jupyter-book|jupyterlab.myst|sphinx)\b", packages, re.M)


def test_a_notebook_runs_from_the_command_line(programs, folder, clean):
    """nbconvert runs the cells as VS Code does: in a kernel, from top to bottom."""
    name = FILES["code_it"]  # it reads two records
    command = [programs / "jupyter-nbconvert", "--to", "notebook", "--execute", name]
    command += ["--output", "run.ipynb", "--ExecutePreprocessor.timeout=600"]
    done = subprocess.run(command, cwd=folder, env=clean, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr[-3000:]
    assert "pe-figure" in (folder / "run.ipynb").read_text(encoding="utf-8")
    (folder / "run.ipynb").unlink()


def test_plain_jupyterlab_opens_a_notebook_whose_figure_lives(programs, folder, clean, tab):
    address = f"http://127.0.0.1:{(port := free_port())}"
    command = [programs / "jupyter-lab", "--no-browser", "--allow-root", f"--port={port}"]
    command += ["--ServerApp.port_retries=0", "--IdentityProvider.token="]
    with running(command, f"{address}/api/status", folder, env=clean):
        tab.goto(f"{address}/lab/tree/{FILES['rotation']}?reset")
        tab.locator(".jp-Notebook .jp-CodeCell").first.wait_for()
        expect(tab.locator(".jp-Notebook h1")).to_contain_text("One rotation explains it")
        expect(tab.locator(".jp-Notebook")).not_to_contain_text(":::")
        # Folded: a solution is there when its heading is opened.
        expect(tab.locator(".jp-collapseHeadingButton, .jp-CollapsedHeading")).not_to_have_count(0)
        tab.locator("#jp-main-statusbar").get_by_text(IDLE).wait_for()
        run(tab, 0)
        expect(cell(tab, 0).locator(".pe-live")).to_have_count(1)
        slider(tab, 0, "Position t").press("ArrowRight")
        expect(slider(tab, 0, "Position t")).to_have_value("71")
        expect(words(tab, 0)).to_contain_text("71")
        tab.locator(".jp-Notebook a", has_text="From odometer to clocks").first.click()
        expect(tab.locator(".lm-TabBar-tabLabel", has_text=FILES["formula"])).to_be_visible()
