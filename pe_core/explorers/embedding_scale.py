"""The scale of the embeddings: words drowned by positions, positions drowned by words."""

import functools

import numpy as np

from ..language import say
from .base import Explorer
from .controls import Choice, Slider

SENTENCE = ["the", "cat", "saw", "the", "dog", "and", "the", "dog", "saw", "the", "cat"]
VOCABULARY = 24
POSITIONS = 48
WIDEST = 512
SEED = 2373


@functools.cache
def _noise():
    """Return standard normal numbers for the embeddings, the same as on the page."""
    # The generator mulberry32, whose n-th number needs none before it; then Box and Muller.
    whole = np.uint64(2**32 - 1)
    steps = np.arange(1, 2 * VOCABULARY * WIDEST + 1, dtype=np.uint64)
    s = (SEED + steps * 0x6D2B79F5) & whole
    x = ((s ^ (s >> np.uint64(15))) * (s | np.uint64(1))) & whole
    x = ((x + (((x ^ (x >> np.uint64(7))) * (x | np.uint64(61))) & whole)) & whole) ^ x
    first, second = (((x ^ (x >> np.uint64(14))) & whole) / 2**32).reshape(-1, 2).T
    normal = np.sqrt(-2 * np.log(1 - first)) * np.cos(2 * np.pi * second)
    return normal.reshape(VOCABULARY, WIDEST)


class EmbeddingScale(Explorer):
    """Embeddings of some length, plus the code: what the sum still tells, and what a head sees.

    The embeddings are random, with entries N(0, 1/d): 24 of them, of length about 1, which `scale`
    stretches. They are added to the codes of 48 positions. The cloud shows the eleven tokens of a
    sentence in the plane of pair d / 32, whose wavelength is 11.2 positions.

    Parameters
    ----------
    scale : float
        Factor of the embeddings, 0.1 to 1000; it is also, nearly, their length.
    d_model : {32, 128, 512}
        Width.
    """

    heights = {0: 1338, 320: 1354, 328: 1310, 400: 1267, 544: 1197, 640: 809, 696: 811}

    scale = Slider(
        22.6, min=0.1, max=1000, scale="log", label="Length c", help="of the embeddings; a factor"
    )
    d_model = Choice(512, [32, 128, 512], label="Width d_model", help="the code has length √(d/2)")

    presets = {
        "Entries of variance 1/d, as drawn": {
            "set": {"scale": 1.0, "d_model": 512},
            "note": "Length 1 meets a code of length 16: the code drowns the words.",
        },
        "The same, times √d": {
            "set": {"scale": 22.6, "d_model": 512},
            "note": "The rule of the first Transformer: Vaswani et al. 2017, section 3.4.",
        },
        "Entries of variance 1, times √d": {
            "set": {"scale": 512.0, "d_model": 512},
            "note": "The same rule on the default of torch.nn.Embedding: words drown the code.",
        },
    }

    def embeddings(self):
        """Return the random embeddings before scaling, shape (24, d_model)."""
        return _noise()[:, : self.d_model] / np.sqrt(self.d_model)

    def readings(self, scale=None):
        """Return the shares of all sums from which the position and the word are read correctly.

        The position is the one whose code is nearest to the sum. The word is the one whose scaled
        embedding is nearest to the sum minus the mean code.

        Parameters
        ----------
        scale : float, optional
            Factor of the embeddings; that of the figure unless given.

        Returns
        -------
        tuple of float
        """
        from .. import encoding

        words = (self.scale if scale is None else scale) * self.embeddings()
        codes = encoding.sinusoidal(np.arange(POSITIONS), self.d_model)
        mixed, squares = words @ codes.T, (words**2).sum(axis=1)
        # Products of every sum with every code, and (less the mean code) with every word.
        position = (mixed[:, None] + codes @ codes.T).argmax(axis=-1)
        product = (words @ words.T)[:, None] + (mixed.T - words @ codes.mean(axis=0))
        right = (product - squares / 2).argmax(axis=-1) == np.arange(VOCABULARY)[:, None]
        return float((position == np.arange(POSITIONS)).mean()), float(right.mean())

    def terms(self):
        """Return the four terms of the dot products of all tokens, and their shares.

        Of each term the mean over the keys is taken away, as the softmax does not see it.

        Returns
        -------
        terms : ndarray of float64, shape (2, 2, 11, 11)
            First axis: word or code of the query; second: word or code of the key.
        shares : ndarray of float64, shape (2, 2)
            Sum of the squares of a term, divided by that of all four.
        """
        from .. import encoding

        names = list(dict.fromkeys(SENTENCE))
        words = self.scale * self.embeddings()[[names.index(word) for word in SENTENCE]]
        parts = np.stack([words, encoding.sinusoidal(np.arange(len(SENTENCE)), self.d_model)])
        terms = np.einsum("atd,bsd->abts", parts, parts)
        terms -= terms.mean(axis=-1, keepdims=True)
        squares = (terms**2).sum(axis=(2, 3))
        return terms, squares / squares.sum()

    def still(self, figure):
        from .. import encoding
        from ..palette import LIGHT, diverging_map
        from ..plots import _calm, _say

        above, below = figure.subfigures(2, 1, height_ratios=[1.75, 1])
        left, right = above.subfigures(1, 2, width_ratios=[1.1, 1])
        cloud, columns = left.subplots(), [self.d_model // 16 + 1, self.d_model // 16]
        names = list(dict.fromkeys(SENTENCE))
        plane = self.scale * self.embeddings()[: len(names), columns]
        codes = encoding.sinusoidal(np.arange(len(SENTENCE)), self.d_model)[:, columns]
        for name, centre in zip(names, plane, strict=True):
            cloud.add_patch(_circle(centre, fill=False, edgecolor=LIGHT["line"], lw=1))
            _say(cloud, *centre, say(name), ha="center", va="center", fontweight="bold")
        for t, word in enumerate(SENTENCE):
            x, y = plane[names.index(word)] + codes[t]
            cloud.plot(x, y, "o", ms=5, color=LIGHT["position"])
            _say(cloud, *(plane[names.index(word)] + 1.2 * codes[t]), str(t), ha="center",
                 va="center", color=LIGHT["position"])  # fmt: skip
        x, y = (plane.min(axis=0) + plane.max(axis=0)) / 2
        reach = np.ptp(plane, axis=0).max() / 2 + 1.35
        cloud.set(xlim=(x - reach, x + reach), ylim=(y - reach, y + reach), aspect="equal")
        _calm(cloud, title=say("Tokens in the plane of one pair")).axis("off")

        terms, shares = self.terms()
        titles = (
            ("word–word: {share:.1f} %", "word–code: {share:.1f} %"),
            ("code–word: {share:.1f} %", "code–code: {share:.1f} %"),
        )
        for (a, b), tile in np.ndenumerate(right.subplots(2, 2)):
            top = np.abs(terms[a, b]).max()
            tile.imshow(terms[a, b] / top, cmap=diverging_map(), vmin=-1, vmax=1)
            tile.axis("off")
            words = say(titles[a][b], share=100 * shares[a, b])
            _say(tile, 0.5, 1.04, words, ha="center", transform=tile.transAxes)

        read, scales = below.subplots(), np.geomspace(0.1, 1000, 33)
        curves = [self.readings(c) for c in scales]
        for values, role, name, x in zip(
            100 * np.transpose(curves), ("position", "ink"), (say("position"), say("word")),
            (0.12, 500), strict=True,
        ):  # fmt: skip
            read.plot(scales, values, color=LIGHT[role], lw=2)
            _say(read, x, 82, name, color=LIGHT[role], fontweight="bold")
        read.axvline(self.scale, color=LIGHT["muted"], lw=1.5, ls=(0, (3, 3)))
        read.set_xscale("log")
        read.set(ylim=(0, 105), xlim=(0.1, 1000))
        _calm(read, title=say("Read back from the sum, %"), x=say("length of an embedding, log"))
        return 5.2

    def alt(self):
        position, word = self.readings()
        shares = 100 * self.terms()[1]
        return say(
            "Embeddings of length {length:.4g} plus a code of length {code:.3g}, at width {width}: "
            "a cloud of eleven tokens, five words each with a circle on which its positions lie; "
            "four tiles with the terms of a dot product, word with word {words:.1f} percent, code "
            "with code {codes:.1f} percent; and how often the nearest code and the nearest word "
            "are right: {position:.0f} and {word:.0f} percent.",
            length=self.scale,
            code=np.sqrt(self.d_model / 2),
            width=self.d_model,
            words=shares[0, 0],
            codes=shares[1, 1],
            position=100 * position,
            word=100 * word,
        )


def _circle(centre, **style):
    from matplotlib.patches import Circle

    return Circle(centre, 1, **style)
