"""The bug museum: wrong tables beside the right one, and the checks that tell them apart."""

import numpy as np

from .. import encoding, shift
from ..language import say
from .base import Explorer
from .controls import Choice

#: What hangs in each room, from A to E.
ROOMS = {
    "first": ("doubled", "multiplied", "right", "swapped", "unit"),
    "second": ("own", "thousand", "sines", "right", "from one"),
}

#: What each exhibit is, in a sentence.
EXHIBITS = {
    "right": "This is the sinusoidal code",
    "doubled": "The loop index is even already, and the exponent doubles it again",
    "multiplied": "The position is multiplied by the power, not divided",
    "swapped": "Base and exponent have changed places in the power",
    "unit": "Positions are squeezed into the range from 0 to 1",
    "own": "The cosine has an exponent of its own, one column further on",
    "thousand": "The base is 1,000 for 10,000",
    "sines": "Every column is a sine",
    "from one": "Positions are counted from 1",
}

#: The checks, in the order of the picture.
CHECKS = (
    "Row 0 is 0, 1, 0, 1, …",
    "sin² + cos² = 1 in each pair",
    "The first pair turns by 1",
    "The last pair turns by B^(2/d − 1)",
    "Row t + 1 is M(1) times row t",
)

#: A smaller error than this is rounding.
PASSES = 1e-8


def museum_table(exhibit, num_positions=128, d_model=64, *, base=10000.0):
    """Return the table that an exhibit of the museum makes.

    Parameters
    ----------
    exhibit : str
        A key of `EXHIBITS`.
    num_positions, d_model : int, optional
        Rows and columns of the table; at least 2 rows, and an even number of columns.
    base : float, optional
        Base of the frequencies.

    Returns
    -------
    ndarray of float64, shape (num_positions, d_model)
        Even columns hold what the exhibit takes for sines, odd ones what it takes for cosines.
    """
    t, i = np.arange(num_positions), np.arange(d_model // 2)
    wave = np.cos
    sine = cosine = base ** (-2 * i / d_model)
    match exhibit:
        case "doubled":
            sine = base ** (-2 * (2 * i) / d_model)
            cosine = base ** (-2 * (2 * i + 1) / d_model)
        case "multiplied":
            sine = cosine = base ** (2 * i / d_model)
        case "swapped":
            sine = cosine = (2 * i / d_model) ** (1 / base)
        case "unit":
            t = t / (num_positions - 1)
        case "own":
            cosine = base ** (-(2 * i + 1) / d_model)
        case "thousand":
            sine = cosine = (base / 10) ** (-2 * i / d_model)
        case "sines":
            wave = np.sin
        case "from one":
            t = t + 1
        case "right":
            pass
        case _:
            raise ValueError(f"exhibit must be one of {tuple(EXHIBITS)}, got {exhibit!r}")
    table = np.empty((num_positions, d_model))
    table[:, 0::2] = np.sin(np.outer(t, sine))
    table[:, 1::2] = wave(np.outer(t, cosine))
    return table


def museum_checks(table, *, base=10000.0):
    """Return by how much a table fails each of the `CHECKS`: its largest error.

    Parameters
    ----------
    table : ndarray, shape (num_positions, d_model)
        At least two rows.
    base : float, optional
        Base of the frequencies that the table should have.

    Returns
    -------
    list of float
        Zero, but for rounding, where the check is passed.
    """
    d_model = table.shape[1]
    sines, cosines = table[:, 0::2], table[:, 1::2]
    slow = base ** (2 / d_model - 1)
    start = np.tile([0, 1], d_model // 2)
    turned = table[:-1] @ shift.shift_matrix(1, d_model, base=base).T
    errors = (
        table[0] - start,
        sines**2 + cosines**2 - 1,
        table[1, :2] - [np.sin(1), np.cos(1)],
        table[1, -2:] - [np.sin(slow), np.cos(slow)],
        table[1:] - turned,
    )
    return [float(np.abs(error).max()) for error in errors]


class BugMuseum(Explorer):
    """Five heat maps, one of them right: choose one, and see what tells it from the right one.

    Parameters
    ----------
    room : {"first", "second"}
        Which five hang on the wall; the second room is the harder one.
    exhibit : {"A", "B", "C", "D", "E"}
        The heat map that is looked at closely.
    """

    room = Choice("first", list(ROOMS), label="Room", help="the second is harder")
    exhibit = Choice("A", list("ABCDE"), label="Heat map", help="the one to look at closely")

    heights = {0: 953, 444: 910, 520: 812, 524: 736, 640: 514}

    @property
    def kind(self):
        """What the chosen heat map is: a key of `EXHIBITS`."""
        return ROOMS[self.room]["ABCDE".index(self.exhibit)]

    def still(self, figure):
        from ..palette import LIGHT, diverging_map
        from ..plots import SIZE, _say

        def show(ax, table):
            image = encoding.convert_layout(table, "interleaved", "halves").T[::2, ::2]
            ax.imshow(image, cmap=diverging_map(), vmin=-1, vmax=1, aspect="auto")
            ax.axhline(len(image) / 2 - 0.5, color="white", lw=2)
            ax.set(xticks=[], yticks=[])
            ax.spines[:].set_visible(False)

        wall, close = figure.subfigures(2, 1, height_ratios=[1, 1.35])
        for letter, ax in zip("ABCDE", wall.subplots(1, 5), strict=True):
            show(ax, museum_table(ROOMS[self.room]["ABCDE".index(letter)]))
            chosen = letter == self.exhibit
            colour = LIGHT["position" if chosen else "muted"]
            ax.set_title(letter, color=colour, fontsize=SIZE + 1, fontweight="bold")
            if chosen:
                ax.spines[:].set(visible=True, color=colour, linewidth=3)
        table = museum_table(self.kind)
        left, words = close.subplots(1, 2, width_ratios=[1, 1.25])
        show(left, (table - museum_table("right")) / 2)
        title = say("{exhibit} minus the right table", exhibit=self.exhibit)
        left.set_title(title, fontsize=SIZE, loc="left")
        words.set_axis_off()
        for row, (check, error) in enumerate(zip(CHECKS, museum_checks(table), strict=True)):
            good = error < PASSES
            style = {"transform": words.transAxes, "va": "top"}
            _say(words, 0.0, 1 - 0.2 * row, say(check), **style)
            verdict = say("passes") if good else say("fails, by {error:.2g}", error=error)
            role = LIGHT["positive" if good else "negative"]
            _say(words, 1.0, 1 - 0.2 * row, verdict, ha="right", color=role, **style)
        return 3.6

    def alt(self):
        failed = sum(error >= PASSES for error in museum_checks(museum_table(self.kind)))
        what = say(EXHIBITS[self.kind])
        return say(
            "Five small heat maps, A to E, one of them the sinusoidal code. {exhibit} is chosen: "
            "{what}. Below, its difference from the right table, and five checks, of which it "
            "fails {failed}.",
            exhibit=self.exhibit,
            what=what[0].lower() + what[1:],
            failed=failed,
        )
