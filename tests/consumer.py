"""What another project does with an installed pe_core: a type checker reads it, and it runs."""

import numpy as np
from numpy.typing import NDArray

import pe_core
from pe_core import checks, claims, explorers, plots, records
from pe_core.family import train_model
from pe_core.heads import Head, hits, train_head

codes: NDArray[np.floating] = pe_core.sinusoidal(np.arange(32), 16, layout="halves")
turn: NDArray[np.float64] = pe_core.shift_matrix(5, 16)
same: float = pe_core.dot_kernel(3, 16, normalize=True)
output, weights = pe_core.self_attention(codes, codes, codes, causal=True)
assert output.shape == (32, 16) and np.allclose(weights.sum(axis=-1), 1)
buckets: NDArray[np.int64] = pe_core.t5_bucket(np.arange(8))

head: Head = train_head(pe_core.sinusoidal(range(16), 16), 1, optimizer="adam", steps=200)
assert hits(head.weights, head.codes, 1).mean() > 0.9
model, losses = train_model("rope", steps=1)
assert model.scheme == "rope" and len(losses) == 1

for figure in explorers.FIGURES:
    data, _ = figure()._repr_mimebundle_()
    assert {"text/html", "image/png", "application/vnd.jupyter.widget-view+json"} <= set(data)
wall = explorers.ClockWall(position=5)
wall.position = 6
assert 'class="pe-figure' in wall.html()
assert plots.plot_waves(64, 16).lines

for exercise in checks.EXERCISES.values():
    assert "text/html" in exercise._repr_mimebundle_()[0]
assert checks.wavelength_383(wavelength=61343, pair=336)

for id in ("A10", "C36"):  # C36 reads a record
    found = claims.verify(claims.get(id))
    assert found is not None and found.verdict == claims.get(id).verdict
assert records.load("minilm_positions").shape == (512, 384)
