"""The live figures in Chinese: what they draw, say and offer, in many states, holds no English."""

import re

import pytest
from figure_page import SETTLE
from test_figures import SHUFFLE, every_figure

from pe_core import language

pytestmark = pytest.mark.translation

# Keep every text that a figure draws.
LISTEN = """() => {
  globalThis.drawn = new Set();
  const { prototype } = CanvasRenderingContext2D;
  const original = prototype.fillText;
  prototype.fillText = function (text, ...rest) {
    drawn.add(text);
    return original.call(this, text, ...rest);
  };
}"""

HEARD = """() => [
  ...drawn,
  ...[...document.querySelectorAll(".pe-figure *")].flatMap((e) => [
    ...[...e.childNodes].filter((node) => node.nodeType === 3).map((node) => node.data),
    ...["aria-label", "title", "aria-valuetext"].map((name) => e.getAttribute(name) ?? ""),
  ]),
]"""

#: What is the same in both languages: names of mathematics, of systems, of code, English examples.
SAME = re.compile(
    r"(?<![A-Za-z])(sin|cos|ln|log|max|min|mod|softmax|logit|arg|rms|"
    r"RoPE|ALiBi|Transformer|BERT|MiniLM|Llama|LLaMA|Mistral|GPT|NTK|YaRN|CodeLlama|Code Llama|"
    r"Adam|BLEU|PyTorch|NumPy|d_model|offset|exp|"
    r"man|bites|dog|the|chased|cat|only|she|saw|him|run|and|dogs|often|chase|cats|rad|"
    r"arange|linspace|for|base|angle|table|range|"
    r"right|doubled|multiplied|swapped|unit|own|thousand|sines|from one)(?![A-Za-z])"
)
LATIN = re.compile(r"[A-Za-z]{3,}")
STATES = 40


@pytest.fixture
def chinese():
    language.use("zh")
    yield
    language.use("en")


@every_figure
def test_a_figure_holds_no_english_word(show, chinese, figure):
    page = show(figure(), fresh=True)
    page.evaluate(LISTEN)
    heard = set()
    for seed in range(STATES):
        page.evaluate(SHUFFLE, seed)
        page.evaluate(SETTLE)
        heard.update(page.evaluate(HEARD))
    assert any(re.search("[\u3400-\u9fff]", text) for text in heard)
    left = {word: text for text in heard for word in LATIN.findall(SAME.sub("", text))}
    assert left == {}
    assert not [text for text in heard if re.search(r"\{\w*\}", text)]


@pytest.mark.filterwarnings("error:Glyph .* missing")  # a letter that the font lacks
@every_figure
def test_the_picture_of_a_figure_is_described_in_chinese(chinese, figure):
    for state in ({}, *(preset["set"] for preset in figure.presets.values())):
        shown = figure(**state)
        alt = shown.alt()
        assert re.search("[\u3400-\u9fff]", alt)
        assert not LATIN.search(SAME.sub("", alt)), alt
        shown.png()
