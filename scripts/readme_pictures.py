"""Draw the pictures of README.md: eight clock hands, and two badges.

    python scripts/readme_pictures.py

SVG, because it is small, sharp, follows dark mode, and moves without a script. The hands run from
position 0 to 37 in five seconds and stop; for readers who ask for less motion they stand still.
The badges are files too: nothing is fetched from a service, and no address has to be known.
"""

import re
from pathlib import Path

import numpy as np

from pe_core import frequencies, palette, sinusoidal, wavelengths

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "scripts" / "readme"
POSITION, WIDTH = 37, 16
CELL, RADIUS = 100, 38


def colours(mode):
    """The rules that paint every part of the picture in one mode."""
    return (
        f"text{{fill:{mode['ink']}}}.face{{fill:{mode['panel']};stroke:{mode['muted']}}}"
        f".hand{{fill:{mode['position']};stroke:{mode['position']}}}"
        f".sine{{fill:{mode['sine']}}}.cosine{{fill:{mode['cosine']}}}.quiet{{fill:{mode['muted']}}}"
    )


STYLE = (
    "text{font:13px sans-serif;text-anchor:middle}"
    ".hand{stroke-width:2;transform:rotate(var(--turn));animation:run 5s linear}"
    "@keyframes run{from{transform:rotate(0deg)}}"
    "@media (prefers-reduced-motion:reduce){.hand{animation:none}}"
    f"{colours(palette.LIGHT)}"
    f"@media (prefers-color-scheme:dark){{{colours(palette.DARK)}}}"
)


def number(value):
    return f"{value:.2f}".replace("-", "−")


def clocks():
    """Return the code of one position as clock hands; a hand's height is the sine."""
    code = sinusoidal(POSITION, WIDTH)
    parts = []
    for i, omega in enumerate(frequencies(WIDTH)):
        turn = -np.degrees(omega * POSITION)  # the y axis of SVG points down
        wave = wavelengths(WIDTH)[i]
        wave = f"{wave:,.0f}" if wave > 99 else f"{wave:.1f}"
        parts.append(
            f'<g transform="translate({CELL * i + CELL // 2} 66)">'
            f'<text class="quiet" y="-48">i = {i}</text>'
            f'<circle class="face" r="{RADIUS}"/>'
            f'<g class="hand" style="--turn:{turn:.2f}deg"><path d="M0 0H{RADIUS}"/>'
            f'<circle cx="{RADIUS}" r="3"/></g>'
            f'<text class="quiet" y="58">λ = {wave}</text>'
            f'<text class="sine" y="78">sin {number(code[2 * i])}</text>'
            f'<text class="cosine" y="96">cos {number(code[2 * i + 1])}</text></g>'
        )
    return picture(CELL * WIDTH // 2, 172, STYLE, "\n".join(parts))


def badge(name, value):
    """Return a label of two words, as README files have them."""
    left, right = (7 * len(words) + 12 for words in (name, value))
    style = "text{font:11px sans-serif;fill:#fff;text-anchor:middle}"
    body = (
        f'<path fill="#4a505a" d="M0 0h{left}v20H0z"/>'
        f'<path fill="{palette.LIGHT["sine"]}" d="M{left} 0h{right}v20H{left}z"/>'
        f'<text x="{left / 2}" y="14">{name}</text>'
        f'<text x="{left + right / 2}" y="14">{value}</text>'
    )
    return picture(left + right, 20, style, body)


def picture(width, height, style, body):
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
        f'viewBox="0 0 {width} {height}">\n<style>{style}</style>\n{body}\n</svg>\n'
    )


def pictures():
    """Return the text of each picture by its name."""
    versions = re.findall(
        r"python3\.(\d+)", re.search(r"for p in ([^;]*)", (ROOT / "Makefile").read_text())[1]
    )
    first, last = min(map(int, versions)), max(map(int, versions))
    return {
        "clocks": clocks(),
        "python": badge("Python", f"3.{first} to 3.{last}"),
        "licence": badge("licence", "MIT, CC BY 4.0"),
    }


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for name, text in pictures().items():
        (FOLDER / f"{name}.svg").write_text(text, encoding="utf-8")
