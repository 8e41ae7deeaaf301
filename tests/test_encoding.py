"""The formula: values, layouts, dtypes, and what it refuses."""

import subprocess
import sys

import mpmath
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pe_core import convert_layout, dot_kernel, frequencies, shift_matrix, sinusoidal, wavelengths

everywhere = settings(deadline=None, derandomize=True)
widths = st.integers(1, 64).map(lambda pairs: 2 * pairs)
bases = st.floats(1.01, 1e6)
places = st.floats(-1e6, 1e6, allow_subnormal=False)

# The widths, bases, layouts that every function of a width must refuse.
BAD_WIDTHS = [
    (5, ValueError),
    (0, ValueError),
    (-2, ValueError),
    (np.int64(7), ValueError),
    (4.0, TypeError),
    (np.float64(4), TypeError),
    (True, TypeError),
    (np.True_, TypeError),
    ("4", TypeError),
    (None, TypeError),
    ([4], TypeError),
]
BAD_BASES = [
    (1, ValueError),
    (0.5, ValueError),
    (-10.0, ValueError),
    (float("nan"), ValueError),
    (float("inf"), ValueError),
    ("10000", TypeError),
    (True, TypeError),
    (1j, TypeError),
    ([10.0], TypeError),
    (None, TypeError),
]
BAD_REALS = [
    (float("nan"), ValueError),
    ([0.0, float("nan")], ValueError),
    (float("inf"), ValueError),
    (-np.inf, ValueError),
    ([[1, 2], [3]], ValueError),
    (1j, TypeError),
    ([0j, 1], TypeError),
    ("3", TypeError),
    (["a", "b"], TypeError),
    ([None], TypeError),
    (np.array([1, 2], dtype=object), TypeError),
    (10**400, TypeError),
    ([True, False], TypeError),
]
OF_WIDTH = {
    "frequencies": frequencies,
    "wavelengths": wavelengths,
    "sinusoidal": lambda d, **options: sinusoidal(1, d, **options),
    "shift_matrix": lambda d, **options: shift_matrix(1, d, **options),
    "dot_kernel": lambda d, **options: dot_kernel(1, d, **options),
}


def exact(t, d_model, base):
    """The encoding of one position, to 50 digits."""
    with mpmath.workdps(50):
        base, t = mpmath.mpf(base), mpmath.mpf(t)
        angles = [t * base ** (-mpmath.mpf(2 * i) / d_model) for i in range(d_model // 2)]
        return [wave for a in angles for wave in (mpmath.sin(a), mpmath.cos(a))]


def test_a_scalar_is_one_position_and_not_a_length():
    assert sinusoidal(7, 4).shape == (4,)
    np.testing.assert_array_equal(sinusoidal(7, 4), sinusoidal([0, 7], 4)[1])


def test_the_result_has_the_shape_of_the_positions_and_then_the_width():
    assert sinusoidal(np.zeros((2, 3, 5)), 6).shape == (2, 3, 5, 6)
    assert sinusoidal([], 6).shape == (0, 6)


def test_position_zero_is_zero_sines_and_unit_cosines():
    np.testing.assert_array_equal(sinusoidal(0, 6), [0, 1, 0, 1, 0, 1])
    np.testing.assert_array_equal(sinusoidal(0, 6, layout="halves"), [0, 0, 0, 1, 1, 1])


def test_frequencies_fall_from_one_by_a_constant_factor():
    omega = frequencies(12, base=500.0)
    assert omega[0] == 1
    np.testing.assert_allclose(omega[1:] / omega[:-1], 500 ** (-1 / 6), rtol=1e-14)


def test_the_longest_wavelength_at_512_is_60612_positions_and_not_two_pi_base():
    assert wavelengths(512)[-1] == pytest.approx(2 * np.pi * 10000 ** (1 - 2 / 512))
    assert wavelengths(512)[-1] == pytest.approx(60611.5, abs=0.05)


def test_numpy_integers_are_whole_numbers():
    np.testing.assert_array_equal(frequencies(np.int32(8)), frequencies(8))
    np.testing.assert_array_equal(sinusoidal(np.uint8(200), np.int64(4)), sinusoidal(200.0, 4))


@everywhere
@given(places, widths, bases)
def test_entries_agree_with_fifty_digits(t, d_model, base):
    error = max(
        abs(mpmath.mpf(float(ours)) - true)
        for ours, true in zip(
            sinusoidal(t, d_model, base=base), exact(t, d_model, base), strict=True
        )
    )
    assert error <= 8e-16 * max(1, abs(t))


@everywhere
@given(places, widths, bases)
def test_every_row_has_norm_sqrt_of_half_the_width(t, d_model, base):
    assert np.linalg.norm(sinusoidal(t, d_model, base=base)) == pytest.approx(
        np.sqrt(d_model / 2), rel=1e-14
    )


@everywhere
@given(places, widths, bases)
def test_negating_a_position_negates_the_sines_alone(t, d_model, base):
    here, there = (sinusoidal(s, d_model, base=base, layout="halves") for s in (t, -t))
    np.testing.assert_array_equal(there[: d_model // 2], -here[: d_model // 2])
    np.testing.assert_array_equal(there[d_model // 2 :], here[d_model // 2 :])


@everywhere
@given(places, widths, bases, st.sampled_from(["interleaved", "halves"]))
def test_layouts_convert_into_each_other_and_back(t, d_model, base, layout):
    other = {"interleaved": "halves", "halves": "interleaved"}[layout]
    x = sinusoidal([t, 1 - t], d_model, base=base, layout=layout)
    turned = convert_layout(x, layout, other)
    np.testing.assert_array_equal(turned, sinusoidal([t, 1 - t], d_model, base=base, layout=other))
    np.testing.assert_array_equal(convert_layout(turned, other, layout), x)


def test_converting_to_the_same_layout_copies():
    x = np.arange(4.0)
    same = convert_layout(x, "halves", "halves")
    same[0] = 9
    assert x[0] == 0


def test_the_step_between_neighbours_is_as_long_at_position_1000_as_at_20():
    p = sinusoidal([20, 21, 1000, 1001], 512)
    assert np.linalg.norm(p[1] - p[0]) == pytest.approx(3.71427, abs=1e-5)
    assert np.linalg.norm(p[3] - p[2]) == pytest.approx(np.linalg.norm(p[1] - p[0]), rel=1e-12)


@pytest.mark.parametrize("dtype", ["float16", "float32", "float64", np.float32, np.longdouble])
def test_a_dtype_is_the_float64_result_cast_once(dtype):
    positions = np.array([0.5, 3, 1e6])
    result = sinusoidal(positions, 32, dtype=dtype)
    assert result.dtype == dtype
    np.testing.assert_array_equal(result, sinusoidal(positions, 32).astype(dtype))


def test_float32_positions_still_get_float64_angles():
    positions = np.array([999_999], dtype=np.float32)
    np.testing.assert_array_equal(sinusoidal(positions, 8), sinusoidal([999_999], 8))


@pytest.mark.parametrize("dtype", ["int32", "complex64", bool, object, "U3", "no such type", 3])
def test_a_dtype_that_is_not_floating_is_refused(dtype):
    with pytest.raises(TypeError, match="dtype must be a floating dtype"):
        sinusoidal(1, 4, dtype=dtype)


@pytest.mark.parametrize("function", OF_WIDTH.values(), ids=OF_WIDTH)
@pytest.mark.parametrize(("bad", "error"), BAD_WIDTHS, ids=repr)
def test_a_width_is_a_positive_even_whole_number(function, bad, error):
    with pytest.raises(error) as caught:
        function(bad)
    assert str(caught.value) == f"d_model must be a positive even integer, got {bad!r}"


@pytest.mark.parametrize("function", OF_WIDTH.values(), ids=OF_WIDTH)
@pytest.mark.parametrize(("bad", "error"), BAD_BASES, ids=repr)
def test_a_base_is_a_finite_number_greater_than_one(function, bad, error):
    with pytest.raises(error) as caught:
        function(4, base=bad)
    assert str(caught.value) == f"base must be a finite number greater than 1, got {bad!r}"


@pytest.mark.parametrize(("bad", "error"), BAD_REALS, ids=lambda value: repr(value)[:20])
def test_positions_are_finite_real_numbers(bad, error):
    with pytest.raises(error, match=r"^positions must be .*, got "):
        sinusoidal(bad, 4)


def test_an_error_shows_the_position_that_is_wrong():
    with pytest.raises(ValueError, match="positions must be finite, got -inf"):
        sinusoidal([1.0, -np.inf, 3.0], 4)


@pytest.mark.parametrize(("bad", "error"), [("split", ValueError), (True, TypeError)])
def test_a_layout_is_one_of_two_words(bad, error):
    sentence = rf"must be one of \('interleaved', 'halves'\), got {bad!r}"
    for call in (sinusoidal, shift_matrix):
        with pytest.raises(error, match=f"layout {sentence}"):
            call(1, 4, layout=bad)
    with pytest.raises(error, match=f"source {sentence}"):
        convert_layout([1, 2], bad, "halves")
    with pytest.raises(error, match=f"target {sentence}"):
        convert_layout([1, 2], "halves", bad)


@pytest.mark.parametrize("bad", [3.0, [1.0, 2.0, 3.0], np.zeros((4, 0))])
def test_only_pairs_have_a_layout(bad):
    with pytest.raises(ValueError, match="x must have a last axis of even, positive length, got"):
        convert_layout(bad, "halves", "interleaved")


@pytest.mark.parametrize(
    ("request_", "size"),
    [
        (lambda: frequencies(10**15), "12 PB"),
        (lambda: sinusoidal(1, 10**15), "12 PB"),
        (lambda: sinusoidal(np.broadcast_to(0.0, 10**6), 10**9, dtype="float32"), "8 PB"),
        (lambda: shift_matrix(1, 10**8), "80 PB"),
        (lambda: dot_kernel(1, 10**15), "8 PB"),
        (lambda: frequencies(10**30), r"1.2e\+16 PB"),
    ],
)
def test_a_request_beyond_the_memory_says_how_large_it_would_be(request_, size):
    with pytest.raises(MemoryError, match=f"d_model must .* got a request for shape .* {size}"):
        request_()


def test_importing_the_package_loads_numpy_and_nothing_heavy():
    code = "import sys, pe_core; print(*sorted(sys.modules))"
    modules = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    ).stdout.split()
    assert "numpy" in modules
    assert not {"matplotlib", "sympy", "ipywidgets", "anywidget", "IPython"} & set(modules)


def test_a_container_with_less_memory_than_the_machine_sets_the_limit(monkeypatch):
    def two_gigabytes(path):
        if path.name == "memory.max":
            return "2000000000\n"
        raise FileNotFoundError

    monkeypatch.setattr("pathlib.Path.read_text", two_gigabytes)
    with pytest.raises(MemoryError, match="2.4 GB, where this machine has 2 GB"):
        sinusoidal(np.zeros(10**5), 2000)
