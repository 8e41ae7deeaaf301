"""The score surfaces: the page shows the heads that anyone can train again."""

import base64
import json

import numpy as np
import pytest

from pe_core import family
from pe_core.explorers import ScoreSurfaces, score_surfaces
from pe_core.explorers.base import _read
from pe_core.explorers.score_surfaces import D_MODEL, LENGTH, NAMES, TRAINING, WINDOW, surface

QUERIES = [1, 2, 31, 32, 127, *np.random.default_rng(3).integers(1, 128, size=220).tolist()]


@pytest.fixture(scope="module")
def page(keep_open):
    return keep_open(ScoreSurfaces())


@pytest.fixture(scope="module")
def models():
    return {s: family.train_model(s, d_model=D_MODEL, **TRAINING)[0] for s in NAMES}


def test_the_heads_of_the_page_can_be_trained_again():
    """Up to two units: another machine may add up in another order."""

    def data(text):
        return json.loads(text[text.index("{") : text.rindex("}") + 1])

    fresh, kept = data(score_surfaces.script()), data(_read("score_surfaces_data.js"))
    assert fresh.keys() == kept.keys() == NAMES.keys()
    for scheme, (unit, code) in kept.items():
        assert fresh[scheme][0] == pytest.approx(unit, rel=1e-3)
        kind = np.int8 if scheme == "sinusoid" else "<i2"
        numbers = [
            np.frombuffer(base64.b64decode(c), kind).astype(int) for c in (code, fresh[scheme][1])
        ]
        assert np.abs(numbers[0] - numbers[1]).max() <= 2, scheme


def test_the_surfaces_are_those_of_the_trained_models(models):
    """Up to the rounding of the recorded numbers, and up to a constant for the sinusoid."""
    for scheme, model in models.items():
        n = WINDOW if scheme == "learned" else LENGTH
        exact, shown = family.match_surface(model, n), surface(scheme)
        earlier = np.tril_indices(n, -1)
        gap = (exact - shown)[earlier]
        if scheme == "sinusoid":
            gap = gap - gap.mean()
        span = np.ptp(exact[earlier])
        assert np.abs(gap).max() <= max(0.012 * span, 0.01), scheme
        assert np.isnan(shown[np.triu_indices(n)]).all()


def test_rows_and_shares_are_those_of_numpy(page):
    ask = """ts => ts.map(t => Object.fromEntries(%s.map(s => {
      const row = peFigures.math.surfaceRow(s, t);
      return [s, [row && [...row], peFigures.math.surfaceOrdered(s, t)]];
    })))"""
    found = page.evaluate(ask % json.dumps(list(NAMES)), QUERIES)
    for t, schemes in zip(QUERIES, found, strict=True):
        figure = ScoreSurfaces(query=t)
        for scheme, (row, share) in schemes.items():
            expected = figure.ordered(scheme)
            if expected is None:
                assert scheme == "learned" and t >= WINDOW and row is None and share is None
                continue
            assert np.allclose(row, surface(scheme)[t, :t], rtol=0, atol=1e-9), (t, scheme)
            assert share == pytest.approx(expected, abs=1e-12), (t, scheme)


def test_a_pointer_on_any_map_chooses_the_query(page):
    canvas = page.locator(".pe-view-surfaces")
    field = page.get_by_label("Query t, exact value")
    box = canvas.bounding_box()
    # The first map begins 70 below the top of the drawing and is 190 high, on a page this wide.
    canvas.click(position={"x": 60, "y": 70 + 95})
    assert abs(int(field.input_value()) - 64) <= 1
    canvas.click(position={"x": box["width"] - 80, "y": box["height"] - 320 + 26 + 2})
    assert int(field.input_value()) <= 3
    assert "stands inside the window" in page.locator(".pe-words").inner_text()
    page.locator(".pe-preset select").select_option("Beyond the window")
    assert "Learned table no row" in page.locator(".pe-words").inner_text()
