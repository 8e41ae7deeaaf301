"""The claims of article A: the sinusoidal encoding, its principle, derivation and code."""

import numpy as np

from .. import wavelengths
from .ledger import Claim, finding


def low_dimensions_are_slow():
    """Do wavelengths fall from the first pair to the last?"""
    waves = wavelengths(512)
    falls = (np.diff(waves) < 0).all()
    return finding(falls, first=waves[0], last=waves[-1])


CLAIMS = (
    Claim(
        "A10",
        section="2.2",
        kind="theorem",
        text="Low dimensions change slowly, high dimensions change fast.",
        verdict="false",
        fact="It is the reverse: at width 512 one turn takes {first=6.28} positions in the first "
        "pair and {last=60,611} in the last. A17 and A18 of the same article say so.",
        chapter="formula",
        place="which-columns-are-fast",
        check=low_dimensions_are_slow,
    ),
)
