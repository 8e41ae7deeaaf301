"""Small repairs of the theme's pages."""

from pathlib import Path


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


def watch_the_contents_alone(app, exception):
    """Which heading is being read is told by the contents at the side, where a page has them.

    The theme names a list that no page has. Bootstrap then takes all links of the page for the
    list, and stops at the address of a state of a figure.
    """
    if exception or app.builder.name != "html":
        return
    for page in Path(app.outdir).rglob("*.html"):
        text = page.read_text(encoding="utf-8")
        contents = 'data-bs-target="#pst-page-toc-nav"'
        text = text.replace('data-bs-target=".bd-toc-nav"', contents)
        if 'id="pst-page-toc-nav"' not in text:
            text = text.replace('data-bs-spy="scroll" ', "")
        page.write_text(text, encoding="utf-8")


def setup(app):
    app.connect("html-page-context", give_references_a_list)
    app.connect("html-page-context", search_from_disk)
    app.connect("html-page-context", print_light)
    app.connect("build-finished", watch_the_contents_alone)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
