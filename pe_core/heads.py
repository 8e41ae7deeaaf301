"""A head that sees positions alone: how it is trained, and which part of it holds anywhere."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import _check
from ._types import FloatArray, IntArray, Layout, NumberOrArray, Optimizer, Parameters
from .attention import causal_mask, softmax
from .encoding import columns, frequencies, sinusoidal

RATES = {"adam": 0.02, "descent": 10.0}  # learning rates at which the toy heads learn in seconds


def minimize(
    parameters: Parameters,
    loss_and_gradients: Callable[[Parameters], tuple[float, Parameters]],
    *,
    steps: int,
    optimizer: Optimizer = "adam",
    learning_rate: float | None = None,
) -> tuple[Parameters, FloatArray]:
    """Return parameters moved downhill, and the loss before every step.

    Parameters
    ----------
    parameters : dict of ndarray
        Where to start; not changed.
    loss_and_gradients : callable
        Called with a dict like `parameters`; returns the loss and a dict of gradients. What has
        no gradient stays as it is.
    steps : int
        Number of steps, not negative.
    optimizer : {"adam", "descent"}, optional
        Adam divides every entry of the gradient by its usual size; plain descent does not.
    learning_rate : float, optional
        Length of a step, positive; 0.02 for Adam and 10 for descent unless given.

    Returns
    -------
    parameters : dict of ndarray
    losses : ndarray of float64, shape (steps,)

    Raises
    ------
    TypeError
        If `steps` is no whole number or `learning_rate` no number.
    ValueError
        If `steps` is negative, `optimizer` unknown, or `learning_rate` not positive.

    Notes
    -----
    Kingma and Ba 2015, "Adam", algorithm 1, with its constants 0.9, 0.999 and 1e-8.

    Examples
    --------
    >>> found, _ = minimize({"x": np.array(3.0)}, lambda p: (p["x"] ** 2, {"x": 2 * p["x"]}),
    ...                     steps=50, optimizer="descent", learning_rate=0.1)
    >>> bool(abs(found["x"]) < 1e-4)
    True
    """
    steps = _check.whole("steps", steps, minimum=0)
    if optimizer not in RATES:
        raise ValueError(f"optimizer must be one of {tuple(RATES)}, got {optimizer!r}")
    rate = RATES[optimizer] if learning_rate is None else learning_rate
    rate = _check.number("learning_rate", rate, "a finite positive number", lambda r: r > 0)
    parameters, losses = dict(parameters), np.empty(steps)
    mean = {name: np.zeros_like(value) for name, value in parameters.items()}
    square = {name: np.zeros_like(value) for name, value in parameters.items()}
    for step in range(1, steps + 1):
        losses[step - 1], gradients = loss_and_gradients(parameters)
        for name, gradient in gradients.items():
            mean[name] = 0.9 * mean[name] + 0.1 * gradient
            square[name] = 0.999 * square[name] + 0.001 * gradient**2
            usual = np.sqrt(square[name] / (1 - 0.999**step)) + 1e-8
            adam = mean[name] / (1 - 0.9**step) / usual
            parameters[name] = parameters[name] - rate * (adam if optimizer == "adam" else gradient)
    return parameters, losses


def head_loss(
    weights: ArrayLike, codes: ArrayLike, offset: int, *, causal: bool = False
) -> tuple[float, FloatArray, FloatArray]:
    """Return how badly a head looks `offset` positions back, and the gradients, written out.

    ``score(t, s) = p(t) @ W @ p(s) / sqrt(d)``; the loss is minus the log of the attention that
    query t pays to key ``t - offset``, averaged over the queries that have such a key.

    Parameters
    ----------
    weights : array_like, shape (d, d)
        The matrix W.
    codes : array_like, shape (n, d)
        Codes of the positions 0 to n - 1.
    offset : int
        How far to look back; not negative and less than n.
    causal : bool, optional
        Hide the keys after each query.

    Returns
    -------
    loss : float
    d_weights : ndarray, shape (d, d)
    d_codes : ndarray, shape (n, d)
        For a table that is learned together with W.

    Raises
    ------
    TypeError
        If arrays are not real or `offset` is no whole number.
    ValueError
        If shapes do not fit, a number is not finite, or no query has a key `offset` before it.

    Notes
    -----
    The gradient of the softmax with cross-entropy is attention minus target (Goodfellow et al.
    2016, section 6.2.2.3); the rest is the chain rule for a product.

    Examples
    --------
    >>> loss, d_weights, _ = head_loss(np.zeros((8, 8)), sinusoidal(np.arange(16), 8), 1)
    >>> bool(np.isclose(loss, np.log(16))), d_weights.shape
    (True, (8, 8))
    """
    weights, codes, offset = _head(weights, codes, offset)
    scale = 1 / np.sqrt(codes.shape[1])
    queries, rows = codes[offset:], np.arange(len(codes) - offset)  # query row t looks at key t
    scores = scale * queries @ weights @ codes.T
    if causal:
        scores = np.where(causal_mask(len(codes))[offset:], scores, -np.inf)
    error = softmax(scores)
    loss = float(-np.log(error[rows, rows]).mean())
    error[rows, rows] -= 1
    error *= scale / len(rows)
    d_codes = error.T @ queries @ weights
    d_codes[offset:] += error @ codes @ weights.T
    return loss, queries.T @ error @ codes, d_codes


@dataclass(frozen=True)
class Head:
    """A trained head: `weights` (d, d), `codes` (n, d), and `losses` (steps,) of its training."""

    weights: FloatArray
    codes: FloatArray
    losses: FloatArray


def train_head(
    codes: ArrayLike,
    offset: int,
    *,
    steps: int = 300,
    optimizer: Optimizer = "adam",
    learning_rate: float | None = None,
    causal: bool = False,
    learn_codes: bool = False,
    std: float = 0.02,
    seed: int = 0,
) -> Head:
    """Return a head trained to look `offset` positions back among the given codes.

    Parameters
    ----------
    codes : array_like, shape (n, d)
        Codes of the positions of the window.
    offset : int
        How far to look back; not negative and less than n.
    steps, optimizer, learning_rate : optional
        As of `minimize`. Every step uses the whole window.
    causal : bool, optional
        Hide the keys after each query.
    learn_codes : bool, optional
        Train the codes too: a learned table, with `codes` as its start.
    std : float, optional
        Standard deviation of the random start of W, not negative.
    seed : int, optional
        Same seed, same head.

    Returns
    -------
    Head

    Raises
    ------
    TypeError, ValueError
        As `head_loss` and `minimize`, or if `std` is negative.

    Notes
    -----
    A model of one idea: no words, no values, one matrix. See the chapter on extrapolation.

    Examples
    --------
    >>> head = train_head(sinusoidal(np.arange(32), 32), 1)
    >>> hits(head.weights, head.codes, 1).mean()
    np.float64(1.0)
    """
    codes = _check.real("codes", codes)
    std = _check.number("std", std, "a finite number that is not negative", lambda s: s >= 0)
    weights = np.random.default_rng(seed).normal(scale=std, size=codes.shape[1:] * 2)
    names = ("weights", "codes") if learn_codes else ("weights",)

    def loss_and_gradients(p):
        loss, *gradients = head_loss(p["weights"], p["codes"], offset, causal=causal)
        return loss, dict(zip(names, gradients, strict=False))

    start = {"weights": weights, "codes": codes}
    found, losses = minimize(
        start, loss_and_gradients, steps=steps, optimizer=optimizer, learning_rate=learning_rate
    )
    return Head(found["weights"], found["codes"], losses)


def hits(
    weights: ArrayLike, codes: ArrayLike, offset: int, *, causal: bool = False
) -> NDArray[np.bool_]:
    """Return which queries look where they should: their largest score is `offset` back.

    Parameters
    ----------
    weights : array_like, shape (d, d)
    codes : array_like, shape (n, d)
        Codes of the positions 0 to n - 1, inside the trained window or beyond it.
    offset : int
        How far back to look; not negative and less than n.
    causal : bool, optional
        Hide the keys after each query.

    Returns
    -------
    ndarray of bool, shape (n - offset,)
        For the queries from `offset` to n - 1; their mean is the accuracy.

    Raises
    ------
    TypeError, ValueError
        As `head_loss`.

    Examples
    --------
    >>> hits(np.eye(8), sinusoidal(np.arange(4), 8), 0).tolist()
    [True, True, True, True]
    """
    weights, codes, offset = _head(weights, codes, offset)
    scores = codes[offset:] @ weights @ codes.T
    if causal:
        scores = np.where(causal_mask(len(codes))[offset:], scores, -np.inf)
    return scores.argmax(axis=1) == np.arange(len(codes) - offset)


def rotation_coefficients(
    weights: ArrayLike, *, layout: Layout = "interleaved"
) -> tuple[FloatArray, FloatArray]:
    """Return the part of each pair's own block that commutes with rotation: aI + bJ.

    In (sin, cos) order J is ``[[0, 1], [-1, 0]]``. The score ``p(t) @ W @ p(s)`` depends on t - s
    alone, for all t and s, exactly if W is made of such blocks.

    Parameters
    ----------
    weights : array_like, shape (d_model, d_model)
    layout : {"interleaved", "halves"}, optional
        Layout of the codes that the matrix is for.

    Returns
    -------
    a, b : ndarray of float64, shape (d_model // 2,)

    Raises
    ------
    TypeError
        If `weights` are not real or `layout` is no string.
    ValueError
        If `weights` are not square of even width, or `layout` is unknown.

    Notes
    -----
    The orthogonal projection in the Frobenius norm; see the chapter on direction.

    Examples
    --------
    >>> a, b = rotation_coefficients([[1.0, 5.0], [-3.0, 3.0]])
    >>> a.tolist(), b.tolist()
    ([2.0], [4.0])
    """
    weights, sin, cos = _pairs(weights, layout)
    a = (weights[sin, sin] + weights[cos, cos]) / 2
    b = (weights[sin, cos] - weights[cos, sin]) / 2
    return a, b


def rotation_part(weights: ArrayLike, *, layout: Layout = "interleaved") -> FloatArray:
    """Return the same matrix with everything but its rotation-commuting part set to zero.

    Parameters
    ----------
    weights : array_like, shape (d_model, d_model)
    layout : {"interleaved", "halves"}, optional
        Layout of the codes that the matrix is for.

    Returns
    -------
    ndarray of float64, shape (d_model, d_model)

    Raises
    ------
    TypeError, ValueError
        As `rotation_coefficients`.

    Notes
    -----
    See the chapters on direction and extrapolation.

    Examples
    --------
    >>> rotation_part([[1.0, 5.0], [-3.0, 3.0]]).tolist()
    [[2.0, 4.0], [-4.0, 2.0]]
    """
    weights, sin, cos = _pairs(weights, layout)
    a, b = rotation_coefficients(weights, layout=layout)
    part = np.zeros_like(weights)
    part[sin, sin] = part[cos, cos] = a
    part[sin, cos], part[cos, sin] = b, -b
    return part


def offset_score(
    a: ArrayLike, b: ArrayLike, offset: ArrayLike, *, base: float = 10000.0
) -> NumberOrArray:
    """Return the score of blocks aI + bJ at an offset: ``sum_i a_i cos(w_i k) + b_i sin(w_i k)``.

    Parameters
    ----------
    a, b : array_like of real numbers, shape (pairs,)
        Coefficients of every pair; the cosine looks at both sides alike, the sine at one.
    offset : array_like of real numbers
        Query position minus key position; any shape.
    base : float, optional
        Base of the frequencies of a code of width ``2 * pairs``.

    Returns
    -------
    float64 or ndarray of float64, shape offset.shape

    Raises
    ------
    TypeError
        If an argument is not real.
    ValueError
        If a number is not finite, `a` and `b` are no two vectors of one length, or `base` is not
        greater than 1.

    Notes
    -----
    Follows from the addition theorems; see the chapter on direction.

    Examples
    --------
    >>> offset_score([0.0], [1.0], [-1, 0, 1]).round(2).tolist()
    [-0.84, 0.0, 0.84]
    """
    a, b, offset = _check.real("a", a), _check.real("b", b), _check.real("offset", offset)
    if a.ndim != 1 or a.shape != b.shape or a.size == 0:
        raise ValueError(f"a and b must be vectors of one length, got {a.shape} and {b.shape}")
    angles = offset[..., None] * frequencies(2 * len(a), base=base)
    return np.cos(angles) @ a + np.sin(angles) @ b


def offset_share(scores: ArrayLike) -> float:
    """Return which share of the variance of scores their offset explains.

    Parameters
    ----------
    scores : array_like of real numbers, shape (n, n)
        Score of every query and key.

    Returns
    -------
    float
        From 0 to 1; 1 where the score depends on the offset alone.

    Raises
    ------
    TypeError
        If `scores` are not real.
    ValueError
        If `scores` are not square, not finite, or all the same.

    Notes
    -----
    The best function of the offset is the mean along each diagonal.

    Examples
    --------
    >>> code = sinusoidal(np.arange(50), 16)
    >>> round(offset_share(code @ code.T), 9)
    1.0
    """
    scores = _check.real("scores", scores)
    if scores.ndim != 2 or len(scores) != scores.shape[1] or not np.ptp(scores):
        raise ValueError(f"scores must be square and not all the same, got shape {scores.shape}")
    n = len(scores)
    means = [np.diagonal(scores, k).mean() for k in range(1 - n, n)]
    explained = np.array(means)[np.arange(n) - np.arange(n)[:, None] + n - 1]
    return float(1 - ((scores - explained) ** 2).sum() / ((scores - scores.mean()) ** 2).sum())


def extrapolation_trial(
    window: int, d_model: int, offset: int, *, base: float = 10000.0, far: int = 8, **training: Any
) -> dict[str, Any]:
    """Return how a head trained inside a window does beyond it, with all of W and with its part.

    Parameters
    ----------
    window : int
        Length L of the window of training, greater than `offset`.
    d_model : int
        Width of the sinusoidal codes, even.
    offset : int
        How far the head has to look back.
    base : float, optional
        Base of the codes.
    far : int, optional
        The trial ends at ``far * window``, at least ``2 * window``.
    **training
        As of `train_head`: steps, optimizer, learning_rate, causal, std, seed.

    Returns
    -------
    dict
        ``head``, the trained `Head`; ``share``, the norm of its rotation part over its own;
        and for ``"whole"``, the trained W, and ``"rotation"``, its part, each a dict of the
        accuracies ``inside`` (queries before L), ``outside`` (L to 2L), ``far`` (2L to the end),
        and ``hits``, a bool for every query from `offset` on.

    Raises
    ------
    TypeError, ValueError
        As `sinusoidal` and `train_head`, or if `far` is less than 2.

    Notes
    -----
    A toy: it shows what is possible, not what a language model does. Keys are all positions up to
    the end of each range, as in the training.

    Examples
    --------
    >>> trial = extrapolation_trial(32, 32, 1)
    >>> trial["whole"]["inside"], trial["rotation"]["far"]
    (1.0, 1.0)
    """
    window = _check.whole("window", window, minimum=1)
    far = _check.whole("far", far, minimum=2)
    codes = sinusoidal(np.arange(far * window), d_model, base=base)
    head = train_head(codes[:window], offset, **training)
    part = rotation_part(head.weights)
    share = float(np.linalg.norm(part) / np.linalg.norm(head.weights))
    result: dict[str, Any] = {"head": head, "share": share}
    for name, weights in (("whole", head.weights), ("rotation", part)):
        ranges = {"inside": (offset, window), "outside": (window, 2 * window)}
        if far > 2:
            ranges["far"] = (2 * window, far * window)
        found = [
            hits(weights, codes[:end], offset, causal=training.get("causal", False))[
                start - offset :
            ]
            for start, end in ranges.values()
        ]
        result[name] = {key: float(f.mean()) for key, f in zip(ranges, found, strict=True)}
        result[name]["hits"] = np.concatenate(found)
    return result


def _head(weights: ArrayLike, codes: ArrayLike, offset: int) -> tuple[FloatArray, FloatArray, int]:
    weights, codes = _check.real("weights", weights), _check.real("codes", codes)
    if codes.ndim != 2 or weights.shape != codes.shape[1:] * 2:
        raise ValueError(
            f"weights and codes must have shapes (d, d) and (n, d), got {weights.shape} and "
            f"{codes.shape}"
        )
    offset = _check.whole("offset", offset, minimum=0)
    if offset >= len(codes):
        raise ValueError(
            f"offset must be less than the number of codes, {len(codes)}, got {offset}"
        )
    return weights, codes, offset


def _pairs(weights: ArrayLike, layout: Layout) -> tuple[FloatArray, IntArray, IntArray]:
    weights = _check.real("weights", weights)
    if weights.ndim != 2 or len(weights) != weights.shape[1] or len(weights) % 2:
        raise ValueError(f"weights must be square and of even width, got shape {weights.shape}")
    sin, cos = (np.arange(len(weights))[part] for part in columns(len(weights), layout))
    return weights, sin, cos
