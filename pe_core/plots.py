"""Still figures, one function for each view.

Every function draws on `ax`, or on new axes of a fitting size, and returns the axes; none calls
``show``. Position (or offset) runs from left to right in every view; sines are blue, cosines
orange, the chosen position pink, signed values purple to green around zero (`pe_core.palette`).
"""

import matplotlib.pyplot as plt
import numpy as np

from . import encoding
from .palette import LIGHT

#: Text and lines of every figure; used on the axes one by one, so that a reader's own settings
#: of matplotlib stay as they are.
SIZE = 9


def _axes(ax, width, height):
    """Return `ax`, or the axes of a new figure of this size in inches."""
    if ax is not None:
        return ax
    return plt.subplots(figsize=(width, height), layout="constrained")[1]


def _calm(ax, *, title=None, x=None, y=None):
    """Take away what says nothing, and name the axes."""
    ax.spines[["top", "right"]].set_visible(False)
    for spine in ax.spines.values():
        spine.set_color(LIGHT["muted"])
    ax.tick_params(colors=LIGHT["muted"], labelsize=SIZE)
    if title:
        ax.set_title(title, loc="left", fontsize=SIZE + 1, fontweight="bold", color=LIGHT["ink"])
    if x:
        ax.set_xlabel(x, loc="right", fontsize=SIZE, color=LIGHT["ink"])
    if y:
        ax.set_ylabel(y, fontsize=SIZE, color=LIGHT["ink"])
    return ax


def _say(ax, x, y, words, **style):
    """Write `words` in the type of the book."""
    return ax.text(x, y, words, **{"fontsize": SIZE, "color": LIGHT["ink"], **style})


def _grid_of_clocks(count):
    columns = min(8, count)
    return columns, -(-count // columns)


def _clock(ax, x, y, angle):
    """Draw one clock of radius 1: the hand's height is the sine, its reach the cosine."""
    sine, cosine = np.sin(angle), np.cos(angle)
    ax.add_patch(plt.Circle((x, y), 1, facecolor=LIGHT["panel"], edgecolor=LIGHT["muted"], lw=1))
    ax.plot([x - 1, x + 1, np.nan, x, x], [y, y, np.nan, y - 1, y + 1], color=LIGHT["line"], lw=1)
    ax.plot([x, x + cosine], [y, y], color=LIGHT["cosine"], lw=3, solid_capstyle="butt")
    ax.plot([x + cosine] * 2, [y, y + sine], color=LIGHT["sine"], lw=3, solid_capstyle="butt")
    ax.plot([x, x + cosine], [y, y + sine], color=LIGHT["position"], lw=1.5)
    ax.plot(x + cosine, y + sine, "o", color=LIGHT["position"], ms=5, mec="white", mew=1)


def plot_clocks(position, d_model=16, *, base=10000.0, ax=None):
    """Draw the code of one position as clock hands, one for each pair.

    Hands turn anticlockwise from the right: a hand's height is the sine, its reach to the right
    the cosine.

    Parameters
    ----------
    position : float
        Position t.
    d_model : int, optional
        Width of the code, even.
    base : float, optional
        Base of the frequencies.
    ax : matplotlib.axes.Axes, optional
        Where to draw; new axes unless given.

    Returns
    -------
    matplotlib.axes.Axes
    """
    omegas = encoding.frequencies(d_model, base=base)
    columns, rows = _grid_of_clocks(len(omegas))
    ax = _axes(ax, 7.2, 1.9 * rows)
    for i, omega in enumerate(omegas):
        x, y = 2.6 * (i % columns), -4.2 * (i // columns)
        _clock(ax, x, y, omega * position)
        style = {"ha": "center", "va": "center", "color": LIGHT["muted"]}
        _say(ax, x, y + 1.35, f"i = {i}", **style)
        _say(ax, x, y - 1.4, f"λ = {_tidy(2 * np.pi / omega)}", **style)
        turns = omega * position / (2 * np.pi)
        _say(ax, x, y - 1.85, f"{_tidy(turns, 2)} turns", ha="center", va="center")
    ax.set(xlim=(-1.3, 2.6 * columns - 1.3), ylim=(-4.2 * rows + 1.9, 1.7), aspect="equal")
    ax.set_axis_off()
    return ax


def plot_counter(position, *, bits=10, ax=None):
    """Draw a position as a binary counter, under each bit the positions of one turn (0, 1, 0).

    Parameters
    ----------
    position : int
        Position t, not negative.
    bits : int, optional
        How many bits to draw.
    ax : matplotlib.axes.Axes, optional
        Where to draw; new axes unless given.

    Returns
    -------
    matplotlib.axes.Axes
    """
    ax = _axes(ax, 7.2, 0.8)
    for j in range(bits):
        x, on = 1.5 * (bits - 1 - j), (position >> j) & 1
        fill = LIGHT["ink" if on else "panel"]
        ax.add_patch(plt.Rectangle((x, 0), 1.35, 1, facecolor=fill))
        colour = LIGHT["paper" if on else "muted"]
        style = {"ha": "center", "va": "center"}
        _say(ax, x + 0.67, 0.48, str(on), color=colour, fontweight="bold", **style)
        _say(ax, x + 0.67, -0.45, f"{2 ** (j + 1)}", color=LIGHT["muted"], **style)
    _say(ax, 1.5 * bits + 0.2, 0.48, f"= {position}", va="center", color=LIGHT["position"])
    _say(ax, 1.5 * bits + 0.2, -0.45, "positions for one turn", va="center", color=LIGHT["muted"])
    ax.set(xlim=(-0.1, 1.5 * bits + 8), ylim=(-0.9, 1.2), aspect="equal", anchor="W")
    ax.set_axis_off()
    return ax


def _tidy(value, digits=3):
    """Write a number as people read it: 60,611, 628, 6.28, 0.062."""
    if value == 0:
        return "0"
    places = max(0, digits - 1 - int(np.floor(np.log10(abs(value)))))
    text = f"{value:,.{min(places, 6)}f}"
    return text.rstrip("0").rstrip(".") if "." in text else text
