"""Checkers for the exercises of the book: ``checks.<exercise>(answer)``.

Every exercise has one, named after its label. It says whether the answer is right, or what is
wrong and how to go on.

>>> from pe_core import checks
>>> checks.wavelength_383(pair=672)
pair: Not yet. That is a column. Columns 2i and 2i + 1 belong to pair i.
Still open: wavelength.
"""

from typing import TYPE_CHECKING

from . import (
    base_and_width,
    capstone,
    code_it,
    direction,
    extrapolation,
    fact_check,
    family,
    formula,
    pros_and_cons,
    rotation,
    seeing,
    simple_codes,
    use_it,
    why_order,
    why_sin_and_cos,
)
from .exercise import Exercise

_CHAPTERS = (
    why_order,
    simple_codes,
    formula,
    rotation,
    why_sin_and_cos,
    seeing,
    base_and_width,
    code_it,
    use_it,
    direction,
    extrapolation,
    family,
    pros_and_cons,
    fact_check,
    capstone,
)

#: Every exercise by name, in the order of the chapters.
EXERCISES = {
    exercise.name: exercise
    for chapter in _CHAPTERS
    for exercise in vars(chapter).values()
    if isinstance(exercise, Exercise)
}

globals().update(EXERCISES)

if TYPE_CHECKING:  # a type checker does not run the line above

    def __getattr__(name: str) -> Exercise: ...


__all__ = ["EXERCISES", *EXERCISES]
