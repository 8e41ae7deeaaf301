"""Formulas as MathML, made while the book is built.

A page then needs no script to show its mathematics: it is complete with JavaScript off, from disk
and offline, and a screen reader finds the formula itself. A formula that cannot be converted is a
warning, which stops a strict build.
"""

import re

from docutils import nodes
from math_core import LatexError, LatexToMathML
from sphinx.locale import _
from sphinx.util import logging
from sphinx.util.math import get_node_equation_number

logger = logging.getLogger(__name__)
converter = LatexToMathML()

#: A displayed formula longer than this may be wider than a phone, so the keyboard must reach it.
WIDE = 30


def to_mathml(latex, node, *, displaystyle):
    """MathML for a formula, with its LaTeX kept for copying and for tests."""
    # Each part that is parted by a blank line is a formula of its own, as in Sphinx.
    parts = [part for part in re.split(r"\n\s*\n", latex) if part.strip()]
    try:
        return "".join(
            converter.convert_with_local_state(part.strip(), displaystyle=displaystyle)
            for part in parts
        )
    except LatexError as error:
        plain = re.sub(r"\x1b\[[0-9;]*m", "", str(error))
        logger.warning("cannot convert the formula %r: %s", latex, plain, location=node)
        return f"<code>{latex}</code>"


def visit_inline(translator, node):
    translator.body.append(translator.starttag(node, "span", "", CLASS="math"))
    translator.body.append(to_mathml(node.astext(), node, displaystyle=False) + "</span>")
    raise nodes.SkipNode


def visit_block(translator, node):
    latex = node.astext()
    reach = {"tabindex": "0", "role": "group", "aria-label": _("formula")}
    attributes = reach if len(latex) > WIDE else {}
    translator.body.append(translator.starttag(node, "div", CLASS="math", **attributes))
    if node["number"]:
        number = get_node_equation_number(translator, node)
        translator.body.append(f'<span class="eqno">({number})')
        translator.add_permalink_ref(node, _("Link to this equation"))
        translator.body.append("</span>")
    translator.body.append(to_mathml(latex, node, displaystyle=True) + "</div>\n")
    raise nodes.SkipNode


#: An inline formula and the signs that follow it without a space. MathML holds no span of its own.
WITH_SIGN = re.compile(r'(<span class="math">(?:(?!</span>).)*</span>)([.,;:!?)\]’”]+)', re.DOTALL)


def keep_signs_with_formulas(app, pagename, templatename, context, doctree):
    """Keep the full stop after a formula from standing alone at the start of the next line."""
    if "body" in context:
        context["body"] = WITH_SIGN.sub(r'<span class="with-sign">\1\2</span>', context["body"])


def setup(app):
    app.connect("html-page-context", keep_signs_with_formulas)
    app.add_html_math_renderer("mathml", (visit_inline, None), (visit_block, None))
    return {"parallel_read_safe": True, "parallel_write_safe": True}
