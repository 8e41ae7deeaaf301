"""Every sentence that a checked answer can get, for Python and for the page alike.

A word in braces is filled in.
"""

WORDS = {
    "right": "Right.",
    "wrong": "Not yet. {hint}",
    "open": "Still open: {parts}.",
    "none": "No answer yet. Give {what}.",
    "text": "That is text. Give {what}, without quotes.",
    "truth": "That is {value}, a truth value. Give {what}.",
    "not_finite": "That is {value}, not a finite number. Give {what}.",
    "not_one": "That holds {count} numbers. Give {what}.",
    "not_real": "That cannot be read as a real number. Give {what}.",
    "no_array": "That cannot be read as an array of real numbers. Give {what}.",
    "shape": "That has shape {got}; the answer has shape {want}.",
    "not_callable": "That is {kind}. Give {what}: its name, without calling it.",
    "raises": "For {arguments} your function raises {error}.",
    "no_values": "For {arguments} your function does not return finite real numbers.",
    "values_shape": "For {arguments} your function returns shape {got}; it should be {want}.",
    "not_symbolic": "That is {kind}. Give {what}.",
    "symbols": "The answer is written in {want}; yours holds {got}.",
    "not_an_option": "Choose one of {options}.",
    "not_options": "Choose among {options}, several together as one string such as {example}.",
    "positional": "There are {count} parts. Name them: {call}.",
    "unknown": "There is no part {name}. The parts are {parts}.",
}


def say(key, **parts):
    """Return a sentence of `WORDS`, filled in."""
    return WORDS[key].format(**parts)
