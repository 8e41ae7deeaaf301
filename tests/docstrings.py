"""Compare the Chinese docstrings with the English ones, in their form.

    .venv/bin/python tests/docstrings.py sinusoidal rope    # all whose names hold one of these
"""

import inspect
import pkgutil
import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "_ext"))

from docstring_files import entries  # noqa: E402

CHINESE = entries(ROOT / "zh" / "docstrings")
HAN = re.compile("[\u3400-\u9fff]")


def sections(text):
    """Return the lines of each section of a docstring by its title; the first has none."""
    found, title = {"": []}, ""
    lines = text.strip().splitlines()
    for line, under in zip(lines, [*lines[1:], ""], strict=True):
        if re.fullmatch("-{3,}", under):
            title = line
            found[title] = []
        elif not re.fullmatch("-{3,}", line):
            found[title].append(line)
    return found


def faults(name, chinese, english):
    ours, theirs = sections(chinese), sections(english)
    if list(ours) != list(theirs):
        yield f"{name}: sections {list(ours)}, in English {list(theirs)}"
        return
    for title, lines in ours.items():
        twins = theirs[title]
        words = "\n".join(line for line in lines if not line.lstrip().startswith((">>>", "...")))
        if title == "Examples":
            code = [line for line in lines if line.strip() and not HAN.search(line)]
            twin = [line for line in twins if line.strip()]
            if [c for c in code if c not in twin] or sum(">>>" in c for c in code) != sum(
                ">>>" in c for c in twin
            ):
                yield f"{name}: other examples"
            continue
        if any(line.strip() for line in twins) and title not in ("Returns",):
            text = "\n".join(twins)
            if re.search("[A-Za-z]{4,} [a-z]{2,} [a-z]{2,}", text) and not HAN.search(words):
                yield f"{name}: {title or 'the first lines'} in English"
        if title in ("Parameters", "Attributes"):
            names = [re.split(" ?: ?", line)[0] for line in lines if line[:1].strip()]
            twin = [re.split(" ?: ?", line)[0] for line in twins if line[:1].strip()]
            if names != twin:
                yield f"{name}: {title} {names}, in English {twin}"
        if re.search("(?:[A-Za-z][a-z’']+ ){5,}", words.replace("`", "")):
            yield f"{name}: English words in {title or 'the first lines'}"


def english_of(name):
    return inspect.getdoc(pkgutil.resolve_name(name)) or ""


if __name__ == "__main__":
    for name, text in CHINESE.items():
        if any(part in name for part in sys.argv[1:]):
            print(*[f"{name}:", *faults(name, text, english_of(name))], sep="\n  ")
