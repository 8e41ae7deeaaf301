"""The two warps: the page computes what pe_core.warps computes."""

import numpy as np
import pytest

from pe_core.encoding import frequencies, wavelengths
from pe_core.explorers import TwoWarps
from pe_core.warps import ntk_base, stretch

STATES = [(s, d) for s in range(1, 33) for d in (64, 128, 512)]


@pytest.fixture(scope="module")
def page(keep_open):
    return keep_open(TwoWarps(), height=1000)


def test_the_clocks_of_both_warps_are_those_of_numpy(page):
    rng = np.random.default_rng(1)
    states = [
        *STATES,
        *((float(rng.uniform(1, 32)), 2 * int(rng.integers(2, 257))) for _ in range(150)),
    ]
    ask = """states => states.map(([s, d]) => [
      peFigures.math.warpBase(s, d), ...peFigures.math.warpFrequencies(s, d).map((row) => [...row]),
    ])"""
    assert len(states) >= 200
    for (s, d), (base, *rows) in zip(states, page.evaluate(ask, states), strict=True):
        raised = ntk_base(s, d)
        assert base == pytest.approx(raised, rel=1e-12)
        ways = ({}, {"scale": s}, {"new_base": raised})
        for row, way in zip(rows, ways, strict=True):
            np.testing.assert_allclose(row, frequencies(d) / stretch(d, **way), rtol=1e-11)


def test_the_steps_between_neighbours_are_those_of_numpy(page):
    found = page.evaluate("states => states.map((s) => peFigures.math.warpSteps(...s))", STATES)
    for (s, d), steps in zip(STATES, found, strict=True):
        expected = TwoWarps(scale=s, d_model=d).steps()
        np.testing.assert_allclose(steps, expected, rtol=0, atol=1e-12)


def test_the_first_state_says_what_the_chapter_says(page):
    words = page.locator(".pe-words").inner_text()
    for number in ("3.714", "0.948", "3.471", "40,218"):
        assert number in words
    turned = 360 * 5000 / wavelengths(512)[-1]
    assert f"has turned {turned / 4:.2f}° in both, instead of {turned:.1f}°" in words


def test_the_last_hand_is_the_same_in_both_warps_and_the_first_in_none_but_one():
    for s, d in STATES:
        raised = frequencies(d, base=ntk_base(s, d))
        assert raised[0] == frequencies(d)[0]
        assert raised[-1] == pytest.approx(frequencies(d)[-1] / s, rel=1e-12)
