"""Four linked views of one code: heat map, waves, dot products, similarity."""

from ..language import say
from .base import Explorer
from .controls import Choice, Slider


class FourViews(Explorer):
    """Two positions, t and t + k, marked in four views of the same code.

    Parameters
    ----------
    position : int
        Position t, 0 to 511.
    offset : int
        Offset k of the second position from the first, 0 to 511. Where t + k lies beyond the window
        of 512 positions, the second mark is not drawn; the similarity is that of k all the same.
    d_model : {64, 128, 256, 512}
        Width of the code.
    layout : {"halves", "interleaved"}
        Order of the rows of the heat map. It changes nothing in the other views.
    """

    NUM_POSITIONS = 512
    BASE = 10000.0

    position = Slider(150, min=0, max=511, label="Position t", run=True, help="moves both marks")
    offset = Slider(60, min=0, max=511, label="Offset k", help="how far the second mark is ahead")
    d_model = Choice(512, [64, 128, 256, 512], label="Width d_model", help="rows of the heat map")
    layout = Choice("halves", ["halves", "interleaved"], label="Heat map", help="order of the rows")

    heights = {0: 1499, 328: 1401, 364: 1353, 452: 1309, 488: 1281, 524: 1233, 640: 734, 648: 706}

    def still(self, figure):
        import matplotlib.pyplot as plt
        import numpy as np

        from .. import encoding, plots, shift
        from ..palette import LIGHT, diverging_map

        n, d, t, k = self.NUM_POSITIONS, self.d_model, self.position, self.offset
        marks = [m for m in (t, t + k) if m < n]
        left, right = figure.subfigures(1, 2, width_ratios=[1.5, 1])
        heat, waves = left.subplots(2, height_ratios=[1.6, 1], sharex=True)
        gram, similarity = right.subplots(2, height_ratios=[1.6, 1])

        # Few cells, so that the picture stays small; fast rows are averaged, as on the page.
        code = encoding.sinusoidal(np.arange(n), d, layout=self.layout).T
        rows = code[((np.arange(80) + 0.5) * d / 80).astype(int)]
        style = {"cmap": diverging_map(), "vmin": -1, "vmax": 1, "interpolation": "nearest"}
        cells = rows.reshape(80, n // 4, 4).mean(axis=2)
        heat.imshow(cells, extent=(-0.5, n - 0.5, d, 0), aspect="auto", **style)
        plots._calm(heat)
        heat.set_yticks([])
        heat.spines[:].set_visible(False)
        if self.layout == "halves":
            heat.set_yticks([d / 4, 3 * d / 4], ["sin", "cos"], fontweight="bold")
            heat.tick_params(axis="y", length=0)
            for label, role in zip(heat.get_yticklabels(), ("sine", "cosine"), strict=True):
                label.set_color(LIGHT[role])
            heat.axhline(d / 2, color="white", lw=2)
        plots.plot_waves(n, d, ax=waves)
        for m, dash in zip(marks, ("-", (0, (3, 2))), strict=False):
            for ax in (heat, waves):
                ax.axvline(m, color="white", lw=3, alpha=0.8)
                ax.axvline(m, color=LIGHT["position"], lw=1.5, ls=dash)

        offsets = np.abs(np.subtract.outer(np.arange(0, n, 8), np.arange(0, n, 8)))
        values = shift.dot_kernel(np.arange(n), d, normalize=True)
        gram.imshow(values[offsets], extent=(-0.5, n - 0.5, n - 0.5, -0.5), **style)
        plots._calm(gram, title="p(s) · p(t) / (d/2)")
        if len(marks) == 2:
            gram.axline((0, k), slope=1, color=LIGHT["position"], lw=0.8, ls=(0, (2, 2)))
            for xy, face in (((t, t + k), LIGHT["position"]), ((t + k, t), "white")):
                gram.add_patch(plt.Circle(xy, 9, fc=face, ec=LIGHT["position"], lw=1.2))
        plots.plot_similarity(100_000, d, log=True, law=True, mark=k, ax=similarity)
        return 4.9

    def alt(self):
        from .. import shift

        t, k, d = self.position, self.offset, self.d_model
        value = float(shift.dot_kernel(k, d, normalize=True))
        if t + k < self.NUM_POSITIONS:
            where = say("{t} and {later}", t=t, later=t + k)
        else:
            where = say("{t}, and {k} further on", t=t, k=k)
        return say(
            "Four views of the code of 512 positions at width {d}, with the positions {where} "
            "marked: a heat map, three of its waves, the matrix of dot products, whose diagonals "
            "each have one colour, and similarity falling with the offset on a logarithmic axis. "
            "At offset {k} the similarity is {value:.2f}.",
            d=d,
            where=where,
            k=k,
            value=value,
        )
