"""The two locked hands."""

from ..language import say
from .base import Explorer
from .controls import Slider


class LockedHands(Explorer):
    """Two hands of one pair, k positions apart, and the matrix that carries one to the other.

    The pair belongs to a code of width 512 and base 10,000.

    Parameters
    ----------
    position : int
        Position t of the first hand, 0 to 511.
    offset : int
        Offset k of the second hand from the first, -64 to 64.
    pair : int
        Pair index i, 0 (fastest) to 255 (slowest).
    """

    position = Slider(70, min=0, max=511, label="Position t", run=True, help="turns both hands")
    offset = Slider(9, min=-64, max=64, label="Offset k", help="the angle between the hands")
    pair = Slider(64, min=0, max=255, label="Pair i", help="a later pair turns more slowly")

    heights = {0: 1029, 328: 967, 484: 924, 524: 848, 640: 538, 684: 468}

    def still(self, figure):
        from .. import plots

        hands, matrix = figure.subplots(1, 2, width_ratios=[1, 1.25])
        plots.plot_hands(self.position, self.offset, self.pair, ax=hands)
        plots.plot_shift(self.position, self.offset, self.pair, ax=matrix)
        return 3.1

    def alt(self):
        from .. import encoding

        omega = encoding.frequencies(512)[self.pair]
        later = self.position + self.offset
        return say(
            "Two hands on one circle, at position {position} and at position {later}, {angle:.2f} "
            "radians apart. Beside them the 2 by 2 matrix that turns the first hand into the "
            "second: it holds the cosine and the sine of this angle and does not depend on the "
            "position.",
            position=self.position,
            later=later,
            angle=omega * self.offset,
        )
