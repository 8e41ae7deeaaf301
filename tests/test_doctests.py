"""The examples in the docstrings are true."""

import doctest
import importlib
import inspect

import pytest

import pe_core

# The mathematics; the other rooms, which draw, grade or keep the ledger, have their own tests.
ROOMS = ["attention", "codes", "encoding", "family", "heads", "numerics", "schemes", "shift"]
ROOMS += ["records", "table", "warps"]


@pytest.mark.parametrize("room", ROOMS)
def test_the_examples_of_a_room_are_true(room):
    module = importlib.import_module(f"pe_core.{room}")
    result = doctest.testmod(module, optionflags=doctest.NORMALIZE_WHITESPACE)
    assert result.failed == 0


@pytest.mark.parametrize("room", ROOMS)
def test_every_public_function_says_what_it_returns_and_raises_and_shows_it(room):
    module = importlib.import_module(f"pe_core.{room}")
    finder = doctest.DocTestFinder(recurse=False)
    for name, function in inspect.getmembers(module, inspect.isfunction):
        if function.__module__ == module.__name__ and not name.startswith("_"):
            for part in ("Returns", "Raises", "Examples"):
                assert f"{part}\n---" in inspect.getdoc(function), f"{room}.{name} lacks {part}"
            (found,) = finder.find(function, name)
            assert found.examples, f"{room}.{name} has no example"


def test_every_public_name_also_names_its_arguments_and_its_source():
    for name in pe_core.__all__:
        for part in ("Parameters", "Notes"):
            assert f"{part}\n---" in inspect.getdoc(getattr(pe_core, name)), f"{name} lacks {part}"
