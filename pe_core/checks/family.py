"""Checkers for the exercises of the chapter The family."""

import functools

import numpy as np

from ..schemes import alibi_slopes, t5_bucket
from .exercise import Exercise
from .questions import Choice, Expression, Number

# No text of 32 words has a distance above 31. The first bucket that none reaches starts here.
_untrained = int((t5_bucket(np.arange(200)) > t5_bucket(31)).argmax())

plateau = Exercise(
    "ex-plateau",
    key=Number(
        "The last key of the plateau, for the query at 100",
        100 - _untrained,
        within=0,
        wrong=[
            (_untrained, "That is its distance from the query. Give the position of the key."),
            (100 - 32, "That distance never occurs in training, but its bucket does."),
            (100 - _untrained + 1, "That key is outside: it shares a bucket with distance 31."),
        ],
        hint="How far back does the plateau begin, by the text of this chapter? Count from 100.",
    ),
    remedy=Choice(
        "What removes it?",
        {
            "a": "Train for ten times as many steps on texts of 32 words.",
            "b": "Train on texts of 128 words.",
            "c": "Give the scheme 64 buckets instead of 32.",
            "d": "Set max_distance below the longest trained distance.",
        },
        "bd",
        hints={
            "a": "Which gradient does a bucket get that no text of 32 words reaches?",
            "b": "Which texts reach the buckets that stayed at 0?",
            "c": "Then there are more buckets that no text of 32 words reaches.",
            "d": "All beyond max_distance shares the last bucket. Could that be a trained one?",
        },
    ),
)


def _turned(omega, k):
    """Return the unit vector at the angle omega k, as a column."""
    import sympy

    return sympy.Matrix([sympy.cos(omega * k), sympy.sin(omega * k)])


rope_blind = Exercise(
    "ex-rope-blind",
    reason=Choice(
        "Why is the score even when query and key are equal?",
        {
            "a": "The cosine terms vanish, since a_i is 0.",
            "b": "Query and key are turned by the same angle.",
            "c": "The turned vectors keep their lengths.",
            "d": "The sine terms vanish, since b_i is 0.",
        },
        "d",
        hints={
            "a": "Here a_i is the dot product of q_i with itself. Is it 0?",
            "b": "They are turned by the angles of their own positions, and these differ.",
            "c": "They do so for every query and key. Which coefficient does q = k change?",
        },
    ),
    key=Expression(
        "The key for q = (1, 0), as a column of length 1, in omega",
        lambda omega: _turned(omega, 3),
        symbols="omega",
        wrong=[
            (
                lambda omega: _turned(omega, -3),
                "Its crest lies at −3. Which way must the key lean?",
            ),
            (
                lambda omega: _turned(omega, 3)[::-1, :],
                "RoPE's pairs have no sine first. Start from (1, 0) and turn.",
            ),
            (lambda omega: _turned(omega, 1), "Its crest lies at 1."),
        ],
        hint="At offset 3 the key, turned by ω(s − t) = −3ω, should point along the query.",
    ),
)


def _exp(m, n):
    import sympy

    return sympy.exp(-m * n)


_limit = np.log(2) / 100
_beyond = np.exp(-100 * alibi_slopes(8))

slope = Exercise(
    "ex-slope",
    share=Expression(
        "The share of the n nearest keys, in m and n",
        lambda m, n: 1 - _exp(m, n),
        symbols="m n",
        wrong=[
            (_exp, "That share lies beyond the n nearest keys."),
            (
                lambda m, n: 1 - _exp(m, n + 1),
                "The own token is one of the n: distances 0 to n − 1.",
            ),
            (lambda m, n: 1 - _exp(m, n - 1), "Distances 0 to n − 1 are n keys, not n − 1."),
        ],
        hint="The weights are powers of r = exp(−m). Sum n of them, and divide by the sum of all.",
    ),
    limit=Number(
        "The largest slope with half or more beyond 100 keys",
        _limit,
        within=0.00005,
        wrong=[
            (0.01, "With m = 1/100 there are 37 % beyond. Which m leaves a half?"),
            (alibi_slopes(8)[-1], "That is a slope of the eight. How far could m grow?"),
            (_limit / 2, "With half that slope 71 % lie beyond. A half is enough."),
        ],
        hint="Set exp(−100 m) equal to ½ and solve for m.",
    ),
    heads=Number(
        "Heads, of the eight, with such a slope",
        (_beyond >= 0.5).sum(),
        within=0,
        wrong=[
            (2, "The slope 1/128 leaves 46 % beyond the nearest 100."),
            ((_beyond < 0.5).sum(), "That many keep more than half among the nearest 100."),
        ],
        hint="Compare 1/2, 1/4, …, 1/256 with the largest such slope.",
    ),
)


@functools.cache
def _turns():
    from ..explorers.learned_rotations import recorded

    periods, tracks = recorded()
    turns = np.unwrap(np.angle(tracks), axis=0) / (2 * np.pi)
    return turns - turns[0], np.arange(len(turns))[:, None] / periods


def _gain(position, plane=2):
    """Return how many turns a learned clock is ahead of an even one."""
    learned, even = _turns()
    return learned[position - 1, plane - 1] - even[position - 1, plane - 1]


gain = Exercise(
    "ex-gain",
    gained=Number(
        "Gained at position 128",
        lambda: _gain(128),
        within=0.1,
        unit="turns",
        wrong=[
            (lambda: _turns()[0][127, 1], "So far it has turned. How far has an even clock?"),
            (lambda: _turns()[1][127, 1], "So far turns an even clock. How far does this one?"),
            (lambda: _gain(128, 1), "That is plane 1. Choose plane 2."),
        ],
        hint="Take its turns at 128, less the 127 steps divided by the period of plane 2.",
    ),
    left=Number(
        "Left of it at position 384",
        lambda: _gain(384),
        within=0.07,
        unit="turns",
        wrong=[
            (lambda: _gain(128), "So much it had at 128. Run on to 384."),
            (lambda: _gain(128) - _gain(384), "So much it has lost since 128. What is left?"),
            (lambda: _gain(256), "That is position 256. Run on to 384."),
        ],
        hint="Take its turns at 384, less the 383 steps divided by the period of plane 2.",
    ),
    matrix=Choice(
        "What does this say about one M(1) for the whole table?",
        {
            "a": "There is one, but the fit by least squares has missed it.",
            "b": "There is one for every plane, and M(1) is made of these.",
            "c": "There is one, and it turns faster than the mean period says.",
            "d": "There is none: it would turn by the same angle at every step.",
        },
        "d",
        hints={
            "a": "Which angle would a better fit have, that of quick steps or of slow ones?",
            "b": "In plane 2 alone: which angle would its block have at 100, and which at 300?",
            "c": "Then the clock would go on gaining after 128. Does it?",
        },
    ),
)
