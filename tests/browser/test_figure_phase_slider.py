"""The phase slider: its numbers are those of NumPy, and its views set what they show."""

import numpy as np
import pytest

from pe_core import phase_basis_shift
from pe_core.explorers import PhaseSlider
from pe_core.explorers.phase_slider import WAVELENGTH

RNG = np.random.default_rng(24)
DEFAULTS = {name: c["default"] for name, c in PhaseSlider.controls().items()}


@pytest.fixture(scope="module")
def page(keep_open):
    return keep_open(PhaseSlider(), height=1100)


@pytest.fixture
def fresh(page):
    page.get_by_role("button", name="Reset").click()
    return page


def shown(page):
    """The values of all controls, by name."""
    numbers = page.locator("input[type=number]").all()
    return {name: int(number.input_value()) for name, number in zip(DEFAULTS, numbers, strict=True)}


def cases(count=220):
    """Frequencies, offsets, positions and phases, the ends of the phase slider among them."""
    phases = np.radians(RNG.integers(1, 180, count))
    phases[:4] = np.radians([1, 179, 90, 89])
    omegas = RNG.uniform(0.01, 3.1, count)
    times, offsets = RNG.integers(-500, 500, (2, count))
    return [list(case) for case in zip(
        omegas.tolist(), times.tolist(), offsets.tolist(), phases.tolist(), strict=True
    )]  # fmt: skip


def test_code_matrix_and_stretch_are_those_of_numpy(page):
    states = cases()
    found = page.evaluate(
        """states => states.map(([omega, t, k, phase]) => {
             const m = peFigures.math;
             return [m.phaseCode(omega, t, phase), m.phaseMatrix(omega, k, phase),
                     m.phaseStretch(omega, k, phase)];
           })""",
        states,
    )
    for (omega, t, k, phase), (code, matrix, stretch) in zip(states, found, strict=True):
        ours = phase_basis_shift(omega, k, phase)
        largest = np.abs(ours).max()
        np.testing.assert_allclose(code, np.sin([omega * t, omega * t + phase]), atol=1e-11)
        np.testing.assert_allclose(matrix, ours, rtol=0, atol=1e-12 * largest)
        # Not the formula of the figure, but the singular values themselves.
        assert stretch == pytest.approx(np.linalg.norm(ours, 2), rel=1e-8)


def test_the_axes_of_the_curve_are_the_singular_values_of_the_basis(page):
    for degrees in range(1, 180):
        phase = np.radians(degrees)
        found = page.evaluate("phase => peFigures.math.phaseAxes(phase)", float(phase))
        basis = np.array([[1, 0], [np.cos(phase), np.sin(phase)]])
        long, short = np.linalg.svd(basis, compute_uv=False)
        assert found["long"] == pytest.approx(long, rel=1e-12)
        assert found["short"] == pytest.approx(short, rel=1e-10)
        assert found["condition"] == pytest.approx(np.linalg.cond(basis), rel=1e-10)


def test_what_is_left_over_is_what_least_squares_leaves_over(page):
    """A fit over whole periods, where the mean over all positions is reached exactly."""
    for _ in range(200):
        other, k = int(RNG.integers(4, 97)), int(RNG.integers(0, 49))
        lengths = [WAVELENGTH] if other == WAVELENGTH else [WAVELENGTH, other]
        omegas = [2 * np.pi / length for length in lengths]
        period = int(np.lcm.reduce(lengths))
        t = np.arange(period)
        now, then = np.sin(np.outer(t, omegas)), np.sin(np.outer(t + k, omegas))
        rest = then - now @ np.linalg.lstsq(now, then)[0]
        ours = (rest**2).sum() / (then**2).sum()
        theirs = page.evaluate("([o, k]) => peFigures.math.phaseLeftOver(o, k)", [omegas, k])
        assert theirs == pytest.approx(ours, abs=1e-11)


def test_python_and_page_say_the_same_numbers(page):
    for _ in range(200):
        state = {
            "phase": int(RNG.integers(1, 180)),
            "offset": int(RNG.integers(0, 49)),
            "other": int(RNG.integers(4, 97)),
        }
        facts = PhaseSlider(**state).facts()
        found = page.evaluate(
            """([phase, k, lengths]) => {
                 const m = peFigures.math;
                 const omegas = lengths.map(length => 2 * Math.PI / length);
                 return [m.phaseAxes(phase), m.phaseStretch(omegas[0], k, phase),
                         m.phaseLeftOver(omegas.slice(0, 1), k), m.phaseLeftOver(omegas, k)];
               }""",
            [float(np.radians(state["phase"])), state["offset"], [WAVELENGTH, state["other"]]],
        )
        axes, *rest = found
        ours = [facts[name] for name in ("long", "short", "stretch", "one", "two")]
        np.testing.assert_allclose([axes["long"], axes["short"], *rest], ours, atol=1e-12)


def test_the_cosine_is_called_a_circle_and_only_the_cosine(fresh):
    words = fresh.locator(".pe-words")
    phase = fresh.locator("input[type=number]").first
    for degrees in (89, 90, 91):
        phase.fill(str(degrees))
        phase.press("Enter")
        text = words.inner_text()
        assert ("circle" in text) == (degrees == 90), text
        assert ("ellipse" in text) == (degrees != 90), text
    assert "no stretch" not in words.inner_text()


def test_a_drag_in_each_view_sets_what_the_view_is_about(fresh):
    page = fresh
    for view, name in (("waves", "position"), ("price", "phase"), ("rest", "offset")):
        before = shown(page)
        box = page.locator(f".pe-view-{view}").bounding_box()
        page.mouse.click(box["x"] + 0.7 * box["width"], box["y"] + 0.5 * box["height"])
        after = shown(page)
        assert {key for key in before if before[key] != after[key]} == {name}, view
    # Beyond the right edge the value stays within its bounds.
    box = page.locator(".pe-view-price").bounding_box()
    page.mouse.move(box["x"] + 10, box["y"] + 60)
    page.mouse.down()
    page.mouse.move(box["x"] + box["width"] + 300, box["y"] + 60)
    page.mouse.up()
    assert shown(page)["phase"] == 179


def test_dragging_the_point_along_the_ellipse_meets_the_position_under_the_pointer(fresh):
    page = fresh
    box = page.locator(".pe-view-curve").bounding_box()
    radius = min(box["width"] / 2 - 34, box["height"] / 2 - 38)
    phase = np.radians(DEFAULTS["phase"])
    for t in (0, 5, 11, 17, 23):
        x, y = np.sin(2 * np.pi * t / WAVELENGTH + np.array([0, phase]))
        page.mouse.click(
            box["x"] + box["width"] / 2 + radius * x, box["y"] + box["height"] / 2 + 8 - radius * y
        )
        assert shown(page)["position"] % WAVELENGTH == t
