"""The servers of a fleet: their cost, their risk, their families, and those that were not seen."""

from __future__ import annotations

from collections import Counter
from statistics import quantiles
from typing import TYPE_CHECKING

from govern.economics.assess import Risk
from govern.report.fleet_wording import first_of
from govern.report.html.markup import element, theirs
from govern.report.html.signs import number, risk_badge, section, table
from govern.report.terminal.page import LONGEST_NAME, count, limited

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from govern.fleet.observation import Observation
    from govern.fleet.overview import FleetOverview
    from govern.report.html.markup import Markup

_MOST_SERVERS = 30
_MOST_FAMILIES = 30
_MOST_UNSEEN = 100
_MOST_NAMED = 5
_COSTS = ("server", "+tokens", "+share", "+tools", "risk")
_RISKS = ("risk", "+servers", "+tools", "~share")
_FAMILIES = ("family of", "+servers", "+tools", "+tokens each", "risk", "members")
_UNSEEN = ("server", "reason", "since", "detail", "last lock")
_REASONS = ("reason", "+servers", "~share")
_WORST_FIRST = tuple(reversed(Risk))


def cost_section(fleet: FleetOverview) -> Markup:
    """Return the distribution of tokens over servers, then the most expensive servers."""
    servers = sorted(fleet.locked.values(), key=lambda each: (-(each.tokens or 0), each.server))
    if not servers:
        return section("cost", "Cost", element("p", "No server was locked yet.", class_="note"))
    total = fleet.last.tokens or 1
    rows = [
        element(
            "tr",
            element("th", theirs(each.server), scope="row"),
            number(each.tokens or 0),
            number(each.tokens or 0, f"{(each.tokens or 0) / total:.1%}"),
            number(each.tools or 0),
            _risk_cell(each),
        )
        for each in servers[:_MOST_SERVERS]
    ]
    return section("cost", "Cost", element("p", _distribution(servers)), table("Most tokens", _COSTS, rows))


def _distribution(servers: Sequence[Observation]) -> str:
    tokens = sorted(each.tokens or 0 for each in servers)
    words = f"Tokens of tool definitions of the last locks of {count(len(tokens), 'server')}: {sum(tokens):,} in all"
    if len(tokens) > 1:
        steps = quantiles(tokens, n=20, method="inclusive")
        words += f"; median {steps[9]:,.0f}, 95% of servers below {steps[18]:,.0f}"
    return f"{words}; at most {tokens[-1]:,}."


def _risk_cell(each: Observation) -> Markup:
    return element("td", risk_badge(each.risk)) if each.risk in tuple(Risk) else element("td")


def risk_section(fleet: FleetOverview) -> Markup:
    """Return the servers by the worst risk of their answers."""
    servers, tools = Counter[str](), Counter[str]()
    for each in fleet.locked.values():
        if each.risk:
            servers[each.risk] += 1
            tools[each.risk] += each.tools or 0
    total = servers.total() or 1
    rows = [
        element("tr", element("th", risk_badge(risk), scope="row"), number(servers[risk]), number(tools[risk]),
                _share_bar(servers[risk] / total, f"risk-{risk}"))
        for risk in _WORST_FIRST
        if servers[risk]
    ]  # fmt: skip
    words = "Servers by the worst risk that an answer of one of their tools is long, estimated from output schemas."
    return section("risk", "Risk", element("p", words), table("Servers by risk", _RISKS, rows))


def _share_bar(share: float, kind: str) -> Markup:
    rect = element("rect", width=f"{share:.2%}", height="100%", class_=kind)
    return element("td", element("svg", rect, class_="shares", aria_hidden="true", width="100%", height=12))


def families_section(fleet: FleetOverview) -> Markup:
    """Return the largest groups of servers with the same tools."""
    families = fleet.families
    if not families:
        return section("families", "Families", element("p", "No two servers have the same tools.", class_="note"))
    rows = [_family_row(each) for each in families[:_MOST_FAMILIES]]
    left = len(families) - len(rows)
    words = f"{count(sum(map(len, families)), 'server')} in {len(families):,} families have the same tools as another."
    more = element("p", f"and {left:,} smaller families", class_="note") if left else None
    return section("families", "Families", element("p", words), table("Largest families", _FAMILIES, rows), more)


def _family_row(members: Sequence[Observation]) -> Markup:
    first = members[0]
    names = [limited(each.server, LONGEST_NAME) for each in members[1:]]
    return element(
        "tr",
        element("th", theirs(first.server), scope="row"),
        number(len(members)),
        number(first.tools or 0),
        number(first.tokens or 0),
        _risk_cell(first),
        element("td", theirs(first_of(names, _MOST_NAMED))),
    )


def unseen_section(fleet: FleetOverview) -> Markup:
    """Return the servers that the last scan could not lock, by reason, then one by one."""
    unseen = fleet.unseen
    if not unseen:
        return section("unseen", "Unseen", element("p", "The last scan locked every server it asked.", class_="note"))
    reasons = Counter(each.reason or "unknown" for each in unseen)
    by_reason = [
        element("tr", element("th", reason, scope="row"), number(many), _share_bar(many / len(unseen), "mean"))
        for reason, many in reasons.most_common()
    ]
    longest = sorted(unseen, key=lambda each: (fleet.unseen_since.get(each.server, ""), each.server))
    left = len(longest) - _MOST_UNSEEN
    more = element("p", f"and {count(left, 'more server')}", class_="note") if left > 0 else None
    words = "An unseen server is not removed: its last lock stands for it until a scan locks it again."
    tables = (
        table("Unseen by reason", _REASONS, by_reason),
        table("Unseen servers", _UNSEEN, [*_unseen_rows(fleet, longest)]),
    )
    return section("unseen", "Unseen", element("p", words), *tables, more)


def _unseen_rows(fleet: FleetOverview, unseen: Sequence[Observation]) -> Iterator[Markup]:
    for each in unseen[:_MOST_UNSEEN]:
        last = fleet.locked.get(each.server)
        yield element(
            "tr",
            element("th", theirs(each.server), scope="row"),
            element("td", each.reason),
            element("td", fleet.unseen_since.get(each.server)),
            element("td", theirs(each.detail or "")),
            element("td", theirs(last.scan) if last else "never"),
        )
