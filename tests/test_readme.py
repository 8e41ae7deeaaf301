"""README.md and CONTRIBUTING.md are true: what they name exists, and what they show works."""

import os
import re
import runpy
import shutil
import subprocess
import sys
import textwrap

import pytest
from conftest import NOT_BOOK, ROOT

TEXTS = {
    name: (ROOT / name).read_text(encoding="utf-8")
    for name in ("README.md", "CONTRIBUTING.md", "zh/README.md")
}
FENCE = re.compile(r"^( *)(`{3,})(\w+)\n(.*?)^\1\2$", re.M | re.S)
RECIPE = ROOT / "tests" / "recipe"
each = pytest.mark.parametrize("name", TEXTS)


def blocks(text, language):
    """The bodies of the fenced blocks in a language."""
    return [textwrap.dedent(found[4]) for found in FENCE.finditer(text) if found[3] == language]


def prose(text):
    return FENCE.sub("", text)


@pytest.mark.parametrize("name", ["README.md", "zh/README.md"])
def test_readme_is_short(name):
    assert len(TEXTS[name].splitlines()) <= 120


def test_the_readmes_say_the_same_and_lead_to_each_other():
    english, chinese = TEXTS["README.md"], TEXTS["zh/README.md"]
    assert english.splitlines()[0] == "English · [中文](zh/README.md)"
    assert chinese.splitlines()[0] == "[English](../README.md) · 中文"
    for pattern in (r"^#+ ", r"^\| ", r"^- "):
        counts = [len(re.findall(pattern, text, re.M)) for text in (english, chinese)]
        assert counts[0] == counts[1], pattern
    goals = [set(re.findall(r"(?:^|`)make [a-z-]+", text, re.M)) for text in (english, chinese)]
    assert goals[0] == goals[1]
    commands = [
        [re.sub(r" +#.*", "", block) for block in blocks(text, "sh")] for text in (english, chinese)
    ]
    assert commands[0] == commands[1]


@each
def test_every_file_that_is_named_exists(name):
    text = prose(TEXTS[name])
    named = re.findall(r"\]\((?!https?:)([^)]+)\)", text)
    named += re.findall(r"`([\w.-]+/[\w./-]*|[\w-]+\.(?:md|py|js|yml|txt|toml|cff))`", text)
    made = re.compile(r"_build/|\.venv|.*\bNAME\b")
    here = (ROOT, (ROOT / name).parent, RECIPE, ROOT / "pe_core" / "explorers")
    missing = [path for path in named if not any((folder / path).exists() for folder in here)]
    assert len(named) > 15
    assert [path for path in missing if not made.match(path)] == []


@each
def test_every_make_command_exists(name):
    goals = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.M))
    named = set(re.findall(r"(?:^|`)make ([a-z-]+)", TEXTS[name], re.M))
    assert named <= goals
    if name != "CONTRIBUTING.md":
        assert named == goals - {"environment"}  # a part of the others


@each
def test_every_function_and_test_that_is_named_exists(name):
    folders = ("pe_core", "tests")
    code = "".join(
        path.read_text(encoding="utf-8")
        for folder in folders
        for path in (ROOT / folder).rglob("*.py")
    )
    for word in re.findall(r"`(test_\w+|[A-Z]{3,})`", prose(TEXTS[name])):
        assert re.search(rf"^(?:def )?{word}\b", code, re.M), word


@pytest.mark.parametrize("name", ["README.md", "zh/README.md"])
def test_the_examples_of_readme_run(name):
    for example in blocks(TEXTS[name], "python"):
        exec(example, {})


def test_the_pictures_of_readme_are_those_of_the_script():
    pictures = runpy.run_path(ROOT / "scripts" / "readme_pictures.py")["pictures"]()
    for name, text in pictures.items():
        path = ROOT / "scripts" / "readme" / f"{name}.svg"
        assert path.read_text(encoding="utf-8") == text
        assert f"scripts/readme/{name}.svg" in TEXTS["README.md"]
        assert len(text) < 10_000


# The recipes of CONTRIBUTING.md ------------------------------------------------------------------


def edits(step):
    """What each diff of a step takes away, and what it puts there."""
    for diff in blocks(step, "diff"):
        lines = diff.splitlines(keepends=True)
        old = "".join(line[1:] or "\n" for line in lines if line[0] != "+")
        yield old, "".join(line[1:] or "\n" for line in lines if line[0] != "-")


def steps():
    """Title, file, edits, and the test and words that a reader meets who leaves the step out."""
    for part in re.split(r"^## ", TEXTS["CONTRIBUTING.md"], flags=re.M)[1:]:
        title = part.partition("\n")[0]
        for step in re.split(r"^(?=\d\. )", part, flags=re.M)[1:]:
            if changes := list(edits(step)):
                file = re.search(r"`([\w/]+\.\w+)`", prose(step))[1]
                left_out = re.search(
                    r"Left out: `(?:tests/)?(test_\w+)(?:\.py)?`([^.]*)", prose(step)
                )
                test, says = left_out.groups() if left_out else (None, "")
                said = [" ".join(part.split()) for part in re.findall(r'"([^"]+)"', says)]
                yield f"{title}, step {step[0]}", file, changes, test, said


STEPS = list(steps())
TESTED = [step for step in STEPS if step[3]]


def follow(folder, left_out=None):
    """Make a copy of the book with the additions of all recipes, one step perhaps left out."""
    shutil.copytree(ROOT, folder, ignore=NOT_BOOK, dirs_exist_ok=True)
    shutil.copytree(RECIPE, folder, dirs_exist_ok=True)
    for title, file, changes, _, _ in STEPS:
        text = (folder / file).read_text(encoding="utf-8")
        for old, new in changes if title != left_out else []:
            assert old in text or left_out, f"{title}: {file} does not hold\n{old}"
            text = text.replace(old, new)
        (folder / file).write_text(text, encoding="utf-8")


def run(folder, names):
    """Run the tests of a copy that have one of these names."""
    command = [sys.executable, "-m", "pytest", "--tb=short", "-k", " or ".join(names)]
    command += ["-m", "not site and not browser and not release and not translation"]
    return subprocess.run(
        command, cwd=folder, env={**os.environ, "PYTHONPATH": str(folder)},
        capture_output=True, text=True, check=False,
    )  # fmt: skip


@pytest.mark.release
def test_the_recipes_work(tmp_path):
    follow(tmp_path)
    result = run(tmp_path, {"half_turns", "OneHand", "A46", *(test for *_, test, _ in TESTED)})
    assert result.returncode == 0, result.stdout[-3000:]


@pytest.mark.release
@pytest.mark.parametrize("title, file, changes, test, said", TESTED, ids=[s[0] for s in TESTED])
def test_a_step_that_is_left_out_is_noticed(title, file, changes, test, said, tmp_path):
    follow(tmp_path, left_out=title)
    result = run(tmp_path, [test])
    assert result.returncode in (1, 2), result.stdout[-3000:]  # a test fails, or cannot start
    assert [words for words in said if words not in result.stdout] == []
