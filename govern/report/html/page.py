"""The whole page: one file that loads nothing from anywhere."""

from __future__ import annotations

from base64 import b64encode
from collections import Counter, defaultdict
from dataclasses import dataclass, field
from functools import cache
from hashlib import sha256
from importlib.resources import files
from typing import TYPE_CHECKING

from govern import __version__
from govern.economics.assess import Risk
from govern.report.html.changes import changes_section
from govern.report.html.chart import history_section
from govern.report.html.contents import Catalogue, catalogue_data, catalogue_section, place_after
from govern.report.html.cost import advice_section, cost_section, risk_section
from govern.report.html.markup import (
    RISKS,
    element,
    joined,
    named_row,
    number,
    risk_badge,
    section,
    severity_badge,
    table,
    theirs,
    verbatim,
)
from govern.report.terminal.cost import exceeded_budget
from govern.report.terminal.page import count
from govern.report.wording import WORST_FIRST, headline, next_step, verdict_state, why_it_passes

if TYPE_CHECKING:
    from collections.abc import Iterator

    from govern.economics.bill import Summary
    from govern.report.html.contents import Contents
    from govern.report.html.markup import Child, Markup
    from govern.rules.rule import Severity
    from govern.verdict import Verdict

_SECTIONS = {
    "overview": "Overview",
    "changes": "Changes",
    "cost": "Cost",
    "history": "History",
    "risk": "Risk",
    "advice": "Advice",
    "items": "Items",
}
# A shield as icon; without one, browsers request it from the server.
_ICON = (
    "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16'%3E%3Cpath fill='%23888' "
    "d='M8 1l6 2v5c0 4-3 6-6 7-3-1-6-3-6-7V3z'/%3E%3C/svg%3E"
)
_NONE = "'none'"
_THEME = element("span", "◐", aria_hidden="true")
_KEYS = {
    "/": "search locked items",
    "j, k": "next or previous change",
    "o": "open or close the change",
    "e": "open or close all changes",
    "t": "light, dark or system theme",
    "Esc": "leave the search or close this dialog",
    "?": "show these keys",
}


def report_html(contents: Contents) -> Iterator[str]:
    """Yield the page in pieces, since that of a large lock is many times the size of its longest piece."""
    catalogue = Catalogue(contents)
    made = f"Generated on {contents.made.isoformat()} by govern {__version__} from {contents.path.as_posix()}."
    state = f"{verdict_state(contents.verdict)}: " if contents.verdict else ""
    title = f"{state}{contents.path.as_posix()} · govern report"
    yield f'<!DOCTYPE html>\n<html lang="en">{head(title, "script.js")}<body>'
    yield element("a", "Skip to the report", href="#overview", class_="skip")
    yield _header(contents)
    yield _bar(contents)
    yield "<main>"
    yield overview_section(contents, catalogue)
    yield changes_section(contents, catalogue)
    yield cost_section(contents, catalogue)
    yield history_section(contents)
    yield risk_section(contents, catalogue)
    yield advice_section(contents, catalogue)
    yield catalogue_section(catalogue)
    yield f"</main>{footer(made)}{_keys()}"
    yield from catalogue_data(catalogue)
    yield element("script", verbatim(_shipped("script.js")))
    yield "</body></html>\n"


def head(title: str, script: str = "") -> Markup:
    """Return the head of a page that may run this script of govern, or none."""
    allowed = (
        "default-src 'none'",
        f"script-src {_hash(script) if script else _NONE}",
        f"style-src {_hash('style.css')}",
        "img-src data:",
        "base-uri 'none'",
        "form-action 'none'",
        "require-trusted-types-for 'script'",
        "trusted-types 'none'",
    )
    return element(
        "head",
        element("meta", charset="utf-8"),
        element("meta", http_equiv="Content-Security-Policy", content="; ".join(allowed)),
        element("meta", name="viewport", content="width=device-width, initial-scale=1"),
        element("meta", name="referrer", content="no-referrer"),
        element("meta", name="color-scheme", content="light dark"),
        element("title", title),
        element("link", rel="icon", href=_ICON),
        element("style", verbatim(_shipped("style.css"))),
    )


def _header(contents: Contents) -> Markup:
    verdict = contents.verdict
    sides = joined((theirs(verdict.old), theirs(verdict.new)), " → ") if verdict and not verdict.first else None
    return element(
        "header",
        element("p", "govern report", class_="brand"),
        element("h1", theirs(contents.path.as_posix())),
        element("p", sides, class_="compared") if sides else None,
        element("p", element("code", contents.lock.digest, class_="digest theirs")),
    )


def _bar(contents: Contents) -> Markup:
    verdict = contents.verdict
    waiting = len(verdict.unapproved) if verdict else 0
    marks = {"changes": f" {waiting:,} of {len(verdict.decided):,}"} if verdict and waiting else {}
    links = (
        element("li", element("a", name, element("b", marks[key]) if key in marks else None, href=f"#{key}"))
        for key, name in _SECTIONS.items()
    )
    buttons = (
        element("button", _THEME, element("b", "Theme"), type="button", data_do="theme", hidden=True),
        element("button", "Keys", type="button", data_do="keys", hidden=True),
    )
    return element("nav", element("ul", *links), element("div", *buttons, class_="tools"), aria_label="Sections")


def footer(made: str) -> Markup:
    """Return the foot of a page: when it was made, and a note about the texts of servers."""
    note = "Texts of servers are shown unchanged and are not trusted; hidden characters appear as ‹U+200B›."
    return element("footer", element("p", made), element("p", note))


def _keys() -> Markup:
    rows = (element("div", element("dt", element("kbd", key)), element("dd", what)) for key, what in _KEYS.items())
    close = element("button", "Close", type="button", data_do="keys")
    title = element("h2", "Keys", id="keys-title")
    return element("dialog", title, element("dl", *rows), close, id="keys", aria_labelledby="keys-title")


@cache
def _shipped(name: str) -> str:
    return files("govern.report.html").joinpath(name).read_text(encoding="utf-8")


def _hash(name: str) -> str:
    return f"'sha256-{b64encode(sha256(_shipped(name).encode()).digest()).decode('ascii')}'"


def overview_section(contents: Contents, catalogue: Catalogue) -> Markup:
    """Return the verdict, the figures and the servers."""
    verdict = contents.verdict
    no_verdict = element("p", contents.why_no_verdict, class_="note")
    top = banner(verdict, _sentence(verdict), next_step(verdict)) if verdict else no_verdict
    figures = element(
        "dl", *_change_figures(verdict), *_cost_figures(contents), *_risk_figures(contents), class_="figures"
    )
    servers = servers_table(contents, catalogue)
    return section("overview", "Overview", top, figures, *_budget_alert(contents), *servers)


def banner(verdict: Verdict, sentence: str, step: str = "") -> Markup:
    """Return the verdict in words, and the next step."""
    sign, word = "✕" if verdict.unapproved else "✓", verdict_state(verdict).capitalize()
    return element(
        "div",
        element("p", element("span", sign, aria_hidden="true", class_="sign"), word, class_="state"),
        element("p", sentence, class_="theirs"),
        element("p", "Next: ", element("code", step, class_="theirs")) if step else None,
        class_=f"verdict {'refused' if verdict.unapproved else 'allowed'}",
    )


def _sentence(verdict: Verdict) -> str:
    """Return the headline, whose counts by severity are those of all changes and stand below."""
    waiting = len(verdict.unapproved)
    if not waiting:
        return headline(verdict).partition(": ")[2]
    sides = "in the first lock" if verdict.first else f"from {verdict.old} to {verdict.new}"
    verb = "needs" if waiting == 1 else "need"
    return f"{waiting:,} of {count(len(verdict.decided), 'change')} {sides} {verb} approval{why_it_passes(verdict)}"


def figure(name: str, value: Child, *more: Child) -> Markup:
    """Return one figure of an overview, with notes below it."""
    details = (element("dd", each, class_="more") for each in more if each)
    return element("div", element("dt", name), element("dd", value, class_="value"), *details)


def _change_figures(verdict: Verdict | None) -> Iterator[Markup]:
    if verdict is None:
        return
    counts = [severity_badge(severity, verdict.count(severity)) for severity in WORST_FIRST]
    waiting = len(verdict.unapproved)
    yield figure("Changes", f"{len(verdict.decided):,}", element("span", *counts, class_="counts"))
    yield figure("Unapproved", f"{waiting:,}", "need approval" if waiting else "no approval needed")


def _cost_figures(contents: Contents) -> Iterator[Markup]:
    bill = contents.bill
    whole = bill.summary.whole
    before = contents.tokens_before
    was = sum(sum(tools.values()) for tools in before.values()) if before is not None else None
    share = f"{whole.context_share:.1%} of a {bill.window:,}-token context"
    yield figure("Tokens on every call", f"{whole.definition_tokens:,}", _growth(whole.definition_tokens, was), share)
    held = sum(len(tools) for tools in before.values()) if before is not None else None
    servers = f"on {count(len(contents.lock.servers), 'server')}"
    yield figure("Tools", f"{whole.tool_count:,}", _growth(whole.tool_count, held), servers)


def _growth(now: int, was: int | None) -> str:
    if was is None or was == now:
        return "unchanged" if was == now else ""
    percent = f" ({(now - was) / was:+.1%})" if was else ""
    return f"{now - was:+,} since the old lock{percent}"


def _risk_figures(contents: Contents) -> Iterator[Markup]:
    whole = contents.bill.summary.whole
    severe = sum(1 for each in contents.bill.tools if each.assessment.risk in (Risk.HIGH, Risk.CRITICAL))
    severe_tools = f"{severe:,} of high or critical risk" if severe else "none of high risk"
    yield figure("Highest answer risk", risk_badge(whole.risk) if whole.risk in RISKS else None, severe_tools)
    yield figure(
        "Unbounded answers",
        f"{whole.declared_unbounded:,}",
        f"no output schema: {count(len(whole.undeclared), 'tool')}",
    )


def _budget_alert(contents: Contents) -> Iterator[Markup]:
    if contents.bill.broken:
        rows = (element("li", theirs(exceeded_budget(each))) for each in contents.bill.broken)
        yield element("div", element("h3", "Over budget"), element("ul", *rows), class_="alert")


_ALWAYS = ("+tokens", "+tools", "risk")
_COMPARED = ("changes", "+unapproved", "+tokens", "+growth", "+tools", "risk")


@dataclass(slots=True)
class _ServerChanges:
    """The changes of one server by severity, and how many of them are unapproved."""

    counts: Counter[Severity] = field(default_factory=Counter)
    unapproved: int = 0

    @property
    def rank(self) -> tuple[int, ...]:
        """Return the order of servers: unapproved changes first, then by the worst severity."""
        return -self.unapproved, *(-self.counts[severity] for severity in WORST_FIRST)


def servers_table(contents: Contents, catalogue: Catalogue) -> Iterator[Markup]:
    """Yield the servers of the lock, and those that it lost, with the unapproved changes first."""
    costs = {each.name: each for each in contents.bill.summary.servers}
    changes: defaultdict[str, _ServerChanges] = defaultdict(_ServerChanges)
    for each in contents.verdict.decided if contents.verdict else ():
        of_server = changes[place_after(each.finding.change)[0]]
        of_server.counts[each.finding.severity] += 1
        of_server.unapproved += not each.approved
    names = {*(each.name for each in contents.lock.servers), *changes}
    tokens = {name: costs[name].definition_tokens if name in costs else 0 for name in names}
    order = sorted(names, key=lambda name: (changes[name].rank, -tokens[name], name))
    compared = contents.verdict is not None
    rows = [
        named_row(
            catalogue.link(name),
            *(_change_cells(changes[name]) if compared else ()),
            number(tokens[name]),
            *(_growth_cells(tokens[name], contents, name) if compared else ()),
            *_tool_cells(costs.get(name)),
        )
        for name in order
    ]
    if rows:
        yield table("Servers", ("server", *(_COMPARED if compared else _ALWAYS)), rows)


def _change_cells(changes: _ServerChanges) -> Iterator[Markup]:
    counts = changes.counts
    badges = joined([severity_badge(each, counts[each]) for each in WORST_FIRST if counts[each]], " ")
    by_severity = sum(counts[each] * 100_000**at for at, each in enumerate(reversed(WORST_FIRST)))
    yield element("td", badges, data_by=by_severity)
    yield number(changes.unapproved)


def _growth_cells(now: int, contents: Contents, name: str) -> Iterator[Markup]:
    if contents.tokens_before is None:
        yield element("td", data_by=0)
        return
    was = sum(contents.tokens_before.get(name, {}).values())
    percent = f" ({(now - was) / was:+.0%})" if was else " (new)"
    yield number(now - was, f"{now - was:+,}{percent}" if now != was else "0")


def _tool_cells(cost: Summary | None) -> Iterator[Markup]:
    yield number(cost.tool_count if cost else 0)
    yield element("td", risk_badge(cost.risk), data_by=cost.risk.rank) if cost else element("td", data_by=-1)
