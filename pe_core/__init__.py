"""The mathematics of the book Positional Encoding, Hands On.

Array in, array out; angles in float64, cast once. Importing this package loads NumPy alone: the
figures are in `pe_core.plots` and `pe_core.explorers`.
"""

from .attention import self_attention
from .encoding import convert_layout, frequencies, sinusoidal, wavelengths
from .schemes import (
    alibi_bias,
    alibi_slopes,
    learned_table,
    lookup,
    rope,
    t5_bias,
    t5_bucket,
)
from .shift import dot_kernel, phase_basis_shift, shift_matrix
from .table import sinusoidal_table

__all__ = [
    "alibi_bias",
    "alibi_slopes",
    "convert_layout",
    "dot_kernel",
    "frequencies",
    "learned_table",
    "lookup",
    "phase_basis_shift",
    "rope",
    "self_attention",
    "shift_matrix",
    "sinusoidal",
    "sinusoidal_table",
    "t5_bias",
    "t5_bucket",
    "wavelengths",
]
