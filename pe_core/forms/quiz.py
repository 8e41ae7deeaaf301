"""Six predictions: asked before the first chapter, answered again after the last."""

from dataclasses import dataclass

from ..checks.words import say
from ..language import say as translated
from .base import Form, options, text


@dataclass(frozen=True)
class Prediction:
    """A question of the quiz.

    Attributes
    ----------
    key : str
        Its name in the reader's record.
    ask, answer, now : str
        The question, the letter of the right option, and why it is right.
    options : dict of str to str
        Letter and text of each option.
    claims : tuple of str
        The claims of the tutorials that it is about.
    chapter, place : str
        Where the book answers it.
    """

    key: str
    ask: str
    options: dict
    answer: str
    now: str
    claims: tuple
    chapter: str
    place: str


PREDICTIONS = (
    Prediction(
        "order",
        "A layer of attention has no mask and no positions. It reads “dog bites man” instead of "
        "“man bites dog”. What happens to its three outputs?",
        {
            "a": "All three change, because every word has new neighbours.",
            "b": "Each word keeps its output, and takes it along to its new place.",
            "c": "The three outputs become one and the same vector.",
        },
        "b",
        "The rows are shuffled as the words are, and nothing else changes. A causal mask already "
        "breaks this.",
        ("A03", "A04", "B01"),
        "why_order",
        "thm-equivariant",
    ),
    Prediction(
        "fast",
        "The code of a position has 512 columns. Which of them change fastest from one position "
        "to the next?",
        {
            "a": "The first columns.",
            "b": "The last columns.",
            "c": "All columns change equally fast.",
        },
        "a",
        "The exponent grows with the pair, the frequency falls, and the wavelength grows. One of "
        "the tutorials says the reverse.",
        ("A10", "A17", "C07"),
        "formula",
        "which-columns-are-fast",
    ),
    Prediction(
        "cosine",
        "Each frequency has a sine and a cosine. What is lost if all columns are sines, of twice "
        "as many frequencies?",
        {
            "a": "Positions are no longer told apart.",
            "b": "Nothing, if the frequencies are chosen well.",
            "c": "No one matrix moves every code by a given offset any more.",
        },
        "c",
        "A code of sines alone can be moved by a matrix only where the moved code equals the code "
        "at the start: a matrix for each offset and different codes exclude each other.",
        ("B12", "B13", "B14"),
        "why_sin_and_cos",
        "thm-pure-sine",
    ),
    Prediction(
        "far",
        "The dot product of two codes is largest for one and the same position. What does it do "
        "as the two move apart without end?",
        {
            "a": "It falls with every step towards zero.",
            "b": "It falls at first, then rises and falls for ever.",
            "c": "It falls below zero and stays there.",
        },
        "b",
        "It has no limit: it comes back as near to its first value as you like, if you wait long "
        "enough.",
        ("C17", "C19"),
        "seeing",
        "thm-far-away",
    ),
    Prediction(
        "longer",
        "A head is trained on texts of 64 positions with the sinusoidal code. What follows for "
        "texts of 128 positions?",
        {
            "a": "It works, because the formula holds for every position.",
            "b": "It fails, because it has never seen those codes.",
            "c": "Neither: it depends on what the training has made of the matrix.",
        },
        "c",
        "The code offers a way to work at any length. Whether training takes it is another "
        "matter, and the optimizer has a say in it.",
        ("A36", "B25"),
        "extrapolation",
        "who-decides",
    ),
    Prediction(
        "direction",
        "Can a head that sees nothing but sinusoidal codes tell the word before from the word "
        "after?",
        {
            "a": "No: its scores depend on the distance alone.",
            "b": "Yes, with a matrix between the two codes.",
            "c": "Only under a causal mask.",
        },
        "b",
        "The plain dot product cannot. With a learned matrix the score may be odd in the offset, "
        "or peak at any offset you choose.",
        ("A41",),
        "direction",
        "an-odd-score",
    ),
)


def quiz_form():
    """Return the six questions, to be answered before reading."""
    boxes = "".join(
        options(
            f"{n}. {translated(p.ask)}",
            f"quiz-{p.key}",
            _choices(p),
            "radio",
            f'data-question="{p.key}"',
        )
        for n, p in enumerate(PREDICTIONS, 1)
    )
    count = _count(say("predicted", done=0, all=len(PREDICTIONS)))
    return Form("quiz", {"keys": [p.key for p in PREDICTIONS]}, boxes + count, _plain(False))


def review_form():
    """Return the six questions once more, each with its answer and the place that proves it."""
    boxes = "".join(
        options(
            f"{n}. {translated(p.ask)}",
            f"review-{p.key}",
            _choices(p),
            "radio",
            f'data-question="{p.key}"',
            f'<p class="pe-then" hidden>{say("no_then")}</p>',
            f'<button type="button" class="pe-show" hidden>{say("show")}</button>'
            f'<p class="pe-reply" role="status"></p>{_explained(p)}',
        )
        for n, p in enumerate(PREDICTIONS, 1)
    )
    count = _count(say("reviewed", done=0, all=len(PREDICTIONS), before=0, now=0))
    answers = {p.key: p.answer for p in PREDICTIONS}
    return Form("review", {"answers": answers}, boxes + count, _plain(True))


def _choices(p):
    return {letter: translated(option) for letter, option in p.options.items()}


def _count(words):
    return f'<p class="pe-count" role="status" hidden>{words}</p>'


def _explained(p):
    claims = " · ".join(f'<a href="#claim-{id.lower()}">{id}</a>' for id in p.claims)
    space = translated(" ")
    return (
        f"<details><summary>{translated('The answer')}</summary><p>{p.answer}. "
        f"{text(translated(p.options[p.answer]))}{space}{text(translated(p.now))}"
        f'{space}<a href="{p.chapter}.html#{p.place}">{translated("Where the book shows it")}</a>'
        f"{translated('. Claims: {claims}.', claims=claims)}</p></details>"
    )


def _plain(answered):
    lines = []
    for n, p in enumerate(PREDICTIONS, 1):
        lines.append(f"{n}. {translated(p.ask)}")
        lines += [f"   {a}. {translated(option)}" for a, option in p.options.items()]
        if answered:
            lines.append(f"   {translated('The answer')}: {p.answer}. {translated(p.now)}")
    return "\n".join(lines)
