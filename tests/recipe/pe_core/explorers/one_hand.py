"""One clock hand."""

import math

from .base import Explorer
from .controls import Slider


class OneHand(Explorer):
    """The hand of pair 0, which turns one radian a step.

    Parameters
    ----------
    position : int
        Position t, 0 to 44.
    """

    position = Slider(22, min=0, max=44, label="Position t", run=True, help="one radian a step")

    heights = {0: 337, 296: 316, 524: 300}

    def still(self, figure):
        from .. import plots

        plots.plot_clocks(self.position, 2, ax=figure.subplots())
        return 2.2

    def alt(self):
        turns = self.position / math.pi
        return (
            f"One clock hand at position {self.position}. It started at the right and has made "
            f"{turns:.3f} half turns. Its height is the sine, its reach to the right the cosine."
        )
