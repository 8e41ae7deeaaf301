"""A page stands still, its menus are for everybody, and nothing that one types in it runs."""

import html
import json
import re
from dataclasses import replace
from urllib.parse import quote

import pytest
from figure_page import SETTLE
from test_figure_links import HOSTILE
from test_forms import RECORD, answer, boxed, open_forms  # noqa: F401
from test_site import DESKTOP, FOUND, PHONE, barriers, visit

from pe_core import claims, forms
from pe_core.checks.exercise import Exercise
from pe_core.checks.questions import Choice, Number
from pe_core.explorers import ClockWall


@pytest.fixture(scope="module")
def address(serve, site):
    return serve(site)


# Nothing moves when the scripts start -------------------------------------------------------------

#: Scripts that wait until the page has been shown; the figures' and the forms' are among them.
LATE = re.compile(r"/(figures|forms|bootstrap|pydata-sphinx-theme)\.js")

# Collect what moves, by at least a pixel, once the page has been shown without these scripts.
SHOWN = """async () => {
  const frame = () => new Promise(requestAnimationFrame);
  while (document.readyState === "loading"
    || !performance.getEntriesByName("first-contentful-paint").length) await frame();
  await document.fonts.ready;
  for (let n = 0; n < 3; n++) await frame();
  globalThis.moved = [];
  new PerformanceObserver((list) => {
    for (const { node, previousRect: from, currentRect: to } of
      list.getEntries().flatMap((entry) => entry.sources)) {
      const by = Math.max(Math.abs(to.x - from.x), Math.abs(to.y - from.y));
      if (by >= 1) moved.push(`${node?.className || node?.nodeName} by ${by}`);
    }
  }).observe({ type: "layout-shift" });
}"""


@pytest.mark.parametrize("width", [390, pytest.param(1280, marks=pytest.mark.release)])
def test_nothing_moves_when_figures_and_forms_start(browser, address, site, pages, width):
    """Also below what a reader sees at first: the window is as long as the page."""
    context = browser.new_context(viewport={"width": width, "height": 40_000})
    page, waiting = context.new_page(), []
    page.route(LATE, lambda route: waiting.append(route))
    started = 0
    for path in pages:
        text = (site / path).read_text(encoding="utf-8")
        if not re.search(r'class="(pe-figure|pe-form|[^"]*\bdropdown admonition)', text):
            continue
        page.goto(f"{address}/{path}", wait_until="commit")
        page.evaluate(SHOWN)
        assert page.locator(".pe-live").count() == 0
        while waiting:
            waiting.pop().continue_()
        page.wait_for_load_state("load")
        page.evaluate(SETTLE)
        started += page.locator(".pe-live").count()
        assert page.evaluate("moved") == [], path
    assert started > 50
    context.close()


# Menus and dialogs --------------------------------------------------------------------------------

#: What can be opened at each width: the words of the test, how it is opened, what is then there.
SMALL_PAGE = "chapters/paths.html"
OPENERS = {
    "download": (".dropdown-download-buttons > button", ".dropdown-menu.show"),
    "search": ("Control+k", "#pst-search-dialog[open]"),
    "tooltip": (".theme-switch-button", ".tooltip.show"),
    "drawer": (".primary-toggle", "#pst-primary-sidebar-modal[open]"),
    "contents": (".secondary-toggle", "#pst-secondary-sidebar-modal[open]"),
}
PHONE_ONLY = ("drawer", "contents")
LOOKS = [
    (DESKTOP, "light"),
    (PHONE, "dark"),
    pytest.param(DESKTOP, "dark", marks=pytest.mark.release),
    pytest.param(PHONE, "light", marks=pytest.mark.release),
]


def open_it(page, how, then):
    """Open a menu or a dialog by the keyboard; a tooltip comes with the mouse alone."""
    if how == "Control+k":
        page.keyboard.press(how)
    elif "tooltip" in then:
        page.hover(f"{how}:visible")
    else:
        page.locator(f"{how}:visible").focus()
        page.keyboard.press("Enter")
    page.wait_for_selector(then)


@pytest.mark.parametrize("viewport, scheme", LOOKS)
def test_what_can_be_opened_has_no_barrier(browser, address, viewport, scheme):
    for name, (how, then) in OPENERS.items():
        if name in PHONE_ONLY and viewport is DESKTOP:
            continue
        url = f"{address}/{SMALL_PAGE}"
        page, _, _ = visit(browser, url, viewport=viewport, color_scheme=scheme)
        open_it(page, how, then)
        assert barriers(page) == [], name
        page.context.close()


# What can be scrolled can be reached by the keyboard. The theme sees to it a while after the page
# has changed: how long depends on the machine.
REACHED = """() => [...document.querySelectorAll("main pre")].every(
  (pre) => pre.scrollWidth <= pre.clientWidth || pre.tabIndex === 0)"""

# A page that a key has sent somewhere may still be on its way, and a button half below the header,
# which axe takes for too small to be touched.
TO_THE_TOP = """async () => {
  document.documentElement.style.scrollBehavior = "auto";
  do {
    scrollTo(0, 0);
    await new Promise((done) => setTimeout(done, 100));
  } while (scrollY);
}"""


@pytest.mark.parametrize("viewport, scheme", LOOKS)
def test_a_page_with_all_unfolded_and_a_page_of_results_have_no_barrier(
    browser, address, viewport, scheme
):
    options = {"viewport": viewport, "color_scheme": scheme}
    page, _, _ = visit(browser, f"{address}/chapters/simple_codes.html", **options)
    for folded in page.locator("main .toggle-button, main summary").all():
        folded.press("Enter")
    page.wait_for_function(REACHED)
    for solution in page.locator("main .solution").all():
        assert solution.locator("section").first.is_visible()
    assert page.locator("main details:not([open])").count() == 0
    page.evaluate(TO_THE_TOP)
    assert barriers(page) == []
    page.goto(f"{address}/search.html?q=rotation")
    page.wait_for_function(FOUND, arg="rotation")
    assert barriers(page) == []
    page.context.close()


def test_wide_code_in_a_solution_can_be_reached_once_it_is_open(browser, address):
    page, _, _ = visit(browser, f"{address}/chapters/simple_codes.html", viewport=DESKTOP)
    page.press("#button-sol-fraction-moves", "Enter")
    page.wait_for_selector("#sol-fraction-moves pre[tabindex='0']")
    page.context.close()


FOCUS = "document.activeElement.className.replace(' show', '') || document.activeElement.nodeName"
IN_A_DIALOG = "document.activeElement.closest('dialog') !== null"


@pytest.mark.parametrize("name", ["download", "search", "drawer", "contents"])
def test_a_dialog_holds_the_keyboard_and_gives_it_back(browser, address, name):
    how, then = OPENERS[name]
    page, messages, _ = visit(browser, f"{address}/{SMALL_PAGE}", viewport=PHONE)
    here = "article a" if name == "search" else how  # Control+k finds the reader anywhere
    page.locator(f"{here}:visible").first.focus()
    opener = page.evaluate(FOCUS)
    open_it(page, how, then)
    if name != "download":
        inside = 0
        for _ in range(page.locator(f"{then} :is(a, button, input)").count() + 10):
            page.keyboard.press("Tab")
            inside += page.evaluate(IN_A_DIALOG)
            # The body stands for the browser's own bar.
            assert page.evaluate(IN_A_DIALOG) or page.evaluate(FOCUS) == "BODY"
        assert inside > 5
        while not page.evaluate(IN_A_DIALOG):
            page.keyboard.press("Tab")
    page.keyboard.press("Escape")
    page.wait_for_selector(then, state="hidden")
    page.wait_for_function(f"(name) => ({FOCUS}) === name", arg=opener)
    assert messages == []
    page.context.close()


# What comes from a link, the browser's store, a form or a notebook --------------------------------

MARKUP = "<img src=x onerror=globalThis.hit=1><script>globalThis.hit=1</script>"
ATTACKS = [MARKUP, f'"{MARKUP}', f"'>{MARKUP}", f"rotation {MARKUP}", "${globalThis.hit=1}"]
#: For whole pages, which are slow to open; tests/browser/test_figure_links.py tries many more.
PAGE_ATTACKS = [
    *ATTACKS,
    *HOSTILE[:12],
    "9" * 2000,
    "-1e300",
    "__proto__",
    "constructor",
    "#",
    "((*",
]

# Elements that no page of the book holds, unless one of the attacks has made them; and its trace.
HARM = """() => document.querySelectorAll("[onerror], [onload], main iframe").length
  + [...document.scripts].filter((script) => script.text.includes("globalThis.hit")).length
  + document.querySelectorAll("img[src=x], svg[onload]").length + (globalThis.hit ?? 0)"""


def loud(messages):
    """What a page said, but for a request that the next page cut off, and the theme's refusal."""
    expected = r"failed: .*/favicon\.svg|error: Got invalid theme mode"
    return [message for message in messages if not re.match(expected, message)]


@pytest.mark.parametrize("from_disk", [False, True], ids=["http", "disk"])
def test_what_one_searches_for_runs_nothing(browser, address, site, from_disk):
    root = site.as_uri() if from_disk else address
    page, messages, foreign = visit(browser, f"{root}/search.html")
    for text in PAGE_ATTACKS:
        page.goto(f"{root}/search.html?q={quote(text)}")
        page.wait_for_function(FOUND, arg=text)
        assert page.locator("main").get_by_role("searchbox").input_value() == text
        assert page.evaluate(HARM) == 0, text[:80]
        assert (loud(messages), foreign) == ([], []), text[:80]
    page.context.close()


@pytest.mark.parametrize("from_disk", [False, True], ids=["http", "disk"])
def test_what_follows_the_address_of_a_page_runs_nothing(browser, address, site, from_disk):
    root = site.as_uri() if from_disk else address
    path = "chapters/fact_check.html" if from_disk else "chapters/simple_codes.html"
    page, messages, foreign = visit(browser, f"{root}/{path}")
    for text in map(quote, PAGE_ATTACKS):
        page.goto(f"{root}/{path}?highlight={text}&{text}={text}#{text}")
        assert page.evaluate(HARM) == 0, text[:80]
        assert (loud(messages), foreign) == ([], []), text[:80]
    page.context.close()


def test_what_another_page_left_in_the_store_runs_nothing(browser, address):
    """Pages from disk share one store with every other page from disk."""
    page, messages, foreign = visit(browser, f"{address}/index.html")
    script = "([name, text]) => localStorage.setItem(name, text)"
    for text in [*ATTACKS, "", "null", "9" * 4000]:
        for name in ("mode", "theme", "sphinx_highlight_terms", RECORD):
            page.evaluate(script, [name, text])
        page.goto(f"{address}/chapters/fact_check.html")
        page.wait_for_load_state("load")
        assert page.evaluate("document.documentElement.dataset.theme") in ("light", "dark")
        assert page.locator(".pe-ledger.pe-live").count() == 1
        assert page.evaluate(HARM) == 0, text[:80]
        assert (loud(messages), foreign) == ([], []), text[:80]
    page.context.close()


def hostile_exercise():
    number = Number(
        f"Ask {MARKUP}", 2, within=0, unit=MARKUP, wrong=[(3, f"Three {MARKUP}")], hint=MARKUP
    )
    hints = {"b": f"Not {MARKUP}"}
    choice = Choice(f"Choose `{MARKUP}`", {"a": MARKUP, "b": f"`{MARKUP}`"}, "a", hints=hints)
    return Exercise("ex-hostile", number=number, choice=choice)


def test_markup_in_an_exercise_and_in_its_answers_is_text(open_forms):  # noqa: F811
    exercise = hostile_exercise()
    page = open_forms(boxed(exercise))
    number, choice = exercise.parts.values()
    before = page.evaluate("document.querySelectorAll('*').length")
    for given in [*ATTACKS, "-1e300", "1e300", "9" * 400, "-" * 400, "1/0", "\u202e3", "3"]:
        reply = answer(page, "hostile", "number", number, given)
        assert reply and len(reply) < 200, given[:80]
    assert reply == f"Not yet. Three {MARKUP}"
    assert answer(page, "hostile", "choice", choice, "b") == f"Not yet. Not {MARKUP}"
    page.reload()
    assert page.evaluate("document.querySelectorAll('*').length") == before
    assert page.evaluate(HARM) == 0
    kept = page.evaluate("(name) => localStorage.getItem(name)", RECORD)
    assert len(kept) < 300 and json.loads(kept)["answers"]["hostile"]["choice"] == "b"


def test_a_long_answer_is_cut_before_it_is_kept(open_forms):  # noqa: F811
    page = open_forms(boxed(hostile_exercise()))
    field = page.locator("#hostile input").first
    field.evaluate("(e) => (e.value = '7'.repeat(1e6))")  # a hand could not: see its maxlength
    page.locator("#hostile .pe-send").click()
    assert len(page.evaluate("(name) => localStorage.getItem(name)", RECORD)) < 300


def test_markup_in_a_claim_is_text(open_forms):  # noqa: F811
    claim = replace(
        claims.get("A13"), text=f"{MARKUP} `{MARKUP}`", fact=MARKUP, section=MARKUP,
        experiment=MARKUP, limits=MARKUP, check=None, cite=(("vaswani2017", MARKUP),),
    )  # fmt: skip
    page = open_forms(forms.ledger_form((claim,)))
    page.get_by_role("button", name="Show", exact=True).click()
    shown = page.locator(".pe-claims").inner_text()
    assert shown.count(MARKUP) == 7 and page.evaluate(HARM) == 0
    page.get_by_label("Kind").select_option(claim.kind)
    assert page.locator(".pe-claims tbody tr:visible").count() == 1


def test_markup_in_the_words_and_the_state_of_a_figure_is_text(show):
    """As a notebook from somebody else, or a page that was changed by hand, may hold it."""

    def edit(text):
        payload = re.search(r'data-pe-figure="([^"]*)"', text)[1]
        figure = json.loads(html.unescape(payload))
        for control in figure["controls"]:
            control.update(label=MARKUP, help=f'"{MARKUP}')
        figure["presets"] = [{"name": MARKUP, "note": MARKUP, "set": {"position": 37}}]
        figure["state"].update(position=MARKUP, base=[MARKUP], d_model={"toString": MARKUP})
        return text.replace(payload, html.escape(json.dumps(figure)))

    plain = show(ClockWall()).evaluate("document.querySelectorAll('.pe-bar *').length")
    page = show(ClockWall(), edit=edit)
    page.wait_for_selector(".pe-live")
    assert MARKUP in page.locator(".pe-note").inner_text()
    extra = page.locator(".pe-preset, .pe-preset *, .pe-top, .pe-note").count()
    assert page.evaluate("document.querySelectorAll('.pe-bar *').length") == plain + extra
    assert page.evaluate(HARM) == 0
    assert page.get_by_role("slider").first.input_value() == "37"
