"""A page with live figures and nothing else, for tests and measurements."""

from pe_core.explorers import classic_script, stylesheet

# The variables that the theme of the book sets; dark or light like the book's own pages.
HEAD = """<!doctype html>
<html lang="en" data-theme="{theme}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Figures</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="figures.css">
<script src="figures.js" defer></script>
<style>
html {{ --pst-color-background: #ffffff; }}
html[data-theme="dark"] {{ --pst-color-background: #14181e; color: #e8eaee; }}
body {{
  max-width: 760px; margin: 0 auto; padding: 0 16px;
  background: var(--pst-color-background); font-family: sans-serif;
}}
</style>
</head>
"""


_drawn = {}


def _html(figure):
    """Return the HTML of a figure; tests show the same states again and again."""
    key = repr(figure)
    if key not in _drawn:
        _drawn[key] = figure.html()
    return _drawn[key]


def write_page(folder, figures, theme="light"):
    """Write a page with these figures, its script and its style; return the path of the page."""
    (folder / "figures.js").write_text(classic_script(), encoding="utf-8")
    (folder / "figures.css").write_text(stylesheet(), encoding="utf-8")
    shown = "\n".join(map(_html, figures))
    body = f"<body><main><h1>Figures</h1>\n{shown}\n<p id='below'>The text below.</p></main></body>"
    page = folder / f"{theme}.html"
    page.write_text(HEAD.format(theme=theme) + body + "</html>\n", encoding="utf-8")
    return page
