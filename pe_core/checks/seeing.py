"""Checkers for the exercises of the chapter Four views, one position."""

import functools

import numpy as np

from .. import dot_kernel, sinusoidal
from .exercise import Exercise
from .questions import Choice, Number

_narrow, _wide = (dot_kernel(np.arange(512), d, normalize=True) for d in (128, 512))


def _first_rise(similarity):
    return np.argmax(np.diff(similarity) > 0)


seeing_width = Exercise(
    "ex-seeing-width",
    rise=Number(
        "Width 128: similarity first rises from this k to k + 1",
        _first_rise(_narrow),
        within=0,
        wrong=[
            (_first_rise(_narrow) + 1, "That is the offset at the end of the rise."),
            (_first_rise(_wide), "That is width 512. Set the width to 128."),
        ],
        hint="Move the offset along the curve until the similarity grows for the first time.",
    ),
    echoes=Number(
        "Width 128: offset of the mark “echoes”",
        np.pi * 128 / np.log(10000),
        within=0.5,
        wrong=[
            (np.pi * 512 / np.log(10000), "That is width 512. Set the width to 128."),
            (np.pi * 128 / np.log10(10000), "The logarithm in K is the natural one."),
            (_narrow.argmin(), "That is where similarity is lowest."),
        ],
        hint="The mark stands at K = πd/ln B.",
    ),
    change=Choice(
        "What changes when you run the position?",
        {
            "a": "Where similarity first rises",
            "b": "Where similarity is lowest",
            "c": "All three numbers",
            "d": "None of them",
        },
        "d",
        hints={
            "a": "The dot product of two codes depends on one number only. Is it t?",
            "b": "The window begins at offset 0, wherever t stands. Run it and read again.",
            "c": "The heat map and the waves move. Do these curves over the offset?",
        },
    ),
)

_slip = 2 * np.pi - 6

seeing_sixth = Exercise(
    "ex-seeing-sixth",
    wavelength=Number(
        "Wavelength that it seems to have",
        2 * np.pi / _slip,
        within=0.05,
        unit="dots",
        wrong=[
            (6 * 2 * np.pi / _slip, "That is in positions. Count dots."),
            (2 * np.pi / 6, "A wave shorter than two dots cannot be seen. What is seen instead?"),
            (2 * np.pi, "That is the real one, in positions."),
            (1 / _slip, "That is one radian. A wave is a whole turn."),
        ],
        hint="By which angle does the hand turn from dot to dot, and how far is that from a turn?",
    ),
    reason=Choice(
        "What has the slow wave to do with the code?",
        {
            "a": "It is a slower pair, which the picture shows in the first row",
            "b": "It is the difference between pair 0 and its neighbour, pair 1",
            "c": "From dot to dot the hand falls just short of a whole turn",
            "d": "Each dot shows the mean of six positions, which turns slowly",
        },
        "c",
        hints={
            "a": "Every dot of the row is a true value of sin t.",
            "b": "Pair 1 has its own row and plays no part in the first.",
            "d": "Here a dot shows one position. A mean of six would be nearly zero.",
        },
    ),
)

seeing_negative = Exercise(
    "ex-seeing-negative",
    reason=Choice(
        "Suppose S(k) ≥ 0 for all k ≥ 1. What does that contradict?",
        {
            "a": "S(k) comes back as near to 1 as you like, again and again",
            "b": "The mean of the values tends to 0, and that of the squares does not",
            "c": "The mean tends to 0, so half of the values have to be negative",
            "d": "Each cosine is negative half of the time, so their sum is as well",
        },
        "b",
        hints={
            "a": "A sequence may come back to 1 and stay positive in between.",
            "c": "Few large values among many small ones have a small mean too.",
            "d": "Not all at once: at width 512 the sum is positive at every offset up to 1000.",
        },
    ),
    first=Number(
        "Width 2: first k with a negative similarity",
        next(k for k in range(1, 10) if np.cos(k) < 0),
        within=0,
        wrong=[
            (1, "The cosine of 1 is 0.54. Angles are radians."),
            (91, "Angles are radians, not degrees."),
            (3, "Negative, yes. Is it the first?"),
        ],
        hint="At width 2 there is one hand, with ω = 1, so S(k) = cos k.",
    ),
)


def _share_alike():
    # From offset 1500 to 60,000 no similarity reaches 0.2, as the chapter shows.
    similarity = dot_kernel(np.arange(1, 1500), 512, normalize=True)
    return 100 * (np.abs(similarity) >= 0.2).sum() / 60000


seeing_rare = Exercise(
    "ex-seeing-rare",
    bound=Number(
        "Of all offsets, at most",
        100 / (512 * 0.2**2),
        within=0.05,
        unit="%",
        wrong=[
            (100 / (512 * 0.2), "The mean is one of squares: 0.2 has to be squared as well."),
            (1 / (512 * 0.2**2), "Give it in percent."),
            (100 * 0.2**2, "That is 0.2², in percent. Where is the mean, 1/d?"),
            (100 / 512, "That is the mean of the squares. What share of 0.2² is it?"),
        ],
        hint="If a share q of the squares is at least 0.2², how large is the mean at least?",
    ),
    measured=Number(
        "Of the offsets 1 to 60,000, in fact",
        _share_alike,
        within=0.05,
        unit="%",
        wrong=[
            (lambda: 600 * _share_alike(), "That is how many there are. What percent of 60,000?"),
            (lambda: _share_alike() / 100, "Give it in percent."),
        ],
        hint="Take dot_kernel(…, normalize=True), and count where its size is 0.2 or more.",
    ),
)


def _count(length, d_model, band=1):
    """The chapter's count of directions; band=0 leaves out the slow pairs."""
    K = np.pi * d_model / np.log(10000)
    return K / np.pi * (band + np.log(length / K))


@functools.cache
def _singular():
    return np.linalg.svd(sinusoidal(np.arange(512), 768), compute_uv=False)


seeing_directions = Exercise(
    "ex-seeing-directions",
    short=Number(
        "Predicted for 512 positions",
        _count(512, 768),
        within=1,
        wrong=[
            (_count(512, 768, band=0), "Those are the pairs that stand alone. Add the band."),
            (_count(512, 512), "That is width 512."),
            (np.pi * 768 / np.log(10000), "That is K, where the count begins."),
            (768, "The code has so many columns. They are not as many directions."),
        ],
        hint="Find K for width 768, then (K/π)(1 + ln(L/K)).",
    ),
    long=Number(
        "Predicted for 4096 positions",
        _count(4096, 768),
        within=1,
        wrong=[
            (_count(4096, 768, band=0), "Those are the pairs that stand alone. Add the band."),
            (_count(4096, 512), "That is width 512."),
            (8 * _count(512, 768), "The count grows with the logarithm of the length."),
        ],
        hint="K stays as it is. Only L in ln(L/K) changes.",
    ),
    measured=Number(
        "Measured on 512 positions: singular values above 0.001",
        lambda: (_singular() > 1e-3).sum(),
        within=2,
        wrong=[
            (
                lambda: (_singular() > _singular()[0] * 768 * np.finfo(float).eps).sum(),
                "That is the rank: what exceeds rounding. Count what exceeds 0.001.",
            ),
            (512, "That many there are. Count those above 0.001."),
        ],
        hint="Make the table of 512 positions; np.linalg.svd gives its singular values.",
    ),
)
