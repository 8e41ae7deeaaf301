"""The build is strict: a crashed cell, a warning or a formula that cannot be read stops it."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from conftest import NOT_BOOK, ROOT, build_small_book, strict_build

CELL = "```{{code-cell}} ipython3\n{}\n```\n"


@pytest.fixture
def build_page(tmp_path):
    """A function that builds a book of one page with the book's own settings."""
    return lambda text: build_small_book(tmp_path, {"index": text})


@pytest.mark.build
def test_a_sound_page_builds(build_page):
    result = build_page("Words and $x^2$.\n\n" + CELL.format("1 + 1"))
    assert result.returncode == 0, result.stderr


@pytest.mark.build
@pytest.mark.parametrize(
    "text, complaint",
    [
        (CELL.format("1 / 0"), "ZeroDivisionError"),
        (CELL.format("import warnings\nwarnings.warn('mind this')"), "stderr"),
        ("See [there](nowhere.md).\n", "nowhere"),
        ("See {ref}`missing-label`.\n", "missing-label"),
        ("Cite {cite:t}`nobody1999`.\n", "nobody1999"),
        (r"Formula $\unknowncommand{x}$." + "\n", "unknowncommand"),
    ],
    ids=["crash", "stderr", "link", "reference", "citation", "formula"],
)
def test_a_faulty_page_stops_the_build(build_page, text, complaint):
    result = build_page(text)
    assert result.returncode != 0
    assert complaint in result.stdout + result.stderr


@pytest.mark.build
def test_a_change_in_pe_core_runs_the_pages_again(build_page, tmp_path):
    page = CELL.format("from pathlib import Path\nprint(Path('pe_core/value.txt').read_text())")
    (tmp_path / "pe_core").mkdir()
    for value in ("first", "second"):
        (tmp_path / "pe_core" / "value.txt").write_text(value)
        result = build_page(page)
        assert result.returncode == 0, result.stderr
        built = (tmp_path / "_build" / "html" / "index.html").read_text(encoding="utf-8")
        assert f"<span></span>{value}" in built


def test_downloads_hold_no_identifier_that_changes_from_run_to_run(book):
    notebooks = list((book / "_build" / "jupyter_execute").rglob("*.ipynb"))
    assert notebooks
    for path in notebooks:
        notebook = json.loads(path.read_text(encoding="utf-8"))
        assert "widgets" not in notebook["metadata"], path
        for number, cell in enumerate(notebook["cells"]):
            assert cell["id"] == f"cell-{number}", path
            for output in cell.get("outputs", []):
                kinds = output.get("data", {})
                assert "application/vnd.jupyter.widget-view+json" not in kinds, path
                plain = "".join(kinds.get("text/plain", ""))
                assert " at 0x" not in plain, (path, plain)


def contents(folder):
    files = (path for path in folder.rglob("*") if path.is_file())
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in files}


@pytest.mark.release
def test_two_builds_give_the_same_files(site, tmp_path):
    result = strict_build(tmp_path)
    assert result.returncode == 0, result.stderr
    first, second = contents(site), contents(tmp_path / "_build" / "html")
    assert first.keys() == second.keys()
    assert [name for name in first if first[name] != second[name]] == []


def interpreter(version):
    """A Python of this version: on the path, or among those of pyenv."""
    pyenv = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv")) / "versions"
    for candidate in [f"python{version}", *sorted(pyenv.glob(f"{version}*/bin/python"))]:
        command = [candidate, "-c", "import sys; print('%d.%d' % sys.version_info[:2])"]
        try:
            found = subprocess.run(command, capture_output=True, text=True, check=True)
        except (OSError, subprocess.CalledProcessError):
            continue
        if found.stdout.strip() == version:
            return str(candidate)
    return None


@pytest.mark.release
@pytest.mark.parametrize("version", ["3.11", "3.12", "3.13"])
def test_a_fresh_copy_builds_and_passes_on_every_supported_python(version, tmp_path):
    python = interpreter(version)
    if python is None:
        sentence = f"no Python {version} found on the path or in pyenv"
        if os.environ.get("CI") == "true":
            pytest.fail(sentence)
        pytest.skip(sentence)
    shutil.copytree(ROOT, tmp_path, ignore=NOT_BOOK, dirs_exist_ok=True)
    for goal in ("book", "quick"):
        result = subprocess.run(
            ["make", goal, f"PYTHON={python}"],
            cwd=tmp_path, capture_output=True, text=True, check=False,
        )  # fmt: skip
        assert result.returncode == 0, result.stdout[-4000:] + result.stderr[-4000:]
    assert (tmp_path / "_build" / "html" / "index.html").exists()


def test_a_print_sent_in_pieces_is_one_text():
    sys.path.insert(0, str(ROOT / "_ext"))
    from nbformat.v4 import new_code_cell, new_notebook, new_output
    from notebooks import make_repeatable

    pieces = [
        new_output("stream", name="stdout", text="buckets:"),
        new_output("stream", name="stdout", text=" 1 2\n"),
        new_output("stream", name="stderr", text="mind\n"),
        new_output("display_data", data={"text/plain": "x"}),
        new_output("stream", name="stdout", text="end\n"),
    ]
    notebook = new_notebook(cells=[new_code_cell("print()", outputs=pieces)])
    make_repeatable(notebook)
    texts = [output.get("text") for output in notebook.cells[0].outputs]
    assert texts == ["buckets: 1 2\n", "mind\n", None, "end\n"]
