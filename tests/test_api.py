"""The page of functions: complete, and each entry with what a reader looks for."""

import ast
import doctest
import importlib
import inspect
import re

import jupytext
import pytest
from conftest import ROOT
from test_chapters import NOTEBOOKS
from test_doctests import ROOMS
from test_package import public_functions

import pe_core

PAGE = (ROOT / "chapters/api.md").read_text(encoding="utf-8")
LISTED = re.findall(r"^\.\. auto(?:function|class|exception):: (\S+)", PAGE, re.M)


def find(name):
    module, _, attribute = name.rpartition(".")
    return getattr(importlib.import_module(module), attribute)


ENTRIES = [find(name) for name in LISTED]


def test_no_entry_stands_twice():
    assert len(set(ENTRIES)) == len(ENTRIES)


@pytest.mark.parametrize("name", pe_core.__all__)
def test_every_name_of_the_package_is_listed_as_it_is_imported(name):
    assert f"pe_core.{name}" in LISTED


def test_every_public_function_of_a_room_is_listed():
    missing = [name for name, function in public_functions() if function not in ENTRIES]
    assert missing == ["Explorer"]  # a class: its entry is not its constructor


def imported(page):
    """What the cells of a page import from `pe_core`: functions and classes."""
    for cell in jupytext.read(ROOT / f"{page}.md").cells:
        if cell.cell_type == "code" and "pe_core" in cell.source:
            for node in ast.walk(ast.parse(cell.source)):
                if isinstance(node, ast.ImportFrom) and node.module.startswith("pe_core"):
                    for alias in node.names:
                        yield getattr(importlib.import_module(node.module), alias.name, None)


@pytest.mark.parametrize("page", NOTEBOOKS)
def test_what_a_chapter_imports_is_listed(page):
    for thing in imported(page):
        if inspect.isfunction(thing) or inspect.isclass(thing):
            assert thing in ENTRIES, thing


def test_every_example_is_true():
    """Those of the rooms of mathematics run in test_doctests.py; these are the others."""
    modules = {thing.__module__ for thing in ENTRIES} - {f"pe_core.{room}" for room in ROOMS}
    for name in sorted(modules):
        module = importlib.import_module(name)
        result = doctest.testmod(module, optionflags=doctest.NORMALIZE_WHITESPACE)
        assert result.failed == 0, name


def test_the_page_shows_every_entry(site):
    text = (site / "chapters/api.html").read_text(encoding="utf-8")
    shown = re.findall(r'<dt class="sig sig-object py" id="([\w.]+)"', text)
    assert set(LISTED) <= set(shown)
    for name in ("rope", "sinusoidal", "t5_bucket"):
        entry = text[text.index(f'id="pe_core.{name}"') :]
        entry = entry[: entry.index('class="sig sig-object')]
        parts = re.findall(r'<dt class="field-\w+">(\w+)|<p class="rubric">(\w+)', entry)
        assert ["".join(part) for part in parts] == [
            "Parameters", "Returns", "Raises", "Notes", "Examples",
        ]  # fmt: skip
