"""Moving along the sequence: rotation, similarity, and bases other than sine and cosine."""

import numpy as np
from numpy.typing import ArrayLike

from . import _check
from ._types import FloatArray, Layout, NumberOrArray
from .encoding import columns, frequencies


def shift_matrix(
    offset: ArrayLike, d_model: int, *, base: float = 10000.0, layout: Layout = "interleaved"
) -> FloatArray:
    """Return the matrix M(k) that moves every encoding by `offset` k, wherever it stands.

    ``sinusoidal(t + k) = M(k) @ sinusoidal(t)`` for all t. Each pair is rotated by its own angle:
    in (sin, cos) order its block is ``[[cos wk, sin wk], [-sin wk, cos wk]]``.

    Parameters
    ----------
    offset : array_like of real numbers
        How far to move, in positions; any shape, negative moves back.
    d_model : int
        Width of the encoding, even.
    base : float, optional
        Base of the frequencies; finite and greater than 1.
    layout : {"interleaved", "halves"}, optional
        Order of the columns of the encodings that the matrix is for.

    Returns
    -------
    ndarray of float64, shape offset.shape + (d_model, d_model)
        Orthogonal, of determinant 1; ``M(a) @ M(b) = M(a + b)``.

    Raises
    ------
    TypeError
        If `offset` is not real, `d_model` no whole number, `base` no number, `layout` no string.
    ValueError
        If `offset` is not finite, `d_model` odd or not positive, `base` not finite and greater
        than 1, or `layout` unknown.
    MemoryError
        If the matrices would not fit in memory; the sentence says how large they would be.

    Notes
    -----
    Vaswani et al. 2017, section 3.5, names the linear map; the chapter on rotation derives it.

    Examples
    --------
    >>> shift_matrix(np.pi / 2, 2).round(2).tolist()
    [[0.0, 1.0], [-1.0, 0.0]]
    """
    offset = _check.real("offset", offset)
    d_model = _check.width(d_model)
    shape = offset.shape + (d_model, d_model)
    _check.fits(shape, 8, "offset and d_model")
    sines, cosines = (np.arange(d_model)[part] for part in columns(d_model, layout))

    angles = offset[..., None] * frequencies(d_model, base=base)
    matrix = np.zeros(shape)
    matrix[..., sines, sines] = matrix[..., cosines, cosines] = np.cos(angles)
    matrix[..., sines, cosines] = np.sin(angles)
    matrix[..., cosines, sines] = 0.0 - np.sin(angles)  # a plain minus would show -0.0
    return matrix


def dot_kernel(
    offset: ArrayLike, d_model: int, *, base: float = 10000.0, normalize: bool = False
) -> NumberOrArray:
    """Return the dot product of two encodings that are `offset` positions apart.

    It is ``sum_i cos(omega_i k)``, the same wherever the two stand and the same for k and -k.

    Parameters
    ----------
    offset : array_like of real numbers
        Distance k in positions; any shape.
    d_model : int
        Width of the encoding, even.
    base : float, optional
        Base of the frequencies; finite and greater than 1.
    normalize : bool, optional
        Divide by ``d_model / 2``, the value at offset 0: the result is then a cosine similarity.

    Returns
    -------
    float64 or ndarray of float64, shape offset.shape

    Raises
    ------
    TypeError
        If `offset` is not real, `d_model` no whole number, or `base` no number.
    ValueError
        If `offset` is not finite, `d_model` odd or not positive, or `base` not finite and greater
        than 1.
    MemoryError
        If the work would not fit in memory; the sentence says how large it would be.

    Notes
    -----
    Follows from Vaswani et al. 2017, section 3.5; that it is blind to direction is noted by Yan et
    al. 2019, "TENER".

    Examples
    --------
    >>> dot_kernel([0, 1, -1], 512, normalize=True).round(3).tolist()
    [1.0, 0.973, 0.973]
    """
    offset = _check.real("offset", offset)
    d_model = _check.width(d_model)
    _check.fits(offset.shape + (d_model // 2,), 2 * 8, "offset and d_model")
    waves = np.cos(offset[..., None] * frequencies(d_model, base=base))
    return waves.mean(axis=-1) if normalize else waves.sum(axis=-1)


def phase_basis_shift(omega: ArrayLike, offset: ArrayLike, phase: ArrayLike) -> FloatArray:
    """Return the matrix that moves the code ``sin(wt), sin(wt + phase)`` by `offset`.

    A sine and any shifted sine will do in place of sine and cosine, unless the phase is a multiple
    of pi, where both are the same wave. Only a quarter turn, to either side, makes the matrix
    orthogonal for every offset.

    Parameters
    ----------
    omega : array_like of real numbers
        Frequency in radians per position.
    offset : array_like of real numbers
        How far to move, in positions.
    phase : array_like of real numbers
        Phase of the second wave in radians, more than 1e-8 away from every multiple of pi.
        The three arguments are broadcast against one another.

    Returns
    -------
    ndarray of float64, shape (2, 2), or (..., 2, 2) for arrays
        Of determinant 1 and trace ``2 cos(omega k)`` for every phase.

    Raises
    ------
    TypeError
        If an argument is not real.
    ValueError
        If an argument is not finite, or a phase is within 1e-8 of a multiple of pi.

    Notes
    -----
    Derived in the chapter "Why both?" from the addition theorem of the sine.

    Examples
    --------
    >>> phase_basis_shift(1.0, np.pi / 2, np.pi / 2).round(2).tolist()
    [[0.0, 1.0], [-1.0, 0.0]]
    """
    omega, offset = _check.real("omega", omega), _check.real("offset", offset)
    phase = _check.real("phase", phase)
    to_multiple = np.abs(phase - np.pi * np.round(phase / np.pi))
    if (to_multiple <= 1e-8).any():
        bad = phase[to_multiple <= 1e-8].flat[0]
        raise ValueError(f"phase must be more than 1e-8 from every multiple of pi, got {bad}")
    angle, phase = np.broadcast_arrays(omega * offset, phase)
    rows = [[np.sin(phase - angle), np.sin(angle)], [0.0 - np.sin(angle), np.sin(phase + angle)]]
    return np.moveaxis(np.array(rows), (0, 1), (-2, -1)) / np.sin(phase)[..., None, None]
