"""A line for each server: its changes, its tokens and how they grew, and the risk of its answers."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from govern.report.html.markup import element, joined
from govern.report.html.signs import number, risk_badge, severity_badge, table
from govern.report.html.whereabouts import place_after
from govern.report.wording import WORST_FIRST

if TYPE_CHECKING:
    from collections.abc import Iterator

    from govern.economics.bill import Summary
    from govern.report.html.catalogue import Catalogue
    from govern.report.html.contents import Contents
    from govern.report.html.markup import Markup
    from govern.rules.rule import Severity

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
