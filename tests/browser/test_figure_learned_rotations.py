"""The clocks of a learned table: the page shows what the recorded table holds."""

import json

import numpy as np
import pytest
from conftest import ROOT

from pe_core import records
from pe_core.encoding import wavelengths
from pe_core.explorers import LearnedRotations, learned_rotations

TABLE = records.load("minilm_positions").astype(float)
POSITIONS = [1, 2, 509, 510, *np.random.default_rng(5).integers(1, 511, size=220).tolist()]


@pytest.fixture(scope="module")
def page(keep_open):
    return keep_open(LearnedRotations(), height=1000)


def facts(page, positions):
    return page.evaluate("ts => ts.map(t => peFigures.math.learnedFacts(t))", positions)


def test_the_data_of_the_page_comes_from_the_recorded_table():
    """Made afresh, the file differs by at most a rounding of its last bit."""
    source = ROOT / "pe_core" / "explorers" / "learned_rotations_data.js"
    fresh, kept = learned_rotations.script(TABLE), source.read_text(encoding="utf-8")
    assert fresh.split("{")[0] == kept.split("{")[0]
    periods, tracks = learned_rotations.recorded()
    _, eigenvalues, exact = learned_rotations.rotation_planes(TABLE[1:511])
    assert np.allclose(periods, 2 * np.pi / np.angle(eigenvalues), rtol=0, atol=0.0051)
    assert np.abs(tracks - exact).max() < np.sqrt(2) * 0.51 / 48
    planes = [json.loads(t[t.index("{") : t.rindex("}") + 1])["tracks"] for t in (fresh, kept)]
    for plane in zip(*planes, strict=True):
        one, other = (np.array([ord(letter) for letter in letters]) for letters in plane)
        assert one.shape == (2 * 510,) and np.abs(one - other).max() <= 2


def test_hands_and_turns_are_those_of_the_table(page):
    periods, tracks = learned_rotations.recorded()
    turns = np.zeros(tracks.shape)
    turns[1:] = np.cumsum(np.angle(tracks[1:] / tracks[:-1]), axis=0) / (2 * np.pi)
    lengths = wavelengths(384)
    for t, planes in zip(POSITIONS, facts(page, POSITIONS), strict=True):
        for j, plane in enumerate(planes):
            hand = tracks[t - 1, j]
            assert plane["x"] == pytest.approx(hand.real, abs=1e-11)
            assert plane["y"] == pytest.approx(hand.imag, abs=1e-11)
            assert plane["reach"] == pytest.approx(abs(hand), abs=1e-12)
            assert plane["turns"] == pytest.approx(turns[t - 1, j], abs=1e-10)
            assert plane["even"] == pytest.approx((t - 1) / periods[j], abs=1e-10)
            nearest = np.argmin(np.abs(np.log(lengths / periods[j])))
            assert plane["i"] == nearest == learned_rotations.nearest_pair(periods[j])
            assert plane["length"] == pytest.approx(lengths[nearest], rel=1e-12)
            assert plane["angle"] == pytest.approx(2 * np.pi * t / lengths[nearest], abs=1e-10)


def test_the_waves_always_show_the_position_and_only_positions_of_the_table(page):
    ask = """ts => ts.map(position => [1, 2, 3, 4, 5].map(
      plane => peFigures.math.learnedWindow({ position, plane })))"""
    for t, windows in zip(POSITIONS, page.evaluate(ask, POSITIONS), strict=True):
        for first, last in windows:
            assert 1 <= first <= t <= last <= 510
            assert last - first >= 70


def test_a_tap_on_a_clock_chooses_its_waves_and_a_drag_on_the_waves_moves_time(page):
    plane = page.locator(".pe-select")
    clocks = page.locator(".pe-view-planes")
    box = clocks.bounding_box()
    clocks.click(position={"x": box["width"] * 0.9, "y": box["height"] / 2})
    assert plane.input_value() == "5"
    clocks.click(position={"x": box["width"] * 0.5, "y": box["height"] / 2})
    assert plane.input_value() == "3"
    waves = page.locator(".pe-view-waves")
    box = waves.bounding_box()
    waves.click(position={"x": box["width"] - 12, "y": 60})
    assert int(page.get_by_label("Position t, exact value").input_value()) > 480
    assert "plane 3" in page.locator(".pe-words").inner_text()


def test_the_table_turns_and_a_shuffled_one_does_not():
    share, eigenvalues, tracks = learned_rotations.rotation_planes(TABLE[1:511])
    assert 0.935 < share < 0.945
    assert np.all(np.abs(np.abs(eigenvalues) - 1) < 0.004)
    assert np.allclose(np.abs(tracks).mean(axis=0), 1)
    assert np.allclose(tracks[0].imag, 0, atol=1e-12) and np.all(tracks[0].real > 0)
    shuffled = np.random.default_rng(0).permutation(TABLE[1:511])
    rows = shuffled - shuffled.mean(axis=0)
    parts = rows @ np.linalg.svd(rows, full_matrices=False)[2][:10].T
    step = np.linalg.lstsq(parts[:-1], parts[1:])[0]
    assert np.abs(np.linalg.eigvals(step)).max() < 0.3


def test_planes_that_are_not_there_are_refused():
    with pytest.raises(ValueError, match="planes must be the number of rotations found"):
        learned_rotations.rotation_planes(np.arange(40.0).reshape(20, 2), planes=1)
