"""The rotation theorem, the similarity that follows from it, and other bases."""

import mpmath
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from test_encoding import BAD_REALS

from pe_core import dot_kernel, frequencies, phase_basis_shift, shift_matrix, sinusoidal

everywhere = settings(deadline=None, derandomize=True)
widths = st.integers(1, 16).map(lambda pairs: 2 * pairs)
bases = st.floats(1.01, 1e6)
offsets = st.floats(-1e4, 1e4, allow_subnormal=False)
layouts = st.sampled_from(["interleaved", "halves"])
phases = st.floats(-6, 6).filter(lambda phase: abs(np.sin(phase)) > 0.01)


@everywhere
@given(offsets, offsets, widths, bases, layouts)
def test_one_matrix_moves_every_position_by_the_offset(t, k, d_model, base, layout):
    options = {"base": base, "layout": layout}
    moved = shift_matrix(k, d_model, **options) @ sinusoidal(t, d_model, **options)
    np.testing.assert_allclose(moved, sinusoidal(t + k, d_model, **options), atol=3e-11)


@everywhere
@given(offsets, widths, bases, layouts)
def test_the_matrix_is_a_rotation(k, d_model, base, layout):
    matrix = shift_matrix(k, d_model, base=base, layout=layout)
    np.testing.assert_allclose(matrix @ matrix.T, np.eye(d_model), atol=1e-15)
    assert np.linalg.det(matrix) == pytest.approx(1, abs=1e-13)


@everywhere
@given(offsets, offsets, widths, bases)
def test_two_shifts_are_the_shift_by_the_sum(a, b, d_model, base):
    both = shift_matrix([a, b, a + b], d_model, base=base)
    np.testing.assert_allclose(both[0] @ both[1], both[2], atol=1e-11)


@everywhere
@given(offsets, widths, bases)
def test_the_inverse_is_the_transpose_and_the_shift_back(k, d_model, base):
    forth, back = shift_matrix([k, -k], d_model, base=base)
    np.testing.assert_array_equal(back, forth.T)
    assert not np.signbit(shift_matrix(0, d_model)).any()


def test_the_shift_of_a_pair_mixes_only_that_pair():
    matrix = shift_matrix(3, 6)
    own_pair = np.kron(np.eye(3), np.ones((2, 2))).astype(bool)
    assert (matrix[own_pair] != 0).all()
    assert (matrix[~own_pair] == 0).all()


def test_an_array_of_offsets_gives_an_array_of_matrices():
    offsets = np.array([[0, 1, 2], [3, 4, 5]])
    matrices = shift_matrix(offsets, 4)
    assert matrices.shape == (2, 3, 4, 4)
    np.testing.assert_array_equal(matrices[1, 2], shift_matrix(5, 4))


def test_a_position_on_a_clock_of_quarter_turns():
    np.testing.assert_allclose(shift_matrix(np.pi / 2, 2), [[0, 1], [-1, 0]], atol=1e-16)


@everywhere
@given(offsets, offsets, widths, bases, layouts)
def test_the_dot_product_depends_on_the_offset_alone(t, k, d_model, base, layout):
    here, there = sinusoidal([t, t + k], d_model, base=base, layout=layout)
    assert here @ there == pytest.approx(dot_kernel(k, d_model, base=base), abs=1e-10)


@everywhere
@given(offsets, widths, bases)
def test_the_dot_product_is_blind_to_direction(k, d_model, base):
    assert dot_kernel(k, d_model, base=base) == dot_kernel(-k, d_model, base=base)


@everywhere
@given(offsets, widths, bases)
def test_no_two_positions_are_more_alike_than_one_with_itself(k, d_model, base):
    assert dot_kernel(0, d_model, base=base) == d_model / 2
    assert abs(dot_kernel(k, d_model, base=base, normalize=True)) <= 1


def test_normalizing_divides_by_half_the_width():
    k = np.arange(12.0).reshape(3, 4)
    np.testing.assert_allclose(
        dot_kernel(k, 10, normalize=True), dot_kernel(k, 10) / 5, rtol=0, atol=1e-15
    )
    assert dot_kernel(k, 10).shape == (3, 4)


def test_similarity_within_512_positions_stays_above_a_fifth():
    similarity = dot_kernel(np.arange(512), 512, normalize=True)
    assert similarity.min() == pytest.approx(0.228, abs=5e-4)


@everywhere
@given(st.floats(0.001, 3), offsets, st.floats(-100, 100), phases)
def test_two_phases_of_one_frequency_shift_linearly(omega, t, k, phase):
    def code(t):
        return np.array([np.sin(omega * t), np.sin(omega * t + phase)])

    matrix = phase_basis_shift(omega, k, phase)
    np.testing.assert_allclose(matrix @ code(t), code(t + k), atol=2e-9)


@everywhere
@given(st.floats(0.001, 3), st.floats(-100, 100), phases)
def test_determinant_and_trace_do_not_depend_on_the_phase(omega, k, phase):
    matrix = phase_basis_shift(omega, k, phase)
    assert np.linalg.det(matrix) == pytest.approx(1, abs=1e-11)
    assert np.trace(matrix) == pytest.approx(2 * np.cos(omega * k), abs=1e-12)


def test_a_quarter_turn_gives_the_block_of_the_shift_matrix():
    omega = frequencies(4)[1]
    np.testing.assert_allclose(
        phase_basis_shift(omega, 30, np.pi / 2), shift_matrix(30, 4)[2:, 2:], atol=1e-15
    )


def test_the_worst_stretch_of_a_shift_is_the_cotangent_of_half_the_phase():
    for degrees in (1, 10, 45, 90):
        phase = np.deg2rad(degrees)
        matrices = phase_basis_shift(1.0, np.linspace(0, 2 * np.pi, 721), phase)
        worst = np.linalg.norm(matrices, ord=2, axis=(-2, -1)).max()
        assert worst == pytest.approx(1 / np.tan(phase / 2), rel=1e-12)


def test_phase_matrices_broadcast():
    matrices = phase_basis_shift(0.5, [[1], [2]], [0.3, 0.6, 0.9])
    assert matrices.shape == (2, 3, 2, 2)
    np.testing.assert_array_equal(matrices[1, 2], phase_basis_shift(0.5, 2, 0.9))


@pytest.mark.parametrize("turns", [-3, 0, 1, 2, 1000])
@pytest.mark.parametrize("miss", [0, 9e-9, -9e-9])
def test_a_phase_near_a_multiple_of_pi_is_refused(turns, miss):
    with pytest.raises(ValueError, match="phase must be more than 1e-8 from every multiple of pi"):
        phase_basis_shift(1, 1, turns * np.pi + miss)


@pytest.mark.parametrize("phase", [1.1e-8, np.pi - 1.1e-8])
def test_a_phase_just_beyond_that_is_accurate(phase):
    with mpmath.workdps(50):
        w, k, f = mpmath.mpf(0.3), mpmath.mpf(2), mpmath.mpf(phase)
        true = mpmath.sin(w * k) / mpmath.sin(f)
    assert phase_basis_shift(0.3, 2, phase)[0, 1] == pytest.approx(float(true), rel=1e-14)


@pytest.mark.parametrize(("bad", "error"), BAD_REALS, ids=lambda value: repr(value)[:20])
def test_offsets_frequencies_and_phases_are_finite_real_numbers(bad, error):
    for call in (shift_matrix, dot_kernel):
        with pytest.raises(error, match=r"^offset must be .*, got "):
            call(bad, 4)
    with pytest.raises(error, match=r"^omega must be .*, got "):
        phase_basis_shift(bad, 1, 1)
    with pytest.raises(error, match=r"^offset must be .*, got "):
        phase_basis_shift(1, bad, 1)
    with pytest.raises(error, match=r"^phase must be .*, got "):
        phase_basis_shift(1, 1, bad)
