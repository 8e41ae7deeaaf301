"""How fast the live figures are, and how much they weigh. Prints three tables.

For every figure, 200 states of its full range are visited. In each, one slider or menu is moved,
and two times are taken: `work` is what the page computes (handling the event, then drawing),
`redraw` is from the event to the end of the drawing, with the wait for the screen's next frame in
between. The same again with the processor slowed four times.

`first control` is how long after the load event of the same page without its figure the figure's
controls stand on the page.
"""

import gzip
import statistics
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests"))

from conftest import CHROMIUM_FLAGS, find_chromium  # noqa: E402
from figure_page import write_page  # noqa: E402
from playwright.sync_api import sync_playwright  # noqa: E402

from pe_core.explorers import FIGURES, classic_script, stylesheet  # noqa: E402

STATES = 200
WINDOW = {"width": 1280, "height": 1000}

VISIT = """async (states) => {
  const figure = document.querySelector(".pe-figure");
  const controls = [...figure.querySelectorAll(".pe-control :is(input[type=range], select)")];
  let seed = 7;
  const random = () => (seed = (seed * 16807) % 2147483647) / 2147483647;
  const drawn = () => new Promise((done) => {
    figure.addEventListener("pe-drawn", () => done(performance.now()), { once: true });
  });
  const move = (control) => {
    const menu = control.tagName === "SELECT";
    const now = menu ? control.selectedIndex : Number(control.value);
    const count = menu ? control.options.length : Number(control.max) + 1;
    const next = (now + 1 + Math.floor(random() * (count - 1))) % count; // never the present one
    if (menu) control.selectedIndex = next;
    else control.value = next;
    control.dispatchEvent(new Event(menu ? "change" : "input", { bubbles: true }));
  };
  const times = [];
  for (let n = 0; n < states; n++) {
    const ready = drawn();
    controls.forEach(move);
    await ready;
    for (let n = 0; n < 2; n++) await new Promise(requestAnimationFrame); // a new height redraws
    await new Promise((done) => setTimeout(done, 17 * random())); // anywhere between two frames
    let frame = 0;
    requestAnimationFrame(() => (frame = performance.now())); // just before the figure's own
    const finished = drawn();
    const start = performance.now();
    move(controls[n % controls.length]);
    const handled = performance.now();
    const end = await finished;
    times.push({ work: handled - start + end - frame, redraw: end - start });
  }
  return times;
}"""


# Note when the first control of a figure stands on the page.
WAIT = """new MutationObserver((_, watch) => {
  if (!document.querySelector(".pe-live .pe-control")) return;
  globalThis.usable = performance.now();
  watch.disconnect();
}).observe(document, { childList: true, subtree: true });"""

LOADED = "performance.getEntriesByType('navigation')[0].loadEventEnd"


def first_control(browser, figure, visits=9):
    """Return when the controls of a figure stand, in ms after the same page without it loads."""
    with tempfile.TemporaryDirectory() as folder:
        address = write_page(Path(folder), [figure()]).as_uri()
        empty = Path(folder, "empty.html")
        empty.write_text("<!doctype html><title>-</title><p>Text.</p>", encoding="utf-8")
        usable, loaded = [], []
        for _ in range(visits):
            page = browser.new_page(viewport=WINDOW)
            page.add_init_script(WAIT)
            for url, script, found in (
                (address, "globalThis.usable", usable), (empty.as_uri(), LOADED, loaded)
            ):  # fmt: skip
                page.goto(url)
                page.wait_for_function(f"{script} > 0")
                found.append(page.evaluate(script))
            page.close()
    return statistics.median(usable) - statistics.median(loaded)


def row(times, key):
    """Return median, 95th percentile and maximum of one of the two times, in milliseconds."""
    values = sorted(time[key] for time in times)
    return statistics.median(values), values[int(0.95 * len(values))], values[-1]


def measure(browser, figure, slower, sharp):
    """Return the times of one figure in a page of its own."""
    with tempfile.TemporaryDirectory() as folder:
        page = browser.new_page(viewport=WINDOW, device_scale_factor=sharp)
        page.goto(write_page(Path(folder), [figure()]).as_uri())
        page.wait_for_selector(".pe-live")
        session = page.context.new_cdp_session(page)
        session.send("Emulation.setCPUThrottlingRate", {"rate": slower})
        times = page.evaluate(VISIT, STATES)
        page.close()
    return times


def main(*names):
    """Print the tables, for the figures of these names or for all."""
    figures = [figure for figure in FIGURES if not names or figure.__name__ in names]
    print(
        f"Slider to redraw, ms, over {STATES} states of the full range, {WINDOW['width']} px wide"
    )
    print(
        f"{'figure':15}{'cpu':>5}{'dpr':>5}   work: median   p95   max   redraw: median   p95   max"
    )
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=CHROMIUM_FLAGS)
        for figure in figures:
            for slower, sharp in ((1, 1), (1, 2), (4, 1)):
                times = measure(browser, figure, slower, sharp)
                work, redraw = row(times, "work"), row(times, "redraw")
                print(
                    f"{figure.__name__:15}{'1/' + str(slower):>5}{sharp:5}   "
                    f"{work[0]:12.1f}{work[1]:6.1f}{work[2]:6.1f}   "
                    f"{redraw[0]:14.1f}{redraw[1]:6.1f}{redraw[2]:6.1f}"
                )
        print("\nFirst control, ms after the load event of a page without figures")
        for figure in figures:
            print(f"{figure.__name__:30}{first_control(browser, figure):6.0f}")
        browser.close()

    print("\nWeight, kB (gzipped where text)")
    for name, text in (("script", classic_script()), ("stylesheet", stylesheet())):
        print(f"{name:30}{len(gzip.compress(text.encode(), 9)) / 1000:6.1f}")
    for figure in figures:
        states = [{}, *(preset["set"] for preset in figure.presets.values())]
        largest = max(len(figure(**state).png()[0]) for state in states)
        print(f"{'pictures of ' + figure.__name__:30}{largest / 1000:6.1f}")


if __name__ == "__main__":
    main(*sys.argv[1:])
