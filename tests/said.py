"""The words that `pe_core` says, and what its tables of another language lack.

    .venv/bin/python tests/said.py clock_wall          # what is missing, unused, or not Chinese
    .venv/bin/python tests/said.py --fill clock_wall   # adds what is missing, with empty words

Words are said by ``say("...")`` in Python and by ``tr`...` `` in JavaScript. The claims, the
checks, the quiz and the controls of figures hold theirs as data.
"""

import ast
import importlib
import json
import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "pe_core"
HAN = re.compile(r"[\u3400-\u9fff]")
LATIN = re.compile("[A-Za-z]{3}")
MARK = re.compile(r"\{[^{}]*\}")


# Words in code -----------------------------------------------------------------------------------


def python_words(path):
    """Return the words given to `say` in a module, and all strings of the module."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    said, strings = [], set()
    names = {  # other modules have a `say` of their own, which takes a key
        alias.asname or alias.name
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and node.module == "language"
        for alias in node.names
        if alias.name == "say"
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            strings.add(node.value)
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") in names:
            first = node.args[0]
            if isinstance(first, ast.Constant):
                said.append(first.value)
    return said, strings


def template(text, start):
    """Read a JavaScript template from behind its backtick: return its words and where it ends."""
    words, at = "", start
    while text[at] != "`":
        if text[at] == "\\":
            words += text[at + 1]
            at += 2
        elif text.startswith("${", at):
            depth, at = 1, at + 2
            while depth:
                if text[at] == "`":
                    at = template(text, at + 1)[1]
                    continue
                depth += {"{": 1, "}": -1}.get(text[at], 0)
                at += 1
            words += "{}"
        else:
            words += text[at]
            at += 1
    return words, at + 1


def script_words(path):
    """Return the words of ``tr`...` `` in a script, and all its plain strings."""
    text = re.sub(r"^\s*//.*$", "", path.read_text(encoding="utf-8"), flags=re.M)
    said = [template(text, match.end())[0] for match in re.finditer(r"\btr`", text)]
    return said, {json.loads(f'"{s}"') for s in re.findall(r'"((?:[^"\\\n]|\\.)*)"', text)}


# Words in data -----------------------------------------------------------------------------------


def in_figures(name):
    from pe_core import explorers

    for figure in explorers.FIGURES:
        if figure.__module__ != f"pe_core.explorers.{name}":
            continue
        for control in figure.controls().values():
            yield from (control["label"], control["help"])
            yield from (option for option in control.get("options", ()) if isinstance(option, str))
        for preset, values in figure.presets.items():
            yield from (preset, values["note"])


def in_checks(name):
    from pe_core.checks.exercise import Exercise
    from pe_core.checks.questions import Question

    room = importlib.import_module(f"pe_core.checks.{name}")
    if name == "words":
        yield from room.WORDS.values()
    for exercise in vars(room).values():
        parts = exercise.parts.values() if isinstance(exercise, Exercise) else ()
        for part in parts:
            assert isinstance(part, Question)
            yield from (part.ask, getattr(part, "unit", ""), part.hint, part.what)
            yield from (hint for _, hint in part.wrong)
            yield from getattr(part, "options", {}).values()
            yield from getattr(part, "hints", {}).values()


def in_claims(name):
    room = importlib.import_module(f"pe_core.claims.{name}")
    if name == "places":
        yield from room.CHAPTERS.values()
    if name == "ledger":
        yield from (*room.VERDICTS, *room.KINDS)
    for claim in getattr(room, "CLAIMS", ()):
        yield from (claim.text, claim.fact, claim.experiment, claim.limits, claim.section)
        yield from (where for _, where in claim.cite)
        if claim.check:
            yield claim.check.__doc__.strip().splitlines()[0]


def in_forms(name):
    room = importlib.import_module(f"pe_core.forms.{name}")
    for question in getattr(room, "PREDICTIONS", ()):
        yield from (question.ask, question.now, *question.options.values())


WALKS = {
    "explorers": in_figures, "checks": in_checks, "claims": in_claims, "forms": in_forms,
}  # fmt: skip

#: Words that are the same in both languages: letters, formulas, names of systems and of code.
#: A share is not: in Chinese "%" stands close to its number.
SAME = re.compile(r"(?!.* %)([^A-Za-z]*|[A-Z]\d*|[a-z0-9]+(_[a-z0-9]+)+)")


def module(name):
    """The module whose table is meant: "clock_wall", "checks/formula"."""
    found = [*PACKAGE.rglob(f"{name}.py"), *PACKAGE.rglob(f"{name}.js")]
    return min(found, key=lambda path: len(path.parts))


def said_by(path):
    """Return the words that a module and its script say, in order, and all they may say."""
    said, may = [], set()
    if path.with_suffix(".py").exists():
        said, may = python_words(path.with_suffix(".py"))
        room, name = path.parent.name, path.stem
        if room in WALKS and name != "__init__":
            said += list(WALKS[room](name))
    if path.with_suffix(".js").exists():
        script, strings = script_words(path.with_suffix(".js"))
        said, may = said + script, may | strings
    said = [words for words in dict.fromkeys(said) if re.search("[A-Za-z]{2}|^ $| %", words)]
    return said, may | set(said)


def table(path):
    """Return the table of a module, or a table itself by its own path."""
    place = path.with_name(f"{path.name.partition('.')[0]}.zh.json")
    return json.loads(place.read_text(encoding="utf-8")) if place.exists() else {}


def lacking(said):
    """Return the words that are in no table: what modules share is in that of one of them."""
    known = set().union(*map(table, PACKAGE.rglob("*.zh.json")))
    return [words for words in said if words not in known and not SAME.fullmatch(words)]


def marks(words):
    """What the braces of words name; unnamed ones of scripts are counted."""
    found = [re.sub(r"[:!].*", "", mark[1:-1]) for mark in MARK.findall(words)]
    return sorted(found) if all(found) else [str(n) for n in range(len(found))]


def faults(path):
    """List what is wrong with the table of a module."""
    said, may = said_by(path)
    words = table(path)
    found = [f"missing: {key!r}" for key in lacking(said)]
    found += [f"unused: {key!r}" for key in words if key not in may]
    for key, chinese in words.items():
        if key == " ":  # between two sentences Chinese has no space
            continue
        if not chinese:
            found.append(f"empty: {key!r}")
        elif not HAN.search(chinese) and chinese != key and LATIN.search(MARK.sub("", chinese)):
            found.append(f"not Chinese: {chinese!r}")
        if re.search(r"\{\w+=", key):  # the computed numbers of a claim
            if sorted(MARK.findall(key)) != sorted(MARK.findall(chinese)):
                found.append(f"other numbers: {chinese!r}")
        elif not set(marks(chinese)) <= set(marks(key)) or "{}" in chinese:
            found.append(f"other braces: {chinese!r}")
    return found


def fill(path):
    said, _ = said_by(path)
    words = {**table(path), **dict.fromkeys(lacking(said), "")}
    text = json.dumps(words, ensure_ascii=False, indent=1) + "\n"
    path.with_suffix(".zh.json").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    sys.path.insert(0, str(ROOT))
    for name in sys.argv[1:]:
        if name == "--fill":
            continue
        place = PACKAGE / f"{name}.py" if "/" in name else module(name)
        if "--fill" in sys.argv:
            fill(place)
        problems = faults(place)
        print(f"{name}: {len(problems)} faults")
        print("".join(f"  {problem}\n" for problem in problems), end="")
