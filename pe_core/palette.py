"""The colours of the book, in one place, for matplotlib and for the live figures.

Sine is blue, cosine is orange, the chosen position is pink, and a signed value lies on a scale
from typing import Any
from purple (negative) over the colour of the page (zero) to green (positive). The same roles
exist for a light and a dark page. Colour never stands alone: whatever it says, a label, a mark
or a number says too.

`tests/test_plots.py` holds the contrast of every role against its page, and the distance of the
three main colours as people with a colour vision deficiency see them.
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:  # the palette itself loads no package
    from matplotlib.colors import LinearSegmentedColormap

LIGHT = {
    "paper": "#ffffff",
    "panel": "#f5f6f8",
    "ink": "#1f2430",
    "muted": "#5a6270",
    "line": "#d5d9e0",
    "sine": "#1a66c9",
    "cosine": "#b85000",
    "position": "#c2006b",
    "negative": "#6b3fa0",
    "positive": "#1d7a46",
}

DARK = {
    "paper": "#14181e",
    "panel": "#1f252d",
    "ink": "#e8eaee",
    "muted": "#a9b1bd",
    "line": "#3a424d",
    "sine": "#6cb0ff",
    "cosine": "#ff9f45",
    "position": "#ffc4e4",
    "negative": "#c3a0f5",
    "positive": "#72d69b",
}

#: Colour stops of the signed scale, evenly spaced from -1 to 1.
LIGHT_SCALE = ["#4a1d7a", "#8a63b8", "#cbb7e0", "#fafafa", "#b3d9bf", "#4f9e6c", "#0c5a30"]
DARK_SCALE = ["#d9bdff", "#9c78cf", "#4f3f6e", "#191e25", "#2c5a41", "#4fa574", "#a0f0c0"]


def as_dict() -> dict[str, dict[str, Any]]:
    """Return the whole palette as plain data, as the live figures receive it.

    Returns
    -------
    dict
        Two entries, ``"light"`` and ``"dark"``: the colours by role, and under ``"scale"`` the
        stops of the signed scale.
    """
    return {
        "light": {**LIGHT, "scale": LIGHT_SCALE},
        "dark": {**DARK, "scale": DARK_SCALE},
    }


def diverging_map() -> "LinearSegmentedColormap":
    """Return the signed scale as a matplotlib colour map, for values from -1 to 1.

    Returns
    -------
    matplotlib.colors.LinearSegmentedColormap
    """
    from matplotlib.colors import LinearSegmentedColormap

    return LinearSegmentedColormap.from_list("pe_signed", LIGHT_SCALE)
