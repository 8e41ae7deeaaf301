"""Small repairs of the theme's pages."""

import re
from pathlib import Path

from docutils import nodes

#: What extensions write, and what they should write.
IN_THE_TEXT = (
    # An id that every theorem, or every exercise, of a page has.
    (r'(<section[^>]*) id="(?:proof|exercise|solution)-content"', r"\1"),
    ('<div class="proof admonition" id="proof"', '<div class="proof admonition"'),
    # Several results of a function: a paragraph holds no list.
    (r'<p>(<ul class="simple">(?:(?!</ul>).)*</ul>)\n</p>', r"\1"),
)

#: What the theme writes, and what it should write; no pattern finds what replaces it.
AROUND_IT = (
    # A page without scripts is light; with the value "auto" it has no colours at all.
    (r'(<html [^>]*)data-theme="auto"', r'\1data-theme="light"'),
    # A name for machines that hides the words on the button.
    ('<summary aria-label="[^"]*">', "<summary>"),
    (r'(class="btn search-button-field [^"]*") title="[^"]*" aria-label="[^"]*"', r"\1"),
    # Tooltips stand in the main part of the page, not outside of all its parts.
    (
        r'(?<!main-content" )data-bs-toggle="tooltip"',
        'data-bs-container="#main-content" data-bs-toggle="tooltip"',
    ),
    # Which heading is being read is told by the contents at the side. The theme names a list that
    # no page has: Bootstrap then takes all links of the page for the list, and stops at the address
    # of a state of a figure.
    (r'data-bs-target="\.bd-toc-nav"', 'data-bs-target="#pst-page-toc-nav"'),
)


def name_headings_as_links_do(app, doctree):
    """A heading without Latin letters has the address that links to it use, and no number."""
    for section in doctree.findall(nodes.section):
        slug = section.get("slug")
        if slug and slug not in section["ids"]:
            section["ids"].insert(0, slug)


def repaired(html, repairs):
    for found, better in repairs:
        html = re.sub(found, better, html, flags=re.DOTALL)
    return html


def repair_the_text(app, pagename, templatename, context, doctree):
    if "body" in context:
        context["body"] = repaired(context["body"], IN_THE_TEXT)


def give_references_a_list(app, pagename, templatename, context, doctree):
    """A bibliography is marked as a list, so each of its entries must be marked as an item."""
    if 'class="citation-list"' in context.get("body", ""):
        context["body"] = context["body"].replace('role="doc-biblioentry"', 'role="listitem"')


def search_from_disk(app, pagename, templatename, context, doctree):
    """Search without extracts on a site opened from disk, where a page may not fetch another."""
    if pagename == "search":
        off = "DOCUMENTATION_OPTIONS.SHOW_SEARCH_SUMMARY = false"
        app.add_js_file(None, body=f"if (location.protocol === 'file:') {off};")


PRINT_LIGHT = """{ const root = document.documentElement.dataset;
let shown; addEventListener('beforeprint', () => { shown = root.theme; root.theme = 'light'; });
addEventListener('afterprint', () => { root.theme = shown; }); }"""


def print_light(app, pagename, templatename, context, doctree):
    """Paper is light: a page that is read in dark mode changes its mode while it is printed."""
    app.add_js_file(None, body=PRINT_LIGHT)


FOR_THE_KEYBOARD = """{ let last;
addEventListener('focusout', ({ target }) => { if (!target.closest('dialog')) last = target; });
addEventListener('close', () => setTimeout(() => last?.focus()), true);
const unfolded = () => dispatchEvent(new Event('resize'));
addEventListener('toggle', unfolded, true);
addEventListener('click', ({ target }) => target.closest('.admonition-title') && unfolded()); }"""


def serve_the_keyboard(app, pagename, templatename, context, doctree):
    """A dialog gives the keyboard back to the button that opened it, which the theme takes it from.

    And the theme learns of code that is unfolded, which it makes scrollable when a window changes.
    """
    app.add_js_file(None, body=FOR_THE_KEYBOARD)


def repair_the_pages(app, exception):
    if exception or app.builder.name != "html":
        return
    for page in Path(app.outdir).rglob("*.html"):
        text = repaired(page.read_text(encoding="utf-8"), AROUND_IT)
        if 'id="pst-page-toc-nav"' not in text:
            text = text.replace('data-bs-spy="scroll" ', "")
        page.write_text(text, encoding="utf-8")


def search_any_word(app, exception):
    """Look up words such as "constructor", which are names of every JavaScript object."""
    if exception or app.builder.name != "html":
        return
    path = Path(app.outdir, "_static", "searchtools.js")
    text = path.read_text(encoding="utf-8")
    own = r"Object.hasOwn(\1, word) ? \1[word] : undefined"
    path.write_text(re.sub(r"\b(terms|titleTerms)\[word\](?=,)", own, text), encoding="utf-8")


def setup(app):
    app.connect("doctree-read", name_headings_as_links_do, priority=400)  # before they are listed
    app.connect("html-page-context", repair_the_text)
    app.connect("html-page-context", give_references_a_list)
    app.connect("html-page-context", search_from_disk)
    app.connect("html-page-context", print_light)
    app.connect("html-page-context", serve_the_keyboard)
    app.connect("build-finished", repair_the_pages)
    app.connect("build-finished", search_any_word)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
