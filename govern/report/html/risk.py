"""The share of a context that one answer may take, by server."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from govern.economics.assess import Risk
from govern.report.html.markup import element
from govern.report.html.signs import answer_size, number, risk_badge, section, table

if TYPE_CHECKING:
    from collections.abc import Sequence

    from govern.economics.budgets import Costed
    from govern.economics.profile import ToolProfile
    from govern.report.html.catalogue import Catalogue
    from govern.report.html.contents import Contents
    from govern.report.html.markup import Markup

_WORST = 15
_RISKS = tuple(reversed(Risk))
_BY_SERVER = ("server", "~shares", *(f"+{risk.value}" for risk in _RISKS), "+bounded", "+unbounded")
_LARGEST = ("tool", "+answer", "risk", "based on")
_RECORDED = ("tool", "+p50", "+p95", "+max", "+declared", "+answers", "risk")


def risk_section(contents: Contents, catalogue: Catalogue) -> Markup:
    """Return counts by server, then the tools with the largest answers."""
    tools = contents.bill.tools
    if not tools:
        return section("risk", "Risk", element("p", "The lock contains no tools.", class_="note"))
    by_server: dict[str, list[Costed]] = {}
    for each in tools:
        by_server.setdefault(each.server, []).append(each)
    rows = [_risk_row(name, by_server[name], catalogue) for name in sorted(by_server)]
    worst = sorted(tools, key=lambda each: (-(each.assessment.max_tokens or 0), each.place))[:_WORST]
    largest = [_largest_row(each, catalogue) for each in worst if each.assessment.max_tokens]
    low, medium, high = contents.lock.risk
    intro = (
        f"Answer size, estimated from output schemas: low up to {low:,} tokens, medium up to {medium:,}, "
        f"high up to {high:,}, critical above; unknown without an output schema."
    )
    tables = [table("Risk by server", _BY_SERVER, rows)]
    tables += [table("Largest answers", _LARGEST, largest)] if largest else []
    recorded = sorted(contents.answers, key=lambda each: (-(each.p95 or 0), each.place))
    measured = [_recorded_row(each, catalogue) for each in recorded]
    tables += [table("Recorded answers, in tokens", _RECORDED, measured)] if measured else []
    return section("risk", "Risk", element("p", intro), *tables)


def _risk_row(name: str, tools: Sequence[Costed], catalogue: Catalogue) -> Markup:
    counts = Counter(each.assessment.risk for each in tools)
    bounded = sum(1 for each in tools if each.assessment.bounded)
    undeclared = sum(1 for each in tools if each.assessment.max_tokens is None)
    return element(
        "tr",
        element("th", catalogue.link(name), scope="row"),
        element("td", _shares(counts, len(tools))),
        *(number(counts[risk]) for risk in _RISKS),
        number(bounded),
        number(len(tools) - bounded - undeclared),
    )


def _shares(counts: Counter[Risk], many: int) -> Markup:
    """Return the row's numbers as a bar."""
    x = 0.0
    drawn = []
    for risk in _RISKS:
        width = counts[risk] / many
        if width:
            size = {"x": f"{x:.3%}", "width": f"{width:.3%}"}
            drawn.append(element("rect", **size, height="100%", class_=f"risk-{risk}"))
        x += width
    return element("svg", *drawn, class_="shares", aria_hidden="true", width="100%", height=12)


def _largest_row(costed: Costed, catalogue: Catalogue) -> Markup:
    answer = costed.assessment
    return element(
        "tr",
        element("th", catalogue.link(costed.place), scope="row"),
        number(answer.max_tokens or 0, answer_size(costed)),
        element("td", risk_badge(answer.risk), data_by=answer.risk.rank),
        element("td", answer.basis.value),
    )


def _recorded_row(tool: ToolProfile, catalogue: Catalogue) -> Markup:
    """Return what recorded answers cost, beside what is declared; a p95 above the bound is named."""
    risk = tool.risk or Risk.UNKNOWN
    p95 = f"{tool.p95 or 0:,}{' (above the bound)' if tool.is_over_bound else ''}"
    return element(
        "tr",
        element("th", catalogue.link(tool.place), scope="row"),
        number(tool.p50 or 0),
        number(tool.p95 or 0, p95),
        number(tool.most or 0),
        number(tool.costed.assessment.max_tokens or 0, answer_size(tool.costed)),
        number(tool.answers),
        element("td", risk_badge(risk), data_by=risk.rank),
    )
