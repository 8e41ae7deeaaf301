"""Checkers for the exercises of the chapter Half turns."""

import math

import numpy as np

from .. import sinusoidal
from .exercise import Exercise
from .questions import Choice, Number

past_left = Exercise(
    "ex-past-left",
    Number(
        "How far the first hand is past the left at position 22",
        math.degrees(22 - 7 * math.pi),
        within=0.01,
        unit="degrees",
        wrong=[
            (22 - 7 * math.pi, "That is in radians."),
            (math.degrees(22), "That counts every half turn too. Take seven of them away."),
        ],
        hint="Half a turn is π radians. How much of 22 is left after seven of them?",
    ),
)

longer_walk = Exercise(
    "ex-longer-walk",
    Number(
        "Number of steps up to 400",
        sinusoidal(np.arange(401), 2)[:, 1].argmin(),
        within=0,
        wrong=[
            (22, "That is the best up to 50. Look further."),
            (333, "There it is back at its start: 106 half turns are whole turns."),
        ],
        hint="The cosine of t radians should be as near to −1 as possible.",
    ),
)

never_quite = Exercise(
    "ex-never-quite",
    Choice(
        "The first hand is never exactly at the left, because",
        {
            "a": "π is irrational",
            "b": "a computer rounds",
            "c": "the base is too small",
        },
        "a",
        hints={
            "b": "Would exact arithmetic bring it there?",
            "c": "The first hand turns one radian a step, whatever the base is.",
        },
    ),
)
