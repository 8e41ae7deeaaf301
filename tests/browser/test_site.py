"""The built site in a real browser: quiet, complete, accessible, and the same from disk."""

import re

import pytest
from axe_playwright_python.sync_playwright import Axe

PHONE = {"width": 390, "height": 844}
DESKTOP = {"width": 1280, "height": 900}
NOT_QUIET = ("error", "warning", "assert")  # the theme itself logs which mode it chose


#: This file looks at the English pages; test_site_in_chinese.py looks at the others.
LANGUAGE = "en"


@pytest.fixture(scope="module")
def address(serve, site):
    return serve(site)


@pytest.fixture(scope="module")
def ours(request, pages):
    """The pages in the language of the file."""
    chinese = request.module.LANGUAGE == "zh"
    return [path for path in pages if path.startswith("zh/") == chinese]


def listening(browser, url, options):
    """Open a window; give its page, which is empty, and lists of its messages and foreign requests.

    Foreign is what lies elsewhere than the address.
    """
    page = browser.new_context(**{"viewport": DESKTOP, **options}).new_page()
    messages, foreign = [], []
    origin = re.match(r"(https?://[^/]+|file://)", url).group()
    page.on(
        "console",
        lambda m: messages.append(f"{m.type}: {m.text}") if m.type in NOT_QUIET else None,
    )
    page.on("pageerror", lambda error: messages.append(f"error: {error}"))
    page.on(
        "request",
        lambda r: None if r.url.startswith((origin, "data:", "blob:")) else foreign.append(r.url),
    )
    page.on("response", lambda r: r.status < 400 or messages.append(f"{r.status} {r.url}"))
    page.on("requestfailed", lambda r: messages.append(f"failed: {r.url}"))
    return page, messages, foreign


def visit(browser, url, **options):
    """Open a page in a fresh context; give the page, its messages and its foreign requests."""
    page, messages, foreign = listening(browser, url, options)
    page.goto(url)
    page.wait_for_load_state("networkidle")
    return page, messages, foreign


# The page has loaded, its fonts are there, and what its scripts do at the start is done.
AT_REST = """async () => {
  await document.fonts.ready;
  for (let n = 0; n < 3; n++) await new Promise(requestAnimationFrame);
  await new Promise((done) => setTimeout(done, 50));
}"""


def tour(browser, root, paths, **options):
    """Visit pages one after the other in one window, since a window of its own takes a second.

    Yields path, page, messages and foreign requests; what is left of a page is in its own lists.
    """
    page, messages, foreign = listening(browser, root, options)
    for path in paths:
        messages.clear()
        foreign.clear()
        page.goto(f"{root}/{path}")
        if options.get("java_script_enabled", True):
            page.evaluate(AT_REST)
        yield path, page, messages, foreign
    page.context.close()


def test_every_page_is_quiet_from_disk_and_offline(browser, site, ours):
    assert len(ours) > 20
    for path, _, messages, foreign in tour(browser, site.as_uri(), ours, offline=True):
        assert (messages, foreign) == ([], []), path


# What reaches beyond the right edge, but for what scrolls in a box of its own.
WIDER_THAN_THE_WINDOW = """() => [...document.querySelectorAll('main *')].filter(e => {
  const r = e.getBoundingClientRect();
  if (!r.width || r.right <= innerWidth + 1) return false;
  for (let p = e; p; p = p.parentElement) {
    const style = getComputedStyle(p);
    // A drawer waits outside the window; a box that scrolls holds what is wide.
    if (style.position === 'fixed' || (p !== e && style.overflowX !== 'visible')) return false;
  }
  return true;
}).map(e => e.outerHTML.slice(0, 120))"""


AXE = {
    "preload": False,  # axe would ask for style sheets that the page itself does not ask for
    "resultTypes": ["violations"],
    # Two rules that axe leaves out by itself: room for a finger, names that are what one reads.
    "rules": {name: {"enabled": True} for name in ("target-size", "label-content-name-mismatch")},
}


def barriers(page):
    """What axe finds on the page as it stands: rule, impact, element, remedy."""
    found = Axe().run(page, options=AXE).response["violations"]
    return [
        (rule["id"], rule["impact"], node["html"][:200], node["failureSummary"][:300])
        for rule in found
        for node in rule["nodes"]
    ]


# How far the page has moved by itself since it was first shown: Chromium's layout shift.
MOVED = """async () => {
  let moved = 0;
  const add = (entries) => entries.forEach(({ value }) => (moved += value));
  const watch = new PerformanceObserver((list) => add(list.getEntries()));
  watch.observe({ type: "layout-shift", buffered: true });
  for (let n = 0; n < 3; n++) await new Promise(requestAnimationFrame);
  add(watch.takeRecords());
  return moved;
}"""

# List every control that can be seen, in the order of the page and of a group of radio buttons the
# first, and note what gets the focus. Return the number of controls.
LISTEN = """() => {
  const still = document.createElement("style");
  still.textContent = "*, ::before, ::after { transition: none !important }";
  document.head.append(still);
  globalThis.focused = [];
  document.addEventListener("focusin", ({ target }) => {
    const { outlineStyle, boxShadow, opacity } = getComputedStyle(target);
    const marked = outlineStyle !== "none" || boxShadow !== "none";
    focused.push({ target, marked: marked && opacity === "1" });
  });
  const groups = new Set();
  globalThis.controls = [...document.querySelectorAll(
    "a[href], button, input, select, textarea, summary, [tabindex]",
  )].filter((e) => {
    const seen = e.checkVisibility({ visibilityProperty: true }) && e.getClientRects().length;
    if (!seen || e.disabled || e.tabIndex < 0) return false;
    return e.type !== "radio" || (!groups.has(e.name) && groups.add(e.name));
  });
  return controls.length;
}"""

# The first control that did not get the focus in its turn, and those that do not show it.
HEARD = """() => {
  const say = (e) => e?.outerHTML.slice(0, 120);
  const first = controls.findIndex((e, n) => e !== focused[n]?.target);
  const missed = first < 0 ? [] : [say(controls[first]), say(focused[first]?.target)];
  return [...missed, ...focused.filter((f) => !f.marked).map((f) => say(f.target))];
}"""


def walk(page):
    """Press Tab until every control had its turn; give what is wrong with the way."""
    for _ in range(page.evaluate(LISTEN)):
        page.keyboard.press("Tab")
    return page.evaluate(HEARD)


def inspect(browser, address, paths, viewport, scheme):
    """Visit pages at one width and in one mode: what is wrong with each."""
    options = {"viewport": viewport, "color_scheme": scheme}
    for path, page, messages, foreign in tour(browser, address, paths, **options):
        assert page.evaluate("document.documentElement.dataset.theme") == scheme
        found = {
            "width": page.evaluate("document.documentElement.scrollWidth"),
            "wide": page.evaluate(WIDER_THAN_THE_WINDOW),
            "moved": page.evaluate(MOVED),
            "barriers": barriers(page),
            "keys": walk(page),
        }
        yield path, {**found, "messages": list(messages), "foreign": list(foreign)}


#: Width and mode in which all is looked at; the others are left for a release.
LOOKS = [(DESKTOP, "light"), (PHONE, "dark")]


@pytest.fixture(scope="module")
def findings(request, browser, address, ours):
    """What is wrong with each page: wide and light, narrow and dark."""
    return {
        (path, viewport["width"]): found
        for viewport, scheme in request.module.LOOKS
        for path, found in inspect(browser, address, ours, viewport, scheme)
    }


def test_every_page_is_quiet_over_http(findings):
    for place, found in findings.items():
        assert (found["messages"], found["foreign"]) == ([], []), place


def test_nothing_is_wider_than_the_window(findings):
    for (path, width), found in findings.items():
        assert (found["width"], found["wide"]) == (width, []), path


def test_no_page_has_a_barrier_of_any_level(findings):
    for place, found in findings.items():
        assert found["barriers"] == [], place


def test_no_page_moves_while_it_loads(findings):
    for place, found in findings.items():
        assert found["moved"] < 0.01, place


def test_the_keyboard_reaches_every_control_in_order_and_shows_where_it_is(findings):
    for place, found in findings.items():
        assert found["keys"] == [], place


def test_the_first_key_leads_past_the_navigation(browser, address):
    page, _, _ = visit(browser, f"{address}/chapters/formula.html")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.innerText") == "Skip to main content"
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.closest('#main-content') !== null")
    page.context.close()


@pytest.mark.release
@pytest.mark.parametrize("viewport", [DESKTOP, PHONE], ids=["wide", "narrow"])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_other_width_in_each_mode_has_no_barrier_either(
    request, browser, address, ours, viewport, scheme
):
    if (viewport, scheme) not in request.module.LOOKS:
        for path, found in inspect(browser, address, ours, viewport, scheme):
            assert (found["barriers"], found["wide"]) == ([], []), path


def test_pages_are_complete_without_javascript(browser, address, ours):
    for path, page, _, _ in tour(browser, address, ours, java_script_enabled=False):
        assert page.locator("html").get_attribute("data-theme") == "light", path
        # Every picture says what it shows.
        for image in page.locator("main img").all():
            alt = image.get_attribute("alt") or ""
            assert len(re.findall(WORD, alt)) >= 5, (path, alt)
            assert not re.search(r"\.(png|svg|jpg)|_images", alt), (path, alt)
        # Every live figure shows its picture, every formula is a formula.
        for figure in page.locator(".pe-figure").all():
            picture = figure.locator("img")
            assert picture.is_visible(), path
            # The picture has arrived: a broken image has no natural size of its own.
            assert picture.get_attribute("src").startswith("data:image/png;base64,"), path
        words = " ".join(page.locator("main :is(p, li, td, dd)").all_inner_texts())
        assert not re.search(r"\\\(|\\\[|\\frac|\\begin\{|\$\$", words), path
        # What a script would unfold is there to read: solutions and answers.
        for folded in page.locator("main .dropdown, main details").all():
            assert folded.locator("xpath=.//p | .//pre | .//li").count() > 0, path


#: A word, or a letter of Chinese.
WORD = r"[\u3400-\u9fff]|[\w.-]+"

#: Words that readers may look for, and the page that they should meet among the first five.
SEARCHES = {
    "alibi": "chapters/family",
    "base": "chapters/base_and_width",
    "causal mask": "chapters/why_order",
    "dot product": "chapters/seeing",
    "eigenvalues": "chapters/rotation",
    "exit quiz": "chapters/teaching",
    "float16": "chapters/code_it",
    "frequency": "chapters/formula",
    "glossary": "chapters/glossary",
    "lesson plan": "chapters/teaching",
    "odometer": "chapters/formula",
    "one-hot": "chapters/simple_codes",
    "orthogonal": "chapters/rotation",
    "padding": "chapters/use_it",
    "permutation": "chapters/why_order",
    "rope": "chapters/family",
    "rotation": "chapters/rotation",
    "shift_matrix": "chapters/api",
    "similarity": "chapters/base_and_width",
    "verdict": "chapters/fact_check",
    "wavelength": "chapters/formula",
}


# The search for these words is over: until then, its page counts the seconds.
FOUND = """(term) => {
  const summary = document.querySelector(".search-summary")?.innerText;
  return new URLSearchParams(location.search).get("q") === term
    && /Search finished|did not match|搜索完成|没有匹配/.test(summary);
}"""


@pytest.mark.parametrize("from_disk", [False, True], ids=["http", "disk"])
def test_search_finds_the_page_that_treats_a_term(request, browser, address, site, from_disk):
    root = site.as_uri() if from_disk else address
    root += "/zh" if request.module.LANGUAGE == "zh" else ""
    page, messages, foreign = visit(browser, f"{root}/search.html")
    for term, expected in request.module.SEARCHES.items():
        page.locator("main").get_by_role("searchbox").fill(term)
        page.keyboard.press("Enter")
        page.wait_for_function(FOUND, arg=term)
        hits = page.locator("#search-results li > a").evaluate_all("all => all.map(a => a.href)")
        first = list(dict.fromkeys(re.sub(r"[?#].*", "", hit) for hit in hits))[:5]
        assert f"{root}/{expected}.html" in first, (term, first)
        assert (messages, foreign) == ([], []), term
    page.context.close()
