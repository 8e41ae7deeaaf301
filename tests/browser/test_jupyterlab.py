"""Live figures in a running JupyterLab: Python and page follow each other, saved ones come back."""

import contextlib
import json
import os
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path

import pytest
from playwright.sync_api import expect

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "scripts"))

import lab_settings  # noqa: E402

from pe_core.explorers import BaseAndWidth, ClockWall, ShuffleMachine  # noqa: E402

CELLS = (
    "import ipywidgets\n"
    "from pe_core.explorers import BaseAndWidth, ClockWall, ShuffleMachine\n"
    "wall, knobs, machine, twin = ClockWall(), BaseAndWidth(), ShuffleMachine(), ClockWall()",
    "wall",
    "knobs",
    "machine",
    "twin",
    "print(wall, knobs, machine, twin, sep='\\n')",
    "wall.position = 500\nknobs.d_model = 64\nmachine.encoding = True",
    "link = ipywidgets.link((wall, 'position'), (twin, 'position'))",
    "from pe_core import checks, forms\nchecks.wavelength_383",
    "forms.ledger_form()",
)
WALL, KNOBS, MACHINE, TWIN, PRINT, ASSIGN, LINK, FORM, LEDGER = range(1, len(CELLS))
PATIENCE = 120_000  # ms; a kernel on a busy machine starts slowly
IDLE = "Python 3 (ipykernel) | Idle"


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


@contextlib.contextmanager
def running(command, answer, home, **options):
    """A server, from its first answer on; what it says goes to a file in `home`."""
    with (home / "log").open("w") as log:
        server = subprocess.Popen(command, **{"cwd": home, **options}, stdout=log, stderr=log)
        try:
            for _ in range(PATIENCE // 200):
                try:
                    urllib.request.urlopen(answer)
                    break
                except (urllib.error.URLError, ConnectionError):
                    assert server.poll() is None, (home / "log").read_text()
                    time.sleep(0.2)
            yield
        finally:
            server.terminate()
            server.wait(30)


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
def home(tmp_path_factory):
    """The folder of the notebook and of everything that Jupyter writes."""
    return tmp_path_factory.mktemp("lab")


@pytest.fixture(scope="module")
def lab(home):
    """The address of a JupyterLab with the book's settings, nobody's else, and one notebook."""
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
    lab_settings.write(home / "config")
    port = free_port()
    address = f"http://127.0.0.1:{port}"
    command = [sys.executable, "-m", "jupyterlab", "--no-browser", "--allow-root", f"--port={port}"]
    command += ["--ServerApp.port_retries=0", "--IdentityProvider.token=", f"--notebook-dir={home}"]
    environment = {**os.environ, **{name: str(home / f) for name, f in folders.items()}}
    with running(command, f"{address}/api/status", home, env=environment):
        yield address


@pytest.fixture(scope="module")
def tab(browser):
    """One tab of the browser, for all tests of this file."""
    page = browser.new_context(viewport={"width": 1280, "height": 1400}).new_page()
    page.set_default_timeout(PATIENCE)
    expect.set_options(timeout=PATIENCE)
    yield page
    page.context.close()
    expect.set_options(timeout=5000)


@pytest.fixture(scope="module")
def notebook(lab, tab):
    """The notebook, open and run as far as the figures."""
    tab.goto(f"{lab}/lab/tree/figure.ipynb?reset")
    tab.locator(".jp-Notebook .jp-CodeCell").first.wait_for()
    # A cell that is run before the kernel has answered is lost.
    tab.locator("#jp-main-statusbar").get_by_text(IDLE).wait_for()
    for n in range(WALL + 4):
        run(tab, n)
    for n in (WALL, KNOBS, MACHINE, TWIN):
        expect(cell(tab, n).locator(".pe-live")).to_have_count(1)
        expect(cell(tab, n).locator(".pe-still")).to_have_count(0)
    return tab


def cell(page, n):
    return page.locator(".jp-Notebook .jp-CodeCell").nth(n)


def run(page, n):
    """Run cell n, as a reader does."""
    cell(page, n).locator(".cm-content").click()
    page.keyboard.press("Control+Enter")


def words(page, n):
    return cell(page, n).locator(".pe-words")


def slider(page, n, name):
    return cell(page, n).get_by_role("slider", name=name)


def expect_in_python(page, *values):
    """Run the cell that prints all figures, and wait until it prints these words."""
    run(page, PRINT)
    for value in values:
        expect(cell(page, PRINT).locator(".jp-OutputArea-output")).to_contain_text(value)


def test_what_keys_change_on_the_page_python_knows(notebook):
    wall = slider(notebook, WALL, "Position t")
    for _ in range(3):
        wall.press("ArrowRight")
    assert "At t = 40 " in words(notebook, WALL).text_content()
    assert wall.evaluate("e => e === document.activeElement")  # the notebook left the keys alone
    for _ in range(2):
        slider(notebook, KNOBS, "Offset k").press("ArrowRight")
    slider(notebook, MACHINE, "Order").press("ArrowRight")
    expect_in_python(notebook, "ClockWall(position=40,", "offset=12)", "order=4,")


def test_what_the_mouse_changes_on_the_page_python_knows(notebook):
    base = slider(notebook, WALL, "Base B")
    base.scroll_into_view_if_needed()
    box = base.bounding_box()
    middle = box["y"] + box["height"] / 2
    notebook.mouse.move(box["x"] + 0.65 * box["width"], middle)
    notebook.mouse.down()
    notebook.mouse.move(box["x"] + box["width"] + 30, middle, steps=5)
    notebook.mouse.up()
    cell(notebook, KNOBS).get_by_label("Preset").select_option("Llama 3, one head")
    cell(notebook, MACHINE).get_by_label("Causal mask").click()
    expect_in_python(
        notebook, "base=1000000.0, d_model=16)", "base=500000.0, d_model=128,", "causal=True,"
    )


def test_what_python_assigns_the_page_shows(notebook):
    before = words(notebook, MACHINE).text_content()
    run(notebook, ASSIGN)
    expect(words(notebook, WALL)).to_contain_text("At t = 500 ")
    assert slider(notebook, WALL, "Position t").input_value() == "500"
    exact = cell(notebook, KNOBS).get_by_label("Width d_model, exact value")
    expect(exact).to_have_value("64")
    expect(cell(notebook, MACHINE).get_by_label("Add the encoding")).to_be_checked()
    assert words(notebook, MACHINE).text_content() != before


def test_two_linked_figures_move_together(notebook):
    run(notebook, LINK)
    expect(words(notebook, TWIN)).to_contain_text("At t = 500 ")
    slider(notebook, TWIN, "Position t").press("ArrowRight")
    expect(words(notebook, WALL)).to_contain_text("At t = 501 ")
    slider(notebook, WALL, "Position t").press("Home")
    expect(words(notebook, TWIN)).to_contain_text("At t = 0 ")
    expect_in_python(notebook, "ClockWall(position=0, base=1000000.0, d_model=16)",
                     "ClockWall(position=0, base=10000.0, d_model=16)")  # fmt: skip


def test_links_to_a_state_are_for_pages(notebook):
    assert notebook.get_by_role("button", name="Copy link").count() == 0


def test_exercises_and_votes_are_answered_in_place(notebook):
    run(notebook, FORM)
    field = cell(notebook, FORM).locator('[data-part="wavelength"]')
    field.locator("input").fill("61,343")
    field.locator("input").press("Enter")
    expect(field.locator(".pe-reply")).to_have_text("Right.")
    run(notebook, LEDGER)
    row = cell(notebook, LEDGER).locator("#claim-a10")
    row.get_by_role("button", name="False").click()
    expect(row).to_contain_text("So does the book.")
    link = row.get_by_role("link", name="From odometer to clocks")
    assert "formula.md#" in link.get_attribute("href")


# A notebook that is saved and opened again.


@pytest.fixture(scope="module")
def saved(notebook, home):
    """The file of the notebook as it is saved, its kernel gone."""
    path = home / "figure.ipynb"
    written = path.stat().st_mtime_ns
    notebook.keyboard.press("Control+s")
    for _ in range(PATIENCE // 100):
        if path.stat().st_mtime_ns != written:
            break
        time.sleep(0.1)
    notebook.evaluate("""async () => {
      const headers = { "X-XSRFToken": document.cookie.match(/_xsrf=([^;]*)/)[1] };
      for (const { id } of await (await fetch("/api/sessions")).json()) {
        await fetch(`/api/sessions/${id}`, { method: "DELETE", headers });
      }
    }""")
    return path


def expect_pictures(page):
    """Figures are there as their pictures, in the state that was shown; claims as text."""
    for n, figure in ((WALL, ClockWall()), (KNOBS, BaseAndWidth()), (MACHINE, ShuffleMachine())):
        image = cell(page, n).get_by_role("img", name=figure.alt())
        expect(image).to_be_visible()
        assert image.evaluate("async (i) => (await i.decode(), i.naturalWidth)") == 1440
    assert page.locator(".pe-live").count() == 0
    expect(cell(page, LEDGER)).to_contain_text("It is the reverse")
    expect(cell(page, FORM)).to_contain_text("checks.wavelength_383(")


def test_saving_leaves_the_open_figures_alive(notebook, saved):
    text = saved.read_text()
    assert text.count('class=\\"pe-figure') == 4 and "widget-view" not in text
    slider(notebook, WALL, "Position t").press("End")
    assert "At t = 1,023 " in words(notebook, WALL).text_content()


def test_without_a_kernel_a_saved_notebook_shows_its_pictures(lab, saved, tab):
    tab.goto("about:blank")
    no_kernel = "**/api/sessions*"
    tab.route(no_kernel, lambda route: (
        route.abort() if route.request.method == "POST" else route.continue_()))  # fmt: skip
    tab.goto(f"{lab}/lab/tree/figure.ipynb?reset")
    expect_pictures(tab)
    expect(tab.locator("#jp-main-statusbar")).to_contain_text("No Kernel")
    assert cell(tab, FORM).locator("input:visible").count() == 0  # nothing that would not answer
    tab.unroute(no_kernel)


def test_with_another_kernel_a_saved_notebook_shows_its_pictures(lab, saved, tab):
    tab.goto(f"{lab}/lab/tree/figure.ipynb?reset")
    tab.locator("#jp-main-statusbar").get_by_text(IDLE).wait_for()
    expect_pictures(tab)
    run(tab, 0)
    run(tab, WALL)
    expect(words(tab, WALL)).to_contain_text("At t = 37 ")


def test_a_notebook_from_somebody_else_shows_its_pictures(lab, saved, tab):
    """JupyterLab does not trust it, and cleans its HTML."""
    notebook = json.loads(saved.read_text())
    notebook["metadata"]["title"] = "The signature of the original fits no longer"
    saved.with_name("shared.ipynb").write_text(json.dumps(notebook))
    tab.goto(f"{lab}/lab/tree/shared.ipynb?reset")
    expect_pictures(tab)
