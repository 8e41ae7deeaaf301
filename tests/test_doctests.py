"""The examples in the docstrings are true."""

import doctest
import importlib
import pkgutil

import pytest

import pe_core

# The mathematics; what draws has its own tests.
ROOMS = sorted({m.name for m in pkgutil.iter_modules(pe_core.__path__)} - {"plots", "explorers"})


@pytest.mark.parametrize("room", ROOMS)
def test_the_examples_of_a_room_are_true(room):
    module = importlib.import_module(f"pe_core.{room}")
    result = doctest.testmod(module, optionflags=doctest.NORMALIZE_WHITESPACE)
    assert result.failed == 0


def test_every_public_name_has_an_example():
    finder = doctest.DocTestFinder(recurse=False)
    for name in pe_core.__all__:
        (found,) = finder.find(getattr(pe_core, name), name)
        assert found.examples, f"{name} has no example"
