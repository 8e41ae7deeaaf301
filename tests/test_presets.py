"""What the note of a preset says of its state is true."""

import re

import numpy as np
import pytest

from pe_core import sinusoidal, wavelengths
from pe_core.explorers import FIGURES, BaseAndWidth
from pe_core.explorers.shuffle_machine import run
from pe_core.family import SCHEMES


def ladder(figure):
    return wavelengths(figure.d_model, base=figure.base)


def lengths(figure):
    """Length of an embedding, on the average, and of a code."""
    embedding = figure.scale * np.sqrt(figure.d_model * (1 / figure.d_model))
    return embedding, np.linalg.norm(sinusoidal(7, figure.d_model))


def kept(figure):
    """Which places of the new order give their word the output that it had as written."""
    options = {"causal": figure.causal, "layers": figure.layers, "encoding": figure.encoding}
    _, before, _ = run(figure.sentence, 0, **options)
    order, now, _ = run(figure.sentence, figure.order, **options)
    return [bool(np.allclose(now[word], before[word], atol=1e-9)) for word in order], list(order)


def every_output_is_kept(figure):
    return all(kept(figure)[0])


def first_two_change_and_the_rest(same):
    def holds(figure):
        keeps, order = kept(figure)
        swapped = order[:2] == [1, 0] and order[2:] == list(range(2, len(order)))
        return swapped and not any(keeps[:2]) and keeps[2:] == [same] * len(keeps[2:])

    return holds


#: What each note claims, as a condition on the state of its preset.
CLAIMS = {
    ("BaseAndWidth", "Transformer, base model"): lambda f: (f.d_model, f.base) == (512, 10_000),
    ("BaseAndWidth", "Transformer, big model"): lambda f: (f.d_model, f.base) == (1024, 10_000),
    ("BaseAndWidth", "A narrow code"): lambda f: (
        (f.d_model, f.base, len(ladder(f))) == (64, 10_000, 32)
        and ladder(f)[1] / ladder(f)[0] > wavelengths(512)[1] / wavelengths(512)[0]
    ),
    ("BaseAndWidth", "Llama 3, one head"): lambda f: (f.d_model, f.base) == (128, 500_000),
    ("BaseAndWidth", "A small base"): lambda f: (
        (f.base, f.num_positions) == (50, 512) and ladder(f).max() < f.num_positions
    ),
    ("EmbeddingScale", "Entries of variance 1/d, as drawn"): lambda f: lengths(f) == (1, 16),
    ("EmbeddingScale", "The same, times √d"): lambda f: abs(f.scale - np.sqrt(f.d_model)) < 0.05,
    ("EmbeddingScale", "Entries of variance 1, times √d"): lambda f: (
        f.scale == f.d_model and lengths(f)[0] > 10 * lengths(f)[1]
    ),
    ("ShuffleMachine", "Reversed"): every_output_is_kept,
    ("ShuffleMachine", "我打你, reversed"): every_output_is_kept,
    ("ShuffleMachine", "Mask, one layer"): first_two_change_and_the_rest(True),
    ("ShuffleMachine", "Mask, two layers"): first_two_change_and_the_rest(False),
    ("ShuffleMachine", "With the encoding"): lambda f: f.encoding and not any(kept(f)[0]),
    ("ExtrapolationTrial", "The cliff"): lambda f: (
        type(f)(**{**f.state, "length": f.window}).accuracy()[0] == 1 and f.accuracy()[1] < 0.2
    ),
    ("ExtrapolationTrial", "Keep only the rotation part"): lambda f: (
        f.rest == 0 and f.accuracy() == (1, 1) and f.length > f.window
    ),
    ("ExtrapolationTrial", "No cliff at L"): lambda f: (
        f.accuracy() == (1, 1) and f.optimizer == "gradient descent" and f.length > f.window
    ),
    ("ScoreSurfaces", "Inside the window"): lambda f: (
        sum(f.ordered(scheme) > 0.95 for scheme in SCHEMES) == 5 and f.ordered("none") == 0
    ),
    ("ScoreSurfaces", "Beyond the window"): lambda f: f.ordered("learned") is None,
}


@pytest.mark.parametrize(
    "figure, name",
    [(figure, name) for figure in FIGURES for name in figure.presets],
    ids=lambda part: part if isinstance(part, str) else part.__name__,
)
def test_the_note_of_a_preset_is_true(figure, name):
    claim = CLAIMS.get((figure.__name__, name))
    assert claim, "write its claim down, above"
    assert claim(figure(**figure.presets[name]["set"]))


def test_every_number_of_a_note_belongs_to_its_state_or_its_source():
    for figure in FIGURES:
        for preset in figure.presets.values():
            state = figure(**preset["set"])
            pairs = state.d_model // 2 if hasattr(state, "d_model") else 0
            known = {*preset["set"].values(), pairs, 1, round(pairs**0.5)}
            source = r"(section|table) [\d.]*\d|(et al\.|report) \(?\d{4}|Llama 3"
            note = re.sub(source, "", preset["note"])
            for number in re.findall(r"\d[\d,]*(?:\.\d+)?", note):
                assert float(number.replace(",", "")) in known, f"{figure.__name__}: {note}"


def test_a_wrong_note_is_noticed():
    wrong = BaseAndWidth(base=100, d_model=512, num_positions=512)
    assert not CLAIMS["BaseAndWidth", "A small base"](wrong)
    assert np.sum(ladder(wrong) > 512) == 11
