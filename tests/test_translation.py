"""The Chinese edition is the same book: its pages, code, words of figures, terms, settings."""

import re

import docstrings
import jupytext
import pytest
import said
import twin_pages
import yaml
from conftest import ROOT
from fontTools.ttLib import TTFont
from twin_pages import HAN, blocks, inside, words

from pe_core import language

pytestmark = pytest.mark.translation

PAGES = sorted(path.relative_to(ROOT) for path in [ROOT / "index.md", *ROOT.glob("chapters/*.md")])
TABLES = sorted(said.PACKAGE.rglob("*.zh.json"))
MODULES = sorted(
    {path.with_suffix("") for path in said.PACKAGE.rglob("*.py") if path.stem != "__init__"}
    | {path.with_suffix("") for path in said.PACKAGE.rglob("*.js")}
)


@pytest.fixture
def chinese():
    language.use("zh")
    yield
    language.use("en")


# Pages -------------------------------------------------------------------------------------------


def test_every_page_has_a_twin_and_no_twin_is_left_over():
    there = {path.relative_to(ROOT / "zh") for path in ROOT.glob("zh/**/*.md")}
    assert there - {p for p in there if p.name == "README.md"} == set(PAGES)


@pytest.mark.parametrize("page", PAGES, ids=str)
def test_a_page_and_its_twin_are_the_same_but_for_their_words(page):
    assert twin_pages.faults(ROOT / "zh" / page) == []


@pytest.mark.parametrize("page", PAGES, ids=str)
def test_a_chinese_page_is_not_behind(page):
    behind = twin_pages.is_behind(ROOT / "zh" / page)
    assert not behind, (
        f"{page} has changed since zh/{page} was written. Bring the Chinese page up to date, then: "
        f".venv/bin/python tests/twin_pages.py --stamp zh/{page}"
    )


@pytest.mark.parametrize("page", [p for p in PAGES if "kernelspec" in (ROOT / p).read_text()])
def test_saving_a_chinese_page_in_jupyterlab_changes_nothing(page):
    text = (ROOT / "zh" / page).read_text(encoding="utf-8")
    notebook = jupytext.reads(text, fmt="md:myst")
    assert jupytext.writes(notebook, fmt="md:myst").strip() == text.strip()


FLAWS = {
    "a heading is missing": (re.compile(r"\n## .*\n"), "\n"),
    "another level": ("\n## 公式", "\n### 公式"),
    "another formula": (r"\omega_i = B^{-2i/d}", r"\omega_i = B^{2i/d}"),
    "another number": ("位置 0", "位置 1"),
    "another label": (":label: def-sinusoidal", ":label: def-other"),
    "another link": ("(rotation.md)", "(seeing.md)"),
    "another source": ("{cite:t}`vaswani2017`", "{cite:t}`wang2021`"),
    "other code": ("base ** (-np.arange", "base ** (+np.arange"),
    "a value of the code is translated": ('format(t, "04b")', 'format(t, "05b")'),
    "a half-width comma": ("，", ", "),
    "no space": (re.compile(rf"({HAN}) \$"), r"\1$"),
    "emphasis that is not read": ("**", "** "),
    "an English sentence": (
        "\n:::{dropdown}", "\nThis is what an English sentence looks like here.\n:::{dropdown}"
    ),
}


@pytest.mark.parametrize("flaw", FLAWS)
def test_a_flaw_of_a_page_is_noticed(flaw, tmp_path, monkeypatch):
    old, new = FLAWS[flaw]
    page = ROOT / "zh" / "chapters" / "formula.md"
    text = page.read_text(encoding="utf-8")
    spoilt = old.sub(new, text, 1) if isinstance(old, re.Pattern) else text.replace(old, new, 1)
    assert spoilt != text
    path = tmp_path / "formula.md"
    path.write_text(spoilt, encoding="utf-8")
    monkeypatch.setattr(twin_pages, "english_of", lambda _: ROOT / "chapters" / "formula.md")
    assert twin_pages.faults(path) != []


def test_a_change_of_the_english_text_is_noticed(tmp_path, monkeypatch):
    english = tmp_path / "formula.md"
    text = (ROOT / "chapters" / "formula.md").read_text(encoding="utf-8")
    english.write_text(text.replace("one", "two", 1), encoding="utf-8")
    monkeypatch.setattr(twin_pages, "english_of", lambda _: english)
    assert twin_pages.is_behind(ROOT / "zh" / "chapters" / "formula.md")


# Settings ----------------------------------------------------------------------------------------

#: What the Chinese settings may have of their own.
OWN = {
    "title", "exclude_patterns", "repository.path_to_book", "html.extra_footer", "html.baseurl",
    "sphinx.config.language", "sphinx.config.togglebutton_hint",
    "sphinx.config.togglebutton_hint_hide", "sphinx.config.nb_code_prompt_show",
    "sphinx.config.nb_code_prompt_hide", "sphinx.config.html_static_path",
    "sphinx.config.html_css_files",
}  # fmt: skip


def flat(settings, place=""):
    for key, value in settings.items():
        if isinstance(value, dict) and value:
            yield from flat(value, f"{place}{key}.")
        else:
            yield f"{place}{key}", value


def read(name):
    return yaml.safe_load((ROOT / name).read_text(encoding="utf-8"))


def test_the_settings_differ_where_languages_do_and_nowhere_else():
    ours = str(read("zh/_config.yml")).replace("../", "")
    ours, english = dict(flat(yaml.safe_load(ours))), dict(flat(read("_config.yml")))
    differ = {key for key in ours | english if ours.get(key, "?") != english.get(key, "?")}
    assert differ <= OWN
    base = english["html.baseurl"]
    assert ours["html.baseurl"] == (f"{base.rstrip('/')}/zh/" if base else "")


def test_the_order_of_the_pages_is_the_same():
    ours, english = read("zh/_toc.yml"), read("_toc.yml")
    for part in ours["parts"]:
        assert re.search(HAN, part.pop("caption"))
    for part in english["parts"]:
        part.pop("caption")
    assert ours == english


# Words of figures, forms, claims -----------------------------------------------------------------


@pytest.mark.parametrize("module", MODULES, ids=lambda m: m.relative_to(said.PACKAGE).as_posix())
def test_every_word_is_said_in_chinese_and_no_word_is_left_over(module):
    assert said.faults(module) == []


def test_one_english_text_has_one_chinese_text():
    known = {}
    for path in TABLES:
        for english, chinese in said.json.loads(path.read_text(encoding="utf-8")).items():
            assert known.setdefault(english, chinese) == chinese, (path.name, english)


def test_a_missing_and_a_spare_word_are_noticed(monkeypatch):
    module, read = said.PACKAGE / "plots.py", said.table
    table = read(module)
    spare = {**table, "never said": "从不说"}
    monkeypatch.setattr(said, "table", lambda path: spare if path == module else read(path))
    assert said.faults(module) == ["unused: 'never said'"]
    wrong = {**table, "{turns} turns": "{round} 圈"}
    monkeypatch.setattr(said, "table", lambda path: wrong if path == module else read(path))
    assert said.faults(module) == ["other braces: '{round} 圈'"]


def test_words_are_chosen_when_they_are_said():
    from pe_core import checks
    from pe_core.explorers import ClockWall

    assert checks.wavelength_383(wavelength=61343, pair=336).text == "Right."
    language.use("zh")
    try:
        assert re.search(HAN, checks.wavelength_383(wavelength=61343, pair=336).text)
        assert re.search(HAN, ClockWall().alt())
        assert re.search(HAN, ClockWall.spec()["controls"][0]["label"])
    finally:
        language.use("en")
    assert ClockWall.spec()["controls"][0]["label"] == "Position t"


def test_a_language_that_the_book_is_not_written_in_is_refused():
    with pytest.raises(ValueError, match="language must be one of .*'zh'.*, got 'fr'"):
        language.use("fr")


def test_hints_in_chinese_end_as_sentences(chinese):
    from pe_core import checks

    for exercise in checks.EXERCISES.values():
        for part in exercise.parts.values():
            hints = [*(hint for _, hint in part.wrong), part.hint]
            said_now = [language.say(hint) for hint in hints if hint]
            assert all(text.rstrip("”）")[-1] in "。？" for text in said_now), said_now
            assert len(set(said_now)) == len({hint for hint in hints if hint}), exercise.name


def test_the_font_has_every_letter_that_a_picture_may_show():
    import sys

    sys.path.insert(0, str(ROOT / "scripts"))
    from make_chinese_font import letters

    fonts = sorted((said.PACKAGE / "fonts").glob("*.otf"))
    assert len(fonts) == 2
    for path in fonts:
        missing = sorted(letters() - set(map(chr, TTFont(path).getBestCmap())))
        assert not missing, f"run scripts/make_chinese_font.py: {''.join(missing)}"
    assert "SIL OPEN FONT LICENSE" in (said.PACKAGE / "fonts" / "OFL.txt").read_text()


@pytest.mark.parametrize("name", docstrings.CHINESE)
def test_a_docstring_says_the_same_in_chinese(name):
    chinese, english = docstrings.CHINESE[name], docstrings.english_of(name)
    assert list(docstrings.faults(name, chinese, english)) == []


def test_every_function_is_described_in_chinese():
    listed = re.findall(r":: (pe_core\S+)", (ROOT / "chapters" / "api.md").read_text())
    assert set(listed) - set(docstrings.CHINESE) == set()


# Terms -------------------------------------------------------------------------------------------

ENTRY = re.compile(r"^\*\*(.+?)\*\* ?[（(](.+?)[）)]$", re.M)


def glossary(name):
    return ENTRY.findall((ROOT / name).read_text(encoding="utf-8"))


def test_the_two_glossaries_hold_the_same_terms():
    english, ours = glossary("chapters/glossary.md"), glossary("zh/chapters/glossary.md")
    assert len(english) > 50
    assert list(map(set, ours)) == list(map(set, english))  # ALiBi comes first in both


#: Other Chinese words for a term of the glossary, which the book does not use.
VARIANTS = {
    "底数": "基数|基底值",
    "波长": "周期长度",
    "偏移量": r"偏移(?!量)|位移量",
    "外推": "外插",
    "词元": r"标记(?=序列|化)|令牌",
    "词嵌入": "嵌入向量|词向量嵌入",
    "注意力头": "头部",
    "旋转矩阵": "回转矩阵",
    "点积": "点乘|数量积",
    "正弦位置编码": "正弦编码法|三角位置编码",
    "可学习的位置表": "学习式位置编码",
    "置换等变": "排列等变|置换同变",
    "热图": "热力图",
    "查询": "询问向量",
    "掩码": "遮罩|屏蔽矩阵|掩模",
    "困惑度": "混乱度",
    "范数": "模长",
    "奇异值": "奇值",
    "互动图": "交互图|动态图",
    "论断": "断言清单",
}


def all_words():
    """Every Chinese text of the book: the words of its pages, and those of its tables."""
    for page in PAGES:
        text = (ROOT / "zh" / page).read_text(encoding="utf-8")
        for kind, token in blocks(twin_pages.STAMP.sub("", text)):
            if kind == "inline":
                yield str(page), words(token)
    for path in TABLES:
        for chinese in said.json.loads(path.read_text(encoding="utf-8")).values():
            yield path.name, chinese


def test_a_term_has_one_name():
    found = [
        (place, term, text[max(0, match.start() - 15) : match.end() + 15])
        for place, text in all_words()
        for term, others in VARIANTS.items()
        if (match := re.search(others, text))
    ]
    assert found == []


#: Terms that a Chinese block must name where the English block names them, in nine of ten.
NAMED = {
    r"wavelengths?": "波长",
    r"frequenc(y|ies)": "频率",
    r"offsets?": "偏移量",
    r"extrapolat\w+": "外推",
    r"rotations?": "旋转",
    r"dot products?": "点积",
    r"base(?! \d)": "底数",
    r"permut\w+": "置换|打乱|排列",
    r"queries|query": "查询",
    r"similarity": "相似",
    r"softmax": "softmax",
    r"tokens?": "词元",
    r"windows?": "窗口",
    r"heat maps?": "热图",
    r"embeddings?": "嵌入|词向量",
    r"causal mask": "因果掩码",
    r"learned table": "可学习的位置表",
    r"RoPE": "RoPE|旋转位置编码",
    r"seeds?": "种子",
}


@pytest.mark.parametrize("term", NAMED)
def test_blocks_that_name_a_term_name_it_in_chinese(term):
    named = there = 0
    lacking = []
    for page in PAGES:
        if page.stem == "api":
            continue
        text = twin_pages.STAMP.sub("", (ROOT / "zh" / page).read_text(encoding="utf-8"))
        ours = [t for kind, t in blocks(text) if kind == "inline"]
        english = [
            t for kind, t in blocks((ROOT / page).read_text(encoding="utf-8")) if kind == "inline"
        ]
        for token, twin in zip(ours, english, strict=True):
            assert inside(token) == inside(twin)
            if re.search(rf"\b(?:{term})\b", words(twin)):
                named += 1
                if re.search(NAMED[term], words(token)):
                    there += 1
                else:
                    lacking.append((str(page), words(token)[:60]))
    assert named > 3
    assert there >= 0.9 * named, lacking
