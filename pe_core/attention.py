"""Self-attention in plain NumPy: enough to see what it does, and does not, know of order."""

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import _check
from ._types import FloatArray, IntArray, Seed


def softmax(scores: ArrayLike) -> FloatArray:
    """Return weights that are not negative and sum to 1 along the last axis.

    Parameters
    ----------
    scores : array_like of real numbers, shape (..., n)
        Minus infinity is a weight of exactly zero.

    Returns
    -------
    ndarray of float64, shape of `scores`
        The largest score is subtracted first, so that large scores do not overflow.

    Raises
    ------
    TypeError
        If `scores` are not real.
    ValueError
        If a score is NaN or plus infinity, or a row holds nothing but minus infinity.

    Examples
    --------
    >>> softmax([1000.0, 1000.0, -np.inf]).tolist()
    [0.5, 0.5, 0.0]
    """
    scores = _check.real("scores", scores, minus_infinity=True)
    top = scores.max(axis=-1, keepdims=True)
    if (top == -np.inf).any():
        raise ValueError("scores must leave at least one key to every query, got a row of -inf")
    weights = np.exp(scores - top)
    return weights / weights.sum(axis=-1, keepdims=True)


def causal_mask(query_len: int, key_len: int | None = None) -> NDArray[np.bool_]:
    """Return which keys each query may see: its own position and those before it.

    Parameters
    ----------
    query_len : int
        Number of queries.
    key_len : int, optional
        Number of keys, at least as many; `query_len` unless given. The last query stands at the
        last key, as when one token is generated after many.

    Returns
    -------
    ndarray of bool, shape (query_len, key_len)

    Raises
    ------
    TypeError
        If a length is no whole number.
    ValueError
        If a length is negative, or there are fewer keys than queries.

    Notes
    -----
    Vaswani et al. 2017, section 3.2.3.

    Examples
    --------
    >>> causal_mask(2, 3).astype(int).tolist()
    [[1, 1, 0], [1, 1, 1]]
    """
    return offsets(query_len, key_len) >= 0


def offsets(query_len: int, key_len: int | None = None) -> IntArray:
    """Return how far each key lies behind each query; see `causal_mask` for the arguments.

    Parameters
    ----------
    query_len : int
        Number of queries.
    key_len : int, optional
        Number of keys, at least as many; the last query stands at the last key.

    Returns
    -------
    ndarray of int, shape (query_len, key_len)
        Query position minus key position.

    Raises
    ------
    TypeError, ValueError
        As `causal_mask`.

    Examples
    --------
    >>> offsets(2, 3).tolist()
    [[1, 0, -1], [2, 1, 0]]
    """
    query_len = _check.whole("query_len", query_len, minimum=0)
    key_len = query_len if key_len is None else _check.whole("key_len", key_len, minimum=query_len)
    _check.fits((query_len, key_len), 8, "query_len and key_len")
    return np.arange(key_len - query_len, key_len)[:, None] - np.arange(key_len)


def self_attention(
    q: ArrayLike, k: ArrayLike, v: ArrayLike, *, bias: ArrayLike | None = None, causal: bool = False
) -> tuple[FloatArray, FloatArray]:
    """Return what each query reads: values, averaged by how well their keys match.

    ``weights = softmax(q @ k.T / sqrt(d) + bias)`` and ``output = weights @ v``.

    Parameters
    ----------
    q : array_like of real numbers, shape (..., query_len, d)
    k : array_like of real numbers, shape (..., key_len, d)
    v : array_like of real numbers, shape (..., key_len, d_v)
    bias : array_like of real numbers, broadcastable to (..., query_len, key_len), optional
        Added to the scores; minus infinity hides a key.
    causal : bool, optional
        Hide the keys after each query.

    Returns
    -------
    output : ndarray of float64, shape (..., query_len, d_v)
    weights : ndarray of float64, shape (..., query_len, key_len)
        Every row sums to 1.

    Raises
    ------
    TypeError
        If an argument is not real.
    ValueError
        If a number is not finite, shapes do not match, a query sees no key, or there are fewer
        keys than queries under the causal mask.

    Notes
    -----
    Vaswani et al. 2017, section 3.2.1, equation 1.

    Examples
    --------
    >>> output, weights = self_attention([[1.0, 0], [0, 1]], np.eye(2), [[1.0], [3]], causal=True)
    >>> output.round(2).tolist()
    [[1.0], [2.34]]
    """
    q, k, v = _check.real("q", q), _check.real("k", k), _check.real("v", v)
    fit = min(q.ndim, k.ndim, v.ndim) >= 2 and q.shape[-1] == k.shape[-1] > 0
    if not fit or k.shape[-2] != v.shape[-2]:
        raise ValueError(
            "q, k, v must have shapes (..., query_len, d), (..., key_len, d), (..., key_len, d_v), "
            f"got {q.shape}, {k.shape}, {v.shape}"
        )
    scores = q @ k.swapaxes(-1, -2) / np.sqrt(q.shape[-1])
    if bias is not None:
        scores = scores + _check.real("bias", bias, minus_infinity=True)
    if causal:
        scores = np.where(causal_mask(*scores.shape[-2:]), scores, -np.inf)
    weights = softmax(scores)
    return weights @ v, weights


def random_layers(num_layers: int, d_model: int, *, rng: Seed = None) -> FloatArray:
    """Return random projections for `attention_stack`.

    Parameters
    ----------
    num_layers : int
        Number of layers.
    d_model : int
        Width of the tokens.
    rng : numpy.random.Generator or int, optional
        Source of randomness, or a seed for one.

    Returns
    -------
    ndarray of float64, shape (num_layers, 3, d_model, d_model)
        For every layer the matrices of queries, keys and values, scaled to keep lengths.

    Raises
    ------
    TypeError
        If a count is no whole number.
    ValueError
        If a count is not positive.

    Examples
    --------
    >>> random_layers(2, 8, rng=0).shape
    (2, 3, 8, 8)
    """
    num_layers = _check.whole("num_layers", num_layers, minimum=1)
    d_model = _check.whole("d_model", d_model, minimum=1)
    shape = (num_layers, 3, d_model, d_model)
    return np.random.default_rng(rng).normal(size=shape) / np.sqrt(d_model)


def attention_stack(
    x: ArrayLike, layers: ArrayLike, *, causal: bool = False
) -> tuple[FloatArray, FloatArray]:
    """Return tokens after layers of attention, each added to its input, and all the weights.

    Nothing in a layer knows where a token stands: without `causal`, permuted tokens give permuted
    results; with it, one layer sees what came before as a bag, and two see more.

    Parameters
    ----------
    x : array_like of real numbers, shape (..., n, d)
        Tokens.
    layers : array_like of real numbers, shape (num_layers, 3, d, d)
        Matrices of queries, keys and values, as of `random_layers`.
    causal : bool, optional
        Hide later tokens.

    Returns
    -------
    output : ndarray of float64, shape of `x`
    weights : ndarray of float64, shape (num_layers, ..., n, n)

    Raises
    ------
    TypeError, ValueError
        As `self_attention`.

    Notes
    -----
    The residual attention block of Vaswani et al. 2017, section 3.1, with one head and without
    normalisation and feed-forward part, which treat each token alone.

    Examples
    --------
    >>> x, layers = np.random.default_rng(0).normal(size=(3, 8)), random_layers(2, 8, rng=1)
    >>> y, _ = attention_stack(x, layers)
    >>> bool(np.allclose(attention_stack(x[[2, 0, 1]], layers)[0], y[[2, 0, 1]]))
    True
    """
    x, layers = _check.real("x", x), _check.real("layers", layers)
    if layers.ndim != 4 or layers.shape[1] != 3 or x.shape[-1:] * 2 != layers.shape[2:]:
        raise ValueError(
            "layers must have shape (num_layers, 3, d, d) for x of shape (..., n, d), "
            f"got {layers.shape} for {x.shape}"
        )
    seen = []
    for w_q, w_k, w_v in layers:
        read, weights = self_attention(x @ w_q, x @ w_k, x @ w_v, causal=causal)
        x = x + read
        seen.append(weights)
    return x, np.array(seen)
