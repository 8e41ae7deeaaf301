"""Our values beside recorded values of packages that we did not write, and beside known bugs."""

import json
from pathlib import Path

import numpy as np
import pytest

from pe_core import convert_layout, dot_kernel, frequencies, shift_matrix, sinusoidal, wavelengths

PEERS = json.loads((Path(__file__).parent / "data" / "peers.json").read_text())
BUGS = {bug["id"]: bug for bug in PEERS["reported_bugs"]}
NINE_DIGITS = 6e-10  # recorded values carry nine significant digits


def in_the_convention_of(peer):
    """Our encoding, by our own function alone, in a peer's exponent, order and treatment of odd d.

    Every published ladder of frequencies is ours at another base: 1, ..., 1/base spread over n
    pairs is the paper's with base ** (n / (n - 1)).
    """
    d_model, base = peer["d_model"], float(peer["base"])
    pairs = (d_model + 1) // 2
    if peer["exponent"] == "t2t":
        pairs = d_model // 2
        base = base ** (pairs / (pairs - 1)) if pairs > 1 else base
    elif peer["exponent"] == "paper":  # base ** (-2i/d) also where d is odd
        base = base ** (2 * pairs / d_model)
    else:
        assert peer["exponent"] == "paper_d+1"
    full = sinusoidal(peer["positions"], 2 * pairs, base=base, layout="halves")
    sines, cosines = full[:, :pairs], full[:, pairs:]
    if peer["odd_d"] == "truncate":
        cosines = cosines[:, : d_model // 2]
    columns = np.concatenate([sines, cosines], axis=1)
    if peer["odd_d"] == "zero_pad":
        columns = np.pad(columns, ((0, 0), (0, 1)))
    if peer["layout"] == "halves_cos_first":
        columns = np.concatenate([cosines, sines], axis=1)
    if peer["layout"] == "interleaved":
        order = np.empty(d_model, int)
        order[0::2], order[1::2] = np.arange(pairs), np.arange(pairs, d_model)
        columns = columns[:, order]
    return columns


@pytest.mark.parametrize("peer", PEERS["sinusoidal"], ids=lambda peer: peer["id"])
def test_a_peer_agrees_within_its_own_error(peer):
    error = np.abs(in_the_convention_of(peer) - peer["values"]).max()
    assert error <= peer["max_abs_err_vs_exact"] + NINE_DIGITS


def test_the_peers_cover_both_layouts_and_both_exponents():
    kinds = {(peer["layout"], peer["exponent"]) for peer in PEERS["sinusoidal"]}
    assert {("interleaved", "paper"), ("halves", "paper"), ("halves", "t2t")} <= kinds


@pytest.mark.parametrize(
    "peer",
    [p for p in PEERS["sinusoidal"] if p["exponent"] == "paper" and p["d_model"] % 2 == 0],
    ids=lambda peer: peer["id"],
)
def test_the_paper_exponent_needs_no_translation(peer):
    layout = peer["layout"].removesuffix("_cos_first")
    ours = sinusoidal(peer["positions"], peer["d_model"], base=peer["base"], layout=layout)
    if peer["layout"] == "halves_cos_first":
        ours = np.roll(ours, peer["d_model"] // 2, axis=1)
    np.testing.assert_allclose(
        ours, peer["values"], rtol=0, atol=peer["max_abs_err_vs_exact"] + NINE_DIGITS
    )


@pytest.mark.parametrize(
    "peer",
    [
        p
        for p in PEERS["sinusoidal"]
        if p["exponent"] == "t2t" and p["d_model"] > 3 and p["d_model"] % 2 == 0
    ],
    ids=lambda peer: peer["id"],
)
def test_the_other_exponent_is_another_code_and_not_another_order(peer):
    ours = sinusoidal(peer["positions"], peer["d_model"], base=peer["base"], layout="halves")
    assert np.abs(ours - peer["values"]).max() > 1e-3


@pytest.mark.parametrize("table", PEERS["exact_sinusoidal"]["tables"])
@pytest.mark.parametrize("layout", ["interleaved", "halves"])
def test_tables_agree_with_fifty_digits(table, layout):
    assert table["exponent"] == "paper"
    positions = np.array(table["positions"])
    ours = sinusoidal(positions, table["d_model"], base=table["base"], layout=layout)
    true = convert_layout(table["values"], table["layout"], layout)
    assert (np.abs(ours - true).max(axis=1) <= 8e-16 * np.maximum(1, np.abs(positions))).all()


@pytest.mark.parametrize("row", PEERS["exact_frequencies"])
def test_frequencies_and_wavelengths_agree_with_fifty_digits(row):
    d_model, base = row["d_model"], row["base"]
    np.testing.assert_allclose(frequencies(d_model, base=base), row["omega"], rtol=1e-15)
    np.testing.assert_allclose(wavelengths(d_model, base=base), row["wavelength"], rtol=1e-15)


@pytest.mark.parametrize("case", PEERS["exact_shift_matrix"]["cases"])
def test_shift_matrices_agree_with_fifty_digits(case):
    ours = shift_matrix(case["k"], case["d_model"], layout=case["layout"])
    np.testing.assert_allclose(ours, case["matrix"], rtol=0, atol=4e-16 * max(1, abs(case["k"])))


@pytest.mark.parametrize("case", PEERS["exact_dot_kernel"]["cases"])
def test_dot_products_agree_with_fifty_digits(case):
    ours = dot_kernel(case["delta"], case["d_model"], base=case["base"])
    np.testing.assert_allclose(ours, case["dot"], rtol=0, atol=1e-15 * 1000)


@pytest.mark.parametrize("bug", ["exp-2i-twice", "cos-own-exponent"])
def test_wrong_exponents_are_not_ours(bug):
    np.testing.assert_allclose(sinusoidal(1, 4), BUGS[bug]["right"], atol=1e-15)
    assert np.abs(sinusoidal(1, 4) - BUGS[bug]["wrong"]).max() > 0.009


def test_halves_hold_the_numbers_of_interleaved_in_another_order():
    bug = BUGS["interleave-or-halves"]
    np.testing.assert_allclose(sinusoidal(1, 4), bug["right"]["interleaved"], atol=1e-15)
    np.testing.assert_allclose(
        sinusoidal(1, 4, layout="halves"), bug["wrong"]["halves"], atol=1e-15
    )


def test_the_encoding_runs_along_the_sequence_and_not_along_the_batch():
    bug = BUGS["batch-axis"]
    x = np.zeros((2, 3, 2)) + sinusoidal(np.arange(3), 2)
    np.testing.assert_allclose(x[:, :, 0], bug["right"], atol=1e-15)
    assert np.abs(x[:, :, 0] - bug["wrong"]).max() > 0.8


def test_a_negative_position_is_not_the_last_row():
    bug = BUGS["negative-position"]
    np.testing.assert_allclose(sinusoidal(-1, 4), bug["right"], atol=1e-15)
    np.testing.assert_allclose(sinusoidal(np.arange(3), 4)[-1], bug["wrong"], atol=1e-15)


def test_the_scale_belongs_to_the_embedding_and_not_to_the_encoding():
    bug = BUGS["embedding-scale"]
    embedding, scale = np.ones(4), np.sqrt(4)
    np.testing.assert_allclose(embedding * scale + sinusoidal(0, 4), bug["right"])
    np.testing.assert_allclose((embedding + sinusoidal(0, 4)) * scale, bug["wrong"])


def test_the_power_has_the_base_below_and_the_exponent_above():
    bug = BUGS["power-swapped"]
    assert frequencies(4)[1] == pytest.approx(bug["right"], rel=1e-15)
    assert abs(frequencies(4)[1] - bug["wrong"]) > 0.9


def test_the_base_is_ten_thousand():
    bug = BUGS["base-1000"]
    np.testing.assert_allclose(sinusoidal(1, 8)[2:4], bug["right"], atol=1e-15)
    np.testing.assert_allclose(sinusoidal(1, 8, base=1000)[2:4], bug["wrong"], atol=1e-15)


def test_positions_are_counted_and_not_scaled_to_the_unit_interval():
    bug = BUGS["unit-interval"]
    assert dot_kernel(1000, 8, normalize=True) == pytest.approx(
        bug["right"]["positions 0 and 1000"], abs=1e-12
    )
    assert dot_kernel(1, 8, normalize=True) == pytest.approx(bug["wrong"], abs=1e-12)


def test_an_odd_width_is_an_error_that_names_the_width():
    with pytest.raises(ValueError, match="d_model must be a positive even integer, got 5"):
        sinusoidal(1, 5)


def test_a_second_call_knows_its_own_start():
    bug = BUGS["offset-not-in-cache-key"]
    shape = {"layout": "interleaved"}
    first, second = sinusoidal(0, 4, **shape), sinusoidal(5, 4, **shape)
    assert np.abs(first - second).max() > 0.5
    assert bug["wrong"] == [1.0, 1.0, 1.0, 1.0]


def test_a_shift_needs_the_cosine_too():
    case = PEERS["linear_shift_regression"]
    omega, k, t = case["omega"], case["k"], np.arange(1000)
    target = np.sin(omega * (t + k))
    pair = np.stack([np.sin(omega * t), np.cos(omega * t)], axis=1)
    for columns, r2 in ((pair[:, :1], case["r2_sin_only"]), (pair, case["r2_sin_and_cos"])):
        weights, *_ = np.linalg.lstsq(columns, target)
        residual = target - columns @ weights
        centred = target - target.mean()
        assert 1 - residual @ residual / (centred @ centred) == pytest.approx(r2, abs=1e-3)
    np.testing.assert_allclose(weights, case["weights_sin_cos"], atol=1e-12)
    np.testing.assert_allclose(weights, shift_matrix(k * omega, 2)[0], atol=1e-12)
