"""The top of the page: the verdict, the main figures, and a line for each server."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from govern.economics.assess import Risk
from govern.report.html.contents import place_after
from govern.report.html.markup import element, joined, theirs
from govern.report.html.signs import RISKS, number, risk_badge, section, severity_badge, table
from govern.report.terminal.cost import exceeded_budget
from govern.report.terminal.page import count
from govern.report.wording import WORST_FIRST, headline, next_step, verdict_state, why_it_passes

if TYPE_CHECKING:
    from collections.abc import Iterator

    from govern.economics.bill import Summary
    from govern.report.html.catalogue import Catalogue
    from govern.report.html.contents import Contents
    from govern.report.html.markup import Child, Markup
    from govern.rules.rule import Severity
    from govern.verdict import Verdict


def overview_section(contents: Contents, catalogue: Catalogue) -> Markup:
    """Return the verdict, the figures and the servers."""
    verdict = contents.verdict
    banner = _banner(verdict) if verdict else element("p", contents.why_no_verdict, class_="note")
    figures = element(
        "dl", *_change_figures(verdict), *_cost_figures(contents), *_risk_figures(contents), class_="figures"
    )
    servers = servers_table(contents, catalogue)
    return section("overview", "Overview", banner, figures, *_budget_alert(contents), *servers)


def _banner(verdict: Verdict) -> Markup:
    sign, word = "✕" if verdict.unapproved else "✓", verdict_state(verdict).capitalize()
    step = next_step(verdict)
    return element(
        "div",
        element("p", element("span", sign, aria_hidden="true", class_="sign"), word, class_="state"),
        element("p", _sentence(verdict), class_="theirs"),
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


def _figure(name: str, value: Child, *more: Child) -> Markup:
    details = (element("dd", each, class_="more") for each in more if each)
    return element("div", element("dt", name), element("dd", value, class_="value"), *details)


def _change_figures(verdict: Verdict | None) -> Iterator[Markup]:
    if verdict is None:
        return
    counts = [severity_badge(severity, verdict.count(severity)) for severity in WORST_FIRST]
    waiting = len(verdict.unapproved)
    yield _figure("Changes", f"{len(verdict.decided):,}", element("span", *counts, class_="counts"))
    yield _figure("Unapproved", f"{waiting:,}", "need approval" if waiting else "no approval needed")


def _cost_figures(contents: Contents) -> Iterator[Markup]:
    bill = contents.bill
    whole = bill.summary.whole
    before = contents.tokens_before
    was = sum(sum(tools.values()) for tools in before.values()) if before is not None else None
    share = f"{whole.context_share:.1%} of a {bill.window:,}-token context"
    yield _figure("Tokens on every call", f"{whole.definition_tokens:,}", _growth(whole.definition_tokens, was), share)
    held = sum(len(tools) for tools in before.values()) if before is not None else None
    servers = f"on {count(len(contents.lock.servers), 'server')}"
    yield _figure("Tools", f"{whole.tool_count:,}", _growth(whole.tool_count, held), servers)


def _growth(now: int, was: int | None) -> str:
    if was is None or was == now:
        return "unchanged" if was == now else ""
    percent = f" ({(now - was) / was:+.1%})" if was else ""
    return f"{now - was:+,} since the old lock{percent}"


def _risk_figures(contents: Contents) -> Iterator[Markup]:
    whole = contents.bill.summary.whole
    severe = sum(1 for each in contents.bill.tools if each.assessment.risk in (Risk.HIGH, Risk.CRITICAL))
    severe_tools = f"{severe:,} of high or critical risk" if severe else "none of high risk"
    yield _figure("Highest answer risk", risk_badge(whole.risk) if whole.risk in RISKS else None, severe_tools)
    yield _figure(
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
        element(
            "tr",
            element("th", catalogue.link(name), scope="row"),
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
