"""Pages with live figures, for every test that looks at them in a browser."""

import json
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from figure_page import write_page  # noqa: E402

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


@pytest.fixture(scope="session")
def screens(browser):
    """The pages that tests share: one for each way of looking, since a page is slow to start."""
    kept = {}
    yield kept
    for screen in kept.values():
        screen.page.context.close()


@pytest.fixture
def show(browser, screens, tmp_path, request):
    """A function that shows figures on a page and returns it; at the end the page was quiet.

    Another call with the same options takes the page of the last one. `fresh` asks for a page of
    its own; `edit` changes the text of the page; `after` is put behind its address, and `serve`,
    a function, tells the address of a folder.
    """
    used, alone = [], []

    def start(*figures, theme="light", edit=None, watch=True, fresh=False, after="", serve=None,
              **options):  # fmt: skip
        key = json.dumps([watch, options], sort_keys=True)
        if fresh or key not in screens:
            screen = Screen(browser, watch, options)
            if fresh:
                alone.append(screen)
            else:
                screens[key] = screen
        else:
            screen = screens[key]
            if screen in used:
                screen.check()
        folder = tmp_path / str(len(used))
        folder.mkdir()
        path = write_page(folder, figures, theme)
        if edit:
            path.write_text(edit(path.read_text(encoding="utf-8")), encoding="utf-8")
        screen.page.mouse.move(0, 0)
        address = f"{serve(folder)}/{path.name}" if serve else path.as_uri()
        screen.page.goto(address + after)
        if screen.alive:
            screen.page.evaluate(SETTLE)
        used.append(screen)
        return screen.page

    yield start
    try:
        for screen in {id(screen): screen for screen in used}.values():
            screen.check()
    finally:
        for screen in alone:
            screen.page.context.close()
