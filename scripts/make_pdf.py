"""Print the whole book to one PDF: the built pages in their order, all solutions at the end.

python scripts/make_pdf.py _build/html _build/positional-encoding-hands-on.pdf
python scripts/make_pdf.py _build/html/zh _build/positional-encoding-hands-on-zh.pdf

The pages are joined to one page without scripts, so each live figure stands as its picture. Folded
answers are open. Solutions of exercises are moved behind the last chapter, with links both ways,
so that a reader of the paper is not shown a solution below its question.
"""

import re
import sys
import tempfile
from html import escape
from importlib.metadata import version
from pathlib import Path
from urllib.parse import urldefrag

import yaml
from bs4 import BeautifulSoup
from playwright.sync_api import sync_playwright

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tests"))

from conftest import CHROMIUM_FLAGS, find_chromium  # noqa: E402

from pe_core.explorers import FIGURES  # noqa: E402

#: Attributes that hold identifiers of the page.
REFERENCES = ("id", "for", "aria-labelledby", "aria-describedby", "aria-controls")
NOT_PRINTED = "script, .headerlink, .copybtn, .sd-summary-state-marker"

STYLE = """
html { background: #fff; }
body { max-width: none; margin: 0; }
.bd-article { padding: 0; }
.pdf-page { break-before: page; }
.pdf-page h1 { margin-top: 0; }
.pdf-part { color: #48566b; margin: 0; }
.pdf-cover h1 { margin: 20vh 0 1rem; font-size: 3rem; }
.pdf-contents ul { list-style: none; padding: 0; margin: 0 0 0.8rem; }
.pdf-contents p { margin: 0; font-weight: 600; }
details.hide > summary { display: none; }
"""
FOOT = (
    '<div style="width: 100%; text-align: center; font: 8px sans-serif; color: #48566b">'
    '<span class="pageNumber"></span></div>'
)


#: What stands in the PDF and on no page.
WORDS = {
    "en": {
        "version": "Version {}. Text and figures: CC BY 4.0. Code: MIT licence.",
        "Contents": "Contents", "Solutions": "Solutions", "To the solution": "To the solution",
    },
    "zh-CN": {
        "version": "版本 {}。文字和图：CC BY 4.0。代码：MIT 许可证。",
        "Contents": "目录", "Solutions": "解答", "To the solution": "看解答",
    },
}  # fmt: skip
SOURCES = {"en": ROOT, "zh-CN": ROOT / "zh"}


def settings(language, name):
    return yaml.safe_load((SOURCES[language] / name).read_text(encoding="utf-8"))


def parts(language):
    """The caption of each part of the book and the names of its pages, the first page first."""
    toc = settings(language, "_toc.yml")
    yield "", [toc["root"]]
    for part in toc["parts"]:
        yield part["caption"], [chapter["file"] for chapter in part["chapters"]]


def anchor(name, fragment=""):
    """The identifier, in the joined page, of a page or of a place in it."""
    return f"{name}--{fragment}" if fragment else name


def join_links(article, name, site, names):
    """Let links lead to places in the joined page, and pictures be found from anywhere."""
    here = site / f"{name}.html"
    for tag in article.select("img[src]"):
        if not tag["src"].startswith("data:"):
            tag["src"] = (here.parent / tag["src"]).resolve().as_uri()
    for tag in article.select("a[href]"):
        path, fragment = urldefrag(tag["href"])
        if re.match(r"[a-z]+:", path):
            continue
        target = (here.parent / path).resolve() if path else here.resolve()
        target_name = target.relative_to(site.resolve()).with_suffix("").as_posix()
        if target_name in names:
            # A state of a figure is nowhere on paper: its link leads to the page of the figure.
            state = fragment.partition("?")[0] in {figure.__name__ for figure in FIGURES}
            tag["href"] = "#" + anchor(target_name, "" if state else fragment)
        else:
            tag.unwrap()  # the search page, a download: not on paper
    for key in REFERENCES:
        for tag in article.select(f"[{key}]"):
            tag[key] = " ".join(anchor(name, word) for word in tag[key].split())


def prepare(article):
    """Take away what paper cannot use, and open what is folded."""
    for tag in article.select(NOT_PRINTED):
        tag.decompose()
    for tag in article.select("details:not(.pe-form details)"):  # there it is the code of a check
        tag["open"] = ""


def take_solutions(article, words):
    """Move the solutions out of an article, leaving a link to each."""
    taken = []
    for solution in article.select("div.solution"):
        link = f'<p><a href="#{solution["id"]}">{words}</a></p>'
        solution.replace_with(BeautifulSoup(link, "html.parser"))
        taken.append(str(solution))
    return "".join(taken)


def joined_page(site):
    """The whole book as one HTML page."""
    first = BeautifulSoup((site / "index.html").read_text(encoding="utf-8"), "html5lib")
    language = first.html["lang"]
    words, title = WORDS[language], settings(language, "_config.yml")["title"]
    names = [name for _, part in parts(language) for name in part]
    contents, chapters, solutions, sheets = [], [], [], {}
    for caption, part in parts(language):
        contents.append(f"<p>{escape(caption)}</p><ul>")
        for name in part:
            path = site / f"{name}.html"
            page = BeautifulSoup(path.read_text(encoding="utf-8"), "html5lib")
            for sheet in page.select("link[rel=stylesheet]"):
                sheets[path.parent.joinpath(sheet["href"].partition("?")[0]).resolve()] = None
            article = page.select_one("article.bd-article")
            prepare(article)
            join_links(article, name, site, names)
            heading = escape(article.h1.get_text())
            contents.append(f'<li><a href="#{name}">{heading}</a></li>')
            if taken := take_solutions(article, words["To the solution"]):
                solutions.append(f'<h2><a href="#{name}">{heading}</a></h2>{taken}')
            chapters.append(
                f'<section class="pdf-page" id="{name}"><p class="pdf-part">{escape(caption)}</p>'
                f"{article.decode_contents()}</section>"
            )
        contents.append("</ul>")
    ours_last = sorted(sheets, key=lambda sheet: sheet.name == "book.css")
    links = "".join(f'<link rel="stylesheet" href="{sheet.as_uri()}">' for sheet in ours_last)
    about, title = words["version"].format(version("pe-core")), escape(title)
    return f"""<!doctype html>
<html lang="{language}" data-theme="light"><head><meta charset="utf-8"><title>{title}</title>
{links}<style>{STYLE}</style></head><body><article class="bd-article">
<section class="pdf-cover"><h1>{title}</h1><p>{about}</p></section>
<section class="pdf-page pdf-contents"><h2>{words["Contents"]}</h2>{"".join(contents)}
<p><a href="#solutions">{words["Solutions"]}</a></p></section>
{"".join(chapters)}
<section class="pdf-page" id="solutions"><h1>{words["Solutions"]}</h1>{"".join(solutions)}</section>
</article></body></html>"""


def print_pdf(browser, html, target):
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "book.html"
        path.write_text(html, encoding="utf-8")
        page = browser.new_page(java_script_enabled=False)  # style sheets then show the pictures
        page.goto(path.as_uri())
        page.pdf(
            path=target,
            format="A4",
            scale=0.8,
            margin={"top": "18mm", "bottom": "18mm", "left": "20mm", "right": "20mm"},
            display_header_footer=True,
            header_template="<span></span>",
            footer_template=FOOT,
            print_background=True,
            outline=True,
            tagged=True,
        )
        page.close()


if __name__ == "__main__":
    site, target = map(Path, sys.argv[1:])
    if not (site / "index.html").exists():
        sys.exit(f"There is no built site in {site}. Run: make book")
    if find_chromium() is None:
        sys.exit("No Chromium found: install it (on Debian: sudo apt install chromium)")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=CHROMIUM_FLAGS)
        print_pdf(browser, joined_page(site), target)
        browser.close()
    print(f"{target}: {target.stat().st_size / 1e6:.1f} MB")
