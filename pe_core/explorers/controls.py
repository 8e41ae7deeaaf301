"""Controls: traits that know how a page shows them.

A control is written once, as a trait of a figure's Python class. Python checks every value that
is assigned; the same definition travels to the page, where JavaScript builds the native input
from it and clamps what a reader types.
"""

import math
import numbers

import traitlets


class Slider(traitlets.TraitType):
    """A number between two bounds.

    Parameters
    ----------
    default : int or float
        Value of a new figure. A whole number makes a control of whole numbers.
    min, max : int or float
        Bounds, both allowed.
    label : str
        Name on the page, with the letter that the text uses: ``"Position t"``.
    short : str, optional
        The letter alone, for tight places and for sentences.
    scale : {"linear", "log"}, optional
        Whether equal distances on the slider are equal steps or equal ratios.
    step : int, optional
        Whole-number controls: every value is a multiple of it.
    run : bool, optional
        Whether the page offers a button that lets the value run by itself.
    help : str, optional
        What the control does, in a few words.
    """

    def __init__(self, default, *, min, max, label, scale="linear", step=1, run=False, help=""):
        super().__init__(default, help=help)
        self.integer = isinstance(default, int)
        self.min, self.max, self.step = min, max, step
        self.tag(
            sync=True,
            control={
                "kind": "slider",
                "label": label,
                "default": default,
                "min": min,
                "max": max,
                "scale": scale,
                "step": step if self.integer else 0,
                "run": run,
                "help": help,
            },
        )

    def validate(self, obj, value):
        """Return `value` as a number within the bounds, or raise a TraitError that says why not."""
        if isinstance(value, bool) or not isinstance(value, numbers.Real):
            self._refuse(obj, "a number", value)
        if not math.isfinite(value) or not self.min <= value <= self.max:
            self._refuse(obj, f"between {self.min:,} and {self.max:,}", value)
        if not self.integer:
            return float(value)
        if value != int(value) or int(value) % self.step:
            self._refuse(obj, "a whole number" if self.step == 1 else "an even number", value)
        return int(value)

    def _refuse(self, obj, rule, value):
        owner = type(obj).__name__
        raise traitlets.TraitError(f"{owner}.{self.name} must be {rule}, got {value!r}")


class Choice(traitlets.TraitType):
    """One of a few values.

    Parameters
    ----------
    default : int or str
        Value of a new figure.
    options : sequence
        The values; each is its own label.
    label, help : str
        As for `Slider`.
    """

    def __init__(self, default, options, *, label, help=""):
        super().__init__(default, help=help)
        self.options = list(options)
        control = {"kind": "choice", "label": label, "default": default, "help": help}
        self.tag(sync=True, control={**control, "options": self.options})

    def validate(self, obj, value):
        """Return `value` if it is one of the options, or raise a TraitError that lists them."""
        # 16.0 and True equal whole numbers, but are not what a page sends or a reader means.
        for option in self.options:
            if type(value) is type(option) and value == option:
                return option
        names = ", ".join(map(repr, self.options))
        owner = type(obj).__name__
        raise traitlets.TraitError(
            f"{owner}.{self.name} must be one of {names}, got {value!r}"
        )


class Switch(traitlets.Bool):
    """On or off.

    Parameters
    ----------
    default : bool
        Value of a new figure.
    label, help : str
        As for `Slider`.
    """

    def __init__(self, default, *, label, help=""):
        super().__init__(default, help=help)
        control = {"kind": "switch", "label": label, "default": default, "help": help}
        self.tag(sync=True, control=control)
