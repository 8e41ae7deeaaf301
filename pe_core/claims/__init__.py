"""The ledger: every claim of the tutorials, with verdict, evidence and, where possible, a check.

>>> from pe_core import claims
>>> claims.get("A10").verdict
'false'
>>> round(claims.verify(claims.get("A10")).figures["last"])
60611
"""

from . import article_a, article_b, article_c
from .ledger import KINDS, VERDICTS, Claim, ClaimError, Finding, finding, verify

#: All claims, in the order of the articles.
CLAIMS = (*article_a.CLAIMS, *article_b.CLAIMS, *article_c.CLAIMS)

_BY_ID = {claim.id: claim for claim in CLAIMS}


def get(id: str) -> Claim:
    """Return the claim of an id such as "A10".

    Raises
    ------
    KeyError
        If there is no such claim.
    """
    if id not in _BY_ID:
        raise KeyError(f"id must be one of A01 to A45, B01 to B30, C01 to C44, got {id!r}")
    return _BY_ID[id]


__all__ = [
    "CLAIMS",
    "KINDS",
    "VERDICTS",
    "Claim",
    "ClaimError",
    "Finding",
    "finding",
    "get",
    "verify",
]
