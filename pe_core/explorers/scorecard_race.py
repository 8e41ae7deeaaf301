"""The scorecard race."""

import numpy as np

from ..language import say
from .base import Explorer
from .controls import Slider

#: Width of the sinusoid in the race.
WIDTH = 8


def contestants():
    """Return the five codes of the race by name, as functions of positions and length."""
    from .. import codes, encoding

    return {
        "integer": codes.integer_code,
        "fraction": codes.fraction_code,
        "one-hot": codes.one_hot_code,
        "binary": codes.binary_code,
        "sinusoid": lambda positions, length: encoding.sinusoidal(positions, WIDTH),
    }


class ScorecardRace(Explorer):
    """Five codes of positions side by side, each measured by the same scorecard.

    The sinusoid has the width 8 and the base 10,000.

    Parameters
    ----------
    length : int
        Length L of the text, 16 to 128. The scorecard also asks for a text of length 2L.
    position : int
        Position t, 0 to 127; beyond the text it stands at its last position.
    """

    length = Slider(64, min=16, max=128, scale="log", label="Length L", help="how long the text is")
    position = Slider(20, min=0, max=127, label="Position t", run=True, help="marked in every code")

    heights = {0: 1128, 364: 1037, 488: 993, 524: 917, 560: 803}

    def cards(self):
        """Return the scorecard of each code, by name."""
        from ..codes import scorecard

        return {name: scorecard(code, self.length) for name, code in contestants().items()}

    def still(self, figure):
        from ..palette import LIGHT, diverging_map
        from ..plots import _say

        cards, t = self.cards(), min(self.position, self.length - 1)
        lines = [
            ("Unique: least distance", "closest"), ("Growth when L doubles", "growth"),
            ("Longest / shortest step", "step_spread"), ("Step / largest distance", "jump"),
            ("Moves at 2L, in steps", "meaning"), ("Linear map: left over", "linear"),
            ("… beyond the window", "linear_outside"), ("Affine map: left over", "affine"),
            ("… beyond the window", "affine_outside"), ("Numbers for a position", "width"),
        ]  # fmt: skip
        codes, table = figure.subfigures(2, 1, height_ratios=[1, 1.9])
        axes = codes.subplots(1, 6, width_ratios=[1.5, 1, 1, 1, 1, 1])
        axes[0].axis("off")
        words = say("The codes of\npositions 0 to {last}", last=self.length - 1)
        _say(axes[0], 0, 0.6, words)
        _say(axes[0], 0, 0.25, f"t = {t}", color=LIGHT["position"])
        for ax, (name, code) in zip(axes[1:], contestants().items(), strict=True):
            values = code(np.arange(self.length), self.length).T
            if name == "sinusoid":
                values = np.concatenate([values[0::2], values[1::2]])
            scale = 128 if name == "integer" else 1
            style = {"cmap": diverging_map(), "vmin": -scale, "vmax": scale, "aspect": "auto"}
            ax.imshow(values, interpolation="nearest", **style)
            ax.axvline(t, color=LIGHT["position"], lw=1.5)
            ax.set_title(say(name), fontsize=9, fontweight="bold", color=LIGHT["ink"])
            ax.axis("off")
        ax = table.subplots()
        for row, (words, key) in enumerate(lines):
            _say(ax, 0, -row, say(words), va="center")
            ax.axhline(-row + 0.5, color=LIGHT["line"], lw=0.5)
            for column, card in enumerate(cards.values()):
                value = card[key]
                text = "0" if value < 5e-4 else f"{value:.3g}"
                _say(ax, 2 + column, -row, text, va="center", ha="center")
        ax.set(xlim=(0, 6.5), ylim=(-len(lines) + 0.5, 0.6))
        ax.axis("off")
        return 4.2

    def alt(self):
        cards = self.cards()
        return say(
            "Five codes of {length} positions as small heat maps, and a table of ten "
            "measurements of each. When the text doubles, the integer code grows {growth:.2f} "
            "times, and a fraction moves by up to {moves:.1f} of its steps. The one-hot code needs "
            "{one_hot} numbers and its linear shift ends with the window. The longest step of the "
            "binary code is {spread:.2f} times the shortest. The sinusoid passes every test with "
            "{width} numbers.",
            length=self.length,
            growth=cards["integer"]["growth"],
            moves=cards["fraction"]["meaning"],
            one_hot=cards["one-hot"]["width"],
            spread=cards["binary"]["step_spread"],
            width=cards["sinusoid"]["width"],
        )
