"""The fast table: the same encoding, by products of rotations."""

import tracemalloc

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from test_encoding import BAD_BASES, BAD_WIDTHS

import pe_core.table
from pe_core import sinusoidal, sinusoidal_table
from pe_core.numerics import exact_sinusoidal

everywhere = settings(deadline=None, derandomize=True)


def bound(positions):
    return 8e-16 * max(1, np.abs(positions).max(initial=0))


@everywhere
@given(
    st.integers(0, 3000),
    st.integers(1, 12).map(lambda pairs: 2 * pairs),
    st.one_of(st.integers(-(10**6), 10**6), st.floats(-1e6, 1e6)),
    st.floats(1.01, 1e6),
    st.sampled_from(["interleaved", "halves"]),
)
def test_the_table_is_the_encoding_of_its_positions(n, d_model, start, base, layout):
    table = sinusoidal_table(n, d_model, start=start, base=base, layout=layout)
    positions = start + np.arange(n)
    assert table.shape == (n, d_model)
    assert table.dtype == np.float64
    pointwise = sinusoidal(positions, d_model, base=base, layout=layout)
    np.testing.assert_allclose(table, pointwise, rtol=0, atol=bound(positions))


@pytest.mark.parametrize("n", [0, 1, 2, 31, 32, 33, 64, 1023, 1024, 1025, 1056, 32769])
def test_every_length_has_its_exact_shape_and_its_last_row(n):
    table = sinusoidal_table(n, 6, start=7)
    assert table.shape == (n, 6)
    np.testing.assert_allclose(table[n - 1 :], sinusoidal(7 + np.arange(n), 6)[n - 1 :], atol=1e-11)


@pytest.mark.parametrize("start", [0, 10**6 - 5000, -(10**6)])
def test_rows_agree_with_fifty_digits_up_to_a_million(start):
    rows = np.unique(np.r_[0:40, np.random.default_rng(0).integers(0, 5000, 60)])
    table = sinusoidal_table(5000, 24, start=start)[rows]
    exact = exact_sinusoidal(start + rows, 24)
    np.testing.assert_allclose(table, exact, rtol=0, atol=bound(start + rows))


def test_a_float32_table_is_exact_to_half_a_digit_up_to_a_million():
    rows = np.random.default_rng(1).integers(0, 10**6, 100)
    table = sinusoidal_table(10**6, 16, dtype="float32")[rows]
    assert table.dtype == np.float32
    assert np.abs(table - exact_sinusoidal(rows, 16)).max() <= 3.1e-8


@pytest.mark.parametrize("dtype", ["float16", "float32", np.longdouble])
@pytest.mark.parametrize("layout", ["interleaved", "halves"])
def test_a_table_is_cast_once(dtype, layout):
    table = sinusoidal_table(1100, 10, layout=layout, dtype=dtype)
    assert table.dtype == dtype
    np.testing.assert_array_equal(table, sinusoidal_table(1100, 10, layout=layout).astype(dtype))


def test_only_32_rows_a_digit_need_sines(monkeypatch):
    rows = []

    def counting(positions, *arguments, **options):
        rows.append(len(positions))
        return sinusoidal(positions, *arguments, **options)

    monkeypatch.setattr(pe_core.table, "sinusoidal", counting)
    sinusoidal_table(32**3, 4)
    assert rows == [32, 32, 32]


@pytest.mark.parametrize("dtype", ["float32", "float64"])
def test_memory_stays_below_twice_the_result(dtype):
    tracemalloc.start()
    table = sinusoidal_table(512, 512, dtype=dtype)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 2 * table.nbytes


@pytest.mark.parametrize(("bad", "error"), BAD_WIDTHS, ids=repr)
def test_a_width_is_a_positive_even_whole_number(bad, error):
    with pytest.raises(error, match="d_model must be a positive even integer, got "):
        sinusoidal_table(3, bad)


@pytest.mark.parametrize(("bad", "error"), BAD_BASES, ids=repr)
def test_a_base_is_a_finite_number_greater_than_one(bad, error):
    with pytest.raises(error, match="base must be a finite number greater than 1, got "):
        sinusoidal_table(3, 4, base=bad)


@pytest.mark.parametrize(
    ("bad", "error"), [(-1, ValueError), (2.0, TypeError), (True, TypeError), ("3", TypeError)]
)
def test_a_number_of_positions_is_a_whole_number(bad, error):
    with pytest.raises(error, match="num_positions must be an integer that is not negative, got"):
        sinusoidal_table(bad, 4)


@pytest.mark.parametrize(
    ("bad", "error"),
    [
        (np.nan, ValueError),
        (np.inf, ValueError),
        ("0", TypeError),
        ([0], TypeError),
        (1j, TypeError),
    ],
)
def test_a_start_is_one_finite_number(bad, error):
    with pytest.raises(error, match="start must be a finite number, got "):
        sinusoidal_table(3, 4, start=bad)


def test_a_table_beyond_the_memory_says_how_large_it_would_be():
    with pytest.raises(MemoryError, match=r"num_positions and d_model must .*: 9 PB"):
        sinusoidal_table(10**12, 1000)
    with pytest.raises(ValueError, match="layout must be one of"):
        sinusoidal_table(3, 4, layout="split")
    with pytest.raises(TypeError, match="dtype must be a floating dtype"):
        sinusoidal_table(3, 4, dtype=int)
