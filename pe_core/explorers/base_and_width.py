"""The main explorer: base, width, window and offset in four views."""

from ..language import say
from .base import Explorer
from .controls import Slider


class BaseAndWidth(Explorer):
    """What base and width do to the code, in linked views of one window of positions.

    Parameters
    ----------
    base : float
        Base B of the frequencies, 2 to 1,000,000.
    d_model : int
        Width of the code, even, 2 to 1024.
    num_positions : int
        Length n of the window, 16 to 2048.
    offset : int
        Offset k from position 0 that is marked in every view, 0 to 2047; beyond the window it
        stands at the window's last position.
    """

    base = Slider(
        10000.0, min=2, max=1_000_000, scale="log", label="Base B", help="slows the last pairs"
    )
    d_model = Slider(
        512, min=2, max=1024, scale="log", step=2, label="Width d_model",
        help="half as many pairs share the ladder of frequencies",
    )
    num_positions = Slider(
        512, min=16, max=2048, scale="log", label="Positions n", help="the window that is looked at"
    )
    offset = Slider(10, min=0, max=2047, label="Offset k", help="compares positions 0 and k")

    presets = {
        "Transformer, base model": {
            "set": {"base": 10000.0, "d_model": 512, "num_positions": 512},
            "note": "Width 512, base 10,000: Vaswani et al. 2017, section 3.5 and table 3.",
        },
        "Transformer, big model": {
            "set": {"base": 10000.0, "d_model": 1024, "num_positions": 512},
            "note": "Width 1024, base 10,000: Vaswani et al. 2017, section 3.5 and table 3.",
        },
        "A narrow code": {
            "set": {"base": 10000.0, "d_model": 64, "num_positions": 512},
            "note": "Width 64, base 10,000: 32 pairs climb the same ladder in larger steps.",
        },
        "Llama 3, one head": {
            "set": {"base": 500000.0, "d_model": 128, "num_positions": 2048},
            "note": (
                "Head width 128, base 500,000, there for rotary embeddings, which use the same "
                "frequencies: Llama 3 report (2024), section 3.2 and table 3."
            ),
        },
        "A small base": {
            "set": {"base": 50.0, "d_model": 512, "num_positions": 512},
            "note": "With base 50 every pair completes a turn in 512 positions.",
        },
    }

    heights = {0: 1817, 328: 1665, 404: 1621, 544: 1552, 640: 942, 648: 866}

    def still(self, figure):
        from .. import plots

        n, d, base, k = self.num_positions, self.d_model, self.base, self.offset
        left, right = figure.subfigures(1, 2, width_ratios=[1.45, 1])
        heat, waves, near = left.subplots(3, height_ratios=[2.1, 1, 1], sharex=True)
        plots.plot_heat_map(n, d, base=base, mark=k, cells=(40, 96), ax=heat)
        plots.plot_waves(n, d, base=base, mark=k, ax=waves)
        plots.plot_similarity(n, d, base=base, mark=k, ax=near)
        far, ladder = right.subplots(2)
        plots.plot_similarity(1_000_000, d, base=base, mark=k, log=True, law=True, ax=far)
        plots.plot_wavelengths(d, base=base, window=n, ax=ladder)
        return 4.8

    def alt(self):
        import numpy as np

        from .. import encoding, shift

        lengths = encoding.wavelengths(self.d_model, base=self.base)
        n, k = self.num_positions, min(self.offset, self.num_positions - 1)
        similarity = float(shift.dot_kernel(k, self.d_model, base=self.base, normalize=True))
        slow = int(np.sum(lengths > n))
        return say(
            "Four views of a code of width {width} and base {base:,.6g} over {n} positions: a heat "
            "map of sines and cosines, three of its waves, similarity against offset, on a linear "
            "and on a logarithmic axis, and wavelengths against pair index. {slow} of {pairs} "
            "pairs never complete a turn in the window; the longest wavelength is {longest:,.0f}; "
            "similarity at offset {k} is {similarity:.2f}.",
            width=self.d_model,
            base=self.base,
            n=n,
            slow=slow,
            pairs=len(lengths),
            longest=lengths[-1],
            k=k,
            similarity=similarity,
        )
