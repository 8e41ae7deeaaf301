"""The map of base and width: the page finds the offsets that NumPy finds."""

import json

import numpy as np
import pytest

from pe_core.encoding import wavelengths
from pe_core.explorers import BaseWidthMap, base_width_map
from pe_core.explorers.base import _read
from pe_core.explorers.base_width_map import BASES, MODELS, WIDTHS, first_negative
from pe_core.shift import dot_kernel

#: Without the slowest corner, which takes a minute in JavaScript; of it a part.
CELLS = [
    n
    for n in range(len(BASES) * len(WIDTHS))
    if BASES[n % 41] * WIDTHS[n // 41] < 2e7 or n % 17 == 0
]


@pytest.fixture(scope="module")
def found():
    """First negative offset of every cell, searched by NumPy."""
    return base_width_map.search()


@pytest.fixture(scope="module")
def page(keep_open):
    return keep_open(BaseWidthMap(), height=900)


def put(page, label, number):
    field = page.get_by_label(f"{label}, exact value")
    field.fill(str(number))
    field.press("Enter")


def test_the_search_agrees_with_one_dot_product_after_another():
    for d, base in ((8, 100), (16, 2000), (128, 10_000), (512, 100), (24, 1_000_000)):
        k = first_negative(d, base)
        sums = dot_kernel(np.arange(1, k + 1), d, base=base)
        assert sums[-1] < 0 <= sums[:-1].min(), (d, base)


def test_the_data_of_the_page_can_be_recorded_again(found):
    assert base_width_map.script(found) == _read("base_width_map_data.js")


def test_no_offset_before_the_start_of_a_step_is_negative(found):
    starts = base_width_map._starts()
    assert (starts <= found).all()
    assert (found / starts).max() < 1.05


def test_the_page_finds_the_first_negative_offsets_of_numpy(page, found):
    assert len(CELLS) > 500
    ask = "cells => cells.map((n) => peFigures.math.mapFirst(n))"
    assert page.evaluate(ask, CELLS) == found.ravel()[CELLS].tolist()


def test_the_colours_are_exact_at_every_length(page, found):
    """Around the lengths at which some cell changes its colour, too."""
    rng = np.random.default_rng(1)
    near = rng.choice(found.ravel()[found.ravel() < 131_072], 60)
    lengths = [
        int(k) for k in {*near, *(near - 1), 64, 2048, 131_072, *rng.integers(64, 131_073, 90)}
    ]
    assert len(lengths) >= 200
    ask = """lengths => lengths.map((length) => {
      let text = "";
      for (let n = 0; n < 615; n++) text += peFigures.math.mapClear(n, length) ? 1 : 0;
      return text;
    })"""
    for length, text in zip(lengths, page.evaluate(ask, lengths), strict=True):
        assert text == "".join("01"[k > length] for k in found.ravel().tolist()), length


def test_a_state_is_read_at_the_nearest_cell(page, found):
    rng = np.random.default_rng(2)
    states = [
        {"base": float(10 ** rng.uniform(2, 6)), "d_model": 2 * int(rng.integers(4, 130))}
        for _ in range(200)
    ]
    facts = page.evaluate("states => states.map((s) => peFigures.math.mapFacts(s))", states)
    for state, fact in zip(states, facts, strict=True):
        base, width = BaseWidthMap(**state).cell
        assert (fact["base"], fact["width"]) == (base, width)
        assert fact["first"] == found[WIDTHS.index(width), BASES.index(base)]
        assert fact["longest"] == pytest.approx(wavelengths(width, base=base)[-1], rel=1e-12)


def test_published_models_are_named_in_words(page):
    for name, (base, width, kind) in MODELS.items():
        put(page, "Base B", base)
        put(page, "Width d_model", width)
        words = page.locator(".pe-words").inner_text()
        assert f"as in {name} ({'added' if kind == 'added' else 'rotary, one head'})" in words
        assert f"first negative at offset {first_negative(width, base):,}" in words


def test_the_cell_under_the_pointer_is_read(page):
    canvas = page.locator(".pe-view-map")
    box = canvas.bounding_box()
    wide, tall = (box["width"] - 50) / 41, (box["height"] - 90) / 15
    for column, row in ((0, 0), (20, 8), (40, 14), (37, 8)):
        x, y = 40 + (column + 0.5) * wide, box["height"] - 24 - (row + 0.5) * tall
        canvas.click(position={"x": x, "y": y})
        read = [
            page.get_by_label(f"{n}, exact value").input_value()
            for n in ("Base B", "Width d_model")
        ]
        assert read == [str(BASES[column]), str(WIDTHS[row])]
    label = json.dumps(canvas.get_attribute("aria-label"))
    put(page, "Length L", 5000)
    assert json.dumps(canvas.get_attribute("aria-label")) != label
    assert "LLaMA (rotary) yes, Llama 3 (rotary) no" in canvas.get_attribute("aria-label")
