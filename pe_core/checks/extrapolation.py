"""Checkers for the exercises of the chapter The trial."""

import functools

import numpy as np

from .. import heads
from ..encoding import sinusoidal
from .exercise import Exercise
from .questions import Choice, Expression, Number


def _most(length, last):
    """Return the greatest rest, in %, at which and below which the first queries are right."""
    from ..explorers.extrapolation_trial import recorded

    weights, codes = recorded(64, "Adam"), sinusoidal(np.arange(length), 16)
    part = heads.rotation_part(weights)
    most = 0
    for rest in range(0, 101, 5):
        mixed = part + rest / 100 * (weights - part)
        if not heads.hits(mixed, codes, 3)[: last - 3].all():
            break
        most = rest
    return most


how_much_rest = Exercise(
    "ex-how-much-rest",
    window=Number(
        "Rest at which every query of the window is right",
        lambda: _most(256, 64),
        within=0,
        unit="%",
        wrong=[
            (lambda: _most(128, 64), "That is so for a shorter text. Set the text length to 256."),
            (30, "Near: two queries of the window still look elsewhere."),
        ],
        hint="Set the text length to 256, and go down until no query of the window is wrong.",
    ),
    every=Number(
        "Rest at which all queries are right",
        lambda: _most(256, 256),
        within=0,
        unit="%",
        wrong=[
            (20, "Near: beyond the window a few still look elsewhere."),
            (
                lambda: _most(128, 128),
                "That is enough for the window, or for a shorter text. Watch the later queries.",
            ),
            (0, "There all are right, but more of the rest can be kept."),
        ],
        hint="Set the text length to 256, and go down until no query at all is wrong.",
    ),
    hidden=Choice(
        "Where was the right answer hidden?",
        {
            "a": "In the rest: a little of it helps, and all of it is too much.",
            "b": "In the rotation part: the rest adds what can outdo its lead.",
            "c": "In both together: neither of them alone finds the key.",
            "d": "In the codes of the window: beyond it there was none.",
        },
        "b",
        hints={
            "a": "Set the rest to 0 %. Is the answer gone?",
            "c": "Set the rest to 0 %. Does the other part not find it alone?",
            "d": "Set the rest to 0 %, and look at the queries beyond the window.",
        },
    ),
)


def _over_root(d):
    import sympy

    return 1 / sympy.sqrt(d)


projection = Exercise(
    "ex-projection",
    share=Expression(
        "The average share of the squared norm that R keeps, in d",
        lambda d: 1 / d,
        symbols="d",
        wrong=[
            (_over_root, "That is the share of the norm. The question is about its square."),
            (lambda d: 2 / d, "So much lies in the blocks of the pairs. R keeps a part of it."),
            (lambda d: 1 / d**2, "The whole has d² free numbers. How many has R(W)?"),
        ],
        hint="All directions have the same expected square. Count those of R(W) and of W.",
    ),
    product=Choice(
        "In a block, the inner product of aI + bJ with the rest of the block is",
        {
            "a": "a (w11 + w22 − a) + b (w12 − w21 − b)",
            "b": "a (w11 − w22) + b (w12 + w21)",
            "c": "a (w11 + w22 − 2a) + b (w12 − w21 − 2b)",
            "d": "a (w11 w22 − a²) + b (w12 w21 − b²)",
        },
        "c",
        hints={
            "a": "The number a stands twice in aI + bJ, and so does b. How often is it squared?",
            "b": "Where is w11 − a? Multiply entry by entry, and add the four products.",
            "d": "An inner product of matrices has no products of two entries of one of them.",
        },
    ),
)


@functools.cache
def _tied(sign=1, odd=True):
    """Return how often a head of width 32 whose gradient is projected is right from 64 to 511."""
    identity, turn = np.eye(16), np.array([[0, 1], [-1, 0]])

    def project(gradient):
        a, b = heads.rotation_coefficients(gradient)
        return np.kron(a * identity, np.eye(2)) + odd * np.kron(sign * b * identity, turn)

    def loss_and_gradients(p):
        loss, gradient, _ = heads.head_loss(p["W"], codes[:64], 3)
        return loss, {"W": project(gradient)}

    codes = sinusoidal(np.arange(512), 32)
    found, _ = heads.minimize({"W": np.zeros((32, 32))}, loss_and_gradients, steps=300)
    return 100 * heads.hits(found["W"], codes, 3)[64 - 3 :].mean()


def _untied():
    codes = sinusoidal(np.arange(512), 32)
    return 100 * heads.hits(heads.train_head(codes[:64], 3).weights, codes, 3)[64 - 3 :].mean()


tied = Exercise(
    "ex-tied",
    beyond=Number(
        "Queries from 64 to 511 that look three back",
        _tied,
        within=0.5,
        unit="%",
        wrong=[
            (_untied, "So it is with all of W. Project the gradient in every step."),
            (
                lambda: _tied(sign=-1),
                "This head walks uphill in b. Which sign has b in the projection?",
            ),
            (
                lambda: _tied(odd=False),
                "This head learns a alone. Keep b in the projection as well.",
            ),
        ],
        hint="Pass the gradient through rotation_part before Adam sees it, and count the hits.",
    ),
    reason=Choice(
        "Why can no cliff grow with t?",
        {
            "a": "Few free numbers fit the window less closely, so the head does not overfit.",
            "b": "Scores depend on t − s alone, so a later query sees the same at each offset.",
            "c": "A projected gradient is shorter, so training ends before the cliff appears.",
            "d": "Codes beyond the window come near to those of the window again.",
        },
        "b",
        hints={
            "a": "A diagonal W has as few. What else do these blocks do to the score?",
            "c": "Adam divides by the usual size of each entry. What has length to do with it?",
            "d": "They do so for all of W as well, and there it falls.",
        },
    ),
)


@functools.cache
def _masked(width, causal=True):
    return heads.extrapolation_trial(64, width, 3, far=4, optimizer="descent", causal=causal)


def _whole(width, where, causal=True):
    return lambda: 100 * _masked(width, causal)["whole"][where]


def _worst_of_the_part():
    return 100 * min(_masked(d)["rotation"][w] for d in (16, 32, 64) for w in ("outside", "far"))


causal_trial = Exercise(
    "ex-causal-trial",
    outside=Number(
        "Width 32: descent is right from L to 2L in",
        _whole(32, "outside"),
        within=3,
        unit="%",
        wrong=[
            (
                _whole(32, "outside", causal=False),
                "That is without the mask, or inside the window.",
            ),
            (_whole(64, "outside"), "That is width 64."),
            (_whole(32, "far"), "That is from 2L to 4L."),
        ],
        hint='Train with optimizer="descent" and causal=True, window 64, three back, far=4.',
    ),
    far=Number(
        "Width 64: descent is right from 2L to 4L in",
        _whole(64, "far"),
        within=3,
        unit="%",
        wrong=[
            (_whole(64, "far", causal=False), "That is without the mask, or inside the window."),
            (_whole(64, "outside"), "That is from L to 2L."),
            (_whole(32, "far"), "That is width 32."),
        ],
        hint='The same call with width 64: read "far" of "whole".',
    ),
    part=Number(
        "The rotation part: its least accuracy in all of this",
        _worst_of_the_part,
        within=0.5,
        unit="%",
        wrong=[
            (_whole(16, "outside"), "That is the whole W, at width 16."),
            (_whole(16, "far"), "That is the least accuracy of the whole W."),
        ],
        hint='Read "rotation" instead of "whole", for all widths and both ranges.',
    ),
)
