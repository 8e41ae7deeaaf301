"""Checkers for the exercises of the chapter Four clumsy codes."""

import numpy as np

from ..codes import binary_code
from .exercise import Exercise
from .questions import Array, Choice, Expression, Number


def _step_ratio(length):
    """Return the longest step of the binary code by its shortest, counted in changed bits."""
    return np.sqrt(max((t ^ (t + 1)).bit_count() for t in range(length - 1)))


binary_lengths = Exercise(
    "ex-binary-lengths",
    lengths=Array(
        "The lengths up to 128 at which the number changes, in rising order",
        lambda: [n for n in range(17, 129) if _step_ratio(n) != _step_ratio(n - 1)],
        within=0,
        wrong=[
            ([16, 32, 64], "A text of length L ends at position L − 1. Which step is new?"),
            ([15, 31, 63], "The step begins at such a position. How long is a text that has it?"),
        ],
        hint="Which step changes more digits than all before it, and how long is the shortest text "
        "with that step?",
    ),
    ratio=Number(
        "The longest step by the shortest, at length 128",
        _step_ratio(128),
        within=0.006,
        wrong=[
            (7, "So many digits change. A length is the root of a sum of squares."),
            (np.sqrt(8), "How many digits has position 127, and where does its last step begin?"),
            (_step_ratio(64), "That is the number at length 64. There are longer steps behind."),
        ],
        hint="The shortest step changes one digit. How many does the step from 63 to 64 change?",
    ),
)

fraction_moves = Exercise(
    "ex-fraction-moves",
    moves=Expression(
        "The largest move, in steps of the shorter text, for length L",
        lambda L: (L - 1) / 2,
        symbols="L",
        wrong=[
            (lambda L: L / 2, "With 64 words this gives 32. Which position is the last one?"),
            (lambda L: (L - 1) / (2 * L), "That is the move itself. Divide it by one step, 1/L."),
            (lambda L: L - 1, "Position t goes from t/L to t/2L. How far is that?"),
        ],
        hint="Take t/L − t/2L for the last position, and divide by one step, 1/L.",
    ),
    least=Number(
        "The position that moves least, at length 64",
        0,
        within=0,
        wrong=[
            (63, "That one moves most."),
            (1, "It moves by half a step. Is there one that moves less?"),
        ],
        hint="The move grows with t.",
    ),
)

_digits = binary_code(np.arange(5), 8)

carry = Exercise(
    "ex-carry",
    affine=Choice(
        "If p(t + 1) = A p(t) + c for these t, then p(0) + p(3) = p(1) + p(2) becomes",
        {
            "a": "p(1) + p(4) + c = p(2) + p(3)",
            "b": "p(1) + p(4) = p(2) + p(3), only if c = 0",
            "c": "p(1) + p(4) = p(2) + p(3), for every c",
            "d": "p(1) = p(2) and p(4) = p(3)",
        },
        "c",
        hints={
            "a": "Each side is a sum of two codes, so c comes twice on each side.",
            "b": "How often does c come on each side? Subtract it.",
            "d": "Two sums can be equal while their terms are not.",
        },
    ),
    gap=Array(
        "p(1) + p(4) − p(2) − p(3), the fastest of three digits first",
        _digits[1] + _digits[4] - _digits[2] - _digits[3],
        within=1e-9,
        wrong=[
            (
                (_digits[1] + _digits[4] - _digits[2] - _digits[3])[::-1],
                "That begins with the slowest digit.",
            ),
            (
                _digits[0] + _digits[3] - _digits[1] - _digits[2],
                "That would be so before the map. Write out the codes of 1, 2, 3 and 4.",
            ),
            (_digits[2] + _digits[3] - _digits[1] - _digits[4], "Turn the signs round."),
        ],
        hint="The fastest digit first: 1 is (1, 0, 0) and 2 is (0, 1, 0).",
    ),
)


def _on_the_circle(offset):
    """Return how far apart two positions are: the straight line between them."""
    return 2 * np.abs(np.sin(np.asarray(offset) / 2))


_offset = 1 + _on_the_circle(np.arange(1, 64)).argmin()

circle = Exercise(
    "ex-circle",
    denied=Choice(
        "The wish that it does not grant",
        {
            "a": "Same step everywhere",
            "b": "Same meaning at every length",
            "c": "Smooth",
            "d": "A simple shift",
        },
        "c",
        hints={
            "a": "Every step is the same arc. See “step_spread”.",
            "b": "The code of t does not ask for the length.",
            "d": "One step turns the circle by one radian, and a turn is a matrix.",
        },
    ),
    offset=Number(
        "The offset of its closest pair of positions, at L = 64",
        _offset,
        within=0,
        wrong=[
            (1, "Neighbours are a step apart. After whole turns you come back nearer than that."),
            (6, "That is near one turn. Another number of turns fits better."),
            (19, "That is near three turns. Look further."),
            (22, "That is near a half turn, and so nearly as far away as can be."),
        ],
        hint="Which whole number up to 63 is nearest to a multiple of 2π?",
    ),
    distance=Number(
        "The distance of that pair",
        _on_the_circle(_offset),
        within=0.0006,
        wrong=[
            (_on_the_circle(1), "That is the length of one step."),
            (_on_the_circle(_offset) ** 2, "That is its square."),
            (_on_the_circle(_offset) / 2, "That is half of it: a chord is 2 sin(angle/2)."),
        ],
        hint="Take the norm of the difference of the two codes.",
    ),
)

random_table = Exercise(
    "ex-random-table",
    stored=Number(
        "How many numbers it has to store",
        128 * 8,
        within=0,
        wrong=[
            (64 * 8, "That is for the window. The table has a row for each of its positions."),
            (128, "That is its number of rows. How many numbers has a row?"),
            (8, "That is its width, the numbers of one position."),
        ],
        hint="Count the entries of the table.",
    ),
    granted=Choice(
        "Wishes that it grants at L = 64",
        {
            "a": "Unique",
            "b": "Same step everywhere",
            "c": "Smooth",
            "d": "Same meaning at every length",
            "e": "A simple shift",
        },
        "ad",
        hints={
            "a": "Look at “closest”: are any two codes near each other?",
            "b": "Look at “step_spread”. It would be 1.",
            "c": "Look at “jump”: a step should be short against the largest distance.",
            "d": "Does the row of position 20 depend on the length of the text?",
            "e": "Look at “affine” and “affine_outside”: how much of a step is left over?",
        },
    ),
)
