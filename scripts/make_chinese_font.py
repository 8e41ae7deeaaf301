"""Cut a Chinese font down to the letters that pictures by matplotlib show.

The words of the figures are in the tables of `pe_core`, those of the chapters' own pictures in code
cells of the Chinese pages, those of the social card in its settings. Of the 65,000 glyphs of Noto
Sans CJK some hundreds are needed. Run it with the folder of NotoSansCJK-Regular.ttc and
NotoSansCJK-Bold.ttc (on Debian: the package fonts-noto-cjk)::

    python scripts/make_chinese_font.py /usr/share/fonts/opentype/noto
"""

import argparse
import re
import sys
from pathlib import Path

from fontTools import subset
from fontTools.ttLib import TTCollection

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "_ext"))

from translation import WIDE  # noqa: E402

TARGET = ROOT / "pe_core" / "fonts"
NAME = "Positional Encoding Hans"


def letters():
    """Return the Chinese letters and signs that a picture by matplotlib may show."""
    texts = [
        path.read_text(encoding="utf-8")
        for pattern in ("pe_core/explorers/*.zh.json", "pe_core/*.zh.json", "_ext/*.zh.json")
        for path in sorted(ROOT.glob(pattern))
    ]
    texts.append((ROOT / "zh" / "_config.yml").read_text(encoding="utf-8"))  # the title, on a card
    for page in ROOT.glob("zh/**/*.md"):
        text = page.read_text(encoding="utf-8")
        texts += re.findall(r"(?ms)^```\{code-cell\}.*?^```$", text)
    return set(WIDE.findall("".join(texts)))


def cut(source, weight):
    """Write the letters of a font to a font of our own name, which keeps licence and authors."""
    font = next(f for f in TTCollection(source).fonts if "CJK SC" in f["name"].getDebugName(1))
    options = subset.Options(hinting=False, layout_features=[], notdef_outline=True)
    options.name_IDs = ["*"]
    subsetter = subset.Subsetter(options)
    subsetter.populate(unicodes=map(ord, letters()))
    subsetter.subset(font)
    file = f"{NAME.replace(' ', '')}-{weight}"
    names = {1: NAME, 2: weight, 3: file, 4: f"{NAME} {weight}", 6: file, 16: NAME, 17: weight}
    for record in font["name"].names:
        record.string = names.get(record.nameID, record.string)
    font["CFF "].cff.fontNames = [file]
    path = TARGET / f"{file}.otf"
    subset.save_font(font, path, options)
    print(f"{path.name}: {len(letters())} letters, {path.stat().st_size / 1000:.0f} kB")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path, help="where NotoSansCJK-Regular.ttc lies")
    folder = parser.parse_args().folder
    TARGET.mkdir(exist_ok=True)
    for weight in ("Regular", "Bold"):
        cut(folder / f"NotoSansCJK-{weight}.ttc", weight)


if __name__ == "__main__":
    main()
