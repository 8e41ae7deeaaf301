"""ShuffleMachine: its numbers are NumPy's, and words can be carried by hand and by keys."""

import itertools
import math

import numpy as np
import pytest

from pe_core import explorers
from pe_core.explorers.shuffle_machine import SENTENCES, arrange, run

SAME = 1e-12


@pytest.fixture(scope="module")
def page(keep_open):
    return keep_open(explorers.ShuffleMachine(), width=900, height=900)


@pytest.fixture
def fresh(page):
    page.get_by_role("button", name="Reset").click()
    return page


def states(count=200):
    rng = np.random.default_rng(0)
    for _ in range(count):
        causal, encoding = rng.integers(0, 2, 2).astype(bool).tolist()
        yield {
            "sentence": str(rng.choice(SENTENCES)), "order": int(rng.integers(0, 120)),
            "layers": int(rng.integers(1, 3)), "causal": causal, "encoding": encoding,
        }  # fmt: skip


def words_in_order(state):
    words = state["sentence"].split()
    return [words[j] for j in arrange(state["order"], len(words))]


def test_orders_are_all_orders_and_each_step_swaps_two_neighbours(page):
    for n in (3, 4, 5):
        count = math.factorial(n)
        orders = [arrange(number, n) for number in range(120)]
        assert sorted(orders[:count]) == [list(p) for p in itertools.permutations(range(n))]
        assert orders[0] == list(range(n))
        for number in range(120):
            old, new = orders[number], orders[(number + 1) % 120]
            places = [t for t in range(n) if old[t] != new[t]]
            assert len(places) == 2 and places[1] == places[0] + 1
            assert old[places[0]] == new[places[1]]
        theirs = page.evaluate(
            "(n) => Array.from({ length: 120 }, (_, k) => maths.shuffleOrder(k, n))", n
        )
        assert theirs == orders


def test_the_number_of_an_order_is_the_nearest_one(page):
    rng = np.random.default_rng(1)
    for _ in range(200):
        n, near = int(rng.integers(3, 6)), int(rng.integers(0, 120))
        order = rng.permutation(n).tolist()
        number = page.evaluate("([order, near]) => maths.shuffleNumber(order, near)", [order, near])
        assert arrange(number, n) == order
        others = [k for k in range(120) if arrange(k, n) == order]
        assert abs(number - near) == min(abs(k - near) for k in others)


def test_outputs_and_attention_are_those_of_numpy(page):
    for state in states():
        theirs = page.evaluate("(state) => maths.shuffleRun(state)", state)
        order, output, weights = run(**state)
        assert theirs["order"] == order
        np.testing.assert_allclose(theirs["output"], output, rtol=0, atol=1e-11)
        np.testing.assert_allclose(theirs["weights"], weights, rtol=0, atol=1e-11)


def test_the_comparison_and_its_sentence_are_those_of_numpy(page):
    """Which outputs are equal to which is computed, in the figure and here."""
    for state in states():
        before, now = run(**{**state, "order": 0})[1], run(**state)[1]
        gaps = np.abs(before - now).max(axis=1)
        theirs = page.evaluate("(state) => maths.shuffleCompare(state)", state)
        np.testing.assert_allclose(theirs["gaps"], gaps, rtol=0, atol=1e-11)
        gap = np.abs(before.mean(axis=0) - now.mean(axis=0)).max()
        assert theirs["meanGap"] == pytest.approx(gap, abs=1e-11)
        text = page.evaluate("(state) => maths.shuffleWords(state)", state)
        words = words_in_order(state)
        assert text.startswith(f"“{' '.join(words)}”: ")
        if " ".join(words) == state["sentence"]:
            assert "as written" in text
        else:
            assert ("every output equals" in text) == (gaps < SAME).all()
            assert ("no output is the same" in text) == (gaps > SAME).all()


def test_without_mask_and_encoding_everything_stays_for_every_order(page):
    for sentence, layers in itertools.product(SENTENCES, (1, 2)):
        n = len(sentence.split())
        for order in range(1, math.factorial(n)):
            state = {"sentence": sentence, "order": order, "layers": layers}
            result = page.evaluate(
                "(state) => maths.shuffleCompare(state)",
                {**state, "causal": False, "encoding": False},
            )
            assert max(result["gaps"]) < SAME and result["meanGap"] < SAME


def test_one_masked_layer_sees_a_bag_and_two_see_the_order(page):
    """With one layer an output is the same where the bag is; with two, where the prefix is."""
    for sentence, layers in itertools.product(SENTENCES, (1, 2)):
        n = len(sentence.split())
        for number in range(1, math.factorial(n)):
            state = {"sentence": sentence, "order": number, "layers": layers}
            result = page.evaluate(
                "(state) => maths.shuffleCompare(state)",
                {**state, "causal": True, "encoding": False},
            )
            order = arrange(number, n)
            for word in range(n):
                prefix = order[: order.index(word) + 1]
                bag = sorted(prefix) == list(range(word + 1))
                assert result["bags"][word] == bag
                kept = bag if layers == 1 else prefix == list(range(word + 1))
                assert (result["gaps"][word] < SAME) == kept


def test_a_word_is_carried_by_the_pointer(fresh):
    box = fresh.locator(".pe-view-machine").bounding_box()
    step = 136  # the width of a column where there is room
    x = [box["x"] + 62 + step * (place + 0.5) for place in range(3)]
    assert fresh.locator(".pe-words").inner_text().startswith("“dog bites man”")
    fresh.mouse.move(x[0], box["y"] + 160)
    fresh.mouse.down()
    fresh.mouse.move(x[2], box["y"] + 165, steps=4)
    fresh.mouse.up()
    assert fresh.locator(".pe-words").inner_text().startswith("“bites man dog”")
    # A press alone carries nothing, and a press beside the words holds none.
    fresh.mouse.click(x[1], box["y"] + 160)
    fresh.mouse.move(box["x"] + 10, box["y"] + 160)
    fresh.mouse.down()
    fresh.mouse.move(x[1], box["y"] + 160)
    fresh.mouse.up()
    assert fresh.locator(".pe-words").inner_text().startswith("“bites man dog”")


def test_each_arrow_key_swaps_two_neighbours(fresh):
    slider = fresh.locator("input[type=range]").first
    slider.focus()
    seen = []
    for _ in range(3):
        slider.press("ArrowRight")
        seen.append(fresh.locator(".pe-words").inner_text().split("”")[0])
    assert seen == ["“bites dog man", "“bites man dog", "“man bites dog"]


def test_words_slide_and_arrive(fresh):
    """After the last frame the picture is the one that a reader who asks for calm sees at once."""
    def pixels():
        return fresh.evaluate("document.querySelector('.pe-view-machine').toDataURL()")

    fresh.wait_for_timeout(500)
    slider = fresh.locator("input[type=range]").first
    slider.press("ArrowRight")
    fresh.wait_for_timeout(600)
    arrived = pixels()
    slider.press("ArrowLeft")
    fresh.wait_for_timeout(600)
    fresh.emulate_media(reduced_motion="reduce")
    slider.press("ArrowRight")
    fresh.wait_for_timeout(80)
    assert pixels() == arrived
    fresh.emulate_media(reduced_motion="no-preference")
