"""Longer texts on the same clocks: squeeze the positions, or slow the clocks by their base."""

import numpy as np
from numpy.typing import ArrayLike

from . import _check
from ._types import FloatArray, NumberOrArray
from .encoding import wavelengths


def interpolate_positions(positions: ArrayLike, scale: float) -> NumberOrArray:
    """Return positions squeezed so that a text `scale` times as long fits the trained window.

    Parameters
    ----------
    positions : array_like of real numbers
        Any shape.
    scale : float
        How many times longer the text is; positive.

    Returns
    -------
    ndarray of float64, shape of `positions`
        Fractional positions, to be encoded as they are: every wavelength becomes `scale` times as
        many tokens, the shortest too.

    Raises
    ------
    TypeError
        If an argument is not real.
    ValueError
        If a number is not finite or `scale` not positive.

    Notes
    -----
    Chen et al. 2023, "Extending Context Window of Large Language Models via Positional
    Interpolation", section 2.3.

    Examples
    --------
    >>> interpolate_positions([0, 1, 4096], 2).tolist()
    [0.0, 0.5, 2048.0]
    """
    return _check.real("positions", positions) / _scale(scale)


def base_for_longest(longest: float, d_model: int) -> float:
    """Return the base whose slowest pair needs `longest` positions for a turn.

    Parameters
    ----------
    longest : float
        Wavelength of the last pair in positions, greater than 2 pi.
    d_model : int
        Width of the encoding, even and at least 4: a single pair has no ladder to stretch.

    Returns
    -------
    float
        ``(longest / 2 pi) ** (d_model / (d_model - 2))``.

    Raises
    ------
    TypeError
        If `longest` is no number or `d_model` no whole number.
    ValueError
        If `longest` is not finite and greater than 2 pi, or `d_model` odd or less than 4.

    Notes
    -----
    The longest wavelength of Vaswani et al. 2017, section 3.5, solved for the base.

    Examples
    --------
    >>> round(base_for_longest(2 * np.pi * 10000, 512))
    10368
    """
    d_model = _check.whole("d_model", d_model, minimum=4, even=True)
    rule = "a finite number greater than 2 pi"
    longest = _check.number("longest", longest, rule, lambda x: x > 2 * np.pi)
    return float((longest / (2 * np.pi)) ** (d_model / (d_model - 2)))


def ntk_base(scale: float, d_model: int, *, base: float = 10000.0) -> float:
    """Return the base that makes the slowest pair `scale` times as slow and leaves the fastest.

    Parameters
    ----------
    scale : float
        How many times longer the text is; at least 1.
    d_model : int
        Width of the encoding, even and at least 4. For RoPE, the width of one head.
    base : float, optional
        Base that the model was trained with.

    Returns
    -------
    float
        ``base * scale ** (d_model / (d_model - 2))``.

    Raises
    ------
    TypeError
        If `scale` or `base` is no number or `d_model` no whole number.
    ValueError
        If `scale` is less than 1, `d_model` odd or less than 4, or `base` not finite and greater
        than 1.

    Notes
    -----
    Posted by its author, bloc97, in 2023 as "NTK-aware scaled RoPE"; described by Peng et al.
    2023, "YaRN", section 3.1.

    Examples
    --------
    >>> round(ntk_base(4, 512))
    40218
    """
    d_model = _check.whole("d_model", d_model, minimum=4, even=True)
    base = _check.base(base)
    scale = _check.number("scale", scale, "a finite number of at least 1", lambda s: s >= 1)
    return base * scale ** (d_model / (d_model - 2))


def stretch(
    d_model: int, *, base: float = 10000.0, new_base: float | None = None, scale: float = 1.0
) -> FloatArray:
    """Return by which factor a warp stretches the wavelength of every pair.

    Parameters
    ----------
    d_model : int
        Width of the encoding, even.
    base : float, optional
        Base before the warp.
    new_base : float, optional
        Base after it; the same unless given. Pair 0 never notices.
    scale : float, optional
        Factor by which positions are squeezed, as in `interpolate_positions`.

    Returns
    -------
    ndarray of float64, shape (d_model // 2,)
        Wavelength after the warp over wavelength before it.

    Raises
    ------
    TypeError
        If `d_model` is no whole number, or a base or `scale` no number.
    ValueError
        If `d_model` is odd or not positive, a base not finite and greater than 1, or `scale` not
        positive.

    Notes
    -----
    Chen et al. 2023, section 2.3, for squeezed positions; Peng et al. 2023, "YaRN", section 3.1,
    for a new base.

    Examples
    --------
    >>> stretch(6, scale=4).tolist(), stretch(6, new_base=ntk_base(4, 6)).round(3).tolist()
    ([4.0, 4.0, 4.0], [1.0, 2.0, 4.0])
    """
    after = wavelengths(d_model, base=base if new_base is None else new_base)
    return _scale(scale) * (after / wavelengths(d_model, base=base))


def _scale(scale):
    return _check.number("scale", scale, "a finite positive number", lambda s: s > 0)
