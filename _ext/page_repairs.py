"""Small repairs of the theme's pages."""


def give_references_a_list(app, pagename, templatename, context, doctree):
    """A bibliography is marked as a list, so each of its entries must be marked as an item."""
    if 'class="citation-list"' in context.get("body", ""):
        context["body"] = context["body"].replace('role="doc-biblioentry"', 'role="listitem"')


def search_from_disk(app, pagename, templatename, context, doctree):
    """Search without extracts on a site opened from disk, where a page may not fetch another."""
    if pagename == "search":
        off = "DOCUMENTATION_OPTIONS.SHOW_SEARCH_SUMMARY = false"
        app.add_js_file(None, body=f"if (location.protocol === 'file:') {off};")


def setup(app):
    app.connect("html-page-context", give_references_a_list)
    app.connect("html-page-context", search_from_disk)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
