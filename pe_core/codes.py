"""Codes that come to mind before the sinusoid, and one scorecard that measures them all."""

from collections.abc import Callable

import numpy as np
from numpy.typing import ArrayLike

from . import _check
from ._types import FloatArray, IntArray

Code = Callable[[IntArray, int], FloatArray]


def integer_code(positions: ArrayLike, length: int | None = None) -> FloatArray:
    """Return each position as one number: itself.

    Parameters
    ----------
    positions : array_like of int, shape (n,)
    length : int, optional
        Length of the sequence; this code does not use it.

    Returns
    -------
    ndarray of float64, shape (n, 1)

    Raises
    ------
    TypeError, ValueError
        If positions are not finite real numbers.

    Notes
    -----
    See the chapter on simple codes.

    Examples
    --------
    >>> integer_code([0, 3]).tolist()
    [[0.0], [3.0]]
    """
    return _check.real("positions", positions)[..., None]


def fraction_code(positions: ArrayLike, length: int) -> FloatArray:
    """Return each position as its fraction of the sequence.

    Parameters
    ----------
    positions : array_like of int, shape (n,)
    length : int
        Length of the sequence, positive.

    Returns
    -------
    ndarray of float64, shape (n, 1)

    Raises
    ------
    TypeError, ValueError
        If positions are not finite real numbers, or `length` no positive whole number.

    Notes
    -----
    See the chapter on simple codes.

    Examples
    --------
    >>> fraction_code([0, 3], 4).tolist()
    [[0.0], [0.75]]
    """
    return integer_code(positions) / _check.whole("length", length, minimum=1)


def one_hot_code(positions: ArrayLike, length: int) -> FloatArray:
    """Return each position as a one in its own column.

    Parameters
    ----------
    positions : array_like of int, shape (n,)
        From 0 to ``length - 1``.
    length : int
        Length of the sequence, which is also the width of the code.

    Returns
    -------
    ndarray of float64, shape (n, length)

    Raises
    ------
    TypeError, ValueError
        If positions are not finite real numbers, or `length` no positive whole number.
    IndexError
        If a position is not one of 0 to ``length - 1``.
    MemoryError
        If the code would not fit in memory; the sentence says how large it would be.

    Notes
    -----
    See the chapter on simple codes.

    Examples
    --------
    >>> one_hot_code([0, 2], 3).tolist()
    [[1.0, 0.0, 0.0], [0.0, 0.0, 1.0]]
    """
    positions, length = _in_sequence(positions, length)
    _check.fits((*positions.shape, length), 9, "positions and length")
    return (positions[..., None] == np.arange(length)).astype(float)


def binary_code(positions: ArrayLike, length: int) -> FloatArray:
    """Return each position as its binary digits, the fastest first.

    Parameters
    ----------
    positions : array_like of int, shape (n,)
        From 0 to ``length - 1``.
    length : int
        Length of the sequence; the code has as many digits as its last position needs.

    Returns
    -------
    ndarray of float64, shape (n, digits)

    Raises
    ------
    TypeError, ValueError
        If positions are not finite real numbers, or `length` no positive whole number.
    IndexError
        If a position is not one of 0 to ``length - 1``.

    Notes
    -----
    See the chapter on simple codes.

    Examples
    --------
    >>> binary_code([1, 6], 8).tolist()
    [[1.0, 0.0, 0.0], [0.0, 1.0, 1.0]]
    """
    positions, length = _in_sequence(positions, length)
    digits = max(1, (length - 1).bit_length())
    return positions[..., None] // 2 ** np.arange(digits) % 2.0


def scorecard(code: Code, length: int, *, stored: int = 0) -> dict[str, float]:
    """Return what can be measured of a code of positions, on one window and beyond it.

    Parameters
    ----------
    code : callable
        ``code(positions, length)`` returns an array (n, width), as the codes of this module do.
        A code of a fixed width may ignore `length`.
    length : int
        Length L of the window, at least 4. The code is also asked for a sequence of length 2L.
    stored : int, optional
        How many numbers the code has to store: what a learned table passes, a formula does not.

    Returns
    -------
    dict of numbers
        ``width`` and ``stored``;
        ``closest``, the least distance between two positions: 0 where the code is not unique;
        ``growth``, the largest norm at length 2L over that at L: 1 where the code is bounded;
        ``jump``, the longest step over the largest distance: near 0 where the code is smooth;
        ``step_spread``, the longest over the shortest step: 1 where every step is alike;
        ``meaning``, how far a position moves when the sequence gets twice as long, in steps;
        ``linear`` and ``affine``, what the best map from each position to the next leaves over,
        in steps: 0 where there is one; and ``linear_outside``, ``affine_outside``, the same maps
        on the positions from L to 2L. Ratios are infinite or NaN for a code that never moves.

    Raises
    ------
    TypeError
        If `length` or `stored` is no whole number.
    ValueError
        If `length` is less than 4 or `stored` negative.

    Notes
    -----
    A code for a longer sequence may be wider; the shorter one then counts as filled up with zeros.
    The maps are fitted on the window, by least squares. Where the width is not well below L, a map
    fits almost anything there; what it is worth shows outside.

    Examples
    --------
    >>> card = scorecard(integer_code, 64)
    >>> card["growth"] > 2, round(card["affine_outside"], 6)
    (True, 0.0)
    """
    length = _check.whole("length", length, minimum=4)
    stored = _check.whole("stored", stored, minimum=0)
    short, long = code(np.arange(length), length), code(np.arange(2 * length), 2 * length)
    between = np.array([np.linalg.norm(short - row, axis=-1) for row in short])
    steps, unit = np.diagonal(between, offset=1), _step(short)
    padded = np.pad(short, ((0, 0), (0, long.shape[1] - short.shape[1])))
    norm_short, norm_long = (np.linalg.norm(p, axis=-1).max() for p in (short, long))
    with np.errstate(divide="ignore", invalid="ignore"):
        card = {
            "width": short.shape[1],
            "stored": stored,
            "closest": between[~np.eye(length, dtype=bool)].min(),
            "growth": norm_long / norm_short,
            "jump": steps.max() / between.max(),
            "step_spread": steps.max() / steps.min(),
            "meaning": np.linalg.norm(padded - long[:length], axis=-1).max() / unit,
        }
        with_one = np.pad(long, ((0, 0), (0, 1)), constant_values=1)  # makes a linear map affine
        for name, inputs in (("linear", long), ("affine", with_one)):
            now, following = inputs[:-1], long[1:]
            best, *_ = np.linalg.lstsq(now[: length - 1], following[: length - 1])
            left_over = (((now @ best - following) / _step(long[:length])) ** 2).sum(axis=-1)
            card[name] = np.sqrt(left_over[: length - 1].mean())
            card[name + "_outside"] = np.sqrt(left_over[length - 1 :].mean())
    return {key: value if isinstance(value, int) else float(value) for key, value in card.items()}


def _step(points):
    """The step from one position to the next, as a root mean square."""
    return np.sqrt((np.diff(points, axis=0) ** 2).sum(axis=-1).mean())


def _in_sequence(positions: ArrayLike, length: int) -> tuple[FloatArray, int]:
    length = _check.whole("length", length, minimum=1)
    positions = _check.real("positions", positions)
    outside = (positions < 0) | (positions >= length)
    if outside.any():
        bad = positions[outside].flat[0]
        raise IndexError(f"positions must be from 0 to {length - 1}, got {bad:g}")
    return positions, length
