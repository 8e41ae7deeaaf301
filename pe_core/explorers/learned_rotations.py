"""The rotations that a published model learned."""

import json
import re

import numpy as np

from ..language import say
from .base import Explorer, _read
from .controls import Choice, Slider

WIDTH = 384  # of the model's table, and of the sinusoid beside it
FIRST, LAST = 1, 510  # the rows of the table that belong to the five planes
UNIT, ZERO = 48, ord("P")  # of the recorded tracks: steps of 1/48, and the letter of no step


def rotation_planes(table, *, planes=5):
    """Return the planes in which a table of positions turns, the fastest first.

    The rows are centred and reduced to their first principal components, two for each plane. The
    one-step map that fits them best has pairs of complex eigenvalues; the left eigenvectors are
    coordinates in which a step is a multiplication by the eigenvalue.

    Parameters
    ----------
    table : array_like of real numbers, shape (n, d)
        Rows of consecutive positions.
    planes : int, optional
        How many planes to look for.

    Returns
    -------
    share : float
        Part of the variance that the principal components carry.
    eigenvalues : ndarray of complex, shape (planes,)
        One of each pair, of positive angle: radians per position.
    tracks : ndarray of complex, shape (n, planes)
        Where each row stands in each plane; scaled to a mean modulus of 1.

    Raises
    ------
    ValueError
        If the map has other than `planes` pairs of complex eigenvalues.
    """
    rows = table - np.mean(table, axis=0)
    _, strengths, directions = np.linalg.svd(rows, full_matrices=False)
    share = (strengths[: 2 * planes] ** 2).sum() / (strengths**2).sum()
    components = rows @ directions[: 2 * planes].T
    step = np.linalg.lstsq(components[:-1], components[1:])[0]  # now @ step = next
    eigenvalues, vectors = np.linalg.eig(step)  # now @ vector -> eigenvalue * (now @ vector)
    turning = np.flatnonzero(eigenvalues.imag > 0)
    if len(turning) != planes:
        raise ValueError(f"planes must be the number of rotations found, {len(turning)}")
    order = turning[np.argsort(-np.angle(eigenvalues[turning]))]
    tracks = components @ vectors[:, order]
    tracks /= np.abs(tracks).mean(axis=0)
    # An eigenvector is known up to a phase: let every clock start at the right.
    tracks *= np.exp(-1j * np.angle(tracks[0]))
    return share, eigenvalues[order], tracks


def recorded():
    """Return the periods and the tracks that the live figure shows, read from its script.

    Returns
    -------
    periods : ndarray of float64, shape (5,)
        Positions per turn.
    tracks : ndarray of complex, shape (510, 5)
        Positions 1 to 510, rounded to 1/48.
    """
    text = _read("learned_rotations_data.js")
    data = json.loads(re.search(r"= (\{.*\});", text, re.DOTALL).group(1))
    steps = np.array([[ord(letter) - ZERO for letter in plane] for plane in data["tracks"]])
    moves = (steps[:, ::2] + 1j * steps[:, 1::2]) / data["unit"]
    turn = np.exp(2j * np.pi / np.array(data["periods"]))
    tracks, now = np.empty(moves.shape, complex), 0
    for n, move in enumerate(moves.T):
        now = tracks[:, n] = turn * now + move
    return np.array(data["periods"]), tracks.T


def script(table):
    """Return the text of the data file of the live figure, made from the model's table.

    A step along a track is nearly a turn by the plane's own angle. What is kept is the difference,
    in whole units, as one letter for each coordinate: a few letters are frequent, so that the file
    packs well.
    """
    _, eigenvalues, tracks = rotation_planes(table[FIRST : LAST + 1])
    periods = [round(float(2 * np.pi / np.angle(value)), 2) for value in eigenvalues]
    turn, now = np.exp(2j * np.pi / np.array(periods)), np.zeros(len(periods), complex)
    letters = []
    for track in tracks:
        gap = UNIT * (track - turn * now)
        step = np.rint(gap.real) + 1j * np.rint(gap.imag)  # measured from what the page will have
        now = turn * now + step / UNIT
        letters.append([chr(ZERO + int(part)) for z in step for part in (z.real, z.imag)])
    planes = ["".join(row[2 * j] + row[2 * j + 1] for row in letters) for j in range(len(periods))]
    data = json.dumps({"periods": periods, "unit": UNIT, "tracks": planes})
    return (
        "// Made by scripts/record_learned_rotations.py from minilm_positions.npz: the five\n"
        "// planes of the learned position table of all-MiniLM-L6-v2 (Apache-2.0), rows 1 to 510.\n"
        f"const LEARNED_PLANES = {data};\n"
    )


class LearnedRotations(Explorer):
    """Five planes in which a published model's position table turns, beside the sinusoid's clocks.

    The model is the sentence encoder all-MiniLM-L6-v2, whose table of 512 positions was learned.

    Parameters
    ----------
    position : int
        Position t, 1 to 510.
    plane : {1, 2, 3, 4, 5}
        The plane whose two coordinates are drawn against position; 1 is the fastest.
    """

    position = Slider(
        100, min=FIRST, max=LAST, label="Position t", run=True, help="turns all clocks"
    )
    plane = Choice(2, [1, 2, 3, 4, 5], label="Waves of plane", help="1 is the fastest")

    heights = {0: 869, 364: 833, 460: 859, 524: 790, 588: 816}

    def still(self, figure):
        from ..palette import LIGHT
        from ..plots import _calm, _say

        periods, tracks = recorded()
        t = self.position
        clocks, waves = figure.subplots(2, height_ratios=[3.5, 1.2])
        turn = np.exp(2j * np.pi * np.arange(101) / 100)
        for j, period in enumerate(periods):
            i = nearest_pair(period)
            length = 2 * np.pi * 10000 ** (2 * i / WIDTH)
            name = say("plane {number}", number=j + 1)
            words = say("period {period}", period=_tidy(period))
            rows = (
                (0, tracks[t - FIRST, j], name, words),
                (-4.5, np.exp(2j * np.pi * t / length), f"i = {i}", f"λ = {_tidy(length)}"),
            )
            for y, hand, name, words in rows:
                x = 3.1 * j
                clocks.plot(x + turn.real, y + turn.imag, color=LIGHT["line"], lw=1)
                if y == 0:
                    ring = tracks[::3, j]
                    clocks.plot(x + ring.real, ring.imag, ".", color=LIGHT["muted"], ms=1.5, mew=0)
                    even = np.exp(2j * np.pi * (t - FIRST) / period)
                    clocks.plot([x, x + even.real], [0, even.imag], "--", color=LIGHT["ink"], lw=1)
                clocks.plot([x, x + hand.real], [y, y + hand.imag], color=LIGHT["position"], lw=2)
                clocks.plot(x + hand.real, y + hand.imag, "o", color=LIGHT["position"], ms=5)
                _say(clocks, x, y + 1.5, name, ha="center", va="center")
                _say(clocks, x, y - 1.65, words, ha="center", va="center", color=LIGHT["muted"])
        for y, words in (
            (2.2, say("Learned by the model: five planes of its table (dashed: even pace)")),
            (-2.4, say("The formula: pairs of a sinusoid of the same width")),
        ):
            _say(clocks, -1.4, y, words, fontweight="bold", va="center")
        clocks.set(xlim=(-1.5, 14), ylim=(-6.4, 2.5), aspect="equal")
        clocks.set_axis_off()

        length = min(LAST - FIRST, round(12 * periods[self.plane - 1]))
        first = min(LAST - length, max(FIRST, t - round(length / 2)))
        where = np.arange(first, first + length + 1)
        track = tracks[where - FIRST, self.plane - 1]
        waves.plot(where, track.real, color=LIGHT["cosine"], lw=1.2)
        waves.plot(where, track.imag, color=LIGHT["sine"], lw=1.2)
        waves.axvline(t, color=LIGHT["position"], lw=1.5)
        title = say("Plane {plane} as waves: height and reach", plane=self.plane)
        _calm(waves, title=title, x=say("position t"))
        waves.set(xlim=(where[0], where[-1]), ylim=(-1.5, 1.5), yticks=[-1, 0, 1])
        for line in (*clocks.lines, *waves.lines):
            line.set_antialiased(False)  # fewer shades make a smaller file
        return 5.2

    def alt(self):
        periods, tracks = recorded()
        names = say(", ").join(_tidy(period) for period in periods)
        radius = np.abs(tracks[self.position - FIRST])
        return say(
            "Two rows of five clocks at position {position}. The upper row shows five planes of a "
            "learned position table; its 510 points form rings with periods of {names} positions, "
            "and the hands reach {least:.2f} to {most:.2f} of the mean radius. The lower row shows "
            "sinusoid pairs of similar wavelength. Below, the two coordinates of plane {plane} "
            "against position: two waves, a quarter turn apart.",
            position=self.position,
            names=names,
            least=radius.min(),
            most=radius.max(),
            plane=self.plane,
        )


def nearest_pair(period):
    """Return the pair of a sinusoid of width 384 whose wavelength is nearest to `period`."""
    pairs = np.arange(WIDTH // 2)
    lengths = 2 * np.pi * 10000.0 ** (2 * pairs / WIDTH)
    return int(np.argmin(np.abs(np.log(lengths / period))))


def _tidy(value):
    """Write a period with three digits."""
    return f"{value:.3g}" if value < 100 else f"{value:.0f}"
