"""Checkers for the exercises of the chapter Add it."""

import numpy as np

from .exercise import Exercise
from .questions import Array, Choice, Expression, Function, Number


def _longest(width):
    """Return the greatest length at which word and position are read in 99 % of the cases."""
    from ..explorers import EmbeddingScale

    figure = EmbeddingScale(d_model=width)
    return max(c for c in np.geomspace(2, 40, 80) if min(figure.readings(c)) > 0.99)


room_for_two = Exercise(
    "ex-room-for-two",
    longest_512=Number(
        "Width 512: the greatest length at which both are read",
        lambda: _longest(512),
        within=2.2,
        wrong=[
            (512**0.5, "That is √d. Which of the two curves has dropped below 99 % there?"),
            (1.86, "That is where the words become readable, the lower end."),
        ],
        hint="Move the length up from 1, and note where the lower of the two curves leaves 99 %.",
    ),
    longest_128=Number(
        "Width 128: the greatest length at which both are read",
        lambda: _longest(128),
        within=0.5,
        wrong=[
            (128**0.5, "That is √d. Which of the two curves has dropped below 99 % there?"),
            (1.71, "That is where the words become readable, the lower end."),
            (lambda: _longest(512), "That is the end for width 512. Change the width."),
        ],
        hint="Move the length up from 1, and note where the lower of the two curves leaves 99 %.",
    ),
    root=Choice(
        "Where does the length √d lie?",
        {
            "a": "Between the two ends, at both widths.",
            "b": "Below the lower end, at both widths.",
            "c": "Above the upper end, at both widths.",
            "d": "Between the ends at width 512 only.",
        },
        "c",
        hints={
            "a": "Compute √d for both widths, and look at both curves there.",
            "b": "Is it the word or the position that is misread at √d?",
            "d": "Read the curve of the positions at width 512 once more: is it above 99 %?",
        },
    ),
)

_rng = np.random.default_rng(0)
# As many sentences as positions: with other shapes the wrong sum fails by itself.
_batches = [(_rng.normal(size=(n, n, 8)), _rng.normal(size=(50, 8))) for n in (30, 5)]

silent = Exercise(
    "ex-silent",
    add=Function(
        "The function add(x, table), with positions first in x",
        lambda x, table: x + table[: len(x)].reshape(len(x), 1, -1),
        samples=_batches,
        within=1e-12,
        wrong=[
            (
                lambda x, table: x + table[: len(x)],
                "The codes still line up with the sentences. Which axis of x do they have to meet?",
            ),
            (lambda x, table: x + table[:1], "Now every word gets the code of position 0."),
            (
                lambda x, table: x.swapaxes(0, 1) + table[: len(x)],
                "The codes are right, but the sentences come first now. Leave the axes of x.",
            ),
        ],
        hint="Slice the table to len(x) rows, and give them an axis of length 1 for the sentences.",
    ),
    right=Choice(
        "Which words get the right code from x + table[:30]?",
        {
            "a": "Word 0 of every sentence.",
            "b": "All words of sentence 0.",
            "c": "None of the 900 words.",
            "d": "Word t of sentence t.",
        },
        "d",
        hints={
            "a": "Word 0 of sentence 7 gets the code of 7. Which word of it should have that code?",
            "b": "All words of sentence 0 get the code of 0. Is that right for word 5?",
            "c": "Word t of sentence b gets the code of b. Can that never be the code of t?",
        },
    ),
)


def _root_of_half(d):
    import sympy

    return sympy.sqrt(d / 2)


equal_shares = Exercise(
    "ex-equal-shares",
    length=Expression(
        "The length of the embeddings, in d",
        _root_of_half,
        symbols="d",
        wrong=[
            (lambda d: d**0.5, "With √d the words get 44 % and the codes 11 %. Which q is fair?"),
            (lambda d: d / 2, "That is the square of the length."),
            (lambda d: d / d, "At length 1 nearly all belongs to the codes."),
        ],
        hint="The four shares are equal when q = 1 − q. Solve for the length.",
    ),
    factor=Number(
        "The factor at width 128",
        (128 / 2) ** 0.5,
        within=0.05,
        wrong=[
            (128**0.5, "That is the factor √d of the paper: it makes words longer than codes."),
            (64, "That is the square of the factor."),
            (16, "That is the factor at width 512."),
        ],
        hint="How long is an embedding of d entries of variance 1/d? How long should it be?",
    ),
)


def _count(width, words):
    """Return the matrices of six encoder and six decoder layers, 28 squares of the width each."""
    return 6 * 28 * width**2 + 37_000 * words


big_model = Exercise(
    "ex-big-model",
    parameters=Number(
        "Parameters of the model",
        _count(1024, 1024),
        within=0,
        wrong=[
            (_count(1024, 512), "Here each word has d numbers only. Give it 2d."),
            (2 * _count(512, 512), "Double the width of a square matrix: it grows more than that."),
            (4 * _count(512, 512), "The layers grow so much. Does the table of embeddings?"),
        ],
        hint="Call whole_model with both widths doubled.",
    ),
    gap=Number(
        "It exceeds the reported 213 million by",
        100 * (_count(1024, 1024) / 213e6 - 1),
        within=0.05,
        unit="%",
        wrong=[
            (_count(1024, 1024) / 213e6 - 1, "That is a fraction. Give it in per cent."),
            (100 * (_count(1024, 512) / 213e6 - 1), "That is with d numbers for each word."),
            (
                100 * _count(1024, 1024) / 213e6,
                "That is the whole. By how much does it exceed 100?",
            ),
        ],
        hint="Divide your count by 213 million, and take 1 away.",
    ),
)


class _Layer(Array):
    """Two matrices, alike if they agree on: is W1 invertible, and is there an A with W1 A = W2?"""

    def agrees(self, given, answer):
        return self._traits(given) == self._traits(np.array(answer, dtype=float))

    def _traits(self, layer):
        first, second = layer
        rank = np.linalg.matrix_rank(first)
        return rank == len(first), rank == np.linalg.matrix_rank(np.hstack([first, second]))


not_enough = Exercise(
    "ex-not-enough",
    matrices=_Layer(
        "The two matrices, as [W1, W2]",
        [[[2, 4], [1, 2]], [[1, 0], [0, 0]]],
        within=0,
        wrong=[
            ([np.eye(2), np.eye(2)], "Your W1 is invertible, so A = W1⁻¹ W2 does it."),
            (
                [np.diag([1, 0]), np.diag([2, 0])],
                "W1 is not invertible, but W1 A = W2 has a solution A all the same.",
            ),
        ],
        hint="Choose W1 so that it loses something that W2 keeps.",
    ),
    condition=Choice(
        "For which W1, W2 is there an A with W1 x + W2 p = W1 (x + A p)?",
        {
            "a": "Only if W1 is invertible.",
            "b": "If W2 has the same rank as W1.",
            "c": "If the columns of W2 are combinations of those of W1.",
            "d": "If the rows of W2 are combinations of those of W1.",
        },
        "c",
        hints={
            "a": "Take W1 = W2, not invertible. Does A = I not do it?",
            "b": "Take (1 0; 0 0) and (0 0; 0 1): the same rank. Is there an A?",
            "d": "In W1 A the matrix A stands on the right. Does it mix rows of W1, or columns?",
        },
    ),
)
