"""What a claim is, and how its verdict is decided.

The tutorials behind the book make 119 claims. Each is a `Claim`: what it says, in our words, our
verdict, the right fact, and the evidence. Where arithmetic, algebra or a small experiment can
decide, the evidence is a check: a function without arguments that computes a `Finding`. `verify`
compares it with what the claim's entry says, so that a verdict or a printed figure that is wrong
stops the tests and the build.
"""

import inspect
import math
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import SupportsFloat

from ..language import say
from .places import SOURCES

#: The four verdicts, in the order in which the book shows them.
VERDICTS = ("true", "true with conditions", "false", "untestable")

#: What a claim can be.
KINDS = ("definition", "theorem", "number", "code", "experience", "history", "advice")

#: How a computed figure stands in a fact: its name in the finding, and what is printed.
FIGURE = re.compile(r"\{(\w+)=([^{}]+)\}")


class ClaimError(AssertionError):
    """A check and the entry of its claim disagree."""


@dataclass(frozen=True)
class Finding:
    """What a check found out; made by `finding`.

    Parameters
    ----------
    as_stated : bool or None
        Does the claim hold as it stands? None where the check is a toy that cannot tell.
    with_condition : bool
        Does it hold under the condition that the fact names?
    figures : dict of str to float
        Every computed number that the fact prints, by name.
    """

    as_stated: bool | None
    with_condition: bool
    figures: dict[str, float]

    @property
    def verdict(self) -> str:
        """The verdict that follows."""
        if self.as_stated is None:
            return "untestable"
        if self.as_stated:
            return "true"
        return "true with conditions" if self.with_condition else "false"


def finding(as_stated: object, with_condition: object = False, **figures: SupportsFloat) -> Finding:
    """Return a `Finding`; NumPy's bools and numbers become Python's.

    Examples
    --------
    >>> finding(1 > 2, with_condition=2 > 1, ratio=0.5).verdict
    'true with conditions'
    """
    stated = None if as_stated is None else bool(as_stated)
    numbers = {name: float(value) for name, value in figures.items()}
    return Finding(stated, bool(with_condition), numbers)


@dataclass(frozen=True)
class Claim:
    """One claim of the tutorials.

    Parameters
    ----------
    id : str
        Article and number: "A10".
    section : str
        Where the article says it.
    kind : str
        One of `KINDS`.
    text : str
        What it says, in our words.
    verdict : str
        One of `VERDICTS`.
    fact : str
        The condition, or the right fact; computed numbers as ``{name=printed}``.
    chapter : str
        The chapter that treats it, such as "formula".
    place : str
        The heading or label in that chapter where the evidence stands, such as "prop-ladder".
    cite : tuple of (str, str)
        Sources: a key of the bibliography and a place in the source, such as "section 3.5".
    check : callable, optional
        Computes a `Finding`.
    experiment, limits : str
        For the untestable: what would decide it, and what the toy of the check does not show.
    """

    id: str
    section: str
    kind: str
    text: str
    verdict: str
    fact: str
    chapter: str
    place: str
    cite: tuple[tuple[str, str], ...] = ()
    check: Callable[[], Finding] | None = field(default=None, repr=False)
    experiment: str = ""
    limits: str = ""

    @property
    def article(self) -> str:
        """The article: "A", "B" or "C"."""
        return self.id[0]

    @property
    def statement(self) -> str:
        """The fact as a reader sees it."""
        return FIGURE.sub(r"\2", say(self.fact))

    @property
    def measured(self) -> str:
        """What the toy of an untestable claim found and does not show, as a reader sees it."""
        return FIGURE.sub(r"\2", say(self.limits))

    @property
    def sources(self) -> list[tuple[str, str, str]]:
        """Name, place and address of every cited source."""
        return [(SOURCES[key][0], where, SOURCES[key][1]) for key, where in self.cite]

    @property
    def source(self) -> str:
        """The code of the check, after that of the ledger's own functions that it calls."""
        if not self.check:
            return ""
        scope, names = self.check.__globals__, self.check.__code__.co_names
        own = [scope[name] for name in names if inspect.isfunction(scope.get(name))]
        room = __name__.rpartition(".")[0]
        parts = [f for f in own if f.__module__.startswith(room) and f is not finding]
        return "\n\n".join(inspect.getsource(part).rstrip() for part in [*parts, self.check])


def printed(text: str) -> tuple[float, float]:
    """Return the number that a fact prints, and half a unit of its last digit.

    Examples
    --------
    >>> printed("60,611"), printed("0.97"), printed("3e-8")
    ((60611.0, 0.5), (0.97, 0.005), (3e-08, 5e-09))
    """
    plain = text.replace(",", "").replace("−", "-").strip()
    mantissa, _, exponent = plain.lower().partition("e")
    decimals = len(mantissa.partition(".")[2])
    return float(plain), round(0.5 * 10.0 ** (int(exponent or 0) - decimals), 20)


def verify(claim: Claim) -> Finding | None:
    """Run the check of a claim and compare it with the entry.

    Parameters
    ----------
    claim : Claim

    Returns
    -------
    Finding or None
        None for a claim that citations alone decide.

    Raises
    ------
    ClaimError
        If the verdict does not follow from the finding, or a number that the fact prints is not
        the computed one.
    """
    if claim.check is None:
        return None
    found = claim.check()
    if found.verdict != claim.verdict:
        raise ClaimError(
            f"{claim.id} is entered as {claim.verdict!r}; its check says {found.verdict!r}"
        )
    stated = dict(FIGURE.findall(claim.fact + claim.limits))
    if stated.keys() != found.figures.keys():
        raise ClaimError(
            f"{claim.id} prints the figures {sorted(stated)}; its check computes "
            f"{sorted(found.figures)}"
        )
    for name, text in stated.items():
        number, half = printed(text)
        value = found.figures[name]
        if not (math.isfinite(value) and abs(value - number) <= half * (1 + 1e-9)):
            raise ClaimError(f"{claim.id} prints {name} = {text}; its check computes {value!r}")
    return found
