"""The words of the book: numbers that are checked, links that lead somewhere, sources, labels.

**Numbers.** A number in prose, in an inline formula, in a table or in the words that describe a
figure must agree with code of the same page, or its sentence must cite a source, or name a section
or table of the source that its paragraph cites. Code means a number that is written in a code
cell: as an asserted value or as an input, alone (``assert x == 3.714``,
``assert text == "3.714"``), as part of arithmetic (``2 * 512``), or as two bounds of a comparison
that are at most a quarter apart (``0.71 < x < 0.74`` covers 72 %). What a cell prints does not
count, because nothing compares it with the text. Agreement is up to the digits that the prose
shows: 0.3584 covers 0.36, and 0.72 or 72 covers 72 %.

Not looked at:

- whole numbers from 0 to 12, unless they are percents; numbers written as words;
- fenced code, inline code, displayed formulas, which the text derives or defines;
- exponents and subscripts in inline formulas;
- references: sections, tables, figures, equations, chapters, years, addresses, targets of links;
- the end of a range or a step, "0 to 511", "20 → 21", where the code has its neighbour;
- numbers that are part of a name: GPT-2, float64, Llama 3, Python 3.11;
- minutes in the box at the head of a chapter; lengths written "10 min" or "2 h", and links to a
  state of a live figure, which tests/test_teaching.py checks;
- the few exceptions listed in `EXCEPTIONS`, each with its reason.
"""

import ast
import collections
import itertools
import operator
import re

import pytest
import yaml
from conftest import ROOT
from mdit_py_plugins.anchors.index import slugify

from pe_core.claims import CLAIMS

TOC = yaml.safe_load((ROOT / "_toc.yml").read_text(encoding="utf-8"))
PAGES = [TOC["root"], *(c["file"] for part in TOC["parts"] for c in part["chapters"])]

#: Numbers that neither code nor a source covers, and why they may stand: {page: {number: reason}}.
EXCEPTIONS = {
    "chapters/exercises": {
        "768": "in the title of an exercise, and checked in its chapter",
        "64": "in the title of an exercise, and checked in its chapter",
    },
    "chapters/teaching": {
        **dict.fromkeys(["45", "90"], "the length of a lesson, added up by test_teaching.py"),
        **dict.fromkeys(["37", "38", "44", "60", "512"], "a state of a figure, opened by a link"),
        "64": "the window of a figure that a link opens; in titles of exercises",
        "100": "a state of a figure, opened by a link; a limit that the sentence before cites",
        **dict.fromkeys(["20", "21", "1000", "1001"], "the words of claim C22"),
        **dict.fromkeys(["383", "20,000"], "the words of claim C05"),
        "768": "in the title of an exercise, and checked in its chapter",
    },
}


def source(page):
    return (ROOT / f"{page}.md").read_text(encoding="utf-8")


# Numbers that code knows -------------------------------------------------------------------------

ARITHMETIC = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.FloorDiv: operator.floordiv,
}


def value(node):
    """The value of an expression made of numbers alone; None for any other."""
    if isinstance(node, ast.Constant) and type(node.value) in (int, float):
        return node.value
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        inner = value(node.operand)
        return None if inner is None else -inner
    if isinstance(node, ast.BinOp):
        left, right = value(node.left), value(node.right)
        if left is None or right is None:
            return None
        if isinstance(node.op, ast.Pow) and abs(right) < 100 and left > 0:
            return left**right
        if type(node.op) in ARITHMETIC and right:
            return ARITHMETIC[type(node.op)](left, right)
    return None


def known_numbers(cells):
    """Numbers written in code cells, and the bounds of comparisons that are narrow enough."""
    numbers, ranges = set(), []
    for cell in cells:
        code = re.sub(r"^[%!].*$", "", cell, flags=re.M)
        negated = set()  # the 7 of -7 is no number of its own
        for node in ast.walk(ast.parse(code)):
            if isinstance(node, ast.expr) and (found := value(node)) is not None:
                if isinstance(node, ast.UnaryOp):
                    negated.add(node.operand)
                if node not in negated:
                    numbers.add(found)
            if isinstance(node, ast.Assert):  # a number may be asserted as it is printed
                texts = [n.value for n in ast.walk(node) if isinstance(n, ast.Constant)]
                numbers.update(float(t) for t in texts if re.fullmatch(r"-?\d+(\.\d+)?", str(t)))
            if isinstance(node, ast.Compare) and len(node.ops) == 2:
                low, high = value(node.left), value(node.comparators[1])
                if None not in (low, high) and 0 < high - low <= max(abs(low), abs(high)) / 4:
                    ranges.append((low, high))
    return numbers, ranges


# Numbers that the text prints --------------------------------------------------------------------

#: What is no statement of a number, in the order in which it is taken out.
FORMULAS_AND_CODE = [
    r"\A---\n.*?\n---\n",  # the header of a notebook
    r"\$\$.*?\$\$",  # displayed formulas
    r"`[^`\n]*`",  # inline code, roles, labels
    r"\[[^\]\n]*\]\([\w.]+#[A-Z]\w+(?:\?[^)\s]*)?\)",  # links to a state of a live figure
]
REFERENCES_AND_NAMES = [
    r"(?<=\])\([^)\s]*\)|https?://\S+",  # where links lead
    r"^:{3,}.*$|^:[\w-]+:.*$|^`{3,}.*$|^\(.*\)=$",  # directives, their options, targets
    r"^\s*\d+\.\s",  # markers of lists
    r"§§?\s?[\d.]+(?:(?:,| and| to) §?[\d.]+)*",
    r"(?i)\b(?:section|table|figure|equation|algorithm|theorem|property|appendix|part|chapter|"
    r"version|question)s? \(?[A-Z]?\.?\d[\d.]*",
    r"\b(?:in|of|since|until|by|from|and|–) (?:19[5-9]|20[0-3])\d\b(?! (?:tokens|positions|steps))",
    r"\((?:[^()]*[ ,])?(?:19[5-9]|20[0-3])\d\)|[A-Z][a-z]+,? (?:19[5-9]|20[0-3])\d\b(?=[,. ])",
    r"[A-Za-z][\w-]*[-_]?\d[\w.-]*",  # names that hold a digit
    r"\d+(?:st|nd|rd|th)\b",
    r"\b(?:Llama|Python|JupyterLab|MIT|CC BY) \d[\d.]*",
    r"\*\*Time\.?\*\*.*$",
    r"\b\d+(?: |&nbsp;)(?:h|min)\b",
]

#: The same inside inline formulas.
NAMES_IN_FORMULAS = [
    r"\\(?:text|mathrm|operatorname|mathbb)\{[^}]*\}",
    r"[_^]\{[^{}]*(?:\{[^{}]*\}[^{}]*)*\}|[_^]\\?\w",  # subscripts and exponents
    r"\\[a-zA-Z]+",
]

NUMBER = re.compile(
    r"(?<![\w.])(?P<sign>[-−])?"
    r"(?P<digits>\d{1,3}(?:[,\u202f\u00a0]\d{3})+(?!\d)(?:\.\d+)?|\d+(?:\.\d+)?)"
)
Number = collections.namedtuple("Number", "line written value decimals percent end_of_range")


def blank(match):
    """As many spaces as there were characters, line by line, so that places stay what they were."""
    return re.sub(r"[^\n]", " ", match.group() if isinstance(match, re.Match) else match)


def plain(match):
    """An inline formula without its names, exponents and subscripts, as long as before."""
    text = match.group().replace("$", " ").replace("{,}", "\0,\0").replace(r"\,", "  ")
    text = re.sub(r"\\[dt]?frac(\d)(\d)", lambda m: f" {m[1]} {m[2]}".rjust(len(m[0])), text)
    for pattern in NAMES_IN_FORMULAS:
        text = re.sub(pattern, blank, text)
    return re.sub(r"\0,\0(\d{3})", r",\1  ", text)


def alternative_text(cell):
    """The place, in the text of a cell, of the words for those who cannot see its figure."""
    found = re.search(r"^    alt: (.*?)(?=\n\S|\n {0,4}\S)", cell, re.S | re.M)
    return found.span(1) if found else (0, 0)


def split(text):
    """Return the code of a page, cell by cell, and its prose, with all else blanked."""
    cells = []

    def take(match):
        whole, kind = match.group(), match["kind"]
        if kind.startswith(("{exercise", "{solution", "{admonition", "{dropdown", "{figure")):
            return whole
        if not kind.startswith("{code-cell}"):
            return blank(whole)
        header = re.match(r"---\n.*?\n---\n|(?::[\w-]+:[^\n]*\n)*", match["body"], re.S)
        cells.append(match["body"][header.end() :])
        start, end = alternative_text(whole)
        return blank(whole[:start]) + whole[start:end] + blank(whole[end:])

    fence = r"^(?P<ticks>`{3,})(?P<kind>[^\n]*)\n(?P<body>.*?)^(?P=ticks)[ ]*$"
    return cells, re.sub(fence, take, text, flags=re.S | re.M)


PARAGRAPH = r"\n[ \t]*\n|\n(?=[ \t]*(?:[-*|]|\d+\.)[ ])"  # or item of a list, or line of a table
SENTENCE = r"(?<=[.!?:])\*{0,2}\s+(?=[A-Z*\[$“\"{])"


def parts(ends, text, start, stop):
    """The places where the parts of a text begin and end."""
    inside = (match.end() for match in re.compile(ends).finditer(text, start, stop))
    return itertools.pairwise([start, *inside, stop])


def cited(prose):
    """The places of the sentences that stand on a source."""
    for paragraph in parts(PARAGRAPH, prose, 0, len(prose)):
        if "{cite" in prose[slice(*paragraph)]:
            for start, stop in parts(SENTENCE, prose, *paragraph):
                if re.search(r"\{cite|§ ?\d|\b[Tt]able \d", prose[start:stop]):
                    yield start, stop


def printed_numbers(text):
    """The numbers that a page prints and no source covers."""
    _, prose = split(text)
    sourced = list(cited(prose))
    for pattern in FORMULAS_AND_CODE:
        prose = re.sub(pattern, blank, prose, flags=re.S)
    prose = re.sub(r"(?<!\\)\$[^$]+?\$", plain, prose)
    for pattern in REFERENCES_AND_NAMES:
        prose = re.sub(pattern, blank, prose, flags=re.M)
    for match in NUMBER.finditer(prose):
        if any(start <= match.start() < stop for start, stop in sourced):
            continue
        before, after = prose[: match.start()].rstrip(), prose[match.end() :].lstrip()
        minus = match["sign"] and not re.search(r"[\w)}]", prose[match.start() - 1])
        digits = re.sub(r"[^\d.]", "", match["digits"])
        yield Number(
            line=prose.count("\n", 0, match.start()) + 1,
            written=("−" if minus else "") + match["digits"],
            value=-float(digits) if minus else float(digits),
            decimals=len(digits.partition(".")[2]),
            percent=after.startswith(("%", "\\%")),
            end_of_range=before.endswith((" to", "–", "→")) or match["sign"] == "–",
        )


def is_covered(number, numbers, ranges):
    """Whether the code of the page knows a number, up to the digits that the text shows."""
    shown, decimals = number.value, number.decimals
    if decimals == 0 and abs(shown) <= 12 and not number.percent:
        return True
    for scale in (1, 100) if number.percent else (1,):
        if any(round(known * scale, decimals) == shown for known in numbers):
            return True
        if any(round(-known * scale, decimals) == shown > 0 for known in numbers):
            return True  # the size of a negative number, whose sign is in the words
        if any(low * scale <= shown <= high * scale for low, high in ranges):
            return True
    return number.end_of_range and bool({shown - 1, shown + 1} & numbers)


def uncovered(text, exceptions=()):
    """The numbers of a page that neither its code, nor a source, nor an exception covers."""
    known = known_numbers(split(text)[0])
    found = [n for n in printed_numbers(text) if n.written not in exceptions]
    return [number for number in found if not is_covered(number, *known)]


@pytest.mark.parametrize("page", PAGES)
def test_every_number_in_prose_is_checked_or_cited(page):
    lines = source(page).splitlines()
    missing = [
        f"{page}.md, line {n.line}: {n.written} is in no assertion: {lines[n.line - 1].strip()}"
        for n in uncovered(source(page), EXCEPTIONS.get(page, {}))
    ]
    assert not missing, "\n" + "\n".join(missing)


def test_every_exception_is_needed_and_has_its_reason():
    for page, numbers in EXCEPTIONS.items():
        needed = {n.written for n in uncovered(source(page))}
        assert set(numbers) <= needed, f"{page}: no longer needed: {set(numbers) - needed}"
        assert all(len(reason.split()) >= 3 for reason in numbers.values())


PAGE = """# A page

The step is 3.714, or 72 % of {number}, at positions 0 to 511 (see §3.5 and Table 14).

```{{code-cell}} ipython3
assert round(step, 3) == 3.714 and 0.71 < share < 0.74   # not 99
positions = range(512)
print("98")
```
"""


@pytest.mark.parametrize("number", ["3.71", "3.7", "512", "$3.714$", "97 as reported {cite}`a`"])
def test_a_number_that_code_or_a_source_covers_passes(number):
    assert uncovered(PAGE.format(number=number)) == []


@pytest.mark.parametrize("number", ["3.72", "3.7141", "−3.714", "513", "98", "99", "$x = 5{,}130$"])
def test_a_number_that_nothing_covers_is_found_with_its_line(number):
    (found,) = uncovered(PAGE.format(number=number))
    assert found.line == 3
    assert found.written in number.replace("{,}", ",")


def test_wrong_numbers_in_the_book_are_found():
    """Change each number, one at a time, by 13 in its last digits: nearly all must be noticed."""
    caught = total = 0
    for page in PAGES:
        text = source(page)
        known = known_numbers(split(text)[0])
        for number in printed_numbers(text):
            if number.decimals or abs(number.value) > 12:
                shift = 13 if number.decimals == 0 else 13 / 10**number.decimals
                wrong = number._replace(value=round(number.value + shift, number.decimals))
                caught += not is_covered(wrong, *known)
                total += 1
    assert total > 300
    assert caught > 0.85 * total, f"{caught} of {total}"


# Links, sources, labels --------------------------------------------------------------------------


def anchors(page):
    """The anchors of a page's headings, as Sphinx makes them; the second of one name ends in -1."""
    _, prose = split(source(page))
    seen, found = collections.Counter(), set()
    for title in re.findall(r"^#{1,3} (.+?)\s*$", prose, re.M):
        slug = slugify(re.sub(r"[`*$]", "", title))
        found.add(f"{slug}-{seen[slug]}" if seen[slug] else slug)
        seen[slug] += 1
    return found


#: Rows of the fact check, which code makes.
ROWS = {f"claim-{claim.id.lower()}" for claim in CLAIMS}


def links(page):
    """Targets of the links of a page, and the line of each."""
    _, prose = split(source(page))
    for match in re.finditer(r"\]\(([^)\s]+)\)", prose):
        yield prose.count("\n", 0, match.start()) + 1, match[1]


@pytest.mark.parametrize("page", PAGES)
def test_every_internal_link_leads_somewhere(page):
    here, dead = ROOT / f"{page}.md", []
    for line, target in links(page):
        if re.match(r"[a-z]+:", target):
            continue
        name, _, anchor = target.partition("#")
        if not name and anchor in {*labels(), *ROWS}:
            continue  # an exercise, a theorem or a claim, wherever it stands
        if re.match(r"[A-Z]\w+(\?|$)", anchor):
            anchor = ""  # a state of a live figure: see tests/test_teaching.py
        there = (here.parent / name).resolve() if name else here
        goal = there.relative_to(ROOT).with_suffix("").as_posix()
        if goal not in PAGES or (anchor and anchor not in anchors(goal)):
            dead.append(f"{page}.md, line {line}: {target}")
    assert not dead, "\n" + "\n".join(dead)


def citations(page):
    _, prose = split(source(page))
    for keys in re.findall(r"\{cite(?::\w+)?\}`([^`]+)`", prose):
        yield from (key.strip() for key in keys.split(","))


def entries():
    return re.findall(r"^@\w+\{([^,\s]+),", source_of("chapters/references.bib"), re.M)


def source_of(name):
    return (ROOT / name).read_text(encoding="utf-8")


def test_every_source_that_is_cited_has_one_entry():
    twice = [key for key, count in collections.Counter(entries()).items() if count > 1]
    assert twice == []
    missing = [(page, key) for page in PAGES for key in citations(page) if key not in entries()]
    assert missing == []


def test_every_entry_is_cited():
    cited = {key for page in PAGES for key in citations(page)}
    assert [key for key in entries() if key not in cited] == []


def labels():
    return [label for page in PAGES for label in re.findall(r"^:label: (\S+)$", source(page), re.M)]


def test_every_label_is_unique_in_the_book():
    assert [label for label, count in collections.Counter(labels()).items() if count > 1] == []


@pytest.mark.parametrize("page", PAGES)
def test_every_exercise_has_a_label_and_a_title(page):
    for title, options in re.findall(
        r"^`{3,}\{exercise(?:-start)?\}([^\n]*)\n((?::[^\n]*\n)*)", source(page), re.M
    ):
        assert title.strip(), f"{page}: an exercise without a title"
        assert re.search(r"^:label: ex-\S+$", options, re.M), f"{page}: {title}"
