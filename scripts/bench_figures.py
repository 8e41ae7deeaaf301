"""How fast the live figures redraw, and how much they weigh. Prints one table of each.

For every figure, 200 states of its full range are visited. In each, one slider is moved, and two
times are taken: `work` is what the page computes (handling the event, then drawing), `redraw` is
from the event to the end of the drawing, with the wait for the screen's next frame in between. The
same again with the processor slowed four times.
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
  const ranges = [...figure.querySelectorAll("input[type=range]")];
  let seed = 7;
  const random = () => (seed = (seed * 16807) % 2147483647) / 2147483647;
  const drawn = () => new Promise((done) => {
    figure.addEventListener("pe-drawn", () => done(performance.now()), { once: true });
  });
  const move = (range) => {
    let value = Number(range.value);
    while (value === Number(range.value)) value = Math.floor(random() * (Number(range.max) + 1));
    range.value = value;
    range.dispatchEvent(new Event("input", { bubbles: true }));
  };
  const times = [];
  for (let n = 0; n < states; n++) {
    const ready = drawn();
    ranges.forEach(move);
    await ready;
    await new Promise((done) => setTimeout(done, 17 * random())); // anywhere between two frames
    let frame = 0;
    requestAnimationFrame(() => (frame = performance.now())); // just before the figure's own
    const finished = drawn();
    const start = performance.now();
    move(ranges[n % ranges.length]);
    const handled = performance.now();
    const end = await finished;
    times.push({ work: handled - start + end - frame, redraw: end - start });
  }
  return times;
}"""


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
    """Print both tables, for the figures of these names or for all."""
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
        browser.close()

    print("\nWeight, kB (gzipped where text)")
    for name, text in (("script", classic_script()), ("stylesheet", stylesheet())):
        print(f"{name:30}{len(gzip.compress(text.encode(), 9)) / 1000:6.1f}")
    for figure in figures:
        print(f"{'picture of ' + figure.__name__:30}{len(figure().png()[0]) / 1000:6.1f}")


if __name__ == "__main__":
    main(*sys.argv[1:])
