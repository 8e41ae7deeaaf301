"""The checkers of the exercises: the right answer, typical wrong ones, and garbage."""

import functools
import itertools
import re

import numpy as np
import pytest
import sympy
from test_back_matter import CHAPTERS
from test_prose import source, split

from pe_core import checks
from pe_core.checks.questions import Array, Choice, Expression, Number, _computed

EXERCISES = list(checks.EXERCISES.values())
QUESTIONS = [(exercise, name) for exercise in EXERCISES for name in exercise.parts]
every_question = functools.partial(
    pytest.mark.parametrize, "exercise, name", ids=lambda part: getattr(part, "name", part)
)
GARBAGE = [
    None, "", "forty-two", "1; import os", b"7", True, float("nan"), float("inf"), -float("inf"),
    1 + 2j, 10**400, [], [[1, 2], [3]], {"a": 1}, {1, 2}, object(), np.zeros((2, 3, 5)),
    np.full(3, np.nan), np.array(["a"]), np.array(None), int, len, lambda: None,
    lambda *a: None, lambda *a: np.nan, lambda *a: np.zeros((9, 9, 9)), lambda *a: 1 / 0,
    sympy.Symbol("nonsense"), sympy.zeros(7, 7), sympy.nan, sympy.oo, sympy.I, Exception("no"),
]  # fmt: skip


def as_answer(question, answer):
    """The answer of a definition as a reader would give it."""
    if isinstance(question, (Number, Array)):
        return _computed(answer)
    return question.build(answer) if isinstance(question, Expression) else answer


def part(exercise, name, answer):
    """The reply to an answer of one part, through the call that a reader makes."""
    if len(exercise.parts) == 1:
        return exercise(answer)
    reply = exercise(**{name: answer})
    assert str(reply.text).startswith(f"{name}: ")
    return exercise.parts[name].reply(answer)


@every_question(QUESTIONS)
def test_the_right_answer_is_right(exercise, name):
    question = exercise.parts[name]
    assert part(exercise, name, as_answer(question, question.answer))


@every_question(QUESTIONS)
def test_two_typical_mistakes_get_their_own_hint(exercise, name):
    question = exercise.parts[name]
    kinds = 1 if isinstance(question, Choice) and len(question.options) == 2 else 2
    assert len(question.wrong) >= kinds
    for mistake, hint in question.wrong:
        reply = part(exercise, name, as_answer(question, mistake))
        assert not reply and hint in reply.text
    hints = [hint for _, hint in question.wrong] + [question.hint] * bool(question.hint)
    assert all(hint[0].isupper() or not hint[0].isalpha() for hint in hints)
    assert all(hint.rstrip("”")[-1] in ".?" for hint in hints), hints
    assert len(set(hints)) == len(hints)


@every_question(QUESTIONS)
def test_garbage_gets_a_sentence_and_never_a_traceback(exercise, name):
    for answer in GARBAGE:
        reply = part(exercise, name, answer)
        assert not reply, answer
        assert reply.text.rstrip("”")[-1] in ".?!", reply.text
        assert len(reply.text) < 400


@every_question(QUESTIONS)
def test_an_answer_just_outside_the_tolerance_is_not_right(exercise, name):
    question = exercise.parts[name]
    if isinstance(question, Number):
        answer = _computed(question.answer)
        step = max(question.within, 0.5 if question.within == 0 else 0) * 1.01
        assert part(exercise, name, answer + 0.99 * question.within)
        assert not part(exercise, name, answer + step)
        assert not part(exercise, name, answer - step)


@pytest.mark.parametrize("exercise", EXERCISES, ids=lambda e: e.name)
def test_all_parts_together_are_right_and_one_missing_is_not(exercise):
    answers = {n: as_answer(q, q.answer) for n, q in exercise.parts.items()}
    if len(answers) > 1:
        assert exercise(**answers)
        for name in answers:
            rest = {n: a for n, a in answers.items() if n != name}
            assert not exercise(**rest)
            assert name in exercise(**rest).text
        assert not exercise(1, 2)
    assert not exercise()
    assert not exercise(no_such_part=1)
    assert exercise.call in repr(exercise)


def test_every_exercise_of_the_book_has_a_checker_and_no_other_has():
    pattern = r"^`{3,}\{exercise(?:-start)?\}[^\n]*\n:label: (\S+)"
    labels = [label for page in CHAPTERS for label in re.findall(pattern, source(page), re.M)]
    assert [exercise.label for exercise in EXERCISES] == labels


@pytest.mark.parametrize("page", CHAPTERS)
def test_a_chapter_shows_each_checker_and_its_solution_passes_it(page):
    text = source(page)
    exercises = text[text.index("\n## Exercises\n") :]
    blocks = re.split(r"^`{3,}\{exercise(?:-start)?\}", exercises, flags=re.M)[1:]
    for block in blocks:
        name = re.search(r":label: ex-(\S+)", block)[1].replace("-", "_")
        before, _, solution = block.partition("{solution-start}")
        assert f"\nchecks.{name}\n" in before, f"show checks.{name} below its exercise"
        cells = "\n".join(split("```{solution-start}" + solution)[0]) if solution else ""
        assert f"assert checks.{name}(" in cells, f"the solution of {name} must pass its checker"


def test_an_expression_counts_by_value_not_by_spelling():
    question = Expression(
        "M", lambda w, k: sympy.cos(w * k) ** 2, symbols="w k", wrong=[], hint="Think."
    )
    k, w = sympy.Symbol("k", integer=True), sympy.Symbol("w", positive=True)
    assert question.reply(1 - sympy.sin(k * w) ** 2)
    assert question.reply((1 + sympy.cos(2 * k * w)) / 2)
    assert not question.reply((1 - sympy.cos(2 * k * w)) / 2)


def test_names_of_exercises_are_python_names_and_hide_no_module():
    names = list(checks.EXERCISES)
    assert all(name.isidentifier() for name in names)
    assert not {*names} & {"formula", "exercise", "questions"}
    assert len(names) == len(set(names))
    for first, second in itertools.pairwise(names):
        assert getattr(checks, first) is not getattr(checks, second)
