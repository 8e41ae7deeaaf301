"""Checkers for the exercises of the chapter Left or right?"""

import numpy as np

from ..encoding import frequencies
from ..shift import shift_matrix
from .exercise import Exercise
from .questions import Array, Choice, Expression, Number


def _attention(a, b, pair, followers, same_offset=True):
    """Return the weights that the dial gives to the keys at k = 24, …, −24, at width 64."""
    omega = frequencies(64)[pair - followers : pair + 1]
    lean = np.arctan2(b, a) * (omega / omega[-1] if same_offset else np.ones(len(omega)))
    angles = np.outer(np.arange(24, -25, -1), omega) - lean
    weights = np.exp(np.hypot(a, b) * np.cos(angles).sum(axis=1))
    return weights / weights.sum()


def _at(k, followers):
    return 100 * _attention(1.6, 1.2, 7, followers)[24 - k]


def _fewest(share, place):
    """Return the least number of followers for which `place` gets more than `share`."""
    return next(n for n in range(32) if place(n) > share)


def _to_the_left(followers):
    return _attention(0, 1, 31, followers, same_offset=False)[:24].sum()


dial_sharpen = Exercise(
    "ex-dial-sharpen",
    start=Number(
        "Attention to the key 5 to the left, at first",
        _at(5, 0),
        within=0.5,
        unit="%",
        wrong=[
            (_at(-5, 0), "That is the key 5 to the right."),
            (_at(0, 0), "That is the query's own place."),
            (_at(5, 0) / 100, "That is a fraction. Give it in per cent."),
        ],
        hint="Read the bar at −5, before any faster pair follows.",
    ),
    followers=Number(
        "Faster pairs until it gets more than half",
        _fewest(50, lambda n: _at(5, n)),
        within=0,
        wrong=[
            (5, "Near: five bring it to 45 %."),
            (7, "Seven do it, but fewer are enough."),
        ],
        hint="Move the number of faster pairs up by one at a time, and read the bar at −5.",
    ),
    alone=Choice(
        "What is wrong with the attention of pair 0 alone?",
        {
            "a": "It has no bump at 5 to the left.",
            "b": "It has a bump at every sixth or seventh key.",
            "c": "Its bump is too wide to tell neighbours apart.",
            "d": "It gives left and right the same.",
        },
        "b",
        hints={
            "a": "Turn the arrow: a bump goes wherever you like. What else is there?",
            "c": "That is the trouble of a slow pair. Count the bumps of pair 0.",
            "d": "That is so for an arrow straight up only. Look at the whole window.",
        },
    ),
)

dial_side = Exercise(
    "ex-dial-side",
    block=Choice(
        "The block of pair 31",
        {
            "a": "a = 1, b = 0",
            "b": "a = 0.7, b = 0.7",
            "c": "a = 0, b = −1",
            "d": "a = 0, b = 1",
        },
        "d",
        hints={
            "a": "That score is even: left and right get the same.",
            "b": "Its even part lifts both sides alike. Do without it.",
            "c": "That score is odd, but it favours the other side.",
        },
    ),
    follow=Choice(
        "The faster pairs take",
        {"a": "the same offset", "b": "the same angle"},
        "b",
        hints={"a": "Then the faster blocks lean otherwise, and even parts come back."},
    ),
    followers=Number(
        "Faster pairs until more than 99 % lie to the left",
        _fewest(0.99, _to_the_left),
        within=0,
        wrong=[
            (20, "Near: twenty bring it to 98 %."),
            (31, "All of them do it, but fewer are enough."),
            (_fewest(0.90, _to_the_left), "There it passes 90 %."),
        ],
        hint="Choose pair 31 and its block, then move the number of faster pairs up.",
    ),
)

transposed = Exercise(
    "ex-transposed",
    offset=Number(
        "Offset k = t − s of the word at which it looks",
        -1,
        within=0,
        wrong=[
            (1, "That is where M(1) looks. What does the transpose do to the score at k?"),
            (0, "The head would look at itself with W = I."),
        ],
        hint="By which offset does the transposed M(1) move a code?",
    ),
    reason=Choice(
        "Why?",
        {
            "a": "Transposing swaps query and key, so the score at k becomes that at −k.",
            "b": "Transposing changes the sign of the score, so the best key becomes the worst.",
            "c": "Transposing leaves M(1) as it is, because a rotation is orthogonal.",
            "d": "Transposing swaps sine and cosine in each pair, which is a quarter turn.",
        },
        "a",
        hints={
            "b": "That is so for an antisymmetric matrix. Is M(1) one?",
            "c": "Orthogonal means that the transpose is the inverse. Is it the matrix itself?",
            "d": "Write the transposed block down. Which of its entries have moved?",
        },
    ),
)


def _minus_cos(omega, t, s):
    import sympy

    return -sympy.cos(omega * (t + s))


def _block(build):
    """Return a function of the four entries that makes a 2 × 2 matrix of those of `build`."""

    def matrix(*entries):
        import sympy

        return sympy.Matrix(2, 2, build(*entries))

    return matrix


mirror = Exercise(
    "ex-mirror",
    score=Expression(
        "The score of the mirror, in omega, t and s",
        _minus_cos,
        symbols="omega t s",
        wrong=[
            (
                lambda omega, t, s: -_minus_cos(omega, t, s),
                "The sign: the sine stands first in a pair, and gets the 1.",
            ),
            (
                lambda omega, t, s: -_minus_cos(omega, t, -s),
                "That is the score of the identity. The mirror has a −1.",
            ),
            (
                lambda omega, t, s: _minus_cos(omega, t, -s),
                "Which addition theorem has this sign between the two products?",
            ),
        ],
        hint="Multiply out p(t)ᵀ W p(s) with p = (sin, cos), and use an addition theorem.",
    ),
    depends=Choice(
        "What does it depend on?",
        {
            "a": "On the offset t − s.",
            "b": "On the product t · s.",
            "c": "On the sum t + s.",
            "d": "On t alone.",
        },
        "c",
        hints={
            "a": "Move both words on by 1. Does the score stay?",
            "b": "At s = 0 it would not change with t. Does it?",
            "d": "Exchange t and s. Does the score change?",
        },
    ),
    part=Expression(
        "The part that sees t + s, of the block with w11, w12, w21, w22",
        _block(lambda p, q, r, s: [(p - s) / 2, (q + r) / 2, (q + r) / 2, (s - p) / 2]),
        symbols="w11 w12 w21 w22",
        wrong=[
            (
                _block(lambda p, q, r, s: [(p + s) / 2, (q - r) / 2, (r - q) / 2, (p + s) / 2]),
                "That is the part that sees t − s. Take it away from the block.",
            ),
            (
                _block(lambda p, q, r, s: [p, (q + r) / 2, (q + r) / 2, s]),
                "That is the symmetric part. It still holds a multiple of the identity.",
            ),
            (
                _block(lambda p, q, r, s: [p - s, q + r, q + r, s - p]),
                "Twice as much as it should be: the two parts must add up to the block.",
            ),
        ],
        hint="Take aI + bJ away, with a and b as means of two entries. Two mirrors are left.",
    ),
)


def _pairs_moved(k, pairs):
    """Return M(k) of width 512 with the blocks of these pairs alone."""
    keep = np.zeros(512)
    keep[2 * pairs.start : 2 * pairs.stop] = 1
    return keep[:, None] * shift_matrix(k, 512) * keep


narrow_head = Exercise(
    "ex-narrow-head",
    product=Array(
        "The product W_Q @ W_K.T",
        lambda: _pairs_moved(5, range(32)),
        within=1e-9,
        wrong=[
            (lambda: _pairs_moved(-5, range(32)), "This head looks 5 ahead. Transpose the shift."),
            (lambda: _pairs_moved(0, range(32)), "This head looks at itself. Move the keys by 5."),
            (
                lambda: _pairs_moved(5, range(224, 256)),
                "These are the 32 slowest pairs. The fastest have the first columns.",
            ),
        ],
        hint="Its blocks should be those of M(5) for the first 32 pairs, with zeros elsewhere.",
    ),
    queries=Number(
        "Queries, of 512, that have a key 5 back",
        sum(t - 5 in range(512) for t in range(512)),
        within=0,
        wrong=[
            (512, "What stands five before the first word?"),
            (508, "Position 4 has none either: count 0, 1, 2, 3, 4."),
            (502, "Only the first words lack a key. The last ones have theirs."),
        ],
        hint="Key t − 5 must lie in the window. For which t does it?",
    ),
)
