"""Let any page link to a state of a live figure: ``[t = 38](formula.md#ClockWall?position=38)``.

A link names a page of the book, and behind the # what the figure's own button "Copy link" writes.
A state that the figure does not have stops a strict build.
"""

from urllib.parse import parse_qsl

import traitlets
from docutils import nodes
from sphinx.addnodes import pending_xref
from sphinx.transforms.post_transforms import SphinxPostTransform
from sphinx.util import logging

from pe_core import explorers

logger = logging.getLogger(__name__)


def figure_of(fragment):
    """Return the live figure in the state that a link asks for; None if the link means a heading.

    Raises
    ------
    ValueError
        If the figure has no such state, or its button would write the link in another way.
    """
    name, _, query = fragment.partition("?")
    figure = next((f for f in explorers.FIGURES if f.__name__ == name), None)
    if figure is None:
        return None
    controls = figure.controls()
    try:
        state = {key: meant(controls[key], text) for key, text in parse_qsl(query)}
        shown = figure(**state)
    except (KeyError, ValueError, traitlets.TraitError) as error:
        raise ValueError(f"{fragment} is no state of the figure: {error}") from None
    if shown.link() != f"#{fragment}":
        raise ValueError(f"{fragment}: the button of the figure writes {shown.link()}")
    return shown


def meant(control, text):
    """Return the value of a control that a text in a link means."""
    if control["kind"] == "slider":
        return float(text) if control["step"] == 0 else int(text)
    options = control.get("options", [True, False])
    return next((option for option in options if str(option).lower() == text.lower()), text)


class StateLinks(SphinxPostTransform):
    """Resolve the links to states before MyST looks for headings of their names."""

    default_priority = 8

    def run(self, **kwargs):
        for node in list(self.document.findall(pending_xref)):
            fragment = node.get("reftargetid") or ""
            try:
                if node.get("refdomain") != "doc" or figure_of(fragment) is None:
                    continue
            except ValueError as error:
                logger.warning("%s", error, location=node)
            here = node.get("refdoc", self.env.docname)
            page = self.app.builder.get_relative_uri(here, node["reftarget"])
            link = nodes.reference(refuri=f"{page}#{fragment}", internal=True)
            link += node.children
            node.replace_self(link)


def setup(app):
    app.add_post_transform(StateLinks)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
