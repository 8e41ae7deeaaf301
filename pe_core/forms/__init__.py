"""What readers answer in place: exercises, the quiz, and votes on the claims.

Each is HTML made by Python that one script brings to life. On a static page the script finds it; in
a kernel the same HTML is an ipywidget. What a reader answers stays in the browser.
"""

import html
import json
from pathlib import Path

import anywidget
import traitlets

from .. import palette
from .words import WORDS

_HERE = Path(__file__).parent


def _script(*names):
    words = f"const WORDS = {json.dumps(WORDS, ensure_ascii=False)};\n"
    lines = "".join((_HERE / name).read_text(encoding="utf-8") for name in names).splitlines()
    lean = (line.strip() for line in lines)
    return words + "".join(f"{line}\n" for line in lean if line and not line.startswith("//"))


def module_script():
    """Return the script as one ES module in the front-end format of anywidget."""
    return f"{_script('forms.js')}\nexport default {{ render }};\n"


def classic_script():
    """Return the script for pages without a kernel; it starts every form of the page."""
    return f'(() => {{\n"use strict";\n{_script("forms.js")}\nstart(document);\n}})();\n'


def stylesheet():
    """Return the style of the forms, for both modes of the page."""
    roles = ("ink", "muted", "line", "panel", "paper", "position")

    def variables(mode):
        colours = palette.as_dict()[mode]
        return "".join(f"  --pe-{role}: {colours[role]};\n" for role in roles)

    dark = (
        'html[data-theme="dark"] .pe-form,\n'
        'body[data-jp-theme-light="false"] .pe-form,\n'
        'body[data-vscode-theme-kind="vscode-dark"] .pe-form'
    )
    rules = (_HERE / "forms.css").read_text(encoding="utf-8")
    return f".pe-form {{\n{variables('light')}}}\n{dark} {{\n{variables('dark')}}}\n{rules}"


class Form(anywidget.AnyWidget):
    """HTML that readers answer in.

    Parameters
    ----------
    kind : str
        What the script makes of it: "exercise", "quiz", "review" or "ledger".
    data : object
        What the script needs to know, as JSON.
    inner : str
        The HTML inside, complete without the script.
    text : str
        The same in plain text.
    """

    _html = traitlets.Unicode().tag(sync=True)

    def __init__(self, kind, data, inner, text):
        payload = html.escape(json.dumps({"kind": kind, **data}, ensure_ascii=False))
        self._text = text
        self._esm, self._css = module_script(), stylesheet()
        super().__init__(
            _html=f'<div class="pe-form pe-{kind}" data-pe-form="{payload}">{inner}</div>'
        )

    def __repr__(self):
        return self._text

    def _repr_mimebundle_(self, **kwargs):
        data, metadata = super()._repr_mimebundle_(**kwargs) or ({}, {})
        return {**data, "text/plain": self._text, "text/html": self._html}, metadata


def exercise_form(exercise):
    """Return the form of an exercise: its fields where a page can check them, and its call."""
    parts = {name: part.on_the_page() for name, part in exercise.parts.items()}
    shown = {name: part for name, part in parts.items() if part}
    fields = "".join(_field(exercise.name, name, part) for name, part in shown.items())
    button = '<button type="submit" class="pe-send">Check</button>' if shown else ""
    rest = [part.ask for name, part in exercise.parts.items() if name not in shown]
    others = "".join(f'<p class="pe-rest">{html.escape(ask)}</p>' for ask in rest)
    call = f'<p class="pe-call">In a notebook: <code>{html.escape(exercise.call)}</code></p>'
    form = f'<form class="pe-fields">{fields}{button}</form>' if shown else ""
    inner = f'{form}<p class="pe-reply" role="status"></p>{others}{call}'
    return Form("exercise", {"name": exercise.name, "parts": shown}, inner, repr(exercise))


def _field(exercise, name, part):
    ask, key = html.escape(part["ask"]), f"{exercise}-{name}"
    if part["kind"] == "number":
        unit = f' <span class="pe-unit">{html.escape(part["unit"])}</span>' if part["unit"] else ""
        return (
            f'<label class="pe-ask">{ask} <span class="pe-given"><input name="{name}" '
            f'inputmode="decimal" autocomplete="off" maxlength="40">{unit}</span></label>'
        )
    kind = "checkbox" if part["several"] else "radio"
    options = "".join(
        f'<label class="pe-option"><input type="{kind}" name="{key}" value="{letter}"> '
        f"<span>{letter}. {html.escape(text)}</span></label>"
        for letter, text in part["options"].items()
    )
    return f'<fieldset data-part="{name}"><legend>{ask}</legend>{options}</fieldset>'
