"""The built site in a real browser: quiet, complete, accessible, and the same from disk."""

import re

import pytest
from axe_playwright_python.sync_playwright import Axe

PHONE = {"width": 390, "height": 844}
DESKTOP = {"width": 1280, "height": 900}
NOT_QUIET = ("error", "warning", "assert")  # the theme itself logs which mode it chose


@pytest.fixture(scope="module")
def address(serve, site):
    return serve(site)


def visit(browser, url, **options):
    """Open a page in a fresh context; give the page, its messages and its foreign requests."""
    context = browser.new_context(**{"viewport": DESKTOP, **options})
    page = context.new_page()
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
    page.goto(url)
    page.wait_for_load_state("networkidle")
    return page, messages, foreign


def test_every_page_is_quiet_from_disk_and_offline(browser, site, pages):
    for path in pages:
        page, messages, foreign = visit(browser, (site / path).as_uri(), offline=True)
        assert (messages, foreign) == ([], []), path
        page.context.close()


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


def barriers(page):
    """What axe finds on the page as it stands: rule, impact, element, remedy."""
    # Without preload: axe would ask for style sheets that the page itself does not ask for.
    found = Axe().run(page, options={"preload": False}).response["violations"]
    return [
        (rule["id"], rule["impact"], node["html"][:200], node["failureSummary"][:300])
        for rule in found
        for node in rule["nodes"]
    ]


def inspect(browser, url, viewport, scheme):
    """One visit to a page, at one width and in one mode: what is wrong with it."""
    page, messages, foreign = visit(browser, url, viewport=viewport, color_scheme=scheme)
    assert page.evaluate("document.documentElement.dataset.theme") == scheme
    found = {
        "messages": list(messages),
        "foreign": list(foreign),
        "width": page.evaluate("document.documentElement.scrollWidth"),
        "wide": page.evaluate(WIDER_THAN_THE_WINDOW),
        "barriers": barriers(page),
    }
    page.context.close()
    return found


@pytest.fixture(scope="module")
def findings(browser, address, pages):
    """What is wrong with each page: wide and light, narrow and dark."""
    return {
        (path, viewport["width"]): inspect(browser, f"{address}/{path}", viewport, scheme)
        for path in pages
        for viewport, scheme in [(DESKTOP, "light"), (PHONE, "dark")]
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


@pytest.mark.release
@pytest.mark.parametrize("viewport, scheme", [(DESKTOP, "dark"), (PHONE, "light")])
def test_the_other_width_in_each_mode_has_no_barrier_either(
    browser, address, pages, viewport, scheme
):
    for path in pages:
        assert inspect(browser, f"{address}/{path}", viewport, scheme)["barriers"] == [], path


def test_pages_are_complete_without_javascript(browser, address, pages):
    for path in pages:
        page, _, _ = visit(browser, f"{address}/{path}", java_script_enabled=False)
        # Every picture says what it shows.
        for image in page.locator("main img").all():
            alt = image.get_attribute("alt") or ""
            assert len(alt.split()) >= 5, (path, alt)
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
        page.context.close()


SEARCHES = {
    "rotation": "chapters/rotation",
    "wavelength": "chapters/formula",
    "frequency": "chapters/formula",
    "odometer": "chapters/formula",
    "orthogonal": "chapters/rotation",
    "eigenvalues": "chapters/rotation",
    "similarity": "chapters/base_and_width",
    "base": "chapters/base_and_width",
    "layout": "chapters/notation",
    "binder": "index",
}


@pytest.mark.parametrize("from_disk", [False, True], ids=["http", "disk"])
def test_search_finds_the_page_that_treats_a_term(browser, address, site, from_disk):
    root = site.as_uri() if from_disk else address
    for term, expected in SEARCHES.items():
        page, messages, foreign = visit(browser, f"{root}/search.html?q={term}")
        page.wait_for_selector("#search-results li a")
        hits = [a.get_attribute("href") for a in page.locator("#search-results li a").all()]
        assert any(f"{expected}.html" in hit for hit in hits), (term, hits)
        assert (messages, foreign) == ([], []), term
        page.context.close()
