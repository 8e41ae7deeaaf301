"""The lists at the end of the book say what is in the book."""

import re

import pytest
from test_prose import PAGES, source, split

from pe_core import explorers
from pe_core.explorers import FIGURES

CHAPTERS = [page for page in PAGES if "\n## Exercises\n" in source(page)]


def title(page):
    return re.search(r"^# (.+)$", source(page), re.M)[1]


def name(page):
    return page.removeprefix("chapters/") + ".md"


def figures_of(page):
    """Names of the live figures that the code of a page makes, in order."""
    code = "\n".join(split(source(page))[0])
    names = {figure.__name__ for figure in FIGURES}
    return [word for word in dict.fromkeys(re.findall(r"(\w+)\(", code)) if word in names]


def exercise_list():
    """The page of exercises as the chapters have it."""
    parts = []
    for page in CHAPTERS:
        exercises = re.findall(
            r"^`{3,}\{exercise(?:-start)?\} *([^\n]*)\n:label: (\S+)\n(.*?)^`{3,}",
            source(page),
            re.M | re.S,
        )
        lines = [
            f"{n}. [{heading}](#{label})"
            + (" *with the live figure*" if re.search(INSTRUMENT, text) else "")
            for n, (heading, label, text) in enumerate(exercises, 1)
        ]
        parts.append(f"**[{title(page)}]({name(page)}#exercises)**\n\n" + "\n".join(lines))
    return "\n\n".join(parts) + "\n"


#: Words by which an exercise sends its reader to the live figure.
INSTRUMENT = r"\b(?:the (?:\w+ )?(?:live )?figure|(?:the|an) explorer|clock wall|museum)\b"


def test_every_exercise_is_listed_under_its_chapter():
    listed = source("chapters/exercises").split("\n\n", 2)[2]
    assert listed == exercise_list(), f"the list should be\n\n{exercise_list()}"


def test_every_live_figure_is_listed_with_a_chapter_that_shows_it():
    entry = r"^\[(.+?)\]\((\w+)\.md\) · `(\w+)`\n: (.+)$"
    found = re.findall(entry, source("chapters/figures"), re.M)
    assert sorted(name for _, _, name, _ in found) == sorted(f.__name__ for f in FIGURES)
    for words, chapter, figure, question in found:
        assert hasattr(explorers, figure)
        assert figure in figures_of(f"chapters/{chapter}")
        assert words == title(f"chapters/{chapter}")
        assert question.endswith("?")
    order = [PAGES.index(f"chapters/{chapter}") for _, chapter, _, _ in found]
    assert order == sorted(order), "the figures stand in the order of the chapters"


@pytest.mark.parametrize("page", CHAPTERS)
def test_every_chapter_sends_its_readers_to_its_live_figure(page):
    if figures_of(page):
        text = source(page)
        exercises = text[text.index("\n## Exercises\n") :]
        assert re.search(INSTRUMENT, exercises), f"no exercise of {page} uses its figure"


def terms():
    pattern = r"^\*\*(.+?)\*\* \((.+?)\)\n: (.+?) \[(.+?)\]\((\w+)\.md(?:#[\w-]+)?\)$"
    return re.findall(pattern, source("chapters/glossary"), re.M)


def test_every_term_has_a_chinese_name_one_sentence_and_its_chapter():
    found = terms()
    assert len(found) == source("chapters/glossary").count("\n: ") > 50
    for term, chinese, sentence, words, chapter in found:
        assert re.search(r"[\u4e00-\u9fff]", chinese), term
        assert sentence.endswith(".") and sentence.count(". ") == 0, term
        assert words == title(f"chapters/{chapter}"), term


def test_terms_stand_in_the_order_of_the_alphabet():
    names = [term.lower() for term, *_ in terms()]
    assert names == sorted(names)
    assert len(names) == len(set(names))
