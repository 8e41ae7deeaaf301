"""The map of base and width: how far the similarity stays above zero."""

import json
import re

import numpy as np

from ..encoding import frequencies, wavelengths
from ..language import say
from .base import Explorer, _read
from .controls import Slider

#: Ten bases for each factor of ten, as round as preferred numbers are; and the usual widths.
_ROUND = (1, 1.25, 1.6, 2, 2.5, 3.15, 4, 5, 6.3, 8)
BASES = tuple(round(r * 10**p) for p in range(2, 6) for r in _ROUND) + (1_000_000,)
WIDTHS = (8, 12, 16, 24, 32, 48, 64, 96, 128, 192, 256, 384, 512, 768, 1024)

#: Published models: base, width, and whether the code is added or turns each head (RoPE).
MODELS = {
    "Transformer, base": (10_000, 512, "added"),  # Vaswani et al. 2017, section 3.5 and table 3
    "Transformer, big": (10_000, 1024, "added"),
    "LLaMA": (10_000, 128, "rotary"),  # Touvron et al. 2023, table 2; Chen et al. 2023, section 2.1
    "Llama 3": (500_000, 128, "rotary"),  # Llama 3 report 2024, section 3.2 and table 3
    "Code Llama": (1_000_000, 128, "rotary"),  # Roziere et al. 2023, section 2.4
}

# The script holds each first negative offset to 3 percent, in two letters: 360 steps of equal
# ratio from 1 to 200,000. Inside its step the page searches for itself.
_STEP = np.log(200_000) / 360


def first_negative(d_model, base, start=1):
    """Return the first offset from `start` on at which the dot product of two codes is negative.

    Parameters
    ----------
    d_model : int
        Width of the code, even.
    base : float
        Base B of the frequencies.
    start : int, optional
        Offset at which to begin, at least 1.

    Returns
    -------
    int
    """
    omega = frequencies(d_model, base=base)
    ahead = np.arange(max(64, 200_000 // len(omega)))
    cosines, sines = np.cos(np.outer(ahead, omega)), np.sin(np.outer(ahead, omega))
    for k in range(start, 2**40, len(ahead)):
        # cos(a + b) = cos a cos b - sin a sin b: a block of offsets is two products.
        sums = cosines @ np.cos(omega * k) - sines @ np.sin(omega * k)
        negative = np.flatnonzero(sums < 0)
        if len(negative):
            return k + int(negative[0])


def search():
    """Return the first negative offset of every width (rows) and base (columns) of the map."""
    return np.array([[first_negative(d, base) for base in BASES] for d in WIDTHS])


def script(first):
    """Return the text of the data file of the live figure, from the result of `search`."""
    steps = (np.log(first.ravel()) / _STEP + 1e-9).astype(int).tolist()
    coarse = "".join(chr(48 + step // 32) for step in steps)
    fine = "".join(chr(93 + step % 32) for step in steps)
    return (
        "// Made by scripts/record_base_width_map.py: about where similarity is first negative,\n"
        "// row by row of widths, as two letters for each cell.\n"
        f"const MAP_STEPS = {json.dumps([coarse, fine])};\n"
    )


def _starts():
    """Return, for every width and base, an offset up to which no similarity is negative."""
    text = _read("base_width_map_data.js")
    coarse, fine = json.loads(re.search(r"= (\[.*\]);", text).group(1))
    steps = [32 * (ord(c) - 48) + ord(f) - 93 for c, f in zip(coarse, fine, strict=True)]
    starts = np.ceil(np.exp(np.array(steps) * _STEP) - 1e-6).astype(int)
    return starts.reshape(len(WIDTHS), len(BASES))


class BaseWidthMap(Explorer):
    """Base against width: which codes have no negative similarity up to a length.

    Parameters
    ----------
    base : float
        Base B of the cell that is read, 100 to 1,000,000; the map has ten for each factor of ten
        and takes the nearest.
    d_model : int
        Width of the cell that is read, 8 to 1024, likewise.
    length : int
        Length L of the text, 64 to 131,072.
    """

    base = Slider(
        10000.0, min=100, max=1_000_000, scale="log", label="Base B", help="moves to the right"
    )
    d_model = Slider(
        128, min=8, max=1024, scale="log", step=2, label="Width d_model", help="moves up"
    )
    length = Slider(
        2048, min=64, max=131072, scale="log", label="Length L", help="what the code must reach"
    )

    heights = {0: 819, 328: 769, 412: 699, 524: 649, 572: 601}

    @property
    def cell(self):
        """Base and width of the cell that is read: the nearest of the map."""
        nearest = [
            min(values, key=lambda value: abs(np.log(value / wanted)))
            for values, wanted in ((BASES, self.base), (WIDTHS, self.d_model))
        ]
        return tuple(nearest)

    def still(self, figure):
        from ..palette import LIGHT, diverging_map
        from ..plots import SIZE, _calm, _say

        ax = figure.subplots()
        starts, length = _starts(), self.length
        size = np.clip(np.abs(np.log10(starts / length)), 0, 1)
        # In steps of a quarter, which the picture's small palette has.
        shade = np.where(starts > length, 1, -1) * np.ceil(1 + 2 * size) / 4
        rows = np.arange(len(WIDTHS))
        ax.imshow(
            shade, diverging_map(), vmin=-1, vmax=1, aspect="auto", origin="lower",
            extent=(1.95, 6.05, -0.5, len(WIDTHS) - 0.5), interpolation="nearest",
        )  # fmt: skip
        for turns, words, side in ((1, "λ = L", "right"), (2, "λ = 2L", "left")):
            at = [np.log10(turns * length / (2 * np.pi)) * d / (d - 2) for d in WIDTHS]
            ax.plot(at, rows, color=LIGHT["paper"], lw=1.5)
            if 2 < at[-1] < 5.8:
                _say(ax, at[-1], rows[-1] + 0.7, words, ha=side)
        for name, (base, width, kind) in MODELS.items():
            x, y = np.log10(base), WIDTHS.index(width)
            face = LIGHT["ink"] if kind == "added" else LIGHT["paper"]
            ax.plot(x, y, "o", ms=6, mfc=face, mec=LIGHT["ink"])
            below = 0.9 if name == "Code Llama" else -0.9 if name == "Llama 3" else 0
            side = {"ha": "right"} if below else {"ha": "left"}
            style = {"va": "center", "bbox": {"fc": LIGHT["paper"], "ec": "none", "pad": 1}}
            _say(ax, x if below else x + 0.1, y + below, say(name), **side, **style)
        base, width = self.cell
        mark = {"fc": "none", "ec": LIGHT["position"], "lw": 2}
        corner = np.log10(base) - 0.07, WIDTHS.index(width) - 0.65
        from matplotlib.patches import Rectangle

        ax.add_patch(Rectangle(corner, 0.14, 1.3, **mark))
        ax.set(xlim=(1.95, 6.05), ylim=(-0.5, len(WIDTHS) - 0.5), xticks=range(2, 7))
        ax.set_xticks(range(2, 7), ["100", "1000", *(f"$10^{p}$" for p in (4, 5, 6))])
        ax.set_yticks(rows[::2], WIDTHS[::2])
        _calm(ax, x=say("base B"), y=say("width d"))
        ax.set_title(
            say(
                "green: no negative similarity up to L = {length:,}; purple: one before",
                length=length,
            ),
            loc="left", fontsize=SIZE + 1, pad=16,
        )  # fmt: skip
        return 3.9

    def alt(self):
        base, width = self.cell
        start = _starts()[WIDTHS.index(width), BASES.index(base)]
        first = first_negative(width, base, int(start))
        share = np.mean(_starts() > self.length)
        longest = wavelengths(width, base=base)[-1]
        return say(
            "Map of base, 100 to 1,000,000, against width, 8 to 1024. {share:.0%} of its cells, "
            "those of large base and large width, have no negative similarity up to {length:,}; "
            "the border is ragged. Marked are five published models. At base {base:,} and width "
            "{width} similarity is first negative at offset {first:,}; the longest wavelength is "
            "{longest:,.0f}.",
            share=share,
            length=self.length,
            base=base,
            width=width,
            first=first,
            longest=longest,
        )
