"""Checkers for the exercises of the chapter Why both?"""

import math

import numpy as np

from .exercise import Exercise
from .questions import Choice, Expression, Number, sympy

# A sine of wavelength 24 vanishes at the multiples of 12, one of wavelength 17 at those of 17.
touch_zero = Exercise(
    "ex-touch-zero",
    offset=Number(
        "First k > 0 with nothing left over, wavelengths 24 and 16",
        math.lcm(24 // 2, 16 // 2),
        within=0,
        wrong=[
            (12, "There one of the two sines vanishes. The other does not."),
            (8, "There the sine of wavelength 16 vanishes. The other does not."),
            (math.lcm(24, 16), "Nothing is left over there. Is it the first such place?"),
        ],
        hint="Move the wavelength to 16 and look where the thick curve touches the axis.",
    ),
    codes=Choice(
        "What the theorem says of the codes of positions 0 and k",
        {
            "a": "They are equal",
            "b": "They have opposite signs",
            "c": "They are at right angles",
            "d": "They differ, and a matrix leads from one to the other",
        },
        "a",
        hints={
            "b": "The code of position 0 is zero. What is its opposite?",
            "c": "True, but only because the code of position 0 is zero. The theorem says more.",
            "d": "A matrix sends zero to zero, and the code of position 0 is zero.",
        },
    ),
    far=Number(
        "First such k with the wavelengths 24 and 17",
        math.lcm(12, 17),
        within=0,
        wrong=[
            (math.lcm(24, 17), "Both waves have made whole turns there. Half turns are enough."),
            (17, "There the sine of wavelength 17 vanishes. The other does not."),
            (102, "That is 6 turns of one wave. How many half turns of the other?"),
            (0, "The k is positive, and it need not lie in the figure."),
        ],
        hint="Which whole k make the one sine vanish, and which the other? Find a common one.",
    ),
)

_half = np.radians(12) / 2

kappa_ten = Exercise(
    "ex-kappa-ten",
    phase=Number(
        "Smallest whole phase with κ below 10",
        math.ceil(np.degrees(2 * np.arctan(0.1))),
        within=0,
        unit="degrees",
        wrong=[
            (
                math.floor(np.degrees(2 * np.arctan(0.1))),
                "Put it into the formula: κ is still a little above 10.",
            ),
            (math.ceil(np.degrees(np.arctan(0.1))), "The formula takes half of the phase."),
        ],
        hint="Below 90° the condition number is cot(φ/2). Solve cot(φ/2) = 10.",
    ),
    long=Number(
        "Long half axis there",
        np.sqrt(2) * np.cos(_half),
        within=0.005,
        wrong=[
            (2 * np.sqrt(2) * np.cos(_half), "That is the whole axis, from end to end."),
            (np.sqrt(2) * np.cos(2 * _half), "The half axes are built with half of the phase."),
        ],
        hint="The half axes are √2 cos(φ/2) and √2 sin(φ/2).",
    ),
    short=Number(
        "Short half axis there",
        np.sqrt(2) * np.sin(_half),
        within=0.005,
        wrong=[
            (
                2 * np.sqrt(2) * np.sin(_half),
                "That is twice the half axis: the whole axis, or a sine of the whole phase.",
            ),
            (np.tan(_half), "That is the ratio of the two half axes, 1/κ."),
        ],
        hint="The two half axes have the ratio κ, and their squares add up to 2.",
    ),
)


def _r_squared(*waves):
    """The share of sin((t + 10)/10) that a regression on a constant and some waves explains."""
    t = np.arange(1000)
    goal = np.sin((t + 10) / 10)
    inputs = np.stack([np.ones(1000), *(wave(t / 10) for wave in waves)], axis=1)
    rest = goal - inputs @ np.linalg.lstsq(inputs, goal, rcond=None)[0]
    return 1 - rest.var() / goal.var()


forum = Exercise(
    "ex-forum",
    r_squared=Number(
        "The R² that he found",
        lambda: _r_squared(np.sin),
        within=0.006,  # cos² 1 = 0.292 is right as well
        wrong=[
            (np.cos(1), "That is the correlation of the two waves. R² is its square."),
            (np.sin(1) ** 2, "That is the share which the regression leaves over."),
            (1, "So good is the fit when nothing is left out. Or is your angle in degrees?"),
        ],
        hint="Which angle is ωk here? The share that one sine explains is cos² ωk.",
    ),
    left_out=Choice(
        "What he had left out",
        {
            "a": "More positions to fit on",
            "b": "The cosine of t/10",
            "c": "The sines of the other pairs",
            "d": "A larger offset",
        },
        "b",
        hints={
            "a": "These hold nearly 16 turns of the wave. More of them would hardly move R².",
            "c": "They have other frequencies, and in the mean they have nothing of this wave.",
            "d": "Another offset gives another R², but what is missing stays missing.",
        },
    ),
)

cosines_alone = Exercise(
    "ex-cosines-alone",
    reason=Choice(
        "Why must every sin ωk vanish?",
        {
            "a": "A matrix sends zero to zero, and position 0 has the code zero",
            "b": "A shift matrix is orthogonal, so all codes must be equally long",
            "c": "Positions t and −t share a code, so k + t and k − t must share one too",
            "d": "Each cosine is the shifted sine of its pair, so the theorem on sines applies",
        },
        "c",
        hints={
            "a": "That is the argument for sines. The cosine of 0 is 1.",
            "b": "Nobody asks for an orthogonal matrix here; any matrix will do.",
            "d": "A quarter turn is a different offset for each frequency, and seldom a whole one.",
        },
    ),
    entry=Expression(
        "If they all vanish: the entry of M on the diagonal, in omega and k",
        lambda omega, k: sympy().cos(omega * k),
        symbols="omega k",
        wrong=[
            (lambda omega, k: 1, "So it is for an even number of half turns. And for an odd one?"),
            (lambda omega, k: sympy().cos(2 * omega * k), "That moves by 2k."),
            (lambda omega, k: sympy().sin(omega * k), "That one vanishes."),
        ],
        hint="Expand cos ω(t + k), and put sin ωk = 0.",
    ),
    first=Number(
        "One cosine of wavelength 24: first k > 0 that has a matrix",
        next(k for k in range(1, 25) if abs(np.sin(2 * np.pi * k / 24)) < 1e-12),
        within=0,
        wrong=[
            (24, "There the code repeats. Does a matrix need so much?"),
            (6, "There the cosine is zero. Which wave has to vanish?"),
        ],
        hint="For which k is sin ωk zero, with ω = 2π/24?",
    ),
)

three_phases = Exercise(
    "ex-three-phases",
    length=Number(
        "Square of the length of the code",
        (np.sin(0.7 + 2 * np.pi * np.arange(3) / 3) ** 2).sum(),
        within=0.005,
        wrong=[
            (1, "That holds for a sine and a cosine. Here three squares are added."),
            (3, "Three squares, but each is 1/2 in the mean, not 1."),
            (np.sqrt(1.5), "That is the length. Its square is asked for."),
        ],
        hint="Write each square as (1 − cos 2x)/2 and add the three.",
    ),
    product=Expression(
        "Dot product of the codes of s and t, in omega, s and t",
        lambda omega, s, t: 3 * sympy().cos(omega * (t - s)) / 2,
        symbols="omega s t",
        wrong=[
            (
                lambda omega, s, t: sympy().cos(omega * (t - s)),
                "At s = t it must be the square of the length.",
            ),
            (
                lambda omega, s, t: 3 * sympy().cos(omega * (t + s)) / 2,
                "The terms with s + t cancel. Those with the difference stay.",
            ),
        ],
        hint="2 sin a sin b = cos(a − b) − cos(a + b). Add three such terms.",
    ),
    drawback=Choice(
        "The drawback, compared with sine and cosine",
        {
            "a": "No shift matrix of it is orthogonal",
            "b": "Its length changes from position to position",
            "c": "Two positions of one turn share a code",
            "d": "One of its numbers follows from the others",
        },
        "d",
        hints={
            "a": "There is one: the code is a circle in space, and a turn about its axis will do.",
            "b": "Add the squares once more: the parts that depend on t cancel.",
            "c": "The code runs through a circle once in a turn. No two of its points agree.",
        },
    ),
)
