"""The wall of clocks."""

from ..language import say
from .base import Explorer
from .controls import Choice, Slider


class ClockWall(Explorer):
    """A clock hand for each pair of the code, above a binary counter of the same position.

    Parameters
    ----------
    position : int
        Position t, 0 to 1023.
    base : float
        Base B of the frequencies, 2 to 1,000,000.
    d_model : {8, 16, 32}
        Width of the code; half of it is the number of clocks.
    """

    position = Slider(37, min=0, max=1023, label="Position t", run=True, help="the one time of all")
    base = Slider(
        10000.0, min=2, max=1_000_000, scale="log", label="Base B",
        help="a larger base slows the last hands",
    )
    d_model = Choice(16, [8, 16, 32], label="Width d_model", help="two numbers for each clock")

    heights = {0: 887, 328: 823, 384: 825, 524: 728, 560: 508, 684: 459}

    def still(self, figure):
        from .. import plots

        rows = -(-self.d_model // 16)
        wall, counter = figure.subplots(2, height_ratios=[1.75 * rows, 0.8])
        plots.plot_clocks(self.position, self.d_model, base=self.base, ax=wall)
        plots.plot_counter(self.position, ax=counter)
        return 1.75 * rows + 0.8

    def alt(self):
        from .. import encoding

        turns = self.position / encoding.wavelengths(self.d_model, base=self.base)
        count = self.d_model // 2
        return say(
            "{count} clock hands at position {position}, above the binary number {binary:b}. From "
            "left to right the hands turn more slowly: the first has made {first:.1f} turns, the "
            "last {last:.3g}.",
            count=count,
            position=self.position,
            binary=self.position,
            first=turns[0],
            last=turns[-1],
        )
