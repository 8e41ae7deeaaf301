"""How fast the pages of the built site come up, cold, from a server on this machine.

python scripts/bench_pages.py _build/html

For each page the medians of some visits, each with an empty cache, as a desktop shows it and as a
phone does: a processor slowed four times, 1.6 Mbit/s down and 150 ms there and back, which is what
Lighthouse takes for a phone. The server compresses text, as the host of the site does.

`first paint`   first contentful paint
`interactive`   the end of the last task of more than 50 ms before five quiet seconds, or the first
                contentful paint if none comes after it
`blocked`       what tasks between the two take beyond their first 50 ms, in sum
`moved`         the sum of the layout shifts
`transferred`   everything that the page asked for, compressed
"""

import gzip
import http.server
import statistics
import sys
import threading
from functools import partial
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests"))

from conftest import CHROMIUM_FLAGS, QuietHandler, find_chromium  # noqa: E402
from playwright.sync_api import sync_playwright  # noqa: E402

PAGES = {
    "mathematics": "chapters/rotation.html",
    "a figure": "index.html",
    "the fact check": "chapters/fact_check.html",
}
VISITS = 5
PHONE = {
    "offline": False,
    "latency": 150,
    "downloadThroughput": 1.6e6 / 8,
    "uploadThroughput": 750e3 / 8,
}

MEASURE = """async () => {
  const found = { longtask: [], "layout-shift": [] };
  for (const [type, list] of Object.entries(found)) {
    new PerformanceObserver((news) => list.push(...news.getEntries()))
      .observe({ type, buffered: true });
  }
  const [paint] = performance.getEntriesByName("first-contentful-paint");
  const first = paint.startTime;
  let last = first;
  do {
    await new Promise((done) => setTimeout(done, 200));
    for (const task of found.longtask) last = Math.max(last, task.startTime + task.duration);
  } while (performance.now() < last + 5000 || document.readyState !== "complete");
  const blocked = found.longtask.filter((task) => task.startTime + task.duration > first)
    .reduce((sum, task) => sum + task.startTime + task.duration
      - Math.max(task.startTime + 50, first), 0);
  const files = ["navigation", "resource"].flatMap((type) => performance.getEntriesByType(type));
  return {
    first, last, blocked: Math.max(0, blocked),
    moved: found["layout-shift"].reduce((sum, shift) => sum + shift.value, 0),
    transferred: files.reduce((sum, file) => sum + file.transferSize, 0) / 1000,
  };
}"""


class CompressingHandler(QuietHandler):
    """Sends text compressed, as GitHub Pages does."""

    def do_GET(self):
        path = Path(self.translate_path(self.path))
        if path.suffix not in (".html", ".css", ".js", ".svg", ".json"):
            return super().do_GET()
        body = gzip.compress(path.read_bytes(), 6)
        self.send_response(200)
        self.send_header("Content-Type", self.guess_type(path))
        self.send_header("Content-Encoding", "gzip")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)


def visit(browser, url, phone):
    """Return what one visit with an empty cache measures."""
    width, height = (390, 844) if phone else (1280, 900)
    context = browser.new_context(viewport={"width": width, "height": height})
    page = context.new_page()
    if phone:
        session = context.new_cdp_session(page)
        session.send("Network.enable")
        session.send("Network.emulateNetworkConditions", PHONE)
        session.send("Emulation.setCPUThrottlingRate", {"rate": 4})
    page.goto(url)
    times = page.evaluate(MEASURE)
    context.close()
    return times


def main(site):
    if not (Path(site) / "index.html").exists():
        sys.exit(f"There is no built site in {site}. Run: make book")
    handler = partial(CompressingHandler, directory=site)
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    print(f"Pages, cold, over local http: medians of {VISITS} visits; ms, and kB transferred")
    print(f"{'page':16}{'as':9}first paint  interactive  blocked   moved  transferred")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=CHROMIUM_FLAGS)
        for name, path in PAGES.items():
            url = f"http://127.0.0.1:{server.server_port}/{path}"
            for phone in (False, True):
                times = [visit(browser, url, phone) for _ in range(VISITS)]
                row = {key: statistics.median(time[key] for time in times) for key in times[0]}
                print(
                    f"{name:16}{'phone' if phone else 'desktop':9}{row['first']:11.0f}"
                    f"{row['last']:13.0f}{row['blocked']:9.0f}{row['moved']:8.3f}"
                    f"{row['transferred']:13.0f}"
                )
        browser.close()
    server.shutdown()


if __name__ == "__main__":
    main(*sys.argv[1:])
