"""What all forms share: one piece of HTML, one script, one style, in both hosts."""

import html
import json
import re
from pathlib import Path

import anywidget
import traitlets

from .. import palette
from ..checks.words import all_words

_HERE = Path(__file__).parent


def _script(*names):
    words = f"const WORDS = {json.dumps(all_words(), ensure_ascii=False)};\n"
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
    roles = ("ink", "muted", "line", "panel", "paper", "position", "sine", "cosine", "positive")

    def variables(mode):
        colours = palette.as_dict()[mode]
        return "".join(f"  --pe-{role}: {colours[role]};\n" for role in roles)

    dark = (
        'html[data-theme="dark"] .pe-form,\n'
        'body[data-jp-theme-light="false"] .pe-form,\n'
        'body[data-vscode-theme-kind="vscode-dark"] .pe-form,\n'
        'body[data-vscode-theme-kind="vscode-high-contrast"] .pe-form'
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
        self._page = f'<div class="pe-form pe-{kind}" data-pe-form="{payload}">{inner}</div>'
        self._esm, self._css = module_script(), stylesheet()
        # In a notebook the chapters are notebooks too.
        super().__init__(_html=re.sub(r'(href="\w+)\.html', r"\1.md", self._page))

    @property
    def html(self):
        """The form for a page without a kernel."""
        return self._page

    def __repr__(self):
        return self._text

    def _repr_mimebundle_(self, **kwargs):
        data, metadata = super()._repr_mimebundle_(**kwargs) or ({}, {})
        return {**data, "text/plain": self._text, "text/html": self._page}, metadata


def options(ask, key, choices, kind, attributes, before="", after=""):
    """Return a set of options to choose from, as HTML."""
    inputs = "".join(
        f'<label class="pe-option"><input type="{kind}" name="{key}" value="{letter}" '
        f'autocomplete="off"> <span>{letter}. {text(choice)}</span></label>'
        for letter, choice in choices.items()
    )
    return f"<fieldset {attributes}><legend>{text(ask)}</legend>{before}{inputs}{after}</fieldset>"


def text(words):
    """Return plain words as HTML; what stands in backticks is code."""
    return re.sub(r"`([^`]+)`", r"<code>\1</code>", html.escape(words))
