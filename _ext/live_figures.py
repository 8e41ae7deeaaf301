"""Give the pages that hold a live figure its script and style, and no other page.

The figures are defined once, in ``pe_core.explorers``. Here their JavaScript is written to the
site as one classic, deferred script: browsers refuse module scripts on pages opened from disk.
"""

from pathlib import Path

from pe_core import explorers

MARK = 'class="pe-figure'


def add_assets(app, pagename, templatename, context, doctree):
    if MARK in context.get("body", ""):
        app.add_js_file("figures.js", loading_method="defer")
        app.add_css_file("figures.css")


def write_assets(app, exception):
    if exception or app.builder.format != "html":
        return
    folder = Path(app.outdir) / "_static"
    (folder / "figures.js").write_text(explorers.classic_script(), encoding="utf-8")
    (folder / "figures.css").write_text(explorers.stylesheet(), encoding="utf-8")


def setup(app):
    # After myst_nb has put the outputs into the page.
    app.connect("html-page-context", add_assets, priority=600)
    app.connect("build-finished", write_assets)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
