"""The table of all claims: vote first, then see verdict and evidence."""

import html
import inspect

from ..checks.words import say
from ..claims import CLAIMS, KINDS, VERDICTS
from ..claims.places import CHAPTERS
from ..language import say as translated
from .base import Form, text


def ledger_form(claims=CLAIMS):
    """Return the table of claims; without its script a table that is complete."""
    rows = "".join(_row(claim) for claim in claims)
    table = (
        f'<table class="pe-claims"><thead><tr><th scope="col">{translated("Claim")}</th>'
        f'<th scope="col">{translated("Verdict and evidence")}</th></tr></thead>'
        f"<tbody>{rows}</tbody></table>"
    )
    plain = "\n".join(
        f"{c.id} {translated(c.text)} — {translated(c.verdict)}: {c.statement}" for c in claims
    )
    past = f'<p class="pe-past"><a href="#past-the-claims">{translated("Past the table")}</a></p>'
    inner = past + _filters(claims) + table + _tally(claims)
    return Form("ledger", {"verdicts": VERDICTS}, inner, plain)


def _row(claim):
    key, space = f"claim-{claim.id.lower()}", translated(" ")
    return (
        f'<tr id="{key}" data-id="{claim.id}" data-verdict="{claim.verdict}" '
        f'data-kind="{claim.kind}" data-article="{claim.article}" '
        f'data-chapter="{claim.chapter}"><th scope="row"><a href="#{key}">{claim.id}</a> '
        f"{text(translated(claim.text))} <small>{_where(claim)} · {translated(claim.kind)}</small>"
        f'</th><td class="pe-verdict">{_ballot(claim)}<div class="pe-judgement">'
        f'<p class="pe-yours" hidden><span></span> '
        f'<button type="button">{say("change")}</button></p>'
        f"<p><strong>{_sentence(claim.verdict)}</strong>{space}{text(claim.statement)}</p>"
        f"{_experiment(claim)}<p>{_places(claim)}</p>{_check(claim)}</div></td></tr>"
    )


def _where(claim):
    section = html.escape(translated(claim.section))
    return translated("Article {article}, {section}", article=claim.article, section=section)


def _sentence(verdict):
    return translated("{verdict}.", verdict=translated(verdict).capitalize())


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
    space = translated(" ")
    limits = f"{space}{text(claim.measured)}" if claim.limits else ""
    if not claim.experiment:
        return ""
    asked = text(translated(claim.experiment))
    return f"<p>{translated('To decide it:')}{space}{asked}{limits}</p>"


def _places(claim):
    title = translated(CHAPTERS[claim.chapter])
    links = [f'<a href="{claim.chapter}.html#{claim.place}">{html.escape(title)}</a>']
    links += [
        f'<a href="{html.escape(address)}">{html.escape(name)}</a>{_place(where)}'
        for name, where, address in claim.sources
    ]
    return translated("Evidence:") + translated(" ") + " · ".join(links)


def _place(where):
    return translated(", {where}", where=html.escape(translated(where)))


def _check(claim):
    if not claim.check:
        return ""
    question = text(translated(inspect.getdoc(claim.check).splitlines()[0]))
    return (
        f"<details><summary>{translated('The check:')}{translated(' ')}{question}</summary>"
        f'<pre tabindex="0">{html.escape(claim.source)}</pre></details>'
    )


def _filters(claims):
    def choice(name, label, values):
        entries = "".join(
            f'<option value="{v}">{html.escape(translated(words))}</option>' for v, words in values
        )
        return (
            f'<label>{translated(label)} <select name="{name}" autocomplete="off">'
            f'<option value="">{translated("all")}</option>{entries}</select></label>'
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
    head = "".join(f'<th scope="col">{translated(verdict)}</th>' for verdict in VERDICTS)
    mine = translated("Your votes")
    caption = translated("Your votes, down, against the verdicts of the book, across")
    rows = "".join(
        f'<tr><th scope="row">{translated(vote)}</th>'
        + "".join(f'<td data-vote="{vote}" data-verdict="{v}">0</td>' for v in VERDICTS)
        + "</tr>"
        for vote in VERDICTS
    )
    return (
        '<div id="past-the-claims"></div>'
        '<div class="pe-tally" hidden><p class="pe-count" role="status">'
        f"{say('voted', done=0, all=len(claims), same=0)}</p>"
        f'<div class="pe-wide" tabindex="0" role="region" aria-label="{mine}"><table>'
        f"<caption>{caption}</caption><thead><tr><td></td>{head}</tr></thead>"
        f"<tbody>{rows}</tbody></table></div>"
        f'<p><button type="button" name="forget">{translated("Forget my votes")}</button></p></div>'
    )
