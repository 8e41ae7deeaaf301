"""Give the pages that hold a live figure or a form its script and style, and no other page.

Both are defined once, in ``pe_core``. Here their JavaScript is written to the site as classic,
deferred scripts: browsers refuse module scripts on pages opened from disk.
"""

from pathlib import Path

from pe_core import explorers, forms

#: What a page holds, and the files that bring it to life.
PARTS = {'class="pe-figure': ("figures", explorers), 'class="pe-form': ("forms", forms)}


def add_assets(app, pagename, templatename, context, doctree):
    for mark, (name, _) in PARTS.items():
        if mark in context.get("body", ""):
            app.add_js_file(f"{name}.js", loading_method="defer")
            app.add_css_file(f"{name}.css")


def write_assets(app, exception):
    if exception or app.builder.format != "html":
        return
    folder = Path(app.outdir) / "_static"
    for name, part in PARTS.values():
        (folder / f"{name}.js").write_text(part.classic_script(), encoding="utf-8")
        (folder / f"{name}.css").write_text(part.stylesheet(), encoding="utf-8")


def setup(app):
    # After myst_nb has put the outputs into the page.
    app.connect("html-page-context", add_assets, priority=600)
    app.connect("build-finished", write_assets)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
