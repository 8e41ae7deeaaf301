"""The mathematics of the book Positional Encoding, Hands On.

Array in, array out; angles in float64, cast once. Importing this package loads NumPy alone: the
figures are in `pe_core.plots` and `pe_core.explorers`.
"""

from .encoding import convert_layout, frequencies, sinusoidal, wavelengths
from .shift import dot_kernel, phase_basis_shift, shift_matrix

__all__ = [
    "convert_layout",
    "dot_kernel",
    "frequencies",
    "phase_basis_shift",
    "shift_matrix",
    "sinusoidal",
    "wavelengths",
]
