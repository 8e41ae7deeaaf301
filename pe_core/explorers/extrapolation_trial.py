"""The trial: a head trained inside a window, and what it does beyond."""

import base64
import json
import re

import numpy as np

from .. import encoding, heads
from ..language import say
from .base import Explorer, _read
from .controls import Choice, Slider

D_MODEL, OFFSET = 16, 3  # the head has to look three positions back
WINDOWS = [16, 32, 64]
OPTIMIZERS = {"Adam": "adam", "gradient descent": "descent"}


def recorded(window, optimizer):
    """Return the trained matrix W that the live figure shows, read from its script.

    Parameters
    ----------
    window : {16, 32, 64}
        Length of the window of training.
    optimizer : {"Adam", "gradient descent"}

    Returns
    -------
    ndarray of float64, shape (16, 16)
        Rounded to 1/127 of its largest entry.
    """
    text = _read("extrapolation_trial_data.js")
    data = json.loads(re.search(r"= (\{.*\});", text, re.DOTALL).group(1))
    unit, code = data[f"{optimizer} {window}"]
    whole = np.frombuffer(base64.b64decode(code), np.int8).reshape(D_MODEL, D_MODEL)
    return whole * unit


def script():
    """Return the text of the data file of the live figure: six heads, trained afresh."""
    data = {}
    for name, optimizer in OPTIMIZERS.items():
        for window in WINDOWS:
            codes = encoding.sinusoidal(np.arange(window), D_MODEL)
            weights = heads.train_head(codes, OFFSET, optimizer=optimizer).weights
            unit = round(float(np.abs(weights).max() / 127), 6)
            whole = np.rint(weights / unit).clip(-127, 127).astype(np.int8)
            data[f"{name} {window}"] = [unit, base64.b64encode(whole.tobytes()).decode("ascii")]
    return (
        "// Made by scripts/record_extrapolation_trial.py: heads of pe_core.heads.train_head that\n"
        "// look 3 positions back, width 16, seed 0. For each the unit of its numbers, and W.\n"
        f"const TRIAL_WEIGHTS = {json.dumps(data)};\n"
    )


class ExtrapolationTrial(Explorer):
    """A head trained to look three positions back, inside its window and beyond.

    The head sees positions alone: ``score = p(t) @ W @ p(s)``, with sinusoidal codes of width 16.

    Parameters
    ----------
    optimizer : {"Adam", "gradient descent"}
        How the head was trained.
    window : {16, 32, 64}
        Length L of the window of training.
    rest : int
        Percentage of W's rest that is kept: all of W at 100, its rotation part alone at 0.
    length : int
        Length n of the text, 16 to 256: queries and keys are the positions 0 to n - 1.
    query : int
        Query t, 0 to 255; beyond the text it stands at its last position.
    """

    optimizer = Choice(
        "Adam", list(OPTIMIZERS), label="Trained by", help="what moved W during the training"
    )
    window = Choice(64, WINDOWS, label="Window L", help="the positions of the training")
    rest = Slider(
        100, min=0, max=100, step=5, label="Rest of W, %", help="0 keeps the rotation part alone"
    )
    length = Slider(
        128, min=16, max=256, label="Text length n", help="beyond L nothing was trained"
    )
    query = Slider(96, min=0, max=255, label="Query t", help="the row that is drawn as a curve")

    presets = {
        "The cliff": {
            "set": {"optimizer": "Adam", "window": 64, "rest": 100, "length": 128},
            "note": "Perfect in training, and lost as soon as the text is longer.",
        },
        "Keep only the rotation part": {
            "set": {"optimizer": "Adam", "window": 64, "rest": 0, "length": 256},
            "note": "The same trained W, without all that does not commute with rotation.",
        },
        "No cliff at L": {
            "set": {"optimizer": "gradient descent", "window": 64, "rest": 100, "length": 128},
            "note": "Same data, same codes, same loss: another way downhill.",
        },
    }

    heights = {0: 1401, 324: 1405, 328: 1259, 392: 1215, 488: 1117, 544: 1069, 600: 875}

    def picks(self, rest=None):
        """Return the key that every query looks at, with this part of the rest kept."""
        weights = recorded(self.window, self.optimizer)
        part = heads.rotation_part(weights)
        kept = (self.rest if rest is None else rest) / 100
        codes = encoding.sinusoidal(np.arange(self.length), D_MODEL)
        return (codes @ (part + kept * (weights - part)) @ codes.T).argmax(axis=1)

    def accuracy(self, rest=None):
        """Return the share of queries that look three back: inside the window, and beyond it."""
        right = self.picks(rest)[OFFSET:] == np.arange(self.length - OFFSET)
        inside = right[: self.window - OFFSET].mean()
        return inside, right[self.window - OFFSET :].mean() if self.length > self.window else None

    def still(self, figure):
        from ..palette import LIGHT
        from ..plots import _calm, _say

        n, window, t = self.length, self.window, min(self.query, self.length - 1)
        board, strips = figure.subplots(2, height_ratios=[3, 1])
        picks, where = self.picks(), np.arange(n)
        right = picks == where - OFFSET
        board.fill_between([0, min(window, n)], 0, min(window, n), color=LIGHT["panel"])
        board.plot(picks[right], where[right], "o", color=LIGHT["positive"], ms=3)
        wrong = ~right & (where >= OFFSET)
        board.plot(picks[wrong], where[wrong], "x", color=LIGHT["negative"], ms=4)
        board.axhline(t, color=LIGHT["position"], lw=1)
        title = say("Where each query looks (3 back is right)")
        _calm(board, title=title, x=say("key s"), y=say("query t"))
        board.set(xlim=(-1, n), ylim=(n, -1))
        _say(board, n - 1, t - 2, f"t = {t}", ha="right", color=LIGHT["position"])
        _say(board, 2, min(window, n) - 2, say("window of training"), color=LIGHT["muted"])

        rows = [
            (say("rest {rest} %", rest=self.rest), right),
            (say("rotation part"), self.picks(0) == where - OFFSET),
            (say("learned table"), np.where(where < window, 1.0, np.nan)),
        ]
        for y, (_, good) in enumerate(rows):
            for colour, chosen in (("positive", good == 1), ("negative", good == 0)):
                x = where[chosen & (where >= OFFSET)]
                height = 0.7 if colour == "positive" else 0.2
                strips.bar(x, height, 1, bottom=y + 0.35 - height, color=LIGHT[colour])
            if y == 2 and n > window:
                _say(strips, (window + n) / 2, y, say("no row"), ha="center", va="center")
        strips.axvline(window - 0.5, color=LIGHT["ink"], lw=1, ls="--")
        title = say("Right at each position (tall), or wrong (low)")
        _calm(strips, title=title, x=say("query t"))
        strips.set(xlim=(-1, n), ylim=(2.6, -0.6), yticks=[0, 1, 2])
        strips.set_yticklabels([name for name, _ in rows])
        return 5.6

    def alt(self):
        def shares(inside, beyond):
            if beyond is None:
                return say("{inside:.0f}% inside the window", inside=100 * inside)
            return say(
                "{inside:.0f}% inside the window and {beyond:.0f}% beyond it",
                inside=100 * inside,
                beyond=100 * beyond,
            )

        return say(
            "Where each query of a text of {length} positions looks, for a head trained by "
            "{optimizer} on {window} positions to look three back. With {rest} % of the rest of W "
            "kept it is right for {now}; with its rotation part alone for {part}. A learned table "
            "has no row beyond the window.",
            length=self.length,
            optimizer=say(self.optimizer),
            window=self.window,
            rest=self.rest,
            now=shares(*self.accuracy()),
            part=shares(*self.accuracy(0)),
        )
