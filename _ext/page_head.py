"""What search engines and messengers are told: descriptions, a card, a list of the pages.

Each page has a description, and the title and description that a messenger shows with a link. The
card's picture and the list of pages need full addresses: they are made when `_config.yml` says
where the site will be (`html: baseurl`).
"""

import re
from html import escape
from pathlib import Path

from docutils import nodes
from matplotlib.figure import Figure
from sphinx.locale import _
from translation import HAN

from pe_core import sinusoidal_table
from pe_core.palette import LIGHT, diverging_map

#: Search engines show about this many characters of a description.
LONGEST = 160
CARD = "_static/card.png"
GOALS = "You will be able to "


def absolute(app, path):
    return f"{app.config.html_baseurl.rstrip('/')}/{path}"


def shortened(text):
    """The text in at most LONGEST characters, cut between words."""
    if re.search(f"[{HAN}]", text):  # a letter takes two columns, and no space ends a word
        half = LONGEST // 2
        return text if len(text) <= half else text[: half - 1].rstrip("，、；：（") + "…"
    if len(text) <= LONGEST:
        return text
    return text[: LONGEST - 1].rpartition(" ")[0].rstrip(" ,;:(") + "…"


def description(doctree):
    """What the page says first, in words: of a chapter, what its readers will be able to do."""
    for paragraph in doctree.findall(nodes.paragraph):
        text = " ".join(paragraph.astext().split())
        cited = isinstance(paragraph.parent, nodes.citation)
        if text and not cited and "\\" not in text:  # a formula would be shown as LaTeX
            text = text.removeprefix(str(_(GOALS)))
            return shortened(text[0].upper() + text[1:])
    return None


def add_tags(app, pagename, templatename, context, doctree):
    if not doctree:
        return
    book = app.config.html_title
    title = doctree.next_node(nodes.title).astext()
    words = description(doctree) or _("{title} of the book {book}").format(title=title, book=book)
    tags = {
        "name": {"description": words, "twitter:card": "summary"},
        "property": {
            "og:type": "article",
            "og:site_name": book,
            "og:title": title,
            "og:description": words,
        },
    }
    if app.config.html_baseurl:
        tags["name"]["twitter:card"] = "summary_large_image"
        tags["property"]["og:url"] = absolute(app, app.builder.get_target_uri(pagename))
        tags["property"]["og:image"] = absolute(app, CARD)
        tags["property"]["og:image:alt"] = _("Codes of positions 0 to 127 as a coloured map")
    context["metatags"] += "".join(
        f'<meta {kind}="{name}" content="{escape(value)}" />\n'
        for kind, values in tags.items()
        for name, value in values.items()
    )


def draw_card(path, title):
    """The title over the codes of 128 positions, each a column: sines above, cosines below."""
    figure = Figure(figsize=(12, 6.3), dpi=100)
    figure.text(0.05, 0.84, title, fontsize=40, fontweight="bold", color=LIGHT["ink"])
    words = _("The sinusoidal code of each position: derive it, prove it, see it")
    figure.text(0.05, 0.74, words, fontsize=20, color=LIGHT["muted"])
    axes = figure.add_axes((0, 0, 1, 0.66))
    axes.set_axis_off()
    codes = sinusoidal_table(128, 64, layout="halves").T
    axes.imshow(codes, cmap=diverging_map(), vmin=-1, vmax=1, aspect="auto")
    figure.savefig(path, metadata={"Software": None})  # the same file from every version


def write_files(app, exception):
    if exception or app.builder.name != "html" or not app.config.html_baseurl:
        return
    out = Path(app.outdir)
    draw_card(out / CARD, app.config.html_title)
    uris = [absolute(app, app.builder.get_target_uri(name)) for name in sorted(app.env.found_docs)]
    lines = "".join(f"<url><loc>{escape(uri)}</loc></url>\n" for uri in uris)
    text = (
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        f'<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n{lines}</urlset>\n'
    )
    (out / "sitemap.xml").write_text(text, encoding="utf-8")


def setup(app):
    app.connect("html-page-context", add_tags)
    app.connect("build-finished", write_files)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
