"""How fast tables of positions are made, and how exact they are. Prints one table, records it.

    python scripts/bench_table.py

Every contender makes the same table in turn, round after round in one run, on one thread. Printed
are ratios: how many times as long as `sinusoidal_table` each takes, as the median over the rounds
with the least and the largest. Times are processor times, so that other programs disturb little;
and before each, as much memory as the work will need is taken and given back, because on a virtual
machine the first to touch it pays for all.
The record, `benchmark.json`, holds ratios and errors, with the machine and the versions.
"""

import os

for library in ("OMP", "OPENBLAS", "MKL", "VECLIB"):
    os.environ[f"{library}_NUM_THREADS"] = "1"  # before NumPy and PyTorch read it

import importlib.metadata  # noqa: E402
import importlib.util  # noqa: E402
import json  # noqa: E402
import math  # noqa: E402
import platform  # noqa: E402
import statistics  # noqa: E402
import time  # noqa: E402
from datetime import date  # noqa: E402
from pathlib import Path  # noqa: E402

import numpy as np  # noqa: E402

from pe_core import records, sinusoidal, sinusoidal_table  # noqa: E402
from pe_core.numerics import exact_sinusoidal  # noqa: E402

RECORD = records.FOLDER / "benchmark.json"
SIZES = [(512, 512), (4096, 1024), (32768, 1024)]
LONG = (1_000_000, 16)  # for the accuracy far out; its speed is not compared
ROUNDS = 9
SAMPLE = 0.01  # seconds: shorter work is repeated within a round until it takes this long


def fill(n, d, dtype):
    """Write one number into every entry: what no table can do without."""
    return np.full((n, d), 0.5, dtype)


def numpy_pasted(n, d, dtype):
    """The form found in NumPy tutorials: float64 inside, because nobody says otherwise."""
    position = np.arange(n)[:, np.newaxis]
    div_term = np.exp(np.arange(0, d, 2) * -(np.log(10000.0) / d))
    pe = np.zeros((n, d))
    pe[:, 0::2] = np.sin(position * div_term)
    pe[:, 1::2] = np.cos(position * div_term)
    return pe.astype(dtype, copy=False)


def numpy_float32(n, d, dtype):
    """The same with every array in float32."""
    position = np.arange(n, dtype=np.float32)[:, np.newaxis]
    div_term = np.exp(np.arange(0, d, 2, dtype=np.float32) * np.float32(-math.log(10000.0) / d))
    pe = np.zeros((n, d), np.float32)
    pe[:, 0::2] = np.sin(position * div_term)
    pe[:, 1::2] = np.cos(position * div_term)
    return pe


def pytorch_pasted(n, d, dtype):
    """The module of PyTorch tutorials, without its dropout; float32 unless asked otherwise."""
    import torch

    kind = getattr(torch, dtype)
    position = torch.arange(0, n, dtype=kind).unsqueeze(1)
    div_term = torch.exp(torch.arange(0, d, 2, dtype=kind) * (-math.log(10000.0) / d))
    pe = torch.zeros(n, d, dtype=kind)
    pe[:, 0::2] = torch.sin(position * div_term)
    pe[:, 1::2] = torch.cos(position * div_term)
    return pe.numpy()


def positional_encodings(n, d, dtype):
    import torch
    from positional_encodings.torch_encodings import PositionalEncoding1D

    return PositionalEncoding1D(d)(torch.empty(1, n, d, dtype=getattr(torch, dtype)))[0].numpy()


def x_transformers(n, d, dtype):
    import torch
    from x_transformers.x_transformers import ScaledSinusoidalEmbedding

    module = ScaledSinusoidalEmbedding(d)
    with torch.no_grad():
        module.scale.fill_(1)
        return module(torch.empty(1, n, d)).numpy()  # in halves, float32


def contenders(dtype):
    """Every way to make a table that can run here: name, function, layout of its columns."""
    ways = [
        ("sinusoidal_table", lambda n, d, t: sinusoidal_table(n, d, dtype=t), "interleaved"),
        ("filling an array", fill, None),
        ("sinusoidal_table, halves", _in_halves, "halves"),
        ("sinusoidal", lambda n, d, t: sinusoidal(np.arange(n), d, dtype=t), "interleaved"),
        ("NumPy, as pasted", numpy_pasted, "interleaved"),
    ]
    if dtype == "float32":
        ways.append(("NumPy, all in float32", numpy_float32, "interleaved"))
    if importlib.util.find_spec("torch"):
        ways.append(("PyTorch, as pasted", pytorch_pasted, "interleaved"))
        if importlib.util.find_spec("positional_encodings"):
            ways.append(("positional-encodings", positional_encodings, "interleaved"))
        if importlib.util.find_spec("x_transformers") and dtype == "float32":
            ways.append(("x-transformers", x_transformers, "halves"))
    return ways


def _in_halves(n, d, dtype):
    return sinusoidal_table(n, d, layout="halves", dtype=dtype)


def measure(n, d, dtype):
    """Return for every contender how long it takes against the table, and against filling."""
    ways = contenders(dtype)
    repeats, times = {}, {name: [] for name, _, _ in ways}
    for name, make, _ in ways:  # the first run of each is not counted
        make(n, d, dtype)
        repeats[name] = max(1, math.ceil(SAMPLE / max(_seconds(make, n, d, dtype, 1), 1e-6)))
    for _ in range(ROUNDS):
        for name, make, _ in ways:
            np.ones((4, n, d))  # all start with memory that was in use a moment ago
            times[name].append(_seconds(make, n, d, dtype, repeats[name]))

    def ratios(name, against):
        pairs = zip(times[name], times[against], strict=True)
        values = sorted(ours / theirs for ours, theirs in pairs)
        return {"median": statistics.median(values), "least": values[0], "most": values[-1]}

    return {
        name: {
            "of_table": ratios(name, "sinusoidal_table"),
            "of_fill": ratios(name, "filling an array"),
        }
        for name, _, _ in ways
    }


def _seconds(make, n, d, dtype, repeats):
    spent = 0.0
    for _ in range(repeats):
        start = time.process_time()
        table = make(n, d, dtype)
        spent += time.process_time() - start
        del table  # giving memory back is not part of the work
    return spent / repeats


def errors(n, d, dtype):
    """Return for every contender its largest error on some rows, the last one among them."""
    rows = np.unique(np.r_[0:8, np.random.default_rng(0).integers(0, n, 24), n - 1])
    columns = np.unique(np.linspace(0, d // 2 - 1, 16).astype(int))
    exact = exact_sinusoidal(rows, d).reshape(len(rows), d // 2, 2)[:, columns]
    found = {}
    for name, make, layout in contenders(dtype):
        if layout:
            table = make(n, d, dtype)[rows].astype(float)
            pairs = table.reshape(len(rows), *((d // 2, 2) if layout == "interleaved" else (2, -1)))
            pairs = pairs if layout == "interleaved" else pairs.swapaxes(1, 2)
            found[name] = float(np.abs(pairs[:, columns] - exact).max())
    return found


def machine():
    """Return what the figures depend on."""
    processor = platform.processor()
    try:
        lines = Path("/proc/cpuinfo").read_text().splitlines()
        processor = next(s.split(":", 1)[1].strip() for s in lines if s.startswith("model name"))
    except (OSError, StopIteration):
        pass
    versions = {"python": platform.python_version()}
    for package in ("numpy", "torch", "positional-encodings", "x-transformers"):
        try:
            versions[package] = importlib.metadata.version(package)
        except importlib.metadata.PackageNotFoundError:
            continue
    return {
        "date": date.today().isoformat(),
        "machine": {
            "processor": processor,
            "cores": os.cpu_count(),
            "system": f"{platform.system()} {platform.machine()}",
        },
        "versions": versions,
        "threads": 1,
        "rounds": ROUNDS,
        "ratios": "processor time over that of sinusoidal_table (of_table) and over that of "
        "filling an array of the size (of_fill), in the same round",
        "error": "largest difference from exact values, on some rows and columns",
    }


def main():
    if importlib.util.find_spec("torch"):
        import torch

        torch.set_num_threads(1)
    record = machine() | {"results": []}
    print(
        f"{record['machine']['processor']}, one thread, {ROUNDS} rounds, "
        + ", ".join(f"{name} {version}" for name, version in record["versions"].items())
    )
    print("how many times as long as sinusoidal_table: median (least to most)\n")
    header = f"{'':28}{'against the table':>26}{'against filling':>17}{'largest error':>15}"
    for n, d in [*SIZES, LONG]:
        for dtype in ("float32", "float64"):
            error = errors(n, d, dtype)
            speed = measure(n, d, dtype) if (n, d) in SIZES else {}
            print(f"{n} x {d}, {dtype}\n{header}")
            for name, _, _ in contenders(dtype):
                row = {"contender": name, **speed.get(name, {}), "error": error.get(name)}
                record["results"].append({"positions": n, "width": d, "dtype": dtype, **row})
                if speed or name in error:
                    print(_line(row))
            print(flush=True)
    waiting = RECORD.with_suffix(".tmp")
    waiting.write_text(json.dumps(_short(record), indent=1) + "\n", encoding="utf-8")
    os.replace(waiting, RECORD)  # readers see the old record or the new one, never half
    print(f"written to {RECORD}")


def _line(row):
    against = filling = error = ""
    if "of_table" in row:
        of = row["of_table"]
        against = f"{of['median']:.2f} ({of['least']:.2f} to {of['most']:.2f})"
        filling = f"{row['of_fill']['median']:.2f}"
    if row["error"] is not None:
        error = f"{row['error']:.1e}"
    return f"{row['contender']:28}{against:>26}{filling:>17}{error:>15}"


def _short(value):
    """Three digits say all that such a record can say."""
    if isinstance(value, dict):
        return {key: _short(item) for key, item in value.items()}
    if isinstance(value, list):
        return [_short(item) for item in value]
    return float(f"{value:.3g}") if isinstance(value, float) else value


if __name__ == "__main__":
    main()
