"""The language of the words that readers see: of figures, forms, replies and claims.

The code says them in English. A table beside it, ``clock_wall.zh.json`` beside ``clock_wall.py``,
says them in Chinese: ``{English: Chinese}``. Messages of exceptions stay English.
"""

import functools
import json
import unicodedata
from pathlib import Path
from typing import Any

LANGUAGES = ("en", "zh")

_HERE = Path(__file__).parent
_FONT = "Positional Encoding Hans"
_now = "en"


def use(language: str) -> None:
    """Choose the language of all words from now on.

    A Chinese notebook calls it in its first cell. Words on pictures by matplotlib then have a font
    with Chinese letters behind their own.

    Parameters
    ----------
    language : {"en", "zh"}

    Raises
    ------
    ValueError
        If the book is not written in this language.

    Examples
    --------
    >>> from pe_core import language
    >>> language.use("zh")
    >>> language.say("Right.")
    '正确。'
    >>> language.use("en")
    """
    global _now
    if language not in LANGUAGES:
        raise ValueError(f"language must be one of {LANGUAGES}, got {language!r}")
    _now = language
    if language != "en":
        _add_font()


def current() -> str:
    """Return the language in use: "en" or "zh"."""
    return _now


def say(english: str, **parts: Any) -> str:
    """Return words in the language in use, their braces filled in.

    Parameters
    ----------
    english : str
        The words as the code has them, ``"{count} clock hands"``.
    **parts
        What the braces stand for.

    Returns
    -------
    str
    """
    words = table(_now).get(english, english)
    return words.format(**parts) if parts else words


def pad(text: str, columns: int) -> str:
    """Return a text, filled up with spaces to a number of columns; a Chinese letter takes two.

    Parameters
    ----------
    text : str
    columns : int
        Columns of a terminal or of a page's code.

    Returns
    -------
    str

    Examples
    --------
    >>> pad("底数", 6) + "|"
    '底数  |'
    """
    return text + " " * (columns - width(text))


def width(text: str) -> int:
    """Return how many columns a text takes where letters have one width."""
    return sum(2 if unicodedata.east_asian_width(letter) in "WF" else 1 for letter in text)


@functools.cache
def table(language: str, part: str = "") -> dict[str, str]:
    """Return the words of a language by the English ones: all, or those of one folder."""
    words: dict[str, str] = {}
    for path in sorted((_HERE / part).rglob(f"*.{language}.json")):
        words.update(json.loads(path.read_text(encoding="utf-8")))
    return words


def _add_font() -> None:
    """Let matplotlib take Chinese letters from the font of the package."""
    import matplotlib
    from matplotlib import font_manager

    for path in sorted((_HERE / "fonts").glob("*.otf")):
        font_manager.fontManager.addfont(path)
    usual = matplotlib.rcParams["font.family"]
    if _FONT not in usual:
        matplotlib.rcParams["font.family"] = [*usual, _FONT]
