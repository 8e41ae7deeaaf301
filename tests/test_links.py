"""Links lead to places that exist, names are given once, and every page parses without an error."""

import collections
import sys
from urllib.parse import unquote, urljoin, urlsplit

import html5lib
import pytest
from conftest import ROOT

from pe_core import checks, forms
from pe_core.explorers import FIGURES

sys.path.insert(0, str(ROOT / "_ext"))
from state_links import figure_of  # noqa: E402

ADDRESSES = ("href", "src", "action")


def strictly(text, part=False):
    """Return the tree of a page, or of a part of one; what a browser would mend is an error."""
    parser = html5lib.HTMLParser(strict=True, namespaceHTMLElements=False)
    return parser.parseFragment(text) if part else parser.parse(text)


@pytest.fixture(scope="module")
def trees(site, pages):
    """The tree of each page by its path; its errors are the test's of that name."""
    parser = html5lib.HTMLParser(namespaceHTMLElements=False)
    found = {}
    for path in pages:
        tree = parser.parse((site / path).read_text(encoding="utf-8"))
        found[path] = (tree, list(parser.errors))
    return found


def names(tree):
    return [node.get("id") for node in tree.iter() if node.get("id")]


def test_every_page_parses_without_an_error(trees):
    assert {path: errors for path, (_, errors) in trees.items() if errors} == {}


def test_every_name_is_given_once_on_a_page(trees):
    for path, (tree, _) in trees.items():
        assert [n for n, count in collections.Counter(names(tree)).items() if count > 1] == [], path


def is_a_place(fragment, found):
    """Whether the fragment of an address names a part of that page, or a state of its figures."""
    return not fragment or fragment in found or bool(figure_of(fragment))


def test_every_link_inside_the_book_leads_to_a_place(site, trees):
    known = {path: set(names(tree)) for path, (tree, _) in trees.items()}
    dead, count = [], 0
    for path, (tree, _) in trees.items():
        for address in (node.get(name) for node in tree.iter() for name in ADDRESSES):
            if address is None or urlsplit(address).scheme or address.startswith("//"):
                continue
            goal = urlsplit(urljoin(f"/{path}", address))
            there, count = unquote(goal.path).lstrip("/"), count + 1
            found = (site / there).is_file()
            if not found or not is_a_place(unquote(goal.fragment), known.get(there, ())):
                dead.append(f"{path}: {address}")
    assert dead == [] and count > 1000


def test_every_other_link_is_encrypted_and_runs_nothing(trees):
    for path, (tree, _) in trees.items():
        for node in tree.iter():
            for name in ADDRESSES:
                address = node.get(name) or ""
                allowed = ("", "https", "data") if name == "src" else ("", "https", "mailto")
                assert urlsplit(address).scheme in allowed, (path, address[:100])
                assert not address.startswith("//"), (path, address)


def states(figure):
    """The first state of a figure, its presets, and both ends of every control."""
    yield figure()
    yield from (figure(**preset["set"]) for preset in figure.presets.values())
    for name, control in figure.controls().items():
        ends = [control["min"], control["max"]] if control["kind"] == "slider" else None
        for value in ends or control.get("options", [True, False]):
            yield figure(**{name: value})


@pytest.mark.parametrize("figure", FIGURES, ids=lambda figure: figure.__name__)
def test_the_html_of_a_figure_parses_strictly_in_every_state(figure):
    for shown in states(figure):
        (root,) = strictly(shown.html(picture=(b"", (2, 2))), part=True)
        assert [node.tag for node in root.iter()] == ["div", "div", "img"]


FORMS = {
    "ledger": forms.ledger_form,
    "quiz": forms.quiz_form,
    "review": forms.review_form,
    **{name: (lambda e=e: forms.exercise_form(e)) for name, e in checks.EXERCISES.items()},
}


@pytest.mark.parametrize("name", FORMS)
def test_the_html_of_a_form_parses_strictly(name):
    (root,) = strictly(FORMS[name]().html, part=True)
    assert root.get("class").startswith("pe-form ")
    assert not {node.tag for node in root.iter()} & {"script", "style", "iframe", "img"}
