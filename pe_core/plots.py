"""Still figures, one function for each view.

Every function draws on `ax`, or on new axes of a fitting size, and returns the axes; none calls
``show``. Position (or offset) runs from left to right in every view; sines are blue, cosines
orange, the chosen position pink, signed values purple to green around zero (`pe_core.palette`).
"""

from collections.abc import Sequence
from typing import Any

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.axes import Axes

from . import encoding, shift
from .language import say
from .palette import LIGHT, diverging_map

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


def plot_clocks(
    position: float, d_model: int = 16, *, base: float = 10000.0, ax: Axes | None = None
) -> Axes:
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
        _say(ax, x, y - 1.85, say("{turns} turns", turns=_tidy(turns, 2)), ha="center", va="center")
    ax.set(xlim=(-1.3, 2.6 * columns - 1.3), ylim=(-4.2 * rows + 1.9, 1.7), aspect="equal")
    ax.set_axis_off()
    return ax


def plot_counter(position: int, *, bits: int = 10, ax: Axes | None = None) -> Axes:
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
    _say(ax, 1.5 * bits + 0.2, -0.45, say("positions per turn"), va="center", color=LIGHT["muted"])
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


def plot_hands(
    position: float,
    offset: float,
    pair: int,
    d_model: int = 512,
    *,
    base: float = 10000.0,
    ax: Axes | None = None,
) -> Axes:
    """Draw one pair at two positions: two hands on one circle, and the angle between them.

    Parameters
    ----------
    position, offset : float
        Position t of the first hand, and offset k of the second from it.
    pair : int
        Pair index i.
    d_model : int, optional
        Width of the code the pair belongs to, even.
    base : float, optional
        Base of the frequencies.
    ax : matplotlib.axes.Axes, optional
        Where to draw; new axes unless given.

    Returns
    -------
    matplotlib.axes.Axes
    """
    omega = encoding.frequencies(d_model, base=base)[pair]
    ax = _axes(ax, 3.2, 3.2)
    ax.add_patch(plt.Circle((0, 0), 1, facecolor=LIGHT["panel"], edgecolor=LIGHT["muted"], lw=1))
    ax.plot([-1, 1, np.nan, 0, 0], [0, 0, np.nan, -1, 1], color=LIGHT["line"], lw=1)
    first, second = omega * position, omega * (position + offset)
    tips = np.array([[np.cos(first), np.sin(first)], [np.cos(second), np.sin(second)]])
    ax.plot(*tips.T, color=LIGHT["muted"], lw=1, ls=(0, (3, 3)))
    for tip, name, fill in zip(tips, ("t", "t + k"), (LIGHT["position"], "white"), strict=True):
        ax.plot([0, tip[0]], [0, 0], color=LIGHT["cosine"], lw=2)
        ax.plot([tip[0], tip[0]], [0, tip[1]], color=LIGHT["sine"], lw=2)
        ax.plot([0, tip[0]], [0, tip[1]], color=LIGHT["position"], lw=2)
        ax.plot(*tip, "o", ms=8, mec=LIGHT["position"], mew=1.5, color=fill)
        style = {"ha": "center", "va": "center", "fontweight": "bold"}
        x, y = 1.2 * tip
        _say(ax, x, y, name, color=LIGHT["position"], **style)
    sweep = np.linspace(first, second, 240)
    radius = 0.3 + 0.05 * np.abs(sweep - first) / (2 * np.pi)
    ax.plot(radius * np.cos(sweep), radius * np.sin(sweep), color=LIGHT["ink"], lw=1.5)
    middle = (first + second) / 2
    words = f"ωk = {omega * offset:.2f}"
    room = 0.38 / max(0.01, np.sin(min(abs(second - first) / 2, np.pi / 2)))
    reach = max(0.5, room) if room < 0.9 else -0.3
    place = reach * np.cos(middle), reach * np.sin(middle)
    halo = {"facecolor": LIGHT["panel"], "edgecolor": "none", "pad": 1}
    _say(ax, *place, words, ha="center", va="center", bbox=halo)
    ax.set(xlim=(-1.45, 1.45), ylim=(-1.3, 1.3), aspect="equal")
    ax.set_axis_off()
    return ax


def plot_shift(
    position: float,
    offset: float,
    pair: int,
    d_model: int = 512,
    *,
    base: float = 10000.0,
    ax: Axes | None = None,
) -> Axes:
    """Write out one block of the shift matrix, times the code at t, equal to the code at t + k.

    Parameters
    ----------
    position, offset : float
        Position t, and offset k.
    pair : int
        Pair index i, which chooses the block.
    d_model : int, optional
        Width of the code the pair belongs to, even.
    base : float, optional
        Base of the frequencies.
    ax : matplotlib.axes.Axes, optional
        Where to write; new axes unless given.

    Returns
    -------
    matplotlib.axes.Axes
    """
    ax = _axes(ax, 4, 1.6)
    rows = slice(2 * pair, 2 * pair + 2)
    matrix = shift.shift_matrix(offset, d_model, base=base)[rows, rows]
    now = encoding.sinusoidal(position, d_model, base=base)[rows, None]
    signed = diverging_map()
    kinds = np.array([["cosine", "sine"], ["sine", "cosine"]])
    parts = [
        (f"M({offset})", 0.0, matrix, kinds),
        ("p(t)", 2.7, now, kinds[1][:, None]),
        ("p(t + k)", 4.6, matrix @ now, kinds[1][:, None]),
    ]
    for title, left, values, colours in parts:
        width = values.shape[1]
        style = {"ha": "center", "va": "center"}
        _say(ax, left + width / 2, 0.75, title, fontweight="bold", **style)
        for (r, c), value in np.ndenumerate(values):
            words = f"{value:.3f}".replace("-", "−")
            fill = signed(value / 2 + 0.5)
            ink = "white" if np.dot(fill[:3], (0.3, 0.6, 0.1)) < 0.5 else LIGHT["ink"]
            cell, under = (left + c + 0.07, -r - 0.25), (left + c + 0.07, -r - 0.33)
            ax.add_patch(plt.Rectangle(cell, 0.86, 0.5, facecolor=fill))
            ax.add_patch(plt.Rectangle(under, 0.86, 0.06, facecolor=LIGHT[colours[r, c]]))
            _say(ax, left + c + 0.5, -r, words, color=ink, **style)
        for x, inward in ((left - 0.05, 0.1), (left + width + 0.05, -0.1)):
            bracket = [x + inward, x, x, x + inward], [0.4, 0.4, -1.4, -1.4]
            ax.plot(*bracket, color=LIGHT["ink"], lw=1)
    _say(ax, 4.15, -0.5, "=", ha="center", va="center")
    ax.set(xlim=(-0.2, 5.8), ylim=(-1.6, 1.1), aspect=0.8)
    ax.set_axis_off()
    return ax


def _mark(ax, k):
    """Draw the chosen position or offset as a line through the view."""
    ax.axvline(k, color="white", lw=3, alpha=0.8)
    ax.axvline(k, color=LIGHT["position"], lw=1.5)


def _average(table, most):
    """Average neighbouring rows, and neighbouring columns, until there are at most so many."""
    for axis in (0, 1):
        length = table.shape[axis]
        edges = np.linspace(0, length, min(most[axis], length) + 1).astype(int)
        sums = np.add.reduceat(table, edges[:-1], axis=axis)
        table = sums / np.expand_dims(np.diff(edges), 1 - axis)
    return table


def plot_heat_map(
    num_positions: int = 128,
    d_model: int = 64,
    *,
    base: float = 10000.0,
    mark: int | None = None,
    cells: tuple[int, int] = (512, 1024),
    ax: Axes | None = None,
) -> Axes:
    """Draw the code as a heat map, all sines above all cosines, position from left to right.

    The two kinds are kept apart because interleaved rows blur into stripes that are not there.

    Parameters
    ----------
    num_positions : int, optional
        Positions 0, 1, ... to draw.
    d_model : int, optional
        Width of the code, even.
    base : float, optional
        Base of the frequencies.
    mark : int, optional
        A position to mark.
    cells : tuple of (int, int), optional
        Rows for each kind and columns of the picture, at most. More of them are averaged, so that
        fast waves fade instead of turning into false slow ones.
    ax : matplotlib.axes.Axes, optional
        Where to draw; new axes unless given.

    Returns
    -------
    matplotlib.axes.Axes
    """
    ax = _axes(ax, 7.2, 3.2)
    pairs = d_model // 2
    omegas = encoding.frequencies(d_model, base=base)
    angles = omegas[:, None] * np.arange(num_positions)
    code = np.concatenate([_average(f(angles), cells) for f in (np.sin, np.cos)])
    extent = (-0.5, num_positions - 0.5, d_model, 0)
    signed = diverging_map()
    ax.imshow(code, signed, vmin=-1, vmax=1, extent=extent, aspect="auto", interpolation="nearest")
    ax.axhline(pairs, color="white", lw=3)
    _calm(ax, x=say("position t"))
    ax.spines[:].set_visible(False)
    ax.set_yticks([pairs / 2, 3 * pairs / 2], ["sin", "cos"], fontweight="bold")
    ax.tick_params(axis="y", length=0)
    for label, role in zip(ax.get_yticklabels(), ("sine", "cosine"), strict=True):
        label.set_color(LIGHT[role])
    if mark is not None:
        _mark(ax, min(mark, num_positions - 1))
    return ax


def chosen_pairs(num_positions: int, d_model: int, *, base: float = 10000.0) -> list[int]:
    """Return up to three pairs worth seeing: about sixteen turns, four turns and one turn.

    Parameters
    ----------
    num_positions : int
        Length of the window.
    d_model : int
        Width of the code, even.
    base : float, optional
        Base of the frequencies.

    Returns
    -------
    list of int
        Pair indices, rising, without repetition.
    """
    turns = np.array([16, 4, 1])
    exact = d_model / 2 * np.log(num_positions / turns / (2 * np.pi)) / np.log(base)
    return sorted(set(np.clip(np.floor(exact + 0.5), 0, d_model // 2 - 1).astype(int).tolist()))


def plot_waves(
    num_positions: int = 128,
    d_model: int = 64,
    *,
    base: float = 10000.0,
    pairs: Sequence[int] | None = None,
    mark: int | None = None,
    ax: Axes | None = None,
) -> Axes:
    """Draw the sine and cosine waves of a few pairs, each pair in its own strip.

    Parameters
    ----------
    num_positions : int, optional
        Positions to draw, from 0.
    d_model : int, optional
        Width of the code, even.
    base : float, optional
        Base of the frequencies.
    pairs : sequence of int, optional
        Pair indices; `chosen_pairs` unless given.
    mark : int, optional
        A position to mark.
    ax : matplotlib.axes.Axes, optional
        Where to draw; new axes unless given.

    Returns
    -------
    matplotlib.axes.Axes
    """
    if pairs is None:
        pairs = chosen_pairs(num_positions, d_model, base=base)
    ax = _axes(ax, 7.2, 0.5 + 0.6 * len(pairs))
    omegas = encoding.frequencies(d_model, base=base)
    t = np.linspace(0, num_positions - 1, 2000)
    for row, i in enumerate(pairs):
        middle = -2.6 * row
        ax.axhline(middle, color=LIGHT["line"], lw=1)
        for wave, role in ((np.cos, "cosine"), (np.sin, "sine")):
            ax.plot(t, middle + wave(omegas[i] * t), color=LIGHT[role], lw=1.25)
    _calm(ax, x=say("position t"))
    ax.spines["left"].set_visible(False)
    ax.set_yticks([-2.6 * row for row in range(len(pairs))], [f"i = {i}" for i in pairs])
    ax.tick_params(axis="y", length=0)
    ax.set_xlim(-0.5, num_positions - 0.5)
    if mark is not None:
        _mark(ax, min(mark, num_positions - 1))
    return ax


def law_range(d_model: int, base: float) -> tuple[float, float] | None:
    """Return between which offsets similarity follows 1 - (ln k + gamma) / ln B.

    The law is an integral over the ladder of frequencies with its two ends left out. Below an
    offset of 8 the fast end still matters. The upper bound is a fifth of the base, so that the slow
    end does not matter, or half of ``pi d / ln B``, where neighbouring fast pairs come back into
    step and the echoes start, whichever is less. Between the two the law is true to 0.04.

    Parameters
    ----------
    d_model : int
        Width of the code, even.
    base : float
        Base of the frequencies.

    Returns
    -------
    tuple of float, or None
        Lower and upper bound; None when the upper is not at least twice the lower.
    """
    upper = min(base / 5, np.pi * d_model / np.log(base) / 2)
    return (8.0, float(upper)) if upper >= 16 else None


def plot_similarity(
    num_offsets: int = 512,
    d_model: int = 512,
    *,
    base: float = 10000.0,
    log: bool = False,
    law: bool = False,
    mark: int | None = None,
    ax: Axes | None = None,
) -> Axes:
    """Draw similarity S(k) / S(0) of two codes against their offset k.

    Parameters
    ----------
    num_offsets : int, optional
        Offsets 0, 1, ... to draw; on a logarithmic axis, where it starts at 1, the last of them.
    d_model : int, optional
        Width of the code, even.
    base : float, optional
        Base of the frequencies.
    log : bool, optional
        Whether the axis of offsets is logarithmic.
    law : bool, optional
        Whether to draw 1 - (ln k + gamma) / ln B as well, where it holds (`law_range`).
    mark : int, optional
        An offset to mark, with its similarity.
    ax : matplotlib.axes.Axes, optional
        Where to draw; new axes unless given.

    Returns
    -------
    matplotlib.axes.Axes
    """
    ax = _axes(ax, 7.2, 2.4)
    k = np.geomspace(1, num_offsets, 400) if log else np.arange(num_offsets)
    similarity = shift.dot_kernel(k, d_model, base=base, normalize=True)
    ax.axhline(0, color=LIGHT["line"], lw=1)
    ax.plot(k, similarity, color=LIGHT["ink"], lw=1.25)
    bounds = law_range(d_model, base) if law else None
    if bounds:
        ends = np.array(bounds)
        line = 1 - (np.log(ends) + np.euler_gamma) / np.log(base)
        ax.plot(ends, line, color=LIGHT["positive"], lw=3)
        where = {"transform": ax.transAxes, "ha": "right", "va": "top"}
        _say(ax, 0.98, 0.97, say("law 1 − (ln k + γ) / ln B"), color=LIGHT["positive"], **where)
    if log:
        ax.set_xscale("log")
        ax.minorticks_off()
    ax.set(xlim=(1, num_offsets) if log else (-0.5, num_offsets - 0.5))
    ax.set_ylim(-1 if similarity.min() < -0.45 else -0.5, 1.05)
    _calm(ax, x=say("offset k, log") if log else say("offset k"), y="S(k)")
    if mark is not None and (mark >= 1 or not log):
        at = min(mark, num_offsets - 1)
        value = float(shift.dot_kernel(at, d_model, base=base, normalize=True))
        _mark(ax, at)
        ax.plot(at, value, "o", ms=6, color=LIGHT["position"], mec="white", mew=1)
    return ax


def plot_wavelengths(
    d_model: int = 512, *, base: float = 10000.0, window: int | None = None, ax: Axes | None = None
) -> Axes:
    """Draw the wavelength of each pair, on a logarithmic axis, against the length of a window.

    Parameters
    ----------
    d_model : int, optional
        Width of the code, even.
    base : float, optional
        Base of the frequencies.
    window : int, optional
        A length to compare with; pairs above the line never complete a turn in it.
    ax : matplotlib.axes.Axes, optional
        Where to draw; new axes unless given.

    Returns
    -------
    matplotlib.axes.Axes
    """
    ax = _axes(ax, 7.2, 3.0)
    lengths = encoding.wavelengths(d_model, base=base)
    pairs = np.arange(len(lengths))
    slow = lengths > (np.inf if window is None else window)
    fast_style, slow_style = ("o", "o") if len(pairs) <= 40 else ("-", ":")
    ax.plot(pairs[~slow], lengths[~slow], fast_style, ms=4, lw=2.5, color=LIGHT["ink"])
    style: dict[str, Any] = {"ms": 4, "lw": 2.5, "mfc": "none", "color": LIGHT["muted"]}
    ax.plot(pairs[slow], lengths[slow], slow_style, **style)
    ax.set_yscale("log")
    ax.minorticks_off()
    _calm(ax, x=say("pair i"), y=say("wavelength λ, log"))
    if window is not None:
        ax.axhline(window, color=LIGHT["muted"], lw=1, ls=(0, (3, 3)))
        words = say(
            "{slow} of {all} pairs:\nno full turn in {window}",
            slow=int(slow.sum()),
            all=len(pairs),
            window=window,
        )
        where = {"transform": ax.get_yaxis_transform(), "va": "top", "ha": "right"}
        _say(ax, 0.98, window / 1.3, words, **where)
    return ax
