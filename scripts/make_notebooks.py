"""Write every page of the book as a plain notebook, for programs that know nothing of MyST.

    python scripts/make_notebooks.py [FOLDER]

The notebooks hold no outputs and are numbered in the order of the book. Directives become what
every notebook program shows: quotations, folded details, headings. Links lead from notebook to
notebook. The folder is `_build/notebooks` unless another is named; its zh/ has the Chinese book.
"""

import pkgutil
import re
import sys
from pathlib import Path
from urllib.parse import quote

import jupytext
import nbformat
import yaml
from nbformat.v4 import new_markdown_cell, new_notebook
from pybtex.database import parse_file
from pybtex.richtext import Text

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "_ext"))

import docstring_files  # noqa: E402
import translation  # noqa: E402

METADATA = {
    "kernelspec": {"display_name": "Python 3 (ipykernel)", "language": "python", "name": "python3"},
    "language_info": {"name": "python"},
}

#: A directive: fence, name, title, options, body.
DIRECTIVE = re.compile(
    r"^(:{3,}|`{3,})\{([\w:-]+)\}[ ]*(.*)\n((?::.*\n)*)((?:.*\n)*?)\1[ ]*$", re.MULTILINE
)
HEADING = re.compile(r"^#+ (.+)$", re.MULTILINE)
LINK = re.compile(r"\]\(((?!https?:)[^()\s]+)\)")
ROLE = re.compile(r"\{(cite|cite:t|prf:ref)\}`([^`]+)`")

#: Words that directives bring along, and how names of authors are joined.
WORDS = {
    "en": {
        "Exercise": "Exercise: {}", "Solution": "Solution", "Proof": "*Proof.* {} ∎",
        "titled": "{} “{}”", "boxed": "**{}** ({}). {}", "and": " and ", "et al.": " et al.",
        "definition": "Definition", "lemma": "Lemma", "theorem": "Theorem",
        "proposition": "Proposition", "corollary": "Corollary",
        "brackets": "({})", "between": "; ",
    },
    "zh": {
        "Exercise": "练习：{}", "Solution": "解答", "Proof": "*证明*。{} ∎",
        "titled": "{}“{}”", "boxed": "**{}**（{}）。{}", "and": " 和 ", "et al.": " 等",
        "definition": "定义", "lemma": "引理", "theorem": "定理",
        "proposition": "命题", "corollary": "推论",
        "brackets": "（{}）", "between": "；",
    },
}  # fmt: skip
WIDE = translation.WIDE.pattern
#: Between two lines of a Chinese paragraph no space belongs: at the ends of two Chinese words, and
#: after punctuation, whatever follows that does not begin a block.
SEAM = re.compile(
    rf"{WIDE}\n(?:> )? *{WIDE}|[，。；：？！、）》”]\n(?:> )? *(?!\d+\. |\$\$|```|\* )[\[$`*\w]"
)
SOLUTIONS = tuple(f"#### {words['Solution']}" for words in WORDS.values())


def read(path):
    return path.read_text(encoding="utf-8")


def headings(text):
    return HEADING.findall(re.sub(r"(?ms)^```.*?^```$", "", text))


def book_pages():
    """The pages in the order of the book."""
    toc = yaml.safe_load((ROOT / "_toc.yml").read_text(encoding="utf-8"))
    return [toc["root"], *(entry["file"] for part in toc["parts"] for entry in part["chapters"])]


def heading_id(heading):
    """The name by which JupyterLab knows a heading."""
    return quote(re.sub(r"[`*$]", "", heading).replace(" ", "-"))


def words(latex):
    """The words of a field of a BibTeX file."""
    return str(Text.from_latex(latex))


class Book:
    """What a page has to know of the others: their files, their headings, the sources."""

    def __init__(self, language="en"):
        pages, root = book_pages(), ROOT if language == "en" else ROOT / language
        self.words, self.language = WORDS[language], language
        self.texts = {page: read(root / f"{page}.md") for page in pages}
        self.files = {
            Path(page).name: f"{number:02}_{Path(page).name}.ipynb"
            for number, page in enumerate(pages)
        }
        self.places, self.proved = {}, {}  # (page, label) to heading; label to (page, title)
        for page, text in self.texts.items():
            self.note_places(Path(page).name, text, read(ROOT / f"{page}.md"))
        self.sources = parse_file(ROOT / "chapters" / "references.bib").entries

    def note_places(self, page, text, english):
        # An address is made of the English heading, in both languages.
        for heading, twin in zip(headings(text), headings(english), strict=True):
            slug = re.sub(r"[^\w -]", "", twin.lower()).replace(" ", "-")
            self.places[page, slug] = heading
        for _, name, title, options, _ in DIRECTIVE.findall(text):
            label = re.search(r":label: (\S+)", options)
            if name == "exercise":
                self.places[page, label[1]] = self.words["Exercise"].format(title)
            elif label:
                kind = self.words.get(name.removeprefix("prf:"), "")
                self.proved[label[1]] = page, self.words["titled"].format(kind, title)

    def link(self, here, target):
        """The address of a target of the book, seen from a notebook."""
        page, _, label = target.partition("#")
        page = Path(page).stem or here
        if label.startswith("claim-"):
            return self.files["fact_check"]  # its rows are made by code
        if label[:1].isupper():
            return self.files[page]  # a state of a live figure: only pages can be opened in one
        if label.startswith("ex-"):
            page = next(page for page, place in self.places if place == label)
        file = "" if page == here else self.files[page]
        return f"{file}#{heading_id(self.places[page, label])}" if label else file

    def source(self, key):
        """Author, year and address of a source."""
        entry = self.sources[key]
        names = [words(" ".join(person.last_names)) for person in entry.persons["author"]]
        several = self.words["and"].join(names)
        if len(names) > 2:
            several = names[0] + self.words["et al."]
        address = entry.fields.get("url") or f"https://doi.org/{entry.fields['doi']}"
        return f"[{several} {entry.fields['year']}]({address})"

    def role(self, here, name, keys):
        if name == "prf:ref":
            page, title = self.proved[keys]
            return title if page == here else f"[{title}]({self.files[page]})"
        cited = self.words["between"].join(self.source(key.strip()) for key in keys.split(","))
        return cited if name == "cite:t" else self.words["brackets"].format(cited)

    def bibliography(self):
        lines = [
            f"- {self.source(key)}. *{words(entry.fields['title'])}*."
            for key, entry in self.sources.items()
        ]
        return "\n".join(sorted(lines))


def described(names, language):
    """A list of functions, each with the first sentence of its help."""
    if language == "en":
        helps = {name: pkgutil.resolve_name(name).__doc__ for name in names}
    else:
        helps = docstring_files.entries(ROOT / "zh" / "docstrings")
    return "\n".join(f"- `{name}`: {helps[name].strip().splitlines()[0]}" for name in names)


def plain_directive(book, found):
    """A directive in the Markdown that every notebook program knows."""
    _, name, title, _, body = found.groups()
    body = body.strip()
    if name == "admonition":
        return "\n".join(f"> {line}".rstrip() for line in [f"**{title}**", "", *body.split("\n")])
    if name == "dropdown":
        return f"<details>\n<summary>{title}</summary>\n\n{body}\n\n</details>"
    if name == "exercise":
        return f"### {book.words['Exercise'].format(title)}\n\n{body}"
    if name == "solution-start":
        return f"#### {book.words['Solution']}"
    if name == "solution-end":
        return ""
    if name == "bibliography":
        return book.bibliography()
    if name == "eval-rst":
        return described(re.findall(r":: (pe_core\S*)", body), book.language)
    if name == "prf:proof":
        return book.words["Proof"].format(body)
    if name.startswith("prf:"):
        kind = book.words[name.removeprefix("prf:")]
        return book.words["boxed"].format(kind, title, body)
    raise ValueError(f"no plain form is known for the directive {name!r}")


def joined(text):
    """Put a Chinese paragraph on one line: where a line ends, a notebook would show a space."""
    lines, fenced = [""], False
    for line in text.split("\n"):
        fenced ^= line.startswith("```")
        prose = not fenced and not lines[-1].startswith(("#", "|"))
        if prose and SEAM.match(f"{lines[-1][-1:]}\n{line}"):
            lines[-1] += line.removeprefix("> ").lstrip(" ")
        else:
            lines.append(line)
    return "\n".join(lines[1:])


def plain(book, page, text):
    """The Markdown of a page without MyST."""
    text = LINK.sub(lambda found: f"]({book.link(page, found[1])})", text)
    text = ROLE.sub(lambda found: book.role(page, *found.groups()), text)
    text = DIRECTIVE.sub(lambda found: plain_directive(book, found), text)
    text = re.sub(r"\n: ", "  \n", text)  # a term and what it means: two lines
    return joined(text) if book.language == "zh" else text


def plain_cells(book, page, cell):
    """The cells that one cell of a page becomes: a solution begins a cell, to be folded."""
    if cell.cell_type == "code":
        if {"remove-input", "hide-input"} & set(cell.metadata.get("tags", [])):
            cell.metadata["jupyter"] = {"source_hidden": True}
        return [cell]
    parts = re.split(rf"(?m)^({'|'.join(SOLUTIONS)})$", plain(book, page, cell.source + "\n"))
    cells = [new_markdown_cell(part.strip()) for part in parts if part.strip()]
    for part in cells:
        if part.source in SOLUTIONS:
            part.metadata["jp-MarkdownHeadingCollapsed"] = True
    return cells


def notebooks(language="en"):
    """Every page of the book, as the name of its file and its notebook."""
    book = Book(language)
    for path, text in book.texts.items():
        page = Path(path).name
        text = re.sub(r"^% Translates: .*\n", "", text, flags=re.M)
        cells = jupytext.reads(text, fmt="md:myst").cells
        cells = [part for cell in cells for part in plain_cells(book, page, cell)]
        for number, cell in enumerate(cells):
            cell["id"] = f"cell-{number}"
        yield book.files[page], new_notebook(cells=cells, metadata=METADATA)


def write(folder, language="en"):
    folder.mkdir(parents=True, exist_ok=True)
    for old in folder.glob("*.ipynb"):
        old.unlink()
    for name, notebook in notebooks(language):
        nbformat.write(notebook, folder / name)


if __name__ == "__main__":
    target = Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "_build" / "notebooks"
    write(target)
    write(target / "zh", "zh")
    print(f"The notebooks are written to {target}")
