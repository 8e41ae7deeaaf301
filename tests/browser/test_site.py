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
    page.on("requestfailed", lambda r: messages.append(f"failed: {r.url}"))
    page.goto(url)
    page.wait_for_load_state("networkidle")
    return page, messages, foreign


def test_every_page_is_quiet_over_http(browser, address, pages):
    for path in pages:
        page, messages, foreign = visit(browser, f"{address}/{path}")
        assert (messages, foreign) == ([], []), path
        page.context.close()


def test_every_page_is_quiet_from_disk_and_offline(browser, site, pages):
    for path in pages:
        page, messages, foreign = visit(browser, (site / path).as_uri(), offline=True)
        assert (messages, foreign) == ([], []), path
        page.context.close()


def test_nothing_is_wider_than_a_phone(browser, address, pages):
    for path in pages:
        page, _, _ = visit(browser, f"{address}/{path}", viewport=PHONE)
        width = page.evaluate("document.documentElement.scrollWidth")
        wide = page.evaluate(
            """() => [...document.querySelectorAll('main *')].filter(e => {
                 const r = e.getBoundingClientRect();
                 if (!r.width || r.right <= innerWidth + 1) return false;
                 for (let p = e; p; p = p.parentElement) {
                   const style = getComputedStyle(p);
                   // A drawer waits outside the window; a box that scrolls holds what is wide.
                   if (style.position === 'fixed' || (p !== e && style.overflowX !== 'visible'))
                     return false;
                 }
                 return true;
               }).map(e => e.outerHTML.slice(0, 120))"""
        )
        assert (width, wide) == (PHONE["width"], []), path
        page.context.close()


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("viewport", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_no_serious_barrier_on_any_page(browser, address, pages, scheme, viewport):
    for path in pages:
        page, _, _ = visit(browser, f"{address}/{path}", color_scheme=scheme, viewport=viewport)
        assert page.evaluate("document.documentElement.dataset.theme") == scheme
        found = Axe().run(page).response["violations"]
        serious = [
            (rule["id"], node["html"][:200], node["failureSummary"][:300])
            for rule in found
            if rule["impact"] in ("serious", "critical")
            for node in rule["nodes"]
        ]
        assert serious == [], path
        page.context.close()


def test_every_image_says_what_it_shows(browser, address, pages):
    for path in pages:
        page, _, _ = visit(browser, f"{address}/{path}", java_script_enabled=False)
        for image in page.locator("main img").all():
            alt = image.get_attribute("alt") or ""
            assert len(alt.split()) >= 5, (path, alt)
            assert not re.search(r"\.(png|svg|jpg)|_images", alt), (path, alt)
        page.context.close()


def test_pages_are_complete_without_javascript(browser, address, pages):
    for path in pages:
        page, _, _ = visit(browser, f"{address}/{path}", java_script_enabled=False)
        # Every live figure shows its picture, every formula is a formula.
        for figure in page.locator(".pe-figure").all():
            picture = figure.locator("img")
            assert picture.is_visible(), path
            # The picture has arrived: a broken image has no natural size of its own.
            assert picture.get_attribute("src").startswith("data:image/png;base64,"), path
        words = page.locator("main").inner_text()
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
