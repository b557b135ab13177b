"""The top of the page: the verdict and the main figures."""

from __future__ import annotations

from typing import TYPE_CHECKING

from govern.economics.assess import Risk
from govern.report.html.markup import element, theirs
from govern.report.html.servers import servers_table
from govern.report.html.signs import RISKS, risk_badge, section, severity_badge
from govern.report.terminal.cost import exceeded_budget
from govern.report.terminal.page import count
from govern.report.wording import WORST_FIRST, headline, next_step, why_it_passes

if TYPE_CHECKING:
    from collections.abc import Iterator

    from govern.report.html.catalogue import Catalogue
    from govern.report.html.contents import Contents
    from govern.report.html.markup import Child, Markup
    from govern.verdict import Verdict

_STATES = {"unchanged": ("✓", "Unchanged"), "approved": ("✓", "Approved"), "unapproved": ("✕", "Unapproved")}


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
    sign, word = _STATES[verdict.state]
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
