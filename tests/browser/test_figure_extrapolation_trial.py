"""The trial: the page computes what NumPy computes, from heads that anyone can train again."""

import base64
import json

import numpy as np
import pytest

from pe_core import encoding, heads
from pe_core.explorers import ExtrapolationTrial, extrapolation_trial
from pe_core.explorers.extrapolation_trial import D_MODEL, OFFSET, OPTIMIZERS, WINDOWS, recorded

RNG = np.random.default_rng(8)
STATES = [
    {
        "optimizer": str(RNG.choice(list(OPTIMIZERS))),
        "window": int(RNG.choice(WINDOWS)),
        "rest": 5 * int(RNG.integers(21)),
        "length": int(RNG.integers(16, 257)),
        "query": int(RNG.integers(256)),
    }
    for _ in range(220)
]


@pytest.fixture(scope="module")
def page(keep_open):
    return keep_open(ExtrapolationTrial())


def data(text):
    return json.loads(text[text.index("{") : text.rindex("}") + 1])


def test_the_heads_of_the_page_can_be_trained_again():
    """Up to one step of the rounding: another machine may add up in another order."""
    from pe_core.explorers.base import _read

    fresh, kept = data(extrapolation_trial.script()), data(_read("extrapolation_trial_data.js"))
    assert fresh.keys() == kept.keys()
    for name, (unit, code) in kept.items():
        assert fresh[name][0] == pytest.approx(unit, abs=2e-6)
        numbers = [
            np.frombuffer(base64.b64decode(c), np.int8).astype(int) for c in (code, fresh[name][1])
        ]
        assert np.abs(numbers[0] - numbers[1]).max() <= 1


def test_rounding_the_heads_changes_no_accuracy_inside_the_window():
    for name in OPTIMIZERS:
        for window in WINDOWS:
            codes = encoding.sinusoidal(np.arange(window), D_MODEL)
            assert heads.hits(recorded(window, name), codes, OFFSET).all(), (name, window)


def test_scores_picks_and_accuracy_are_those_of_numpy(page):
    found = page.evaluate(
        """states => states.map(state => {
             const f = peFigures.math.trialFacts(state);
             const row = f.scores.subarray(f.t * state.length, (f.t + 1) * state.length);
             return { row: [...row], picks: [...f.picks], rotation: [...f.rotation], t: f.t,
                      now: f.now, part: f.part };
           })""",
        STATES,
    )
    for state, facts in zip(STATES, found, strict=True):
        weights = recorded(state["window"], state["optimizer"])
        part = heads.rotation_part(weights)
        mixed = part + state["rest"] / 100 * (weights - part)
        codes = encoding.sinusoidal(np.arange(state["length"]), D_MODEL)
        scores = codes @ mixed @ codes.T
        t = min(state["query"], state["length"] - 1)
        assert facts["t"] == t
        assert np.allclose(facts["row"], scores[t], rtol=0, atol=1e-9), state
        assert facts["picks"] == scores.argmax(axis=1).tolist(), state
        assert facts["rotation"] == (codes @ part @ codes.T).argmax(axis=1).tolist(), state
        figure = ExtrapolationTrial(**state)
        for mine, page_says in ((None, facts["now"]), (0, facts["part"])):
            inside, beyond = figure.accuracy(mine)
            assert page_says[0] == pytest.approx(inside, abs=1e-12)
            assert page_says[1] == (None if beyond is None else pytest.approx(beyond, abs=1e-12))


def test_the_split_is_the_projection_of_pe_core(page):
    for name in OPTIMIZERS:
        for window in WINDOWS:
            ask = """([window, optimizer]) => {
              const split = peFigures.math.trialSplit(window, optimizer);
              return [[...split.part], [...split.rest]];
            }"""
            part, rest = np.array(page.evaluate(ask, [window, name])).reshape(2, D_MODEL, D_MODEL)
            weights = recorded(window, name)
            assert np.allclose(part, heads.rotation_part(weights), rtol=0, atol=1e-12)
            assert np.allclose(part + rest, weights, rtol=0, atol=1e-12)


def test_the_button_of_the_chapter_mends_the_cliff(page):
    """What the chapter says of the figure: the cliff, the rotation part, the other optimizer."""
    words = page.locator(".pe-words")
    preset = page.locator(".pe-preset select")
    preset.select_option("The cliff")
    assert "90 % of the queries in the window" in words.inner_text()
    assert "16 % beyond it" in words.inner_text()
    preset.select_option("Keep only the rotation part")
    assert (
        "100 % of the queries in the window look three back and 100 % beyond" in words.inner_text()
    )
    preset.select_option("No cliff at L")
    assert (
        "100 % of the queries in the window look three back and 100 % beyond" in words.inner_text()
    )


def test_a_pointer_on_the_board_chooses_the_query(page):
    page.locator(".pe-preset select").select_option("The cliff")
    board = page.locator(".pe-view-board")
    board.click(position={"x": 100, "y": 44 + 140})  # half way down a board of 128 queries
    field = page.get_by_label("Query t, exact value")
    assert abs(int(field.input_value()) - 64) <= 1
    strips = page.locator(".pe-view-strips")
    box = strips.bounding_box()
    strips.click(position={"x": box["width"] - 11, "y": 60})
    assert int(field.input_value()) == 127
