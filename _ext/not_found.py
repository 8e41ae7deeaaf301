"""The page for an address that is not there.

A server such as GitHub Pages shows it under the unknown address itself, in a folder of any depth.
So its own links start at the root of the server, once `_config.yml` says where the site will be
(`html: baseurl`).
"""

import re
from pathlib import Path
from urllib.parse import urlsplit

from sphinx.locale import _

BODY = """
<h1>{heading}</h1>
<p>{sentence} <a href="index.html">{home}</a></p>
<form action="search.html" method="get" role="search">
<input type="search" name="q" aria-label="{search}" class="form-control d-inline-block w-50"
  autocomplete="off" />
<button type="submit" class="btn border text-reset">{search}</button>
</form>
"""

#: An address below the root of the site, as pages write it.
LOCAL = re.compile(r'\b(href|src|action|data-content_root)="(?!#|/|data:|mailto:|https?:)(\./)?')


def page(app):
    title = _("This page is not here")
    body = BODY.format(
        heading=title,
        sentence=_("The address may have a slip in it, or the page has moved."),
        home=_("Go to the first page"),
        search=_("Search"),
    )
    # Without pageurl: this page is the original of nothing.
    context = {"title": title, "pagetitle": title, "body": body, "pageurl": None}
    yield "404", context, "page.html"


def start_links_at_the_root(app, exception):
    if exception or app.builder.name != "html" or not app.config.html_baseurl:
        return
    root = urlsplit(app.config.html_baseurl).path.rstrip("/") + "/"
    path = Path(app.outdir) / "404.html"
    text = path.read_text(encoding="utf-8")
    path.write_text(LOCAL.sub(rf'\1="{root}', text), encoding="utf-8")


def setup(app):
    app.connect("html-collect-pages", page)
    app.connect("build-finished", start_links_at_the_root)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
