"""The notebooks that `make notebooks` writes: complete, plain, linked, and they run."""

import re
import sys
from urllib.parse import unquote

import nbformat
import pytest
from conftest import ROOT
from markdown_it import MarkdownIt
from test_chapters import NOTEBOOKS, PAGES, run_quietly

sys.path.insert(0, str(ROOT / "scripts"))

import make_notebooks  # noqa: E402

QUICK = ("index", "chapters/simple_codes", "chapters/formula")
LINK = re.compile(r"\]\((?!https?:)([^()]*)\)")
MYST = re.compile(r"^:{3}|^`{3,}\{|\{[a-z:-]+\}`|^\(.+\)=$", re.MULTILINE)


@pytest.fixture(scope="module", params=["en", "zh"])
def folder(request, tmp_path_factory):
    """The folder of the notebooks in one language, far from the repository."""
    folder = tmp_path_factory.mktemp("notebooks")
    make_notebooks.write(folder, request.param)
    return folder


@pytest.fixture(scope="module")
def twins(folder):
    """The notebooks by the names of their files."""
    return {path.name: nbformat.read(path, 4) for path in sorted(folder.glob("*.ipynb"))}


def markdown(notebook):
    return "\n\n".join(cell.source for cell in notebook.cells if cell.cell_type == "markdown")


def test_every_page_has_its_notebook_in_the_order_of_the_book(twins):
    assert [name[3:-6] for name in twins] == [page.split("/")[-1] for page in PAGES]


def test_the_notebooks_are_clean(twins):
    for name, notebook in twins.items():
        nbformat.validate(notebook)
        assert dict(notebook.metadata) == make_notebooks.METADATA, name
        for cell in notebook.cells:
            assert not cell.get("outputs") and cell.get("execution_count") is None, name


def test_no_syntax_of_myst_is_left(twins):
    left = {name: MYST.findall(markdown(notebook)) for name, notebook in twins.items()}
    assert {name: found for name, found in left.items() if found} == {}


def test_every_link_leads_to_a_notebook_and_a_heading(twins):
    headings = {
        name: set(re.findall(r"^#+ (.+)$", markdown(notebook), re.MULTILINE))
        for name, notebook in twins.items()
    }
    ids = {
        name: {re.sub(r"[`*$]", "", heading).replace(" ", "-") for heading in found}
        for name, found in headings.items()
    }
    count = 0
    for name, notebook in twins.items():
        for target in LINK.findall(markdown(notebook)):
            file, _, heading = target.partition("#")
            assert not heading or unquote(heading) in ids[file or name], (name, target)
            assert not file or file in twins, (name, target)
            count += 1
    assert count > 300


def test_no_chinese_line_ends_where_a_notebook_would_show_a_space(twins):
    broken, seam = [], f"{make_notebooks.WIDE}\n{make_notebooks.WIDE}"
    for notebook in twins.values():
        for token in MarkdownIt().enable("table").parse(markdown(notebook)):
            parts = token.children or []
            for before, here, after in zip(parts, parts[1:], parts[2:], strict=False):
                around = f"{before.content[-1:]}\n{after.content[:1]}"
                if here.type == "softbreak" and re.fullmatch(seam, around):
                    broken.append((before.content, after.content))
    assert broken == []


def test_a_chinese_paragraph_becomes_one_line_and_the_rest_stays():
    source = """# 标题
第一行，
第二行
- 一项，
  还是它。
1. 数。
2. 数。

> 引文，
> $k$ 也在。
>
> - 引文里的项。

```
一，
二
```
完。"""
    assert make_notebooks.joined(source) == """# 标题
第一行，第二行
- 一项，还是它。
1. 数。
2. 数。

> 引文，$k$ 也在。
>
> - 引文里的项。

```
一，
二
```
完。"""


def test_solutions_are_folded(twins):
    for notebook in twins.values():
        for cell in notebook.cells:
            folded = cell.metadata.get("jp-MarkdownHeadingCollapsed", False)
            assert folded == (cell.source in make_notebooks.SOLUTIONS)


def test_an_unknown_directive_is_named():
    book = make_notebooks.Book()
    with pytest.raises(ValueError, match="'margin'"):
        make_notebooks.plain(book, "formula", ":::{margin}\nWords.\n:::\n")


@pytest.mark.build
@pytest.mark.parametrize(
    "page",
    [
        page if page in QUICK else pytest.param(page, marks=pytest.mark.release)
        for page in NOTEBOOKS
    ],
)
def test_a_notebook_runs_from_top_to_bottom(page, folder, twins):
    run_quietly(twins[make_notebooks.Book().files[page.split("/")[-1]]], folder)
