"""The other encodings, the simple codes and their scorecard, and the warps."""

import json
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from test_encoding import BAD_REALS

from pe_core import (
    alibi_bias,
    alibi_slopes,
    convert_layout,
    frequencies,
    learned_table,
    lookup,
    rope,
    self_attention,
    shift_matrix,
    sinusoidal,
    t5_bias,
    t5_bucket,
    wavelengths,
)
from pe_core.codes import binary_code, fraction_code, integer_code, one_hot_code, scorecard
from pe_core.warps import base_for_longest, interpolate_positions, ntk_base, stretch

everywhere = settings(deadline=None, derandomize=True)
seeds = st.integers(0, 2**32 - 1)
layouts = st.sampled_from(["interleaved", "halves"])
DATA = Path(__file__).parent / "data"
PEERS = json.loads((DATA / "peers.json").read_text())
BUGS = {bug["id"]: bug for bug in PEERS["reported_bugs"]}
BUCKETS = json.loads((DATA / "recorded.json").read_text())["t5_buckets"]


# ---- learned tables


def test_a_learned_table_is_random_with_the_spread_asked_for():
    table = learned_table(512, 384, rng=0)
    assert table.shape == (512, 384)
    assert table.std() == pytest.approx(0.02, rel=0.01)
    np.testing.assert_array_equal(table, learned_table(512, 384, rng=0))
    assert learned_table(10, 3, std=2.0, rng=np.random.default_rng(1)).std() > 1


def test_lookup_returns_rows_in_the_shape_of_the_positions():
    table = np.arange(12.0).reshape(4, 3)
    np.testing.assert_array_equal(lookup([[0, 3], [1, 1]], table), table[[[0, 3], [1, 1]]])
    np.testing.assert_array_equal(lookup(2, table), table[2])
    assert lookup([], table).shape == (0, 3)


@pytest.mark.parametrize("bad", [4, -1, [0, 4], np.array([2, -4])])
def test_a_table_has_no_row_past_its_end_or_before_its_start(bad):
    with pytest.raises(IndexError, match="positions must be from 0 to 3, got"):
        lookup(bad, np.zeros((4, 3)))


def test_lookup_wants_whole_numbers_and_a_table():
    for bad in (1.0, [True, False], "1", [None]):
        with pytest.raises(TypeError, match="positions must be whole numbers, got dtype"):
            lookup(bad, np.zeros((4, 3)))
    with pytest.raises(ValueError, match=r"table must have shape .*, got \(4,\)"):
        lookup(1, np.zeros(4))
    with pytest.raises(ValueError, match="std must be a finite number that is not negative"):
        learned_table(3, 4, std=-1)
    with pytest.raises(TypeError, match="num_positions must be a positive integer, got 3.0"):
        learned_table(3.0, 4)
    with pytest.raises(MemoryError, match="num_positions and d_model must .* 8 PB"):
        learned_table(10**12, 10**3)


# ---- RoPE


@pytest.mark.parametrize("peer", PEERS["rope"], ids=lambda peer: peer["id"])
def test_a_peer_turns_the_same_pairs_by_the_same_angles(peer):
    x = np.broadcast_to(peer["x"], (len(peer["positions"]), len(peer["x"])))
    ours = rope(x, peer["positions"], base=peer["base"], layout=peer["layout"])
    error = np.abs(ours - peer["values"]).max()
    assert error <= peer["max_abs_err_vs_exact"] + 6e-9  # nine digits are recorded


def test_the_peers_cover_both_layouts():
    assert {peer["layout"] for peer in PEERS["rope"]} == {"interleaved", "halves"}


@pytest.mark.parametrize("case", PEERS["rope_relative"]["cases"])
def test_recorded_dot_products_depend_on_the_offset(case):
    q, k = PEERS["rope_relative"]["q"], PEERS["rope_relative"]["k"]
    q, k = rope([q], case["m"], layout=case["layout"]), rope([k], case["n"], layout=case["layout"])
    assert q[0] @ k[0] == pytest.approx(case["dot"], abs=1e-12)


@pytest.mark.parametrize("case", PEERS["rope_relative"]["mixed_layout_wrong"])
def test_mixed_layouts_are_not_relative(case):
    q, k = PEERS["rope_relative"]["q"], PEERS["rope_relative"]["k"]
    mixed = rope([q], case["m"])[0] @ rope([k], case["n"], layout="halves")[0]
    assert mixed == pytest.approx(case["dot"], abs=1e-12)
    right = rope([q], case["m"])[0] @ rope([k], case["n"])[0]
    assert abs(mixed - right) > 1


def test_a_rotation_of_mixed_layouts_is_the_recorded_bug():
    bug, x = BUGS["rope-mixed"], [[1.0, 2, 3, 4]]
    for layout in ("interleaved", "halves"):
        turned = rope(x, 1, layout=layout)[0]
        np.testing.assert_allclose(turned, bug["right"][layout], atol=1e-14)
        assert np.linalg.norm(turned) == pytest.approx(bug["right"]["norm"], abs=1e-14)
        assert np.abs(turned - bug["wrong"]).max() > 0.5
    assert np.linalg.norm(bug["wrong"]) == pytest.approx(bug["right"]["norm of the wrong one"])


@everywhere
@given(seeds, st.floats(-1e5, 1e5), layouts, st.floats(1.01, 1e6))
def test_rope_keeps_every_norm(seed, position, layout, base):
    x = np.random.default_rng(seed).normal(size=(3, 8))
    turned = rope(x, position, layout=layout, base=base)
    np.testing.assert_allclose(
        np.linalg.norm(turned, axis=-1), np.linalg.norm(x, axis=-1), rtol=1e-14
    )


@everywhere
@given(seeds, st.integers(0, 10**4), st.integers(0, 10**4), st.integers(-500, 500), layouts)
def test_rope_makes_scores_depend_on_the_offset_alone(seed, m, n, move, layout):
    q, k = np.random.default_rng(seed).normal(size=(2, 1, 16))
    here = rope(q, m, layout=layout) @ rope(k, n, layout=layout).T
    there = rope(q, m + move, layout=layout) @ rope(k, n + move, layout=layout).T
    np.testing.assert_allclose(there, here, atol=1e-10)


@everywhere
@given(seeds, st.floats(-1e4, 1e4))
def test_layouts_of_rope_differ_by_the_order_of_columns(seed, position):
    x = np.random.default_rng(seed).normal(size=(2, 12))
    halves = convert_layout(x, "interleaved", "halves")
    np.testing.assert_array_equal(
        rope(halves, position, layout="halves"),
        convert_layout(rope(x, position), "interleaved", "halves"),
    )


@pytest.mark.parametrize("layout", ["interleaved", "halves"])
def test_rope_is_the_transposed_shift_matrix(layout):
    x = np.random.default_rng(0).normal(size=(1, 8))
    turned = rope(x, 37, layout=layout)[0]
    np.testing.assert_allclose(turned, shift_matrix(37, 8, layout=layout).T @ x[0], atol=1e-14)


def test_rope_counts_positions_from_zero_and_takes_any_that_fit():
    x = np.random.default_rng(0).normal(size=(2, 3, 5, 4))
    np.testing.assert_array_equal(rope(x), rope(x, np.arange(5)))
    np.testing.assert_array_equal(rope(x)[:, :, 0], x[:, :, 0])
    per_text = np.arange(10).reshape(2, 1, 5)
    np.testing.assert_array_equal(rope(x, per_text)[1, 2], rope(x[1, 2], np.arange(5, 10)))


def test_rope_names_what_does_not_fit():
    for bad in (np.zeros(4), np.zeros((2, 3)), np.zeros((2, 0))):
        with pytest.raises(ValueError, match=r"x must have shape \(\.\.\., seq, d\) with d even"):
            rope(bad)
    with pytest.raises(ValueError, match=r"positions must fit .*, got \(3,\) for \(2, 4\)"):
        rope(np.zeros((2, 4)), [0, 1, 2])
    with pytest.raises(ValueError, match="layout must be one of"):
        rope(np.zeros((2, 4)), layout="neox")


@pytest.mark.parametrize(("bad", "error"), BAD_REALS, ids=lambda value: repr(value)[:20])
def test_rope_turns_finite_real_numbers(bad, error):
    with pytest.raises(error, match="^x must be .*, got "):
        rope(bad)
    with pytest.raises(error, match="^positions must be .*, got "):
        rope(np.zeros((2, 4)), bad)


# ---- ALiBi


@pytest.mark.parametrize("heads", PEERS["alibi_slopes"]["heads"])
def test_slopes_agree_with_five_packages(heads):
    recorded = PEERS["alibi_slopes"]["heads"][heads]
    ours = alibi_slopes(int(heads))
    np.testing.assert_allclose(ours, recorded["exact"], rtol=1e-15)
    assert len(recorded["values"]) == 5
    for source, values in recorded["values"].items():
        np.testing.assert_allclose(ours, values, rtol=recorded["max_rel_err"][source] + 1e-8)


@pytest.mark.parametrize("heads", [3, 6])
def test_the_literal_formula_for_other_head_counts_is_not_the_published_code(heads):
    literal = PEERS["alibi_slopes"]["not_the_reference"][f"n={heads}"]
    np.testing.assert_allclose(2 ** (-8 * np.arange(1, heads + 1) / heads), literal)
    assert np.abs(np.sort(alibi_slopes(heads)) - np.sort(literal)).max() > 0.01


def test_slopes_start_at_a_half_for_eight_heads_and_not_at_one():
    bug = BUGS["alibi-exponent-off-by-one"]
    np.testing.assert_array_equal(alibi_slopes(8), bug["right"])
    np.testing.assert_array_equal(alibi_slopes(8) * 2, bug["wrong"])


def test_recorded_symmetric_biases():
    mlx, x_transformers, bloom = PEERS["alibi_bias"]
    np.testing.assert_allclose(alibi_bias(2, 4, causal=False), mlx["values"], rtol=1e-8)
    np.testing.assert_allclose(
        alibi_bias(2, 2, 4, causal=False), x_transformers["values"], rtol=1e-8
    )
    # slope times key position, as this one has it, differs by a constant for each query
    no_constant = np.array(bloom["values"])[..., 1:]
    shifted = no_constant - no_constant[..., -1:]
    np.testing.assert_allclose(alibi_bias(2, 1, 3), shifted.reshape(2, 1, 3), rtol=1e-8)


def test_the_bias_is_zero_at_the_query_and_falls_by_the_slope():
    bias = alibi_bias(4, 6)
    np.testing.assert_array_equal(bias[:, range(6), range(6)], 0)
    np.testing.assert_allclose(bias[:, 5, 4] - bias[:, 5, 3], alibi_slopes(4))
    assert (bias[:, np.triu_indices(6, 1)[0], np.triu_indices(6, 1)[1]] == -np.inf).all()


def test_a_bias_of_a_constant_for_each_query_changes_no_weight():
    q, k, v = np.random.default_rng(0).normal(size=(3, 6, 4))
    _, weights = self_attention(q, k, v, bias=alibi_bias(1, 6)[0])
    by_key = np.where(np.tri(6) > 0, alibi_slopes(1)[0] * np.arange(6), -np.inf)
    np.testing.assert_allclose(self_attention(q, k, v, bias=by_key)[1], weights, atol=1e-15)


@pytest.mark.parametrize(
    ("bad", "error"), [(0, ValueError), (-1, ValueError), (2.0, TypeError), (True, TypeError)]
)
def test_a_number_of_heads_is_a_positive_whole_number(bad, error):
    with pytest.raises(error, match="num_heads must be a positive integer, got"):
        alibi_slopes(bad)


def test_a_bias_names_what_does_not_fit():
    with pytest.raises(ValueError, match="key_len must be an integer of at least 4, got 3"):
        alibi_bias(1, 4, 3)
    with pytest.raises(TypeError, match="query_len must be an integer that is not negative"):
        alibi_bias(1, 4.0)
    with pytest.raises(MemoryError, match="num_heads, query_len and key_len must .* 80 TB"):
        alibi_bias(10**9, 100, causal=False)


# ---- T5


@pytest.mark.parametrize("case", BUCKETS["cases"])
def test_buckets_agree_with_the_recorded_ones(case):
    ours = t5_bucket(
        -np.array(case["key_minus_query"]),
        num_buckets=case["num_buckets"],
        max_distance=case["max_distance"],
        causal=not case["bidirectional"],
    )
    np.testing.assert_array_equal(ours, case["bucket"])


@everywhere
@given(st.integers(2, 64), st.integers(1, 500), st.booleans())
def test_buckets_grow_with_the_distance_and_are_all_reached(half, more, causal):
    num_buckets, exact = 2 * half, half if causal else half // 2
    distances = np.arange(4 * (exact + more))
    bucket = t5_bucket(distances, num_buckets=num_buckets, max_distance=exact + more, causal=causal)
    assert (np.diff(bucket) >= 0).all()
    assert bucket[0] == 0
    assert bucket[-1] == (num_buckets if causal else half) - 1
    np.testing.assert_array_equal(bucket[:exact], distances[:exact])


def test_the_bias_puts_one_learned_number_on_each_bucket():
    weights = np.random.default_rng(0).normal(size=(3, 32))
    bias = t5_bias(weights, 40)
    assert bias.shape == (3, 40, 40)
    assert bias[1, 39, 4] == weights[1, t5_bucket(35)]
    assert (bias[:, 0, 1:] == -np.inf).all()
    np.testing.assert_array_equal(t5_bias(weights, 2, 40), bias[:, 38:])
    both = t5_bias(weights, 40, causal=False)
    assert both[2, 4, 39] == weights[2, t5_bucket(-35, causal=False)]
    assert np.isfinite(both).all()


def test_buckets_name_what_does_not_fit():
    with pytest.raises(TypeError, match="offset must be whole numbers, got dtype float64"):
        t5_bucket([1.5])
    with pytest.raises(ValueError, match="num_buckets must be an integer of at least 2, got 1"):
        t5_bucket(1, num_buckets=1)
    with pytest.raises(ValueError, match="num_buckets must be an even integer of at least 4"):
        t5_bucket(1, num_buckets=5, causal=False)
    with pytest.raises(ValueError, match="max_distance must be an integer of at least 17, got 16"):
        t5_bucket(1, max_distance=16)
    with pytest.raises(MemoryError, match="query_len and key_len must .* 800 PB"):
        t5_bias(np.zeros((1, 32)), 1, 10**17)
    with pytest.raises(ValueError, match=r"weights must have shape .*, got \(32,\)"):
        t5_bias(np.zeros(32), 4)


# ---- simple codes


def card_of(code, length=64):
    return scorecard(code, length)


def narrow(positions, length):
    return sinusoidal(positions, 16)


def test_the_simple_codes_are_what_they_say():
    np.testing.assert_array_equal(integer_code([0, 7]), [[0], [7]])
    np.testing.assert_array_equal(fraction_code([0, 7], 14), [[0], [0.5]])
    np.testing.assert_array_equal(one_hot_code(range(4), 4), np.eye(4))
    powers = 2 ** np.arange(5)
    np.testing.assert_array_equal(binary_code(np.arange(20), 20) @ powers, np.arange(20))


@pytest.mark.parametrize("code", [one_hot_code, binary_code])
@pytest.mark.parametrize("bad", [-1, 8])
def test_codes_of_a_sequence_have_no_place_outside_it(code, bad):
    with pytest.raises(IndexError, match=f"positions must be from 0 to 7, got {bad}"):
        code([0, bad], 8)
    with pytest.raises(ValueError, match="length must be a positive integer, got 0"):
        code([0], 0)


def test_a_one_hot_code_beyond_the_memory_says_how_large_it_would_be():
    with pytest.raises(
        MemoryError, match=r"positions and length must .* shape \(2, 1000000.*18 PB"
    ):
        one_hot_code([0, 1], 10**15)


def test_every_code_on_the_card_is_unique_and_a_constant_is_not():
    for code in (integer_code, fraction_code, one_hot_code, binary_code, narrow):
        assert card_of(code)["closest"] > 0
    assert card_of(lambda positions, length: np.ones((len(positions), 2)))["closest"] == 0


def test_the_integer_alone_grows_without_bound():
    assert card_of(integer_code)["growth"] == pytest.approx(127 / 63)
    for code in (fraction_code, one_hot_code, binary_code, narrow):
        assert card_of(code)["growth"] < 1.1


def test_the_fraction_alone_means_something_else_in_a_longer_text():
    assert card_of(fraction_code)["meaning"] == pytest.approx(31.5)
    for code in (integer_code, one_hot_code, binary_code, narrow):
        assert card_of(code)["meaning"] == 0


def test_digits_jump_and_hands_turn():
    assert card_of(binary_code)["step_spread"] == pytest.approx(np.sqrt(6))
    assert card_of(one_hot_code)["jump"] == pytest.approx(1)
    for code in (integer_code, fraction_code, one_hot_code, narrow):
        assert card_of(code)["step_spread"] == pytest.approx(1)
    assert card_of(narrow)["jump"] < 0.3


def test_the_next_integer_is_an_affine_and_no_linear_map_of_this_one():
    card = card_of(integer_code)
    assert card["linear"] > 0.5
    assert card["linear_outside"] > 1
    assert card["affine_outside"] < 1e-12


def test_a_map_for_one_hot_codes_ends_with_the_window():
    card = card_of(one_hot_code)
    assert card["linear"] < 1e-12
    assert card["linear_outside"] == pytest.approx(np.sqrt(0.5), abs=1e-6)


def test_no_map_moves_binary_digits():
    assert card_of(binary_code)["affine"] > 0.5


def test_one_fitted_map_moves_a_narrow_sinusoid_everywhere():
    assert card_of(narrow, 512)["linear"] < 1e-12
    assert card_of(narrow, 512)["linear_outside"] < 1e-6


def test_a_map_fitted_to_a_wide_sinusoid_fails_outside_although_one_exists():
    card = scorecard(lambda positions, length: sinusoidal(positions, 256), 128)
    assert card["linear"] < 1e-9
    assert card["linear_outside"] > 0.7
    codes = sinusoidal(np.arange(256), 256)
    np.testing.assert_allclose(codes[:-1] @ shift_matrix(1, 256).T, codes[1:], atol=1e-13)


def test_a_card_counts_width_and_stored_numbers():
    card = scorecard(one_hot_code, 32, stored=9)
    assert (card["width"], card["stored"]) == (32, 9)
    assert all(isinstance(value, (int, float)) for value in card.values())
    with pytest.raises(ValueError, match="length must be an integer of at least 4, got 3"):
        scorecard(integer_code, 3)


# ---- warps


def test_interpolation_stretches_every_wavelength_alike():
    np.testing.assert_allclose(stretch(64, scale=8), 8)
    t = np.arange(100)
    np.testing.assert_allclose(
        sinusoidal(interpolate_positions(t, 8), 64),
        np.stack(
            [np.sin(t[:, None] / 8 * frequencies(64)), np.cos(t[:, None] / 8 * frequencies(64))], -1
        ).reshape(100, 64),
        atol=1e-13,
    )


@everywhere
@given(st.integers(2, 200).map(lambda n: 2 * n), st.floats(1, 1e4), st.floats(1.1, 1e6))
def test_the_ntk_base_leaves_the_fastest_pair_and_stretches_the_slowest(d_model, scale, base):
    factors = stretch(d_model, base=base, new_base=ntk_base(scale, d_model, base=base))
    assert factors[0] == 1
    assert factors[-1] == pytest.approx(scale, rel=1e-11)
    assert (np.diff(factors) >= -1e-12).all()


@everywhere
@given(st.integers(2, 200).map(lambda n: 2 * n), st.floats(6.3, 1e8))
def test_a_base_can_be_had_for_any_longest_wavelength(d_model, longest):
    base = base_for_longest(longest, d_model)
    assert wavelengths(d_model, base=base)[-1] == pytest.approx(longest, rel=1e-11)


def test_the_base_that_the_released_code_amounts_to():
    assert base_for_longest(2 * np.pi * 10000, 512) == pytest.approx(10000 ** (512 / 510))
    assert ntk_base(4, 512) == pytest.approx(40218.0, abs=0.1)


def test_warps_name_what_does_not_fit():
    with pytest.raises(ValueError, match="d_model must be an even integer of at least 4, got 2"):
        ntk_base(2, 2)
    with pytest.raises(ValueError, match="scale must be a finite number of at least 1, got 0.5"):
        ntk_base(0.5, 8)
    with pytest.raises(ValueError, match="longest must be a finite number greater than 2 pi"):
        base_for_longest(6, 8)
    with pytest.raises(ValueError, match="scale must be a finite positive number, got 0"):
        interpolate_positions(1, 0)
    with pytest.raises(TypeError, match="scale must be a finite positive number, got '2'"):
        stretch(8, scale="2")
