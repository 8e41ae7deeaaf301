"""The live figures as Python objects: traits, output, fallback pictures."""

import base64
import gzip
import html
import io
import json
import re
import runpy
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import html5lib
import ipywidgets
import pytest
import traitlets
from PIL import Image

from pe_core import explorers
from pe_core.explorers import FIGURES, BaseAndWidth, ClockWall, Explorer, LockedHands
from pe_core.explorers.controls import Choice, Slider, Switch

every_figure = pytest.mark.parametrize("figure", FIGURES, ids=lambda figure: figure.__name__)


class Hostile(Explorer):
    """A figure whose state tries to leave its attribute."""

    word = Choice(
        "</div><script>alert(1)</script>", ["</div><script>alert(1)</script>", '"'], label="<b>"
    )
    on = Switch(True, label="On & off")

    def still(self, figure):
        return 1

    def alt(self):
        return 'a "quoted" <picture>'


def payload(text):
    """Return what a page without a kernel reads from the HTML of a figure."""
    return json.loads(html.unescape(re.search(r'data-pe-figure="([^"]*)"', text).group(1)))


def sliders(figure):
    return {name: c for name, c in figure.controls().items() if c["kind"] == "slider"}


@every_figure
def test_a_new_figure_has_the_defaults_of_its_controls(figure):
    assert figure().state == {name: c["default"] for name, c in figure.controls().items()}


@every_figure
def test_every_control_has_a_label(figure):
    for name, control in figure.controls().items():
        assert control["label"].strip(), name


@every_figure
def test_both_ends_of_every_slider_can_be_assigned(figure):
    widget = figure()
    for name, control in sliders(figure).items():
        for end in (control["min"], control["max"]):
            setattr(widget, name, end)
            assert getattr(widget, name) == end


@every_figure
def test_what_a_slider_refuses_it_names_with_rule_and_value(figure):
    widget = figure()
    for name, control in sliders(figure).items():
        for wrong in (control["min"] - 1, control["max"] + 1, float("nan"), "7", True, None):
            with pytest.raises(traitlets.TraitError) as error:
                setattr(widget, name, wrong)
            sentence = str(error.value)
            assert f"{figure.__name__}.{name} must be" in sentence
            assert repr(wrong) in sentence
        assert getattr(widget, name) == control["default"]


def test_the_rule_is_said_in_words():
    for figure, name, wrong, rule in [
        (ClockWall, "position", 2000, "between 0 and 1,023, got 2000"),
        (ClockWall, "position", 2.5, "a whole number, got 2.5"),
        (ClockWall, "d_model", 10, "one of 8, 16, 32, got 10"),
        (ClockWall, "d_model", 16.0, "one of 8, 16, 32, got 16.0"),
        (BaseAndWidth, "d_model", 5, "an even number, got 5"),
        (BaseAndWidth, "base", float("inf"), "between 2 and 1,000,000, got inf"),
        (BaseAndWidth, "base", "big", "a number, got 'big'"),
        (LockedHands, "offset", -65, "between -64 and 64, got -65"),
    ]:
        with pytest.raises(traitlets.TraitError, match=re.escape(f"{name} must be {rule}")):
            figure(**{name: wrong})


def test_an_unknown_control_is_named_with_those_that_exist():
    with pytest.raises(TypeError, match="no control 'speed'; it has position, base, d_model"):
        ClockWall(speed=1)


def test_whole_numbers_become_floats_where_the_control_is_a_float():
    figure = ClockWall(base=500)
    assert (figure.base, repr(figure)) == (500.0, "ClockWall(position=37, base=500.0, d_model=16)")


def test_observers_and_links_work():
    first, second, seen = ClockWall(), ClockWall(), []
    first.observe(lambda change: seen.append((change.old, change.new)), "position")
    link = ipywidgets.link((first, "position"), (second, "position"))
    second.position = 99
    assert (first.position, seen) == (99, [(37, 99)])
    link.unlink()


@every_figure
def test_every_preset_can_be_assigned_and_is_explained(figure):
    for name, preset in figure.presets.items():
        widget = figure(**preset["set"])
        assert all(getattr(widget, key) == value for key, value in preset["set"].items()), name
        assert preset["note"].endswith("."), name


def test_the_presets_say_what_the_papers_say():
    sets = {name: preset["set"] for name, preset in BaseAndWidth.presets.items()}
    published = {
        "Transformer, base model": (512, 10000),  # Vaswani et al. 2017, table 3: d_model
        "Transformer, big model": (1024, 10000),
        "Llama 3, one head": (128, 500000),  # 4096 / 32 heads, table 3; base in section 3.2
    }
    for name, (width, base) in published.items():
        assert (sets[name]["d_model"], sets[name]["base"]) == (width, base)


@every_figure
def test_the_output_has_a_widget_a_page_a_picture_and_a_text(figure):
    widget = figure()
    data, metadata = widget._repr_mimebundle_()
    assert data["application/vnd.jupyter.widget-view+json"]["model_id"] == widget.model_id
    assert data["text/plain"] == repr(widget)
    image = Image.open(io.BytesIO(base64.b64decode(data["image/png"])))
    assert metadata["image/png"] == {"width": image.width // 2, "height": image.height // 2}
    assert widget.model_id not in data["text/html"]


@every_figure
def test_the_html_holds_state_picture_and_alternative(figure):
    document = html5lib.HTMLParser(strict=False, namespaceHTMLElements=False).parseFragment(
        figure().html()
    )
    (div,) = document
    assert payload(figure().html()) == json.loads(div.get("data-pe-figure"))
    assert json.loads(div.get("data-pe-figure"))["state"] == figure().state
    (image,) = div.iter("img")
    assert 60 < len(image.get("alt")) < 700 and image.get("alt").endswith(".")
    assert image.get("width") == "720" and int(image.get("height")) > 100


@every_figure
def test_the_alternative_follows_the_state(figure):
    texts = {figure().alt()}
    for name, control in figure.controls().items():
        if control["kind"] == "slider":
            texts.add(figure(**{name: control["max"]}).alt())
        elif control["kind"] == "choice":
            texts.add(figure(**{name: control["options"][-1]}).alt())
    assert len(texts) > 1


@every_figure
def test_every_picture_of_a_preset_is_small(figure):
    states = [{}, *(preset["set"] for preset in figure.presets.values())]
    for state in states:
        data, (width, _) = figure(**state).png()
        assert (len(data) <= 40_000, width) == (True, 1440), (state, len(data))


@every_figure
def test_pictures_can_be_drawn_at_both_ends_of_every_control(figure):
    for name, control in figure.controls().items():
        if control["kind"] == "slider":
            ends = [control["min"], control["max"]]
        else:
            ends = control.get("options", [True, False])
        for end in ends:
            assert figure(**{name: end}).png()[0].startswith(b"\x89PNG")


def test_the_same_state_gives_the_same_output_in_every_process():
    code = (
        "import hashlib; from pe_core.explorers import FIGURES, classic_script, stylesheet\n"
        "text = ''.join(figure().html() for figure in FIGURES) + classic_script() + stylesheet()\n"
        "print(hashlib.sha256(text.encode()).hexdigest())"
    )
    runs = {
        subprocess.run(
            [sys.executable, "-c", code],
            env={"PYTHONHASHSEED": seed, "PATH": ""},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(runs) == 1


def test_a_saved_notebook_keeps_the_picture_of_a_figure_and_every_other_widget():
    settings = SimpleNamespace(ContentsManager=SimpleNamespace())
    file = Path(__file__).resolve().parent.parent / "scripts" / "jupyter_server_config.py"
    keep = runpy.run_path(str(file), {"get_config": lambda: settings})["keep_pictures"]
    assert settings.ContentsManager.pre_save_hook.__name__ == "keep_pictures"

    figure, other = ClockWall()._repr_mimebundle_()[0], ipywidgets.IntSlider()._repr_mimebundle_()
    cells = [
        {"cell_type": "markdown", "source": "words"},
        {"outputs": [{"output_type": "display_data", "data": dict(figure)}]},
        {"outputs": [{"output_type": "stream", "text": "words"}, {"data": dict(other)}]},
    ]
    keep({"type": "notebook", "content": {"cells": cells}}, path="a.ipynb")
    view = "application/vnd.jupyter.widget-view+json"
    assert set(figure) - set(cells[1]["outputs"][0]["data"]) == {view}
    assert view in cells[2]["outputs"][1]["data"]
    for left_alone in ({"type": "file", "content": "text"}, {"type": "notebook", "content": None}):
        keep(left_alone)


def test_state_cannot_leave_its_attribute():
    text = Hostile().html()
    assert "<script" not in text and text.count("</div>") == 2
    assert payload(text)["state"] == {"word": "</div><script>alert(1)</script>", "on": True}
    parser = html5lib.HTMLParser(strict=True, namespaceHTMLElements=False)
    (div,) = parser.parseFragment(text)
    assert [node.tag for node in div.iter()] == ["div", "div", "img"]


def test_switches_take_only_true_and_false():
    with pytest.raises(traitlets.TraitError):
        Hostile(on="yes")


def test_a_slider_of_whole_numbers_stays_one():
    class Whole(traitlets.HasTraits):
        n = Slider(4, min=2, max=8, step=2, label="n")

    holder = Whole(n=6.0)
    assert (holder.n, type(holder.n)) == (6, int)


def test_one_script_serves_both_hosts():
    module, classic = explorers.module_script(), explorers.classic_script()
    body = module.removesuffix("\nexport default { render };\n")
    assert body != module and body in classic
    assert "export " not in classic and not re.search(r"^\s*import\b", module, re.M)
    assert ClockWall()._esm == module and ClockWall()._css == explorers.stylesheet()


def test_a_page_carries_little_script():
    assert len(gzip.compress(explorers.classic_script().encode(), 9)) <= 60_000


def test_every_rule_of_the_stylesheet_is_confined_to_figures():
    css = re.sub(r"/\*.*?\*/", "", explorers.stylesheet(), flags=re.S)
    for selectors in re.findall(r"([^{}@]+)\{(?=[^{}]*\})", css):
        for selector in re.split(r",(?![^(]*\))", selectors):
            assert ".pe-" in selector, selector


def test_no_two_files_use_one_name():
    seen = {}
    for file in sorted(explorers.base._HERE.glob("*.js")):
        text = file.read_text(encoding="utf-8")
        for name in re.findall(r"^(?:function|const|let|class)\s+(\w+)", text, re.M):
            assert name not in seen, f"{name} in {file.name} and {seen[name]}"
            seen[name] = file.name
