"""The dial of one block: where it points, attention looks."""

import numpy as np

from ..language import say
from .base import Explorer
from .controls import Choice, Slider

WIDTH = 64
REACH = 24


class DirectionDial(Explorer):
    """The block a I + b J of one pair as an arrow, and the attention that it gives.

    The arrow's lean is the angle by which the block turns the query's code, its length how strongly
    the pair is heard. The code has width 64 and base 10,000; keys stand up to 24 positions to the
    left and to the right of the query.

    Parameters
    ----------
    a, b : float
        Even part and odd part of the block, -4 to 4. Above 0, b looks left: back in the text.
    pair : int
        Pair index i, 0 (fastest) to 31 (slowest).
    followers : int
        How many of the next faster pairs have a block of the same length, 0 to 31; pair 0 is the
        last that can follow.
    follow : {"same offset", "same angle"}
        Whether the blocks of the others point to the same offset k, or lean by the same angle.
    """

    heights = {0: 1243, 328: 1139, 332: 969, 376: 987, 400: 1047, 412: 999, 524: 901, 640: 636}

    a = Slider(1.6, min=-4.0, max=4.0, label="Even part a", help="the same for left and right")
    b = Slider(1.2, min=-4.0, max=4.0, label="Odd part b", help="above 0 looks left, below 0 right")
    pair = Slider(7, min=0, max=31, label="Pair i", help="a later pair turns more slowly")
    followers = Slider(0, min=0, max=31, label="Faster pairs", help="how many follow the arrow")
    follow = Choice("same offset", ["same offset", "same angle"], label="They take the")

    def blocks(self):
        """Return pair indices and the numbers a and b of their blocks.

        Returns
        -------
        tuple of ndarray
            Pairs from the chosen one down to the fastest that follows; a; b.
        """
        from .. import encoding

        pairs = np.arange(self.pair, max(-1, self.pair - self.followers - 1), -1)
        omega = encoding.frequencies(WIDTH)[pairs]
        length, lean = np.hypot(self.a, self.b), np.arctan2(self.b, self.a)
        turn = lean * (omega / omega[0] if self.follow == "same offset" else np.ones(len(pairs)))
        return pairs, length * np.cos(turn), length * np.sin(turn)

    def scores(self, offset):
        """Return even and odd part of the score at `offset`, query position minus key position.

        Parameters
        ----------
        offset : array_like of real numbers

        Returns
        -------
        tuple of ndarray
            Even part and odd part, of the shape of `offset`; the score is their sum.
        """
        from .. import encoding

        pairs, a, b = self.blocks()
        angle = np.asarray(offset)[..., None] * encoding.frequencies(WIDTH)[pairs]
        return np.cos(angle) @ a, np.sin(angle) @ b

    def weights(self):
        """Return the attention to the keys from 24 left of the query to 24 right of it."""
        from .. import attention

        return attention.softmax(sum(self.scores(np.arange(REACH, -REACH - 1, -1))))

    def still(self, figure):
        from ..palette import LIGHT
        from ..plots import _calm, _say

        left, right = figure.subfigures(1, 2, width_ratios=[1, 2.1])
        dial, middle = left.subplots(), {"ha": "center", "va": "center"}
        for radius in (4, 3, 2, 1):
            dial.add_patch(_circle(radius, facecolor=LIGHT["panel"], edgecolor=LIGHT["line"], lw=1))
        for a, b in zip(*self.blocks()[1:], strict=True):
            dial.plot([0, -b], [0, a], color=LIGHT["muted"], lw=1)
        dial.plot([0, -self.b], [0, self.a], color=LIGHT["position"], lw=2)
        dial.plot(-self.b, self.a, "o", ms=8, color=LIGHT["position"], mec="white")
        for x, y, words, role in (
            (0, 4.6, "a > 0", "cosine"),
            (-3.2, 3.9, say("b > 0, left"), "sine"),
            (3.2, 3.9, say("b < 0, right"), "sine"),
            (0, -4.8, f"a = {self.a:.2f},  b = {self.b:.2f}", "ink"),
        ):
            _say(dial, x, y, words, color=LIGHT[role], **middle)
        dial.set(xlim=(-5, 5), ylim=(-5.2, 5.2), aspect="equal")
        dial.set_axis_off()

        above, below = right.subplots(2, sharex=True)
        place = np.linspace(-REACH, REACH, 481)
        even, odd = self.scores(-place)
        above.axhline(0, color=LIGHT["line"], lw=1)
        for x, values, words, role in (
            (0, even, say("even part"), "cosine"),
            (0.2, odd, say("+ odd part"), "sine"),
            (0.42, even + odd, say("= score"), "ink"),
        ):
            above.plot(place, values, color=LIGHT[role], lw=2 if role == "ink" else 1.25)
            style = {"fontweight": "bold", "transform": above.transAxes}
            _say(above, x, 1.08, words, color=LIGHT[role], **style)
        weights = self.weights()
        places = np.arange(-REACH, REACH + 1)
        bars = below.bar(places, 100 * weights, color=LIGHT["muted"], width=0.7)
        bars[int(weights.argmax())].set_color(LIGHT["position"])
        _calm(above)
        _calm(below, title=say("Attention, %"), x=say("place of key − place of query"))
        for ax in (above, below):
            ax.axvline(0, color=LIGHT["muted"], lw=1, ls=(0, (3, 3)))
            ax.set_xlim(-REACH - 0.5, REACH + 0.5)
        return 3.7

    def alt(self):
        weights = self.weights()
        top = int(weights.argmax()) - REACH
        where = say("at the query")
        if top < 0:
            where = say("{far} to the left of the query", far=-top)
        if top > 0:
            where = say("{far} to the right of the query", far=top)
        pairs = say("pair {pair}", pair=self.pair)
        others = len(self.blocks()[0]) - 1
        if others:
            pairs = say("pair {pair} and {others} faster pairs", pair=self.pair, others=others)
        return say(
            "A dial with an arrow at a = {a:.2f}, b = {b:.2f} for {pairs}. Beside it the score "
            "against the offset of the key, as the sum of an even and an odd wave, and the "
            "attention weights: the largest is {most:.1f} percent, {where}; {left:.0f} percent lie "
            "left of it, {right:.0f} percent right.",
            a=self.a,
            b=self.b,
            pairs=pairs,
            most=100 * weights.max(),
            where=where,
            left=100 * weights[:REACH].sum(),
            right=100 * weights[REACH + 1 :].sum(),
        )


def _circle(radius, **style):
    from matplotlib.patches import Circle

    return Circle((0, 0), radius, **style)
