"""The fast way to a table of many positions, by the rotation theorem."""

import numpy as np
from numpy.typing import DTypeLike, NDArray

from . import _check
from ._types import Layout
from .encoding import sinusoidal

RADIX = 32  # a table of 32 rows stays in the fast cache of a processor


def sinusoidal_table(
    num_positions: int,
    d_model: int,
    *,
    start: float = 0,
    base: float = 10000.0,
    layout: Layout = "interleaved",
    dtype: DTypeLike | None = None,
) -> NDArray[np.floating]:
    """Return the encoding of `num_positions` positions in a row, without a sine for each.

    A position is written in base 32, and its encoding is the product of the rotations of its
    digits. Only 32 rows for each digit need sines and cosines; the rest are multiplications, made
    in float64 and cast once.

    Parameters
    ----------
    num_positions : int
        Number of rows, not negative.
    d_model : int
        Width of the encoding, even.
    start : float, optional
        Position of the first row; negative and fractional ones too.
    base : float, optional
        Base of the frequencies; finite and greater than 1.
    layout : {"interleaved", "halves"}, optional
        Order of the columns.
    dtype : floating dtype, optional
        Dtype of the result; float64 unless given.

    Returns
    -------
    ndarray, shape (num_positions, d_model)
        ``sinusoidal(start + arange(num_positions), ...)`` within 8e-16 times the largest position
        of the table (at least 1), before the cast.

    Raises
    ------
    TypeError
        If `num_positions` or `d_model` is no whole number, `start` or `base` no number, `layout`
        no string, or `dtype` not floating.
    ValueError
        If `num_positions` is negative, `d_model` odd or not positive, `start` not finite, `base`
        not finite and greater than 1, or `layout` unknown.
    MemoryError
        If the table would not fit in memory; the sentence says how large it would be.

    Notes
    -----
    The encoding is that of Vaswani et al. 2017, section 3.5. As complex numbers, sin + i cos of a
    sum is the product of sin + i cos of the one part and cos - i sin of the other; the chapter on
    code derives it.

    Examples
    --------
    >>> bool(np.allclose(sinusoidal_table(100, 8, start=5), sinusoidal(np.arange(5, 105), 8)))
    True
    """
    num_positions = _check.whole("num_positions", num_positions, minimum=0)
    d_model, dtype = _check.width(d_model), _check.float_dtype(dtype)
    start = _check.number("start", start, "a finite number", lambda _: True)
    base, layout = _check.base(base), _check.layout(layout)
    _check.fits((num_positions, d_model), dtype.itemsize + 1, "num_positions and d_model")

    table = np.empty((num_positions, d_model), dtype)
    pairs = table.reshape(num_positions, d_model // 2, 2)
    if layout == "halves":
        pairs = table.reshape(num_positions, 2, d_model // 2).swapaxes(1, 2)
    _fill(pairs, start, 1.0, base)
    return table


def _fill(pairs, start, step, base):
    """Write the (sin, cos) of positions start, start + step, ... into `pairs` (n, pairs, 2)."""
    n, width = len(pairs), 2 * pairs.shape[1]
    if n <= RADIX:
        pairs[...] = sinusoidal(start + step * np.arange(n), width, base=base).reshape(pairs.shape)
        return
    coarse = np.empty((-(-n // RADIX), pairs.shape[1]), complex)  # sin + i cos of every 32nd row
    _fill(coarse.view(float).reshape(*coarse.shape, 2), start, step * RADIX, base)
    # cos - i sin of the 32 rows between, as turns: the theorem's M(k), one complex number a pair
    fine = -1j * sinusoidal(step * np.arange(RADIX), width, base=base).view(complex)
    block = np.empty_like(fine)
    entries = block.view(float).reshape(*block.shape, 2)
    for i, turn in enumerate(coarse):
        np.multiply(turn, fine, out=block)
        rows = pairs[i * RADIX : (i + 1) * RADIX]
        rows[...] = entries[: len(rows)]
