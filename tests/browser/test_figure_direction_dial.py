"""The dial of one block: its numbers are those of NumPy, and its arrow moves the attention."""

import numpy as np
import pytest

from pe_core import attention, encoding
from pe_core.explorers import DirectionDial

RNG = np.random.default_rng(20)
REACH = 24
STATES = [
    {
        "a": float(RNG.uniform(-4, 4)),
        "b": float(RNG.uniform(-4, 4)),
        "pair": int(RNG.integers(32)),
        "followers": int(RNG.integers(32)),
        "follow": str(RNG.choice(["same offset", "same angle"])),
    }
    for _ in range(220)
] + [
    {"a": 0.0, "b": 0.0, "pair": 31, "followers": 31, "follow": "same offset"},
    {"a": 4.0, "b": -4.0, "pair": 0, "followers": 31, "follow": "same angle"},
    {"a": -4.0, "b": 0.0, "pair": 12, "followers": 12, "follow": "same offset"},
]


@pytest.fixture(scope="module")
def page(keep_open):
    return keep_open(DirectionDial(), height=1000)


def matrix(state):
    """The d x d matrix W of a state, written down block by block, without the figure's code."""
    omega = encoding.frequencies(64)
    weights = np.zeros((64, 64))
    length, lean = abs(complex(state["a"], state["b"])), np.angle(complex(state["a"], state["b"]))
    for i in range(max(0, state["pair"] - state["followers"]), state["pair"] + 1):
        share = omega[i] / omega[state["pair"]] if state["follow"] == "same offset" else 1
        block = length * np.exp(1j * lean * share)
        weights[2 * i : 2 * i + 2, 2 * i : 2 * i + 2] = [
            [block.real, block.imag],
            [-block.imag, block.real],
        ]
    return weights


def test_scores_and_attention_are_those_of_the_matrix(page):
    found = page.evaluate(
        """states => states.map(state => {
             const blocks = peFigures.math.dialBlocks(state);
             const parts = [...Array(49).keys()].map(n => peFigures.math.dialScore(blocks, 24 - n));
             return [parts, peFigures.math.dialWeights(blocks)];
           })""",
        STATES,
    )
    for state, (parts, weights) in zip(STATES, found, strict=True):
        query = int(RNG.integers(-500, 500))
        keys = encoding.sinusoidal(query + np.arange(-REACH, REACH + 1), 64)
        score = encoding.sinusoidal(query, 64) @ matrix(state) @ keys.T
        even, odd = (score + score[::-1]) / 2, (score - score[::-1]) / 2
        assert np.allclose(parts, np.stack([even, odd], axis=1), rtol=0, atol=1e-10), state
        assert np.allclose(weights, attention.softmax(score), rtol=0, atol=1e-10), state
        figure = DirectionDial(**state)
        assert np.allclose(figure.weights(), weights, rtol=0, atol=1e-12), state
        offsets = np.arange(REACH, -REACH - 1, -1)
        assert np.allclose(figure.scores(offsets), np.array(parts).T, rtol=0, atol=1e-11), state


def test_dragging_the_attention_points_the_block_there(page):
    """The block has its wave's crest at the chosen offset, up to the rounding to two decimals."""
    omega = encoding.frequencies(64)
    for state in STATES[:200]:
        length = np.hypot(state["a"], state["b"])
        k = float(RNG.uniform(-REACH, REACH))
        found = page.evaluate("([k, s]) => peFigures.math.dialTowards(k, s)", [k, state])
        wanted = length * np.exp(1j * k * omega[state["pair"]])
        assert abs(complex(found["a"], found["b"]) - wanted) < 0.0071


def read(page, name):
    """The exact value of a control on the page."""
    return page.locator(f'input[aria-label^="{name}"]').input_value()


def test_an_arrow_dragged_to_the_right_looks_right(page):
    dial = page.locator(".pe-view-dial")
    words = page.locator(".pe-words")
    assert "5 to the left" in words.inner_text()
    box = dial.bounding_box()
    centre = page.evaluate("() => peFigures.math.dialPlace(document.querySelector("
                           "'.pe-view-dial').clientWidth)")  # fmt: skip
    x, y = box["x"] + centre["x"], box["y"] + centre["y"]
    unit = centre["radius"] / 4
    page.mouse.move(x, y - 2 * unit)
    page.mouse.down()
    page.mouse.move(x + 2 * unit, y - unit, steps=5)
    page.mouse.up()
    assert abs(float(read(page, "Even part a")) - 1) < 0.06
    assert abs(float(read(page, "Odd part b")) + 2) < 0.06
    assert "to the right" in words.inner_text()
    page.get_by_role("button", name="Reset").click()


def test_dragging_in_the_attention_moves_its_top_there(page):
    view = page.locator(".pe-view-attention")
    box = view.bounding_box()
    at = box["x"] + 40 + (box["width"] - 48) * (10 + REACH + 0.5) / 49
    page.mouse.click(at, box["y"] + 60)
    assert "10 to the right" in page.locator(".pe-words").inner_text()
    page.get_by_role("button", name="Reset").click()


def test_without_an_arrow_every_key_gets_the_same(page):
    for name in ("Even part a", "Odd part b"):
        box = page.locator(f'input[aria-label^="{name}"]')
        box.fill("0")
        box.press("Enter")
    assert "each of the 49 keys gets 2.04 %" in page.locator(".pe-words").inner_text()
    page.get_by_role("button", name="Reset").click()
