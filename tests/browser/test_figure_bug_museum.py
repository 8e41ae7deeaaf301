"""BugMuseum: its tables and checks are NumPy's, and every bug is caught."""

import numpy as np
import pytest

from pe_core import explorers, sinusoidal
from pe_core.explorers.bug_museum import (
    CHECKS,
    EXHIBITS,
    PASSES,
    ROOMS,
    museum_checks,
    museum_table,
)


@pytest.fixture(scope="module")
def page(keep_open):
    return keep_open(explorers.BugMuseum(), width=900, height=900)


def test_tables_and_checks_are_those_of_numpy(page):
    """200 random exhibits, sizes and bases."""
    rng = np.random.default_rng(0)
    for _ in range(200):
        kind = str(rng.choice(list(EXHIBITS)))
        n, d = int(rng.integers(2, 60)), 2 * int(rng.integers(1, 33))
        base = float(10 ** rng.uniform(2, 5))
        theirs, errors = page.evaluate(
            """([kind, n, d, base]) => {
              const table = maths.museumTable(kind, n, d, base);
              return [[...table], maths.museumChecks(table, n, d, base)];
            }""",
            [kind, n, d, base],
        )
        ours = museum_table(kind, n, d, base=base)
        # Multiplied angles run into the hundred thousands, where one ulp is 1e-11.
        np.testing.assert_allclose(theirs, ours.ravel(), rtol=0, atol=1e-9)
        np.testing.assert_allclose(errors, museum_checks(ours, base=base), rtol=0, atol=1e-8)


def test_page_and_python_hang_the_same_pictures(page):
    """The read-out of every picture is that of the exhibit that Python hangs there."""
    rooms, letters = (page.locator("select").nth(n) for n in (0, 1))
    for room, kinds in ROOMS.items():
        rooms.select_option(room)
        for letter, kind in zip("ABCDE", kinds, strict=True):
            letters.select_option(letter)
            text = page.locator(".pe-words").inner_text()
            assert text.startswith(f"{letter}: {EXHIBITS[kind]}.")
            failed = sum(error >= PASSES for error in museum_checks(museum_table(kind)))
            said = {0: "All five checks pass", 1: "One check catches"}
            assert said.get(failed, f"{failed} of 5 checks catch") in text
            label = page.locator(".pe-view-checks").get_attribute("aria-label")
            assert all(f"{check}: " in label for check in CHECKS)
            assert label.count("fails") == failed


def test_a_click_chooses_a_picture(page):
    box = page.locator(".pe-view-wall").bounding_box()
    page.mouse.click(box["x"] + 0.9 * box["width"], box["y"] + 60)
    assert page.locator("select").nth(1).input_value() == "E"
    page.mouse.click(box["x"] + 0.3 * box["width"], box["y"] + 60)
    assert page.locator("select").nth(1).input_value() == "B"


def test_each_room_has_one_right_picture_and_it_is_ours():
    assert np.abs(museum_table("right") - sinusoidal(np.arange(128), 64)).max() < 1e-13
    for kinds in ROOMS.values():
        assert len(kinds) == 5 and kinds.count("right") == 1
