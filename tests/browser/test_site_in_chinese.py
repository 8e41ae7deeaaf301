"""The Chinese site, under the tests of the English one; the way from each page to its twin."""

import re

import pytest
from test_site import (  # noqa: F401
    PHONE,
    address,
    findings,
    ours,
    test_every_page_is_quiet_from_disk_and_offline,
    test_every_page_is_quiet_over_http,
    test_no_page_has_a_barrier_of_any_level,
    test_no_page_moves_while_it_loads,
    test_nothing_is_wider_than_the_window,
    test_pages_are_complete_without_javascript,
    test_search_finds_the_page_that_treats_a_term,
    test_the_keyboard_reaches_every_control_in_order_and_shows_where_it_is,
    test_the_other_width_in_each_mode_has_no_barrier_either,
    tour,
    visit,
)

LANGUAGE = "zh"
LOOKS = [(PHONE, "dark")]  # the frame of a page is that of its twin

#: Words that readers may look for, and the page that they should meet among the first five.
SEARCHES = {
    "里程表": "chapters/formula",
    "波长": "chapters/formula",
    "旋转矩阵": "chapters/rotation",
    "正交矩阵": "chapters/rotation",
    "相对位置": "chapters/direction",
    "外推": "chapters/extrapolation",
    "点积": "chapters/seeing",
    "相似度": "chapters/base_and_width",
    "为什么": "chapters/why_sin_and_cos",
    "位置编码": "chapters/formula",
    "旋转位置编码": "chapters/family",
    "可学习的位置表": "chapters/family",
    "因果掩码": "chapters/why_order",
    "打乱": "chapters/why_order",
    "独热编码": "chapters/simple_codes",
    "底数": "chapters/base_and_width",
    "拼接": "chapters/use_it",
    "词嵌入": "chapters/use_it",
    "判定": "chapters/fact_check",
    "教案": "chapters/teaching",
    "小测验": "chapters/teaching",
    "RoPE": "chapters/family",
    "shift_matrix": "chapters/api",
    "相对位置与外推": "chapters/extrapolation",
    "一个旋转说明一切": "chapters/rotation",
}

HAN = "[\u3400-\u9fff]"


def sections(page):
    return page.locator("main section[id]").evaluate_all("all => all.map(s => s.id)")


# Words of English in what a reader sees or hears: five in a row, which no name has.
ENGLISH = """() => {
  const seen = [...document.querySelectorAll("body *")].flatMap((e) => [
    ...[...e.childNodes].filter((n) => n.nodeType === 3 && !e.closest(
      "pre, code, script, style, math, cite, em, .bibtex, .citation-list, li p, .pe-select",
    )).map((n) => n.data),
    ...["aria-label", "title", "alt", "placeholder"].map((name) => e.getAttribute(name) ?? ""),
  ]);
  const names = new RegExp("Attention Is All|On Position Embeddings|et al|"
    + "Read this page in English|saw him|him saw|the cat");
  return seen.filter((text) => /([A-Za-z]{2,}[ ,]+){4}[A-Za-z]{2,}/.test(text)
    && !/[\u3400-\u9fff]/.test(text) && !names.test(text));
}"""


def test_a_chinese_page_says_nothing_in_english(browser, address, ours):
    for path, page, _, _ in tour(browser, address, ours):
        assert page.locator("html").get_attribute("lang") == "zh-CN"
        left = [text for text in page.evaluate(ENGLISH) if not is_title(text)]
        assert left == [], path


def is_title(text):
    """Sources are cited in their own language: names of authors, a title, a year."""
    return bool(re.search(r"\b(19|20)\d\d\b|\band\b.*\.", text))


def test_each_page_leads_to_its_twin_and_back(browser, address, site, pages):
    for path in pages:
        twin = path.removeprefix("zh/") if path.startswith("zh/") else f"zh/{path}"
        assert (site / twin).exists(), twin
    for root in (address, site.as_uri()):
        for path in ("index.html", "chapters/formula.html", "search.html"):
            page, messages, _ = visit(browser, f"{root}/{path}")
            there = sections(page)
            page.locator("a.pe-language").click()
            page.wait_for_url(f"{root}/zh/{path}*")
            assert page.locator("h1").first.inner_text() != ""
            if path != "search.html":
                assert sections(page) == there
            page.locator("a.pe-language").click()
            page.wait_for_url(re.compile(re.escape(f"{root}/{path}")))
            assert page.locator("html").get_attribute("lang") == "en"
            assert messages == []
            page.context.close()


def test_all_sections_have_the_same_addresses(site, ours):
    for path in ours:
        ids = [
            re.findall(r'<section[^>]* id="([^"]+)"', (site / p).read_text(encoding="utf-8"))
            for p in (path, path.removeprefix("zh/"))
        ]
        assert ids[0] == ids[1], path


@pytest.mark.parametrize("from_disk", [False, True], ids=["http", "disk"])
def test_a_figure_goes_to_the_other_language_in_its_state(browser, address, site, from_disk):
    root = site.as_uri() if from_disk else address
    page, _, _ = visit(browser, f"{root}/chapters/formula.html")
    number = page.locator(".pe-clock-wall .pe-number").first
    number.fill("73")
    number.press("Enter")
    page.locator("a.pe-language").click()
    page.wait_for_url("**/zh/chapters/formula.html#ClockWall?position=73")
    page.wait_for_selector(".pe-live canvas")
    assert page.locator(".pe-clock-wall .pe-number").first.input_value() == "73"
    assert re.search(HAN, page.locator(".pe-clock-wall .pe-words").inner_text())
    page.context.close()


def test_the_way_keeps_the_place_on_a_page_without_figures(browser, address):
    page, _, _ = visit(browser, f"{address}/chapters/glossary.html#glossary")
    page.locator("a.pe-language").click()
    page.wait_for_url("**/zh/chapters/glossary.html#glossary")
    page.context.close()


def test_no_line_break_of_the_source_shows_as_a_space(site, ours):
    for path in ours:
        text = (site / path).read_text(encoding="utf-8")
        text = re.sub(r"(?s)<(pre|script|style|math)\b.*?</\1>", "", text)
        paragraphs = re.findall(r"(?s)<p\b[^>]*>.*?</p>", text)
        left = [p for p in paragraphs if re.search(r"[，。；：？！、](</\w+>)*\n(?=\S)(?!</p>)", p)]
        assert left == [], path
