"""One task for all schemes: find the last time that this word was said.

Every token is a word, and its query must find the latest earlier place of the same word: content
has to match, and of several matches the nearest has to win. One layer, one head, a causal mask.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from . import _check
from ._types import FloatArray, IntArray, Parameters, Seed
from .attention import offsets, softmax
from .encoding import sinusoidal
from .heads import minimize
from .schemes import alibi_slopes, learned_table, lookup, rope, t5_bucket

SCHEMES = ("sinusoid", "learned", "rope", "alibi", "t5", "none")


@dataclass(frozen=True)
class Model:
    """A head for the task: its scheme, what it learned, and T5's distance of the last bucket."""

    scheme: str
    parameters: Parameters
    max_distance: int = 128


def draw_words(
    batch: int, length: int, *, vocabulary: int = 8, rng: Seed = None
) -> tuple[IntArray, IntArray]:
    """Return random texts, and for every word where it was said last.

    Parameters
    ----------
    batch, length, vocabulary : int
        Number of texts, words in each, and different words.
    rng : numpy.random.Generator or int, optional
        Source of randomness, or a seed for one.

    Returns
    -------
    words : ndarray of int, shape (batch, length)
    targets : ndarray of int, shape (batch, length)
        Position of the latest earlier place of the same word; -1 where there is none.

    Raises
    ------
    TypeError
        If a count is no whole number.
    ValueError
        If a count is not positive.

    Notes
    -----
    The matching half of an induction head (Olsson et al. 2022, "In-context Learning and Induction
    Heads").

    Examples
    --------
    >>> words, targets = draw_words(1, 6, vocabulary=2, rng=1)
    >>> words.tolist(), targets.tolist()
    ([[0, 1, 1, 1, 0, 0]], [[-1, -1, 1, 2, 0, 4]])
    """
    batch = _check.whole("batch", batch, minimum=1)
    length = _check.whole("length", length, minimum=1)
    vocabulary = _check.whole("vocabulary", vocabulary, minimum=1)
    words = np.random.default_rng(rng).integers(vocabulary, size=(batch, length))
    return words, np.where(_matches(words), np.arange(length), -1).max(axis=-1)


def blind_ceiling(words: ArrayLike) -> float:
    """Return the best accuracy of a head to which all places of a word look alike.

    Without positions, the scores of a query are functions of the words alone: all earlier places
    of its word score the same, and of m of them one is right.

    Parameters
    ----------
    words : array_like of int, shape (batch, length)

    Returns
    -------
    float
        Mean of 1 / m over the queries whose word was said before.

    Raises
    ------
    ValueError
        If no word was said before.

    Notes
    -----
    The proof is the sentence above; with two layers it fails, see the chapter on order.

    Examples
    --------
    >>> blind_ceiling([[0, 0, 0]])
    0.75
    """
    earlier = _matches(np.asarray(words)).sum(axis=-1)
    if not earlier.any():
        raise ValueError("words must hold one that was said before, got none")
    return float((1 / earlier[earlier > 0]).mean())


def new_model(
    scheme: str,
    window: int,
    *,
    d_model: int = 32,
    vocabulary: int = 8,
    max_distance: int = 128,
    rng: Seed = None,
) -> Model:
    """Return an untrained model of a scheme.

    Parameters
    ----------
    scheme : {"sinusoid", "learned", "rope", "alibi", "t5", "none"}
    window : int
        Length of the texts of training; a learned table has so many rows.
    d_model : int, optional
        Width, even.
    vocabulary : int, optional
        Number of different words.
    max_distance : int, optional
        T5: from here on all distances share a bucket.
    rng : numpy.random.Generator or int, optional
        Source of randomness, or a seed for one.

    Returns
    -------
    Model
        Its parameters: ``words`` (vocabulary, d_model), ``query`` and ``key`` (d_model, d_model),
        for a learned scheme ``table`` (window, d_model), and for T5 ``bias`` (32,).

    Raises
    ------
    TypeError
        If a count is no whole number.
    ValueError
        If `scheme` is unknown, a count not positive, or `d_model` odd.

    Notes
    -----
    See `pe_core.schemes` for the sources of the schemes.

    Examples
    --------
    >>> sorted(new_model("t5", 64).parameters)
    ['bias', 'key', 'query', 'words']
    """
    if scheme not in SCHEMES:
        raise ValueError(f"scheme must be one of {SCHEMES}, got {scheme!r}")
    d_model, rng = _check.width(d_model), np.random.default_rng(rng)
    vocabulary = _check.whole("vocabulary", vocabulary, minimum=1)
    parameters = {
        "words": rng.normal(size=(vocabulary, d_model)),
        "query": rng.normal(size=(d_model, d_model)) / np.sqrt(d_model),
        "key": rng.normal(size=(d_model, d_model)) / np.sqrt(d_model),
    }
    if scheme == "learned":
        parameters["table"] = learned_table(window, d_model, std=1.0, rng=rng)
    if scheme == "t5":
        parameters["bias"] = np.zeros(32)
    return Model(scheme, parameters, max_distance)


def task_scores(model: Model, words: ArrayLike) -> FloatArray:
    """Return the score of every query for every earlier key, before the softmax.

    Parameters
    ----------
    model : Model
    words : array_like of int, shape (batch, length)

    Returns
    -------
    ndarray of float64, shape (batch, length, length)
        Minus infinity for the token itself and all after it: its own word would always match.

    Raises
    ------
    IndexError
        If a word is unknown, or a learned table has no row for a position.

    Notes
    -----
    Vaswani et al. 2017, section 3.2.1, with the scheme's own change.

    Examples
    --------
    >>> task_scores(new_model("none", 4, rng=0), [[0, 1, 0]]).shape
    (1, 3, 3)
    """
    return _forward(model, np.asarray(words))[-1]


def task_loss(model: Model, words: IntArray, targets: IntArray) -> tuple[float, Parameters]:
    """Return how badly a model finds the targets, and the gradients, written out.

    Parameters
    ----------
    model : Model
    words, targets : ndarray of int, shape (batch, length)
        As of `draw_words`; at least one target must exist.

    Returns
    -------
    loss : float
        Minus the log of the attention on the target, averaged.
    gradients : dict of ndarray
        One for each parameter.

    Raises
    ------
    IndexError
        As `task_scores`.

    Notes
    -----
    Attention minus target, sent back through product, rotation and sum.

    Examples
    --------
    >>> words, targets = draw_words(2, 16, rng=0)
    >>> loss, gradients = task_loss(new_model("none", 16, rng=0), words, targets)
    >>> sorted(gradients)
    ['key', 'query', 'words']
    """
    p, n = model.parameters, words.shape[1]
    scale = 1 / np.sqrt(p["words"].shape[1])
    tokens, queries, keys, scores = _forward(model, words)
    text, place = np.nonzero(targets >= 0)
    target = targets[text, place]
    error = np.zeros_like(scores)
    error[text, place] = softmax(scores[text, place])
    loss = -np.log(error[text, place, target]).mean()
    error[text, place, target] -= 1
    error /= len(text)

    d_queries, d_keys = scale * error @ keys, scale * error.swapaxes(1, 2) @ queries
    if model.scheme == "rope":  # the gradient turns back as far as the vector was turned
        d_queries, d_keys = rope(d_queries, -np.arange(n)), rope(d_keys, -np.arange(n))
    d_tokens = d_queries @ p["query"].T + d_keys @ p["key"].T
    gradients = {
        "words": np.zeros_like(p["words"]),
        "query": (tokens.swapaxes(1, 2) @ d_queries).sum(axis=0),
        "key": (tokens.swapaxes(1, 2) @ d_keys).sum(axis=0),
    }
    np.add.at(gradients["words"], words, d_tokens)
    if model.scheme == "learned":
        gradients["table"] = np.zeros_like(p["table"])
        gradients["table"][:n] = d_tokens.sum(axis=0)
    if model.scheme == "t5":
        gradients["bias"] = np.bincount(
            _buckets(model, n).ravel(), error.sum(axis=0).ravel(), minlength=len(p["bias"])
        )
    return float(loss), gradients


def train_model(
    scheme: str,
    *,
    window: int = 64,
    steps: int = 500,
    batch: int = 8,
    learning_rate: float = 0.01,
    vocabulary: int = 8,
    seed: int = 0,
    **options: Any,
) -> tuple[Model, FloatArray]:
    """Return a model of a scheme trained on texts of one length, and its losses.

    Parameters
    ----------
    scheme : {"sinusoid", "learned", "rope", "alibi", "t5", "none"}
    window : int, optional
        Length of the texts, at least 2.
    steps, batch : int, optional
        Number of steps, and of new texts in each.
    learning_rate : float, optional
        Of Adam.
    vocabulary : int, optional
        Number of different words.
    seed : int, optional
        Same seed, same texts for every scheme and same model.
    **options
        As of `new_model`: d_model, max_distance.

    Returns
    -------
    model : Model
    losses : ndarray of float64, shape (steps,)

    Raises
    ------
    TypeError, ValueError
        As `new_model` and `minimize`.

    Notes
    -----
    A toy of one layer and a few hundred words; see the chapter on the family for what it shows.

    Examples
    --------
    >>> model, losses = train_model("alibi", window=16, steps=60)
    >>> bool(losses[-1] < losses[0] / 2)
    True
    """
    texts, start = np.random.default_rng(seed).spawn(2)
    model = new_model(scheme, window, vocabulary=vocabulary, rng=start, **options)

    def loss_and_gradients(parameters):
        words, targets = draw_words(batch, window, vocabulary=vocabulary, rng=texts)
        return task_loss(Model(scheme, parameters, model.max_distance), words, targets)

    found, losses = minimize(
        model.parameters, loss_and_gradients, steps=steps, learning_rate=learning_rate
    )
    return Model(scheme, found, model.max_distance), losses


def task_hits(model: Model, words: IntArray, targets: IntArray) -> FloatArray:
    """Return for every query with a target how surely it is found.

    Parameters
    ----------
    model : Model
    words, targets : ndarray of int, shape (batch, length)
        As of `draw_words`.

    Returns
    -------
    ndarray of float64, shape (batch, length)
        1 where the largest score is the target's, 1 / m where m keys share it, 0 elsewhere and
        where a learned table has no row; NaN where there is no target.

    Raises
    ------
    IndexError
        If a word is unknown.

    Notes
    -----
    Its mean without the NaN is the accuracy.

    Examples
    --------
    >>> task_hits(new_model("none", 4, rng=0), *draw_words(1, 2, vocabulary=1)).tolist()
    [[nan, 1.0]]
    """
    text, place = np.nonzero(targets >= 0)
    found = np.full(targets.shape, np.nan)
    found[text, place] = 0.0
    rows = len(model.parameters.get("table", words[0]))
    scores = task_scores(model, words[:, :rows])
    text, place = text[place < rows], place[place < rows]
    best = scores[text, place] >= scores[text, place].max(axis=-1, keepdims=True) - 1e-9
    right = best[np.arange(len(text)), targets[text, place]]
    found[text, place] = right / best.sum(axis=-1)
    return found


def family_trial(
    schemes: Sequence[str] = SCHEMES,
    *,
    window: int = 64,
    length: int = 256,
    texts: int = 32,
    seeds: Sequence[int] = (0, 1, 2),
    **options: Any,
) -> dict[str, Any]:
    """Return the accuracy of every scheme, inside the window of its training and beyond.

    Parameters
    ----------
    schemes : sequence of str, optional
    window, length : int, optional
        Length of the texts of training, and of the test.
    texts : int, optional
        Number of texts of the test; the same for every scheme.
    seeds : sequence of int, optional
        One model for each.
    **options
        As of `train_model`.

    Returns
    -------
    dict
        For every scheme a dict of arrays: ``by_position`` (seeds, length), the mean accuracy at
        each position, NaN where no text has a target; ``inside`` and ``outside``, shape (seeds,),
        the accuracy before and from `window` on; and ``models``, the trained models.

    Raises
    ------
    TypeError, ValueError
        As `train_model`.

    Notes
    -----
    See the chapter on the family.

    Examples
    --------
    >>> trial = family_trial(["none"], window=8, length=16, texts=4, seeds=[0], steps=5)
    >>> trial["none"]["by_position"].shape
    (1, 16)
    """
    vocabulary = options.get("vocabulary", 8)
    words, targets = draw_words(texts, length, vocabulary=vocabulary, rng=12345)
    asked = (targets >= 0).sum(axis=0)
    trial = {}
    for scheme in schemes:
        models = [train_model(scheme, window=window, seed=s, **options)[0] for s in seeds]
        found = np.array([task_hits(model, words, targets) for model in models])
        total = np.nansum(found, axis=1)
        by_position = np.where(asked > 0, total / np.maximum(asked, 1), np.nan)
        trial[scheme] = {
            "by_position": by_position,
            "inside": np.nanmean(found[:, :, :window], axis=(1, 2)),
            "outside": np.nanmean(found[:, :, window:], axis=(1, 2)),
            "models": models,
        }
    return trial


def match_surface(model: Model, length: int) -> FloatArray:
    """Return how a model scores a match, for every query and key: the mean over all words.

    Parameters
    ----------
    model : Model
    length : int
        Number of positions; for a learned table, at most its rows.

    Returns
    -------
    ndarray of float64, shape (length, length)
        Minus infinity where the mask hides the key.

    Raises
    ------
    TypeError, ValueError
        If `length` is no positive whole number.
    IndexError
        If a learned table has too few rows.

    Notes
    -----
    See the chapter on the family.

    Examples
    --------
    >>> surface = match_surface(new_model("alibi", 8, rng=0), 8)
    >>> bool(np.allclose(np.diff(np.diagonal(surface, -1)), 0))
    True
    """
    length = _check.whole("length", length, minimum=1)
    same = np.arange(len(model.parameters["words"]))[:, None].repeat(length, axis=1)
    return task_scores(model, same).mean(axis=0)


def _matches(words):
    """Which keys hold the word of the query and stand before it."""
    return (words[..., :, None] == words[..., None, :]) & (offsets(words.shape[-1]) > 0)


def _buckets(model, length):
    return t5_bucket(offsets(length), max_distance=model.max_distance)


def _forward(model, words):
    p, n = model.parameters, words.shape[1]
    d_model, positions = p["words"].shape[1], np.arange(n)
    tokens = lookup(words, p["words"])
    if model.scheme == "sinusoid":
        tokens = tokens + sinusoidal(positions, d_model)
    if model.scheme == "learned":
        tokens = tokens + lookup(positions, p["table"])
    queries, keys = tokens @ p["query"], tokens @ p["key"]
    if model.scheme == "rope":
        queries, keys = rope(queries), rope(keys)
    scores = queries @ keys.swapaxes(1, 2) / np.sqrt(d_model)
    if model.scheme == "alibi":  # the steepest of the eight slopes: nearest wins most clearly
        scores = scores - alibi_slopes(8)[0] * np.abs(offsets(n))
    if model.scheme == "t5":
        scores = scores + p["bias"][_buckets(model, n)]
    return tokens, queries, keys, np.where(offsets(n) > 0, scores, -np.inf)
