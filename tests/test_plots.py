"""The palette, and the still figures."""

import io
import itertools

import matplotlib as mpl
import matplotlib.pyplot as plt
import numpy as np
import pytest
from matplotlib.colors import to_rgb

from pe_core import palette, plots
from pe_core.shift import dot_kernel

THEMES = palette.as_dict()
MAIN = ("sine", "cosine", "position")

# How people with a colour vision deficiency see linear RGB (Machado et al. 2009, severity 1).
VISION = {
    "all cones": np.eye(3),
    "deuteranopia": [
        [0.367322, 0.860646, -0.227968],
        [0.280085, 0.672501, 0.047413],
        [-0.011820, 0.042940, 0.968881],
    ],
    "protanopia": [
        [0.152286, 1.052583, -0.204868],
        [0.114503, 0.786281, 0.099216],
        [-0.003882, -0.048116, 1.051998],
    ],
}

DRAWINGS = {
    "clocks": lambda ax: plots.plot_clocks(37, 16, ax=ax),
    "counter": lambda ax: plots.plot_counter(37, ax=ax),
    "hands": lambda ax: plots.plot_hands(70, 9, 64, ax=ax),
    "shift": lambda ax: plots.plot_shift(70, 9, 64, ax=ax),
    "heat map": lambda ax: plots.plot_heat_map(64, 32, ax=ax),
    "waves": lambda ax: plots.plot_waves(64, 32, ax=ax),
    "similarity": lambda ax: plots.plot_similarity(64, 32, ax=ax),
    "similarity, log": lambda ax: plots.plot_similarity(999, log=True, law=True, mark=9, ax=ax),
    "wavelengths": lambda ax: plots.plot_wavelengths(32, window=64, ax=ax),
}
every_drawing = pytest.mark.parametrize("draw", DRAWINGS.values(), ids=DRAWINGS)


@pytest.fixture(autouse=True)
def agg():
    plt.switch_backend("agg")
    yield
    plt.close("all")


def linear(colour):
    channels = np.array(to_rgb(colour))
    return np.where(channels <= 0.04045, channels / 12.92, ((channels + 0.055) / 1.055) ** 2.4)


def contrast(one, other):
    light, dark = sorted((linear(c) @ (0.2126, 0.7152, 0.0722) for c in (one, other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def lab(rgb):
    """Return CIE L*a*b* of linear RGB, in which distances are about what eyes tell apart."""
    to_xyz = [[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]]
    x, y, z = np.cbrt(to_xyz @ np.clip(rgb, 0, 1) / (0.9505, 1, 1.089))
    return np.array([116 * y - 16, 500 * (x - y), 200 * (y - z)])


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("role", ["ink", "muted", *MAIN, "negative", "positive"])
def test_every_role_can_be_read_as_text(theme, role):
    colours = THEMES[theme]
    for ground in ("paper", "panel"):
        assert contrast(colours[role], colours[ground]) >= 4.5


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("vision", VISION)
def test_sine_cosine_and_position_are_told_apart(theme, vision):
    seen = {role: lab(VISION[vision] @ linear(THEMES[theme][role])) for role in MAIN}
    for one, other in itertools.combinations(MAIN, 2):
        assert np.linalg.norm(seen[one] - seen[other]) >= 30, (one, other)


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("vision", VISION)
def test_the_signed_scale_moves_away_from_the_page_on_both_sides(theme, vision):
    stops = [lab(VISION[vision] @ linear(stop)) for stop in THEMES[theme]["scale"]]
    paper = lab(linear(THEMES[theme]["paper"]))
    away = [abs(stop[0] - paper[0]) for stop in stops]
    assert away[3] < 6  # zero has nearly the lightness of the page
    assert np.all(np.diff(away[:4]) < -8) and np.all(np.diff(away[3:]) > 8)
    for low, high in zip(stops[:2], stops[:-3:-1], strict=True):
        assert np.linalg.norm(low - high) >= 30  # and the two signs are told apart


@every_drawing
def test_a_plot_draws_on_the_axes_it_is_given_and_returns_them(draw):
    figure, axes = plt.subplots(1, 2)
    assert draw(axes[0]) is axes[0]
    assert axes[0].has_data() or axes[0].patches
    assert not axes[1].has_data()
    assert plt.get_fignums() == [figure.number]


@every_drawing
def test_a_plot_makes_its_own_axes_otherwise(draw):
    ax = draw(None)
    assert plt.get_fignums() == [ax.figure.number]


@every_drawing
def test_a_plot_leaves_the_settings_of_matplotlib_and_is_the_same_each_time(draw):
    before = dict(mpl.rcParams)
    pictures = set()
    for _ in range(2):
        buffer = io.BytesIO()
        draw(None).figure.savefig(buffer, format="svg", metadata={"Date": None})
        text = buffer.getvalue()
        pictures.add(len(text))
    assert dict(mpl.rcParams) == before
    assert len(pictures) == 1


def test_position_runs_to_the_right_and_sines_are_above_cosines():
    ax = plots.plot_heat_map(50, 8)
    table = ax.images[0].get_array()
    t = np.arange(50)
    np.testing.assert_allclose(table[0], np.sin(t))
    np.testing.assert_allclose(table[4], np.cos(t))
    np.testing.assert_allclose(table[3], np.sin(t * 10000 ** (-6 / 8)))
    assert ax.get_xlim() == (-0.5, 49.5) and ax.get_ylim() == (8, 0)


def test_a_coarse_heat_map_is_the_average_of_the_fine_one():
    fine = plots.plot_heat_map(60, 16).images[0].get_array()
    coarse = plots.plot_heat_map(60, 16, cells=(4, 20)).images[0].get_array()
    np.testing.assert_allclose(coarse, fine.reshape(8, 2, 20, 3).mean(axis=(1, 3)), atol=1e-15)


def test_chosen_pairs_make_sixteen_four_and_one_turn():
    pairs = plots.chosen_pairs(512, 512)
    turns = 512 / (2 * np.pi * 10000 ** (np.array(pairs) / 256))
    np.testing.assert_allclose(turns, [16, 4, 1], rtol=0.03)
    assert plots.chosen_pairs(16, 2) == [0]


def test_the_similarity_curve_is_the_normalised_kernel():
    line = plots.plot_similarity(300, 64, base=100).lines[1]
    np.testing.assert_allclose(
        line.get_ydata(), dot_kernel(np.arange(300), 64, base=100, normalize=True)
    )


def test_the_law_is_true_to_four_hundredths_where_it_is_drawn():
    drawn = 0
    for d_model in (16, 32, 64, 128, 256, 512, 1024):
        for base in (2, 30, 100, 1e3, 1e4, 1e5, 5e5, 1e6):
            bounds = plots.law_range(d_model, base)
            if bounds is None:
                continue
            drawn += 1
            k = np.geomspace(*bounds, 500)
            law = 1 - (np.log(k) + np.euler_gamma) / np.log(base)
            assert np.abs(law - dot_kernel(k, d_model, base=base, normalize=True)).max() < 0.04
    assert drawn > 20


def test_the_law_is_not_drawn_where_it_does_not_hold():
    assert plots.law_range(512, 20) is None and plots.law_range(16, 10000) is None
    without = plots.plot_similarity(999, 16, log=True, law=True)
    assert len(without.lines) == len(plots.plot_similarity(999, 16, log=True).lines)
    low, high = plots.plot_similarity(999, log=True, law=True).lines[2].get_xdata()
    assert (low, high) == plots.law_range(512, 10000.0)


def test_hands_end_where_sine_and_cosine_say():
    ax = plots.plot_hands(70, 9, 64)
    tips = [line.get_xydata()[0] for line in ax.lines if line.get_marker() == "o"]
    angles = 10000 ** (-128 / 512) * np.array([70, 79])
    np.testing.assert_allclose(tips, np.stack([np.cos(angles), np.sin(angles)], axis=1))


def test_the_written_out_shift_is_what_it_says():
    numbers = [t.get_text() for t in plots.plot_shift(70, 9, 64).texts]
    c, s = np.cos(0.9), np.sin(0.9)
    expected = [c, s, -s, c, np.sin(7), np.cos(7), np.sin(7.9), np.cos(7.9)]
    shown = [float(text.replace("−", "-")) for text in numbers if text[-1].isdigit()]
    np.testing.assert_allclose(shown, expected, atol=5e-4)


def test_the_counter_shows_the_bits():
    texts = [t.get_text() for t in plots.plot_counter(37, bits=8).texts]
    bits = "".join(text for text in texts if text in "01")
    assert bits[::-1] == f"{37:08b}"


def test_slow_pairs_are_counted():
    words = [t.get_text() for t in plots.plot_wavelengths(512, window=512).texts]
    assert words == ["133 of 256 pairs:\nno full turn in 512"]
