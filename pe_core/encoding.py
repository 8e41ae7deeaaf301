"""The formula: from positions to frequencies, angles and the sinusoidal encoding."""

import numpy as np
from numpy.typing import ArrayLike, DTypeLike, NDArray

from . import _check
from ._types import FloatArray, Layout


def frequencies(d_model: int, *, base: float = 10000.0) -> FloatArray:
    """Return how fast each pair of columns turns.

    Pair ``i`` turns by ``omega_i = base**(-2i / d_model)`` radians for each position: the first by
    one radian, every next by the same factor less.

    Parameters
    ----------
    d_model : int
        Width of the encoding, even; half of it is the number of pairs.
    base : float, optional
        How many times slower the pair after the last one would turn; finite and greater than 1.

    Returns
    -------
    ndarray of float64, shape (d_model // 2,)
        Radians per position, falling from 1.

    Raises
    ------
    TypeError
        If `d_model` is no whole number or `base` no number.
    ValueError
        If `d_model` is odd or not positive, or `base` is not finite and greater than 1.
    MemoryError
        If the result would not fit in memory; the sentence says how large it would be.

    Notes
    -----
    Vaswani et al. 2017, "Attention Is All You Need", section 3.5.

    Examples
    --------
    >>> frequencies(8).tolist()
    [1.0, 0.1, 0.01, 0.001]
    """
    d_model, base = _check.width(d_model), _check.base(base)
    _check.fits((d_model // 2,), 3 * 8, "d_model")
    return base ** (-np.arange(0, d_model, 2) / d_model)


def wavelengths(d_model: int, *, base: float = 10000.0) -> FloatArray:
    """Return after how many positions each pair of columns has made a full turn.

    Parameters
    ----------
    d_model : int
        Width of the encoding, even.
    base : float, optional
        Base of the frequencies; finite and greater than 1.

    Returns
    -------
    ndarray of float64, shape (d_model // 2,)
        Positions per turn, growing from 2 pi to ``2 pi base**(1 - 2 / d_model)``.

    Raises
    ------
    TypeError, ValueError, MemoryError
        As `frequencies`.

    Notes
    -----
    Vaswani et al. 2017, section 3.5.

    Examples
    --------
    >>> wavelengths(8).round(2).tolist()
    [6.28, 62.83, 628.32, 6283.19]
    """
    return 2 * np.pi / frequencies(d_model, base=base)


def sinusoidal(
    positions: ArrayLike,
    d_model: int,
    *,
    base: float = 10000.0,
    layout: Layout = "interleaved",
    dtype: DTypeLike | None = None,
) -> NDArray[np.floating]:
    """Return the sinusoidal encoding of each position.

    Pair ``i`` of position ``t`` is ``sin(omega_i t), cos(omega_i t)``. Angles are computed in
    float64, where they are exact enough at any length, and cast once, at the end.

    Parameters
    ----------
    positions : array_like of real numbers
        Any shape, negative and fractional positions too. A number is one position, not a length.
    d_model : int
        Width of the encoding, even.
    base : float, optional
        Base of the frequencies; finite and greater than 1.
    layout : {"interleaved", "halves"}, optional
        Order of the columns: sin, cos, sin, cos, ... or all sines and then all cosines.
    dtype : floating dtype, optional
        Dtype of the result; float64 unless given.

    Returns
    -------
    ndarray, shape positions.shape + (d_model,)
        The encoding; every row has the norm ``sqrt(d_model / 2)``.

    Raises
    ------
    TypeError
        If `positions` are not real numbers, `d_model` no whole number, `base` no number, `layout`
        no string or `dtype` not floating.
    ValueError
        If a position is not finite, `d_model` odd or not positive, `base` not finite and greater
        than 1, or `layout` unknown.
    MemoryError
        If the work would not fit in memory; the sentence says how large it would be.

    Notes
    -----
    Vaswani et al. 2017, section 3.5. The authors' later code (tensor2tensor) lays the columns out
    in halves and spreads the frequencies a little wider; see the chapter on the formula.

    Examples
    --------
    >>> sinusoidal([0, 1], 4).round(2).tolist()
    [[0.0, 1.0, 0.0, 1.0], [0.84, 0.54, 0.01, 1.0]]
    """
    positions = _check.real("positions", positions)
    d_model, dtype = _check.width(d_model), _check.float_dtype(dtype)
    sines, cosines = columns(d_model, layout)
    shape = positions.shape + (d_model,)
    _check.fits(shape, dtype.itemsize + 4, "positions and d_model")  # 4: half a float64 of angle

    angles = positions[..., None] * frequencies(d_model, base=base)
    encoding = np.empty(shape, dtype)
    np.sin(angles, out=encoding[..., sines], casting="same_kind")
    np.cos(angles, out=encoding[..., cosines], casting="same_kind")
    return encoding


def convert_layout(x: ArrayLike, source: Layout, target: Layout) -> NDArray[np.floating]:
    """Return `x` with its last axis reordered from one layout to the other.

    Parameters
    ----------
    x : array_like, shape (..., d_model)
        Encodings, queries, keys: anything whose last axis consists of pairs.
    source, target : {"interleaved", "halves"}
        Layout that `x` has, and layout that the result shall have.

    Returns
    -------
    ndarray, shape and dtype of `x`
        A new array, also when both layouts are the same.

    Raises
    ------
    TypeError
        If a layout is no string.
    ValueError
        If a layout is unknown, or the last axis of `x` is missing or odd.

    Notes
    -----
    The paper interleaves (Vaswani et al. 2017, section 3.5), tensor2tensor uses halves. Both hold
    the same numbers, so dot products do not change.

    Examples
    --------
    >>> convert_layout(["s0", "c0", "s1", "c1"], "interleaved", "halves").tolist()
    ['s0', 's1', 'c0', 'c1']
    """
    x = np.asarray(x)
    if x.ndim == 0 or x.shape[-1] == 0 or x.shape[-1] % 2:
        raise ValueError(f"x must have a last axis of even, positive length, got shape {x.shape}")
    result = np.empty_like(x)
    for old, new in zip(
        columns(x.shape[-1], source, "source"), columns(x.shape[-1], target, "target"), strict=True
    ):
        result[..., new] = x[..., old]
    return result


def columns(d_model: int, layout: Layout, name: str = "layout") -> tuple[slice, slice]:
    """Return the slices of the columns that hold sines and that hold cosines, in pair order.

    Parameters
    ----------
    d_model : int
        Width of the encoding, even.
    layout : {"interleaved", "halves"}
        Order of the columns.
    name : str, optional
        What an error calls the layout.

    Returns
    -------
    tuple of two slices

    Raises
    ------
    TypeError, ValueError
        If `layout` is no string or unknown, or `d_model` no even positive whole number.

    Examples
    --------
    >>> columns(6, "halves")
    (slice(0, 3, None), slice(3, 6, None))
    """
    d_model = _check.width(d_model)
    if _check.layout(layout, name) == "interleaved":
        return slice(0, d_model, 2), slice(1, d_model, 2)
    return slice(0, d_model // 2), slice(d_model // 2, d_model)
