"""Checkers for the exercises of the chapter After the last comma."""

import numpy as np

from .. import wavelengths
from .exercise import Exercise
from .questions import Array, Choice, Number

_slowest = wavelengths(16)[7]

slow_pair = Exercise(
    "ex-slow-pair",
    sine=Number(
        "The offset up to which −sin ωk of pair 7 falls, at width 16",
        _slowest / 4,
        within=1,
        unit="positions",
        wrong=[
            (_slowest / 2, "At half a wavelength it is back at 0. Where is its lowest point?"),
            (_slowest, "After a whole wavelength it has fallen and risen."),
            (wavelengths(16)[6] / 4, "That is pair 6."),
        ],
        hint="Where is the sine largest for the first time?",
    ),
    cosine=Number(
        "The offset up to which cos ωk of pair 7 falls",
        _slowest / 2,
        within=1,
        unit="positions",
        wrong=[
            (_slowest / 4, "There it crosses 0, and goes on falling."),
            (_slowest, "There it is back at its crest."),
            (wavelengths(16)[6] / 2, "That is pair 6."),
        ],
        hint="Where is the cosine lowest for the first time?",
    ),
    ratio=Number(
        "How many times as much as the cosine the sine falls from offset 0 to 1",
        1 / np.tan(np.pi / _slowest),
        within=20,
        unit="times",
        wrong=[
            (
                _slowest / (2 * np.pi),
                "Near its crest the cosine falls by half the square of the angle.",
            ),
            (2, "That is how much farther the cosine reaches."),
        ],
        hint="Divide sin ω by 1 − cos ω.",
    ),
)

four_submissions = Exercise(
    "ex-four-submissions",
    Choice(
        "Right with 64 tokens, wrong with 512",
        {
            "a": "M(2) in place of M(1)",
            "b": "base 100 in place of 10,000",
            "c": "value 10,000 in place of 40,000",
            "d": "a table of 128 rows in place of the clocks",
        },
        "bd",
        hints={
            "a": "Which token does step 1 read now? Does that depend on the length?",
            "b": "How long is a quarter turn of its slowest hand? Compare it with 64 and with 512.",
            "c": "What do positions add to a score at most, 511 back? Is it more than 10,000?",
            "d": "Which row does position 128 have?",
        },
    ),
)

without_a_sine = Exercise(
    "ex-without-a-sine",
    matrix=Array(
        "The 3 × 3 matrix W, rows for t and columns for s",
        [[-1, -2, -1], [2, 2, 0], [-1, 0, 0]],
        within=1e-6,
        wrong=[
            (
                [[-1, 2, -1], [-2, 2, 0], [-1, 0, 0]],
                "That looks one ahead, or its rows stand for s.",
            ),
            ([[1, 2, 1], [-2, -2, 0], [1, 0, 0]], "The sign: its largest score must be at t − 1."),
            ([[0, 0, -1], [0, 2, 0], [-1, 0, 0]], "That is −(t − s)²: a token looks at itself."),
        ],
        hint="Expand the square. Powers of t choose the row, powers of s the column.",
    ),
    noticed=Number(
        "How many of its entries that are not zero the softmax notices",
        3,
        within=0,
        wrong=[
            (6, "Those are all. What is the same for all keys of a query?"),
            (1, "That is the one with t and s. A key also differs by s alone."),
            (5, "More than the constant is the same for all keys."),
        ],
        hint="Which terms change from key to key?",
    ),
)
