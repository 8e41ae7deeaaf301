"""What few digits do to positions and angles, and the exact values to compare with."""

import numpy as np
from numpy.typing import ArrayLike

from . import _check
from ._types import FloatArray, Layout, NumberOrArray
from .encoding import columns, frequencies

# Significant binary digits, smallest exponent of a full-length number, largest number.
FORMATS = {
    "float32": (24, -126, (2 - 2.0**-23) * 2.0**127),
    "float16": (11, -14, (2 - 2.0**-10) * 2.0**15),
    "bfloat16": (8, -126, (2 - 2.0**-7) * 2.0**127),
}


def round_to(x: ArrayLike, number_format: str) -> NumberOrArray:
    """Return `x` as the nearest numbers that a format can hold, kept in float64.

    Parameters
    ----------
    x : array_like of real numbers
        Any shape.
    number_format : {"float32", "float16", "bfloat16"}
        The first two are IEEE 754; bfloat16 keeps the range of float32 and 8 of
        its 24 binary digits.

    Returns
    -------
    float64 or ndarray of float64, shape of `x`
        Ties go to the even neighbour; what is too large becomes infinite.

    Raises
    ------
    TypeError
        If `x` is not real or `number_format` no string.
    ValueError
        If a number is not finite or the format unknown.

    Notes
    -----
    IEEE 754-2019, section 4.3.1, round to nearest even.

    Examples
    --------
    >>> round_to([1000.0, 1001.0, 1002.0, 1003.0], "bfloat16").tolist()
    [1000.0, 1000.0, 1000.0, 1004.0]
    """
    digits, smallest, largest = _format(number_format)
    x = _check.real("x", x)
    exponent = np.maximum(np.frexp(x)[1], smallest + 1)  # frexp: x = m 2**exponent, 1/2 <= m < 1
    with np.errstate(over="ignore"):  # infinite, as it should be
        rounded = np.ldexp(np.rint(np.ldexp(x, digits - exponent)), exponent - digits)
    return np.where(np.abs(rounded) > largest, np.copysign(np.inf, x), rounded)[()]


def distinct_positions(num_positions: int, number_format: str) -> int:
    """Return how many of the positions 0, 1, 2, ... a format can tell apart.

    Parameters
    ----------
    num_positions : int
        Number of positions, not negative.
    number_format : {"float32", "float16", "bfloat16"}

    Returns
    -------
    int

    Raises
    ------
    TypeError
        If `num_positions` is no whole number or `number_format` no string.
    ValueError
        If `num_positions` is negative or the format unknown.
    MemoryError
        If the positions would not fit in memory; the sentence says how large they would be.

    Notes
    -----
    A format of p digits holds every whole number up to 2**p, and beyond only some.

    Examples
    --------
    >>> distinct_positions(2048, "bfloat16"), distinct_positions(2048, "float16")
    (641, 2048)
    """
    num_positions = _check.whole("num_positions", num_positions, minimum=0)
    _check.fits((num_positions,), 4 * 8, "num_positions")
    return len(np.unique(round_to(np.arange(num_positions), number_format)))


def low_precision_sinusoidal(
    positions: ArrayLike,
    d_model: int,
    number_format: str,
    *,
    base: float = 10000.0,
    layout: Layout = "interleaved",
) -> FloatArray:
    """Return the encoding as code makes it that works in one format throughout.

    Positions, frequencies, their products, sines and cosines are each rounded. The better way is
    ``round_to(sinusoidal(...), number_format)``: the same result format, angles in float64.

    Parameters
    ----------
    positions : array_like of real numbers
        Any shape.
    d_model : int
        Width of the encoding, even.
    number_format : {"float32", "float16", "bfloat16"}
        What everything is rounded to.
    base : float, optional
        Base of the frequencies; finite and greater than 1.
    layout : {"interleaved", "halves"}, optional
        Order of the columns.

    Returns
    -------
    ndarray of float64, shape positions.shape + (d_model,)
        NaN where a position or an angle is too large for the format.

    Raises
    ------
    TypeError, ValueError, MemoryError
        As `sinusoidal` and `round_to`.

    Notes
    -----
    Each step is rounded correctly, which is the best that such code can do.

    Examples
    --------
    >>> low_precision_sinusoidal([1000, 1001], 2, "bfloat16").tolist()
    [[0.828125, 0.5625], [0.828125, 0.5625]]
    """
    sines, cosines = columns(d_model, layout)
    positions = round_to(positions, number_format)
    omega = round_to(frequencies(d_model, base=base), number_format)
    shape = np.shape(positions) + (d_model,)
    _check.fits(shape, 8 + 8, "positions and d_model")
    result = np.full(shape, np.nan)
    with np.errstate(invalid="ignore"):  # infinite positions have no sine
        angles = np.multiply.outer(positions, omega)
        fits = np.isfinite(angles)
        angles = round_to(np.where(fits, angles, 0), number_format)
        angles[~fits] = np.nan
        result[..., sines], result[..., cosines] = np.sin(angles), np.cos(angles)
    known = ~np.isnan(result)
    result[known] = round_to(result[known], number_format)
    return result


def exact_sinusoidal(
    positions: ArrayLike, d_model: int, *, base: float = 10000.0, digits: int = 50
) -> FloatArray:
    """Return the encoding computed with many digits and rounded once, to float64.

    Parameters
    ----------
    positions : array_like of real numbers
        Any shape. Slow: some thousand entries a second or two.
    d_model : int
        Width of the encoding, even.
    base : float, optional
        Base of the frequencies; finite and greater than 1.
    digits : int, optional
        Decimal digits of the computation, at least 17.

    Returns
    -------
    ndarray of float64, shape positions.shape + (d_model,)
        In interleaved layout.

    Raises
    ------
    TypeError
        If `positions` are not real, `d_model` or `digits` no whole number, or `base` no number.
    ValueError
        If a position is not finite, `d_model` odd or not positive, `base` not finite and greater
        than 1, or `digits` less than 17.

    Notes
    -----
    Vaswani et al. 2017, section 3.5, evaluated by mpmath, which comes with SymPy.

    Examples
    --------
    >>> exact_sinusoidal(10**6, 2).tolist()
    [-0.34999350217129294, 0.9367521275331447]
    """
    import mpmath  # only here: importing pe_core loads NumPy alone

    positions = _check.real("positions", positions)
    d_model, base = _check.width(d_model), _check.base(base)
    with mpmath.workdps(_check.whole("digits", digits, minimum=17)):
        omega = [mpmath.mpf(base) ** (-mpmath.mpf(i) / d_model) for i in range(0, d_model, 2)]
        rows = [
            [float(wave(t * w)) for w in omega for wave in (mpmath.sin, mpmath.cos)]
            for t in map(mpmath.mpf, positions.ravel().tolist())
        ]
    return np.array(rows).reshape(positions.shape + (d_model,))


def _format(name):
    if not isinstance(name, str):
        raise TypeError(f"number_format must be one of {tuple(FORMATS)}, got {name!r}")
    if name not in FORMATS:
        raise ValueError(f"number_format must be one of {tuple(FORMATS)}, got {name!r}")
    return FORMATS[name]
