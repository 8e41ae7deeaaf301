"""The scale of the embeddings: its numbers are those of NumPy, its curve can be dragged."""

import numpy as np
import pytest

from pe_core import encoding
from pe_core.explorers import EmbeddingScale

RNG = np.random.default_rng(5)
STATES = [
    {"scale": float(10 ** RNG.uniform(-1, 3)), "d_model": int(RNG.choice([32, 128, 512]))}
    for _ in range(200)
] + [{"scale": c, "d_model": d} for c in (0.1, 1000.0) for d in (32, 128, 512)]
SENTENCE = ["the", "cat", "saw", "the", "dog", "and", "the", "dog", "saw", "the", "cat"]
WHICH = [["the", "cat", "saw", "dog", "and"].index(word) for word in SENTENCE]


@pytest.fixture(scope="module")
def page(keep_open):
    return keep_open(EmbeddingScale())


def test_shares_are_those_of_the_four_products(page):
    found = page.evaluate(
        "states => states.map(s => peFigures.math.scaleTerms(s.scale, s.d_model))", STATES
    )
    for state, theirs in zip(STATES, found, strict=True):
        x = state["scale"] * EmbeddingScale(**state).embeddings()[WHICH]
        p = encoding.sinusoidal(np.arange(len(SENTENCE)), state["d_model"])
        terms = np.array([x @ x.T, x @ p.T, p @ x.T, p @ p.T])
        centred = terms - terms.mean(axis=2, keepdims=True)
        assert np.allclose(theirs["terms"], centred, rtol=1e-11, atol=1e-10), state
        shares = (centred**2).sum(axis=(1, 2))
        assert np.allclose(theirs["shares"], shares / shares.sum(), rtol=0, atol=1e-11), state
        ours = EmbeddingScale(**state).terms()
        assert np.allclose(ours[0].reshape(4, 11, 11), centred, rtol=1e-11, atol=1e-10)
        assert np.allclose(ours[1].ravel(), theirs["shares"], rtol=0, atol=1e-11)
        # The four together are the dot products of the sums, up to the means taken away.
        whole = (x + p) @ (x + p).T
        assert np.allclose(centred.sum(axis=0), whole - whole.mean(axis=1, keepdims=True))


def test_readings_are_those_of_the_nearest_vectors(page):
    """Nearest by the distance itself, where the figure compares dot products."""
    found = page.evaluate(
        "states => states.map(s => peFigures.math.scaleRead(s.scale, s.d_model))", STATES
    )
    for state, theirs in zip(STATES, found, strict=True):
        assert np.allclose(EmbeddingScale(**state).readings(), theirs, rtol=0, atol=1e-12), state
    for state, theirs in list(zip(STATES, found, strict=True))[:12]:
        words = state["scale"] * EmbeddingScale(**state).embeddings()
        codes = encoding.sinusoidal(np.arange(48), state["d_model"])
        hits = np.zeros(2)
        for w, word in enumerate(words):
            for t, code in enumerate(codes):
                total = word + code
                hits[0] += np.linalg.norm(total - codes, axis=1).argmin() == t
                rest = total - codes.mean(axis=0)
                hits[1] += np.linalg.norm(rest - words, axis=1).argmin() == w
        assert np.allclose(hits / (24 * 48), theirs, rtol=0, atol=1e-12), state


def test_the_cloud_is_two_columns_of_the_sums(page):
    found = page.evaluate(
        "states => states.map(s => peFigures.math.scaleCloud(s.scale, s.d_model))", STATES
    )
    for state, theirs in zip(STATES, found, strict=True):
        i = state["d_model"] // 32
        x = state["scale"] * EmbeddingScale(**state).embeddings()
        p = encoding.sinusoidal(np.arange(len(SENTENCE)), state["d_model"])
        plane = [2 * i + 1, 2 * i]
        assert np.allclose(theirs["tokens"], (x[WHICH] + p)[:, plane], rtol=1e-12, atol=1e-11)
        assert np.allclose(theirs["places"], x[:5, plane], rtol=1e-12, atol=1e-12)


def test_the_noise_is_standard_normal():
    noise = EmbeddingScale().embeddings() * np.sqrt(512)
    assert abs(noise.mean()) < 0.03 and abs(noise.std() - 1) < 0.02
    assert abs((np.abs(noise) < 1).mean() - 0.683) < 0.015
    assert np.linalg.norm(EmbeddingScale().embeddings(), axis=1).min() > 0.9


def test_dragging_the_curve_sets_the_length(page):
    box = page.locator(".pe-view-read").bounding_box()
    left, right = box["x"] + 40, box["x"] + box["width"] - 14
    page.mouse.click(left + (right - left) * 0.75, box["y"] + 80)  # 0.1 to 1000: three quarters
    value = float(page.locator('input[aria-label^="Length c"]').input_value())
    assert value == 100
    assert "Embeddings of length 100" in page.locator(".pe-words").inner_text()
    page.get_by_role("button", name="Reset").click()
    assert "length 22.6" in page.locator(".pe-words").inner_text()
