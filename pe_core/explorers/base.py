"""What all live figures share: one definition, shown by a kernel and by a static page."""

import base64
import html
import io
import json
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

import anywidget
import numpy as np
import traitlets

from .. import language, palette

if TYPE_CHECKING:  # a figure draws its picture when asked, and loads matplotlib then
    from matplotlib.figure import Figure

_HERE = Path(__file__).parent

#: A PNG file, and its width and height in pixels.
Picture = tuple[bytes, tuple[int, int]]

#: Shared parts first; the figures after them, in the order of the alphabet.
_SHARED = ("math.js", "draw.js", "link.js", "ui.js")

#: Width of a fallback picture in CSS pixels; it has twice as many, to be sharp on fine screens.
STILL_WIDTH = 720


def _read(name):
    return (_HERE / name).read_text(encoding="utf-8")


def _figure_files():
    own = (*_SHARED, "page.js")
    return sorted(path.name for path in _HERE.glob("*.js") if path.name not in own)


def _script_body():
    """Return palette, mathematics, host and figures as one piece of JavaScript."""
    colours = f"const PALETTE = {json.dumps(palette.as_dict())};\n"
    words = f"const WORDS = {json.dumps(_words(), ensure_ascii=False)};\n"
    return colours + words + "".join(_lean(_read(name)) for name in (*_SHARED, *_figure_files()))


def _words():
    """Return the words of the language in use that scripts say; Python fills in {name} itself."""
    table = language.table(language.current(), "explorers")
    return {english: words for english, words in table.items() if not re.search(r"{\w", english)}


def _lean(script):
    """Return a script without its comment lines and indentation, which pages need not carry."""
    lines = (line.strip() for line in script.splitlines())
    return "".join(f"{line}\n" for line in lines if line and not line.startswith("//"))


def module_script() -> str:
    """Return the live figures as one ES module in the front-end format of anywidget.

    Returns
    -------
    str
        JavaScript without imports that exports ``{ render({ model, el }) }``.
    """
    return f"{_script_body()}\nexport default {{ render }};\n"


def classic_script() -> str:
    """Return the live figures as one classic script, for pages without a kernel.

    Loaded with ``defer``, it brings every ``<div class="pe-figure">`` of the page to life. It needs
    no network and runs from disk too, where browsers refuse modules.

    Returns
    -------
    str
        JavaScript that defines the single global name ``peFigures``.
    """
    return f'(() => {{\n"use strict";\n{_script_body()}\n{_lean(_read("page.js"))}}})();\n'


def stylesheet() -> str:
    """Return the style of the live figures, the palette included.

    Returns
    -------
    str
        CSS whose every rule is confined to ``.pe-figure``.
    """
    def variables(mode):
        roles = {k: v for k, v in palette.as_dict()[mode].items() if isinstance(v, str)}
        # "own-paper": the page's theme may lend its background instead; see figures.css.
        roles["own-paper"] = roles.pop("paper")
        lines = [f"  --pe-{role}: {colour};\n" for role, colour in roles.items()]
        return f"  --pe-mode: {mode};\n" + "".join(lines)

    # The pydata theme, JupyterLab and VS Code each have their own way to say "dark".
    dark = (
        'html[data-theme="dark"] .pe-figure,\n'
        'body[data-jp-theme-light="false"] .pe-figure,\n'
        'body[data-vscode-theme-kind="vscode-dark"] .pe-figure,\n'
        'body[data-vscode-theme-kind="vscode-high-contrast"] .pe-figure'
    )
    light = f".pe-figure {{\n{variables('light')}}}\n"
    return f"{light}{dark} {{\n{variables('dark')}}}\n{_read('figures.css')}{_reserved()}"


def kebab(name: str) -> str:
    """Return the name of a figure as CSS writes it: ClockWall, clock-wall."""
    return re.sub(r"(?<!^)(?=[A-Z])", "-", name).lower()


def _reserved():
    """Return the CSS that keeps the place of each live figure while its picture stands in.

    Without it the page below would jump when the figure comes to life. A page without JavaScript
    keeps no place.
    """
    rules = [
        f"@container (min-width: {width}px) "
        f"{{ .pe-{kebab(figure.__name__)} .pe-box {{ min-height: {height}px; }} }}\n"
        for figure in sorted(Explorer.__subclasses__(), key=lambda figure: figure.__name__)
        for width, height in sorted(figure.heights.items())
    ]
    return "\n@media not (scripting: none) {\n" + "".join(rules) + "}\n"


def _still_palette():
    """Return the colours of fallback pictures: every role, pure and thinned by white, and the
    signed scale in nine steps. A palette of our own, since one chosen from the picture would
    give up a colour that covers little of it, such as that of a thin curve."""
    from matplotlib.colors import to_rgb

    pale = [to_rgb(palette.LIGHT[role]) for role in ("paper", "panel", "line")]
    full = [to_rgb(palette.LIGHT[role]) for role in palette.LIGHT]
    thinned = [
        [1 - part * (1 - channel) for channel in role]
        for role in full
        if role not in pale
        for part in (1, 0.5)
    ]
    scale = palette.diverging_map()
    steps = [scale(step / 8)[:3] for step in range(9)]
    return np.rint(255 * np.array([*pale, *thinned, *steps])).astype(int)


def _png(figure):
    """Return a matplotlib figure as a small PNG with few colours, and its size in pixels."""
    from PIL import Image

    buffer = io.BytesIO()
    figure.savefig(buffer, format="png", dpi=200, metadata={"Software": None})
    pixels = np.asarray(Image.open(buffer).convert("RGB")).astype(int)
    # Not Pillow's own quantize: it looks up colours coarsely and takes near-white for white.
    packed = pixels @ (1 << 16, 1 << 8, 1)
    seen, places = np.unique(packed, return_inverse=True)
    parts = np.stack([seen >> 16, seen >> 8 & 255, seen & 255], axis=-1)
    colours = _still_palette()
    nearest = ((parts[:, None] - colours) ** 2).sum(axis=-1).argmin(axis=-1).astype(np.uint8)
    image = Image.fromarray(nearest[places].reshape(packed.shape), mode="P")
    image.putpalette(colours.astype(np.uint8).tobytes())
    small = io.BytesIO()
    image.save(small, format="PNG", optimize=True)
    return small.getvalue(), image.size


class Explorer(anywidget.AnyWidget):
    """A live figure.

    A figure is a class with its controls as traits (`controls.Slider`, `controls.Choice`,
    `controls.Switch`), a method `still` that draws it with matplotlib, a method `alt` that says
    what the picture shows, and a JavaScript file that draws it live.

    In a kernel it is an ipywidget: assigning a trait redraws the figure, moving a control sets the
    trait, ``observe`` and ``ipywidgets.link`` work. Its HTML form needs no kernel.
    """

    _spec = traitlets.Dict().tag(sync=True)

    #: Height of the live figure in its first state, by the least width it is true for (CSS pixels).
    heights: dict[int, int] = {}

    #: States worth visiting: {name: {"set": {trait: value, ...}, "note": sentence}}.
    presets: dict[str, dict[str, Any]] = {}

    def __init__(self, **state: Any) -> None:
        unknown = set(state) - set(self.controls())
        if unknown:
            name, names = type(self).__name__, ", ".join(self.controls())
            raise TypeError(f"{name} has no control {min(unknown)!r}; it has {names}")
        # Not class attributes: what they hold is complete only when every figure is defined.
        self._esm, self._css = module_script(), stylesheet()
        super().__init__(_spec=self.spec(), **state)

    @classmethod
    def controls(cls) -> dict[str, dict[str, Any]]:
        """Return the controls of this figure, in the order in which the class names them."""
        # Not vars(cls) alone: anywidget gives each object a class of its own, below ours.
        return {
            name: trait.metadata["control"]
            for owner in reversed(cls.__mro__)
            for name, trait in vars(owner).items()
            if isinstance(trait, traitlets.TraitType) and "control" in trait.metadata
        }

    @classmethod
    def spec(cls) -> dict[str, Any]:
        """Return what a page needs to know of this figure besides its state."""
        say = language.say
        controls = [
            {"name": name, **control, "label": say(control["label"]), "help": say(control["help"])}
            for name, control in cls.controls().items()
        ]
        presets = [
            {**preset, "name": say(name), "note": say(preset["note"])}
            for name, preset in cls.presets.items()
        ]
        return {"figure": cls.__name__, "controls": controls, "presets": presets}

    @property
    def state(self) -> dict[str, Any]:
        """The values of all controls, by name."""
        return {name: getattr(self, name) for name in self.controls()}

    def link(self) -> str:
        """Return what follows the address of a page to open this figure in its present state."""
        query = {
            name: value if isinstance(value, str) else json.dumps(value).removesuffix(".0")
            for name, value in self.state.items()
            if value != self.controls()[name]["default"]
        }
        return f"#{type(self).__name__}?{urlencode(query)}".rstrip("?")

    def still(self, figure: "Figure") -> float:
        """Draw the present state on an empty matplotlib figure and return its height in inches.

        The figure is `STILL_WIDTH` CSS pixels wide; one inch is a hundred of them.
        """
        raise NotImplementedError

    def alt(self) -> str:
        """Return, in a sentence or two, what the present state shows."""
        raise NotImplementedError

    def png(self) -> Picture:
        """Return the fallback picture and its size.

        Returns
        -------
        tuple of (bytes, (int, int))
            A PNG file, and its width and height in pixels: twice the CSS pixels of the page.
        """
        from matplotlib.figure import Figure

        figure = Figure(figsize=(STILL_WIDTH / 100, 1), layout="constrained")
        figure.set_figheight(self.still(figure))
        return _png(figure)

    def html(self, picture: Picture | None = None) -> str:
        """Return the figure for a page without a kernel.

        Parameters
        ----------
        picture : tuple, optional
            Result of `png`, when the caller has it already.

        Returns
        -------
        str
            A div that holds the state and the fallback picture. The same state gives the same
            text, in every process.
        """
        data, (width, height) = picture or self.png()
        payload = json.dumps({**self.spec(), "state": self.state}, ensure_ascii=False)
        source = base64.b64encode(data).decode("ascii")
        name = kebab(type(self).__name__)
        return (
            f'<div class="pe-figure pe-{name}" data-pe-figure="{html.escape(payload)}">'
            f'<div class="pe-box"><img class="pe-still" src="data:image/png;base64,{source}" '
            f'width="{width // 2}" height="{height // 2}" alt="{html.escape(self.alt())}">'
            f"</div></div>"
        )

    def __repr__(self):
        values = ", ".join(f"{name}={value!r}" for name, value in self.state.items())
        return f"{type(self).__name__}({values})"

    def _repr_mimebundle_(self, **kwargs):
        data, metadata = super()._repr_mimebundle_(**kwargs) or ({}, {})
        picture = self.png()
        size = {"width": picture[1][0] // 2, "height": picture[1][1] // 2}
        data = {
            **data,
            "text/plain": repr(self),
            "text/html": self.html(picture),
            "image/png": base64.b64encode(picture[0]).decode("ascii"),
        }
        return data, {**metadata, "image/png": size}
