"""The score surfaces of six trained heads, one for each way to tell positions."""

import base64
import json
import re

import numpy as np

from .. import family
from ..encoding import sinusoidal
from ..language import say
from .base import Explorer, _read
from .controls import Slider

WINDOW, LENGTH, D_MODEL = 32, 128, 32
TRAINING = {"window": WINDOW, "steps": 300, "batch": 4, "learning_rate": 0.02, "seed": 0}
NAMES = {
    "sinusoid": "Sinusoid",
    "learned": "Learned table",
    "rope": "RoPE",
    "alibi": "ALiBi",
    "t5": "T5 bias",
    "none": "None",
}
SHARES = {
    "sinusoid": "Sinusoid: {share:.0f}%",
    "learned": "Learned table: {share:.0f}%",
    "rope": "RoPE: {share:.0f}%",
    "alibi": "ALiBi: {share:.0f}%",
    "t5": "T5 bias: {share:.0f}%",
    "none": "None: {share:.0f}%",
}


def surface(scheme):
    """Return the surface that the live figure shows, read from its script.

    Parameters
    ----------
    scheme : {"sinusoid", "learned", "rope", "alibi", "t5", "none"}

    Returns
    -------
    ndarray of float64, shape (128, 128), for "learned" (32, 32)
        Score of a match, for every query and every earlier key; NaN elsewhere.
    """
    text = _read("score_surfaces_data.js")
    unit, code = json.loads(re.search(r"= (\{.*\});", text, re.DOTALL).group(1))[scheme]
    raw = base64.b64decode(code)
    n = WINDOW if scheme == "learned" else LENGTH
    scores = np.full((n, n), np.nan)
    query, key = np.tril_indices(n, -1)
    if scheme == "sinusoid":
        matrix = unit * np.frombuffer(raw, np.int8).reshape(D_MODEL + 1, D_MODEL + 1)
        codes = np.pad(sinusoidal(np.arange(n), D_MODEL), ((0, 0), (0, 1)), constant_values=1)
        scores[query, key] = (codes @ matrix @ codes.T)[query, key]
    elif scheme == "learned":
        scores[query, key] = unit * np.frombuffer(raw, "<i2")
    else:
        scores[query, key] = unit * np.frombuffer(raw, "<i2")[query - key - 1]
    return scores


def script():
    """Return the text of the data file of the live figure: six heads, trained afresh."""
    data = {}
    for scheme in family.SCHEMES:
        model, _ = family.train_model(scheme, d_model=D_MODEL, **TRAINING)
        if scheme == "sinusoid":
            # Mean over words w of (w + p) A (w + q): a matrix around (p, 1) and (q, 1).
            words, p = model.parameters["words"], model.parameters
            a = p["query"] @ p["key"].T / np.sqrt(D_MODEL)
            mean = words.mean(axis=0)
            own = np.einsum("wi,ij,wj->", words, a, words) / len(words)
            numbers = np.block([[a, (a @ mean)[:, None]], [(mean @ a)[None], np.array([[own]])]])
            numbers[-1, -1] = 0  # the same for all keys; too large for the unit of the others
            kind, most = "i1", 127
        else:
            n = WINDOW if scheme == "learned" else LENGTH
            scores = family.match_surface(model, n)
            numbers = scores[np.tril_indices(n, -1)] if scheme == "learned" else scores[-1, -2::-1]
            kind, most = "<i2", 32767
        unit = float(f"{np.abs(numbers).max() / most:.4g}")
        whole = np.rint(numbers / unit).clip(-most, most).astype(kind)
        data[scheme] = [unit, base64.b64encode(whole.tobytes()).decode("ascii")]
    return (
        "// Made by scripts/record_score_surfaces.py: heads of pe_core.family, trained\n"
        "// on texts of 32 words, seed 0. By scheme: the unit of its numbers, and the numbers.\n"
        f"const SURFACE_NUMBERS = {json.dumps(data)};\n"
    )


class ScoreSurfaces(Explorer):
    """How six trained heads score a match, for every query and every earlier key.

    Each head was trained on texts of 32 words to find the last time that a word was said: of all
    earlier keys with the word of the query, the nearest has to score highest.

    Parameters
    ----------
    query : int
        Query t, 1 to 127; the training reached 31.
    """

    query = Slider(80, min=1, max=LENGTH - 1, label="Query t", run=True, help="one row of each map")

    presets = {
        "Beyond the window": {
            "set": {"query": 80},
            "note": "No training text was so long: see which rows still rise towards the query.",
        },
        "Inside the window": {
            "set": {"query": 28},
            "note": "Five of the six rows rise towards the query. The sixth is flat.",
        },
    }

    heights = {
        0: 1221, 316: 1247, 348: 1253, 352: 1235, 372: 1249, 396: 1279, 416: 1309, 436: 1339,
        456: 1345, 560: 946, 600: 952, 640: 933, 684: 940,
    }  # fmt: skip

    def ordered(self, scheme):
        """Return the share of pairs of keys of which the nearer one scores higher; None: no row."""
        scores = surface(scheme)
        if self.query >= len(scores):
            return None
        row = scores[self.query, : self.query]
        far, near = np.triu_indices(len(row), 1)
        return float((row[near] > row[far]).mean()) if len(row) > 1 else 1.0

    def still(self, figure):
        from ..palette import LIGHT, diverging_map
        from ..plots import SIZE, _calm

        axes = figure.subplots(4, 3, height_ratios=[2.2, 1, 2.2, 1])
        for n, (scheme, name) in enumerate(NAMES.items()):
            map_, curve = axes[2 * (n // 3), n % 3], axes[2 * (n // 3) + 1, n % 3]
            scores, t = surface(scheme), self.query
            size = len(scores)
            inside = scores[:WINDOW, :WINDOW]
            middle = (np.nanmax(inside) + np.nanmin(inside)) / 2
            half = max((np.nanmax(inside) - np.nanmin(inside)) / 2, 1e-9)
            style = {"cmap": diverging_map(), "vmin": -1, "vmax": 1, "interpolation": "nearest"}
            shown = np.clip((scores - middle) / half, -1, 1)
            map_.imshow(shown, extent=(0, size, size, 0), aspect="auto", **style)
            map_.axhline(t, color=LIGHT["position"], lw=1)
            box = [WINDOW, WINDOW, 0], [0, WINDOW, WINDOW]
            map_.plot(*box, "--", color=LIGHT["ink"], lw=0.8)
            _calm(map_, title=say(name))
            map_.set(xlim=(0, LENGTH), ylim=(LENGTH, 0), xticks=[], yticks=[0, 64, 128])
            if t < size:
                curve.plot(np.arange(t), scores[t, :t], color=LIGHT["ink"], lw=1)
            else:
                words = say("no row")
                curve.text(64, 0, words, ha="center", fontsize=SIZE, color=LIGHT["muted"])
                curve.set(ylim=(-1, 1))
            _calm(curve, x=say("key s") if n > 2 else None)
            curve.set(xlim=(0, LENGTH), yticks=[], xticks=[0, 64, 128])
        return 6.0

    def alt(self):
        parts = []
        for scheme, words in SHARES.items():
            share = self.ordered(scheme)
            no_row = share is None  # only the table lacks rows
            parts.append(say("Learned table: no row") if no_row else say(words, share=100 * share))
        return say(
            "Six maps of scores, query by key, for heads trained on {window} positions and shown "
            "on {length}, with the row of query {query} as a curve below each. Share of pairs of "
            "keys of which the nearer one scores higher: {parts}.",
            window=WINDOW,
            length=LENGTH,
            query=self.query,
            parts=say("; ").join(parts),
        )
