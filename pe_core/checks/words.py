"""Every sentence that a checked answer can get, for Python and for the page alike.

A word in braces is filled in.
"""

from .. import language

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
    "empty": "No answer yet. Give one number.",
    "unread": "“{text}” cannot be read as a number. Write it like 0.25, 1200, 1/3 or 3e-8.",
    "comma": "Write a point for the decimals: {number}.",
    "digits": "Right so far. Give more digits.",
    "fraction": "That is a fraction. Give it in per cent.",
    "summary": "{done} of {all} right.",
    "choose_all": "Choose all that are right.",
    "show": "Show the answer",
    "show_all": "Show all verdicts",
    "hide_all": "Hide verdicts without a vote",
    "change": "Change my vote",
    "sure": "Forget all your votes?",
    "unchosen": "No answer yet. Choose.",
    "predicted": "{done} of {all} predicted.",
    "reviewed": "{done} of {all} answered again. Right before: {before}. Right now: {now}.",
    "then": "Your prediction was {letter}.",
    "no_then": "You made no prediction in this browser.",
    "now_right": "Right.",
    "now_wrong": "It is {letter}.",
    "ballot": "Your vote on {id}",
    "vote_0": "True",
    "vote_1": "With conditions",
    "vote_2": "False",
    "vote_3": "Untestable",
    "look": "Show",
    "as_the_book": "You voted: {vote}. So does the book.",
    "unlike_the_book": "You voted: {vote}.",
    "voted": "You voted on {done} of {all} claims; {same} of your votes agree with the book.",
    "filtered": "{left} of {all} claims.",
    "unknown": "There is no part {name}. The parts are {parts}.",
}


def say(key, **parts):
    """Return a sentence of `WORDS` in the language in use, filled in."""
    return language.say(WORDS[key], **parts)


def all_words():
    """Return `WORDS` in the language in use, for a script to fill in."""
    return {key: language.say(words) for key, words in WORDS.items()}
