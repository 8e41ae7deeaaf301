"""Two ways to slow the same clocks: stretch the positions, or raise the base."""

import numpy as np

from ..encoding import frequencies, sinusoidal, wavelengths
from ..language import say
from ..warps import interpolate_positions, ntk_base, stretch
from .base import Explorer
from .controls import Choice, Slider


class TwoWarps(Explorer):
    """The clocks of base 10,000 with stretched positions, and with a raised base.

    Parameters
    ----------
    scale : int
        How many times longer the texts become, s, 1 to 32.
    position : int
        Position t that the clocks show, 0 to 8191.
    d_model : {64, 128, 512}
        Width of the code.
    """

    scale = Slider(4, min=1, max=32, label="Stretch s", help="how many times longer the texts are")
    position = Slider(5000, min=0, max=8191, label="Position t", help="what the clocks show")
    d_model = Choice(512, [64, 128, 512], label="Width d_model", help="twice the pairs")

    heights = {0: 1232, 328: 1182, 400: 1139, 412: 1091, 524: 1041, 560: 781, 572: 711}

    def steps(self):
        """Return the step between neighbours: before, stretched, with the raised base."""
        d, raised = self.d_model, ntk_base(self.scale, self.d_model)
        codes = [
            sinusoidal([0, 1], d),
            sinusoidal(interpolate_positions([0, 1], self.scale), d),
            sinusoidal([0, 1], d, base=raised),
        ]
        return [float(np.linalg.norm(after - before)) for before, after in codes]

    def pairs(self):
        """Return the five pairs whose clocks are shown, evenly spaced."""
        last = self.d_model // 2 - 1
        return [0, (last + 1) // 4, (last + 1) // 2, 3 * (last + 1) // 4, last]

    def still(self, figure):
        from ..palette import LIGHT
        from ..plots import SIZE, _calm, _say

        d, s, t = self.d_model, self.scale, self.position
        raised = ntk_base(s, d)
        slower = stretch(d, scale=s), stretch(d, new_base=raised)
        ways = (
            (say("stretch positions"), "negative", "-"),
            (say("raise base"), "positive", "--"),
        )
        left, right, clocks = figure.subplot_mosaic(
            [["slower", "waves"], ["clocks", "clocks"]], height_ratios=[1.3, 1]
        ).values()
        i = np.arange(d // 2)
        for (words, role, dash), factor in zip(ways, slower, strict=True):
            left.plot(i, factor, dash, color=LIGHT[role], lw=2)
            right.plot(i, factor * wavelengths(d), dash, color=LIGHT[role], lw=2)
            height = s * 1.15 if role == "negative" else factor[len(i) // 2] / 1.5
            _say(left, len(i) * 0.55, height, words, color=LIGHT[role], fontweight="bold")
        right.plot(i, wavelengths(d), color=LIGHT["muted"], lw=2)
        _say(right, len(i) * 0.6, wavelengths(d)[len(i) // 2] / 8, say("before"),
             color=LIGHT["muted"])  # fmt: skip
        marks = [1, 2, 4, 8, 16, 32]
        left.set(yscale="log", ylim=(0.8, 45), yticks=marks, yticklabels=marks)
        left.minorticks_off()
        right.set(yscale="log", ylim=(1, 1e7))
        _calm(left, title=say("Times slower"), x=say("pair i"))
        _calm(right, title=say("Wavelength λ"), x=say("pair i"))
        rows = (
            (say("before"), "muted", t * frequencies(d)),
            ("t / s", "negative", interpolate_positions(t, s) * frequencies(d)),
            (say("base B′"), "positive", t * frequencies(d, base=raised)),
        )
        for y, (name, role, angles) in enumerate(rows):
            _say(clocks, -1.1, -2.4 * y, name, color=LIGHT[role], ha="right", va="center")
            for x, pair in enumerate(self.pairs()):
                circle = np.linspace(0, 2 * np.pi, 60)
                cx, cy, angle = 4 + 5 * x, -2.4 * y, angles[pair]
                clocks.plot(cx + np.cos(circle), cy + np.sin(circle), color=LIGHT["line"], lw=1)
                clocks.plot(
                    [cx, cx + np.cos(angle)], [cy, cy + np.sin(angle)], color=LIGHT[role], lw=2
                )
                if y == 0:
                    _say(clocks, cx, 1.7, f"i = {pair}", ha="center", fontsize=SIZE)
        clocks.set(xlim=(-6, 27), ylim=(-6, 2.6), aspect="equal")
        clocks.axis("off")
        return 4.6

    def alt(self):
        d, s = self.d_model, self.scale
        before, stretched, raised = self.steps()
        return say(
            "Two curves of how many times slower each of {pairs} pairs becomes, for texts {s} "
            "times as long. Stretching the positions is level at {s}; raising the base, to "
            "{base:,.0f}, rises from 1 at pair 0 to {s} at the last. Beside them the wavelengths, "
            "below them clocks at position {position:,}. The step between neighbours is "
            "{before:.3f} before, {stretched:.3f} stretched, {raised:.3f} with the raised base.",
            pairs=d // 2,
            s=s,
            base=ntk_base(s, d),
            position=self.position,
            before=before,
            stretched=stretched,
            raised=raised,
        )
