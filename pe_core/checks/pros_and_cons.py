"""Checkers for the exercises of the chapter Weigh it."""

from ..shift import dot_kernel
from .exercise import Exercise
from .questions import Choice, Number

_reasons = {
    "a": "Fixed: they extrapolate.",
    "b": "Fixed: they have no parameters.",
    "c": "Fixed: so they overfit less.",
    "d": "Fixed: the linear relation is a guarantee.",
    "e": "Learned: much data of one fixed length.",
    "f": "Learned: positions that mean something.",
}

fixed_or_learned = Exercise(
    "ex-fixed-or-learned",
    false=Choice(
        "Which reason is false?",
        _reasons,
        "d",
        hints={
            "a": "The table has a value everywhere. So it is true of something, with a condition.",
            "b": "Count the parameters of a table that a formula fills.",
            "c": "Who has compared the gap between training and validation?",
            "e": "The toy agrees with it, as far as a toy can.",
            "f": "Nobody has measured it here, so it is not refuted either.",
        },
    ),
    untested=Choice(
        "Which are about a model and still to be measured?",
        _reasons,
        "cef",
        hints={
            "a": "That one has been measured, by Press et al. among others.",
            "b": "That one needs no measurement. It is a sentence about the table.",
            "c": "It needs training and validation, with both tables. Where is that shown?",
            "d": "That one can be decided without a test: what exists need not be found.",
            "e": "It speaks of what a model gains. On which data was that measured?",
            "f": "Which measurement has compared the two on indented code?",
        },
    ),
    toy=Choice(
        "After 30 steps, which head is perfect inside its window?",
        {
            "a": "That on the sinusoid only.",
            "b": "That with the learned table only.",
            "c": "Both of them.",
            "d": "Neither of them.",
        },
        "b",
        hints={
            "a": "Train both, look 1 back, and compare the means of their hits.",
            "c": "Print the hits of the head on the sinusoid after 30 steps.",
            "d": "Print the hits of the head that learns its codes. How long were they at first?",
        },
    ),
)


def _similarity(offset, base):
    return float(dot_kernel(offset, 512, base=base, normalize=True))


base_for_fifty = Exercise(
    "ex-base-for-fifty",
    similarity=Number(
        "Similarity at offset 49, base 100",
        _similarity(49, 100),
        within=0.005,
        wrong=[
            (_similarity(49, 10_000), "That is base 10,000."),
            (_similarity(1, 100), "That is offset 1."),
            (
                256 * _similarity(49, 100),
                "That is the dot product. Divide by its value at offset 0.",
            ),
        ],
        hint="Set width 512, base 100 and offset 49 in the explorer.",
    ),
    cost=Choice(
        "What does base 100 cost in a window of 2048?",
        {
            "a": "Neighbours are told apart less well than at base 10,000.",
            "b": "Some far codes are the same, and their words are confused.",
            "c": "The similarity ripples about zero: far and farther look alike.",
            "d": "The similarity goes on falling, and far words repel each other.",
        },
        "c",
        hints={
            "a": "Compare the similarities at offset 1. At which base is it lower?",
            "b": "Codes that are the same have similarity 1. Do you find that far out?",
            "d": "Read the similarity at 100 and then at 400. Does it fall?",
        },
    ),
    shown=Choice(
        "What has this comparison shown about the advice?",
        {
            "a": "A model trained on short texts gains from the smaller base.",
            "b": "The table spreads more in short texts; a model's gain is open.",
            "c": "It makes no difference to the table, so only a model can tell.",
        },
        "b",
        hints={
            "a": "Which model was trained here?",
            "c": "Compare what the two bases give at offset 49.",
        },
    ),
)

contradictions = Exercise(
    "ex-contradictions",
    Choice(
        "Which sentences does a computation show to be right?",
        {
            "a": "Pair 1: Low dimensions change slowly.",
            "b": "Pair 1: Small i has high frequency.",
            "c": "Pair 2: 20 → 21 and 1000 → 1001 are steps of different length.",
            "d": "Pair 2: The shift by one is the same everywhere.",
            "e": "Pair 3: The encoding cannot tell direction.",
            "f": "Pair 3: A model easily learns “previous word”.",
            "g": "Pair 4: Far dot products tend to 0.",
            "h": "Pair 4: Positions 0 and 19,999 are clearly different.",
        },
        "bdh",
        hints={
            "a": "Print the first and the last of the frequencies.",
            "b": "Print the frequencies: do they rise or fall with i?",
            "c": "Compute the lengths of both steps.",
            "d": "Apply M(1) to the codes of 20 and of 1000. What do you get?",
            "e": "Score with M(1) instead of the identity. Which word wins?",
            "f": "What can be computed is that a head can do it. “Easily” is about training.",
            "g": "Width 8, offset 6283: compute it. Does it tend to anything?",
            "h": "Compute their distance, and compare it with that of two perpendicular codes.",
        },
    ),
)

choose = Exercise(
    "ex-choose",
    Choice(
        "Which choices does the chapter support?",
        {
            "a": "Case 1: Sinusoid: the lengths are known, and it needs no parameters.",
            "b": "Case 1: None: the mask of the decoder tells the order.",
            "c": "Case 2: The sinusoid, for the rows from 512 on.",
            "d": "Case 2: BERT's own table, with windows of at most 512.",
            "e": "Case 3: A learned table with 16 times as many rows.",
            "f": "Case 3: RoPE, then interpolation or a larger base, and fine-tuning.",
            "g": "Case 4: None, with a causal mask.",
            "h": "Case 4: None, and no mask.",
        },
        "adfh",
        hints={
            "a": "What does the first paper report of the sinusoid and the learned table?",
            "b": "The encoder has no such mask. What would it know of order?",
            "c": "BERT's matrices were trained with its own rows. What would they make of others?",
            "d": "Which codes were BERT's matrices trained with, and how many are there?",
            "e": "Which text of the training reaches the new rows?",
            "f": "For which scheme has stretching after the training been reported to work?",
            "g": "With that mask the last measurement sees more than the first. Is that meant?",
            "h": "In which set-up do the outputs move with the inputs, whatever the order?",
        },
    ),
)
