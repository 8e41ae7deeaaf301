"""Pages that load what they show.

The theme gives every page a script of 1.5 MB that replaces each icon by a drawing, three fonts of
2,000 icons, and the files of every extension. Here a page asks for a file of an extension only if
it holds something that the file serves. The icon script goes; of the icon fonts and their rules
those icons stay that some page or script names.
"""

import re
import shutil
from pathlib import Path

from fontTools import subset

CODE = 'class="highlight'
FOLDED = r'class="[^"]*(?<![-\w])(toggle|dropdown)\b'

#: Files that serve one kind of element, and the sign that a page holds one.
SERVES = {
    "copybutton.css": CODE,
    "clipboard.min.js": CODE,
    "copybutton.js": CODE,
    "togglebutton.css": FOLDED,
    "togglebutton.js": FOLDED,
    "design-tabs.js": 'class="sd-tab',
    "sphinx-design.min.css": r'class="[^"]*\bsd-',
    "proof.css": 'class="proof',
    "exercise.css": r'class="(exercise|solution)\b',
}

#: What no page asks for, or no longer asks for.
UNUSED = (
    "locales",
    "*macros.html",
    "scripts/fontawesome.js",
    "scripts/*.map",
    "styles/*.map",
    "vendor/fontawesome/webfonts/*.woff2",
    "vendor/fontawesome/webfonts/*.ttf",
)

ICON_SCRIPT = re.compile(
    r'<!-- So that users[^>]*-->\s*<script src="[^"]*/fontawesome\.js[^<]*</script>'
)
ICON = re.compile(r'<(i|span) (class="(theme-switch )?fa[-srb])')
SOURCE_MAP = re.compile(r"\n?/[/*]# sourceMappingURL=[\w.-]+(\*/)?")
RULE = re.compile(r"([^{}/]+)(\{[^{}]*\})")
FACE = re.compile(r"(@font-face\{[^}]*)src:url\(\.\.(/[\w/-]+)\.woff2\)[^}]*\}")


def leave_out_files(app, pagename, templatename, context, doctree):
    body = context.get("body", "")

    def serves(file):
        sign = SERVES.get(Path(file.filename or "").name)
        return sign is None or re.search(sign, body)

    for kind in ("css_files", "script_files"):
        context[kind] = list(filter(serves, context[kind]))


def without_unnamed_icons(css, names):
    """The style sheet, less the rules for ``fa-`` classes that are not among the names."""

    def keep(rule):
        selectors = rule[1].split(",")
        kept = [s for s in selectors if names.issuperset(re.findall(r"\.(fa-[\w-]+)", s))]
        return ",".join(kept) + rule[2] if kept else ""

    return RULE.sub(keep, css)


def icons(css):
    """The icons that a style sheet shows: private characters, as themselves or as escapes."""
    escapes = re.findall(r"\\([0-9a-f]{4})\b", css)
    return set(re.findall("[\ue000-\uf8ff]", css)) | {chr(int(code, 16)) for code in escapes}


def write_small_font(path, characters):
    """Write these characters of a font beside it, as .woff; nothing if it has none of them."""
    options = subset.Options(flavor="woff", hinting=False)  # .woff2 would need one more package
    options.name_IDs = ["*"]  # the licence and the authors stay in the file
    font = subset.load_font(path, options)
    wanted = {ord(c) for c in characters} & set(font.getBestCmap())
    if wanted:
        subsetter = subset.Subsetter(options)
        subsetter.populate(unicodes=wanted)
        subsetter.subset(font)
        subset.save_font(font, path.with_suffix(".woff"), options)
    return bool(wanted)


def keep_used_icons(static, pages):
    scripts = [path for path in static.rglob("*.js") if path.name != "fontawesome.js"]
    texts = [path.read_text(encoding="utf-8") for path in [*pages, *scripts]]
    names = {name for text in texts for name in re.findall(r"\bfa-[\w-]+", text)}
    theme = static / "styles" / "pydata-sphinx-theme.css"
    css = without_unnamed_icons(theme.read_text(encoding="utf-8"), names)
    others = [path for path in static.rglob("*.css") if path != theme]
    used = icons(css).union(*(icons(path.read_text(encoding="utf-8")) for path in others))

    def smaller(face):
        if not write_small_font(static / f"{face[2][1:]}.ttf", used):
            return ""
        return f'{face[1]}src:url(..{face[2]}.woff) format("woff")}}'

    theme.write_text(FACE.sub(smaller, css), encoding="utf-8")


def lighten(app, exception):
    if exception or app.builder.name != "html":
        return
    out = Path(app.outdir)
    static = out / "_static"
    pages = [path for path in out.rglob("*.html") if static not in path.parents]
    for page in pages:
        text = page.read_text(encoding="utf-8")
        text = ICON.sub(
            r'<\1 aria-hidden="true" \2', ICON_SCRIPT.sub("", text)
        )  # as the script did
        page.write_text(text, encoding="utf-8")
    keep_used_icons(static, pages)
    for path in [path for pattern in UNUSED for path in static.glob(pattern)]:
        shutil.rmtree(path) if path.is_dir() else path.unlink()
    for path in [*static.glob("scripts/*.js"), *static.glob("styles/*.css")]:
        text = path.read_text(encoding="utf-8")
        path.write_text(SOURCE_MAP.sub("", text), encoding="utf-8")


def setup(app):
    app.connect("html-page-context", leave_out_files, priority=900)  # when all have added theirs
    app.connect("build-finished", lighten, priority=900)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
