"""What a page and its Chinese twin must have in common, and how Chinese is set.

    .venv/bin/python tests/twin_pages.py zh/chapters/formula.md           # what is wrong
    .venv/bin/python tests/twin_pages.py --stamp zh/chapters/formula.md   # it is up to date

A Chinese page ends with a comment that names the English text it translates, as a hash. The twins
have the same blocks in the same order: headings of the same levels, paragraphs, lists, tables,
directives with the same labels. Each block has the same formulas, code, links, sources and digits.
Code cells are the same but for comments and for the words that are shown to readers; words that
`pe_core` has in English go through `language.say` on the Chinese page.
"""

import ast
import collections
import hashlib
import re
import sys
from pathlib import Path

import jupytext
import yaml
from myst_parser.config.main import MdParserConfig
from myst_parser.mdit_to_docutils.base import DocutilsRenderer
from myst_parser.parsers.mdit import create_md_parser

ROOT = Path(__file__).resolve().parent.parent
STAMP = re.compile(r"^% Translates: ([0-9a-f]{12})\n?\Z", re.M)

#: The cell that a Chinese notebook begins with and an English one does not.
CHINESE = 'from pe_core import language\n\nlanguage.use("zh")'

HAN = r"[\u3400-\u9fff]"
WIDE = r"[，。；：？！、（）《》“”‘’…—]"

#: Directives whose content is Markdown.
HOLDS_TEXT = re.compile(r"admonition|dropdown|prf:\w+|exercise")


def fingerprint(text):
    """Twelve letters that stand for a text."""
    return hashlib.sha256(text.encode("utf-8")).hexdigest()[:12]


def parser():
    extensions = ["amsmath", "colon_fence", "deflist", "dollarmath"]
    return create_md_parser(MdParserConfig(enable_extensions=set(extensions)), DocutilsRenderer)


# Blocks ------------------------------------------------------------------------------------------


def blocks(text):
    """Return the blocks of a page: pairs of what a block is, and its inline token or None."""
    found = []
    tokens = parser().parse(re.sub(r"\A---\n.*?\n---\n", "", text, flags=re.S))
    for token in tokens:
        if token.type == "inline":
            found.append(("inline", token))
        elif token.type in ("fence", "colon_fence"):
            found += directive(token)
        elif token.type == "myst_target":
            found.append((f"target {token.content}", None))
        elif token.type in ("math_block", "math_block_label", "amsmath"):
            found.append((f"formula {formula(token.content)} {token.info}", None))
        elif token.type not in ("myst_line_comment", "front_matter") and token.nesting >= 0:
            found.append((f"{token.type} {token.tag}", None))
    return found


def directive(token):
    name = re.match(r"\{([^}]*)\}\s*(.*)", token.info, re.S)
    if not name:
        return [(f"fence {token.info} {token.content}", None)]
    kind, title = name.groups()
    if kind == "code-cell":
        return [("code-cell", None)]
    content, options = token.content, []
    while match := re.match(r":([\w-]+):[ ]*(.*)\n?", content):
        options.append(match[0].strip())
        content = content[match.end() :]
    if not HOLDS_TEXT.fullmatch(kind):
        return [(f"{{{kind}}} {title} {options} {content}", None)]
    start = (f"{{{kind}}} {options}", None)
    return [start, *blocks(title), *blocks(content), (f"end {kind}", None)]


def formula(latex):
    """A formula without its words."""
    latex = re.sub(r"\\(?:text|textbf|mbox)\{[^{}]*\}", r"\\text{}", latex)
    return re.sub(r"\s+", "", latex)


# Inside a block ----------------------------------------------------------------------------------

DIGITS = re.compile(r"(?<![\w.])[-−+]?\d[\d,]*(?:\.\d+)?(?:e-?\d+)?")


def inside(token):
    """What the words of a block hold besides words, each counted."""
    found = collections.Counter()
    for child in token.children or ():
        if child.type in ("math_inline", "math_single", "math_inline_double"):
            found[f"formula {formula(child.content)}"] += 1
        elif child.type == "code_inline":
            found["code" if re.search(HAN, child.content) else f"code {child.content}"] += 1
        elif child.type == "myst_role":
            found[f"role {child.meta['name']} {child.content}"] += 1
        elif child.type == "link_open":
            found[f"link {child.attrGet('href')}"] += 1
        elif child.type == "image":
            found[f"image {child.attrGet('src')}"] += 1
        elif child.type == "text":
            for number in DIGITS.findall(child.content):
                found[f"number {number.strip(',').lstrip('+-−')}"] += 1
    return found


def words(token):
    """The words of a block as they are read: code and formulas stand as one letter."""
    text = ""
    for child in token.children or ():
        if child.type == "text":
            text += child.content
        elif child.type == "softbreak":
            text += "\n"
        elif child.type in ("math_inline", "code_inline", "myst_role"):
            text += "\ue000"
        elif child.type == "strong_close":
            text = text.removesuffix("。") + ("。\ue001" if text.endswith("。") else "")
    return text


# Code --------------------------------------------------------------------------------------------


class Words(ast.NodeTransformer):
    """Take the strings out of code, in their order."""

    def __init__(self):
        self.strings = []

    def visit_JoinedStr(self, node):
        # Another language may say the same values in another order.
        parts = [part for part in node.values if not isinstance(part, ast.Constant)]
        parts = sorted((ast.dump(self.visit(part)) for part in parts), key=str)
        return ast.Constant("".join(parts))

    def visit_Call(self, node):
        # Words of pe_core that English code shows as they are.
        if ast.unparse(node.func) in ("language.say", "language.pad"):
            return self.visit(node.args[0])
        return self.generic_visit(node)

    def visit_FormattedValue(self, node):
        node.format_spec = None  # a column may need another width
        return self.generic_visit(node)

    def visit_Constant(self, node):
        if isinstance(node.value, str):
            self.strings.append(node.value)
            return ast.Constant("")
        return node


def code(source):
    """Return the tree of a cell without strings and comments, and the strings."""
    if re.search(r"^[%!]", source, re.M):
        return source, []
    reader = Words()
    tree = reader.visit(ast.parse(source))
    return ast.dump(tree), reader.strings


def cells(path):
    return [cell for cell in jupytext.read(path, fmt="md:myst").cells if cell.cell_type == "code"]


def metadata(cell):
    """The metadata of a cell without words."""
    kept = {key: value for key, value in cell.metadata.items() if key != "mystnb"}
    mystnb = cell.metadata.get("mystnb", {})
    return kept, sorted(mystnb), sorted(mystnb.get("image", {}))


def faults_in_code(ours, theirs):
    ours, theirs = list(ours), list(theirs)
    if ours and ours[0].source == CHINESE:
        ours = ours[1:]
    elif ours:
        yield f"the first cell must be {CHINESE!r}, with the tag remove-cell"
    if len(ours) != len(theirs):
        yield f"{len(ours)} code cells, in English {len(theirs)}"
    for number, (cell, twin) in enumerate(zip(ours, theirs, strict=False), 1):
        if metadata(cell) != metadata(twin):
            yield f"cell {number}: other tags or metadata"
        for place in ("code_prompt_show", "code_prompt_hide"):
            shown = cell.metadata.get("mystnb", {}).get(place, "")
            if shown and not re.search(HAN, shown):
                yield f"cell {number}: {place} is English"
        alt = cell.metadata.get("mystnb", {}).get("image", {}).get("alt")
        if alt is not None and not re.search(HAN, alt):
            yield f"cell {number}: the alternative text is English"
        (tree, strings), (other, twins) = code(cell.source), code(twin.source)
        if tree != other:
            yield f"cell {number}: other code:\n{cell.source}\n--- in English\n{twin.source}"
        for string, english in zip(strings, twins, strict=False):
            if string != english and not re.search(f"{HAN}|{WIDE}", string):
                yield f"cell {number}: {string!r} is neither {english!r} nor Chinese"
        for line in cell.source.splitlines():
            comment = re.search(r"(?:^|\s)#\s(.*)", line)
            comment = comment[1] if comment else ""
            if len(re.findall(r"[A-Za-z]{2,}", comment)) > 2 and not re.search(HAN, comment):
                yield f"cell {number}: an English comment: {comment}"


# How Chinese is set ------------------------------------------------------------------------------

SETTING = {
    f"{HAN}[A-Za-z0-9\ue000]|[A-Za-z0-9\ue000%]{HAN}": "no space between Chinese and Latin",
    f"{HAN} +{HAN}": "a space between Chinese letters",
    f"{HAN} *[,.;:?!]|[,;:?!] *{HAN}": "half-width punctuation beside Chinese",
    " [，。；：？！、（）《》“”‘’]|[，。；：？！、）》”] ": "a space beside full-width punctuation",
    f"{HAN} ?\\(|\\) ?{HAN}|\\({HAN}|{HAN}\\)": "half-width brackets beside Chinese",
    f'{HAN}["\']|["\']{HAN}': "straight quotes beside Chinese",
    "[0-9\ue000] %": "a space before a percent sign",
    r"\*|(?<!_)_(?=\w+_\b)": "emphasis that Markdown does not read",
    r"(?:[A-Za-z][A-Za-z'’]*[ ,;]+){6,}[A-Za-z]+": "English words",
}


def faults_in_setting(token):
    text = words(token)
    for pattern, fault in SETTING.items():
        if match := re.search(pattern, text):
            around = text[max(0, match.start() - 12) : match.end() + 12]
            yield f"{fault}: {around!r}"


# A page ------------------------------------------------------------------------------------------


def english_of(path):
    """The English twin of a Chinese page."""
    return ROOT / path.resolve().relative_to(ROOT / "zh")


def faults(path):
    """List what is wrong with a Chinese page, in the order of the page."""
    text, english = path.read_text(encoding="utf-8"), english_of(path).read_text(encoding="utf-8")
    found = list(faults_in_code(cells(path), cells(english_of(path))))
    heads = [re.match(r"---\n(.*?)\n---\n", page, re.S) for page in (text, english)]
    if [head and yaml.safe_load(head[1]) for head in heads].count(None) == 1:
        found.append("one page has a header, the other has none")
    ours = blocks(STAMP.sub("", text))
    theirs = blocks(english)
    if any(cell.source == CHINESE for cell in cells(path)):
        ours.remove(("code-cell", None))
    for number, (block, twin) in enumerate(zip(ours, theirs, strict=False)):
        if block[0] != twin[0]:
            before = next((words(b[1]) for b in ours[number::-1] if b[1]), "")
            found.append(f"after {before[-60:]!r} comes {block[0]!r}; in English {twin[0]!r}")
            return found
        if not block[1]:
            continue
        have, want = inside(block[1]), inside(twin[1])
        if have != want:
            extra, missing = dict(have - want), dict(want - have)
            found.append(f"{words(block[1])[:60]!r}: too much {extra}, missing {missing}")
        found += [f"{words(block[1])[:40]!r}: {fault}" for fault in faults_in_setting(block[1])]
    if len(ours) != len(theirs):
        found.append(f"{len(ours)} blocks, in English {len(theirs)}")
    return found


def stamp(path):
    text = STAMP.sub("", path.read_text(encoding="utf-8")).rstrip("\n")
    mark = fingerprint(english_of(path).read_text(encoding="utf-8"))
    path.write_text(f"{text}\n\n% Translates: {mark}\n", encoding="utf-8")


def is_behind(path):
    """Whether the English page has changed since the Chinese one was written."""
    found = STAMP.search(path.read_text(encoding="utf-8"))
    return not found or found[1] != fingerprint(english_of(path).read_text(encoding="utf-8"))


if __name__ == "__main__":
    arguments = sys.argv[1:]
    for name in arguments:
        if name == "--stamp":
            continue
        problems = faults(Path(name))
        print(f"{name}: {len(problems)} faults")
        print("".join(f"  {problem}\n" for problem in problems), end="")
        if "--stamp" in arguments and not problems:
            stamp(Path(name))
