"""Pages are light, and nothing is missing for it: files, icons, licences."""

import gzip
import re
import sys

import pytest
from conftest import ROOT
from fontTools.ttLib import TTFont

sys.path.insert(0, str(ROOT / "_ext"))
import lean_pages  # noqa: E402

KB = 1000
#: The most that a page may transfer, everything that it loads counted.
LIMITS = {"with formulas": 600 * KB, "without": 200 * KB}
COMPRESSED = (".png", ".woff", ".woff2")  # a server sends these as they are


def test_rules_of_unnamed_icons_go_and_others_stay():
    css = (
        "a{b:c}.fa-sun:before{content:x}.fa-bug:before,.fa-sun:hover{d:e}@media print{.fa-bug{f:g}}"
    )
    kept = lean_pages.without_unnamed_icons(css, {"fa-sun"})
    assert kept == "a{b:c}.fa-sun:before{content:x}.fa-sun:hover{d:e}@media print{}"


def test_icons_are_found_as_characters_and_as_escapes():
    css = 'a{content:"\\f107"}b{content:"\uf062"}c{content:"\\2014"}'
    assert lean_pages.icons(css) >= {"\uf107", "\uf062"}


SHOWN_ICONS = """() => [...document.querySelectorAll('[class*="fa-"]')].map(e => {
  const s = getComputedStyle(e, '::before');
  return [e.className, s.content.replaceAll('"', ''), s.fontFamily, s.fontWeight,
          e.getAttribute('aria-hidden')];
})"""


def opened(browser, address, path):
    """The files that a page asks for, below the root of the site, and the icons that it shows."""
    context = browser.new_context()
    page = context.new_page()
    files = set()
    page.on("request", lambda request: files.add(request.url.partition("?")[0]))
    page.goto(f"{address}/{path}")
    page.wait_for_load_state("networkidle")
    icons = page.evaluate(SHOWN_ICONS)
    context.close()
    return {url.removeprefix(f"{address}/") for url in files if url.startswith("http")}, icons


def transferred(path):
    content = path.read_bytes()
    return len(content) if path.suffix in COMPRESSED else len(gzip.compress(content, 6))


@pytest.fixture(scope="module")
def visits(browser, serve, site, pages):
    """The files that each page loads, and its icons."""
    address = serve(site)
    return {path: opened(browser, address, path) for path in pages}


def test_no_page_is_heavier_than_its_limit(site, visits):
    table, heavy = [], []
    for path, (names, _) in visits.items():
        kind = "with formulas" if "<math" in (site / path).read_text("utf-8") else "without"
        weight = sum(transferred(site / name) for name in names)
        table.append(f"{weight / KB:6.0f} kB  {len(names):2} files  {path}")
        if weight > LIMITS[kind]:
            heavy.append((path, kind))
    print(*table, sep="\n")
    assert heavy == [], "\n".join(["", *table])


def test_no_page_loads_a_file_for_what_it_does_not_hold(site, visits):
    for path, (names, _) in visits.items():
        article = re.search(r"<article.*</article>", (site / path).read_text("utf-8"), re.DOTALL)
        body = article.group() if article else ""
        for name in names:
            sign = lean_pages.SERVES.get(name.rpartition("/")[2])
            assert sign is None or re.search(sign, body), (path, name)


def test_every_icon_of_every_page_is_in_its_font(site, visits):
    folder = site / "_static/vendor/fontawesome/webfonts"
    glyphs = {path.stem: set(TTFont(path).getBestCmap()) for path in folder.iterdir()}
    seen = set()
    for path, (_, icons) in visits.items():
        for name, content, family, weight, hidden in icons:
            kind = {"900": "solid-900", "400": "regular-400"}[weight]
            font = "fa-brands-400" if "Brands" in family else f"fa-{kind}"
            assert len(content) == 1 and ord(content) in glyphs[font], (path, name)
            assert hidden == "true", (path, name)
            seen.add(content)
    assert len(seen) >= 10


def test_icons_that_style_sheets_show_are_in_a_font(site):
    static = site / "_static"
    fonts = static.glob("vendor/fontawesome/webfonts/*.woff")
    glyphs = {chr(code) for font in fonts for code in TTFont(font).getBestCmap()}
    for sheet in static.rglob("*.css"):
        private = {
            c for c in lean_pages.icons(sheet.read_text("utf-8")) if "\ue000" <= c <= "\uf8ff"
        }
        assert private <= glyphs, sheet


def test_small_fonts_keep_their_licence(site):
    for font in (site / "_static/vendor/fontawesome/webfonts").iterdir():
        assert font.stat().st_size < 5 * KB
        assert "Font Awesome" in TTFont(font)["name"].getDebugName(1)
    assert "SIL OFL" in (site / "_static/scripts/fontawesome.js.LICENSE.txt").read_text()


def test_what_no_page_asks_for_is_not_in_the_site(site):
    static = site / "_static"
    assert [path for pattern in lean_pages.UNUSED for path in static.glob(pattern)] == []
    for path in [*static.rglob("*.js"), *static.rglob("*.css")]:
        assert "sourceMappingURL" not in path.read_text("utf-8"), path


def test_buttons_of_the_theme_work(browser, serve, site):
    page = browser.new_page(viewport={"width": 1280, "height": 800})
    page.goto(f"{serve(site)}/chapters/formula.html")
    before = page.evaluate("document.documentElement.dataset.mode")
    page.click(".theme-switch-button")
    assert page.evaluate("document.documentElement.dataset.mode") != before
    page.click(".dropdown-download-buttons > button")
    assert page.locator(".dropdown-download-buttons .dropdown-menu").is_visible()
    page.keyboard.press("Escape")
    page.click(".primary-toggle")
    assert page.locator("#pst-primary-sidebar.pst-sidebar-hidden").count() == 1
    page.keyboard.press("Control+k")
    assert page.locator("#pst-search-dialog").is_visible()
    page.keyboard.press("Escape")
    page.locator("button.copybtn").first.click(force=True)
    page.locator(".admonition.dropdown .toggle-button").first.click()
    page.close()


def test_the_contents_at_the_side_follow_the_reader(browser, serve, site):
    page = browser.new_page(viewport={"width": 1280, "height": 800})
    page.goto(f"{serve(site)}/chapters/formula.html")
    page.mouse.move(600, 400)
    for _ in range(3):
        page.mouse.wheel(0, 350)
        page.wait_for_timeout(200)
    page.wait_for_selector('#pst-page-toc-nav a.active[href="#an-odometer"]')
    page.close()
