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
    return [
        (rule["id"], rule["impact"], node["html"][:200], node["failureSummary"][:300])
        for rule in Axe().run(page).response["violations"]
        for node in rule["nodes"]
    ]


@pytest.fixture(scope="module")
def findings(browser, address, pages):
    """One visit to each page over http: at each width and in each mode, what is wrong with it."""
    found = {}
    for path in pages:
        page, messages, foreign = visit(browser, f"{address}/{path}", color_scheme="light")
        found[path] = {"messages": messages, "foreign": foreign}
        for viewport in (DESKTOP, PHONE):
            page.set_viewport_size(viewport)
            page.reload(wait_until="networkidle")  # a page fits itself to the window as it loads
            page.add_style_tag(content="* { transition: none !important }")  # colours have arrived
            for scheme in ("light", "dark"):
                page.emulate_media(color_scheme=scheme)
                page.wait_for_function(f"document.documentElement.dataset.theme === '{scheme}'")
                found[path][viewport["width"], scheme] = barriers(page)
        found[path]["width"] = page.evaluate("document.documentElement.scrollWidth")
        found[path]["wide"] = page.evaluate(WIDER_THAN_THE_WINDOW)
        page.context.close()
    return found


def test_every_page_is_quiet_over_http(findings):
    for path, found in findings.items():
        assert (found["messages"], found["foreign"]) == ([], []), path


def test_nothing_is_wider_than_a_phone(findings):
    for path, found in findings.items():
        assert (found["width"], found["wide"]) == (PHONE["width"], []), path


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [DESKTOP["width"], PHONE["width"]])
def test_no_page_has_a_barrier_of_any_level(findings, scheme, width):
    for path, found in findings.items():
        assert found[width, scheme] == [], path


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
