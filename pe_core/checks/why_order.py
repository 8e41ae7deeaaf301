"""Checkers for the exercises of the chapter The shuffle machine."""

import math
from itertools import permutations

import numpy as np

from .. import self_attention
from .exercise import Exercise
from .questions import Choice, Expression, Number


def _survivors():
    places = np.arange(5)
    bias = -np.abs(places[:, None] - places)
    orders = (list(order) for order in permutations(places))
    return sum(np.array_equal(bias[order][:, order], bias) for order in orders)


where_it_breaks = Exercise(
    "ex-where-it-breaks",
    added=Choice(
        "When P is added, the first step that fails is the one for the",
        {"a": "outputs", "b": "weights", "c": "scores", "d": "queries, keys and values"},
        "d",
        hints={
            "a": "They fail too, but only because an earlier step has failed.",
            "b": "The softmax still moves with its entries. Which entries does it get?",
            "c": "The scores come from Q and K. Are those still ΠQ and ΠK?",
        },
    ),
    condition=Choice(
        "With a matrix B added to the scores (a mask, a bias), the proof holds for Π if",
        {"a": "ΠB = B", "b": "Bᵀ = B", "c": "ΠBΠᵀ = B", "d": "ΠᵀΠ = I"},
        "c",
        hints={
            "a": "This moves the rows of B. What does the proof say of the columns of the scores?",
            "b": "A symmetric B has a place for each pair of words too. Let two words swap.",
            "d": "That holds for every Π, so it says nothing of B. And B does not move.",
        },
    ),
    survivors=Number(
        "Orders of five words, of all 120, that survive the bias −|t − s|",
        _survivors,
        within=0,
        wrong=[
            (1, "The order as written survives. Which other one keeps every distance |t − s|?"),
            (
                10,
                "Turning round, as on a circle, brings the last word next to the first. "
                "Their distance was 4.",
            ),
            (120, "Let the first two words swap. Is each still as far from the third?"),
        ],
        hint="Survivors keep the distance of every two places. Begin with the two ends.",
    ),
)

read_out = Exercise(
    "ex-read-out",
    blind=Choice(
        "Read-outs of Y that cannot tell the two sentences",
        {
            "a": "the mean of the rows",
            "b": "the row at place 0",
            "c": "the largest entry of each column",
            "d": "the sum of the rows, each times its place",
            "e": "one more attention over the rows, with a fixed query",
        },
        "ace",
        hints={
            "a": "A mean adds the rows. Does a sum know the order of its terms?",
            "b": "Whose output stands at place 0 in each sentence?",
            "c": "Let two rows swap. Does any column get another largest entry?",
            "d": "The places stay when the rows move, so each row gets another factor.",
            "e": "With a fixed query, this is a weighted sum whose weights move with the rows.",
        },
    ),
    why=Choice(
        "A read-out that can tell does not contradict the theorem, because",
        {
            "a": "its weights can be trained, and the theorem is about random weights",
            "b": "it names a place, and the theorem lets the rows change places",
            "c": "it is one more layer, and the theorem is about one layer",
            "d": "it sees that “man” has another output in the second sentence",
        },
        "b",
        hints={
            "a": "The theorem assumes nothing about the weights. It holds for trained ones.",
            "c": "Layers that move with the rows do so in a chain as well.",
            "d": "By the theorem “man” has the same output in both. What has changed?",
        },
    ),
)


def _keeps(order, place):
    """Say whether the word of this place keeps its output in one causal layer."""
    return order[place] == place and set(order[:place]) == set(range(place))


who_stays_blind = Exercise(
    "ex-who-stays-blind",
    order=Choice(
        "An order in which “run” keeps its output and no other word does",
        {
            "a": "only him saw she run",
            "b": "she only saw him run",
            "c": "run only she saw him",
            "d": "saw him only she run",
        },
        "d",
        hints={
            "a": "“only” comes first here too, and sees itself alone, as before.",
            "b": "“saw” comes after the same two words as before. Does it notice their swap?",
            "c": "“run” sees itself alone here. Which words did it see before?",
        },
    ),
    orders=Number(
        "Orders in which “run” keeps its output",
        math.factorial(4),
        within=0,
        wrong=[
            (math.factorial(4) - 1, "Near. Does the order as written count?"),
            (math.factorial(3), "Only “run” has to stay. How many words are free?"),
            (math.factorial(5), "That is every order. If “run” moves forward, what does it see?"),
        ],
        hint="Which words must “run” see, and which place does it need for that?",
    ),
    none=Number(
        "Orders in which no word keeps its output",
        lambda: sum(not any(_keeps(p, n) for n in range(5)) for p in permutations(range(5))),
        within=0,
        wrong=[
            (
                math.factorial(5) - math.factorial(4),
                "That leaves out the orders in which “run” keeps its output. "
                "Other words may keep theirs.",
            ),
            (
                sum(all(p[n] != n for n in range(5)) for p in permutations(range(5))),
                "Those are the orders with no word at its old place. A word may stay there and "
                "still see other words.",
            ),
        ],
        hint="A word keeps its output when the same words stand before it. Count the orders in "
        "which none does, for 1, 2, 3 words first.",
    ),
)

the_mask_counts = Exercise(
    "ex-the-mask-counts",
    output=Expression(
        "The output at place t",
        lambda t: 1 / (t + 1),
        symbols="t",
        wrong=[
            (lambda t: 1 / t, "Try place 0: it sees one token, the special one."),
            (lambda t: t / (t + 1), "That is the share of the zeros. Which share has the 1?"),
            (lambda t: 1 + 0 * t, "That is the sum of the values. Attention takes their mean."),
        ],
        hint="With equal scores the output is the mean of all values up to place t.",
    ),
    place=Number(
        "The place at which the output is 0.04",
        round(1 / 0.04) - 1,
        within=0,
        wrong=[
            (25, "That many tokens are visible there. Places count from 0."),
            (23, "That many words stand between the special token and this place."),
        ],
        hint="Solve the formula of the output for t.",
    ),
)


def _different_outputs(causal):
    """Count the outputs of both sentences together, up to rounding."""
    rng = np.random.default_rng(0)
    token = dict(zip(("the", "dog", "chased", "cat"), rng.normal(size=(4, 8)), strict=True))
    outputs = set()
    for sentence in ("the dog chased the cat", "the cat chased the dog"):
        x = np.array([token[word] for word in sentence.split()])
        output, _ = self_attention(x, x, x, causal=causal)
        outputs |= {tuple(row) for row in output.round(9)}
    return len(outputs)


the_two_thes = Exercise(
    "ex-the-two-thes",
    why=Choice(
        "The two “the” have the same output, because",
        {
            "a": "an output depends on the token of its own word only",
            "b": "letting the two swap does not change X, so it changes no output either",
            "c": "the mean of the outputs stays when two words swap",
            "d": "each of the two attends to the other as much as to itself",
        },
        "b",
        hints={
            "a": "An output is a mean over the values of all words.",
            "c": "True of every two words. A mean can stay while its two rows differ.",
            "d": "True, and it compares two weights of one row. Compare the two rows.",
        },
    ),
    plain=Number(
        "Different outputs of both sentences together, without a mask",
        lambda: _different_outputs(causal=False),
        within=0,
        wrong=[
            (5, "Count the two “the” again."),
            (8, "The second sentence is the first in another order. What does the theorem say?"),
            (10, "That is one for each word of both. Which of them are equal?"),
        ],
        hint="Which outputs of one sentence are equal, and which come again in the other?",
    ),
    masked=Number(
        "The same count in one causal layer",
        lambda: _different_outputs(causal=True),
        within=0,
        wrong=[
            (10, "The first word sees itself alone. What is it in each sentence?"),
            (5, "That is one sentence. Which words of the other see the same words before them?"),
            (4, "That is the count without a mask. What does each “the” see now?"),
        ],
        hint="An output is fixed by its word and by the bag of the words before it.",
    ),
)
