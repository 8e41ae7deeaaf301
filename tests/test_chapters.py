"""Each page runs as a notebook, as in JupyterLab, and keeps the form that all pages share."""

import re

import jupytext
import nbclient
import pytest
import yaml
from conftest import ROOT

TOC = yaml.safe_load((ROOT / "_toc.yml").read_text(encoding="utf-8"))
PAGES = [TOC["root"], *(c["file"] for part in TOC["parts"] for c in part["chapters"])]
NOTEBOOKS = [page for page in PAGES if "kernelspec:" in (ROOT / f"{page}.md").read_text()]
NO_CHAPTERS = ("index", "chapters/predictions")
CHAPTERS = [page for page in NOTEBOOKS if page not in NO_CHAPTERS]


def source(page):
    return (ROOT / f"{page}.md").read_text(encoding="utf-8")


def run_quietly(notebook, folder):
    """Run a notebook in a fresh kernel; no cell may crash or write a warning."""
    resources = {"metadata": {"path": folder}}
    client = nbclient.NotebookClient(
        notebook, timeout=300, kernel_name="python3", resources=resources
    )
    client.execute()
    for cell in notebook.cells:
        for output in cell.get("outputs", []):
            assert output.get("name") != "stderr", output["text"]


@pytest.mark.release  # the strict build runs each page too
@pytest.mark.parametrize("page", NOTEBOOKS)
def test_the_page_runs_from_top_to_bottom(page):
    path = ROOT / f"{page}.md"
    notebook = jupytext.read(path)
    for cell in notebook.cells:
        # Only a page in a browser answers ipywidgets' own sliders: a build waits for that for ever.
        if "skip-execution" in cell.metadata.get("tags", []):
            assert "interact(" in cell.source
    run_quietly(notebook, path.parent)


@pytest.mark.parametrize("page", NOTEBOOKS)
def test_saving_in_jupyterlab_changes_nothing(page):
    """JupyterLab writes a chapter as jupytext does: a chapter must come back as it was."""
    text = source(page)
    notebook = jupytext.reads(text, fmt="md:myst")
    assert jupytext.writes(notebook, fmt="md:myst").strip() == text.strip()


@pytest.mark.parametrize("page", CHAPTERS)
def test_a_chapter_has_its_parts_in_order(page):
    text = source(page)
    parts = [":class: goals", ":class: predict", ":class: in-practice", ":class: summary"]
    places = [text.find(part) for part in parts]
    assert -1 not in places, [p for p, at in zip(parts, places, strict=True) if at < 0]
    assert places[0] < places[1] and places[0] < places[3]
    assert re.search(r"\*\*Time", text) and re.search(r"\*\*Needed|\*\*You need", text)
    assert "Further reading" in text


@pytest.mark.parametrize("page", CHAPTERS)
def test_every_exercise_has_a_solution_that_runs(page):
    text = source(page)
    exercises = re.findall(r"\{exercise(?:-start)?\}[^\n]*\n(?::[^\n]*\n)*?:label: (\S+)", text)
    assert 3 <= len(exercises) <= 6
    for label in exercises:
        solution = re.search(
            rf"\{{solution-start\}} {label}\n(.*?)\{{solution-end\}}", text, re.DOTALL
        )
        assert solution, f"{label} has no solution"
        assert ":class: dropdown" in solution.group(1), f"{label} is not folded"
        assert re.search(r"\{code-cell\}.*?assert ", solution.group(1), re.DOTALL), label


@pytest.mark.parametrize("page", NOTEBOOKS)
def test_every_drawn_figure_has_words_for_those_who_cannot_see_it(page):
    """A cell that draws with matplotlib names its alternative text in the cell's metadata."""
    for cell in jupytext.reads(source(page), fmt="md:myst").cells:
        draws = re.search(r"plt\.|\bplot_\w+\(", cell.source) and "def " not in cell.source
        hidden = {"remove-output", "remove-cell"} & set(cell.metadata.get("tags", []))
        if cell.cell_type == "code" and draws and not hidden:
            alt = cell.metadata.get("mystnb", {}).get("image", {}).get("alt", "")
            assert len(alt.split()) >= 8, cell.source


def test_no_page_is_forgotten():
    found = {
        path.relative_to(ROOT).with_suffix("").as_posix() for path in ROOT.glob("chapters/*.md")
    }
    assert found == set(PAGES) - {"index"}
