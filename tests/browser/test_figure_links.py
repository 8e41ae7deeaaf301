"""A link to a state of a live figure: copied, opened, written by hand, and attacked."""

import random
from urllib.parse import quote

import pytest

from pe_core.explorers import FIGURES, BaseAndWidth, ClockWall, LockedHands, ShuffleMachine

SMALL = {"width": 900, "height": 700}
WHERE = ["disk", "http"]

every_figure = pytest.mark.parametrize("figure", FIGURES, ids=lambda figure: figure.__name__)

CLIPBOARD = """() => Object.defineProperty(navigator, "clipboard", { configurable: true,
  value: { writeText: async (text) => void (globalThis.copied = text) } })"""
NO_CLIPBOARD = """() => Object.defineProperty(navigator, "clipboard", { configurable: true,
  value: undefined })"""
REFUSED = """() => Object.defineProperty(navigator, "clipboard", { configurable: true,
  value: { writeText: () => Promise.reject(new DOMException("no", "NotAllowedError")) } })"""


def go(page, hash_):
    """Follow a link to another state on the same page, and wait until the page has."""
    page.evaluate(
        """(hash) => new Promise((done) => {
      if (location.hash === hash) return done();
      addEventListener("hashchange", () => done(), { once: true });
      location.hash = hash;
    })""",
        hash_,
    )


def words(page, n=0):
    return page.locator(".pe-words").nth(n).text_content()


def value(page, label, n=0):
    field = page.locator(".pe-figure").nth(n).get_by_label(f"{label}, exact value")
    return float(field.input_value())


def in_view(page, selector):
    box = page.locator(selector).bounding_box()
    return box["y"] >= 0 and box["y"] + box["height"] <= SMALL["height"]


def copied(page, n=0):
    page.evaluate(CLIPBOARD)
    page.locator(".pe-copy").nth(n).press("Enter")  # its name is "Copied" for a while
    page.wait_for_function("globalThis.copied")
    return page.evaluate("globalThis.copied")


@pytest.fixture
def host(request, serve):
    """Where the page of a test comes from: the disk, or a server."""
    return serve if request.param == "http" else None


from_disk_and_server = pytest.mark.parametrize("host", WHERE, indirect=True)


@from_disk_and_server
def test_a_link_opens_its_state_and_brings_it_into_view(show, host):
    link = "#ClockWall?position=38&base=500"
    figures = (BaseAndWidth(), LockedHands(), ClockWall())
    page = show(*figures, viewport=SMALL, after=link, serve=host)
    assert (value(page, "Position t", 2), value(page, "Base B", 2)) == (38, 500)
    assert words(page, 2).startswith("At t = 38 ")
    assert in_view(page, ".pe-clock-wall")
    # The next Tab leads to the first control of this figure.
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.closest('.pe-clock-wall') !== null")
    assert value(page, "Position t", 1) == 70  # and no other figure has moved

    go(page, "#LockedHands?offset=-3")
    assert (value(page, "Position t", 1), value(page, "Offset k", 1)) == (70, -3)
    assert in_view(page, ".pe-locked-hands")


@from_disk_and_server
def test_a_copied_link_opens_what_was_copied(show, host):
    page = show(ClockWall(), serve=host)
    page.get_by_role("slider", name="Position t").press("ArrowRight")
    page.get_by_label("Base B, exact value").fill("500")
    page.get_by_label("Base B, exact value").press("Enter")
    link = copied(page)
    assert link == page.url + "#ClockWall?position=38&base=500"
    before = words(page)
    page.get_by_role("button", name="Reset").click()
    assert words(page) != before
    page.goto("about:blank")
    page.goto(link)
    page.wait_for_selector(".pe-live")
    assert words(page) == before


def test_the_browser_takes_the_link_into_its_clipboard(show, serve):
    allowed = ["clipboard-read", "clipboard-write"]
    page = show(ClockWall(position=9), serve=serve, permissions=allowed)
    page.get_by_role("button", name="Copy link").click()
    page.get_by_role("button", name="Copied").wait_for()
    assert page.get_by_role("status").text_content() == "The link to this state is copied."
    assert page.evaluate("navigator.clipboard.readText()") == page.url + "#ClockWall?position=9"
    page.get_by_role("button", name="Copy link").wait_for()  # the button has its name again
    assert page.locator(".pe-link").count() == 0


@pytest.mark.parametrize("clipboard", [NO_CLIPBOARD, REFUSED], ids=["missing", "refused"])
@from_disk_and_server
def test_without_a_clipboard_the_link_is_shown_selected(show, host, clipboard):
    page = show(ClockWall(), serve=host)
    page.evaluate(clipboard)
    page.get_by_role("slider", name="Position t").press("ArrowLeft")
    page.get_by_role("button", name="Copy link").press("Space")
    field = page.get_by_role("textbox", name="Link to this state")
    field.wait_for()
    assert field.input_value() == page.url + "#ClockWall?position=36"
    assert page.evaluate("getSelection().toString()") == field.input_value()
    assert not field.is_editable() and field.bounding_box()["height"] >= 44
    assert page.get_by_role("status").text_content().startswith("The link is selected")
    page.keyboard.press("Shift+Tab")
    assert field.count() == 0


@every_figure
def test_every_figure_can_be_linked_to_and_comes_back(show, figure):
    page = show(figure())
    usual = words(page)
    assert page.get_by_role("button", name="Copy link").bounding_box()["height"] >= 44
    assert copied(page) == f"{page.url}#{figure.__name__}"
    choose = random.Random(figure.__name__)
    for _ in range(3):
        state = {}
        for name, control in figure.controls().items():
            if control["kind"] != "slider":
                state[name] = choose.choice(control.get("options", [True, False]))
            elif control["step"]:
                state[name] = choose.randrange(control["min"], control["max"] + 1, control["step"])
            else:
                state[name] = round(choose.uniform(control["min"], control["max"]), 3)
        link = figure(**state).link()  # as Python writes it
        go(page, link)
        page.evaluate("delete globalThis.copied")
        assert copied(page).split("#")[1] == link.removeprefix("#")  # as the page writes it
        assert "in the link" not in words(page)
    page.get_by_role("button", name="Reset").click()
    assert words(page) == usual
    page.evaluate("dispatchEvent(new Event('resize'))")
    assert words(page) == usual


def test_python_writes_short_links():
    assert ClockWall().link() == "#ClockWall"
    assert ClockWall(position=38, base=500, d_model=8).link() == (
        "#ClockWall?position=38&base=500&d_model=8"
    )
    assert ShuffleMachine(causal=True).link() == "#ShuffleMachine?causal=true"
    assert ShuffleMachine(sentence="我 打 你").link() == (
        "#ShuffleMachine?sentence=" + quote("我 打 你").replace("%20", "+")
    )


def test_of_two_figures_with_one_name_the_first_is_meant(show):
    page = show(ClockWall(), ClockWall(position=5), after="#ClockWall?position=38")
    assert (value(page, "Position t", 0), value(page, "Position t", 1)) == (38, 5)
    assert copied(page, 1).endswith("#ClockWall?position=5")


def test_a_link_in_the_text_works_again_after_the_state_has_moved_on(show):
    def add_link(text):
        return text.replace("<h1>", "<a href='#ClockWall?position=500'>look</a><h1>")

    page = show(ClockWall(), edit=add_link)
    for _ in range(2):
        page.get_by_role("link", name="look").click()
        assert value(page, "Position t") == 500
        page.get_by_role("button", name="Reset").click()
        assert value(page, "Position t") == 37


def test_what_a_link_cannot_have_is_said_until_the_next_change(show):
    page = show(ClockWall(), after="#ClockWall?position=5000&base=-1&d_model=9")
    assert (value(page, "Position t"), value(page, "Base B")) == (1023, 2)
    assert page.get_by_label("Width d_model").input_value() == "16"
    said = (
        "Position t in the link is outside 0 to 1,023: here it is 1,023. "
        "Base B in the link is outside 2 to 1,000,000: here it is 2. "
        "Width d_model in the link is none of its values: here it is 16. At t = 1,023 "
    )
    assert words(page).startswith(said)
    page.wait_for_function("document.querySelector('[role=status]').textContent")
    assert page.get_by_role("status").text_content() == words(page)
    page.get_by_role("slider", name="Position t").press("ArrowLeft")
    assert words(page).startswith("At t = 1,022 ")
    go(page, "#ClockWall?position=2.6")
    assert words(page).startswith("Position t in the link is none of its values: here it is 3. ")
    page.get_by_role("button", name="Reset").click()
    assert words(page).startswith("At t = 37 ")
    for empty in ("", "+", "x"):  # is not zero
        go(page, f"#ClockWall?position={empty}")
        refused = "Position t in the link is none of its values: here it is 37."
        assert words(page).startswith(refused)


HOSTILE = [
    "<script>globalThis.hit = 1</script>", "<img src=x onerror=globalThis.hit=1>", "';hit=1;//",
    '"><svg onload=hit=1>', "javascript:hit=1", "%3Cscript%3E", "%E0%A4%A", "%", "%%%", "%00",
    "1e400", "-1e400", "1e9", "-1e9", "9" * 5000, "1" + "0" * 300, "NaN", "Infinity", "-Infinity",
    "-0", "", " ", "+", "null", "undefined", "[object Object]", "true", "false", "0x10", "1,5",
    "1_000", "١٢", "𝟙", "constructor", "__proto__", "toString", "{}", "[]", "&&==", "?", "#", "\\",
]  # fmt: skip

# Visit links, draw every new state at once, and return the first that shows what is no number or
# adds an element to the page, and what it shows.
VISIT = """async (links) => {
  const figure = document.querySelector(".pe-figure");
  const size = document.querySelectorAll("*").length;
  let before = "";
  for (const [n, link] of links.entries()) {
    history.replaceState(null, "", link);
    dispatchEvent(new HashChangeEvent("hashchange"));
    const shown = figure.textContent
      + [...figure.querySelectorAll("canvas")].map((c) => c.ariaLabel).join(" ");
    if (shown !== before) dispatchEvent(new Event("beforeprint")); // draws, waits for no frame
    before = shown;
    const wrong = /NaN|undefined|Infinity|null|\\[object/.test(shown) || globalThis.hit
      || document.querySelectorAll("*").length !== size || globalThis.bad.length;
    if (wrong) return [link.slice(0, 200), shown];
    if (n % 20 === 0) await new Promise(requestAnimationFrame);
  }
  return null;
}"""


def hostile_links(figure):
    """Every hostile text as the value of every control, as it is and encoded; and as names."""
    name = figure.__name__
    for text in HOSTILE:
        for control in figure.controls():
            yield f"#{name}?{control}={text}"
            yield f"#{name}?{control}={quote(text)}"
        yield from (f"#{name}?{text}", f"#{name}?{text}=1", f"#{name}{text}", f"#{text}?position=1")
        yield f"#{name}?" + "&".join(f"{control}={text}" for control in figure.controls())


@every_figure
def test_hostile_links_do_nothing(show, figure):
    page = show(figure())
    assert page.evaluate(VISIT, list(hostile_links(figure))) is None
    page.get_by_role("button", name="Reset").click()
    assert "in the link" not in words(page)


@pytest.mark.parametrize("text", HOSTILE[:10] + ["", "9" * 400])
def test_a_page_can_be_opened_with_a_hostile_link(show, text):
    page = show(ClockWall(), after=f"#ClockWall?position={text}")
    assert page.locator(".pe-live").count() == 1
    assert page.evaluate("globalThis.hit") is None
    assert 0 <= value(page, "Position t") <= 1023


def test_names_that_no_figure_has_are_ignored(show):
    page = show(ClockWall(), viewport=SMALL, after="#Clock?position=3")
    for other in ("#", "#below", "#clockwall?position=3", "#ClockWalls?position=3", "#/a?b"):
        go(page, other)
        assert words(page).startswith("At t = 37 "), other
    go(page, "#ClockWall?speed=3&position=4")
    assert words(page).startswith("At t = 4 ")
