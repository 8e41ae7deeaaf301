"""The phase slider."""

import numpy as np

from ..language import say
from .base import Explorer
from .controls import Slider

#: Positions per turn of the wave; one position is 15 degrees.
WAVELENGTH = 24
#: Positions and offsets that the figure offers.
LAST = 48


class PhaseSlider(Explorer):
    """Two numbers for each position: a sine, and the same sine a phase ahead.

    The wave has a wavelength of 24 positions. Beside the curve that the codes draw: their length,
    how far a shift stretches, what it does to a square, and how much of the shifted code a linear
    map must leave over when the second number is missing, or comes from another wave.

    Parameters
    ----------
    phase : int
        Phase of the second wave in degrees, 1 to 179. At 90 it is the cosine.
    position : int
        Position t, 0 to 48.
    offset : int
        Offset k, 0 to 48.
    other : int
        Wavelength, in positions, of the sine that takes the place of the partner, 4 to 96.
    """

    phase = Slider(
        60, min=1, max=179, label="Phase φ (°)", run=True, help="90 makes the partner a cosine"
    )
    position = Slider(
        4, min=0, max=LAST, label="Position t", run=True, help="moves along the curve"
    )
    offset = Slider(6, min=0, max=LAST, label="Offset k", help="the shift that M(k) makes")
    other = Slider(
        17, min=4, max=96, label="Other wave λ", help="of the second sine in the last plot"
    )

    heights = {0: 1539, 328: 1479, 420: 1435, 468: 1387, 488: 1359, 524: 1289, 640: 783, 648: 755}

    def facts(self):
        """Return what the figure says in words: axes of the curve, stretch, shares left over."""
        phi, angle = np.radians(self.phase), 2 * np.pi * self.offset / WAVELENGTH
        one = np.sin(angle) ** 2
        two = (one + np.sin(2 * np.pi * self.offset / self.other) ** 2) / 2
        return {
            "long": np.sqrt(2) * max(np.cos(phi / 2), np.sin(phi / 2)),
            "short": np.sqrt(2) * min(np.cos(phi / 2), np.sin(phi / 2)),
            "stretch": np.exp(np.arcsinh(abs(np.sin(angle) / np.tan(phi)))),
            "one": one,
            "two": two,
        }

    def still(self, figure):
        from ..palette import LIGHT
        from ..plots import _calm, _say
        from ..shift import phase_basis_shift

        facts, phi, omega = self.facts(), np.radians(self.phase), 2 * np.pi / WAVELENGTH
        t, k = self.position, self.offset

        def code(s):
            return np.sin(omega * s), np.sin(omega * s + phi)

        left, right = figure.subfigures(1, 2, width_ratios=[0.75, 1])
        curve, square = left.subplots(2, height_ratios=[2, 1])
        waves, price, rest = right.subplots(3)

        _calm(curve, title=say("The codes on their curve"), x="sin ωt", y="sin(ωt + φ)")
        curve.plot(*code(np.linspace(0, WAVELENGTH, 400)), color=LIGHT["ink"], lw=1)
        curve.plot(*code(np.arange(WAVELENGTH)), ".", color=LIGHT["ink"], ms=4)
        for s, name, fill in ((t, "t", LIGHT["position"]), (t + k, "t + k", "white")):
            x, y = code(s)
            curve.plot([0, x], [0, y], color=LIGHT["position"], lw=2)
            curve.plot(x, y, "o", ms=8, mec=LIGHT["position"], mew=1.5, color=fill)
            side = {"ha": "left" if x > 0 else "right", "va": "bottom" if y > 0 else "top"}
            _say(curve, x + 0.08 * np.sign(x), y, name, color=LIGHT["position"], **side)
        curve.set(xlim=(-1.3, 1.3), ylim=(-1.3, 1.3), aspect="equal", xticks=[-1, 0, 1],
                  yticks=[-1, 0, 1])  # fmt: skip

        matrix = phase_basis_shift(omega, k, phi)
        before = np.array([[0, 1, 1, 0, 0], [0, 0, 1, 1, 0]])
        after = matrix @ before
        square.plot(*before, color=LIGHT["muted"], lw=1, ls=(0, (3, 3)))
        square.fill(*after, color=LIGHT["line"])
        square.plot(*after, color=LIGHT["position"], lw=1.5)
        _calm(square, title=say("A square under M({k})", k=k))
        square.set(aspect="equal", anchor="W")
        square.axis("off")

        s = np.linspace(0, 2 * LAST, 600)
        first, second = code(s)
        waves.plot(s, first, color=LIGHT["sine"], lw=1)
        waves.plot(s, second, color=LIGHT["cosine"], lw=1)
        waves.plot(s, np.hypot(first, second), color=LIGHT["ink"], lw=2)
        _calm(waves, title=say("Two numbers, and the length"), x=say("position t"))
        waves.set(ylim=(-1.1, 1.55), xlim=(0, 2 * LAST))
        _mark(waves, t)

        degrees = np.arange(1, 180)
        half = np.tan(np.radians(degrees) / 2)
        price.semilogy(degrees, np.maximum(half, 1 / half), color=LIGHT["ink"])
        price.plot([90, 90], [1, 200], color=LIGHT["line"], lw=1, zorder=0)
        _calm(price, title=say("Condition number κ, log"), x=say("phase φ in degrees"))
        price.set(xlim=(0, 180), ylim=(1, 200), xticks=[0, 45, 90, 135, 180])
        _mark(price, self.phase)
        words = f"κ = {facts['long'] / facts['short']:.3g}"
        _say(price, self.phase + 3, 30, words, color=LIGHT["position"])

        s = np.linspace(0, LAST, 600)
        one = np.sin(omega * s) ** 2
        two = (one + np.sin(2 * np.pi * s / self.other) ** 2) / 2
        rest.plot(s, one, color=LIGHT["sine"], lw=1)
        rest.plot(s, two, color=LIGHT["ink"], lw=2)
        rest.plot(s, 0 * s, color=LIGHT["cosine"], lw=3)
        _calm(rest, title=say("Share that no linear map gives"), x=say("offset k"))
        rest.set(xlim=(0, LAST), ylim=(-0.04, 1.3), yticks=[0, 0.5, 1])
        _mark(rest, k)
        _say(rest, 1, 1.12, say("one sine"), color=LIGHT["sine"])
        _say(rest, 12, 1.12, say("two sines, λ 24, {other}", other=self.other))
        _say(rest, 33, 1.12, say("with partner: 0"), color=LIGHT["cosine"])
        return 4.5

    def alt(self):
        facts = self.facts()
        ratio = facts["long"] / facts["short"]
        if self.phase == 90:
            shape = say("a circle")
        else:
            shape = say("an ellipse {ratio:.3g} times as long as wide", ratio=ratio)
        return say(
            "Five views of the code of a sine and the same sine {phase} degrees ahead. Its "
            "positions lie on {shape}; its length runs from {short:.2f} to {long:.2f}. The map for "
            "the offset {offset} stretches some codes {stretch:.3g} times and leaves nothing over. "
            "Without the partner, one sine must leave {one:.0f} percent over, and two sines of the "
            "wavelengths {wavelength} and {other} leave {two:.0f} percent.",
            phase=self.phase,
            shape=shape,
            short=facts["short"],
            long=facts["long"],
            offset=self.offset,
            stretch=facts["stretch"],
            one=100 * facts["one"],
            wavelength=WAVELENGTH,
            other=self.other,
            two=100 * facts["two"],
        )


def _mark(ax, x):
    from ..palette import LIGHT

    ax.axvline(x, color=LIGHT["position"], lw=1.5)
