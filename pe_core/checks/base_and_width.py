"""Checkers for the exercises of the chapter Turn the knobs."""

import numpy as np

from .. import dot_kernel, frequencies, sinusoidal
from .exercise import Exercise
from .questions import Choice, Function, Number


def _negative(d_model, base, length=200):
    """The offsets up to a length at which the similarity is negative."""
    k = np.arange(1, length + 1)
    return k[dot_kernel(k, d_model, base=base) < 0]


_wide, _narrow = _negative(512, 100), _negative(32, 100)

first_negative = Exercise(
    "ex-first-negative",
    wide=Number(
        "Width 512, base 100: first offset with a negative similarity",
        _wide[0],
        within=0,
        wrong=[
            (_wide[0] - 1, "There it is still positive, by a hair."),
            (_wide[0] + 1, "So the rule says, nearly. The figure has one before."),
            (_negative(512, 50)[0], "Is the base 100?"),
        ],
        hint="The sentence below the figure says where it is first negative, for the base and the "
        "width that are set.",
    ),
    narrow=Number(
        "The same at width 32",
        _narrow[0],
        within=0,
        wrong=[
            (_wide[0], "That is width 512. Set the width to 32."),
            (22, "Near there the echoes begin, and the curve is still positive."),
            (_narrow[2], "It dips below zero once before."),
        ],
        hint="Set the width to 32, keep base 100, and read the sentence below the figure.",
    ),
    reason=Choice(
        "Why so much earlier at width 32?",
        {
            "a": "The law itself falls more steeply at a small width",
            "b": "The echoes begin before the law reaches zero, and they swing",
            "c": "The longest wavelength is far shorter at a small width",
            "d": "A narrow code has shorter vectors, so dot products are smaller",
        },
        "b",
        hints={
            "a": "Its slope is −1/ln B. There is no width in it.",
            "c": "It is 471 in place of 617: shorter, and both are far longer than these offsets.",
            "d": "Similarity is divided by its value at k = 0.",
        },
    ),
)


def _on_the_map(d_model, base, length):
    """Whether a cell of the map is green."""
    return len(_negative(d_model, base, length)) == 0


def _green(above, length=5000):
    from ..explorers.base_width_map import BASES

    return next(b for b in BASES if b > above and _on_the_map(128, b, length))


def _purple(above, length=5000):
    from ..explorers.base_width_map import BASES

    return next(b for b in BASES if b > above and not _on_the_map(128, b, length))


def _green_width():
    from ..explorers.base_width_map import WIDTHS

    return next(d for d in WIDTHS if _on_the_map(d, 10_000, 2048))


green_gap = Exercise(
    "ex-green-gap",
    green=Number(
        "Width 128, length 5000: smallest green base",
        lambda: _green(10_000),
        within=0,
        wrong=[
            (40_000, "It is purple: the similarity is negative at 2969."),
            (80_000, "From there on all are green. But is none before?"),
        ],
        hint="Move up from base to base and read the first negative offset: is it above 5000?",
    ),
    gap=Number(
        "The purple base above it",
        lambda: _purple(_green(10_000)),
        within=0,
        wrong=[
            (40_000, "That one lies below the first green one."),
            (80_000, "Its first negative offset is 6505: green."),
        ],
        hint="Go on upwards from the first green base.",
    ),
    width=Number(
        "Length 2048, base 10,000: green from this width on",
        _green_width,
        within=0,
        wrong=[
            (128, "It is purple: the similarity is negative at 1707."),
            (256, "Green, but so is the width below it."),
        ],
        hint="Go up the column of base 10,000. Which width is the first with none up to 2048?",
    ),
)

_middle = 512 / (2 * np.pi)

half_idle = Exercise(
    "ex-half-idle",
    smallest=Number(
        "Smallest base",
        _middle**2,
        within=1,
        wrong=[
            (_middle, "That is √B: the middle pair has the wavelength 2π√B."),
            (512**2 / (2 * np.pi), "The 2π has to be squared as well."),
            ((_middle / 2) ** 2, "Half of the pairs, not half of 512."),
        ],
        hint="Which pair is the first of the second half? Put its wavelength equal to 512.",
    ),
    largest=Number(
        "Largest base, nearly",
        _middle ** (512 / 254),
        within=1,
        wrong=[
            (_middle**2, "There it begins. The next pair to reach 512 ends it."),
            (_middle ** (512 / 252), "There two pairs of the first half have reached 512."),
        ],
        hint="It ends when the last pair of the first half, i = 127, has the wavelength 512.",
    ),
)

_raised = 1e4 * 8 ** (64 / 62)


def _step(base, scale=1):
    here, there = sinusoidal([0, 1 / scale], 64, base=base)
    return np.linalg.norm(there - here)


def _turn(base):
    return np.degrees(8191 * frequencies(64, base=base)[-1])


stretch_eight = Exercise(
    "ex-stretch-eight",
    base=Number(
        "The raised base",
        _raised,
        within=50,
        wrong=[
            (8e4, "That slows the last hand by a little less than 8: its exponent is below 1."),
            (1e4 * 8 ** (62 / 64), "The exponent is upside down."),
            (1e4 * 8 ** (512 / 510), "That is width 512."),
        ],
        hint="The last pair has the wavelength 2π B^(62/64). Make it 8 times as long.",
    ),
    step=Number(
        "Neighbour step with it",
        _step(_raised),
        within=0.005,
        wrong=[
            (_step(1e4, 8), "That is the step with stretched positions."),
            (_step(1e4), "That is the step before."),
        ],
        hint="What is the length of p(1) − p(0) with the raised base?",
    ),
    turn=Number(
        "Turn of the last hand at t = 8191, with either trick",
        _turn(_raised),
        within=0.05,
        unit="degrees",
        wrong=[
            (_turn(1e4), "That is the turn before."),
            (np.radians(_turn(_raised)), "Give it in degrees."),
            (_turn(8e4), "That is base 80,000, which does not slow the last hand by 8."),
        ],
        hint="The last hand turns by its frequency at each position. Both tricks divide it by 8.",
    ),
)


def _curve(log_base, d_model, num_positions):
    return dot_kernel(np.arange(num_positions), d_model, base=10**log_base, normalize=True)


extend_widget = Exercise(
    "ex-extend-widget",
    Function(
        "A function of log_base, d_model and num_positions: the heights of the curve",
        _curve,
        samples=[(4.0, 64, 50), (1.5, 2, 16), (5.2, 30, 128)],
        within=1e-6,
        wrong=[
            (lambda *a: _curve(*a) * a[1] / 2, "Divide by the value at k = 0."),
            (
                lambda log_base, *a: _curve(np.log10(log_base), *a),
                "The slider holds the logarithm of the base, not the base.",
            ),
            (
                lambda log_base, *a: _curve(log_base / np.log(10), *a),
                "The slider holds the logarithm to base 10.",
            ),
            (lambda b, d, n: _curve(b, d, n + 1)[1:], "The first offset is 0."),
        ],
        hint="Take dot_kernel of the offsets, or the dot products of all codes with the first.",
    ),
)
