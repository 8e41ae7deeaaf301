"""The table of all claims: vote first, then see verdict and evidence."""

import html
import inspect

from ..checks.words import say
from ..claims import CLAIMS, KINDS, VERDICTS
from ..claims.places import CHAPTERS
from .base import Form, text


def ledger_form(claims=CLAIMS):
    """Return the table of claims; without its script a table that is complete."""
    rows = "".join(_row(claim) for claim in claims)
    table = (
        '<table class="pe-claims"><thead><tr><th scope="col">Claim</th>'
        f'<th scope="col">Verdict and evidence</th></tr></thead><tbody>{rows}</tbody></table>'
    )
    plain = "\n".join(f"{c.id} {c.text} — {c.verdict}: {c.statement}" for c in claims)
    past = '<p class="pe-past"><a href="#past-the-claims">Past the table</a></p>'
    inner = past + _filters(claims) + table + _tally(claims)
    return Form("ledger", {"verdicts": VERDICTS}, inner, plain)


def _row(claim):
    key = f"claim-{claim.id.lower()}"
    return (
        f'<tr id="{key}" data-id="{claim.id}" data-verdict="{claim.verdict}" '
        f'data-kind="{claim.kind}" data-article="{claim.article}" '
        f'data-chapter="{claim.chapter}"><th scope="row"><a href="#{key}">{claim.id}</a> '
        f"{text(claim.text)} <small>Article {claim.article}, {html.escape(claim.section)} · "
        f"{claim.kind}</small>"
        f'</th><td class="pe-verdict">{_ballot(claim)}<div class="pe-judgement">'
        f'<p class="pe-yours" hidden><span></span> '
        f'<button type="button">{say("change")}</button></p>'
        f"<p><strong>{claim.verdict.capitalize()}.</strong> {text(claim.statement)}</p>"
        f"{_experiment(claim)}<p>{_places(claim)}</p>{_check(claim)}</div></td></tr>"
    )


def _ballot(claim):
    """Return the buttons for a vote; like all that waits for the script they are hidden."""
    votes = "".join(
        f'<button type="button" value="{verdict}">{say(f"vote_{n}")}</button>'
        for n, verdict in enumerate(VERDICTS)
    )
    return (
        f'<div class="pe-ballot" role="group" aria-label="{say("ballot", id=claim.id)}" hidden>'
        f'{votes}<button type="button" class="pe-look">{say("look")}</button></div>'
    )


def _experiment(claim):
    limits = f" {text(claim.measured)}" if claim.limits else ""
    return f"<p>To decide it: {text(claim.experiment)}{limits}</p>" if claim.experiment else ""


def _places(claim):
    title = CHAPTERS[claim.chapter]
    links = [f'<a href="{claim.chapter}.html#{claim.place}">{html.escape(title)}</a>']
    links += [
        f'<a href="{html.escape(address)}">{html.escape(name)}</a>, {html.escape(where)}'
        for name, where, address in claim.sources
    ]
    return "Evidence: " + " · ".join(links)


def _check(claim):
    if not claim.check:
        return ""
    question = text(inspect.getdoc(claim.check).splitlines()[0])
    return (
        f"<details><summary>The check: {question}</summary>"
        f'<pre tabindex="0">{html.escape(claim.source)}</pre></details>'
    )


def _filters(claims):
    def choice(name, label, values):
        entries = "".join(
            f'<option value="{v}">{html.escape(words)}</option>' for v, words in values
        )
        return (
            f'<label>{label} <select name="{name}" autocomplete="off">'
            f'<option value="">all</option>{entries}</select></label>'
        )

    def named(names):
        return [(name, name) for name in names]

    used = {claim.chapter for claim in claims}
    chapters = [(name, title) for name, title in CHAPTERS.items() if name in used]
    return (
        '<form class="pe-filters" hidden>'
        + choice("article", "Article", named("ABC"))
        + choice("kind", "Kind", named(KINDS))
        + choice("chapter", "Chapter", chapters)
        + choice("voted", "Your vote", [("no", "not yet"), ("yes", "cast")])
        + choice("verdict", "Verdict, where shown", named(VERDICTS))
        + f'<button type="button" name="all">{say("show_all")}</button>'
        f'<p class="pe-count" role="status">{say("filtered", left=len(claims), all=len(claims))}'
        "</p></form>"
    )


def _tally(claims):
    head = "".join(f'<th scope="col">{verdict}</th>' for verdict in VERDICTS)
    rows = "".join(
        f'<tr><th scope="row">{vote}</th>'
        + "".join(f'<td data-vote="{vote}" data-verdict="{v}">0</td>' for v in VERDICTS)
        + "</tr>"
        for vote in VERDICTS
    )
    return (
        '<div id="past-the-claims"></div>'
        '<div class="pe-tally" hidden><p class="pe-count" role="status">'
        f"{say('voted', done=0, all=len(claims), same=0)}</p>"
        '<div class="pe-wide" tabindex="0" role="region" aria-label="Your votes"><table>'
        "<caption>Your votes, down, against the verdicts of the book, across</caption>"
        f"<thead><tr><td></td>{head}</tr></thead><tbody>{rows}</tbody></table></div>"
        '<p><button type="button" name="forget">Forget my votes</button></p></div>'
    )
