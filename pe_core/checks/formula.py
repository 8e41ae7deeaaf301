"""Checkers for the exercises of the chapter From odometer to clocks."""

import numpy as np

from .. import frequencies, sinusoidal, wavelengths
from .exercise import Exercise
from .questions import Choice, Expression, Number, sympy

_waves = wavelengths(768)

wavelength_383 = Exercise(
    "ex-wavelength-383",
    wavelength=Number(
        "Wavelength of pair 383 at width 768",
        _waves[383],
        within=1,
        unit="positions",
        wrong=[
            (wavelengths(768)[383] / (2 * np.pi), "Is that one radian, or one whole turn?"),
            (wavelengths(1536)[383], "Here i numbers pairs: the exponent is 2i/768, not i/768."),
        ],
        hint="One turn is 2π radians, and the pair turns by 10000^(−2·383/768) a step.",
    ),
    pair=Number(
        "Pair whose wavelength is nearest to 20,000",
        np.abs(_waves - 20000).argmin(),
        within=0,
        wrong=[
            (337, "Near. Compare its wavelength and those of its neighbours with 20,000."),
            (672, "That is a column. Columns 2i and 2i + 1 belong to pair i."),
        ],
        hint="Compute all 384 wavelengths and look for the smallest difference from 20,000.",
    ),
)


def _no_full_turn(d_model):
    """Return the question how many pairs of this width do not come round in 512 tokens."""
    waves = wavelengths(d_model)
    count = (waves > 512).sum()
    return Number(
        f"Pairs with no full turn at width {d_model}",
        count,
        within=0,
        wrong=[
            (d_model // 2 - count, "So many do complete a turn."),
            (2 * count, "That counts columns. A pair has two."),
            ((waves / (2 * np.pi) > 512).sum(), "One turn is 2π radians."),
            (count - 1, "Near. Of the pairs from m to n there are n − m + 1."),
        ],
        hint="Solve 2π·10000^(2i/d) > 512 for i, and count the pairs from there to d/2 − 1.",
    )


no_full_turn = Exercise(
    "ex-no-full-turn", width_512=_no_full_turn(512), width_1024=_no_full_turn(1024)
)

_turns = np.outer(np.arange(51), frequencies(16)) / (2 * np.pi)
_past_start = 360 * (_turns - _turns.round())

clock_44 = Exercise(
    "ex-clock-44",
    position=Number(
        "Position at which the fastest hand is nearest to its start",
        1 + np.abs(_past_start[1:, 0]).argmin(),
        within=0,
        wrong=[
            (0, "That is the start itself. Look between 1 and 50."),
            (6, "There it is 16 degrees short of one turn. More turns come nearer."),
            (19, "There it is 9 degrees past its third turn. Look further."),
            (25, "There it is 8 degrees short of its fourth turn. Look further."),
        ],
        hint="The hand turns one radian a step. Which position is nearest to a multiple of 2π?",
    ),
    second=Number(
        "How far the second hand is past its start there",
        _past_start[44, 1],
        within=1,
        unit="degrees",
        wrong=[
            (360 * _turns[44, 1], "That counts its whole turns too. Take them away."),
            (np.radians(_past_start[44, 1]), "That is in radians."),
            (_past_start[44, 2] + 360, "That is the third hand."),
        ],
        hint="At width 16 the second hand turns by 10000^(−2/16) radians a step.",
    ),
)

# At width 512 the last exponents have to agree: B′^(1 − 2/512) = 10000.
released_ladder = Exercise(
    "ex-released-ladder",
    exponent=Expression(
        "The other base is B to the power of … (in d)",
        lambda d: d / (d - 2),
        symbols="d",
        wrong=[
            (
                lambda d: (d - 2) / d,
                "Which of the two ladders goes further, and so has the larger base?",
            ),
            (lambda d: d / (d - 1), "Here n is the number of pairs, d/2, not of columns."),
            (lambda d: 1 + 2 / d, "Near. Compare the exponents i/(n − 1) and i/n, not two ends."),
        ],
        hint="Set B′^(−i/n) = B^(−i/(n − 1)), take the root of order i, and put n = d/2.",
    ),
    base=Number(
        "The base at width 512",
        10000 ** (1 / (1 - 2 / 512)),
        within=1,
        wrong=[
            (10000 ** (510 / 512), "That base gives a shorter ladder. The released one is longer."),
            (
                10000 ** (1 + 2 / 512),
                "Near. The longest wavelengths differ by this factor; the bases do not.",
            ),
            (10000 ** (512 / 511), "At width 512 there are 256 pairs. Count pairs, not columns."),
        ],
        hint="Write both frequencies as powers: −i/(n − 1) of B and −i/n of the other base.",
    ),
)


_step = np.linalg.norm(sinusoidal(21, 512) - sinusoidal(20, 512))

step_norm = Exercise(
    "ex-step-norm",
    pair=Expression(
        "The squared step of one pair, in omega",
        lambda omega: 4 * sympy().sin(omega / 2) ** 2,
        symbols="omega",
        wrong=[
            (lambda omega: 2 * sympy().sin(omega / 2), "That is the step. Square it."),
            (
                lambda omega: omega**2,
                "That is the way along the arc. The step is the straight line.",
            ),
            (lambda omega: 4 * sympy().sin(omega) ** 2, "Half of the angle belongs in the sine."),
        ],
        hint="Two points of a circle of radius 1 are an angle omega apart. How long is the "
        "straight line between them?",
    ),
    step=Number(
        "The step at width 512",
        _step,
        within=0.0006,
        wrong=[
            (_step**2, "That is its square."),
            (_step / 2, "Each pair moves by 2 sin(ω/2), not by sin(ω/2)."),
            (np.linalg.norm(frequencies(512)), "That adds arcs. A step is a straight line."),
            (16, "That is the length of a code, √(d/2)."),
        ],
        hint="Add 4 sin²(ω/2) over the 256 frequencies, and take the root.",
    ),
    far=Choice(
        "Compared with the step from 20 to 21, the one from 1000 to 1001 is",
        {
            "a": "shorter",
            "b": "longer",
            "c": "as long, and in the same direction",
            "d": "as long, and in another direction",
        },
        "d",
        hints={
            "a": "That is the common argument. Does t stand in the sum?",
            "b": "Compute both. Where is t in the sum?",
            "c": "A step along a circle has the direction of the circle there. Did the hands turn?",
        },
    ),
)
