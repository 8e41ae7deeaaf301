"""The scorecard race: the page measures what NumPy measures, and judges what it measures."""

import numpy as np
import pytest

from pe_core.codes import scorecard
from pe_core.explorers import ScorecardRace
from pe_core.explorers.scorecard_race import contestants

NAMES = list(contestants())
LENGTHS = sorted({16, 17, 32, 33, 64, 65, 127, 128, *range(18, 128, 3)})


@pytest.fixture(scope="module")
def page(keep_open):
    return keep_open(ScorecardRace(), height=1000)


@pytest.fixture
def fresh(page):
    page.get_by_role("button", name="Reset").click()
    return page


def type_in(page, name, value):
    box = page.get_by_label(f"{name}, exact value")
    box.fill(str(value))
    box.press("Enter")


@pytest.fixture(scope="module")
def cards(page):
    """The scorecards of page and Python for more than 200 pairs of code and length."""
    theirs = page.evaluate(
        "([names, lengths]) => lengths.map(length => names.map(name => "
        "peFigures.math.raceCard(name, length)))",
        [NAMES, LENGTHS],
    )
    ours = [[scorecard(code, length) for code in contestants().values()] for length in LENGTHS]
    assert len(LENGTHS) * len(NAMES) > 200
    return [
        (f"{name}, length {length}", a, b)
        for length, mine, yours in zip(LENGTHS, ours, theirs, strict=True)
        for name, a, b in zip(NAMES, mine, yours, strict=True)
    ]


def test_distances_and_widths_are_those_of_numpy(cards):
    for where, ours, theirs in cards:
        assert theirs["width"] == ours["width"], where
        for key in ("closest", "growth", "step_spread", "jump", "meaning"):
            assert theirs[key] == pytest.approx(ours[key], abs=1e-9), (where, key)


def test_best_maps_are_those_of_numpy(cards):
    """Near zero both sides show rounding, which the slow waves of the sinusoid enlarge outside."""
    for where, ours, theirs in cards:
        for key in ("linear", "affine"):
            assert theirs[key] == pytest.approx(ours[key], abs=1e-8), (where, key)
            outside = f"{key}_outside"
            slack = 1e-4 if "sinusoid" in where else 1e-8
            assert theirs[outside] == pytest.approx(ours[outside], abs=slack), (where, outside)


def test_every_step_is_measured(page):
    for name, code in contestants().items():
        ours = np.linalg.norm(np.diff(code(np.arange(100), 100), axis=0), axis=1)
        theirs = page.evaluate("name => peFigures.math.raceCard(name, 100).steps", name)
        np.testing.assert_allclose(theirs, ours, rtol=0, atol=1e-12)


def test_marks_follow_from_the_numbers(page):
    """Yes, nearly or no: the text of the chapter relies on these verdicts at every length."""
    marks = page.evaluate(
        """([names, lengths]) => lengths.map(length => names.map(name => {
             const card = peFigures.math.raceCard(name, length);
             return peFigures.math.RACE_LINES.map(line => peFigures.math.raceMark(line, card));
           }))""",
        [NAMES, LENGTHS],
    )
    keys = page.evaluate("peFigures.math.RACE_LINES.map(line => line[2])")
    expected = {  # what is not a yes
        "integer": {"growth": 0, "linear": 0, "linear_outside": 0},
        "fraction": {"meaning": 0, "linear": 0, "linear_outside": 0},
        "one-hot": {"jump": 0, "linear_outside": 0, "affine_outside": 0, "width": 0},
        "binary": {
            "growth": 1, "step_spread": 0, "jump": 0, "linear": 0, "linear_outside": 0,
            "affine": 0, "affine_outside": 0, "width": 1,
        },
        "sinusoid": {},
    }  # fmt: skip
    for length, row in zip(LENGTHS, marks, strict=True):
        for name, verdicts in zip(NAMES, row, strict=True):
            found = {key: mark for key, mark in zip(keys, verdicts, strict=True) if mark != 2}
            assert found == expected[name], (name, length)


def test_the_position_stands_at_the_end_of_a_shorter_text(fresh):
    type_in(fresh, "Position t", 127)
    label = fresh.locator(".pe-view-codes").get_attribute("aria-label")
    assert "position 63 marked" in label and "from 62 to 63" in label
    type_in(fresh, "Length L", 16)
    label = fresh.locator(".pe-view-codes").get_attribute("aria-label")
    assert "Five codes of 16 positions" in label and "position 15 marked" in label


def test_a_drag_in_any_of_the_five_maps_moves_the_position(fresh):
    page = fresh
    box = page.locator(".pe-view-codes").bounding_box()
    left = 186
    cell = (box["width"] - left) / 5
    for n in range(5):
        x = box["x"] + left + n * cell + 3 + (cell - 6) * (10 * n + 5.5) / 64
        page.mouse.click(x, box["y"] + 60)
        assert page.get_by_label("Position t, exact value").input_value() == str(10 * n + 5)
    page.mouse.click(box["x"] + 20, box["y"] + 60)  # on the words: nothing happens
    assert page.get_by_label("Position t, exact value").input_value() == "45"


def test_the_sentence_says_what_the_cards_say(fresh):
    type_in(fresh, "Length L", 100)
    words = fresh.locator(".pe-words").inner_text()
    assert "integer 7, fraction 7, one-hot 6, binary 2, sinusoid 10" in words
    assert "moves by up to 49.5 of its steps" in words
