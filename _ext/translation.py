"""What the Chinese edition needs besides its words, and the way from each page to its twin.

- A heading has the address of its English twin, so that a link leads to the same place in both.
- A line break between Chinese letters is no space.
- Search finds Chinese by pieces of two letters; the browser cuts a query in the same way.
- Each page leads to the same page in the other language, and says so to search engines.
"""

import functools
import gettext
import json
import re
from pathlib import Path

import docstring_files
from docutils import nodes
from markdown_it import MarkdownIt
from mdit_py_plugins.anchors.index import slugify
from mdit_py_plugins.dollarmath import dollarmath_plugin
from sphinx.locale import get_translator
from sphinx.search.en import SearchEnglish
from sphinx.transforms import SphinxTransform
from sphinx.util import logging

from pe_core import language

logger = logging.getLogger(__name__)

HERE = Path(__file__).parent
WIDE = re.compile("[\u2014\u2018-\u201d\u2026\u3000-\u303f\u3400-\u9fff\uff00-\uffef]")
HAN = "\u3400-\u9fff"


def is_chinese(config):
    return (config.language or "").startswith("zh")


class SiteWords(gettext.NullTranslations):
    """Words of the site in Chinese that neither Sphinx nor the theme has: our own, and theirs."""

    table = json.loads((HERE / "translation.zh.json").read_text(encoding="utf-8"))

    def gettext(self, message):
        return self.table.get(message, message)


#: Words that the theme and its extensions write in English, whatever the language is.
NAMED = re.compile(r'(?<= )(aria-label|title|placeholder)="([^"]*)"')
IN_THE_PAGE = (("<p>Proof. ", "<p>证明。"), ("© Copyright ", "© "))


def say_what_is_left(app, exception):
    if exception or app.builder.name != "html":
        return
    words = SiteWords().gettext
    for page in Path(app.outdir).rglob("*.html"):
        text = page.read_text(encoding="utf-8")
        text = NAMED.sub(lambda found: f'{found[1]}="{words(found[2])}"', text)
        for english, chinese in IN_THE_PAGE:
            text = text.replace(english, chinese)
        page.write_text(text, encoding="utf-8")


def say_what_scripts_say(app, exception):
    """The script of folded solutions has one name for its button, and no other language."""
    path = Path(app.outdir) / "_static" / "togglebutton.js"
    if not exception and path.exists():
        text = path.read_text(encoding="utf-8")
        path.write_text(text.replace("Toggle hidden content", "展开或收起"), encoding="utf-8")


def write_letters_as_they_are(app, exception):
    """Sphinx writes six letters for each Chinese one in its index, which a reader has to load."""
    path = Path(app.outdir) / "searchindex.js"
    if exception or not path.exists():
        return
    start, end = "Search.setIndex(", ")"
    index = json.loads(path.read_text(encoding="utf-8").removeprefix(start).removesuffix(end))
    text = json.dumps(index, ensure_ascii=False, separators=(",", ":"))
    path.write_text(f"{start}{text}{end}", encoding="utf-8")


def add_site_words(app):
    get_translator().add_fallback(SiteWords())


# Headings ----------------------------------------------------------------------------------------


def headings(markdown):
    """Return the headings of a page: the words of each, as an address is made of them."""
    text = re.sub(r"\A---\n.*?\n---\n", "", markdown, flags=re.S)
    tokens = MarkdownIt("commonmark").use(dollarmath_plugin).parse(text)
    for token, inline in zip(tokens, tokens[1:], strict=False):
        if token.type == "heading_open":
            kinds = ("text", "code_inline", "math_inline")
            yield "".join(c.content for c in inline.children if c.type in kinds)


class EnglishAddresses(SphinxTransform):
    """Before links within the page are resolved."""

    default_priority = 500

    def apply(self, **kwargs):
        english = Path(self.app.srcdir).parent / f"{self.env.docname}.md"
        if not english.exists():  # a page of a test
            return
        titles = list(headings(english.read_text(encoding="utf-8")))
        sections = [s for s in self.document.findall(nodes.section) if s.get("slug")]
        if len(sections) != len(titles):
            logger.warning("%d headings, in English %d", len(sections), len(titles))
            return
        ours, slugs = dict(self.document.myst_slugs), self.document.myst_slugs
        slugs.clear()
        for section, title in zip(sections, titles, strict=True):
            line, _, words = ours[section["slug"]]
            section["slug"] = slug = slugify(title)
            if slug in slugs:
                logger.warning("two headings are named %r", title)
            name = nodes.make_id(title) or slug
            section["ids"][0] = name
            self.document.ids[name] = section
            slugs[slug] = (line, name, words)


def close_lines(app, doctree):
    """Take the line breaks out of Chinese text, where a browser would show a space."""
    for text in [text for text in doctree.findall(nodes.Text) if "\n" in text]:
        if isinstance(text.parent, (nodes.literal, nodes.literal_block, nodes.math, nodes.raw)):
            continue
        if text != "\n":  # reStructuredText keeps a break inside of the text
            words = re.sub(rf"(?<={WIDE.pattern})\n|\n(?={WIDE.pattern})", "", text)
            text.parent.replace(text, nodes.Text(words))
            continue
        around = text.parent
        at = around.index(text)
        before, after = ("".join(n.astext() for n in part) for part in (around[:at], around[at:]))
        if WIDE.match(before[-1:]) or WIDE.match(after[1:2]):
            around.remove(text)


# Docstrings --------------------------------------------------------------------------------------


docstrings = functools.cache(docstring_files.entries)


def describe_in_chinese(app, what, name, obj, options, lines):
    known = docstrings(Path(app.srcdir) / "docstrings")
    if name in known:
        lines[:] = [*known[name].strip().splitlines(), ""]
    else:
        logger.warning("%s has no Chinese docstring", name)


# Search ------------------------------------------------------------------------------------------


#: Letters that say nothing of a page. Pieces that hold one are in no index, which would weigh half
#: as much again, and a query is cut without them.
PARTICLES = "的了是在和也就都与而这那它着吗呢把被又再还很则即其及或你我他们一个从到以会要两每"


class SearchPieces(SearchEnglish):
    """Latin words as in English; Chinese in pieces of two letters."""

    lang = "zh"
    language_name = "Chinese"
    js_splitter_code = """
// Chinese in pieces of two letters, all of which a page must hold.
function splitQuery(query) {
  return query.split(/[^\\p{Letter}\\p{Number}_\\p{Emoji_Presentation}]+/gu).flatMap((word) =>
    (word.match(/[\\u3400-\\u9fff]+|[^\\u3400-\\u9fff]+/g) ?? []).flatMap((part) => {
      if (!/[\\u3400-\\u9fff]/.test(part)) return [part];
      const pieces = [...part].slice(1).map((letter, n) => part[n] + letter);
      const telling = pieces.filter((piece) => !/[PARTICLES]/.test(piece));
      return telling.length ? telling : pieces;
    }));
}
""".replace("PARTICLES", PARTICLES)

    def split(self, text):
        words = []
        for part in re.findall(rf"[{HAN}]+|[^\W{HAN}]+", text):
            words += pieces(part) if re.match(f"[{HAN}]", part) else [part]
        return words

    def word_filter(self, word):
        if re.match(f"[{HAN}]", word):
            return not re.search(f"[{PARTICLES}]", word)
        return super().word_filter(word)

    def stem(self, word):
        return word if re.match(f"[{HAN}]", word) else super().stem(word)


def pieces(part):
    return [part[n : n + 2] for n in range(len(part) - 1)]


# The other language ------------------------------------------------------------------------------


def lead_to_the_twin(app, pagename, templatename, context, doctree):
    """Tell the page where its twin is: the Chinese book lies in the folder zh of the English."""
    chinese = is_chinese(app.config)
    uri = app.builder.get_target_uri(pagename)
    root = context["pathto"]("index", 0).removesuffix("index.html").removesuffix("#")
    if pagename == "index":
        root = ""
    context["twin"] = {
        "href": root + ("../" if chinese else "zh/") + uri,
        "lang": "en" if chinese else "zh-CN",
        "name": "English" if chinese else "中文",
        "hint": "Read this page in English" if chinese else "阅读本页的中文版",
    }
    if app.config.html_baseurl and doctree:
        base = app.config.html_baseurl.rstrip("/")
        base = base.removesuffix("/zh") if chinese else base
        for lang, folder in (("en", "/"), ("zh-CN", "/zh/"), ("x-default", "/")):
            href = f"{base}{folder}{uri}"
            context["metatags"] += f'<link rel="alternate" hreflang="{lang}" href="{href}" />\n'


def choose_language(app, config):
    """Let the figures speak the language of the book, and give a Chinese book what it needs."""
    if not is_chinese(config):
        language.use("en")
        return
    language.use("zh")
    app.connect("builder-inited", add_site_words)
    app.connect("autodoc-process-docstring", describe_in_chinese, priority=400)  # as napoleon reads
    app.connect("doctree-read", close_lines)
    app.connect("build-finished", say_what_is_left)
    app.connect("build-finished", say_what_scripts_say)
    app.connect("build-finished", write_letters_as_they_are)
    app.add_transform(EnglishAddresses)
    app.add_search_language(SearchPieces)


def setup(app):
    app.connect("config-inited", choose_language, priority=90)
    app.connect("html-page-context", lead_to_the_twin)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
