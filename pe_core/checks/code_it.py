"""Checkers for the exercises of the chapter Code it, break it."""

import numpy as np

from .. import sinusoidal
from .exercise import Exercise
from .questions import Array, Choice, Number

museum_tour = Exercise(
    "ex-museum-tour",
    all_five=Choice(
        "Which bug fails all five checks?",
        {"a": "doubled", "b": "multiplied", "c": "swapped", "d": "own", "e": "sines"},
        "e",
        hints={
            "a": "Its row 0 is right, so it passes the first check.",
            "b": "Its first pair turns by 1, so it passes the third check.",
            "c": "A sine and a cosine of one angle: it passes the second check.",
            "d": "Its last pair is right to eight digits at t = 1: it passes the fourth check.",
        },
    ),
    three=Choice(
        "Which two bugs pass three checks?",
        {"a": "doubled", "b": "multiplied", "c": "thousand", "d": "unit", "e": "from one"},
        "bc",
        hints={
            "a": "The doubled one passes the first check only.",
            "b": "Count again for the multiplied one: it starts right, and its pairs are true.",
            "c": "Count again for base 1,000: which of its hands is right?",
            "d": "With the text squeezed into one step, no hand turns as it should.",
            "e": "Counted from 1, its row 0 and its row 1 are those of other positions.",
        },
    ),
    pairs=Choice(
        "Which two checks together catch all eight?",
        {
            "a": "Row 0 and sin² + cos²",
            "b": "Row 0 and the last pair",
            "c": "sin² + cos² and the first pair",
            "d": "sin² + cos² and the last pair",
            "e": "The first pair and the last pair",
        },
        "de",
        hints={
            "a": "Neither looks at a speed, so a table with wrong speeds passes both.",
            "b": "One exhibit with the right row 0 and the right last pair is no clock.",
            "c": "Two exhibits have true pairs and a right first hand.",
            "d": "Does any bug pass both sin² + cos² and the last pair? Go through all eight.",
            "e": "Does any bug have a right first pair and a right last one? Go through all eight.",
        },
    ),
)


class _Verdicts(Array):
    """A table, compared by which checks of the museum it passes."""

    what = "a table of 128 positions at width 64"

    def agrees(self, given, answer):
        from ..explorers.bug_museum import PASSES, museum_checks

        return np.array_equal(
            *([error < PASSES for error in museum_checks(t)] for t in (given, answer))
        )


def _with_pair(pair, sine, cosine):
    """The right table, with other waves in one pair."""
    table, t = sinusoidal(np.arange(128), 64), np.arange(128)
    table[:, 2 * pair], table[:, 2 * pair + 1] = np.sin(sine * t), np.cos(cosine * t)
    return table


museum_ninth = Exercise(
    "ex-museum-ninth",
    table=_Verdicts(
        "Your table, 128 positions at width 64",
        _with_pair(15, 0.5, 0.5),
        within=0,
        wrong=[
            (sinusoidal(np.arange(128), 64), "It passes all five checks: it is the right table."),
            (_with_pair(15, 0.5, 0.4), "The second check catches it: one angle for both waves."),
            (_with_pair(0, 0.5, 0.5), "The third check catches it. Leave the first pair alone."),
            (_with_pair(31, 0.5, 0.5), "The fourth check catches it. Leave the last pair alone."),
            (
                sinusoidal(np.arange(1, 129), 64),
                "Row 0 gives it away, and so do the first and the last pair.",
            ),
        ],
        hint="More than one check catches it. What do the first four not look at?",
    ),
    change=Choice(
        "Which change of the right table passes the first four?",
        {
            "a": "Sine and cosine change places in every pair",
            "b": "The rows from 64 on are repeated from row 0",
            "c": "Each pair but the first is replaced by the pair before it",
            "d": "The last half of the rows is multiplied by 1.01",
        },
        "b",
        hints={
            "a": "Then row 0 begins with 1, 0.",
            "c": "Then the last pair has the speed of the one before it.",
            "d": "Then the two squares of a pair no longer add up to 1.",
        },
    ),
)


def _fits(whole, digits):
    """Whether a positive whole number has no more binary digits than a format keeps."""
    return len(f"{whole:b}".rstrip("0")) <= digits


def _first_confused(name, digits):
    first = next(n for n in range(2**digits - 1, 2 ** (digits + 1)) if not _fits(n, digits))
    return Number(
        name,
        first,
        within=0,
        wrong=[
            (2**digits, "A power of two has one digit that is not zero. It is exact."),
            (2 ** (digits + 1) + 1, "It is confused, and it is not the first."),
            (2 ** (digits - 1) + 1, "All its digits fit: the leading one is among those counted."),
        ],
        hint="Write the whole numbers in binary. Which is the first with too many digits?",
    )


first_collision = Exercise(
    "ex-first-collision",
    bfloat16=_first_confused("First confused position in bfloat16", 8),
    float16=_first_confused("In float16", 11),
    float32=_first_confused("In float32", 24),
)

_radices = 2 ** np.arange(21)

fast_million = Exercise(
    "ex-fast-million",
    two=Number(
        "Rows of sines and cosines with two tables, at least",
        (_radices + 2**20 // _radices).min(),
        within=0,
        wrong=[
            (1024, "That is one of the two tables."),
            (2**20 // 32 + 32, "That is radix 32. Which radix makes the sum smallest?"),
            (2**20, "So many are needed without the trick."),
        ],
        hint="Radix r needs r turns and 2²⁰/r coarse rows. Make the sum as small as you can.",
    ),
    four=Number(
        "With four digits in base 32",
        4 * 32,
        within=0,
        wrong=[
            (32**4, "That is how many positions they reach. Rows add up; positions multiply."),
            (32, "That is one digit."),
            (3 * 32, "Three digits reach 32,768 positions."),
        ],
        hint="Each digit has one table, with a row for each of its values.",
    ),
)
