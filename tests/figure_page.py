"""A page with live figures and nothing else, for tests and measurements."""

from pe_core import language
from pe_core.explorers import classic_script, stylesheet

TALL = {"width": 1280, "height": 2200}  # every view of a figure is on screen at once

# What a drawing must never be given; the page keeps what it was given all the same.
WATCH = """
globalThis.bad = [];
const check = (name) => {
  const original = CanvasRenderingContext2D.prototype[name];
  CanvasRenderingContext2D.prototype[name] = function (...args) {
    for (const value of args) {
      const wrong = typeof value === "number" ? !Number.isFinite(value)
        : typeof value === "string" && /NaN|undefined|Infinity|null|\\[object/.test(value);
      if (wrong) globalThis.bad.push(`${name}(${args.join(", ")})`);
    }
    return original.apply(this, args);
  };
};
["moveTo", "lineTo", "arc", "fillText", "strokeText", "fillRect", "roundRect", "rect", "drawImage"]
  .forEach(check);
"""

SETTLE = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"

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
    key = language.current(), repr(figure)
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


class Screen:
    """A page of the browser, and what it said on the console or fetched from elsewhere."""

    def __init__(self, browser, watch, options):
        self.page = browser.new_context(**{"viewport": TALL, **options}).new_page()
        self.alive = options.get("java_script_enabled", True)
        self.messages = []
        self.page.on("console", lambda message: self.messages.append(message.text))
        self.page.on("pageerror", lambda error: self.messages.append(str(error)))
        self.page.on("request", self.hear)
        if watch:
            self.page.add_init_script(WATCH)

    def hear(self, request):
        if not request.url.startswith(("file:", "data:", "blob:", "http://127.0.0.1:")):
            self.messages.append(request.url)

    def check(self):
        """Fail if anything was said, or drawn from what is no number."""
        said = [*self.messages, *(self.page.evaluate("globalThis.bad ?? []") if self.alive else [])]
        self.messages.clear()
        assert said[:5] == []
