"""The ledger: every claim has a verdict and evidence, and every check can fail."""

import ast
import copy
import functools
import inspect
import re
from dataclasses import replace

import numpy as np
import pytest
from conftest import ROOT
from test_back_matter import title
from test_prose import PAGES, anchors, source

import pe_core
from pe_core import claims
from pe_core.claims.ledger import FIGURE, printed
from pe_core.claims.places import CHAPTERS, SOURCES

CLAIMS = claims.CLAIMS
CHECKED = [claim for claim in CLAIMS if claim.check]
each = functools.partial(pytest.mark.parametrize, "claim", ids=lambda claim: claim.id)


def places(page):
    """Labels and anchors of headings on a page."""
    labels = re.findall(r"^:label: (\S+)$|^\((\S+)\)=$", source(page), re.M)
    # Sphinx gives a heading that is not in Latin letters another anchor than its own.
    return {part for label in labels for part in label} | {a for a in anchors(page) if a.isascii()}


def test_the_ledger_holds_every_claim_once_and_in_order():
    numbers = {"A": 45, "B": 30, "C": 44}
    assert [claim.id for claim in CLAIMS] == [
        f"{article}{n:02}" for article, count in numbers.items() for n in range(1, count + 1)
    ]


@each(CLAIMS)
def test_every_entry_is_complete(claim):
    assert claim.verdict in claims.VERDICTS and claim.kind in claims.KINDS
    for part in (claim.text, claim.fact):
        assert part[0].isupper() or not part[0].isascii() or part[0] in "‘“…`", part
        assert part.rstrip("”’")[-1] in ".?!…", part
    assert f"chapters/{claim.chapter}" in PAGES
    assert claim.place in places(f"chapters/{claim.chapter}"), f"no {claim.place} in that chapter"
    assert all(key in SOURCES and where for key, where in claim.cite)
    assert bool(claim.experiment) == (claim.verdict == "untestable")
    if claim.check is None:
        assert claim.cite or claim.verdict == "untestable", "a check or a source decides"
    if claim.verdict == "untestable" and claim.check:
        assert claim.limits, "say what the toy does not show"


def test_sources_are_those_of_the_bibliography():
    text = (ROOT / "chapters/references.bib").read_text(encoding="utf-8")
    entries = dict(re.findall(r"^@\w+\{(\S+),\n(.*?)^\}", text, re.M | re.S))
    for key, (name, address) in SOURCES.items():
        assert f"{{{address.removeprefix('https://doi.org/')}}}" in entries[key]
        assert f"{{{name[-4:]}}}" in entries[key]
        surname = name.split(" et al.")[0].split(" and ")[0].removesuffix(name[-5:])
        plain = entries[key].replace("{\\`e}", "è")
        assert re.search(rf"author\s+= \{{+{re.escape(surname)}", plain), name


def test_chapters_have_the_titles_of_their_pages():
    for chapter, words in CHAPTERS.items():
        assert title(f"chapters/{chapter}") == words
    assert list(CHAPTERS) == [page.removeprefix("chapters/") for page in PAGES
                              if page.removeprefix("chapters/") in CHAPTERS]  # fmt: skip


@pytest.mark.parametrize("chapter", CHAPTERS)
def test_a_chapter_leads_back_to_the_claims_it_decides(chapter):
    rows = [f"[{c.id}](#claim-{c.id.lower()})" for c in CLAIMS if c.chapter == chapter]
    line = f"**Claims decided here.** {' · '.join(rows)}\n"
    text = source(f"chapters/{chapter}")
    assert text.count("**Claims decided here.**") == bool(rows)
    assert not rows or text.endswith(line), f"the chapter should end with\n{line}"


@each(CHECKED)
def test_the_check_says_what_the_entry_says(claim):
    assert claims.verify(claim)


@each(CHECKED)
def test_an_altered_verdict_or_figure_is_noticed(claim):
    for verdict in claims.VERDICTS:
        if verdict != claim.verdict:
            with pytest.raises(claims.ClaimError):
                claims.verify(replace(claim, verdict=verdict))
    for part in ("fact", "limits"):
        words = getattr(claim, part)
        for name, text in FIGURE.findall(words):
            number, half = printed(text)
            wrong = words.replace(f"{{{name}={text}}}", f"{{{name}={number + 3 * half!r}}}")
            with pytest.raises(claims.ClaimError, match=name):
                claims.verify(replace(claim, **{part: wrong}))


# Formulas that are altered by a machine -----------------------------------------------------------

SWAPS = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Div,
    ast.Div: ast.Mult,
    ast.Pow: ast.Mult,
    ast.MatMult: ast.Add,
    ast.Lt: ast.GtE,
    ast.GtE: ast.Lt,
    ast.Gt: ast.LtE,
    ast.LtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
}
NAMES = {"sin": "cos", "cos": "sin", "all": "any", "any": "all", "max": "min", "min": "max"}


def mutants(function):
    """The check with one operator, comparison or function exchanged, one at a time."""
    tree = ast.parse(inspect.getsource(function))
    for place in range(sum(1 for _ in ast.walk(tree))):
        changed = copy.deepcopy(tree)
        node = list(ast.walk(changed))[place]
        if isinstance(node, (ast.BinOp, ast.AugAssign)) and type(node.op) in SWAPS:
            node.op = SWAPS[type(node.op)]()
        elif isinstance(node, ast.Compare) and type(node.ops[0]) in SWAPS:
            node.ops[0] = SWAPS[type(node.ops[0])]()
        elif isinstance(node, ast.Attribute) and node.attr in NAMES:
            node.attr = NAMES[node.attr]
        else:
            continue
        yield ast.unparse(node), ast.unparse(ast.fix_missing_locations(changed))


def broken(value):
    """The result of a function of the package, made wrong; anything but numbers stays."""
    if isinstance(value, tuple):
        return tuple(broken(part) for part in value)
    if isinstance(value, (float, np.floating, np.ndarray)) and np.asarray(value).dtype.kind == "f":
        array = np.asarray(value)
        return array * 1.07 + 0.13 * np.arange(array.size).reshape(array.shape) + 0.01
    return value


def ours(function):
    """Names of the functions of `pe_core` that a check calls by name."""
    scope = function.__globals__
    return [
        name
        for name in function.__code__.co_names
        if inspect.isfunction(scope.get(name))
        and scope[name].__module__.startswith(pe_core.__name__)
        and not scope[name].__module__.startswith("pe_core.claims")
    ]


def notices(claim, check):
    try:
        with np.errstate(all="ignore"):
            claims.verify(replace(claim, check=check))
    except Exception:  # a mutant may break in any way; that too is noticed
        return True
    return False


@each(CHECKED)
@pytest.mark.filterwarnings("ignore")
def test_an_altered_formula_is_noticed(claim, monkeypatch):
    found, changes = [], list(mutants(claim.check))
    for what, code in changes[:: 1 + len(changes) // 12]:  # at most a dozen, from all over it
        scope = dict(claim.check.__globals__)
        exec(code, scope)
        found.append((what, notices(claim, scope[claim.check.__name__])))
    for name in ours(claim.check):
        function = claim.check.__globals__[name]
        with monkeypatch.context() as patch:
            wrong = functools.wraps(function)(lambda *a, f=function, **k: broken(f(*a, **k)))
            patch.setitem(claim.check.__globals__, name, wrong)
            found.append((name, notices(claim, claim.check)))
    survivors = [what for what, noticed in found if not noticed]
    assert found, "a check computes something"
    assert 2 * len(survivors) <= len(found), f"not noticed: {survivors}"
