"""Few digits: what they do to positions and angles."""

import json
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pe_core import frequencies, sinusoidal
from pe_core.numerics import (
    FORMATS,
    distinct_positions,
    exact_sinusoidal,
    low_precision_sinusoidal,
    round_to,
)

everywhere = settings(deadline=None, derandomize=True)
DATA = Path(__file__).parent / "data"
ROUNDING = json.loads((DATA / "recorded.json").read_text())["rounding"]
EXACT = json.loads((DATA / "peers.json").read_text())["exact_sinusoidal"]["tables"]


@pytest.mark.parametrize("number_format", FORMATS)
def test_rounding_agrees_with_recorded_casts(number_format):
    x = [float(value) for value in ROUNDING["x"]]
    recorded = [float(value) for value in ROUNDING["rounded"][number_format]]
    np.testing.assert_array_equal(round_to(x, number_format), recorded)


@everywhere
@given(st.floats(allow_nan=False, allow_infinity=False))
def test_rounding_to_ieee_formats_is_the_cast_of_numpy(x):
    for number_format in ("float32", "float16"):
        with np.errstate(over="ignore"):
            cast = np.float64(x).astype(number_format)
        assert round_to(x, number_format) == cast


@everywhere
@given(st.floats(-1e30, 1e30), st.sampled_from(sorted(FORMATS)))
def test_what_is_rounded_stays(x, number_format):
    once = round_to(x, number_format)
    if np.isfinite(once):
        assert round_to(once, number_format) == once


def test_rounding_keeps_the_shape_and_the_sign_of_zero():
    assert round_to(np.zeros((2, 0, 3)), "bfloat16").shape == (2, 0, 3)
    assert np.signbit(round_to(-0.0, "float16"))


def test_bfloat16_tells_positions_apart_up_to_256_and_float16_up_to_2048():
    assert distinct_positions(257, "bfloat16") == 257
    assert distinct_positions(258, "bfloat16") == 257
    assert distinct_positions(2049, "float16") == 2049
    assert distinct_positions(2050, "float16") == 2049
    assert distinct_positions(10**6, "float32") == 10**6


def test_positions_collapse_in_bfloat16_and_so_do_their_encodings():
    rows = low_precision_sinusoidal([1000, 1001, 1002], 64, "bfloat16")
    np.testing.assert_array_equal(rows[0], rows[1])
    cast_last = round_to(sinusoidal([1000, 1001], 64), "bfloat16")
    assert np.abs(cast_last[0] - cast_last[1]).max() > 0.5


@pytest.mark.parametrize(("position", "error"), [(10**4, 6e-4), (10**6, 0.03)])
def test_float32_angles_lose_the_place_far_out(position, error):
    exact = exact_sinusoidal(position, 512)
    wrong = low_precision_sinusoidal(position, 512, "float32")
    assert error / 3 < np.abs(wrong - exact).max() < 3 * error
    right = round_to(sinusoidal(position, 512), "float32")
    assert np.abs(right - exact).max() <= 3.1e-8


def test_every_step_of_low_precision_is_rounded():
    omega = np.float16(0.01)
    angle = np.float16(1001) * omega  # NumPy rounds the product to float16
    assert float(angle) != 1001 * float(omega)
    sine = np.float16(np.sin(np.float64(angle)))
    assert low_precision_sinusoidal(1001, 4, "float16")[2] == sine


def test_low_precision_in_halves_holds_the_same_numbers():
    both = [
        low_precision_sinusoidal(np.arange(40), 8, "float16", layout=layout)
        for layout in ("interleaved", "halves")
    ]
    np.testing.assert_array_equal(both[0][:, 0::2], both[1][:, :4])
    np.testing.assert_array_equal(both[0][:, 1::2], both[1][:, 4:])


def test_a_position_too_large_for_float16_has_no_encoding():
    rows = low_precision_sinusoidal([65_504, 65_536], 4, "float16")
    assert np.isfinite(rows[0]).all()
    assert np.isnan(rows[1]).all()


@pytest.mark.parametrize("table", EXACT)
def test_exact_values_are_the_recorded_ones(table):
    ours = exact_sinusoidal(table["positions"], table["d_model"], base=table["base"])
    np.testing.assert_array_equal(ours, table["values"])


def test_log_space_is_not_needed_and_not_more_accurate():
    d_model, base = 512, 10000.0
    i = np.arange(0, d_model, 2)
    exact = np.array([float(f) for f in _exact_frequencies(d_model, base)])
    by_power = np.abs(frequencies(d_model, base=base) / exact - 1).max()
    by_log = np.abs(np.exp(-i * (np.log(base) / d_model)) / exact - 1).max()
    assert by_power < 4e-16
    assert by_power < by_log < 4e-15
    assert base ** (i / d_model).max() < 1e4  # nothing comes near an overflow


def _exact_frequencies(d_model, base):
    import mpmath

    with mpmath.workdps(50):
        return [mpmath.mpf(base) ** (-mpmath.mpf(i) / d_model) for i in range(0, d_model, 2)]


def test_formats_and_digits_are_named():
    with pytest.raises(ValueError, match=r"number_format must be one of \('float32', .*'fp8'"):
        round_to(1.0, "fp8")
    with pytest.raises(TypeError, match="number_format must be one of"):
        round_to(1.0, np.float32)
    with pytest.raises(ValueError, match="x must be finite, got nan"):
        round_to(np.nan, "float16")
    with pytest.raises(ValueError, match="digits must be an integer of at least 17, got 3"):
        exact_sinusoidal(1, 4, digits=3)
    with pytest.raises(MemoryError, match="num_positions must .* 32 PB"):
        distinct_positions(10**15, "float32")
