"""The live figures in a real browser, on a page of their own, opened from disk."""

import json
import random

import numpy as np
import pytest
from axe_playwright_python.sync_playwright import Axe
from figure_page import SETTLE, TALL, write_page

from pe_core import plots
from pe_core.encoding import frequencies, sinusoidal, wavelengths
from pe_core.explorers import FIGURES, BaseAndWidth, ClockWall, LockedHands, module_script
from pe_core.shift import dot_kernel, shift_matrix

PHONE = {"width": 390, "height": 844}

every_figure = pytest.mark.parametrize("figure", FIGURES, ids=lambda figure: figure.__name__)

SCRIPT = '<script src="figures.js" defer></script>'

PICTURE = """() => [...document.querySelectorAll(".pe-figure canvas")]
  .map((canvas) => canvas.toDataURL()).join()"""

# Give every input of the figure a random value, as a reader would.
SHUFFLE = """(seed) => {
  let state = seed * 7919 + 1;
  const random = () => (state = (state * 16807) % 2147483647) / 2147483647;
  for (let n = 0; n < 10; n++) random();
  for (const input of document.querySelectorAll(".pe-figure input, .pe-figure select")) {
    if (input.type === "number") continue;
    const ends = random(); // the ends of a range are where things go wrong
    const part = ends < 0.1 ? 0 : ends < 0.2 ? 1 : random();
    if (input.type === "range") input.value = Math.round(part * Number(input.max));
    else if (input.type === "checkbox") input.checked = part > 0.5;
    else input.selectedIndex = Math.round(part * (input.options.length - 1));
    input.dispatchEvent(new Event("input", { bubbles: true }));
    input.dispatchEvent(new Event("change", { bubbles: true }));
  }
}"""


def settle(page):
    page.evaluate(SETTLE)


def picture(page):
    settle(page)
    return page.evaluate(PICTURE)


def gallery(show, **options):
    """Show all figures of the book on one page."""
    return show(*(figure() for figure in FIGURES), **options)


def value(page, label):
    return float(page.get_by_label(f"{label}, exact value").input_value())


def put(page, label, number):
    field = page.get_by_label(f"{label}, exact value")
    field.fill(str(number))
    field.press("Enter")
    settle(page)


# The mathematics exists twice; NumPy is the reference.


@pytest.fixture(scope="module")
def mathematics(browser, tmp_path_factory):
    """A page on which `peFigures.math` can be called."""
    page = browser.new_page()
    page.goto(write_page(tmp_path_factory.mktemp("math"), []).as_uri())
    yield page
    page.close()


def call(page, name, *argument_lists):
    """Call a function of math.js once for each list of arguments; arrays come back as lists."""
    script = """([name, calls]) => calls.map((args) => {
      const plain = (x) => ArrayBuffer.isView(x) ? [...x]
        : x && typeof x === "object" && !Array.isArray(x)
          ? Object.fromEntries(Object.entries(x).map(([k, v]) => [k, plain(v)])) : x;
      return plain(peFigures.math[name](...args));
    })"""
    return evaluate(page, script, [name, [list(args) for args in argument_lists]])


def evaluate(page, script, argument):
    """Call a JavaScript function; many numbers come faster as one text. NaN comes as None."""
    return json.loads(page.evaluate(f"(given) => JSON.stringify(({script})(given))", argument))


GRID = [
    (base, d_model)
    for base in (2.0, 2.5, 100.0, 10000.0, 500000.0, 1e6)
    for d_model in (2, 4, 6, 64, 128, 510, 1024)
]


def random_states(count, seed):
    rng = np.random.default_rng(seed)
    return [
        (
            float(np.exp(rng.uniform(np.log(2), np.log(1e6)))),
            2 * int(rng.integers(1, 513)),
            int(rng.integers(0, 2049)),
        )
        for _ in range(count)
    ]


STATES = [(base, d, t) for base, d in GRID for t in (0, 1, 2048)] + random_states(250, seed=1)


def test_frequencies_equal_numpy(mathematics):
    for name, reference in (("frequencies", frequencies), ("wavelengths", wavelengths)):
        results = call(mathematics, name, *[(d, base) for base, d in GRID])
        for (base, d), result in zip(GRID, results, strict=True):
            np.testing.assert_allclose(result, reference(d, base=base), rtol=1e-13)


def test_entries_equal_numpy(mathematics):
    results = call(mathematics, "sinusoidal", *[(t, d, base) for base, d, t in STATES])
    for (base, d, t), result in zip(STATES, results, strict=True):
        np.testing.assert_allclose(result, sinusoidal(t, d, base=base), rtol=0, atol=1e-11)


def test_dot_products_equal_numpy(mathematics):
    results = call(mathematics, "dotKernel", *[(t, d, base) for base, d, t in STATES])
    for (base, d, t), result in zip(STATES, results, strict=True):
        assert abs(result - dot_kernel(t, d, base=base)) <= 1e-10 * d / 2


def test_the_curve_of_dot_products_equals_numpy(mathematics):
    states = [(base, d, 2048) for base, d in GRID] + random_states(200, seed=2)
    states = [(base, d, max(n, 1)) for base, d, n in states]
    results = call(mathematics, "kernelCurve", *[(n, d, base) for base, d, n in states])
    for (base, d, n), result in zip(states, results, strict=True):
        expected = dot_kernel(np.arange(n), d, base=base)
        np.testing.assert_allclose(result, expected, rtol=0, atol=1e-10 * d / 2)


def test_the_logarithmic_grid_of_dot_products_equals_numpy(mathematics):
    states = GRID + [(base, d) for base, d, _ in random_states(200, seed=3)]
    script = """(calls) => calls.map(([d, base]) => {
      const { offsets, sums } = peFigures.math.kernelOnLogGrid(1e6, d, base, 300);
      const keep = (_, j) => j % Math.ceil(offsets.length / 200) === 0 || j > offsets.length - 9;
      return [offsets.length, [...offsets].filter(keep), [...sums].filter(keep)];
    })"""
    results = evaluate(mathematics, script, [[d, base] for base, d in states])
    for (base, d), (count, offsets, sums) in zip(states, results, strict=True):
        k, sums = np.array(offsets), np.array(sums)
        assert count >= 300 and k[0] == 1 and k[-1] >= 1e6 * (1 - 1e-9)
        assert np.all(np.diff(k) > 0)
        # An angle of a million radians is known to 1e-10 only, in NumPy too.
        tolerance = np.where(k < 2048, 1e-10, 1e-8) * d / 2
        assert np.all(np.abs(sums - dot_kernel(k, d, base=base)) <= tolerance)


def test_rows_of_the_heat_map_equal_numpy_averages(mathematics):
    script = """(calls) => calls.map(([length, ...rest]) =>
      [...peFigures.math.waveRow(new Float64Array(length), ...rest)])"""
    rng = np.random.default_rng(4)
    for step in (1, 2, 3, 8):
        omegas = np.exp(rng.uniform(np.log(1e-6), 0, 60)).tolist() + [1.0]
        phases = [float(phase) for phase in rng.choice([0, np.pi / 2], len(omegas))]
        columns = 2048 // step
        calls = [[columns, o, p, step] for o, p in zip(omegas, phases, strict=True)]
        for row, omega, phase in zip(
            evaluate(mathematics, script, calls), omegas, phases, strict=True
        ):
            t = np.arange(columns * step)
            expected = np.sin(omega * t + phase).reshape(columns, step).mean(axis=1)
            np.testing.assert_allclose(row, expected, rtol=0, atol=1e-11)


def test_the_shift_block_equals_numpy(mathematics):
    states = [(base, d, k) for base, d, k in random_states(200, seed=5) if d <= 64]
    states += [(base, 4, k) for base, _, k in random_states(200, seed=6)]
    calls = [(frequencies(d, base=base)[-1].item(), k) for base, d, k in states]
    for (base, d, k), block in zip(states, call(mathematics, "shiftBlock", *calls), strict=True):
        expected = shift_matrix(k, d, base=base)[-2:, -2:]
        np.testing.assert_allclose(block, expected, rtol=0, atol=1e-11)


def test_the_law_is_drawn_where_python_draws_it(mathematics):
    states = GRID + [(base, d) for base, d, _ in random_states(200, seed=7)]
    laws = call(mathematics, "logLaw", *[(d, base) for base, d in states])
    assert sum(law is None for law in laws) > 20 and sum(law is not None for law in laws) > 20
    for (base, d), law in zip(states, laws, strict=True):
        bounds = plots.law_range(d, base)
        assert (law is None) == (bounds is None)
        if law:
            np.testing.assert_allclose([law["from"], law["to"]], bounds, rtol=1e-12)


def test_a_hand_is_turned_to_the_nearest_position_that_fits(mathematics):
    rng = np.random.default_rng(8)
    calls = []
    for _ in range(200):
        angle = float(rng.uniform(-np.pi, np.pi))
        omega = float(np.exp(rng.uniform(np.log(1e-3), 0)))
        calls.append((int(rng.integers(0, 500)), omega, float(np.sin(angle)), float(np.cos(angle))))
    for (t, omega, up, right), new in zip(calls, call(mathematics, "turnTo", *calls), strict=True):
        gap = np.angle(np.exp(1j * (omega * new - np.arctan2(up, right))))
        assert abs(gap) <= omega / 2 + 1e-9
        assert abs(new - t) <= np.pi / omega + 0.5 + 1e-9


# Controls.


def ranges(page):
    return page.locator(".pe-figure input[type=range]").all()


@every_figure
def test_every_slider_changes_the_picture_by_mouse(show, figure):
    page = show(figure())
    for slider in ranges(page):
        before = picture(page)
        box = slider.bounding_box()
        middle = box["y"] + box["height"] / 2
        part = int(slider.input_value()) / int(slider.get_attribute("max"))
        page.mouse.move(box["x"] + 8 + part * (box["width"] - 16), middle)
        page.mouse.down()
        page.mouse.move(box["x"] + box["width"] * (0.75 if part < 0.5 else 0.25), middle, steps=4)
        page.mouse.up()
        assert picture(page) != before, slider.evaluate("e => e.labels[0].textContent")


@every_figure
def test_every_slider_changes_the_picture_by_key(show, figure):
    page = show(figure())
    for slider in ranges(page):
        before, start = picture(page), slider.input_value()
        up = int(start) < int(slider.get_attribute("max"))
        slider.press("ArrowRight" if up else "ArrowLeft")
        assert slider.input_value() != start
        for _ in range(5):
            slider.press("ArrowRight" if up else "ArrowLeft")
        assert picture(page) != before, slider.evaluate("e => e.labels[0].textContent")


@every_figure
def test_every_slider_changes_the_picture_by_touch(show, figure):
    page = show(figure(), has_touch=True, viewport={"width": 390, "height": 4000})
    for slider in ranges(page):
        before = picture(page)
        box = slider.bounding_box()
        part = int(slider.input_value()) / int(slider.get_attribute("max"))
        page.touchscreen.tap(
            box["x"] + box["width"] * (0.8 if part < 0.5 else 0.2), box["y"] + box["height"] / 2
        )
        assert picture(page) != before, slider.evaluate("e => e.labels[0].textContent")


def test_a_finger_that_scrolls_past_changes_nothing(show):
    page = show(BaseAndWidth(), has_touch=True, viewport={"width": 390, "height": 700}, fresh=True)
    canvas = page.locator(".pe-figure .pe-draggable").first
    canvas.scroll_into_view_if_needed()
    box = canvas.bounding_box()
    x, y = box["x"] + box["width"] * 0.6, box["y"] + box["height"] * 0.5
    start = value(page, "Offset k")
    session = page.context.new_cdp_session(page)

    def finger(*path):
        for number, (across, down) in enumerate(path):
            kind = "touchMove" if number else "touchStart"
            points = [{"x": across, "y": down}]
            session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
        session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        settle(page)

    finger((x, y), (x, y - 20), (x, y - 60), (x, y - 100))
    assert value(page, "Offset k") == start
    box = canvas.bounding_box()
    y = box["y"] + box["height"] * 0.5
    finger((x, y))
    tapped = value(page, "Offset k")
    assert tapped != start
    finger((x, y), (x - 20, y), (x - 60, y))
    assert value(page, "Offset k") not in (start, tapped)


@every_figure
def test_every_menu_and_switch_changes_the_picture(show, figure):
    page = show(figure())
    for menu in page.locator(".pe-figure select").all():
        before = picture(page)
        count = menu.locator("option").count()
        menu.select_option(index=(menu.evaluate("e => e.selectedIndex") + 1) % count or 1)
        assert picture(page) != before
    for box in page.locator(".pe-figure input[type=checkbox]").all():
        before = picture(page)
        box.click()
        assert picture(page) != before


@every_figure
def test_reset_brings_the_first_picture_back(show, figure):
    page = show(figure())
    before = picture(page)
    for seed in (3, 4):  # a figure of few states can meet its first one again, but not twice
        page.evaluate(SHUFFLE, seed)
        if (after := picture(page)) != before:
            break
    assert after != before
    page.get_by_role("button", name="Reset").click()
    page.mouse.move(0, 0)
    assert picture(page) == before


def test_a_number_can_be_typed_and_is_clamped_and_said(show):
    page = show(BaseAndWidth())
    for label, typed, shown in [
        ("Base B", "123.5", 123.5),
        ("Base B", "1", 2),
        ("Base B", "1e9", 1000000),
        ("Width d_model", "7", 8),
        ("Width d_model", "0", 2),
        ("Positions n", "99999", 2048),
        ("Offset k", "-3", 0),
    ]:
        put(page, label, typed)
        assert value(page, label) == shown, (label, typed)
    put(page, "Base B", "500")
    put(page, "Base B", "")
    assert value(page, "Base B") == 500


def test_zero_has_no_sign(show):
    page = show(LockedHands(), after="#LockedHands?offset=-0")
    for _ in range(2):
        assert page.get_by_label("Offset k, exact value").input_value() == "0"
        assert "M(0)" in page.locator(".pe-words").text_content()
        put(page, "Offset k", "-0.4")


def test_every_key_press_changes_a_logarithmic_slider(show):
    page = show(BaseAndWidth(base=2, d_model=2, num_positions=16))
    for label in ("Base B", "Width d_model", "Positions n"):
        slider = page.get_by_role("slider", name=label)
        seen = [value(page, label)]
        for _ in range(int(slider.get_attribute("max"))):
            slider.press("ArrowRight")
            seen.append(value(page, label))
        assert np.all(np.diff(seen) > 0)
        assert seen[-1] == float(page.get_by_label(f"{label}, exact value").get_attribute("max"))
        round_ones = {"Base B": 10000, "Width d_model": 512, "Positions n": 512}
        assert round_ones[label] in seen


def test_a_slider_says_its_value(show):
    page = show(BaseAndWidth())
    slider = page.get_by_role("slider", name="Base B")
    assert slider.get_attribute("aria-valuetext") == "10,000"
    slider.press("End")
    assert slider.get_attribute("aria-valuetext") == "1,000,000"


def test_a_preset_sets_its_state_and_names_its_source(show):
    page = show(BaseAndWidth())
    menu = page.get_by_label("Preset")
    menu.select_option("Llama 3, one head")
    assert [value(page, name) for name in ("Base B", "Width d_model")] == [500000, 128]
    assert "Llama 3 report" in page.locator(".pe-note").text_content()
    page.get_by_role("slider", name="Base B").press("ArrowLeft")
    assert menu.evaluate("e => e.value") == "your own"
    assert page.locator(".pe-note").text_content() == ""


def test_keys_of_a_control_stay_with_it(show):
    page = show(ClockWall())
    page.evaluate(
        "() => document.addEventListener('keydown', (e) => (globalThis.heard ??= []).push(e.key))"
    )
    slider = page.get_by_role("slider", name="Position t")
    for key in ("ArrowLeft", "ArrowUp", "Home", "End", "PageUp", "PageDown", "x"):
        slider.press(key)
    assert page.evaluate("globalThis.heard") == ["x"]


def test_the_drawing_can_be_dragged(show):
    page = show(ClockWall(), LockedHands(), BaseAndWidth())
    wall, hands = page.locator(".pe-view-wall"), page.locator(".pe-view-hands")
    cases = [
        (wall, 0, "Position t", (0.06, 0.2), (0.04, 0.45)),
        (hands, 1, "Position t", (0.7, 0.3), (0.4, 0.7)),
        (page.locator(".pe-view-heat"), 2, "Offset k", (0.3, 0.5), (0.6, 0.5)),
        (page.locator(".pe-view-near"), 2, "Offset k", (0.2, 0.5), (0.5, 0.5)),
        (page.locator(".pe-view-far"), 2, "Offset k", (0.3, 0.5), (0.4, 0.5)),
        (page.locator(".pe-view-ladder"), 2, "Positions n", (0.5, 0.6), (0.5, 0.5)),
    ]
    for view, n, label, *places in cases:
        figure = page.locator(".pe-figure").nth(n)
        box = view.bounding_box()
        field = figure.get_by_label(f"{label}, exact value")
        seen = [field.input_value()]
        for x, y in places:
            page.mouse.move(box["x"] + x * box["width"], box["y"] + y * box["height"])
            if (x, y) == places[0]:
                page.mouse.down()
            seen.append(field.input_value())
        page.mouse.up()
        assert len(set(seen)) >= 2 and seen[-1] != seen[0], (label, seen)
        page.mouse.move(box["x"] + 0.5 * box["width"], box["y"] + 0.3 * box["height"])
        assert field.input_value() == seen[-1]  # let go is let go


def test_run_moves_only_after_it_is_pressed_and_until_it_is_pressed_again(show):
    page = show(ClockWall(), fresh=True)
    page.clock.install()
    page.reload()
    page.clock.run_for(3000)
    assert value(page, "Position t") == 37
    page.get_by_role("button", name="Run position").click()
    page.clock.run_for(1600)
    assert value(page, "Position t") == 47
    page.get_by_role("button", name="Stop position").click()
    page.clock.run_for(3000)
    assert value(page, "Position t") == 47


def test_run_is_calm_for_readers_who_ask_for_it(show):
    page = show(ClockWall(), reduced_motion="reduce", fresh=True)
    page.clock.install()
    page.reload()
    page.get_by_role("button", name="Run position").click()
    page.clock.run_for(1600)
    assert value(page, "Position t") == 38


def test_run_stops_at_the_end(show):
    page = show(ClockWall(position=1021), fresh=True)
    page.clock.install()
    page.reload()
    page.get_by_role("button", name="Run position").click()
    page.clock.run_for(1000)
    assert value(page, "Position t") == 1023
    assert page.get_by_role("button", name="Run position").count() == 1


# Words.


def test_the_sentence_is_computed_from_the_state(show):
    page = show(BaseAndWidth(), ClockWall(), LockedHands())
    knobs, wall, hands = (page.locator(".pe-words").nth(n) for n in range(3))
    similarity = dot_kernel(np.arange(512), 512, normalize=True)
    lengths = wavelengths(512)
    text = knobs.text_content()
    assert f"{np.sum(lengths > 512)} never complete a turn in 512 positions" in text
    assert f"longest wavelength is {lengths[-1]:,.0f}" in text
    assert f"Similarity at k = 10 is {similarity[10]:.2f}" in text
    assert f"lowest: {similarity.min():.2f} at k = {similarity.argmin()}" in text
    assert "At t = 37 the fastest hand has turned 5.9 times, the slowest 0.19 %" in (
        wall.text_content()
    )
    assert "0.90 rad (51.6°) apart" in hands.text_content()


def test_the_first_negative_similarity_is_named(show):
    page = show(BaseAndWidth(base=50, d_model=128, num_positions=256))
    first = np.argmax(dot_kernel(np.arange(256), 128, base=50.0) < 0)
    assert first > 0
    assert f"first negative at k = {first}." in page.locator(".pe-words").text_content()


def test_a_change_is_spoken_once_after_a_pause(show):
    page = show(ClockWall(), fresh=True)
    page.clock.install(time=0)
    page.reload()
    page.clock.pause_at(600)  # from here on time passes when the test says so
    status = page.get_by_role("status")
    assert status.text_content() == ""
    page.get_by_role("slider", name="Position t").press("ArrowRight")
    page.clock.run_for(300)
    page.get_by_role("slider", name="Position t").press("ArrowRight")
    page.clock.run_for(300)
    assert status.text_content() == ""
    page.clock.run_for(200)
    assert status.text_content() == page.locator(".pe-words").text_content()
    assert "t = 39" in status.text_content()


@every_figure
def test_every_picture_has_a_name_that_follows_the_state(show, figure):
    page = show(figure())
    names = "() => [...document.querySelectorAll('.pe-figure canvas')].map((c) => c.ariaLabel)"
    before = page.evaluate(names)
    assert all(len(name) > 20 for name in before)
    page.evaluate(SHUFFLE, 5)
    settle(page)
    assert page.evaluate(names) != before


# Robustness.


# Visit many states, by the controls and by links in turn; draw each at once. Return the first that
# shows what is no number, and what it shows.
WANDER = """async ([from, links]) => {
  const shuffle = SHUFFLE;
  for (const [n, link] of links.entries()) {
    shuffle(from + n);
    if (n % 2) {
      history.replaceState(null, "", link);
      dispatchEvent(new HashChangeEvent("hashchange"));
    }
    dispatchEvent(new Event("beforeprint")); // draws without waiting for a frame
    const shown = [...document.querySelectorAll(".pe-figure")].map((figure) => figure.textContent
      + [...figure.querySelectorAll("canvas")].map((c) => c.ariaLabel).join(" ")).join();
    if (globalThis.bad.length || /NaN|undefined|Infinity|null|\\[object/.test(shown)) {
      return [from + n, location.hash, shown, globalThis.bad.slice(0, 3)];
    }
    if (n % 10 === 0) await new Promise(requestAnimationFrame);
  }
  return null;
}""".replace("SHUFFLE", SHUFFLE)


def a_link(figure, choose):
    """Return a link with a random value for each control: allowed, off its range, or nonsense."""
    values = []
    for name, control in figure.controls().items():
        low, high = control.get("min", 0), control.get("max", 1)
        wild = [low - 1, high + 1, 10 * high, -1e300, 2.5, "NaN", "", "-", "%", "<b>", "null"]
        usual = [low, high, choose.uniform(low, high), choose.randint(int(low), int(high))]
        usual = control.get("options", usual) if control["kind"] != "switch" else ["true", "false"]
        values.append(f"{name}={choose.choice(wild if choose.random() < 0.3 else usual)}")
    return f"#{figure.__name__}?{'&'.join(values)}"


def wander(page, figure, first, count):
    choose = random.Random(first)
    links = [a_link(figure, choose) for _ in range(count)]
    assert page.evaluate(WANDER, [first, links]) is None


@every_figure
def test_a_hundred_random_states_draw_without_exception_or_nan(show, figure):
    wander(show(figure()), figure, 0, 100)


@pytest.mark.release
@every_figure
def test_a_thousand_random_states_draw_without_exception_or_nan(show, figure):
    page = show(figure())
    for first in range(1000, 2000, 100):
        wander(page, figure, first, 100)


def edit_state(changes):
    """Return an edit of a page that changes the state of its figure by hand."""

    def edit(text):
        import html
        import re

        found = re.search(r'data-pe-figure="([^"]*)"', text)
        data = json.loads(html.unescape(found.group(1)))
        data["state"].update(changes)
        kept = {name: value for name, value in data["state"].items() if value != "missing"}
        data["state"] = kept
        return text.replace(found.group(1), html.escape(json.dumps(data)))

    return edit


def test_a_state_out_of_range_is_clamped(show):
    page = show(ClockWall(), edit=edit_state({"position": 1e9, "base": -5, "d_model": 7}))
    assert (value(page, "Position t"), value(page, "Base B")) == (1023, 2)
    assert page.get_by_label("Width d_model").input_value() == "16"
    page = show(
        BaseAndWidth(),
        edit=edit_state(
            {"base": "big", "d_model": None, "num_positions": "missing", "offset": 2.6}
        ),
    )
    labels = ("Base B", "Width d_model", "Positions n", "Offset k")
    assert [value(page, label) for label in labels] == [10000, 512, 512, 3]


def test_two_figures_on_one_page_are_independent(show):
    page = show(ClockWall(), ClockWall(position=5))
    first, second = page.locator(".pe-figure").all()
    before = second.locator(".pe-words").text_content()
    first.get_by_role("slider", name="Position t").press("End")
    settle(page)
    assert "t = 1,023" in first.locator(".pe-words").text_content()
    assert second.locator(".pe-words").text_content() == before
    assert "t = 5 " in before


def test_the_script_leaves_one_name(show):
    page = show(ClockWall(), watch=False)
    count = """() => {
      const frame = document.createElement("iframe");
      document.body.append(frame);
      const native = new Set(Object.getOwnPropertyNames(frame.contentWindow));
      frame.remove();
      return Object.getOwnPropertyNames(globalThis).filter((name) => !native.has(name));
    }"""
    extra = [n for n in page.evaluate(count) if not n.startswith("__")]
    assert [n for n in extra if not n.isdigit()] == ["peFigures"]


def test_only_a_figure_on_screen_draws(show):
    def push_down(text):
        return text.replace("<main>", '<main><div style="height: 6000px"></div>')

    page = show(ClockWall(), edit=push_down)
    blank = page.evaluate(
        "() => { const c = document.createElement('canvas'); return c.toDataURL(); }"
    )
    assert page.locator(".pe-view-wall").evaluate("c => c.toDataURL()") == blank
    page.locator(".pe-view-wall").scroll_into_view_if_needed()
    page.wait_for_function(
        "(blank) => document.querySelector('.pe-view-wall').toDataURL() !== blank", arg=blank
    )


def test_the_page_does_not_jump_when_a_figure_comes_alive(show):
    heights = """() => [...document.querySelectorAll(".pe-figure")]
      .map((figure) => [figure.classList[1], figure.getBoundingClientRect().height])"""
    for width in (360, 390, 600, 690, 1280):
        viewport = {"width": width, "height": 900}
        asleep = gallery(show, viewport=viewport, edit=lambda text: text.replace(SCRIPT, ""))
        before = asleep.evaluate(heights)
        assert len(before) == len(FIGURES)
        assert gallery(show, viewport=viewport).evaluate(heights) == before, width


# The same module in a kernel's page.


def test_the_module_follows_its_model_and_can_be_taken_down(show):
    page = show(watch=False)
    result = page.evaluate(
        """async ([source, spec]) => {
      const url = URL.createObjectURL(new Blob([source], { type: "text/javascript" }));
      const { default: widget } = await import(url);
      const values = { _spec: spec, position: 7, base: 10000, d_model: 16 };
      const handlers = {};
      let saved = 0;
      const model = {
        get: (name) => values[name],
        set: (name, value) => { values[name] = value; handlers[`change:${name}`]?.(); },
        save_changes: () => saved++,
        on: (event, handler) => (handlers[event] = handler),
        off: (event) => delete handlers[event],
      };
      const el = document.createElement("div");
      document.body.append(el);
      const stop = widget.render({ model, el });
      const words = () => el.querySelector(".pe-words").textContent;
      const first = words();
      model.set("position", 8); // as Python does
      const second = words();
      const range = el.querySelector("input[type=range]");
      range.value = 9; // as a reader does
      range.dispatchEvent(new Event("input", { bubbles: true }));
      const third = [words(), values.position, saved];
      const listening = Object.keys(handlers).length;
      stop();
      return [first, second, third, listening, Object.keys(handlers).length];
    }""",
        [module_script(), ClockWall.spec()],
    )
    first, second, (third, position, saved), listening, left = result
    assert "t = 7 " in first and "t = 8 " in second and "t = 9 " in third
    assert (position, saved, listening, left) == (9, 1, 3, 0)


# Looks.


@pytest.mark.parametrize("viewport", [TALL, PHONE], ids=["wide", "phone"])
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_nothing(show, theme, viewport):
    page = gallery(show, theme=theme, viewport=viewport)
    results = Axe().run(page, options={"preload": False})
    assert [(v["id"], v["nodes"][0]["html"]) for v in results.response["violations"]] == []


def test_targets_are_large_enough_for_a_finger(show):
    page = gallery(show, viewport=PHONE)
    controls = ".pe-figure :is(input[type=range], select, button, label.pe-switch)"
    boxes = page.locator(controls).evaluate_all(
        "all => all.map((e) => [e.outerHTML, e.getBoundingClientRect().height])"
    )
    assert len(boxes) > 3 * len(FIGURES)
    assert [html for html, height in boxes if height < 44] == []


def test_a_figure_is_never_wider_than_its_page(show):
    for width in (320, 390, 700, 1280):
        page = gallery(show, viewport={"width": width, "height": 900})
        assert page.evaluate("document.documentElement.scrollWidth") == width


@every_figure
def test_a_change_of_theme_repaints(show, figure):
    page = show(figure())
    light = picture(page)
    page.evaluate("document.documentElement.dataset.theme = 'dark'")
    dark = picture(page)
    assert dark != light
    page.evaluate("document.documentElement.dataset.theme = 'light'")
    assert picture(page) == light


@pytest.mark.parametrize(
    "name, says",
    [
        ("jpThemeLight", "false"),
        ("vscodeThemeKind", "vscode-dark"),
        ("vscodeThemeKind", "vscode-high-contrast"),
    ],
)
def test_dark_editors_are_followed_too(show, name, says):
    page = show(ClockWall())
    light = picture(page)
    page.evaluate("([name, says]) => (document.body.dataset[name] = says)", [name, says])
    assert picture(page) != light
    ink = page.locator(".pe-figure").evaluate("e => getComputedStyle(e).color")
    assert ink == "rgb(232, 234, 238)"


def test_a_page_without_javascript_shows_the_picture(show):
    page = gallery(show, java_script_enabled=False)
    assert page.locator("input, canvas, button").count() == 0
    for figure, place in zip(FIGURES, page.locator(".pe-figure").all(), strict=True):
        image = place.get_by_role("img", name=figure().alt())
        assert image.is_visible() and image.bounding_box()["width"] > 600
        # No place is kept for what never comes.
        assert place.bounding_box()["height"] < image.bounding_box()["height"] + 10


def test_paper_shows_every_picture(show):
    page = gallery(
        show, edit=lambda text: text.replace("<main>", '<main><div style="height: 9000px"></div>')
    )
    page.evaluate("window.dispatchEvent(new Event('beforeprint'))")
    blank = """() => [...document.querySelectorAll(".pe-figure canvas")].filter((canvas) => {
      const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
      return data.every((byte) => byte === 0);
    }).map((canvas) => canvas.className)"""
    assert page.evaluate(blank) == []
