"""What several tests share: the built site, a browser, pages with live figures, a server."""

import functools
import http.server
import json
import os
import re
import shutil
import subprocess
import sys
import threading
import time
from pathlib import Path

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # before NumPy: small matrices, fewer waits

import pytest  # noqa: E402

ROOT = Path(__file__).resolve().parent.parent
CHROMIUM_NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
CHROMIUM_FLAGS = [
    "--no-sandbox",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
MAC_CHROME = "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome"
NOT_BOOK = shutil.ignore_patterns(
    ".git", ".venv", "_build", "__pycache__", "*.egg-info", ".*_cache", ".hypothesis",
    ".ipynb_checkpoints",
)  # fmt: skip


#: Files that are tested before the others, in this order.
FIRST = ("test_site.py", "test_figures.py", "test_explorers.py", "test_site_in_chinese.py")

PAGE_HEADER = """---
jupytext:
  text_representation:
    extension: .md
    format_name: myst
kernelspec:
  display_name: Python 3
  language: python
  name: python3
---

# A page

"""


def pytest_addoption(parser):
    parser.addoption("--site", metavar="FOLDER", help="test this built site instead of a fresh one")


def pytest_collection_modifyitems(items):
    for item in items:
        for fixture in ("site", "book", "browser"):
            if fixture in item.fixturenames:
                item.add_marker("site" if fixture == "book" else fixture)
    # What takes longest begins first, so that two processes end at about the same time. While one
    # of them builds the site, the other draws figures, which need none. Files are dealt in turn.
    order = {name: number for number, name in enumerate(FIRST)}
    items.sort(key=lambda item: order.get(item.path.name, len(FIRST)))


def strict_build(folder):
    """Copy the book to a folder and build it there, strictly, from no _build."""
    shutil.copytree(ROOT, folder, ignore=NOT_BOOK, dirs_exist_ok=True)
    command = [sys.executable, folder / "scripts" / "build_book.py", folder]
    return subprocess.run(command, capture_output=True, text=True, cwd=folder, check=False)


def build_small_book(folder, pages, settings=()):
    """Build a few pages strictly with the book's own settings, some lines of which are replaced."""
    for name in ("_config.yml", "_ext", "_static", "constraints.txt"):
        source = ROOT / name
        if source.is_dir():
            shutil.copytree(source, folder / name, dirs_exist_ok=True)
        else:
            shutil.copy(source, folder / name)
    (folder / "chapters").mkdir(exist_ok=True)
    (folder / "chapters" / "references.bib").touch()
    files = "".join(f"- file: {name}\n" for name in pages if name != "index")
    toc = "format: jb-book\nroot: index\n" + (f"chapters:\n{files}" if files else "")
    (folder / "_toc.yml").write_text(toc, encoding="utf-8")
    return build_pages(folder, pages, settings)


def build_pages(folder, pages, settings):
    """Write pages to a folder, change its settings, and build what is there strictly."""
    config = (folder / "_config.yml").read_text(encoding="utf-8")
    for start, line in settings:
        config, count = re.subn(rf"(?m)^{re.escape(start)}.*$", line, config)
        assert count == 1, start
    (folder / "_config.yml").write_text(config, encoding="utf-8")
    for name, text in pages.items():
        (folder / f"{name}.md").write_text(PAGE_HEADER + text, encoding="utf-8")
    program = Path(sys.executable).with_name("jupyter-book")
    command = [program, "build", folder, "--all", "-W", "-n", "--keep-going"]
    return subprocess.run(command, capture_output=True, text=True, check=False)


@pytest.fixture(scope="session")
def book(request, tmp_path_factory):
    """A folder with the book's sources and its strict build in _build."""
    if ready := request.config.getoption("--site"):
        return Path(ready).resolve().parent.parent
    # Of several processes that run tests, the first builds the book for all.
    shared = tmp_path_factory.getbasetemp()
    if os.environ.get("PYTEST_XDIST_WORKER"):
        shared = shared.parent
    folder, done = shared / "book", shared / "book-is-built"
    try:
        folder.mkdir()
    except FileExistsError:
        while not done.exists():
            time.sleep(1)
    else:
        said = "it did not end"
        try:
            result = strict_build(folder)
            said = f"{result.stdout[-3000:]}\n{result.stderr[-6000:]}" if result.returncode else ""
        finally:  # or the others would wait for ever
            (shared / "book-says").write_text(said, encoding="utf-8")
            done.touch()
    if said := (shared / "book-says").read_text(encoding="utf-8"):
        pytest.fail(f"the strict build failed:\n{said}")
    return folder


@pytest.fixture(scope="session")
def site(book):
    """The folder of the built site."""
    return book / "_build" / "html"


@pytest.fixture(scope="session")
def pages(site):
    """The paths of all pages of the site, below its root."""
    found = (path.relative_to(site).as_posix() for path in site.rglob("*.html"))
    return sorted(path for path in found if not path.startswith("_static/"))


def find_chromium():
    for name in CHROMIUM_NAMES:
        if path := shutil.which(name):
            return path
    return MAC_CHROME if Path(MAC_CHROME).exists() else None


@pytest.fixture(scope="session")
def browser():
    """A Chromium with an empty profile, driven by Playwright."""
    path = find_chromium()
    if path is None:
        sentence = "no Chromium found: install it (on Debian: sudo apt install chromium)"
        if os.environ.get("CI") == "true":
            pytest.fail(sentence)
        pytest.skip(sentence)
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=path, args=CHROMIUM_FLAGS)
        yield chromium
        chromium.close()


class QuietHandler(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *args):
        """Requests are not news."""


@pytest.fixture(scope="session")
def serve():
    """A function that serves a folder on this machine and returns its address."""
    servers = []

    def start(folder):
        handler = functools.partial(QuietHandler, directory=str(folder))
        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
        threading.Thread(target=server.serve_forever, args=[0.05], daemon=True).start()
        servers.append(server)
        return f"http://127.0.0.1:{server.server_port}"

    yield start
    for server in servers:
        server.shutdown()
        server.server_close()


@pytest.fixture(scope="session")
def screens(browser):
    """The pages that tests share: one for each way of looking, since a page is slow to start."""
    kept = {}
    yield kept
    for screen in kept.values():
        screen.page.context.close()


@pytest.fixture(scope="module")
def keep_open(browser, tmp_path_factory):
    """A function that shows one figure, for all tests of a file; at the end the page was quiet."""
    from figure_page import Screen, write_page

    screens = []

    def start(figure, *, width=820, height=1200):
        path = write_page(tmp_path_factory.mktemp("figure"), [figure])
        screen = Screen(browser, True, {"viewport": {"width": width, "height": height}})
        screens.append(screen)
        screen.page.goto(path.as_uri())
        screen.page.wait_for_function("document.querySelector('canvas')?.width > 0")
        screen.page.evaluate("globalThis.maths = peFigures.math")
        return screen.page

    yield start
    try:
        for screen in screens:
            screen.check()
    finally:
        for screen in screens:
            screen.page.context.close()


@pytest.fixture
def show(browser, screens, tmp_path):
    """A function that shows figures on a page and returns it; at the end the page was quiet.

    Another call with the same options takes the page of the last one. `fresh` asks for a page of
    its own; `edit` changes the text of the page; `after` is put behind its address, and `serve`,
    a function, tells the address of a folder.
    """
    from figure_page import SETTLE, Screen, write_page

    used, alone = [], []

    def start(*figures, theme="light", edit=None, watch=True, fresh=False, after="", serve=None,
              **options):  # fmt: skip
        key = json.dumps([watch, options], sort_keys=True)
        if fresh or key not in screens:
            screen = Screen(browser, watch, options)
            if fresh:
                alone.append(screen)
            else:
                screens[key] = screen
        else:
            screen = screens[key]
            if screen in used:
                screen.check()
        folder = tmp_path / str(len(used))
        folder.mkdir()
        path = write_page(folder, figures, theme)
        if edit:
            path.write_text(edit(path.read_text(encoding="utf-8")), encoding="utf-8")
        screen.page.mouse.move(0, 0)
        address = f"{serve(folder)}/{path.name}" if serve else path.as_uri()
        screen.page.goto(address + after)
        if screen.alive:
            screen.page.evaluate(SETTLE)
        used.append(screen)
        return screen.page

    yield start
    try:
        for screen in {id(screen): screen for screen in used}.values():
            screen.check()
    finally:
        for screen in alone:
            screen.page.context.close()
