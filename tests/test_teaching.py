"""The pages "Teach it" and "Find your path": minutes that add up, links that open what they say."""

import re
import sys

import pytest
from conftest import ROOT, build_small_book
from test_back_matter import CHAPTERS, figures_of, title
from test_prose import source

from pe_core.explorers.base import kebab

sys.path.insert(0, str(ROOT / "_ext"))
from state_links import figure_of  # noqa: E402

TEACHING, PATHS = source("chapters/teaching"), source("chapters/paths")
LINK = r"\[([^\]]+)\]\(([^)\s]+)\)"


def section(heading):
    """The text below a heading of the page for teachers, up to the next one of its rank."""
    rank = len(heading.split()[0])
    pattern = rf"^{re.escape(heading)}$(.*?)(?=^#{{2,{rank}}} |\Z)"
    return re.search(pattern, TEACHING, re.M | re.S)[1]


def rows(text):
    """The cells of each row of the table in a text, without its head."""
    lines = [line for line in text.splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines[2:]]


def minutes(text):
    """The minutes of "8 h 15 min", "8 h" or "15 min"."""
    text = text.replace("&nbsp;", " ")
    hours, rest = re.fullmatch(r"(?:(\d+) h)? ?(?:(\d+) min)?", text).groups()
    return 60 * int(hours or 0) + int(rest or 0)


LESSONS = {
    "## One lesson of 45 minutes": 45,
    "## One lesson of 90 minutes": 90,
    "### First lesson: attention sees no order": 45,
    "### Second lesson: from wishes to clocks": 45,
    "### Third lesson: one rotation, and what it is good for": 45,
    "### Fourth lesson: what holds, and what does not": 45,
}


@pytest.mark.parametrize("heading", LESSONS)
def test_the_minutes_of_a_lesson_add_up(heading):
    plan = rows(section(heading))
    assert len(plan) >= 5
    assert sum(minutes(time) for time, *_ in plan) == LESSONS[heading]
    assert "*Homework.*" in section(heading)


# Links to a state of a figure ---------------------------------------------------------------------


def state_links(text):
    """The words, the page and the state of each link to a live figure."""
    for words, target in re.findall(LINK, text):
        page, _, fragment = target.partition("#")
        if page.endswith(".md") and fragment[:1].isupper():
            yield words, f"chapters/{page.removesuffix('.md')}", fragment


STATES = sorted(set(state_links(TEACHING)))


@pytest.mark.parametrize(("words", "page", "fragment"), STATES, ids=[s[2] + s[0] for s in STATES])
def test_a_link_opens_a_state_that_exists_on_its_page(words, page, fragment):
    figure = figure_of(fragment)
    assert fragment.partition("?")[0] in figures_of(page)
    # What the words of the link promise is what the figure then has.
    for number in re.findall(r"\d[\d,]*", words):
        assert float(number.replace(",", "")) in figure.state.values(), words


@pytest.mark.parametrize(
    "fragment",
    ["ClockWall?position=5000", "ClockWall?speed=3", "ClockWall?position=37", "BugMuseum?room=x"],
)
def test_a_state_that_does_not_exist_is_refused(fragment):
    with pytest.raises(ValueError, match=re.escape(fragment)):
        figure_of(fragment)
    assert figure_of("the-formula") is None  # a heading


@pytest.mark.build
def test_a_page_links_to_a_state_and_a_wrong_one_stops_the_build(tmp_path):
    pages = {
        "index": "[t = 38](chapters/clock.md#ClockWall?position=38)\n",
        "chapters/clock": "[more](clock.md#ClockWall?position=99999)\n",
    }
    result = build_small_book(tmp_path, pages)
    assert result.returncode and "WARNING: ClockWall?position=99999" in result.stderr
    html = (tmp_path / "_build/html/index.html").read_text(encoding="utf-8")
    assert 'href="chapters/clock.html#ClockWall?position=38"' in html


def test_every_link_opens_its_state_in_a_browser(site, browser):
    page = browser.new_page()
    start = site / "chapters" / "teaching.html"
    page.goto(start.as_uri())
    links = page.evaluate("[...document.querySelectorAll('article a')].map((a) => a.href)")
    links = {link for link in links if re.search(r"\.html#[A-Z]", link)}
    assert len(links) == len({(where, state) for _, where, state in STATES})
    for link in sorted(links):
        page.goto("about:blank")
        page.goto(link)
        name = re.search(r"#(\w+)", link)[1]
        figure = page.locator(f".pe-{kebab(name)}.pe-live").first
        assert "in the link" not in figure.locator(".pe-words").text_content(), link
    page.close()


# Questions ----------------------------------------------------------------------------------------

#: What each figure shows in the state that answers a question, in its own words for the blind.
SHOWN = {
    "ClockWall?position=38": "the first has made 6.0 turns, the last 0.00191",
    "ShuffleMachine": "every output equals the output of the same word",
    "ShuffleMachine?layers=2&causal=true": "every output differs",
    "ClockWall?position=44": "the first has made 7.0 turns, the last 0.00221",
    "ScorecardRace": "The sinusoid passes every test",
    "PhaseSlider": "stretches some codes 1.73 times and leaves nothing over",
    "FourViews?layout=interleaved": "At offset 60 the similarity is 0.49",
    "FourViews": "At offset 60 the similarity is 0.49",
    "FourViews?offset=507": "the similarity is 0.23",
    "DirectionDial?b=0": "47 percent lie left of it, 47 percent right",
    "DirectionDial": "76 percent lie left of it, 19 percent right",
    "ExtrapolationTrial": "90% inside the window and 16% beyond it",
    "BaseAndWidth": "the longest wavelength is 60,611",
    "BaseAndWidth?d_model=1024": "the longest wavelength is 61,712",
    "ScoreSurfaces": "ALiBi: 100%",
    # Two earlier words have changed places, and the last one notices with two layers only.
    "ShuffleMachine?sentence=dogs+often+chase+cats&order=7&causal=true": "only dogs, cats kept",
    "ShuffleMachine?sentence=dogs+often+chase+cats&order=7&layers=2&causal=true": "only dogs kept",
}


@pytest.mark.parametrize("fragment", SHOWN)
def test_a_figure_shows_what_the_page_says_of_it(fragment):
    assert fragment in {state for _, _, state in STATES}
    assert SHOWN[fragment] in figure_of(fragment).alt()


def test_each_question_has_a_claim_and_a_state_that_settles_it():
    questions = re.split(r"^\d+\. ", section("## Questions, and what they catch"), flags=re.M)[1:]
    assert len(questions) >= 10
    claims = [re.findall(r"#(claim-\w+)", question) for question in questions]
    assert [len(found) for found in claims] == [1] * len(questions)
    assert len({claim for (claim,) in claims}) == len(questions)
    for question in questions:
        states = {fragment for _, _, fragment in state_links(question)}
        assert states and states <= set(SHOWN), question


def test_the_quiz_has_five_questions_each_with_a_folded_answer():
    quiz = section("## Exit quiz")
    found = re.findall(r"^(\d)\. [^\n]+\n\n:::\{dropdown\} Answer\n(.+?)^:::", quiz, re.M | re.S)
    assert [number for number, _ in found] == list("12345")
    assert all(".md#" in answer for _, answer in found)


# Exercises ----------------------------------------------------------------------------------------


def levels():
    """The label and title of each exercise in the table, with its level and its chapter."""
    for chapter, *cells in rows(section("## Exercises by level")):
        for level, cell in enumerate(cells, 1):
            for words, target in re.findall(LINK, cell):
                yield target.removeprefix("#"), words, level, re.match(LINK, chapter)[1]


def test_every_exercise_of_the_book_has_one_level():
    book = {
        (label, words, title(page))
        for page in CHAPTERS
        for words, label in re.findall(
            r"^`{3,}\{exercise(?:-start)?\} *([^\n]*)\n:label: (\S+)", source(page), re.M
        )
    }
    listed = [(label, words, chapter) for label, words, _, chapter in levels()]
    assert len(listed) == len(set(listed))
    assert set(listed) == book


def test_homework_names_its_level():
    level = {label: number for label, _, number, _ in levels()}
    lines = re.findall(r"^\*Homework\.\* (.+)$", TEACHING, re.M)
    assert len(lines) == len(LESSONS)
    for line in lines:
        easy, _, hard = line.partition("third level: ")
        assert easy and all(level[label] < 3 for label in re.findall(r"#(ex-[\w-]+)", easy)), line
        assert all(level[label] == 3 for label in re.findall(r"#(ex-[\w-]+)", hard)), line


# Paths --------------------------------------------------------------------------------------------


def times(page):
    """The minutes of a chapter, without and with its exercises, as its own box has them."""
    line = re.search(r"^\*\*Time\.\*\* (.+)$", source(page), re.M)[1]
    return [int(number) for number in re.findall(r"\d+", line)]


def paths():
    parts = re.split(r"^## ", PATHS, flags=re.M)[1:]
    return {part.partition("\n")[0]: part for part in parts}


@pytest.mark.parametrize("name", paths())
def test_a_path_has_the_minutes_of_its_chapters(name):
    text, total = paths()[name], 0
    for stop, time, _ in rows(text):
        words, target = re.fullmatch(LINK, stop).groups()
        page, _, heading = target.partition("#")
        page = f"chapters/{page.removesuffix('.md')}"
        assert words == title(page)
        total += minutes(time)
        if heading:  # a part of the chapter
            assert minutes(time) < times(page)[0], stop
        else:
            assert minutes(time) in times(page), stop
    assert total == minutes(re.search(r"^Together (.+?)\.", text, re.M)[1])


def test_every_reader_has_a_path():
    assert list(paths()) == [
        "I have one hour", "Student", "Practitioner", "Mathematician", "Teacher",
        "Reader of the three tutorials",
    ]  # fmt: skip
    assert minutes(re.search(r"Together (.+?)\.", paths()["I have one hour"])[1]) == 60
