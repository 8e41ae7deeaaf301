"""A live figure in a running JupyterLab: Python and page follow each other."""

import json
import os
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request

import pytest

CELLS = (
    "from pe_core.explorers import ClockWall\nw = ClockWall()\nw",
    "print('position is', w.position)",
    "w.position = 500",
    "print('base is', w.base)",
)
PATIENCE = 120_000  # ms; a kernel on a busy machine starts slowly


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def write_notebook(path):
    cells = [
        {
            "cell_type": "code",
            "id": f"cell-{n}",
            "source": source,
            "metadata": {},
            "outputs": [],
            "execution_count": None,
        }
        for n, source in enumerate(CELLS)
    ]
    kernel = {"name": "python3", "display_name": "Python 3", "language": "python"}
    notebook = {
        "cells": cells,
        "metadata": {"kernelspec": kernel},
        "nbformat": 4,
        "nbformat_minor": 5,
    }
    path.write_text(json.dumps(notebook), encoding="utf-8")


@pytest.fixture(scope="module")
def lab(tmp_path_factory):
    """The address of a JupyterLab with nobody's settings and one notebook."""
    home = tmp_path_factory.mktemp("lab")
    write_notebook(home / "figure.ipynb")
    folders = {
        "HOME": "home",
        "IPYTHONDIR": "ipython",
        "JUPYTER_CONFIG_DIR": "config",
        "JUPYTER_DATA_DIR": "data",
        "JUPYTER_RUNTIME_DIR": "runtime",
    }
    for folder in folders.values():
        (home / folder).mkdir()
    port = free_port()
    address = f"http://127.0.0.1:{port}"
    command = [sys.executable, "-m", "jupyterlab", "--no-browser", "--allow-root", f"--port={port}"]
    command += ["--ServerApp.port_retries=0", "--IdentityProvider.token=", f"--notebook-dir={home}"]
    environment = {**os.environ, **{name: str(home / f) for name, f in folders.items()}}
    with (home / "log").open("w") as log:
        server = subprocess.Popen(command, env=environment, cwd=home, stdout=log, stderr=log)
        try:
            for _ in range(PATIENCE // 500):
                try:
                    urllib.request.urlopen(f"{address}/api/status")
                    break
                except (urllib.error.URLError, ConnectionError):
                    assert server.poll() is None, (home / "log").read_text()
                    time.sleep(0.5)
            yield address
        finally:
            server.terminate()
            server.wait(30)


def run(page, n):
    """Run cell n, as a reader does."""
    cell = page.locator(".jp-Notebook .jp-CodeCell").nth(n)
    cell.locator(".cm-content").click()
    page.keyboard.press("Control+Enter")
    return cell


def test_python_and_page_follow_each_other(lab, browser):
    context = browser.new_context(viewport={"width": 1280, "height": 1400})
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    page.goto(f"{lab}/lab/tree/figure.ipynb?reset")
    page.locator(".jp-Notebook .jp-CodeCell").first.wait_for()
    # A cell that is run before the kernel has answered is lost.
    page.locator("#jp-main-statusbar").get_by_text("Python 3 (ipykernel) | Idle").wait_for()

    first = run(page, 0)
    words = first.locator(".pe-live .pe-words")
    words.wait_for()
    assert "At t = 37 " in words.text_content()
    assert first.locator(".pe-live").count() == 1
    assert first.locator(".pe-still").count() == 0

    # By key: the notebook must not take the keys for itself.
    slider = first.get_by_role("slider", name="Position t")
    for _ in range(3):
        slider.press("ArrowRight")
    assert "At t = 40 " in words.text_content()
    assert slider.evaluate("e => e === document.activeElement")
    output = run(page, 1).locator(".jp-OutputArea-output")
    output.get_by_text("position is 40", exact=True).wait_for()

    # By mouse.
    base = first.get_by_role("slider", name="Base B")
    box = base.bounding_box()
    middle = box["y"] + box["height"] / 2
    page.mouse.move(box["x"] + 0.65 * box["width"], middle)
    page.mouse.down()
    page.mouse.move(box["x"] + box["width"] + 30, middle, steps=5)
    page.mouse.up()
    output = run(page, 3).locator(".jp-OutputArea-output")
    output.get_by_text("base is 1000000.0", exact=True).wait_for()

    # From Python.
    run(page, 2)
    first.get_by_text("At t = 500 ").first.wait_for()
    assert slider.input_value() == "500"
    context.close()
