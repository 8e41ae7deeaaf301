"""Checks of arguments, in one place, so that every room refuses the same in the same words.

A value of the wrong kind is a TypeError, a wrong value of the right kind a ValueError. Each
sentence names the argument, the rule and the value.
"""

import contextlib
import math
import operator
import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from ._types import FloatArray, Layout

LAYOUTS: tuple[Layout, ...] = ("interleaved", "halves")


def whole(name: str, value: Any, *, minimum: int | None = None, even: bool = False) -> int:
    """Return `value` as an int; NumPy integers count, bools and whole floats do not."""
    kind = "even integer" if even else "integer"
    rule = {None: f"an {kind}", 0: f"an {kind} that is not negative", 1: f"a positive {kind}"}.get(
        minimum, f"an {kind} of at least {minimum}"
    )
    message = f"{name} must be {rule}, got {value!r}"
    if isinstance(value, bool):  # True would pass as 1
        raise TypeError(message)
    try:
        number = operator.index(value)
    except TypeError:
        raise TypeError(message) from None
    if (minimum is not None and number < minimum) or (even and number % 2):
        raise ValueError(message)
    return number


def width(d_model: Any, name: str = "d_model") -> int:
    """Return a width: sines and cosines come in pairs, so it is even."""
    return whole(name, d_model, minimum=1, even=True)


def real(name: str, value: Any, *, minus_infinity: bool = False) -> FloatArray:
    """Return `value` as a float64 array of finite real numbers; -inf where it hides a key."""
    rule = f"{name} must be a real number or an array of real numbers"
    try:
        array = np.asarray(value)
    except ValueError:
        raise ValueError(f"{rule}, got a ragged sequence: {value!r}") from None
    if array.dtype.kind not in "iuf":  # not bool: a mask given as positions is a mistake
        raise TypeError(f"{rule}, got {_short(value)} of dtype {array.dtype}")
    with np.errstate(over="ignore"):  # a long double beyond float64 becomes inf, refused below
        array = array.astype(np.float64, copy=False)
    good = np.isfinite(array) | (minus_infinity & (array == -np.inf))
    if not good.all():
        finite = "finite or -inf" if minus_infinity else "finite"
        raise ValueError(f"{name} must be {finite}, got {array[~good].flat[0]}")
    return array


def number(name: str, value: Any, rule: str, is_good: Callable[[float], bool]) -> float:
    """Return `value` as a float for which `is_good` holds."""
    message = f"{name} must be {rule}, got {_short(value)}"
    if np.ndim(value) != 0 or np.asarray(value).dtype.kind not in "iuf":
        raise TypeError(message)
    if not (math.isfinite(value) and is_good(value)):
        raise ValueError(message)
    return float(value)


def base(value: Any) -> float:
    """Return a base: finite and greater than 1, so that frequencies fall from 1 towards 1/base."""
    return number("base", value, "a finite number greater than 1", lambda b: b > 1)


def layout(value: Any, name: str = "layout") -> Layout:
    """Return the name of a layout."""
    if not isinstance(value, str):
        raise TypeError(f"{name} must be one of {LAYOUTS}, got {value!r}")
    for known in LAYOUTS:
        if value == known:
            return known
    raise ValueError(f"{name} must be one of {LAYOUTS}, got {value!r}")


def float_dtype(value: Any) -> np.dtype[Any]:
    """Return a floating dtype; None means float64."""
    rule = f"dtype must be a floating dtype such as 'float32', got {value!r}"
    try:
        dtype = np.dtype(np.float64 if value is None else value)
    except TypeError:
        raise TypeError(rule) from None
    if dtype.kind != "f":
        raise TypeError(rule)
    return dtype


def fits(shape: Sequence[int], itemsize: int, names: str) -> None:
    """Refuse a request larger than the machine's memory before the system is driven into it.

    Some systems promise any amount of memory and end the program when it is used; so the size is
    compared with the memory there is, not left to the allocator.
    """
    need = math.prod(shape) * itemsize
    if need > 2**26 and need > _memory():  # small requests skip the look at the machine
        raise MemoryError(
            f"{names} must ask for what fits in memory, got a request for shape {tuple(shape)}: "
            f"{_size(need)}, where this machine has {_size(_memory())}"
        )


def _memory():
    """The memory of the machine, or of the container that a notebook server runs us in."""
    limits = [sys.maxsize]
    with contextlib.suppress(AttributeError, ValueError, OSError):  # not on Windows
        limits.append(os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE"))
    for name in ("memory.max", "memory/memory.limit_in_bytes"):
        with contextlib.suppress(ValueError, OSError):  # no container, or "max": no limit
            limits.append(int(Path("/sys/fs/cgroup", name).read_text()))
    return min(limits)


def _size(nbytes):
    for unit in ("bytes", "kB", "MB", "GB", "TB", "PB"):
        if nbytes < 1000 or unit == "PB":
            return f"{nbytes:.3g} {unit}"
        nbytes /= 1000


def _short(value):
    text = repr(value)
    return text if len(text) <= 60 else text[:57] + "..."
