"""Other ways to tell a model where a token stands: learned, RoPE, ALiBi, T5's bias."""

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import _check
from ._types import FloatArray, Layout, NumberOrArray, Seed
from .attention import offsets
from .encoding import columns, frequencies


def learned_table(
    num_positions: int, d_model: int, *, std: float = 0.02, rng: Seed = None
) -> FloatArray:
    """Return a table of positions as it is before training: random numbers.

    Parameters
    ----------
    num_positions : int
        Number of rows; training can reach these positions and no other.
    d_model : int
        Width; odd is allowed, as nothing here comes in pairs.
    std : float, optional
        Standard deviation, not negative.
    rng : numpy.random.Generator or int, optional
        Source of randomness, or a seed for one.

    Returns
    -------
    ndarray of float64, shape (num_positions, d_model)

    Raises
    ------
    TypeError
        If a count is no whole number or `std` no number.
    ValueError
        If a count is not positive, or `std` negative or not finite.
    MemoryError
        If the table would not fit in memory; the sentence says how large it would be.

    Notes
    -----
    Gehring et al. 2017, "Convolutional Sequence to Sequence Learning", section 3.1; the spread of
    0.02 is that of GPT (Radford et al. 2018, section 4.1).

    Examples
    --------
    >>> learned_table(512, 768, rng=0).shape
    (512, 768)
    """
    num_positions = _check.whole("num_positions", num_positions, minimum=1)
    d_model = _check.whole("d_model", d_model, minimum=1)
    std = _check.number("std", std, "a finite number that is not negative", lambda s: s >= 0)
    _check.fits((num_positions, d_model), 8, "num_positions and d_model")
    return np.random.default_rng(rng).normal(scale=std, size=(num_positions, d_model))


def lookup(positions: ArrayLike, table: ArrayLike) -> NDArray[np.floating]:
    """Return the rows of `table` at `positions`, and refuse positions that have no row.

    Parameters
    ----------
    positions : array_like of int
        Any shape.
    table : array_like, shape (num_positions, d_model)

    Returns
    -------
    ndarray, shape positions.shape + (d_model,)

    Raises
    ------
    TypeError
        If positions are not whole numbers.
    ValueError
        If `table` has not two axes.
    IndexError
        If a position is past the end, or negative: NumPy would count from the end.

    Notes
    -----
    Gehring et al. 2017, section 3.1.

    Examples
    --------
    >>> lookup([2, 0], np.eye(3)).tolist()
    [[0.0, 0.0, 1.0], [1.0, 0.0, 0.0]]
    """
    table, positions = np.asarray(table), np.asarray(positions)
    if table.ndim != 2:
        raise ValueError(f"table must have shape (num_positions, d_model), got {table.shape}")
    if positions.size == 0:
        positions = positions.astype(int)
    if positions.dtype.kind not in "iu":
        raise TypeError(f"positions must be whole numbers, got dtype {positions.dtype}")
    outside = (positions < 0) | (positions >= len(table))
    if outside.any():
        bad = positions[outside].flat[0]
        raise IndexError(f"positions must be from 0 to {len(table) - 1}, got {bad}")
    return table[positions]


def rope(
    x: ArrayLike,
    positions: ArrayLike | None = None,
    *,
    base: float = 10000.0,
    layout: Layout = "interleaved",
) -> FloatArray:
    """Return `x` with every pair turned by its frequency times its position.

    Applied to queries and keys, it makes their dot product depend on the offset between them.

    Parameters
    ----------
    x : array_like of real numbers, shape (..., seq, d)
        Queries or keys.
    positions : array_like of real numbers, broadcastable to (..., seq), optional
        Where each row stands; 0, 1, 2, ... unless given.
    base : float, optional
        Base of the frequencies; finite and greater than 1.
    layout : {"interleaved", "halves"}, optional
        Which columns are a pair: neighbours, or one from each half. Models are trained with one
        of the two, and mixing them up is no rotation.

    Returns
    -------
    ndarray of float64, shape of `x`
        Every row has the norm it had.

    Raises
    ------
    TypeError
        If `x` or `positions` are not real, `base` no number, or `layout` no string.
    ValueError
        If a number is not finite, `x` has fewer than two axes or an odd last one, `positions` do
        not fit, `base` is not greater than 1, or `layout` unknown.

    Notes
    -----
    Su et al. 2021, "RoFormer", section 3.2.2. A pair (a, b) turns to
    (a cos - b sin, a sin + b cos): for (cos, sin) order this is the shift of `shift_matrix`.

    Examples
    --------
    >>> rope([[1.0, 0.0], [1.0, 0.0]], [0, np.pi / 2]).round(2).tolist()
    [[1.0, 0.0], [0.0, 1.0]]
    """
    x = _check.real("x", x)
    if x.ndim < 2 or x.shape[-1] == 0 or x.shape[-1] % 2:
        raise ValueError(f"x must have shape (..., seq, d) with d even, got {x.shape}")
    first, second = columns(x.shape[-1], layout)
    if positions is None:
        positions = np.arange(x.shape[-2])
    positions = _check.real("positions", positions)
    try:
        positions = np.broadcast_to(positions, x.shape[:-1])
    except ValueError:
        raise ValueError(
            f"positions must fit the axes (..., seq) of x, got {positions.shape} for {x.shape}"
        ) from None
    angles = positions[..., None] * frequencies(x.shape[-1], base=base)
    cos, sin = np.cos(angles), np.sin(angles)
    turned = np.empty_like(x)
    turned[..., first] = x[..., first] * cos - x[..., second] * sin
    turned[..., second] = x[..., first] * sin + x[..., second] * cos
    return turned


def alibi_slopes(num_heads: int) -> FloatArray:
    """Return how strongly each head is held to what is near.

    For a power of two the slopes fall from ``2**(-8 / n)`` by that factor to 1/256. For other
    counts the largest power of two below comes first, then every other slope of twice that power.

    Parameters
    ----------
    num_heads : int
        Number of heads.

    Returns
    -------
    ndarray of float64, shape (num_heads,)
        Score lost for each position of distance.

    Raises
    ------
    TypeError
        If `num_heads` is no whole number.
    ValueError
        If `num_heads` is not positive.
    MemoryError
        If the slopes would not fit in memory; the sentence says how large they would be.

    Notes
    -----
    Press, Smith, Lewis 2022, "Train Short, Test Long", section 3; the rule for other counts is in
    the code that the authors released.

    Examples
    --------
    >>> alibi_slopes(3).tolist()
    [0.0625, 0.00390625, 0.25]
    """
    num_heads = _check.whole("num_heads", num_heads, minimum=1)
    _check.fits((num_heads,), 8, "num_heads")
    power = 1 << (num_heads.bit_length() - 1)
    exponents = 8 / power * np.arange(1, power + 1)
    between = 4 / power * np.arange(1, 2 * (num_heads - power), 2)
    return 2.0 ** -np.concatenate([exponents, between])


def alibi_bias(
    num_heads: int, query_len: int, key_len: int | None = None, *, causal: bool = True
) -> FloatArray:
    """Return ALiBi's bias: minus slope times distance, for every head, query and key.

    Parameters
    ----------
    num_heads, query_len : int
        Number of heads and of queries.
    key_len : int, optional
        Number of keys, at least as many; the last query stands at the last key.
    causal : bool, optional
        Hide later keys with minus infinity; otherwise the bias falls on both sides alike.

    Returns
    -------
    ndarray of float64, shape (num_heads, query_len, key_len)
        To be added to the scores before the softmax.

    Raises
    ------
    TypeError
        If a count is no whole number.
    ValueError
        If `num_heads` is not positive, a length negative, or there are fewer keys than queries.
    MemoryError
        If the bias would not fit in memory; the sentence says how large it would be.

    Notes
    -----
    Press, Smith, Lewis 2022, section 3. Released code often adds slope times key position, which
    differs by a constant for each query and so gives the same weights.

    Examples
    --------
    >>> alibi_bias(1, 3)[0].tolist()
    [[0.0, -inf, -inf], [-0.00390625, 0.0, -inf], [-0.0078125, -0.00390625, 0.0]]
    """
    num_heads, behind = _check.whole("num_heads", num_heads, minimum=1), offsets(query_len, key_len)
    _check.fits((num_heads, *behind.shape), 8, "num_heads, query_len and key_len")
    bias = 0.0 - alibi_slopes(num_heads)[:, None, None] * np.abs(behind)
    return np.where(behind >= 0, bias, -np.inf) if causal else bias


def t5_bucket(
    offset: ArrayLike, *, num_buckets: int = 32, max_distance: int = 128, causal: bool = True
) -> NumberOrArray:
    """Return T5's bucket for each offset: one each for near keys, wider ones farther out.

    Parameters
    ----------
    offset : array_like of int
        How far the key lies behind the query; any shape. Negative keys lie ahead.
    num_buckets : int, optional
        Number of buckets: at least 2, or for both directions a multiple of 2 of at least 4.
    max_distance : int, optional
        From here on, all distances share the last bucket; beyond the buckets of width one.
    causal : bool, optional
        All keys ahead share bucket 0; otherwise half of the buckets are theirs.

    Returns
    -------
    ndarray of int, shape of `offset`
        From 0 to ``num_buckets - 1``.

    Raises
    ------
    TypeError
        If an argument is no whole number.
    ValueError
        If there are too few buckets, or `max_distance` lies within those of width one.

    Notes
    -----
    Raffel et al. 2020, "Exploring the Limits of Transfer Learning", section 2.1: 32 buckets,
    logarithmic up to 128.

    Examples
    --------
    >>> t5_bucket([0, 1, 15, 16, 40, 127, 1000, -3]).tolist()
    [0, 1, 15, 16, 23, 31, 31, 0]
    """
    offset = np.asarray(offset)
    if offset.dtype.kind not in "iu":
        raise TypeError(f"offset must be whole numbers, got dtype {offset.dtype}")
    num_buckets = _check.whole(
        "num_buckets", num_buckets, minimum=2 if causal else 4, even=not causal
    )
    own = num_buckets if causal else num_buckets // 2  # buckets for one direction
    exact = own // 2
    max_distance = _check.whole("max_distance", max_distance, minimum=exact + 1)
    distance = np.maximum(offset, 0) if causal else np.abs(offset)
    octaves = np.log(np.maximum(distance, exact) / exact) / np.log(max_distance / exact)
    far = exact + (octaves * (own - exact)).astype(int)
    bucket = np.where(distance < exact, distance, np.minimum(far, own - 1))
    return bucket if causal else bucket + own * (offset < 0)


def t5_bias(
    weights: ArrayLike,
    query_len: int,
    key_len: int | None = None,
    *,
    max_distance: int = 128,
    causal: bool = True,
) -> FloatArray:
    """Return T5's bias: one learned number for each head and bucket of offsets.

    Parameters
    ----------
    weights : array_like of real numbers, shape (num_heads, num_buckets)
        The learned numbers.
    query_len : int
        Number of queries.
    key_len : int, optional
        Number of keys, at least as many; the last query stands at the last key.
    max_distance, causal : optional
        As for `t5_bucket`; `causal` also hides later keys with minus infinity.

    Returns
    -------
    ndarray of float64, shape (num_heads, query_len, key_len)
        To be added to the scores before the softmax.

    Raises
    ------
    TypeError
        If `weights` are not real or a length is no whole number.
    ValueError
        If `weights` have not two axes or are not finite, or as `t5_bucket` and `causal_mask`.
    MemoryError
        If the bias would not fit in memory; the sentence says how large it would be.

    Notes
    -----
    Raffel et al. 2020, section 2.1.

    Examples
    --------
    >>> t5_bias([[0.0, 1.0, 2.0, 3.0]], 3, causal=False)[0].tolist()
    [[0.0, 3.0, 3.0], [1.0, 0.0, 3.0], [1.0, 1.0, 0.0]]
    """
    weights = _check.real("weights", weights)
    if weights.ndim != 2:
        raise ValueError(f"weights must have shape (num_heads, num_buckets), got {weights.shape}")
    behind = offsets(query_len, key_len)
    _check.fits((len(weights), *behind.shape), 8, "weights, query_len and key_len")
    bucket = t5_bucket(
        behind, num_buckets=weights.shape[1], max_distance=max_distance, causal=causal
    )
    bias = weights[:, bucket]
    return np.where(behind >= 0, bias, -np.inf) if causal else bias
