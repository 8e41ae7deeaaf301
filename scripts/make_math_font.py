"""Cut STIX Two Math down to the glyphs that a page of this book can show.

The formulas of the site are MathML, which needs one font with a MATH table. The whole of STIX Two
Math weighs 1.5 MB; the letters, operators and arrows that formulas use weigh a tenth of that.

Run it with the path of STIXTwoMath-Regular.ttf or .otf (the fonts of the STIX project, or the
PyPI package ziamath carry it)::

    python scripts/make_math_font.py STIXTwoMath-Regular.ttf
"""

import argparse
from pathlib import Path

from fontTools import subset

TARGET = Path(__file__).resolve().parent.parent / "_static" / "fonts" / "stix-two-math.woff2"

#: Ranges of characters, each with its reason.
RANGES = [
    (0x0020, 0x007E),    # Latin letters, digits, brackets
    (0x00A0, 0x00FF),    # times, plus-minus, accents
    (0x02C6, 0x02DD),    # accents over letters
    (0x0300, 0x0338),    # combining accents
    (0x0391, 0x03F6),    # Greek
    (0x2010, 0x2064),    # dashes, primes, dots, invisible operators
    (0x20D0, 0x20DF),    # vectors over letters
    (0x2102, 0x2134),    # number sets
    (0x2190, 0x21D5),    # arrows
    (0x2200, 0x22FF),    # operators and relations
    (0x2308, 0x230B),    # floor and ceiling
    (0x23B4, 0x23E1),    # braces over and under a formula
    (0x27E8, 0x27FA),    # angle brackets, long arrows
    (0x2A00, 0x2A06),    # big operators
    (0x2A7D, 0x2A7E),    # slanted inequalities
    (0x1D400, 0x1D49B),  # bold, italic and bold italic letters
    (0x1D6A4, 0x1D755),  # the same in Greek
    (0x1D7CE, 0x1D7D7),  # bold digits
]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("font", type=Path, help="STIXTwoMath-Regular.ttf or .otf")
    font_path = parser.parse_args().font
    options = subset.Options(flavor="woff2", layout_features=["ssty", "dtls", "flac", "kern"])
    options.name_IDs = ["*"]  # the licence and the authors stay in the file
    options.hinting = False
    font = subset.load_font(font_path, options)
    subsetter = subset.Subsetter(options)
    subsetter.populate(unicodes=[u for low, high in RANGES for u in range(low, high + 1)])
    subsetter.subset(font)
    subset.save_font(font, TARGET, options)
    print(f"{TARGET.name}: {TARGET.stat().st_size / 1000:.0f} kB")


if __name__ == "__main__":
    main()
