"""The page of `govern fleet report`: one file without scripts, in the look of `govern report`."""

from __future__ import annotations

from collections import Counter
from statistics import quantiles
from typing import TYPE_CHECKING

from govern import __version__
from govern.contract.surface import KINDS
from govern.economics.assess import Risk
from govern.fleet.objects import public_url
from govern.report.groups import sections
from govern.report.html.changes import change_markup, rule_markup, standing_alert
from govern.report.html.chart import history_picture
from govern.report.html.contents import LockCommit
from govern.report.html.markup import (
    element,
    joined,
    named_row,
    number,
    risk_badge,
    section,
    severity_badge,
    standing_badge,
    table,
    theirs,
)
from govern.report.html.page import banner, figure, footer, head
from govern.report.terminal.page import LONGEST_NAME, count, first_of, limited
from govern.report.wording import (
    NO_NAME,
    WORST_FIRST,
    fleet_headline,
    ignored_standings,
    member_words,
    server_count,
    worst_first,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from govern.fleet.observation import Observation
    from govern.fleet.results import FleetOverview, ScanNumbers
    from govern.report.groups import Group
    from govern.report.html.markup import Markup
    from govern.verdict import Decided, Verdict

_SECTIONS = {
    "overview": "Overview",
    "changes": "Changes",
    "history": "History",
    "cost": "Cost",
    "risk": "Risk",
    "families": "Families",
    "unseen": "Unseen",
}
_SCAN_COLUMNS = (
    "scan", "+locked", "+unseen", "+not asked", "+changed", "+new", *(f"+{each}" for each in WORST_FIRST), "+tools",
    "+tokens",
)  # fmt: skip


def fleet_html(fleet: FleetOverview) -> Iterator[str]:
    """Yield the page in pieces."""
    title = f"{public_url(fleet.store)} · govern fleet report"
    yield f'<!DOCTYPE html>\n<html lang="en">{head(title)}<body>'
    yield element("a", "Skip to the report", href="#overview", class_="skip")
    yield _header(fleet)
    links = (element("li", element("a", name, href=f"#{key}")) for key, name in _SECTIONS.items())
    yield element("nav", element("ul", *links), aria_label="Sections")
    yield "<main>"
    yield _overview(fleet)
    yield fleet_changes_section(fleet)
    yield _history(fleet)
    yield cost_section(fleet)
    yield risk_section(fleet)
    yield families_section(fleet)
    yield unseen_section(fleet)
    made = f"Generated on {fleet.made.isoformat()} by govern {__version__}. It loads nothing and runs no script."
    yield f"</main>{footer(made)}</body></html>\n"


def _header(fleet: FleetOverview) -> Markup:
    pair = fleet.last
    sides = joined((theirs(pair.old), theirs(pair.new)), " → ") if pair.old else theirs(pair.new)
    return element(
        "header",
        element("p", "govern fleet report", class_="brand"),
        element("h1", theirs(public_url(fleet.store))),
        element("p", sides, class_="compared"),
    )


def _overview(fleet: FleetOverview) -> Markup:
    pair, tools, tokens = fleet.last, fleet.last.tools, fleet.last.tokens
    before = fleet.scans[-2] if len(fleet.scans) > 1 else None
    servers = pair.locked + pair.unseen_count + len(pair.not_asked)
    grouped = sum(map(len, fleet.families))
    figures = (
        figure("Servers", f"{servers:,}", f"{pair.locked:,} locked in the last scan"),
        figure("Changed", f"{len(pair.changed) - pair.added:,}", f"{pair.added:,} locked for the first time"),
        figure("Unseen", f"{pair.unseen_count:,}", f"{len(pair.not_asked):,} not asked"),
        figure("Tools", f"{tools:,}", _growth(tools, before.tools if before else None)),
        figure("Tokens of definitions", f"{tokens:,}", _growth(tokens, before.tokens if before else None)),
        figure("Families", f"{len(fleet.families):,}", f"{grouped:,} servers share their tools with another"),
    )
    return section("overview", "Overview", _banner(fleet), element("dl", *figures, class_="figures"), *_flapping(fleet))


def _banner(fleet: FleetOverview) -> Markup:
    if fleet.diff is None:
        return element("p", "There is one finished scan, so there is nothing to compare yet.", class_="note")
    return banner(fleet.diff.verdict, fleet_headline(fleet.diff).partition(": ")[2])


def _growth(now: int, was: int | None) -> str:
    if was is None:
        return ""
    return f"{now - was:+,} since the scan before" if now != was else "unchanged"


def _flapping(fleet: FleetOverview) -> Iterator[Markup]:
    flapping = fleet.last.flapping
    if flapping:
        worst = sorted(flapping.items(), key=lambda each: (-each[1], each[0]))[:_MOST_FLAPPING]
        rows = (element("li", theirs(name), f": {count(many, 'change')} of state") for name, many in worst)
        left = len(flapping) - len(worst)
        more = element("p", f"and {count(left, 'more server')}", class_="note") if left else None
        heading = element("h3", f"Flapping within a week: {count(len(flapping), 'server')}")
        yield element("div", heading, element("ul", *rows), more, class_="alert")


_MOST_FLAPPING = 10


def _history(fleet: FleetOverview) -> Markup:
    earlier = f" {fleet.earlier:,} earlier scans are left out." if fleet.earlier else ""
    first, last = fleet.scans[0], fleet.scans[-1]
    drift = sum(sum(each.changes.values()) for each in fleet.scans)
    words = (
        f"{count(len(fleet.scans), 'scan')} from {first.started:%Y-%m-%d} to {last.started:%Y-%m-%d}: "
        f"{count(drift, 'change')} of contracts.{earlier}"
    )
    rows = [_scan_row(each) for each in reversed(fleet.scans)]
    picture = history_picture([_as_step(each) for each in fleet.scans], "scan")
    return section("history", "History", element("p", words), picture, table("Scans", _SCAN_COLUMNS, rows))


def _as_step(scan: ScanNumbers) -> LockCommit:
    changed = f"{count(scan.changed, 'server')} changed"
    tools, tokens = ({"all servers": number} for number in (scan.tools, scan.tokens))
    return LockCommit(scan.scan, scan.started, changed, (), tools=tools, tokens=tokens, changes=scan.changes)


def _scan_row(scan: ScanNumbers) -> Markup:
    numbers = (scan.locked, scan.unseen, scan.not_asked, scan.changed - scan.added, scan.added)
    severities = (scan.changes.get(severity, 0) for severity in WORST_FIRST)
    cells = map(number, (*numbers, *severities, scan.tools, scan.tokens))
    return named_row(theirs(scan.scan), *cells)


# The changes of one rule that are shown in full, and those of the whole page.
_MOST_OF_RULE = 20
_MOST_SHOWN = 500
_MOST_MEMBERS = 20
_MOST_CHANGED = 50
_MOST_STANDINGS = 50
_RULES = ("rule", "severity", "+changes", "+servers", "approval")
_SERVERS = ("server", "+servers", *(f"+{each}" for each in WORST_FIRST), "+unapproved")


def fleet_changes_section(fleet: FleetOverview) -> Markup:
    """Return the changes by rule, then by server, then each in full as far as there is room."""
    if fleet.diff is None or not fleet.diff.verdict.decided:
        words = "No change between the last two scans." if fleet.diff else "Nothing to compare with: there is one scan."
        return section("changes", "Changes", element("p", words, class_="note"))
    verdict = fleet.diff.verdict
    groups = [group for _, _, found in sections([*worst_first(verdict.decided)], across=True) for group in found]
    rules = {each.finding.rule.id: each.finding.rule for each in verdict.decided}
    return section(
        "changes",
        "Changes",
        table("Changes by rule", _RULES, [_rule_row(group) for group in groups]),
        _servers_table(verdict),
        element("h3", "In full"),
        *_in_full(groups),
        *standing_alert("Ignored approvals", ignored_standings(verdict)[0][:_MOST_STANDINGS]),
        *map(rule_markup, rules.values()),
    )


def _rule_row(group: Group) -> Markup:
    finding, waiting = group[0].finding, not group[0].approved
    label = "needs approval" if waiting else "approved" if group[0].given else "not needed"
    return named_row(
        finding.rule.id,
        element("td", severity_badge(finding.severity)),
        number(sum(len(each.findings) for each in group)),
        number(server_count(group)),
        element("td", standing_badge(approved=not waiting, label=label)),
    )


def _servers_table(verdict: Verdict) -> Markup:
    """Return the servers with the worst changes, those with the same changes in one row; the others are counted."""
    changes: dict[str, list[Decided]] = {}
    for each in worst_first(verdict.decided):
        for finding in each.findings:
            changes.setdefault(finding.change.server, []).append(each)
    alike: dict[tuple[int, ...], list[str]] = {}
    for server, decided in changes.items():
        alike.setdefault(tuple(map(id, decided)), []).append(server)
    rows = [_alike_row(names, changes[names[0]]) for names in [*alike.values()][:_MOST_CHANGED]]
    left = len(changes) - sum(map(len, [*alike.values()][:_MOST_CHANGED]))
    more = element("p", f"and {count(left, 'more server')}", class_="note") if left else None
    return joined((table("Servers with the worst changes", _SERVERS, rows), more))


def _alike_row(names: Sequence[str], decided: Sequence[Decided]) -> Markup:
    numbers = Counter(each.finding.severity for each in decided)
    others = f" and {count(len(names) - 1, 'other')} of its family" if len(names) > 1 else None
    return named_row(
        joined((theirs(names[0]), others)),
        number(len(names)),
        *(number(numbers[severity]) for severity in WORST_FIRST),
        number(sum(not each.approved for each in decided)),
    )


def _in_full(groups: Sequence[Group]) -> Iterator[Markup]:
    room = _MOST_SHOWN
    for at, group in enumerate(groups):
        kept = group[: min(_MOST_OF_RULE, room)]
        room -= len(kept)
        yield _group(group, kept, opened=at == 0)


def _group(group: Group, kept: Sequence[Decided], *, opened: bool) -> Markup:
    finding, left = group[0].finding, len(group) - len(kept)
    numbers = f"{count(len(group), 'change')} in {count(server_count(group), 'server')}"
    head = element(
        "summary",
        element("h4", finding.rule.id),
        element("span", severity_badge(finding.severity), numbers, class_="counts"),
    )
    more = element("p", f"and {count(left, 'more change')}; `govern fleet diff --verbose` lists all", class_="note")
    shown = (part for each in kept for part in (_place(each), change_markup(each)))
    return element("details", head, *shown, more if left else None, class_="item", open=opened)


def _place(each: Decided) -> Markup:
    """Return where a change is, with the other servers of the family in which it is the same."""
    change = each.finding.change
    item = joined((change.kind, theirs(change.name or NO_NAME)), " ") if change.kind in KINDS else "the server itself"
    members = element("span", "; ", theirs(member_words(each, _MOST_MEMBERS))) if each.members else None
    return element("p", theirs(change.server), ", ", item, members, class_="note")


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
        named_row(
            theirs(each.server),
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
        named_row(risk_badge(risk), number(servers[risk]), number(tools[risk]),
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
    return named_row(
        theirs(first.server),
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
        named_row(reason, number(many), _share_bar(many / len(unseen), "mean"))
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
        yield named_row(
            theirs(each.server),
            element("td", each.reason),
            element("td", fleet.unseen_since.get(each.server)),
            element("td", theirs(each.detail or "")),
            element("td", theirs(last.scan) if last else "never"),
        )
