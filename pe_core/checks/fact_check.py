"""Checkers for the exercises of the chapter The fact check."""

import numpy as np

from .. import dot_kernel, sinusoidal, wavelengths
from .exercise import Exercise
from .questions import Choice, Function, Number


def _longest(d_model, base):
    return wavelengths(d_model, base=base)[-1]


larger_base = Exercise(
    "ex-larger-base",
    verdict=Choice(
        "Verdict on “A larger base makes every wavelength longer”",
        {"a": "true", "b": "true with conditions", "c": "false", "d": "untestable"},
        "b",
        hints={
            "a": "Look at the first pair.",
            "c": "As it stands it fails. Does it hold once you leave out what fails?",
            "d": "Two ladders of wavelengths can be compared.",
        },
    ),
    factor=Number(
        "Factor of the longest wavelength at width 512 when the base doubles",
        _longest(512, 20_000) / _longest(512, 10_000),
        within=0.001,
        wrong=[
            (2, "Nearly. The exponent of the last pair is a little less than 1."),
            (1, "That is the factor of the first pair."),
            (np.sqrt(2), "That is the factor in the middle of the ladder."),
        ],
        hint="The longest wavelength is 2π B^(1 − 2/d).",
    ),
)

what_would_decide = Exercise(
    "ex-what-would-decide",
    Choice(
        "What would decide it?",
        {
            "a": "One training with each code from one start, and the two curves side by side.",
            "b": "Several trainings with each code, of the same mean length, and their spread.",
            "c": "The proof that no matrix moves a code of sines along the text.",
            "d": "A count of how many published models use which of the two codes.",
        },
        "b",
        hints={
            "a": "Another start may turn the result round. How would you know?",
            "c": "That is a sentence about the table. How long training takes is another.",
            "d": "What people use says little of what they have compared.",
        },
    ),
)


def _share(d_model):
    return dot_kernel(1, d_model, normalize=True)


neighbours = Exercise(
    "ex-neighbours",
    Function(
        "A function share(d_model)",
        _share,
        samples=[(8,), (64,), (512,)],
        within=1e-6,
        wrong=[
            (lambda d: dot_kernel(1, d), "That is the dot product. Divide it by the largest one."),
            (
                lambda d: np.linalg.norm(sinusoidal(1, d) - sinusoidal(0, d)),
                "That is a distance. The claim is about a dot product.",
            ),
            (
                lambda d: dot_kernel(1, d) / d,
                "A position's dot product with itself is d/2, not d.",
            ),
        ],
        hint="Take the codes of two neighbours, and divide their dot product by that of one with "
        "itself.",
    ),
)
