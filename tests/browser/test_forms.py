"""Forms on a page: exercises, the quiz, its review and the votes on the claims."""

import json

import pytest
from figure_page import HEAD, SETTLE, Screen

from pe_core import checks, claims, forms
from pe_core.checks.questions import Choice, Number, _computed
from pe_core.forms.quiz import PREDICTIONS

RECORD = "positional-encoding-hands-on"
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}


@pytest.fixture
def open_forms(browser, tmp_path, serve):
    """A function that shows forms on a page and returns it; at the end the page was quiet."""
    screens = []

    def start(*shown, theme="light", **options):
        (tmp_path / "figures.js").write_text(forms.classic_script(), encoding="utf-8")
        (tmp_path / "figures.css").write_text(forms.stylesheet(), encoding="utf-8")
        inner = "".join(form.html for form in shown)
        page = tmp_path / "forms.html"
        body = f"<body><main><h1>Forms</h1>{inner}</main></body></html>"
        page.write_text(HEAD.format(theme=theme) + body, encoding="utf-8")
        screens.append(Screen(browser, False, options))
        screens[-1].page.goto(f"{serve(tmp_path)}/{page.name}")
        return screens[-1].page

    yield start
    try:
        for screen in screens:
            screen.check()
    finally:
        for screen in screens:
            screen.page.context.close()


@pytest.fixture(scope="module")
def shown():
    """Each exercise with a form, its parts that a page can check, by name."""
    return {
        name: (exercise, {n: q for n, q in exercise.parts.items() if q.on_the_page()})
        for name, exercise in checks.EXERCISES.items()
        if any(q.on_the_page() for q in exercise.parts.values())
    }


def answer(page, exercise, name, question, given):
    """Give an answer on the page and return the reply."""
    root = f'[id="{exercise}"]'
    part = page.locator(f'{root} [data-part="{name}"]')
    if isinstance(question, Number):
        part.locator("input").fill(given if isinstance(given, str) else repr(float(given)))
    else:
        page.evaluate("(part) => part.querySelectorAll('input').forEach(i => i.checked = false)",
                      part.element_handle())  # fmt: skip
        for letter in given:
            part.locator(f'input[value="{letter}"]').check(force=True)
    page.locator(f"{root} .pe-send").click()
    return part.locator(".pe-reply").inner_text()


# The same for many answers at once: for each of them its reply.
REPLIES = """([exercise, name, answers]) => {
  const form = document.getElementById(exercise);
  const part = form.querySelector(`[data-part="${name}"]`);
  return answers.map((given) => {
    for (const input of part.querySelectorAll("input")) {
      if (input.type === "text") input.value = given;
      else input.checked = given.includes(input.value);
    }
    form.querySelector(".pe-send").click();
    return part.querySelector(".pe-reply").innerText;
  });
}"""


def boxed(exercise):
    form = forms.exercise_form(exercise)
    form._page = f'<section id="{exercise.name}">{form.html}</section>'
    return form


def test_a_page_says_of_every_answer_what_python_says(open_forms, shown):
    page = open_forms(*(boxed(exercise) for exercise, _ in shown.values()))
    compared = 0
    for key, (_, parts) in shown.items():
        for name, question in parts.items():
            answers = [question.answer, *(mistake for mistake, _ in question.wrong)]
            if isinstance(question, Number):
                answers = [float(_computed(a)) for a in answers]
                right = answers[0]
                answers += [right + 0.99 * question.within, right + 1.01 * question.within + 0.4]
                answers += [float(f"{right:.1g}"), float(f"{right:.2g}"), right / 100, -right]
            else:
                answers += [letter for letter in question.options]
            typed = [repr(given) if isinstance(given, float) else given for given in answers]
            replies = page.evaluate(REPLIES, [key, name, typed])
            assert replies == [question.reply(given).text for given in answers], (key, name)
            compared += len(replies)
    assert compared > 20


@pytest.mark.parametrize(
    "text, number",
    [
        ("61,343", 61343), ("61343.0", 61343), (" 61 343 ", 61343), ("6.1343e4", 61343),
        ("−3", -3), ("1/4", 0.25), ("-2/3", -2 / 3), (".5", 0.5), ("5.", 5), ("+7", 7),
        ("1,00,000", None), ("0x10", None), ("1/0", None), ("", None),
        ("NaN", None), ("Infinity", None), ("1e999", None), ("<b>1</b>", None), ("alert(1)", None),
    ],
)  # fmt: skip
def test_a_number_is_read_as_people_write_it(open_forms, text, number):
    from pe_core.checks.exercise import Exercise

    one = Exercise(
        "ex-one",
        Number("A number", number or 0, within=0, wrong=[], hint="Read it again."),
    )
    page = open_forms(boxed(one))
    reply = answer(page, "one", "answer", one.parts["answer"], text)
    if number is None:
        assert reply.startswith("No answer yet." if not text else f"“{text}” cannot be read")
    else:
        assert reply == "Right."
    assert page.locator(".pe-reply b").count() == 0


@pytest.mark.parametrize(
    "text, reply",
    [
        ("3,714", "Write a point for the decimals: 3.714."),
        ("3,71", "Write a point for the decimals: 3.71."),
        ("0,714", "Write a point for the decimals: 0.714."),
        ("3.71", "Right so far. Give more digits."),
        ("3.7", "Right so far. Give more digits."),
        ("3.8", "Not yet. Read it again."),
        ("3,715", "Not yet. Read it again."),
        ("3.7142", "Right."),
    ],
)
def test_the_form_of_a_number_is_not_taken_for_its_value(open_forms, text, reply):
    from pe_core.checks.exercise import Exercise

    one = Exercise(
        "ex-one", Number("A step", 3.71427, within=0.0005, wrong=[], hint="Read it again.")
    )
    page = open_forms(boxed(one))
    assert answer(page, "one", "answer", one.parts["answer"], text) == reply


def test_the_button_stays_under_the_finger_when_replies_appear(open_forms):
    page = open_forms(boxed(checks.wavelength_383), forms.quiz_form(), **PHONE)
    send = page.locator("#wavelength_383 .pe-send")
    send.scroll_into_view_if_needed()
    page.evaluate("scrollBy(0, 100)")
    before = send.bounding_box()["y"]
    page.locator("#wavelength_383 input").first.fill("1")
    send.click()
    assert abs(send.bounding_box()["y"] - before) < 2
    assert page.locator("#wavelength_383 .pe-summary").inner_text() == "0 of 2 right."


def test_answers_survive_a_reload_and_a_change_takes_the_reply_away(open_forms):
    page = open_forms(boxed(checks.wavelength_383))
    question = checks.wavelength_383.parts["wavelength"]
    assert answer(page, "wavelength_383", "wavelength", question, "61343") == "Right."
    page.reload()
    field = page.locator('[data-part="wavelength"]')
    assert field.locator("input").input_value() == "61343"
    assert field.locator(".pe-reply").inner_text() == "Right."
    field.locator("input").press("End")
    field.locator("input").press("7")
    assert field.locator(".pe-reply").inner_text() == ""


def test_predictions_come_back_beside_the_answers(open_forms):
    page = open_forms(forms.quiz_form(), forms.review_form())
    assert page.locator(".pe-quiz .pe-count").inner_text() == "0 of 6 predicted."
    assert page.locator(".pe-quiz details").count() == 0
    for prediction, letter in zip(PREDICTIONS, "abcabc", strict=True):
        page.locator(f'input[name="quiz-{prediction.key}"][value="{letter}"]').check()
    assert page.locator(".pe-quiz .pe-count").inner_text() == "6 of 6 predicted."
    page.reload()
    for prediction, letter in zip(PREDICTIONS, "abcabc", strict=True):
        assert page.locator(f'input[name="quiz-{prediction.key}"][value="{letter}"]').is_checked()
        box = page.locator(f'.pe-review [data-question="{prediction.key}"]')
        assert f"Your prediction was {letter}." in box.inner_text()
        assert prediction.now not in box.inner_text()
        box.locator(f'input[value="{prediction.answer}"]').check()
        assert prediction.now not in box.inner_text()  # a choice alone gives nothing away
        box.get_by_role("button", name="Show the answer").click()
        assert prediction.now in box.inner_text()
        assert box.locator(".pe-reply").inner_text() == "Right."
    # A second thought takes the verdict away.
    page.locator('input[name="review-far"][value="a"]').check()
    assert page.locator('[data-question="far"] .pe-reply').nth(0).inner_text() == ""
    before = sum(p.answer == letter for p, letter in zip(PREDICTIONS, "abcabc", strict=True))
    words = f"6 of 6 answered again. Right before: {before}. Right now: 6."
    assert page.locator(".pe-review .pe-count").inner_text() == words
    page.reload()
    assert page.locator(".pe-review .pe-count").inner_text() == words


def row(page, id):
    return page.locator(f"#claim-{id.lower()}")


def test_a_vote_opens_its_row_and_is_counted(open_forms):
    page = open_forms(forms.ledger_form())
    hidden = page.locator(".pe-judgement:visible").count()
    assert hidden == 0
    claim = claims.get("A10")
    row(page, "A10").get_by_role("button", name="False").click()
    assert claim.statement in row(page, "A10").inner_text()
    assert "You voted: false. So does the book." in row(page, "A10").inner_text()
    assert page.evaluate("document.activeElement.className") == "pe-judgement"
    row(page, "A06").get_by_role("button", name="False").click()
    row(page, "A11").get_by_role("button", name="Show").click()
    assert page.locator(".pe-judgement:visible").count() == 3
    count = page.locator(".pe-tally .pe-count")
    words = f"You voted on 2 of {len(claims.CLAIMS)} claims; 1 of your votes agree with the book."
    assert count.inner_text() == words
    page.reload()
    assert page.locator(".pe-judgement:visible").count() == 3
    assert count.inner_text() == words
    cell = page.locator('td[data-vote="false"][data-verdict="true"]')
    assert cell.inner_text() == "1"
    page.on("dialog", lambda dialog: dialog.accept())
    page.get_by_role("button", name="Forget my votes").click()
    assert page.locator(".pe-judgement:visible").count() == 0
    assert cell.inner_text() == "0"


def test_filters_give_no_verdict_away_until_all_are_shown(open_forms):
    page = open_forms(forms.ledger_form())
    rows = page.locator(".pe-claims tbody tr:visible")
    page.get_by_label("Article").select_option("B")
    of_b = [claim for claim in claims.CLAIMS if claim.article == "B"]
    assert rows.count() == len(of_b)
    page.get_by_label("Kind").select_option("theorem")
    assert rows.count() == sum(claim.kind == "theorem" for claim in of_b)
    page.get_by_label("Kind").select_option("")
    page.get_by_label("Article").select_option("")
    page.get_by_label("Verdict").select_option("false")
    assert rows.count() == 0
    page.get_by_role("button", name="Show all verdicts").click()
    assert rows.count() == sum(claim.verdict == "false" for claim in claims.CLAIMS)
    page.get_by_role("button", name="Hide verdicts").click()
    assert rows.count() == 0
    page.get_by_role("button", name="Show all verdicts").click()
    page.get_by_label("Verdict").select_option("")
    page.get_by_label("Chapter").select_option("formula")
    assert rows.count() == sum(claim.chapter == "formula" for claim in claims.CLAIMS)
    page.evaluate("location.hash = '#claim-a41'")
    page.wait_for_function("document.querySelector('#claim-a41').offsetParent")
    # The same link once more, under a new filter.
    page.evaluate(
        "document.querySelector('main').insertAdjacentHTML('beforeend', "
        "'<a href=\"#claim-a41\">again</a>')"
    )
    page.get_by_label("Article").select_option("C")
    assert not row(page, "A41").is_visible()
    page.get_by_role("link", name="again").click()
    page.wait_for_function("document.querySelector('#claim-a41').offsetParent")


def test_a_vote_can_be_changed_after_all_were_shown(open_forms):
    page = open_forms(forms.ledger_form())
    row(page, "A10").get_by_role("button", name="True", exact=True).click()
    page.get_by_role("button", name="Show all verdicts").click()
    row(page, "A10").get_by_role("button", name="Change my vote").click()
    assert page.locator(".pe-judgement:visible").count() == 0
    row(page, "A10").get_by_role("button", name="False").click()
    page.reload()
    assert "You voted: false. So does the book." in row(page, "A10").inner_text()
    assert page.locator(".pe-judgement:visible").count() == 1


def test_a_chosen_vote_can_be_filtered(open_forms):
    page = open_forms(forms.ledger_form())
    row(page, "A10").get_by_role("button", name="Untestable").click()
    page.locator("select[name=voted]").select_option("yes")
    assert page.locator(".pe-claims tbody tr:visible").count() == 1
    page.locator("select[name=voted]").select_option("no")
    assert page.locator(".pe-claims tbody tr:visible").count() == len(claims.CLAIMS) - 1


@pytest.mark.parametrize(
    "record",
    [
        "[1, 2", "null", "7", '"<script>bad()</script>"', "[]", '{"votes": 5}',
        json.dumps({"votes": {"claim-a10": "<img src=x onerror=bad()>", "__proto__": "false"}}),
        json.dumps({"quiz": {"far": ["a"], "fast": "<b>", "order": {"a": 1}}, "review": [1]}),
        json.dumps({"answers": {"wavelength_383": {"wavelength": "9" * 10**5, "pair": None}}}),
        json.dumps({"answers": {"wavelength_383": 7}, "opened": "all"}),
        json.dumps({"answers": {"wavelength_383": {"pair": {"toString": 1}}}}),
        json.dumps({"quiz": {"far": {"toString": 0}}, "review": {"far": {"toString": "x"}}}),
    ],
)  # fmt: skip
def test_a_record_that_somebody_else_wrote_does_no_harm(open_forms, record):
    page = open_forms(boxed(checks.wavelength_383), forms.quiz_form(), forms.review_form(),
                      forms.ledger_form())  # fmt: skip
    page.evaluate("([name, text]) => localStorage.setItem(name, text)", [RECORD, record])
    page.reload()
    assert page.locator("[onerror], main script, main b:not(strong)").count() == 0
    row(page, "A10").get_by_role("button", name="False").click()
    assert "So does the book." in row(page, "A10").inner_text()
    page.reload()
    assert "So does the book." in row(page, "A10").inner_text()


def test_forms_work_where_nothing_can_be_stored(open_forms):
    page = open_forms(forms.ledger_form())
    page.add_init_script("Object.defineProperty(window, 'localStorage', {get() {throw Error()}})")
    page.reload()
    row(page, "A10").get_by_role("button", name="Show").click()
    assert claims.get("A10").statement in row(page, "A10").inner_text()


def test_everything_is_reached_by_the_keyboard(open_forms):
    page = open_forms(boxed(checks.wavelength_383), forms.quiz_form(), forms.ledger_form())
    page.locator("#wavelength_383 input").first.focus()
    page.keyboard.type("61343")
    page.keyboard.press("Tab")
    page.keyboard.type("336")
    page.keyboard.press("Enter")
    assert page.locator("#wavelength_383 .pe-right").count() == 2
    page.keyboard.press("Tab")  # to the button
    page.keyboard.press("Tab")  # to the first question of the quiz
    page.keyboard.press("Space")
    page.keyboard.press("ArrowDown")
    assert page.locator('input[name="quiz-order"][value="b"]').is_checked()
    row(page, "A10").get_by_role("button", name="True", exact=True).focus()
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    assert "You voted: false." in row(page, "A10").inner_text()


def test_without_javascript_the_tables_are_complete(open_forms):
    page = open_forms(forms.ledger_form(), forms.review_form(), boxed(checks.wavelength_383),
                      java_script_enabled=False)  # fmt: skip
    text = page.locator(".pe-ledger").inner_text()
    for claim in claims.CLAIMS:
        assert claim.id in text and claim.statement.replace("`", "") in text
    assert page.locator(".pe-judgement:visible").count() == len(claims.CLAIMS)
    assert page.locator("select:visible, .pe-tally:visible, .pe-ballot:visible").count() == 0
    assert page.locator(".pe-review details:visible").count() == len(PREDICTIONS)
    assert page.locator("input:not([type]):visible").count() == 0


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_forms_are_accessible_and_fit_a_phone(open_forms, theme):
    from axe_playwright_python.sync_playwright import Axe

    page = open_forms(boxed(checks.wavelength_383), forms.quiz_form(), forms.review_form(),
                      forms.ledger_form(), theme=theme, **PHONE)  # fmt: skip
    row(page, "A10").get_by_role("button", name="False").click()
    row(page, "A10").locator("summary").click()
    page.locator("#wavelength_383 .pe-send").click()
    page.locator('input[name="review-far"]').first.check()
    page.get_by_role("button", name="Show the answer").nth(3).click()
    page.evaluate(SETTLE)
    assert page.evaluate("document.documentElement.scrollWidth") == 390
    found = Axe().run(page).response["violations"]
    assert [(v["id"], [n["html"][:90] for n in v["nodes"]][:2]) for v in found] == []
    sizes = page.evaluate(
        "[...document.querySelectorAll('.pe-form :is(button, select, input:not([type]))')]"
        ".filter(e => e.offsetParent).map(e => e.getBoundingClientRect().height)"
    )
    assert min(sizes) >= 44


def test_no_answer_stands_in_the_visible_text(open_forms, shown):
    page = open_forms(*(boxed(exercise) for exercise, _ in shown.values()))
    for key, (_, parts) in shown.items():
        text = page.locator(f'[id="{key}"]').inner_text()
        for question in parts.values():
            if isinstance(question, Number):
                value = float(_computed(question.answer))
                for printed in {f"{value:g}", f"{value:,.0f}", f"{value:.3g}"}:
                    if len(printed) > 2:
                        assert printed not in text.split(), (key, printed)
            assert not any(hint in text for _, hint in question.wrong)
            if isinstance(question, Choice):
                assert question.answer not in question.hints or question.several
    assert page.locator(".pe-reply:visible").count() == 0
