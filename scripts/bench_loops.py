"""How much slower loops are than arrays, and arrays than the fast table. Prints and records it.

    python scripts/bench_loops.py

Every contender makes the same table of 512 positions at width 512 in turn, round after round, on
one thread. The record, `loops.json`, holds ratios of processor times: how many times as long
as the array version each takes, as the median over the rounds with the least and the largest.
"""

import os

for library in ("OMP", "OPENBLAS", "MKL", "VECLIB"):
    os.environ[f"{library}_NUM_THREADS"] = "1"  # before NumPy reads it

import importlib.util  # noqa: E402
import json  # noqa: E402
import math  # noqa: E402
import statistics  # noqa: E402
import time  # noqa: E402

import numpy as np  # noqa: E402
from bench_table import machine  # noqa: E402

from pe_core import records, sinusoidal_table  # noqa: E402

RECORD = records.FOLDER / "loops.json"
N = D = 512
ROUNDS = 7


def arrays():
    """The six lines of the chapter on code."""
    t = np.arange(N)[:, None]
    angle = t * 10000.0 ** (-np.arange(0, D, 2) / D)
    table = np.empty((N, D))
    table[:, 0::2] = np.sin(angle)
    table[:, 1::2] = np.cos(angle)
    return table


def arrays_float32():
    """The same with every array in float32: fewer digits, and a faster sine."""
    t = np.arange(N, dtype=np.float32)[:, None]
    angle = t * np.float32(10000) ** (-np.arange(0, D, 2, dtype=np.float32) / np.float32(D))
    table = np.empty((N, D), np.float32)
    table[:, 0::2] = np.sin(angle)
    table[:, 1::2] = np.cos(angle)
    return table


def row_loop():
    """A loop over positions, each row an array."""
    omega = 10000.0 ** (-np.arange(0, D, 2) / D)
    table = np.empty((N, D))
    for t in range(N):
        table[t, 0::2] = np.sin(t * omega)
        table[t, 1::2] = np.cos(t * omega)
    return table


def _fill(table):
    for t in range(N):
        for i in range(0, D, 2):
            angle = t / 10000.0 ** (i / D)
            table[t, i] = math.sin(angle)
            table[t, i + 1] = math.cos(angle)
    return table


def entry_loop():
    """A loop over every entry, into a NumPy array."""
    return _fill(np.empty((N, D)))


def tensor_loop():
    """The same loop, into a PyTorch tensor."""
    import torch

    return _fill(torch.empty(N, D, dtype=torch.float64)).numpy()


def fast_table():
    """The table made by products of rotations."""
    return sinusoidal_table(N, D)


def seconds(make, repeats):
    start = time.process_time()
    for _ in range(repeats):
        make()
    return (time.process_time() - start) / repeats


def main():
    ways = {arrays_float32: 20, fast_table: 20, arrays: 20, row_loop: 20, entry_loop: 1}
    if importlib.util.find_spec("torch"):
        ways[tensor_loop] = 1
    for make in ways:  # the first run is not counted, but its result is checked
        assert np.abs(make() - arrays()).max() < (1e-4 if make is arrays_float32 else 1e-12)
    times = {make.__name__: [] for make in ways}
    for _ in range(ROUNDS):
        for make, repeats in ways.items():
            times[make.__name__].append(seconds(make, repeats))
    about = {key: value for key, value in machine().items() if key not in ("ratios", "error")}
    record = about | {"positions": N, "width": D, "rounds": ROUNDS, "baseline": "arrays"}
    record["ratios"] = {}
    for name, values in times.items():
        ratios = sorted(v / b for v, b in zip(values, times["arrays"], strict=True))
        found = {"median": statistics.median(ratios), "least": ratios[0], "most": ratios[-1]}
        record["ratios"][name] = {key: float(f"{value:.2g}") for key, value in found.items()}
        print(f"{name:12} {found['median']:8.2f} ({found['least']:.2f} to {found['most']:.2f})")
    RECORD.write_text(json.dumps(record, indent=1) + "\n", encoding="utf-8")
    print(f"written to {RECORD}")


if __name__ == "__main__":
    main()
