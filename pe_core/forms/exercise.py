"""The form of an exercise."""

import html

from ..checks.words import say
from ..language import say as translated
from .base import Form, options, text


def exercise_form(exercise):
    """Return the form of an exercise: its fields where a page can check them, and its call."""
    parts = {name: part.on_the_page() for name, part in exercise.parts.items()}
    shown = {name: part for name, part in parts.items() if part}
    fields = "".join(_field(exercise.name, name, part) for name, part in shown.items())
    space = translated(" ")
    others = "".join(
        f'<p class="pe-call">{translated("Only there:")}{space}{text(translated(part.ask))}</p>'
        for name, part in exercise.parts.items()
        if name not in shown
    )
    there = translated("In a notebook:")
    call = f'<p class="pe-call">{there}{space}<code>{html.escape(exercise.call)}</code></p>'
    send = (
        f'<p class="pe-given"><button type="button" class="pe-send">{translated("Check")}</button>'
        '<span class="pe-summary pe-count"></span></p>'
    )
    # Hidden until the script is there: a saved notebook without it has nothing to press.
    form = f'<div class="pe-fields" hidden>{fields}{send}</div>' if shown else ""
    data = {"name": exercise.name, "parts": shown}
    return Form("exercise", data, form + call + others, repr(exercise))


def _field(exercise, name, part):
    key = f"{exercise}-{name}"
    reply = f'<p class="pe-reply" role="status" id="{key}-reply"></p>'
    if part["kind"] == "choice":
        kind = "checkbox" if part["several"] else "radio"
        after = f'<p class="pe-call">{say("choose_all")}</p>' if part["several"] else ""
        attributes = f'data-part="{name}"'
        return options(part["ask"], key, part["options"], kind, attributes, after=after + reply)
    # Number pads of some phones have no minus sign.
    pad = "decimal" if part["answer"] >= 0 else "text"
    return (
        f'<div data-part="{name}"><label class="pe-ask" for="{key}">{text(part["ask"])}</label>'
        f'<div class="pe-given"><input id="{key}" inputmode="{pad}" autocomplete="off" '
        f'maxlength="40" aria-describedby="{key}-unit {key}-reply">'
        f'<span class="pe-unit" id="{key}-unit">{text(part["unit"])}</span></div>{reply}</div>'
    )
