"""The capstone: attend to the token after the last comma, in texts longer than any you looked at.

A submission is a code for positions and three sets of numbers. The grader runs them in one fixed
architecture of two attention steps, so nobody searches for the comma in Python.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from . import _check
from ._types import FloatArray, IntArray
from .attention import causal_mask, softmax
from .language import pad, say, width

VOCABULARY, COMMA = 16, 0
WIDEST = 512  # a one-hot code as wide as the longest text would be a table by another name

POINTS = {64: 40, 512: 20, 4096: 30}  # for each length
TEXTS = {64: 8, 512: 8, 4096: 4}  # the last ones of the seeds: a long text costs 16 million scores
FEW, FEW_POINTS = 100, 10  # so many numbers that are not zero, or fewer
PASS = 90

PUBLIC = (0, 1, 2)
HIDDEN = (2014, 2020, 2022, 2026)  # together they hold every case: see the tests

BLOCK = 256  # queries at a time: the scores of 4096 positions at once would fill 128 MiB


@dataclass(frozen=True)
class Submission:
    """An encoding and the numbers of two attention steps.

    Parameters
    ----------
    encode : callable
        Takes positions, shape (n,), and returns their codes, shape (n, d).
    first : array_like, shape (d, d)
        Step 1 scores key s for query t by ``p(t) @ first @ p(s)``.
    values : array_like, shape (16,)
        What step 1 reads at a key: one number for each word.
    second : array_like, shape (d, d)
        Step 2 scores by ``p(t) @ second @ p(s)``, plus what step 1 has read at s.

    Examples
    --------
    >>> nothing = Submission(lambda t: t[:, None], [[0]], [0] * 16, [[0]])
    >>> grade(nothing, seed=5).total
    0
    """

    encode: Callable[[IntArray], ArrayLike]
    first: ArrayLike
    values: ArrayLike
    second: ArrayLike


@dataclass(frozen=True)
class Stage:
    """One line of a report: what was graded, points, the most there are, and the reason."""

    name: str
    points: int
    most: int
    reason: str


@dataclass(frozen=True)
class Report:
    """What the grader says: its stages, and the seed of the text that was drawn for it."""

    stages: tuple[Stage, ...]
    seed: int

    @property
    def total(self) -> int:
        """Points, out of 100."""
        return sum(stage.points for stage in self.stages)

    @property
    def passed(self) -> bool:
        """Whether the total reaches the pass mark."""
        return self.total >= PASS

    def __repr__(self):
        lines = []
        for stage in self.stages:
            points = say("{points:2} of {most}", points=stage.points, most=stage.most)
            head = f"{pad(stage.name, 11)}  {points}  "
            lines += _folded(head, stage.reason, 76)
        end = say(
            "{total} of 100, {verdict}; the pass mark is {PASS}. Fresh seed: {seed}.",
            total=self.total,
            verdict=say("passed") if self.passed else say("not passed yet"),
            PASS=PASS,
            seed=self.seed,
        )
        return "\n".join([*lines, end])


def _folded(head, text, columns):
    """Return lines that begin with a head or its width in spaces, and are no wider than asked."""
    lines, line = [], head
    for word in re.findall(r"[\u2e80-\uffef]|[^\s\u2e80-\uffef]+\s*|\s+", text):
        full = width(line + word.rstrip()) > columns
        if full and word not in "，。；：、）” ":  # no line begins with these
            lines.append(line.rstrip())
            line = " " * width(head)
        line += word
    return [*lines, line.rstrip()]


class Refused(Exception):
    """What the architecture cannot run; the sentence for the reader."""


def draw_text(seed: int, length: int) -> IntArray:
    """Return a random text with a comma before its last token.

    Commas are frequent or rare, and stand everywhere or in the first eighth alone, so that the
    last of them may lie far back.

    Parameters
    ----------
    seed : int
        Same seed and length, same text.
    length : int
        Number of tokens, at least 2.

    Returns
    -------
    ndarray of int, shape (length,)
        Words from 0 to 15; 0 is the comma.

    Raises
    ------
    TypeError
        If an argument is no whole number.
    ValueError
        If `seed` is negative or `length` below 2.

    Examples
    --------
    >>> draw_text(1, 16).tolist()
    [9, 0, 9, 10, 14, 0, 0, 0, 10, 7, 0, 5, 0, 14, 0, 2]
    """
    seed = _check.whole("seed", seed, minimum=0)
    length = _check.whole("length", length, minimum=2)
    rng = np.random.default_rng([seed, length])
    text = rng.integers(1, VOCABULARY, size=length)
    rate = rng.choice([1 / 2, 1 / 8, 4 / length])
    stop = rng.choice([length - 1, -(-length // 8)])
    text[:stop][rng.random(stop) < rate] = COMMA
    text[rng.integers(stop)] = COMMA
    return text


def example_texts(length: int = 64) -> IntArray:
    """Return the public texts of one length, out of those that `grade` uses.

    Parameters
    ----------
    length : int, optional
        Number of tokens, at least 2.

    Returns
    -------
    ndarray of int, shape (3, length)

    Raises
    ------
    TypeError, ValueError
        As `draw_text`.

    Examples
    --------
    >>> example_texts().shape
    (3, 64)
    """
    return np.array([draw_text(seed, length) for seed in PUBLIC])


def wanted(text: ArrayLike) -> IntArray:
    """Return where each token has to look: at the token after the last comma before it.

    Parameters
    ----------
    text : array_like of int, shape (..., n)

    Returns
    -------
    ndarray of int, shape (..., n)
        Minus one where no comma comes before. A token right after a comma looks at itself.

    Examples
    --------
    >>> wanted([7, 0, 5, 9, 0, 0, 3]).tolist()
    [-1, -1, 2, 2, 2, 5, 6]
    """
    text = np.asarray(text)
    after = np.where(text == COMMA, np.arange(text.shape[-1]) + 1, -1)
    latest = np.maximum.accumulate(after, axis=-1)
    return np.concatenate([np.full_like(latest[..., :1], -1), latest[..., :-1]], axis=-1)


def attend(submission: Submission, text: ArrayLike) -> tuple[FloatArray, FloatArray]:
    """Return the attention of both steps on one short text.

    Parameters
    ----------
    submission : Submission
    text : array_like of int, shape (n,)

    Returns
    -------
    first, second : ndarray of float64, shape (n, n)
        A row for each query.

    Raises
    ------
    Refused
        If the submission cannot run on this text; `grade` says the same in its report.

    Examples
    --------
    >>> nothing = Submission(lambda t: t[:, None], [[0]], [0] * 16, [[0]])
    >>> attend(nothing, [7, 0])[1].tolist()
    [[1.0, 0.0], [0.5, 0.5]]
    """
    text = np.asarray(text)
    matrices = _numbers(submission)
    codes = _codes(submission, len(text))
    first = softmax(_scores(codes, matrices["first"], 0, len(text)))
    read = first @ matrices["values"][text]
    second = softmax(_scores(codes, matrices["second"], 0, len(text)) + read)
    return first, second


def grade(submission: Submission, *, seed: int | None = None) -> Report:
    """Return a report on a submission; it never raises on one, whatever it is.

    Every token after the first comma of a text must give more than half of its attention in step 2
    to the token that `wanted` names. A token sees itself and what comes before, so each of them
    stands for a text that ends there.

    Parameters
    ----------
    submission : Submission
    seed : int, optional
        Seed of the fresh text; drawn unless given. A report names it, to repeat a failure.

    Returns
    -------
    Report
        A length gives its points when every token is right at every text, and few numbers give
        theirs when every length does.

    Raises
    ------
    TypeError, ValueError
        If `seed` is no whole number, or negative.

    Examples
    --------
    >>> grade("rotation", seed=5)
    64 tokens     0 of 40  Give a Submission(encode, first, values, second),
                           not a str.
    512 tokens    0 of 20  Not graded.
    4096 tokens   0 of 30  Not graded.
    few numbers   0 of 10  Counted when every length is right.
    0 of 100, not passed yet; the pass mark is 90. Fresh seed: 5.
    """
    if seed is None:
        seed = int(np.random.default_rng().integers(10**6))
    seed = _check.whole("seed", seed, minimum=0)
    try:
        matrices, refusal = _numbers(submission), None
    except Refused as error:
        matrices, refusal = None, str(error)
    stages = []
    for length, most in POINTS.items():
        if refusal:
            right, reason = False, refusal if length == min(POINTS) else say("Not graded.")
        else:
            right, reason = _length(submission, matrices, length, seed)
        name = say("{length} tokens", length=length)
        stages.append(Stage(name, most if right else 0, most, reason))
    stages.append(_few(matrices, all(stage.points for stage in stages)))
    return Report(tuple(stages), seed)


def _few(matrices, right):
    if not right:
        reason = say("Counted when every length is right.")
        return Stage(say("few numbers"), 0, FEW_POINTS, reason)
    count = sum(np.count_nonzero(matrix) for matrix in matrices.values())
    reason = say("{count:,} are not zero; the points are for {few} or fewer.", count=count, few=FEW)
    return Stage(say("few numbers"), FEW_POINTS if count <= FEW else 0, FEW_POINTS, reason)


def _length(submission, matrices, length, seed):
    """Say whether every token of the texts of one length is right, and why."""
    seeds = (*PUBLIC, *HIDDEN, seed)[-TEXTS[length] :]
    texts = np.array([draw_text(seed, length) for seed in seeds])
    goals = wanted(texts)
    try:
        codes = _codes(submission, length)
        looked, share = _looks(codes, matrices, texts, goals)
    except Refused as error:
        return False, str(error)
    asked = goals >= 0
    wrong = asked & (share <= 0.5)
    if not wrong.any():
        return True, say(
            "All {count:,} tokens of {texts} texts look where they should.",
            count=asked.sum(),
            texts=len(texts),
        )
    which, t = np.argwhere(wrong)[0]
    text, goal, at = texts[which], goals[which, t], looked[which, t]
    reason = say(
        "Right: {share:.1%}. First failure: text draw_text({seed}, {length}), position {t}, wanted "
        "{goal}. ",
        share=(asked & ~wrong).sum() / asked.sum(),
        seed=seeds[which],
        length=length,
        t=t,
        goal=goal,
    )
    if at == goal:
        part = share[which, t]
        return False, reason + say(
            "It gets {part:.2g} of the attention, not over half.", part=part
        )
    reason += say("It looks at {at}, {kind}.", at=at, kind=_kind(text, at))
    for place in (goal, at):  # where step 1 may have gone wrong first
        back = softmax(_scores(codes, matrices["first"], place, place + 1))[0].argmax()
        if place and back != place - 1:
            return False, reason + say(
                " In step 1, position {place} looks at {back}, not one back.",
                place=place,
                back=back,
            )
    return False, reason


def _kind(text, at):
    """Say in words what stands at a position that should not be looked at."""
    if at and text[at - 1] == COMMA:
        return say("which follows an older comma")
    if text[at] != COMMA:
        return say("which follows no comma")
    return say("a comma itself") if at else say("a comma itself, the first token")


def _looks(codes, matrices, texts, goals):
    """Return for each token where step 2 looks most, and its attention to the goal."""
    length = texts.shape[1]
    read, looked, share = np.empty(texts.shape), np.empty_like(texts), np.empty(texts.shape)
    blocks = [slice(at, min(at + BLOCK, length)) for at in range(0, length, BLOCK)]
    for rows in blocks:
        attention = softmax(_scores(codes, matrices["first"], rows.start, rows.stop))
        read[:, rows] = matrices["values"][texts[:, : rows.stop]] @ attention.T
    for rows in blocks:
        scores = _scores(codes, matrices["second"], rows.start, rows.stop)
        for n in range(len(texts)):
            full = scores + read[n, : rows.stop]
            looked[n, rows] = full.argmax(axis=1)
            goal = np.maximum(goals[n, rows], 0)[:, None]  # where there is none, any will do
            with np.errstate(over="ignore"):  # the goal is hopelessly behind: a share of 0
                share[n, rows] = 1 / np.exp(full - np.take_along_axis(full, goal, 1)).sum(axis=1)
    return looked, share


def _scores(codes, matrix, start, stop):
    """Return what queries from `start` to `stop` score by position, -inf for what comes later."""
    with np.errstate(all="ignore"):  # an overflow is refused in the next line
        scores = codes[start:stop] @ matrix @ codes[:stop].T
    if not np.isfinite(scores).all():
        raise Refused(say("The scores are not finite: the codes or the matrices are too large."))
    scores[:, start:][~causal_mask(stop - start)] = -np.inf
    return scores


def _numbers(submission):
    """Return the three sets of numbers of a submission as arrays, or say what is wrong."""
    if not isinstance(submission, Submission):
        name = type(submission).__name__
        kind = say("the class") if submission is Submission else say("a {name}", name=name)
        rule = "Give a Submission(encode, first, values, second), not {kind}."
        raise Refused(say(rule, kind=kind))
    if not callable(submission.encode):
        raise Refused(say("encode must be a function of positions."))
    numbers = {name: _real(name, getattr(submission, name)) for name in ("first", "second")}
    numbers["values"] = _real("values", submission.values)
    if numbers["values"].shape != (VOCABULARY,):
        got = numbers["values"].shape
        rule = "values must hold one number for each of {words} words, got {got}."
        raise Refused(say(rule, words=VOCABULARY, got=got))
    for name in ("first", "second"):
        shape = numbers[name].shape
        if len(shape) != 2 or shape[0] != shape[1] or shape != numbers["first"].shape:
            rule = "first and second must be square and of one size, got {name} {shape}."
            raise Refused(say(rule, name=name, shape=shape))
    return numbers


def _codes(submission, length):
    """Return the codes of the positions of a text, or say what is wrong with them."""
    width = len(submission.first)
    found = []
    for step in (1, 2):
        positions = np.arange(0, length, step)
        try:
            codes = submission.encode(positions)
        except Exception as error:
            text = f"{type(error).__name__}: {error}"
            rule = "encode raises {text} for the positions 0 to {last}."
            raise Refused(say(rule, text=text, last=length - 1)) from None
        codes = _real("what encode returns", codes)
        if codes.shape != (len(positions), width):
            rule = "encode must return the shape {want} for {count} positions, got {got}."
            want, count = (len(positions), width), len(positions)
            raise Refused(say(rule, want=want, count=count, got=codes.shape))
        found.append(codes)
    if width > WIDEST:
        rule = "A code may have {widest} columns at most, got {width}."
        raise Refused(say(rule, widest=WIDEST, width=width))
    if not np.allclose(found[0][::2], found[1], rtol=1e-9, atol=1e-9):
        rule = "The code of a position must not depend on the other positions asked for."
        raise Refused(say(rule))
    return found[0]


def _real(name, value):
    try:
        return _check.real(name, value)
    except Exception as error:  # arrays can be strange in many ways
        raise Refused(f"{error}.") from None
