"""Away from the web: the site as a zip, a page on paper, the whole book as a PDF."""

import re
import subprocess
import sys
import zipfile
from collections import Counter
from pathlib import Path

import pytest
from bs4 import BeautifulSoup
from conftest import ROOT
from test_site import visit

sys.path.insert(0, str(ROOT / "scripts"))
import make_pdf  # noqa: E402
import make_zip  # noqa: E402

LEFT_OUT = make_zip.LEFT_OUT


@pytest.fixture(scope="module")
def unpacked(site, tmp_path_factory):
    """The zip, unpacked in a folder with a space and an accent in its name."""
    folder = tmp_path_factory.mktemp("zip")
    make_zip.pack(site, folder / "book.zip")
    with zipfile.ZipFile(folder / "book.zip") as archive:
        archive.extractall(folder / "Été à l’école")
    return folder / "Été à l’école" / make_zip.FOLDER


def test_the_zip_holds_the_site_which_is_quiet_offline(browser, unpacked, site):
    def files(root):
        paths = [path for path in root.rglob("*") if path.is_file()]
        return {path.relative_to(root).as_posix(): path.read_bytes() for path in paths}

    there = {name: data for name, data in files(site).items() if Path(name).name not in LEFT_OUT}
    assert files(unpacked) == there
    # The site itself, page by page, is the matter of test_site.py.
    for path in ("index.html", "chapters/seeing.html", "zh/chapters/fact_check.html"):
        page, messages, foreign = visit(browser, (unpacked / path).as_uri(), offline=True)
        assert (messages, foreign) == ([], []), path
        page.context.close()


def test_figures_of_the_zip_are_alive_and_its_search_works(browser, unpacked):
    page, _, _ = visit(browser, (unpacked / "index.html").as_uri(), offline=True)
    canvas = page.locator(".pe-figure canvas").first
    before = canvas.get_attribute("aria-label")
    page.locator(".pe-figure input[type=range]").first.press("ArrowRight")
    page.wait_for_function(
        "words => document.querySelector('.pe-figure canvas').ariaLabel !== words", arg=before
    )
    page.keyboard.press("Control+k")
    page.keyboard.type("rotation")
    page.keyboard.press("Enter")
    page.wait_for_selector("#search-results li a")
    page.locator("#search-results li a[href*='chapters/rotation.html']").first.click()
    page.wait_for_load_state()
    assert page.locator("article h1").is_visible()
    page.context.close()


def test_the_same_site_gives_the_same_zip(site, tmp_path):
    for name in ("one.zip", "two.zip"):
        make_zip.pack(site, tmp_path / name)
    assert (tmp_path / "one.zip").read_bytes() == (tmp_path / "two.zip").read_bytes()


def test_without_a_site_there_is_a_sentence(tmp_path):
    for script in ("make_zip.py", "make_pdf.py"):
        command = [sys.executable, ROOT / "scripts" / script, tmp_path, tmp_path / "x"]
        result = subprocess.run(command, capture_output=True, text=True, check=False)
        assert result.returncode == 1 and result.stderr.endswith("Run: make book\n")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_page_on_paper_is_dark_on_light_and_unfolded(browser, serve, site, scheme):
    url = f"{serve(site)}/chapters/formula.html"
    page, _, _ = visit(browser, url, color_scheme=scheme)
    page.emulate_media(media="print", color_scheme=scheme)
    page.evaluate("window.dispatchEvent(new Event('beforeprint'))")
    for solution in page.locator("div.solution section").all():
        assert solution.is_visible()
    for hidden in (".bd-header-article", ".bd-sidebar-primary", ".copybtn", ".pe-exercise"):
        assert not page.locator(hidden).first.is_visible(), hidden
    darkest = "e => Math.min(...getComputedStyle(e).color.match(/\\d+/g).slice(0, 3))"
    for words in page.locator("article p, article pre, article h2").all():
        assert words.evaluate(darkest) < 110
    page.evaluate("window.dispatchEvent(new Event('afterprint'))")
    assert page.evaluate("document.documentElement.dataset.theme") == scheme
    page.context.close()


@pytest.fixture(scope="module", params=["en", "zh-CN"])
def tongue(request):
    return request.param


@pytest.fixture(scope="module")
def book_site(site, tongue):
    return site if tongue == "en" else site / "zh"


@pytest.fixture(scope="module")
def joined(book_site):
    return BeautifulSoup(make_pdf.joined_page(book_site), "html5lib")


def test_the_joined_book_holds_every_page_and_every_solution(joined, book_site, tongue):
    assert joined.html["lang"] == tongue
    names = [name for _, part in make_pdf.parts(tongue) for name in part]
    assert [page["id"] for page in joined.select(".pdf-page[id]")] == [*names, "solutions"]
    built = sum(
        (book_site / f"{n}.html").read_text("utf-8").count('<div class="solution') for n in names
    )
    assert len(joined.select("#solutions div.solution")) == built > 0
    assert len(joined.select("div.solution")) == built


def test_links_of_the_joined_book_lead_to_one_place_in_it_or_to_the_web(joined):
    places = Counter(tag["id"] for tag in joined.select("[id]"))
    for link in joined.select("a[href]"):
        target = link["href"]
        assert target.startswith(("https://", "http://", "mailto:")) or target[1:] in places, link
        assert places[target[1:]] <= 1, link


def test_the_joined_book_is_still_and_unfolded(joined):
    assert joined.select("script") == []
    for figure in joined.select(".pe-figure"):
        assert figure.select_one("img")["src"].startswith("data:image/png")
    assert len(joined.select(".pe-figure")) > 10
    assert joined.select("details:not([open]):not(.pe-form details)") == []


@pytest.mark.release
def test_the_book_prints_to_a_pdf_with_an_outline(browser, book_site, tmp_path):
    make_pdf.print_pdf(browser, make_pdf.joined_page(book_site), tmp_path / "book.pdf")
    pdf = (tmp_path / "book.pdf").read_bytes()
    assert pdf.startswith(b"%PDF") and b"/Outlines" in pdf
    assert len(re.findall(rb"/Type\s*/Page\b", pdf)) > 150
    assert len(pdf) < 25e6
