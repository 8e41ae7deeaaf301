"""A site with an address and a repository: every address that is made of them."""

import json
import re
import shutil
import sys
from importlib.metadata import version
from pathlib import Path
from urllib.parse import parse_qs, urljoin, urlsplit
from xml.etree import ElementTree

import html5lib
import matplotlib.image
import pytest
from conftest import ROOT, build_pages, build_small_book
from docutils import nodes
from fontTools.ttLib import TTFont

sys.path.insert(0, str(ROOT / "_ext"))
import page_head  # noqa: E402

REPOSITORY = "https://github.com/someone/some-book"
ADDRESS = "https://someone.example.org/some-book/"
PAGES = {
    "index": 'Words with "quotes" & <angles>.\n\n```{code-cell} ipython3\n1 + 1\n```\n',
    "chapters/one": "```{admonition} In this chapter\nYou will be able to count.\n```\n",
}
SETTINGS = [
    ('  url: ""', f"  url: {REPOSITORY}"),
    ('  baseurl: ""', f"  baseurl: {ADDRESS}"),
]


@pytest.fixture(scope="module")
def published(tmp_path_factory):
    """A small book, built with an address and a repository."""
    folder = tmp_path_factory.mktemp("published")
    result = build_small_book(folder, PAGES, SETTINGS)
    assert result.returncode == 0, result.stdout + result.stderr
    return folder


CHINESE_PAGES = {
    "index": "带“引号”的字。\n\n```{code-cell} ipython3\n1 + 1\n```\n",
    "chapters/one": "```{admonition} 本章内容\n**学完本章，你将能够**从一数到十。\n```\n",
}


@pytest.fixture(scope="module")
def chinese(published):
    """The same small book in Chinese, in its folder zh."""
    folder = published / "zh"
    (folder / "chapters").mkdir(parents=True)
    shutil.copy(ROOT / "zh" / "_config.yml", folder)
    shutil.copy(published / "_toc.yml", folder)
    settings = [*SETTINGS[:1], ('  baseurl: ""', f"  baseurl: {ADDRESS}zh/")]
    result = build_pages(folder, CHINESE_PAGES, settings)
    assert result.returncode == 0, result.stdout + result.stderr
    return folder / "_build/html"


@pytest.mark.build
@pytest.mark.parametrize("name", PAGES)
def test_buttons_of_a_chinese_page_lead_to_chinese_files(chinese, name):
    found = links(chinese / f"{name}.html")
    assert f"{REPOSITORY}/edit/main/zh/{name}.md" in found
    binder = [a for a in found if "mybinder.org" in a]
    assert [a.partition("?")[2] for a in binder] == [f"urlpath=lab/tree/zh/{name}.md"]


@pytest.mark.build
def test_search_engines_learn_of_both_languages(published, chinese):
    for name in PAGES:
        for site in (published / "_build/html", chinese):
            named = {
                tag.attrib["hreflang"]: tag.attrib["href"]
                for tag in tree(site / f"{name}.html").iter("link")
                if tag.get("rel") == "alternate"
            }
            assert named == {
                "en": f"{ADDRESS}{name}.html",
                "zh-CN": f"{ADDRESS}zh/{name}.html",
                "x-default": f"{ADDRESS}{name}.html",
            }


@pytest.mark.build
def test_a_chinese_page_has_its_own_words_for_messengers(chinese):
    tags = head(chinese / "chapters/one.html")
    assert tags["description"] == "从一数到十。"
    assert tags["og:site_name"] == "动手学位置编码"
    assert (chinese / tags["og:image"].removeprefix(f"{ADDRESS}zh/")).exists()


def tree(path):
    return html5lib.parse(path.read_text(encoding="utf-8"), namespaceHTMLElements=False)


def head(path):
    """The meta tags of a page by their name."""
    tags = (tag.attrib for tag in tree(path).iter("meta"))
    return {tag.get("name", tag.get("property")): tag.get("content") for tag in tags}


def links(path):
    return [a.attrib["href"] for a in tree(path).iter("a") if "href" in a.attrib]


@pytest.mark.build
@pytest.mark.parametrize("name", PAGES)
def test_each_button_leads_to_the_file_of_its_page(published, name):
    found = links(published / "_build/html" / f"{name}.html")
    assert (published / f"{name}.md").exists()
    assert f"{REPOSITORY}/edit/main/{name}.md" in found
    assert REPOSITORY in found
    assert [a for a in found if a.startswith(f"{REPOSITORY}/issues/new?title=")]
    binder = [a for a in found if "mybinder.org" in a]
    tag = f"v{version('pe-core')}"
    assert binder == [
        f"https://mybinder.org/v2/gh/someone/some-book/{tag}?urlpath=lab/tree/{name}.md"
    ]


def test_a_notebook_and_the_source_of_each_page_can_be_downloaded(site, pages):
    for path in pages:
        sources = [link for link in links(site / path) if "_sources/" in link]
        for link in sources:
            assert (site / path).parent.joinpath(link).exists(), (path, link)
        for link in (link for link in sources if link.endswith(".ipynb")):
            text = (site / path).parent.joinpath(link).read_text(encoding="utf-8")
            assert json.loads(text)["nbformat"] == 4, path
        page = site / "_sources" / path.replace(".html", ".md")
        if page.exists():
            kinds = [".ipynb", ".md"] if "{code-cell}" in page.read_text("utf-8") else [".md"]
            assert sorted({Path(link).suffix for link in sources}) == kinds, path


def test_without_an_address_nothing_needs_one(site, pages):
    for path in pages:
        text = (site / path).read_text(encoding="utf-8")
        assert 'rel="canonical"' not in text and "og:image" not in text, path
        assert "mybinder.org/v2" not in text, path
    assert not (site / "sitemap.xml").exists()


@pytest.mark.build
def test_the_sitemap_lists_every_page_once(published):
    root = ElementTree.parse(published / "_build/html/sitemap.xml").getroot()
    addresses = [
        place.text for place in root.iter("{http://www.sitemaps.org/schemas/sitemap/0.9}loc")
    ]
    assert sorted(addresses) == sorted(f"{ADDRESS}{name}.html" for name in PAGES)


@pytest.mark.build
def test_a_messenger_finds_title_words_and_picture(published):
    site = published / "_build/html"
    tags = head(site / "chapters/one.html")
    assert tags["description"] == tags["og:description"] == "Count."
    assert tags["og:title"] == "A page"
    assert tags["og:url"] == f"{ADDRESS}chapters/one.html"
    card = site / tags["og:image"].removeprefix(ADDRESS)
    assert matplotlib.image.imread(card).shape[:2] == (630, 1200)
    assert head(site / "index.html")["description"] == "Words with “quotes” & <angles>."


@pytest.mark.build
def test_icons_of_the_further_buttons_are_in_their_fonts(published):
    fonts = (published / "_build/html/_static").rglob("*.woff")
    glyphs = {code for font in fonts for code in TTFont(font).getBestCmap()}
    cat, rocket, lamp, pencil, code = 0xF09B, 0xF135, 0xF0EB, 0xF303, 0xF121
    assert {cat, rocket, lamp, pencil, code} <= glyphs


def test_each_chapter_describes_itself(site, pages):
    described = {}
    for path in pages:
        tags = head(site / path)
        if "description" in tags:
            words = tags["description"]
            assert (10 if path.startswith("zh/") else 20) <= len(words) <= page_head.LONGEST, path
            assert not re.search(r"[\\$\n]", words), path
            described.setdefault(words, []).append(path)
    assert {len(paths) for paths in described.values()} == {1}, described
    chapters = {path for path in pages if "chapters/" in path}
    assert chapters <= {path for paths in described.values() for path in paths}


def paragraphs(*texts):
    return nodes.section("", *(nodes.paragraph(text=text) for text in texts))


def test_a_description_is_short_plain_and_whole_words():
    assert page_head.description(paragraphs("", r"With \frac12.", "The\nsecond.")) == "The second."
    entry = nodes.citation("", nodes.paragraph(text="Author. Title."))
    assert page_head.description(nodes.section("", entry)) is None
    long = page_head.description(paragraphs("word, " * 40))
    assert len(long) <= page_head.LONGEST and long.endswith("word…")


@pytest.mark.browser
@pytest.mark.build
@pytest.mark.parametrize("unknown", ["nowhere.html", "chapters/nowhere", "a/b/c/d.html?q=1#e"])
def test_an_unknown_address_of_any_depth_leads_home_and_to_the_search(browser, published, unknown):
    site = published / "_build/html"
    context, missing = browser.new_context(), []

    def answer(route):
        """As GitHub Pages does: the file, or the page for unknown addresses."""
        path = urlsplit(route.request.url).path.removeprefix(urlsplit(ADDRESS).path)
        if route.request.url.startswith(ADDRESS) and (site / path).is_file():
            return route.fulfill(path=site / path)
        missing.append(path)
        return route.fulfill(path=site / "404.html", status=404)

    context.route("**/*", answer)
    page = context.new_page()
    page.goto(ADDRESS + unknown)
    page.wait_for_load_state("networkidle")
    assert missing == [unknown.partition("?")[0]]  # all that the page asks for is there
    assert page.locator("main article h1").inner_text() == "This page is not here"
    assert page.locator(".bd-sidebar-primary a").count() > 0
    home = page.locator("main a", has_text="first page").get_attribute("href")
    assert urljoin(page.url, home) == f"{ADDRESS}index.html"
    page.fill("main form[role=search] input", "count")
    page.click("main form[role=search] button")
    page.wait_for_selector("#search-results li a")
    assert parse_qs(urlsplit(page.url).query) == {"q": ["count"]}
    assert "chapters/one.html" in page.locator("#search-results li a").first.get_attribute("href")
    context.close()
