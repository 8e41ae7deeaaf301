"""An exercise: one question, or several by name."""

from typing import Any

from ..language import say as translated
from .questions import Question, Reply
from .words import say


class Exercise:
    """The checker of one exercise of the book.

    Call it with an answer. Show it as the last line of a cell to answer in place.

    Parameters
    ----------
    label : str
        Label of the exercise in its chapter, "ex-wavelength-383".
    question : Question, optional
        The only question.
    **parts : Question
        The questions, by name, where there are several.

    Examples
    --------
    >>> from pe_core import checks
    >>> checks.wavelength_383(wavelength=61343, pair=336)
    Right.
    """

    def __init__(self, label: str, question: Question | None = None, **parts: Question) -> None:
        self.label = label
        self.parts = {"answer": question} if question else parts

    @property
    def name(self) -> str:
        """The name in `pe_core.checks`: "wavelength_383"."""
        return self.label.removeprefix("ex-").replace("-", "_")

    @property
    def call(self) -> str:
        """How to call it in code."""
        single = list(self.parts) == ["answer"]
        inside = "answer" if single else ", ".join(f"{name}=…" for name in self.parts)
        return f"checks.{self.name}({inside})"

    def __call__(self, *answers: Any, **named: Any) -> Reply:
        if len(answers) + len(named) == 0:
            return Reply(False, say("open", parts=", ".join(self.parts)))
        if answers and (len(answers) > 1 or named or len(self.parts) > 1):
            if len(self.parts) == 1:  # several answers to one question
                answers = (answers,)
            else:
                return Reply(False, say("positional", count=len(self.parts), call=self.call))
        given = named or {next(iter(self.parts)): answers[0]}
        unknown = [name for name in given if name not in self.parts]
        if unknown:
            return Reply(False, say("unknown", name=unknown[0], parts=", ".join(self.parts)))
        replies = {name: self.parts[name].reply(answer) for name, answer in given.items()}
        left = [name for name in self.parts if name not in given]
        if len(self.parts) == 1:
            return next(iter(replies.values()))
        if all(replies.values()) and not left:
            return Reply(True, say("right"))
        lines = [f"{name}: {reply}" for name, reply in replies.items()]
        if left:
            lines.append(say("open", parts=", ".join(left)))
        return Reply(False, "\n".join(lines))

    def __repr__(self):
        lines = [f"{name}: {translated(part.ask)}" for name, part in self.parts.items()]
        return "\n".join([*lines, self.call])

    def _repr_mimebundle_(self, **kwargs):
        from ..forms import exercise_form

        return exercise_form(self)._repr_mimebundle_(**kwargs)
