"""Questions that check an answer: numbers, choices, arrays, functions, SymPy expressions.

A question never raises on an answer, whatever it is: a reader gets a sentence. What the right
answer is, code computes: a number or an array may be given as a function without arguments, which
is called when the first answer comes.
"""

import functools
import math
import numbers
from dataclasses import dataclass
from decimal import Decimal

import numpy as np

from ..language import say as translated
from .words import say


@dataclass(frozen=True)
class Reply:
    """What a reader gets for an answer; true if it is right."""

    right: bool
    text: str

    def __bool__(self):
        return self.right

    def __repr__(self):
        return self.text


class Refused(Exception):
    """An answer of a kind that the question cannot compare; the sentence for the reader."""


class Question:
    """One thing asked.

    Parameters
    ----------
    ask : str
        The question, short enough to stand beside a field.
    answer
        The right answer, or for a `Function` one that behaves as it should.
    wrong : list of (answer, str)
        Answers that are typical mistakes, each with the hint that helps.
    hint : str
        The hint for any other answer.
    """

    #: What has to be given, as the sentences say it.
    what = ""

    def __init__(self, ask, answer, *, wrong, hint):
        self.ask, self.answer, self.wrong, self.hint = ask, answer, wrong, hint

    def reply(self, answer):
        """Return the `Reply` to an answer."""
        try:
            given = self.read(answer)
            if self.agrees(given, self.answer):
                return Reply(True, say("right"))
            for mistake, hint in self.wrong:
                if self.agrees(given, mistake):
                    return Reply(False, say("wrong", hint=translated(hint)))
            return Reply(False, self.nearly(given) or say("wrong", hint=translated(self.hint)))
        except Refused as refusal:
            return Reply(False, str(refusal))

    def read(self, answer):
        """Return the answer in the form that `agrees` compares, or raise `Refused`."""
        raise NotImplementedError

    def agrees(self, given, answer):
        """Say whether an answer that was read is as good as another one."""
        raise NotImplementedError

    def nearly(self, given):
        """Return a sentence for an answer that lacks only its form; None if it lacks more."""

    def on_the_page(self):
        """Return what a page without Python needs to check an answer; None if it cannot."""
        return None

    def _refuse_at_sight(self, answer):
        if answer is None:
            raise Refused(say("none", what=translated(self.what)))
        if isinstance(answer, (str, bytes)):
            raise Refused(say("text", what=translated(self.what)))
        if isinstance(answer, (bool, np.bool_)):
            raise Refused(say("truth", value=bool(answer), what=translated(self.what)))


class Number(Question):
    """A number.

    Parameters
    ----------
    ask, answer, wrong, hint
        As of `Question`; `answer` and the mistakes are numbers.
    within : float
        How far an answer may be from the right one; 0 for whole numbers.
    unit : str, optional
        Stands after the field.
    """

    what = "one number"

    def __init__(self, ask, answer, *, within, wrong, hint, unit=""):
        super().__init__(ask, answer, wrong=wrong, hint=hint)
        self.within, self.unit = float(within), unit

    def read(self, answer):
        self._refuse_at_sight(answer)
        if isinstance(answer, (list, tuple, np.ndarray)):
            array = _real_array(answer)
            if array is None:
                raise Refused(say("not_real", what=translated(self.what)))
            if array.size != 1:
                raise Refused(say("not_one", count=array.size, what=translated(self.what)))
            answer = array.item()
        try:
            number = float(answer)
        except Exception:
            raise Refused(say("not_real", what=translated(self.what))) from None
        if not math.isfinite(number):
            raise Refused(say("not_finite", value=number, what=translated(self.what)))
        return number

    def agrees(self, given, answer):
        answer = float(_computed(answer))
        # A hair more than the tolerance: 0.3 + 0.05 must count as 0.35.
        return abs(given - answer) <= self.within + 1e-9 * max(1.0, abs(answer))

    def nearly(self, given):
        answer = float(_computed(self.answer))
        digits = len(Decimal(repr(given)).normalize().as_tuple().digits)
        if self.within and float(f"{answer:.{digits}g}") == given:
            return say("digits")
        if self.unit == "%" and self.agrees(100 * given, answer):
            return say("fraction")
        return None

    def on_the_page(self):
        return {
            "kind": "number",
            "ask": translated(self.ask),
            "answer": float(_computed(self.answer)),
            "within": self.within,
            "unit": translated(self.unit),
            "wrong": [
                [float(_computed(mistake)), translated(hint)] for mistake, hint in self.wrong
            ],
            "hint": translated(self.hint),
        }


class Choice(Question):
    """One of several options, or a set of them.

    Parameters
    ----------
    ask : str
    options : dict of str to str
        Letter and text of each option.
    answer : str
        The letter of the right option, or the letters of all right ones, "ac".
    hints : dict of str to str
        A hint for each wrong option; with several right ones, also for each right one left out.
    """

    def __init__(self, ask, options, answer, *, hints):
        self.options, self.several = options, len(answer) > 1
        wrong = [(letter, hints[letter]) for letter in options if letter not in answer]
        if self.several:
            wrong = [(answer.replace(a, ""), hints[a]) for a in answer] + [
                ("".join(sorted(answer + letter)), hint) for letter, hint in wrong
            ]
        super().__init__(ask, answer, wrong=wrong, hint="")
        self.hints = hints

    def reply(self, answer):
        options = ", ".join(f'"{letter}"' for letter in self.options)
        if self.several:
            refusal = say("not_options", options=options, example=f'"{"".join(self.options)[:2]}"')
        else:
            refusal = say("not_an_option", options=options)
        if not isinstance(answer, str):
            return Reply(False, refusal)
        chosen = {letter for letter in answer.lower() if letter not in " ,"}
        if not chosen or not chosen <= set(self.options) or (not self.several and len(chosen) > 1):
            return Reply(False, refusal)
        if chosen == set(self.answer):
            return Reply(True, say("right"))
        # The first option that is chosen wrongly decides the hint; with several right ones, the
        # first that is chosen wrongly or left out wrongly.
        amiss = chosen ^ set(self.answer) if self.several else chosen
        first = next(letter for letter in self.options if letter in amiss)
        return Reply(False, say("wrong", hint=translated(self.hints[first])))

    def on_the_page(self):
        return {
            "kind": "choice",
            "ask": translated(self.ask),
            "options": _translated(self.options),
            "answer": self.answer,
            "several": self.several,
            "hints": _translated(self.hints),
        }


class Array(Question):
    """An array of real numbers, compared entry by entry.

    Parameters
    ----------
    ask, answer, wrong, hint
        As of `Question`; `answer` and the mistakes are arrays.
    within : float
        How far each entry may be from the right one.
    """

    what = "an array of numbers"

    def __init__(self, ask, answer, *, within, wrong, hint):
        super().__init__(ask, answer, wrong=wrong, hint=hint)
        self.within = within

    def read(self, answer):
        self._refuse_at_sight(answer)
        array = _real_array(answer)
        if array is None:
            raise Refused(say("no_array", what=translated(self.what)))
        want = np.shape(_computed(self.answer))
        if array.shape != want:
            raise Refused(say("shape", got=array.shape, want=want))
        if not np.isfinite(array).all():
            bad = array[~np.isfinite(array)].flat[0]
            raise Refused(say("not_finite", value=bad, what=translated(self.what)))
        return array

    def agrees(self, given, answer):
        answer = np.asarray(_computed(answer), dtype=float)
        return given.shape == answer.shape and np.allclose(given, answer, rtol=0, atol=self.within)


class Function(Question):
    """A function, compared by what it returns for samples.

    Parameters
    ----------
    ask, answer, wrong, hint
        As of `Question`; `answer` and the mistakes are functions.
    samples : list of tuple
        Arguments to call with.
    within : float
        How far each number that it returns may be from the right one.
    """

    what = "a function"

    def __init__(self, ask, answer, *, samples, within, wrong, hint):
        super().__init__(ask, answer, wrong=wrong, hint=hint)
        self.samples, self.within = samples, within

    def read(self, answer):
        self._refuse_at_sight(answer)
        if not callable(answer):
            raise Refused(say("not_callable", kind=_kind(answer), what=translated(self.what)))
        values = []
        for sample in self.samples:
            arguments = _arguments(sample)
            try:
                # Copies: a function that changes its argument must not change the sample.
                value = answer(*(np.copy(a) if isinstance(a, np.ndarray) else a for a in sample))
            except Exception as error:
                text = f"{type(error).__name__}: {error}"
                raise Refused(say("raises", arguments=arguments, error=text)) from None
            array = None if value is None else _real_array(value)
            if array is None or not np.isfinite(array).all():
                raise Refused(say("no_values", arguments=arguments))
            want = np.shape(self.answer(*sample))
            if array.shape != want:
                raise Refused(say("values_shape", arguments=arguments, got=array.shape, want=want))
            values.append(array)
        return values

    def agrees(self, given, answer):
        return all(
            np.shape(should := np.asarray(answer(*sample), dtype=float)) == value.shape
            and np.allclose(value, should, rtol=0, atol=self.within)
            for sample, value in zip(self.samples, given, strict=True)
        )


class Expression(Question):
    """A SymPy expression or matrix, equal in value, however it is written.

    Parameters
    ----------
    ask, answer, wrong, hint
        As of `Question`; `answer` and the mistakes are functions that take the symbols in the
        order of `symbols` and return an expression.
    symbols : str
        Names of the symbols, apart by spaces.
    """

    what = "a SymPy expression"

    def __init__(self, ask, answer, *, symbols, wrong, hint):
        super().__init__(ask, answer, wrong=wrong, hint=hint)
        self.symbols = symbols.split()

    def read(self, answer):
        import sympy

        self._refuse_at_sight(answer)
        if isinstance(answer, numbers.Real):
            answer = sympy.sympify(answer)
        if not isinstance(answer, (sympy.Expr, sympy.MatrixBase)):
            raise Refused(say("not_symbolic", kind=_kind(answer), what=translated(self.what)))
        # By name: Symbol("k") and Symbol("k", integer=True) are one symbol to a reader.
        names = sorted(str(symbol) for symbol in answer.free_symbols)
        if not set(names) <= set(self.symbols):
            raise Refused(say("symbols", want=", ".join(self.symbols), got=", ".join(names)))
        want = np.shape(self.build(self.answer))
        if np.shape(answer) != want:
            raise Refused(say("shape", got=np.shape(answer), want=want))
        return answer

    def build(self, answer):
        """Return the expression that `answer` or a mistake makes of the symbols."""
        import sympy

        return answer(*sympy.symbols(self.symbols))

    def agrees(self, given, answer):
        # Values at points chosen once, to 30 digits: two analytic expressions that agree at
        # these agree, short of a conspiracy. Simplifying the difference may not end.
        import sympy

        other = self.build(answer)
        if np.shape(other) != np.shape(given):
            return False
        rng = np.random.default_rng(2017)
        for _ in range(6):
            point = dict(zip(self.symbols, rng.uniform(0.2, 1.4, len(self.symbols)), strict=True))
            for left, right in zip(_entries(given), _entries(other), strict=True):
                values = [
                    sympy.sympify(side).subs(
                        {s: point[str(s)] for s in sympy.sympify(side).free_symbols}
                    )
                    for side in (left, right)
                ]
                gap = sympy.Abs((values[0] - values[1]).evalf(30))
                if not (gap.is_number and gap.is_finite and gap < 1e-12):
                    return False
        return True


def sympy():
    """Return SymPy, loaded when the first answer needs it."""
    import sympy

    return sympy


@functools.cache
def _called(function):
    return function()


def _computed(value):
    """Return a value that may be given as a function without arguments; called once."""
    return _called(value) if callable(value) else value


def _entries(expression):
    return list(expression) if np.shape(expression) else [expression]


def _translated(words):
    return {key: translated(value) for key, value in words.items()}


def _real_array(value):
    """Return real numbers as a float64 array; None for anything else."""
    try:
        array = np.asarray(value)
        if array.dtype.kind == "O":  # SymPy's numbers
            array = array.astype(float)
    except Exception:
        return None
    return array.astype(float) if array.dtype.kind in "iuf" else None


def _kind(value):
    name = type(value).__name__
    vowel = name[0].lower() in "aeiou"
    return translated("an {name}" if vowel else "a {name}", name=name)


def _arguments(sample):
    parts = []
    for argument in sample:
        text = repr(argument)
        if np.size(argument) > 4:
            text = translated("an array of shape {shape}", shape=np.shape(argument))
        parts.append(text)
    return "(" + ", ".join(parts) + ")"
