"""FourViews: its numbers are NumPy's, and one position is marked in all four views."""

import json

import numpy as np
import pytest

from pe_core import dot_kernel, explorers, frequencies, sinusoidal
from pe_core.plots import chosen_pairs

N = explorers.FourViews.NUM_POSITIONS
WIDTHS = explorers.FourViews.controls()["d_model"]["options"]
LAYOUTS = explorers.FourViews.controls()["layout"]["options"]


@pytest.fixture(scope="module")
def page(keep_open):
    return keep_open(explorers.FourViews(), width=900, height=900)


def test_distances_are_those_of_the_codes(page):
    rng = np.random.default_rng(0)
    for d in WIDTHS:
        offsets = rng.integers(0, N, 200).tolist()
        theirs = page.evaluate("([ks, d]) => ks.map((k) => maths.fourDistance(k, d))", [offsets, d])
        ours = np.linalg.norm(sinusoidal(offsets, d) - sinusoidal(0, d), axis=1)
        np.testing.assert_allclose(theirs, ours, rtol=0, atol=1e-10)


def test_the_curve_and_its_shape(page):
    for d in WIDTHS:
        ours = dot_kernel(np.arange(N), d, normalize=True)
        np.testing.assert_allclose(
            page.evaluate("(d) => [...maths.fourCurve(d)]", d), ours, rtol=0, atol=1e-10
        )
        shape = page.evaluate("(d) => maths.fourShape(d)", d)
        assert shape["rise"] == np.argmax(np.diff(ours) > 0)
        assert shape["lowest"] == ours.argmin()
        assert shape["least"] == pytest.approx(ours.min(), abs=1e-10)


def test_the_heat_map_is_the_code_averaged_over_the_positions_of_a_column(page):
    """200 sizes and widths: rows picked as a screen picks them, columns averaged."""
    rng = np.random.default_rng(1)
    for _ in range(200):
        d, layout = int(rng.choice(WIDTHS)), str(rng.choice(LAYOUTS))
        rows = int(rng.integers(2, d + 1))
        per = int(rng.choice([1, 2, 4, 8]))
        text = page.evaluate(  # many numbers come faster as one text
            "([d, layout, rows, columns]) => `[${maths.fourHeat(d, layout, rows, columns)}]`",
            [d, layout, rows, N // per],
        )
        theirs = json.loads(text)
        code = sinusoidal(np.arange(N), d, layout=layout).T
        picked = code[((np.arange(rows) + 0.5) * d / rows).astype(int)]
        ours = picked.reshape(rows, N // per, per).mean(axis=2)
        np.testing.assert_allclose(theirs, ours.ravel(), rtol=0, atol=1e-11)


def test_the_waves_are_of_the_pairs_that_the_book_chooses(page):
    for d in WIDTHS:
        assert page.evaluate("(d) => maths.fourPairs(d)", d) == chosen_pairs(N, d)


def marked_column(page, name, y):
    """The middle of the darkest pink stretch in one line of a view, in CSS pixels."""
    return page.evaluate(
        """([name, y]) => {
          const canvas = document.querySelector(`.pe-view-${name}`);
          const pixels = canvas.getContext('2d').getImageData(0, y, canvas.width, 1).data;
          const hits = [];
          for (let x = 0; x < canvas.width; x++) {
            const [r, g, b] = pixels.slice(4 * x, 4 * x + 3);
            if (r > 170 && g < 60 && b > 70 && b < 150) hits.push(x);
          }
          return hits;
        }""",
        [name, y],
    )


def test_one_drag_moves_the_mark_in_every_view(page):
    sliders = page.locator("input[type=number]")
    box = page.locator(".pe-view-heat").bounding_box()
    before = page.locator(".pe-words").inner_text()
    page.mouse.move(box["x"] + 60, box["y"] + 150)
    page.mouse.down()
    page.mouse.move(box["x"] + 0.5 * box["width"], box["y"] + 150, steps=4)
    page.mouse.up()
    page.wait_for_timeout(100)
    t = int(sliders.nth(0).input_value())
    assert 200 < t < 300
    words = page.locator(".pe-words").inner_text()
    assert words != before and f"Positions {t} and {t + 60} are 60 apart" in words
    # Position t stands in the middle of its column, in the heat map and in the waves below it.
    left, right = 40, box["width"] - 54
    x = left + (t + 0.5) * (right - left) / N
    for name, y in (("heat", 39), ("waves", 26)):
        assert abs(np.mean(marked_column(page, name, y)[:2]) + 0.5 - x) <= 1.5, name
    # And in the matrix, in column t and row t + k.
    gram = page.locator(".pe-view-gram").bounding_box()
    side = min(gram["width"] - 44, gram["height"] - 66)
    x = 34 + (t + 0.5) * side / N
    row = round(42 + (t + 60.5) * side / N)
    dot = [hit for hit in marked_column(page, "gram", row) if abs(hit - x) < 8]
    assert len(dot) >= 6 and abs(np.mean(dot) + 0.5 - x) <= 1.5


def test_a_drag_in_the_matrix_sets_both_positions_on_either_side_of_the_diagonal(page):
    sliders = page.locator("input[type=number]")
    box = page.locator(".pe-view-gram").bounding_box()
    side = min(box["width"] - 44, box["height"] - 66)
    for x, y in ((0.25, 0.75), (0.75, 0.25)):
        page.mouse.click(box["x"] + 34 + x * side, box["y"] + 42 + y * side)
        assert abs(int(sliders.nth(0).input_value()) - 128) <= 2
        assert abs(int(sliders.nth(1).input_value()) - 256) <= 3


def test_a_second_position_beyond_the_window_is_said(page):
    sliders = page.locator("input[type=number]")
    for n, value in ((0, "400"), (1, "300")):
        sliders.nth(n).fill(value)
        sliders.nth(n).press("Enter")
    assert (
        "400 and 700, outside the window, are 300 apart" in page.locator(".pe-words").inner_text()
    )


def test_similarity_in_words_is_that_of_the_codes(page):
    sliders = page.locator("input[type=number]")
    for k in (1, 43, 507):
        sliders.nth(1).fill(str(k))
        sliders.nth(1).press("Enter")
        value = dot_kernel(k, 512, normalize=True)
        step = 2 * np.sqrt((np.sin(frequencies(512) * k / 2) ** 2).sum())
        text = page.locator(".pe-words").inner_text()
        assert f"similarity {value:.2f}, distance {step:.3g}." in text
