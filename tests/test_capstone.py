"""The grader of the capstone: the task, what passes, what fails and why, and what is no answer."""

from dataclasses import replace

import numpy as np
import pytest
from test_prose import source, split

from pe_core import capstone, shift_matrix, sinusoidal
from pe_core.capstone import (
    COMMA,
    HIDDEN,
    POINTS,
    PUBLIC,
    TEXTS,
    Refused,
    Submission,
    attend,
    draw_text,
    example_texts,
    grade,
    wanted,
)
from pe_core.heads import rotation_part, train_head

J = np.array([[0, 1], [-1, 0]])
VALUE = np.where(np.arange(16) == COMMA, 40_000, 0)


def encode(positions):
    return sinusoidal(positions, 16)


def prefer_later(pair):
    W = np.zeros((16, 16))
    W[2 * pair : 2 * pair + 2, 2 * pair : 2 * pair + 2] = -20_000 * J
    return W


LOOK_BACK = 100 * shift_matrix(1, 16)
SOLUTION = Submission(encode, LOOK_BACK, VALUE, prefer_later(7))


def points(report):
    return [stage.points for stage in report.stages]


def reasons(submission):
    return [stage.reason for stage in grade(submission, seed=1).stages]


# The task ----------------------------------------------------------------------------------------


def plain_wanted(text):
    """The definition, word by word."""
    found = []
    for t in range(len(text)):
        commas = [s for s in range(t) if text[s] == COMMA]
        found.append(commas[-1] + 1 if commas else -1)
    return found


@pytest.mark.parametrize("seed", range(20))
def test_wanted_is_the_token_after_the_last_comma_before(seed):
    text = np.random.default_rng(seed).integers(3, size=30)
    assert wanted(text).tolist() == plain_wanted(text.tolist())
    assert wanted([text, text])[1].tolist() == wanted(text).tolist()


def test_the_edges_of_the_task():
    assert wanted([5, 6]).tolist() == [-1, -1]
    assert wanted([0, 6, 7]).tolist() == [-1, 1, 1]
    assert wanted([5, 0, 0, 7]).tolist() == [-1, -1, 2, 3]
    assert wanted([5, 0, 7, 0]).tolist() == [-1, -1, 2, 2]


@pytest.mark.parametrize("length", [2, 3, 8, 9, 64])
def test_every_text_has_a_comma_before_its_last_token(length):
    for seed in range(50):
        text = draw_text(seed, length)
        assert text.shape == (length,) and text.min() == COMMA and text.max() < 16
        assert (text[:-1] == COMMA).any()
        assert wanted(text)[-1] > 0
        assert (text == draw_text(seed, length)).all()


@pytest.mark.parametrize("length", POINTS)
def test_the_fixed_texts_of_a_length_hold_every_case(length):
    texts = [draw_text(seed, length) for seed in (*PUBLIC, *HIDDEN)[1 - TEXTS[length] :]]
    places = [np.flatnonzero(text == COMMA) for text in texts]
    assert any(p[0] == 0 for p in places), "a comma as the first token"
    assert any((np.diff(p) == 1).any() for p in places), "two commas in a row"
    assert any(p[-1] > 0.9 * length and len(p) > length / 12 for p in places), "commas all over"
    assert any(p[-1] < length / 8 and len(p) > 1 for p in places), "two commas, both far back"


def test_public_texts_are_among_the_graded_and_the_chapter_draws_no_hidden_one():
    assert (example_texts(512) == [draw_text(seed, 512) for seed in PUBLIC]).all()
    cells = "\n".join(split(source("chapters/capstone"))[0])
    assert not any(str(seed) in cells for seed in HIDDEN)


# What passes -------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", [0, 1, 999_999])
def test_the_worked_solution_gets_all_points(seed):
    report = grade(SOLUTION, seed=seed)
    assert points(report) == [40, 20, 30, 10]
    assert report.total == 100 and report.passed and type(report.total) is int
    assert f"Fresh seed: {seed}." in repr(report)


def test_the_worked_solution_is_right_in_any_text_of_64_tokens():
    for seed in range(300):
        text = draw_text(seed, 64)
        goal = wanted(text)
        asked = np.flatnonzero(goal >= 0)
        assert (attend(SOLUTION, text)[1][asked, goal[asked]] > 0.5).all()


def powers(t):
    return np.stack([t**0, t, t**2], axis=1)


QUADRATIC = Submission(
    powers, [[0, -80, -40], [0, 80, 0], [0, 0, 0]], VALUE, [[0, 2, 0], [0, 0, 0], [0, 0, 0]]
)


def alternating(t):
    return np.stack([t**0, t, (-1) ** t, (-1) ** t * t], axis=1)


def test_powers_need_five_numbers_and_alternating_signs_three():
    report = grade(QUADRATIC, seed=1)
    assert report.total == 100 and report.stages[-1].reason.startswith("5 ")
    first, second = np.zeros((2, 4, 4))
    first[2, 3], second[0, 1] = -40, 2
    report = grade(Submission(alternating, first, VALUE, second), seed=1)
    assert report.total == 100 and report.stages[-1].reason.startswith("3 ")


def test_many_numbers_pass_without_the_points_for_few():
    more = LOOK_BACK + 1e-9
    report = grade(replace(SOLUTION, first=more), seed=1)
    assert points(report) == [40, 20, 30, 0] and report.passed
    assert report.stages[-1].reason.startswith("259 ")


# What fails, and why -----------------------------------------------------------------------------


def test_a_table_of_64_rows_fails_beyond_its_last_row():
    rows, t = np.eye(64), np.arange(64)
    order = -2.0 * np.subtract.outer(t, t)
    table = Submission(lambda p: rows[p], 100 * np.eye(64, k=-1), VALUE, order)
    report = grade(table, seed=1)
    assert points(report) == [40, 0, 0, 0] and not report.passed
    assert "encode raises IndexError" in report.stages[1].reason


@pytest.mark.parametrize("seed", [0, 1, 2])
def test_a_trained_first_step_fails_beyond_its_window_and_its_rotation_part_does_not(seed):
    weights = 30 * train_head(encode(np.arange(64)), 1, seed=seed).weights
    report = grade(replace(SOLUTION, first=weights), seed=1)
    assert points(report) == [40, 0, 0, 0]
    assert "In step 1, position " in report.stages[1].reason
    assert grade(replace(SOLUTION, first=rotation_part(weights)), seed=1).total == 100


@pytest.mark.parametrize("pair, total", [(2, 0), (3, 0), (4, 40), (6, 60)])
def test_a_pair_that_is_too_fast_finds_an_older_comma(pair, total):
    report = grade(replace(SOLUTION, second=prefer_later(pair)), seed=1)
    assert report.total == total
    failed = next(stage for stage in report.stages if not stage.points)
    assert "older comma" in failed.reason or "It looks at 0, a comma" in failed.reason


def test_looking_at_the_comma_itself_is_named():
    (reason, *_) = reasons(replace(SOLUTION, first=100 * np.eye(16)))
    assert "position 13, wanted 13. It looks at 12, a comma itself." in reason
    assert "In step 1, position 13 looks at 13, not one back." in reason


def test_a_head_without_an_order_is_told_how_little_it_gives():
    (reason, *_) = reasons(replace(SOLUTION, second=np.zeros((16, 16))))
    assert "It looks at 13, which follows an older comma." in reason
    cosine = np.zeros((16, 16))
    cosine[-2:, -2:] = 15_000 * np.eye(2)
    (reason, *_) = reasons(replace(SOLUTION, second=cosine))
    assert "of the attention, not over half." in reason


def test_the_first_failure_can_be_repeated():
    sub = replace(SOLUTION, second=prefer_later(4))
    (_, reason, *_) = reasons(sub)
    assert "draw_text(0, 512), position 189, wanted 63. It looks at 0," in reason
    text = draw_text(0, 512)
    second = attend(sub, text)[1]
    goal = wanted(text)
    asked = np.flatnonzero(goal >= 0)
    wrong = asked[second[asked, goal[asked]] <= 0.5]
    assert wrong[0] == 189 and goal[189] == 63 and second[189].argmax() == 0


def test_exactly_half_is_not_enough():
    """Two commas and no order: the token after the last one gets a half."""
    text = np.array([1, 0, 2, 0, 3])
    second = attend(replace(SOLUTION, second=np.zeros((16, 16))), text)[1]
    assert second[4].round(9).tolist() == [0, 0, 0.5, 0, 0.5]
    texts = text[None]
    _, share = capstone._looks(
        encode(np.arange(5)),
        {"first": LOOK_BACK, "values": VALUE, "second": np.zeros((16, 16))},
        texts,
        wanted(texts),
    )
    assert np.allclose(share[0, 2:], [1, 1, 0.5])


def test_without_an_order_the_right_tokens_are_those_after_one_comma():
    """The report counts a half as wrong, and position 0 as after a comma if it is one."""
    right = asked = 0
    for seed in (*PUBLIC, *HIDDEN, 1):
        text = draw_text(seed, 64)
        after = np.append(text[0] == COMMA, text[:-1] == COMMA)
        goal = wanted(text)
        asked += (goal >= 0).sum()
        right += ((goal >= 0) & (np.cumsum(after) == 1)).sum()
    (reason, *_) = reasons(replace(SOLUTION, second=np.zeros((16, 16))))
    assert reason.startswith(f"Right: {right / asked:.1%}.")


def test_what_stands_at_a_position_is_said_in_words():
    kinds = [capstone._kind(np.array([0, 0, 5, 6, 0]), at) for at in range(5)]
    assert kinds == [
        "a comma itself, the first token",
        "which follows an older comma",
        "which follows an older comma",
        "which follows no comma",
        "a comma itself",
    ]
    assert capstone._kind(np.array([5, 0]), 0) == "which follows no comma"


# The machine -------------------------------------------------------------------------------------


def test_blocks_change_nothing(monkeypatch):
    sub = replace(SOLUTION, second=prefer_later(4))
    whole = repr(grade(sub, seed=1))
    monkeypatch.setattr(capstone, "BLOCK", 37)
    assert repr(grade(sub, seed=1)) == whole


def test_the_code_in_the_chapter_is_the_code_of_the_grader():
    (cell,) = [cell for cell in split(source("chapters/capstone"))[0] if "def attend(" in cell]
    names = {"np": np}
    exec(cell, names)
    for sub in (SOLUTION, replace(SOLUTION, first=LOOK_BACK / 100, second=0.1 * np.eye(16))):
        for text in example_texts():
            assert np.allclose(names["attend"](sub, text), attend(sub, text), atol=1e-9)


def test_step_one_cannot_see_what_comes_later():
    text = draw_text(0, 64)
    changed = text.copy()
    changed[40:] = COMMA
    soft = replace(SOLUTION, first=LOOK_BACK / 100, second=0.1 * np.eye(16), values=VALUE / 40_000)
    for a, b in zip(attend(soft, text), attend(soft, changed), strict=True):
        assert np.array_equal(a[:40], b[:40])
        assert not np.triu(a, 1).any()


def test_the_fresh_seed_is_drawn_and_named():
    found = {grade(None).seed for _ in range(5)}
    assert len(found) > 1 and all(0 <= seed < 10**6 for seed in found)
    asked = {grade(SOLUTION, seed=seed).stages[0].reason for seed in (1, 2)}
    assert len(asked) == 2, "the fresh text is graded"
    with pytest.raises(TypeError):
        grade(SOLUTION, seed="today")


# What is no answer -------------------------------------------------------------------------------


def with_code(function):
    return replace(SOLUTION, encode=function)


def raises(positions):
    raise RuntimeError("no code today")


NO_ANSWERS = {
    "none": (None, "not a NoneType"),
    "text": ("rotation", "not a str"),
    "class": (Submission, "not the class"),
    "function": (encode, "not a function"),
    "no function": (with_code("sin"), "encode must be a function"),
    "raises": (with_code(raises), "encode raises RuntimeError: no code today"),
    "arguments": (with_code(lambda: 0), "encode raises TypeError"),
    "returns none": (with_code(lambda t: None), "what encode returns must be a real number"),
    "nan": (with_code(lambda t: encode(t) * np.nan), "must be finite, got nan"),
    "complex": (with_code(lambda t: encode(t) * 1j), "must be a real number"),
    "ragged": (with_code(lambda t: [[1], [1, 2]]), "ragged"),
    "flat": (with_code(lambda t: t * 1.0), "must return the shape (64, 16) for 64 positions"),
    "narrow": (with_code(lambda t: encode(t)[:, :8]), "got (64, 8)"),
    "length": (with_code(lambda t: encode(t / len(t))), "must not depend on the other positions"),
    "chance": (
        with_code(lambda t: np.random.default_rng().normal(size=(len(t), 16))),
        "must not depend on the other positions",
    ),
    "wide": (
        Submission(lambda t: np.eye(4096)[t][:, :600], np.eye(600), VALUE, np.eye(600)),
        "512 columns at most, got 600",
    ),
    "not square": (replace(SOLUTION, first=np.ones((16, 8))), "square"),
    "two sizes": (replace(SOLUTION, second=np.ones((8, 8))), "of one size, got second (8, 8)"),
    "matrix nan": (replace(SOLUTION, second=np.full((16, 16), np.nan)), "second must be finite"),
    "matrix text": (replace(SOLUTION, first="M(1)"), "first must be a real number"),
    "values": (replace(SOLUTION, values=[1, 0]), "for each of 16 words, got (2,)"),
    "values none": (replace(SOLUTION, values=None), "values must be"),
    "overflow": (with_code(lambda t: encode(t) * 1e200), "not finite"),
}


@pytest.mark.parametrize("name", NO_ANSWERS)
def test_what_is_no_answer_gets_a_sentence_and_no_points(name):
    submission, words = NO_ANSWERS[name]
    report = grade(submission, seed=1)
    assert report.total == 0 and not report.passed
    assert words in report.stages[0].reason
    assert report.stages[0].reason.endswith(".")
    assert "0 of 100, not passed yet" in repr(report)


def test_a_code_that_changes_its_positions_does_no_harm():
    def destructive(positions):
        codes = encode(positions)
        positions[:] = 0
        return codes

    assert grade(with_code(destructive), seed=1).total == 100


def test_attend_says_what_it_cannot_run():
    with pytest.raises(Refused, match="encode raises RuntimeError"):
        attend(with_code(raises), [1, 0, 2])
