"""Attention: values, masks, and what it can and cannot know of order."""

import itertools
import json
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from test_encoding import BAD_REALS

from pe_core import alibi_bias, self_attention, sinusoidal
from pe_core.attention import attention_stack, causal_mask, offsets, random_layers, softmax

everywhere = settings(deadline=None, derandomize=True)
seeds = st.integers(0, 2**32 - 1)
PEER = json.loads((Path(__file__).parent / "data" / "peers.json").read_text())["attention"]
CASES = {case["case"]: case["output"] for case in PEER["cases"]}
Q, K, V = (np.array(PEER[name]) for name in "qkv")


def tokens(seed, n=5, d=8):
    return np.random.default_rng(seed).normal(size=(n, d))


def test_recorded_attention_without_and_with_a_mask():
    np.testing.assert_allclose(self_attention(Q, K, V)[0], CASES["no mask"], atol=1e-15)
    causal, _ = self_attention(Q, K, V, causal=True)
    np.testing.assert_allclose(causal, CASES["causal"], atol=1e-15)


def test_recorded_attention_with_a_bias():
    bias = np.array(PEER["alibi_bias"], dtype=float)
    (with_bias,) = [output for name, output in CASES.items() if name.startswith("ALiBi")]
    np.testing.assert_allclose(self_attention(Q, K, V, bias=bias)[0], with_bias, atol=1e-15)
    ours = alibi_bias(1, 3)[0] * 0.5 / 2**-8  # the recorded slope is 0.5
    np.testing.assert_array_equal(ours, bias)


def test_recorded_attention_with_permuted_rows():
    order = [2, 0, 1]
    (permuted,) = [output for name, output in CASES.items() if name.startswith("rows permuted")]
    output, _ = self_attention(Q[order], K[order], V[order])
    np.testing.assert_allclose(output, permuted, atol=1e-15)


def test_large_scores_do_not_overflow():
    (large,) = [output for name, output in CASES.items() if name.startswith("large logits")]
    with np.errstate(over="raise", invalid="raise"):
        np.testing.assert_allclose(self_attention(400 * Q, K, V)[0], large, atol=1e-15)


def test_only_differences_of_scores_matter_however_large_they_are():
    np.testing.assert_array_equal(softmax([1e5, 1e5 - 1]), softmax([0.0, -1.0]))
    np.testing.assert_array_equal(softmax([-1e5, -1e5 - 1]), softmax([0.0, -1.0]))


def test_weights_are_positive_and_sum_to_one():
    _, weights = self_attention(Q, K, V)
    assert (weights > 0).all()
    np.testing.assert_allclose(weights.sum(axis=-1), 1, atol=1e-15)


def test_hidden_keys_have_weight_exactly_zero():
    _, weights = self_attention(Q, K, V, causal=True)
    assert (weights[np.triu_indices(3, 1)] == 0).all()
    _, weights = self_attention(Q, K, V, bias=[0, -np.inf, 0])
    assert (weights[:, 1] == 0).all()


def test_leading_axes_are_batches_and_heads():
    q, k, v = (np.random.default_rng(i).normal(size=(2, 3, 4, 5)) for i in range(3))
    output, weights = self_attention(q, k, v, causal=True)
    assert output.shape == (2, 3, 4, 5)
    assert weights.shape == (2, 3, 4, 4)
    one, _ = self_attention(q[1, 2], k[1, 2], v[1, 2], causal=True)
    np.testing.assert_allclose(output[1, 2], one, atol=1e-15)


def test_with_fewer_queries_the_last_one_stands_at_the_last_key():
    whole, _ = self_attention(Q, K, V, causal=True)
    last, _ = self_attention(Q[1:], K, V, causal=True)
    np.testing.assert_allclose(last, whole[1:], atol=1e-15)
    np.testing.assert_array_equal(offsets(1, 4), [[3, 2, 1, 0]])
    np.testing.assert_array_equal(causal_mask(3), np.tri(3, dtype=bool))


def test_a_layer_adds_what_it_reads_to_its_input():
    x, layers = tokens(0), random_layers(2, 8, rng=0)
    first = x + self_attention(x @ layers[0, 0], x @ layers[0, 1], x @ layers[0, 2])[0]
    second = first + self_attention(*(first @ w for w in layers[1]))[0]
    output, weights = attention_stack(x, layers)
    np.testing.assert_array_equal(output, second)
    assert weights.shape == (2, 5, 5)


@everywhere
@given(seeds, st.permutations(range(5)), st.integers(1, 3))
def test_without_a_mask_permuted_words_give_permuted_results(seed, order, num_layers):
    x, layers = tokens(seed), random_layers(num_layers, 8, rng=seed)
    y, weights = attention_stack(x, layers)
    y_permuted, weights_permuted = attention_stack(x[order], layers)
    np.testing.assert_allclose(y_permuted, y[order], atol=1e-12)
    np.testing.assert_allclose(weights_permuted, weights[:, order][:, :, order], atol=1e-12)


@everywhere
@given(seeds, st.permutations(range(4)))
def test_the_last_word_under_a_mask_and_one_layer_sees_a_bag(seed, order):
    x, layers = tokens(seed), random_layers(1, 8, rng=seed)
    shuffled = x[[*order, 4]]
    last = attention_stack(x, layers, causal=True)[0][-1]
    np.testing.assert_allclose(
        attention_stack(shuffled, layers, causal=True)[0][-1], last, atol=1e-12
    )


@pytest.mark.parametrize("change", ["two layers", "positions"])
def test_two_layers_or_positions_let_the_last_word_see_the_order(change):
    x, layers = tokens(3), random_layers(2 if change == "two layers" else 1, 8, rng=3)
    position = sinusoidal(np.arange(5), 8) if change == "positions" else 0
    last = attention_stack(x + position, layers, causal=True)[0][-1]
    for order in itertools.permutations(range(4)):
        if order != (0, 1, 2, 3):
            shuffled = attention_stack(x[[*order, 4]] + position, layers, causal=True)[0][-1]
            assert np.abs(shuffled - last).max() > 1e-3


def test_under_a_mask_a_word_never_sees_what_follows():
    x, layers = tokens(1), random_layers(2, 8, rng=1)
    changed = x.copy()
    changed[3:] += 1
    before, after = (attention_stack(y, layers, causal=True)[0] for y in (x, changed))
    np.testing.assert_array_equal(before[:3], after[:3])
    assert np.abs(before[3:] - after[3:]).max() > 0.1


def test_a_query_that_sees_no_key_is_an_error():
    with pytest.raises(ValueError, match="scores must leave at least one key to every query"):
        self_attention(Q, K, V, bias=np.full((3, 3), -np.inf))
    with pytest.raises(ValueError, match="key_len must be an integer of at least 3, got 2"):
        self_attention(Q, K[:2], V[:2], causal=True)


@pytest.mark.parametrize(
    ("q", "k", "v"), [(Q[0], K, V), (Q, K[:, :3], V), (Q, K, V[:2]), (Q[:, :0], K[:, :0], V)]
)
def test_shapes_that_do_not_match_are_named(q, k, v):
    with pytest.raises(ValueError, match=r"^q, k, v must have shapes .*, got \("):
        self_attention(q, k, v)


@pytest.mark.parametrize(("bad", "error"), BAD_REALS, ids=lambda value: repr(value)[:20])
def test_queries_keys_values_and_scores_are_finite_real_numbers(bad, error):
    for place, name in enumerate("qkv"):
        arguments = [Q, K, V]
        arguments[place] = bad
        with pytest.raises(error, match=f"^{name} must be .*, got "):
            self_attention(*arguments)
    if not np.array_equal(bad, -np.inf):
        with pytest.raises(error, match="^bias must be .*, got "):
            self_attention(Q, K, V, bias=bad)
        with pytest.raises(error, match="^scores must be .*, got "):
            softmax(bad)


def test_layers_of_the_wrong_shape_are_named():
    with pytest.raises(ValueError, match=r"layers must have shape .*, got \(1, 3, 4, 4\) for"):
        attention_stack(tokens(0), random_layers(1, 4))
    with pytest.raises(ValueError, match="num_layers must be a positive integer, got 0"):
        random_layers(0, 4)
    with pytest.raises(TypeError, match="query_len must be an integer that is not negative"):
        causal_mask(2.0)
