"""Binder: its files read as repo2docker reads them, and a chapter opened at the button's address.

repo2docker 2026.4.0 (buildpacks/base.py, conda/ and python/): where a folder binder/ exists, its
files alone are read. An environment with the Python of runtime.txt and a base of packages is made;
the packages of requirements.txt are installed into it, by pip, from the repository's root, since
the file names local folders; then postBuild is run. BinderHub starts jupyter-lab in that folder,
below an address of its own, and opens what the button's address holds after urlpath=.
"""

import os
import re
import shutil
import subprocess
import sys

import pytest
from conftest import NOT_BOOK, ROOT, build_small_book
from playwright.sync_api import expect
from test_build import interpreter
from test_jupyterlab import IDLE, cell, free_port, run, running, slider, tab, words  # noqa: F401

pytestmark = pytest.mark.release

#: What repo2docker has installed before it reads the repository's files (its lock, in part).
BASE = [
    "ipykernel==7.0.1", "ipywidgets==8.*", "jupyter-offlinenotebook==0.3.*",
    "jupyter-resource-usage==1.*", "jupyter_server==2.17.0", "jupyterhub==5.4.0",
    "jupyterlab==4.4.9", "notebook==7.4.7",
]  # fmt: skip


def do(*command, **options):
    done = subprocess.run(command, capture_output=True, text=True, check=False, **options)
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-4000:]
    return done.stdout


@pytest.fixture(scope="module")
def declared():
    """The Python that runtime.txt names, such as 3.12."""
    text = (ROOT / "binder" / "runtime.txt").read_text(encoding="utf-8")
    return re.fullmatch(r"python-(3\.\d+)\s*", text)[1]


@pytest.fixture(scope="module")
def image(tmp_path_factory, declared):
    """The repository in a folder of its own, and beside it the environment that Binder makes."""
    folder = tmp_path_factory.mktemp("binder")
    repository, environment = folder / "repository", folder / "environment"
    shutil.copytree(ROOT, repository, ignore=NOT_BOOK)
    do(interpreter(declared) or sys.executable, "-m", "venv", environment)
    pip = [environment / "bin" / "pip", "install", "--quiet", "--disable-pip-version-check"]
    do(*pip, *BASE)
    do(*pip, "--no-cache-dir", "-r", "binder/requirements.txt", cwd=repository)
    path = f"{environment / 'bin'}{os.pathsep}{os.environ['PATH']}"
    do("./binder/postBuild", cwd=repository, env={**os.environ, "PATH": path})
    return repository, environment


def test_only_files_that_repo2docker_knows_lie_in_the_folder():
    names = {path.name for path in (ROOT / "binder").iterdir()}
    assert names == {"requirements.txt", "runtime.txt", "postBuild"}


def test_every_package_is_there_for_the_declared_python(declared, tmp_path):
    """Wheels for it alone, whatever Python runs this test."""
    text = (ROOT / "binder" / "requirements.txt").read_text(encoding="utf-8")
    own = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    own = re.search(r"^dependencies = \[\n(.*?)^\]", own, re.M | re.S)[1]
    wanted = [line for line in text.splitlines() if re.match(r"\w", line)]
    wanted += re.findall(r'^    "(.+?)"', own, re.M)
    pip = [sys.executable, "-m", "pip", "install", "--dry-run", "--quiet", "--ignore-installed"]
    pip += ["--python-version", declared, "--only-binary=:all:", f"--target={tmp_path}"]
    do(*pip, "-c", ROOT / "constraints.txt", *wanted)


def test_the_environment_is_small(image):
    """It holds what a notebook needs, and not what builds the book."""
    _, environment = image
    packages = do(environment / "bin" / "pip", "list", "--format=freeze").lower()
    assert not re.search(r"^(sphinx|jupyter-book|playwright|pytest)\b", packages, re.M)
    size = sum(p.lstat().st_size for p in environment.rglob("*") if p.is_file()) / 1e6
    assert 300 < size < 800, f"{size:.0f} MB"


def test_the_whole_package_works_there(image):
    repository, environment = image
    code = (
        "from pe_core import checks, claims, forms, explorers\n"
        "[claims.verify(claim) for claim in claims.CLAIMS]\n"
        "[figure().html() for figure in explorers.FIGURES]\n"
        "forms.ledger_form(), forms.quiz_form()\n"
    )
    do(environment / "bin" / "python", "-c", code, cwd=repository / "chapters")


@pytest.mark.parametrize("chapter", ["seeing", "formula"])
def test_a_chapter_runs_in_the_memory_that_binder_grants(image, chapter):
    """mybinder.org grants 1 GB; the server takes about 100 MB of it."""
    repository, environment = image
    code = (
        "import jupytext, nbclient, re\n"
        f"notebook = jupytext.read('{chapter}.md')\n"
        "client = nbclient.NotebookClient(notebook, timeout=600, kernel_name='python3')\n"
        "with client.setup_kernel():\n"
        "    for number, cell in enumerate(notebook.cells):\n"
        "        if 'skip-execution' not in cell.metadata.get('tags', []):\n"
        "            client.execute_cell(cell, number)\n"
        "    status = open(f'/proc/{client.km.provisioner.pid}/status').read()\n"
        "print(re.search(r'VmHWM:\\s+(\\d+)', status)[1])\n"
    )
    if not os.path.exists("/proc/self/status"):
        pytest.skip("this system does not tell the memory of a process")
    peak = int(do(environment / "bin" / "python", "-c", code, cwd=repository / "chapters"))
    assert peak / 1000 < 600


@pytest.fixture(scope="module")
def address(tmp_path_factory):
    """What the button of a chapter asks Binder to open."""
    folder = tmp_path_factory.mktemp("button")
    pages = {"index": "Words.\n", "chapters/formula": "```{code-cell} ipython3\n1 + 1\n```\n"}
    settings = [('  url: ""', "  url: https://github.com/someone/some-book")]
    assert build_small_book(folder, pages, settings).returncode == 0
    page = (folder / "_build/html/chapters/formula.html").read_text(encoding="utf-8")
    return re.search(r'href="https://mybinder\.org/[^"]+\?urlpath=([^"]+)"', page)[1]


@pytest.fixture(scope="module")
def server(image, tmp_path_factory):
    """The address of a JupyterLab as BinderHub starts it."""
    repository, environment = image
    home, port = tmp_path_factory.mktemp("home"), free_port()
    base = "/user/someone-some-book-x1y2z3/"
    command = [environment / "bin" / "jupyter-lab", "--ip=127.0.0.1", f"--port={port}"]
    command += [f"--NotebookApp.base_url={base}", f"--ServerApp.base_url={base}"]
    command += ["--NotebookApp.token=t", "--ServerApp.token=t", "--allow-root", "--no-browser"]
    path = f"{environment / 'bin'}{os.pathsep}{os.environ['PATH']}"
    clean = {k: v for k, v in os.environ.items() if not k.startswith(("JUPYTER", "IPYTHON"))}
    environment = {**clean, "HOME": str(home), "PATH": path}
    answer = f"http://127.0.0.1:{port}{base}"
    with running(command, f"{answer}api", home, cwd=repository, env=environment):
        yield answer


def write(page, n, code):
    """Put code into cell n in the place of what it holds, and run it, as a student does."""
    cell(page, n).locator(".cm-content").click()
    page.keyboard.press("ControlOrMeta+a")
    page.keyboard.insert_text(code)
    run(page, n)


def test_the_button_opens_a_chapter_as_a_notebook_with_live_figures(server, address, tab):
    tab.goto(f"{server}{address}?token=t")
    tab.locator(".jp-Notebook .jp-CodeCell").first.wait_for()
    expect(tab.locator(".jp-Notebook h1")).to_contain_text("From odometer to clocks")
    tab.locator("#jp-main-statusbar").get_by_text(IDLE).wait_for()

    write(tab, 0, "from pe_core.explorers import ClockWall\nwall = ClockWall()\nwall")
    expect(cell(tab, 0).locator(".pe-live")).to_have_count(1)
    position = slider(tab, 0, "Position t")
    position.scroll_into_view_if_needed()
    box = position.bounding_box()
    middle = box["y"] + box["height"] / 2
    tab.mouse.move(box["x"] + 0.1 * box["width"], middle)
    tab.mouse.down()
    tab.mouse.move(box["x"] + 0.6 * box["width"], middle, steps=5)
    tab.mouse.up()
    dragged = int(position.input_value())
    assert 400 < dragged < 800
    expect(words(tab, 0)).to_contain_text(f"At t = {dragged} ")

    write(tab, 1, "print(wall)")
    expect(cell(tab, 1).locator(".jp-OutputArea-output")).to_contain_text(
        f"ClockWall(position={dragged},"
    )
    write(tab, 1, "from pe_core import checks\nchecks.clock_44")
    expect(cell(tab, 1).locator(".pe-form")).to_be_visible()


def test_a_chinese_chapter_opens_as_a_notebook_whose_figures_are_chinese(server, tab):
    tab.goto(f"{server}lab/tree/zh/chapters/formula.md?reset&token=t")
    tab.locator(".jp-Notebook .jp-CodeCell").first.wait_for()
    expect(tab.locator(".jp-Notebook h1")).to_contain_text("从里程表到时钟")
    tab.locator("#jp-main-statusbar").get_by_text(IDLE).wait_for()
    run(tab, 0)  # the cell that a Chinese page begins with
    write(tab, 1, "from pe_core.explorers import ClockWall\nClockWall(position=38)")
    expect(cell(tab, 1).locator(".pe-live")).to_have_count(1)
    assert slider(tab, 1, "位置 t").input_value() == "38"
    expect(words(tab, 1)).to_contain_text("最快的指针已经转了 6 圈")
    write(tab, 2, "from pe_core import checks\nchecks.clock_44")
    expect(cell(tab, 2).locator(".pe-form")).to_contain_text("最接近起点")
    write(tab, 2, "checks.clock_44(position=0)")
    expect(cell(tab, 2).locator(".jp-OutputArea-output")).to_contain_text("还不对。")
