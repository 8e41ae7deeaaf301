"""What several tests share: the built site, a browser, a server for the site."""

import functools
import http.server
import os
import shutil
import subprocess
import sys
import threading
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


def pytest_addoption(parser):
    parser.addoption("--site", metavar="FOLDER", help="test this built site instead of a fresh one")


def pytest_collection_modifyitems(items):
    for item in items:
        for fixture in ("site", "book", "browser"):
            if fixture in item.fixturenames:
                item.add_marker("site" if fixture == "book" else fixture)


def strict_build(folder):
    """Copy the book to a folder and build it there, strictly, from no _build."""
    shutil.copytree(ROOT, folder, ignore=NOT_BOOK, dirs_exist_ok=True)
    program = Path(sys.executable).with_name("jupyter-book")
    command = [program, "build", folder, "-W", "-n", "--keep-going"]
    return subprocess.run(command, capture_output=True, text=True, cwd=folder, check=False)


@pytest.fixture(scope="session")
def book(request, tmp_path_factory):
    """A folder with the book's sources and its strict build in _build."""
    if ready := request.config.getoption("--site"):
        return Path(ready).resolve().parent.parent
    folder = tmp_path_factory.mktemp("book")
    result = strict_build(folder)
    if result.returncode:
        pytest.fail(f"the strict build failed:\n{result.stdout[-3000:]}\n{result.stderr[-6000:]}")
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
        threading.Thread(target=server.serve_forever, daemon=True).start()
        servers.append(server)
        return f"http://127.0.0.1:{server.server_port}"

    yield start
    for server in servers:
        server.shutdown()
        server.server_close()
