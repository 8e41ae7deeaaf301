"""Checkers for the exercises of the chapter From odometer to clocks."""

import numpy as np

from .. import wavelengths
from .exercise import Exercise
from .questions import Number

_waves = wavelengths(768)

wavelength_383 = Exercise(
    "ex-wavelength-383",
    wavelength=Number(
        "Wavelength of pair 383 at width 768",
        _waves[383],
        within=1,
        unit="positions",
        wrong=[
            (wavelengths(768)[383] / (2 * np.pi), "Is that one radian, or one whole turn?"),
            (wavelengths(1536)[383], "Here i numbers pairs: the exponent is 2i/768, not i/768."),
        ],
        hint="One turn is 2π radians, and the pair turns by 10000^(−2·383/768) a step.",
    ),
    pair=Number(
        "Pair whose wavelength is nearest to 20,000",
        np.abs(_waves - 20000).argmin(),
        within=0,
        wrong=[
            (337, "Near. Compare its wavelength and those of its neighbours with 20,000."),
            (672, "That is a column. Columns 2i and 2i + 1 belong to pair i."),
        ],
        hint="Compute all 384 wavelengths and look for the smallest difference from 20,000.",
    ),
)
