"""The shuffle machine: what attention keeps when words change places."""

import math

import numpy as np

from .. import attention, palette
from ..encoding import sinusoidal
from ..language import say
from .base import Explorer
from .controls import Choice, Slider, Switch

SENTENCES = ("man bites dog", "我 打 你", "dogs often chase cats", "only she saw him run")
PINYIN = {"我": "wǒ", "打": "dǎ", "你": "nǐ"}  # for pictures: matplotlib's font has no characters
WIDTH = 8  # numbers for each token
FULL = 2.5  # output that has the full colour


def _numbers(seed, *shape):
    """Return pseudo-random numbers between -1 and 1 that JavaScript makes in the same way."""
    values = np.empty(math.prod(shape))
    for n in range(values.size):
        seed = (1664525 * seed + 1013904223) % 2**32
        values[n] = seed / 2**31 - 1
    return values.reshape(shape)


def arrange(order, n):
    """Return the order of that number of n words: order 0 is as written.

    Each number differs from the next by a swap of two neighbours, and the last from the first too
    (the algorithm of Steinhaus, Johnson and Trotter). Numbers count round and round.
    """
    if n == 1:
        return [0]
    block, step = divmod(order % math.factorial(n), n)
    rest = arrange(block, n - 1)
    place = step if block % 2 else n - 1 - step
    return [*rest[:place], n - 1, *rest[place:]]


def run(sentence, order, *, causal=False, layers=1, encoding=False):
    """Return what the machine makes of a sentence in some order.

    Parameters
    ----------
    sentence : str
        One of `SENTENCES`.
    order : int
        Number of the order, as for `arrange`.
    causal, encoding : bool, optional
        Whether later words are hidden, and whether the code of its place is added to each word.
    layers : {1, 2}, optional
        Number of layers.

    Returns
    -------
    order : list of int
        The word at each place, numbered as written.
    output : ndarray, shape (n, 8)
        Outputs, by word as written.
    weights : ndarray, shape (layers, n, n)
        Attention of each word (first index) to each word (second index), as written.
    """
    words = [word for text in SENTENCES for word in text.split()]
    vocabulary = dict(zip(words, _numbers(2, len(words), WIDTH) * math.sqrt(3), strict=True))
    matrices = _numbers(1, 2, 3, WIDTH, WIDTH) * math.sqrt(3 / WIDTH)
    tokens = np.array([vocabulary[word] for word in sentence.split()])

    order = arrange(order, len(tokens))
    x = tokens[order]
    if encoding:
        x = x + sinusoidal(np.arange(len(x)), WIDTH)
    output, weights = attention.attention_stack(x, matrices[:layers], causal=causal)
    back = np.argsort(order)
    return order, output[back], weights[:, back][:, :, back]


class ShuffleMachine(Explorer):
    """Words in an order of your choice, with their attention and their outputs.

    A small machine of one head of width 8 with random matrices, each layer added to its input. Its
    outputs are compared with those that the same words had in the sentence as written.

    Parameters
    ----------
    sentence : str
        One of four sentences of three to five words.
    order : int
        Number of the order, 0 to 119; 0 is as written, and each step swaps two neighbours. Three
        words have 6 orders, four 24, five 120; further numbers begin again.
    layers : {1, 2}
        Number of layers of attention.
    causal : bool
        Hide the words after each word.
    encoding : bool
        Add the code of its place to each word.
    """

    heights = {0: 1019, 328: 873, 348: 825, 488: 728, 640: 658}
    presets = {
        "Reversed": {
            "set": {
                "sentence": "man bites dog", "order": 3, "causal": False, "layers": 1,
                "encoding": False,
            },
            "note": "Another sentence, the same outputs.",
        },
        "我打你, reversed": {
            "set": {
                "sentence": "我 打 你", "order": 3, "causal": False, "layers": 1, "encoding": False,
            },
            "note": "I hit you, you hit me: the same outputs.",
        },
        "Mask, one layer": {
            "set": {
                "sentence": "only she saw him run", "order": 119, "causal": True, "layers": 1,
                "encoding": False,
            },
            "note": "The first two words swap; the words after them do not notice.",
        },
        "Mask, two layers": {
            "set": {
                "sentence": "only she saw him run", "order": 119, "causal": True, "layers": 2,
                "encoding": False,
            },
            "note": "The same swap; now every word after it notices.",
        },
        "With the encoding": {
            "set": {
                "sentence": "man bites dog", "order": 3, "causal": False, "layers": 1,
                "encoding": True,
            },
            "note": "Every word carries the code of its place.",
        },
    }  # fmt: skip

    sentence = Choice("man bites dog", SENTENCES, label="Sentence", help="as written")
    order = Slider(
        3, min=0, max=119, label="Order", run=True, help="each step swaps two neighbours"
    )
    layers = Choice(1, [1, 2], label="Layers", help="the second reads the outputs of the first")
    causal = Switch(False, label="Causal mask", help="a word sees no word after it")
    encoding = Switch(False, label="Add the encoding", help="each word gets the code of its place")

    def _compare(self):
        settings = {
            "causal": self.causal, "layers": self.layers, "encoding": self.encoding,
        }  # fmt: skip
        before = run(self.sentence, 0, **settings)
        now = run(self.sentence, self.order, **settings)
        return before, now, np.abs(before[1] - now[1]).max(axis=1)

    def still(self, figure):
        (_, before, old_weights), (order, now, weights), gaps = self._compare()
        words = [say(PINYIN[w]) if w in PINYIN else w for w in self.sentence.split()]
        n, role, scale = len(words), palette.LIGHT, palette.diverging_map()
        ax = figure.subplots()
        left = 84
        cell = min(150, (720 - left) / (n + 1))
        wide = cell - 26

        def strip(x, y, high, old, new):
            for m, (a, b) in enumerate(zip(old, new, strict=True)):
                for half, value in enumerate((a, b)):
                    box = (x - wide / 2 + half * wide / 2, y + m * high)
                    # The picture's palette has thirteen steps of the scale.
                    ax.add_patch(_box(box, wide / 2, high, scale((round(6 * value) + 6) / 12)))

        def mark(x, y, gap):
            same = gap < 1e-12
            colour = role["positive"] if same else role["negative"]
            words = say("= as before") if same else say("≠ by {gap:.2f}", gap=gap)
            ax.text(x, y, words, color=colour, ha="center")

        def place(k):
            return left + cell * (k + 0.5)

        small = {"ha": "right", "va": "center", "color": role["muted"]}
        ax.text(0, 8, say("As written"), weight="bold", va="center")
        for j, word in enumerate(words):
            ax.text(place(j), 30, word, ha="center", va="center", weight="bold")
            strip(place(j), 44, 8, before[j] / FULL, before[j] / FULL)
            same = gaps[j] < 1e-12
            ax.plot(
                [place(j), place(order.index(j))], [112, 150],
                color=role["positive"] if same else role["muted"], ls="-" if same else "--",
            )  # fmt: skip
        ax.text(place(n), 30, say("mean"), ha="center", va="center", color=role["muted"])
        strip(place(n), 44, 8, before.mean(0) / FULL, before.mean(0) / FULL)
        ax.text(left - 10, 76, say("output"), **small)
        ax.text(0, 142, say("Your order"), weight="bold", va="center")
        y = 176
        for k, j in enumerate(order):
            ax.add_patch(_box((place(k) - wide / 2, 152), wide, 24, role["panel"]))
            ax.text(place(k), 164, words[j], ha="center", va="center", weight="bold")
        for old, new in zip(old_weights, weights, strict=True):
            y += 10
            for m, word in enumerate(words):
                ax.text(left - 10, y + 9 + 18 * m, say("to {word}", word=word), **small)
            for k, j in enumerate(order):
                strip(place(k), y, 18, old[j], new[j])
                for m, share in enumerate(new[j]):
                    ink = "white" if share > 0.6 else role["ink"]
                    words_ = say("{share:.0f} %", share=100 * share)
                    ax.text(
                        place(k), y + 9 + 18 * m, words_, ha="center", va="center", color=ink,
                        size=9,
                    )  # fmt: skip
            y += 18 * n
        y += 10
        ax.text(left - 10, y + 32, say("output"), **small)
        for k, j in enumerate(order):
            strip(place(k), y, 8, before[j] / FULL, now[j] / FULL)
            mark(place(k), y + 82, gaps[j])
        strip(place(n), y, 8, before.mean(0) / FULL, now.mean(0) / FULL)
        mark(place(n), y + 82, np.abs(before.mean(0) - now.mean(0)).max())
        ax.set(xlim=(0, 720), ylim=(y + 90, 0))
        ax.set_axis_off()
        return (y + 96) / 100

    def alt(self):
        _, (order, _, _), gaps = self._compare()
        words = self.sentence.split()
        text = " ".join(words[j] for j in order)
        same = [words[j] for j in order if gaps[j] < 1e-12]
        if len(same) == len(words):
            verdict = say("every output equals the output of the same word as written")
        elif same:
            verdict = say(
                "only {words} kept the output of the sentence as written",
                words=say(", ").join(same),
            )
        else:
            verdict = say("every output differs from the output of the same word as written")
        return say(
            "The words of “{sentence}” in the order “{text}”, each with the percentages of its "
            "attention and its output as a strip of colours. Compared with the sentence as "
            "written, {verdict}.",
            sentence=self.sentence,
            text=text,
            verdict=verdict,
        )


def _box(corner, width, height, colour):
    from matplotlib.patches import Rectangle

    return Rectangle(corner, width, height, facecolor=colour, edgecolor="none")
