"""Checkers for the exercises of the chapter One rotation explains it."""

import functools

import numpy as np

from .. import frequencies, shift_matrix, sinusoidal
from .exercise import Exercise
from .questions import Array, Choice, Expression, Number, sympy

_half_turn = np.pi / frequencies(512)[255]

opposite = Exercise(
    "ex-opposite",
    offset=Number(
        "The offset from 1 to 64 at which the hands of pair 0 are most nearly opposite",
        1 + np.cos(np.arange(1, 65)).argmin(),
        within=0,
        wrong=[
            (3, "There they are 8 degrees off. A further half turn fits better."),
            (44, "There they point in nearly the same direction."),
            (25, "That is very nearly four whole turns. You need a half turn more or less."),
        ],
        hint="The angle is k radians. Which k is nearest to an odd multiple of π?",
    ),
    block=Array(
        "The 2 × 2 block of M(k) there",
        lambda: shift_matrix(22, 2),
        within=0.01,
        wrong=[
            (np.eye(2), "This leaves each hand where it is. The cosine of a half turn is not 1."),
            ([[0, 1], [-1, 0]], "This is a quarter turn. Which entries are the cosines?"),
            (
                [[1, 0], [0, -1]],
                "This reflects. A rotation has the same number twice on its diagonal.",
            ),
        ],
        hint="The block is (cos, sin) above (−sin, cos), of the angle k radians.",
    ),
    slowest=Number(
        "The offset that pair 255 needs",
        _half_turn,
        within=1,
        unit="positions",
        wrong=[
            (2 * _half_turn, "That is a whole turn."),
            (_half_turn / 2, "That is a quarter of a turn."),
            (np.pi / frequencies(768)[383], "That is for width 768. The figure has width 512."),
        ],
        hint="The hands are opposite after half of a wavelength.",
    ),
)


dot_product = Exercise(
    "ex-dot-product",
    why=Choice(
        "p(s) = M(s)p(0) and p(t) = M(s)p(k). The dot product depends on k only, because M(s)",
        {
            "a": "has the determinant 1",
            "b": "is orthogonal",
            "c": "obeys M(a)M(b) = M(a + b)",
            "d": "is block-diagonal",
        },
        "b",
        hints={
            "a": "A shear has it too, and it changes dot products.",
            "c": "That brought M(s) to the front of both. What lets you take it off?",
            "d": "Blocks alone keep no angle. What does each of them do to two vectors?",
        },
    ),
    share=Expression(
        "The share of one pair in p(s)·p(t), in omega and k",
        lambda omega, k: sympy().cos(omega * k),
        symbols="omega k",
        wrong=[
            (
                lambda omega, k: sympy().sin(omega * k),
                "At k = 0 the share is 1: a hand with itself.",
            ),
            (
                lambda omega, k: sympy().cos(omega * k) ** 2,
                "Take p(0)·p(k): each product has one factor 1 or 0.",
            ),
            (
                lambda omega, k: sympy().cos(omega * k) + sympy().sin(omega * k),
                "In p(0) the sine is 0.",
            ),
        ],
        hint="Write p(0)·p(k) for one pair. Which numbers does p(0) hold?",
    ),
    tell=Choice(
        "Can the dot product tell “three words before” from “three words after”?",
        {
            "a": "Yes: M(3) and M(−3) are two different matrices",
            "b": "Yes: the sines change their sign with k",
            "c": "No: for k and −k the sum is the same",
            "d": "No: for all offsets the sum is the same",
        },
        "c",
        hints={
            "a": "They are. Which of their entries are left in the sum?",
            "b": "They do. Is any sine left in the sum?",
            "d": "Compare k = 0 with k = 3.",
        },
    ),
)


def _turn(omega, sign):
    """Return the block of one pair that turns back for the sign −1."""
    c, s = sympy().cos(omega), sign * sympy().sin(omega)
    return sympy().Matrix([[c, s], [-s, c]])


def _apart(d_model):
    return shift_matrix(1, d_model) - shift_matrix(-1, d_model)


previous_word = Exercise(
    "ex-previous-word",
    block=Expression(
        "The 2 × 2 block of one pair, in omega",
        lambda omega: _turn(omega, -1),
        symbols="omega",
        wrong=[
            (lambda omega: _turn(omega, 1), "That is the next word. Which sign changes with k?"),
            (lambda omega: -_turn(omega, 1), "−M(1) is not M(−1). Put k = −1 into the block."),
            (
                lambda omega: _turn(omega, 1).applyfunc(lambda entry: 1 / entry),
                "The inverse of a matrix is not made of the inverse entries.",
            ),
        ],
        hint="Put k = −1 into the block (cos, sin) above (−sin, cos) of the angle ωk.",
    ),
    distance=Number(
        "How far apart M(1) and M(−1) are, in the spectral norm, at width 512",
        np.linalg.norm(_apart(2), 2),
        within=0.0006,
        wrong=[
            (
                lambda: np.linalg.norm(_apart(512)),
                "That is the Frobenius norm. How far is one vector stretched?",
            ),
            (np.sin(1), "Half of it: M(1) and M(−1) turn to both sides."),
            (2, "That is for a quarter turn. The fastest pair turns by one radian."),
            (
                2 * np.sin(frequencies(512)[255]),
                "That is the slowest pair. The norm asks for the largest.",
            ),
        ],
        hint="The cosines cancel. What is left in each block, and where is it largest?",
    ),
)

one_number = Exercise(
    "ex-one-number",
    factors=Choice(
        "Factors that can move a bounded code of one number on all integers (not all codes 0)",
        {"a": "−1", "b": "½", "c": "1", "d": "2"},
        "ac",
        hints={
            "a": "The signs alternate. Is the code bounded?",
            "b": "Go back from position 0: what is the code of −10?",
            "c": "A constant is bounded, and 1 moves it. Is it forbidden that all codes are equal?",
            "d": "Go forward from position 0: what is the code of 10?",
        },
    ),
    positions=Number(
        "The most positions that such a code tells apart",
        2,
        within=0,
        wrong=[
            (1, "That is the constant. What does the other factor do?"),
            (3, "Take the factor −1: which code has position 2?"),
        ],
        hint="Write the codes of positions 0 to 3 for each of the factors.",
    ),
    two=Choice(
        "Two numbers that are bounded, moved by a matrix, and different at all positions",
        {
            "a": "(1, (−1)ᵗ)",
            "b": "(sin θt, cos θt), with a rational θ/2π",
            "c": "(sin θt, cos θt), with an irrational θ/2π",
            "d": "(1, t)",
        },
        "c",
        hints={
            "a": "Compare positions 0 and 2.",
            "b": "With θ/2π = m/n, where is the hand after n steps?",
            "d": "A matrix moves it. Is it bounded?",
        },
    ),
)


@functools.cache
def _error_outside(d_model):
    """Return the error of a fit to 512 positions on the next 512, in percent."""
    table = sinusoidal(np.arange(1025), d_model)
    fitted = np.linalg.lstsq(table[:511], table[1:512], rcond=None)[0]
    error = table[512:1024] @ fitted - table[513:]
    return 100 * np.linalg.norm(error) / np.linalg.norm(table[513:])


fit_narrow = Exercise(
    "ex-fit-narrow",
    widest=Number(
        "The largest of the widths with an error below 0.1 % there",
        lambda: max(d for d in (8, 16, 32, 64, 128, 256) if _error_outside(d) < 0.1),
        within=0,
        wrong=[
            (
                16,
                "There the rank is full. Is that needed? Look at the error of the next width.",
            ),
            (64, "Near 1 %. Look at the error once more."),
            (256, "Inside the window it is that small. Ask for the next 512 positions."),
        ],
        hint="Print the error on positions 512 to 1023 for each width.",
    ),
    error=Number(
        "The relative error on the next 512 positions at width 128",
        lambda: _error_outside(128),
        within=2,
        unit="%",
        wrong=[
            (
                lambda: _error_outside(128) / 100,
                "A fraction, or the error inside? Give the one outside the window, in percent.",
            ),
            (lambda: _error_outside(256), "That is the error at width 256."),
            (72, "That is near the error at width 512."),
        ],
        hint="Fit on positions 0 to 511 as in the chapter, with d = 128.",
    ),
    why=Choice(
        "At large widths the fit fails beyond the window, because",
        {
            "a": "a row of the matrix has more unknowns than there are positions",
            "b": "at large widths the shift is no longer linear",
            "c": "fast hands come round many times, and never to the same angle",
            "d": "slow hands hardly move within it, so their turning is hardly seen",
        },
        "d",
        hints={
            "a": "A row has d unknowns, and 511 positions give one equation each. Compare at 256.",
            "b": "M(1) is exact at every width. What does the fit not see of it?",
            "c": "They show every angle within the window. A fit can learn from that.",
        },
    ),
)
