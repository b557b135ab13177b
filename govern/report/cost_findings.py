"""The bill as findings, for the formats that know nothing else: broken budgets fail, advice does not."""

from __future__ import annotations

from typing import TYPE_CHECKING

from govern.economics.advice import ROWS
from govern.report.finding import About, Finding, Findings
from govern.report.terminal.cost import broken_budget

if TYPE_CHECKING:
    from collections.abc import Iterator

    from govern.economics.bill import Bill
    from govern.report.finding import Level, Lines

_BUDGETS = {
    "budget-server-tokens": "A server's definitions cost more than the budget",
    "budget-tool-tokens": "A tool's definition costs more than the budget",
    "budget-growth-percent": "Definitions grew more than the budget",
}
_URGENT = 2
# These rows say what a broken budget says already.
_SAID = frozenset({"tool-above-budget", "server-above-budget"})


def cost_findings(bill: Bill, lock: str, lines: Lines) -> Findings:
    """Every broken budget, then the advice; `lines` says where servers and tools stand in the lock."""
    titles = _BUDGETS | {f"advice-{row.id}": row.title for row in ROWS if row.id not in _SAID}
    rules = {rule: About(title) for rule, title in titles.items()}
    return Findings("cost", lock, rules, (*_broken(bill, lines), *_advice(bill, lines)))


def _broken(bill: Bill, lines: Lines) -> Iterator[Finding]:
    for each in bill.broken:
        rule = f"budget-{each.budget}"
        line = lines.get((each.server, each.tool))
        yield Finding(rule, _BUDGETS[rule], "error", broken_budget(each), each.server, each.tool, line, fails=True)


def _advice(bill: Bill, lines: Lines) -> Iterator[Finding]:
    for each in bill.summary.advice:
        level: Level = "warning" if each.priority <= _URGENT else "note"
        for place in each.places if each.id not in _SAID else ():
            server, slash, tool = place.partition("/")
            name = tool if slash else None
            line = lines.get((server, name))
            yield Finding(f"advice-{each.id}", each.title, level, each.message, server, name, line)
