"""The changes between the last two scans of a fleet: by rule across servers, the worst first."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from govern.report.fleet_wording import member_words, server_count
from govern.report.groups import sections
from govern.report.html.change import change_markup, rule_markup
from govern.report.html.markup import element, joined, theirs
from govern.report.html.signs import number, section, severity_badge, standing_badge, table
from govern.report.terminal.page import count
from govern.report.wording import WORST_FIRST, ignored_standings, standing_words, worst_first

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from govern.fleet.overview import FleetOverview
    from govern.report.groups import Group
    from govern.report.html.markup import Markup
    from govern.verdict import Decided, Verdict

# The changes of one rule that are shown in full, and those of the whole page.
_MOST_OF_RULE = 20
_MOST_SHOWN = 500
_MOST_MEMBERS = 20
_MOST_SERVERS = 50
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
        *_standings(verdict),
        *map(rule_markup, rules.values()),
    )


def _rule_row(group: Group) -> Markup:
    finding, waiting = group[0].finding, not group[0].approved
    label = "needs approval" if waiting else "approved" if group[0].given else "not needed"
    return element(
        "tr",
        element("th", finding.rule.id, scope="row"),
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
    rows = [_alike_row(names, changes[names[0]]) for names in [*alike.values()][:_MOST_SERVERS]]
    left = len(changes) - sum(map(len, [*alike.values()][:_MOST_SERVERS]))
    more = element("p", f"and {count(left, 'more server')}", class_="note") if left else None
    return joined((table("Servers with the worst changes", _SERVERS, rows), more))


def _alike_row(names: Sequence[str], decided: Sequence[Decided]) -> Markup:
    numbers = Counter(each.finding.severity for each in decided)
    others = f" and {count(len(names) - 1, 'other')} of its family" if len(names) > 1 else None
    return element(
        "tr",
        element("th", theirs(names[0]), others, scope="row"),
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
    item = joined((change.kind, theirs(change.name)), " ") if change.name else "the server itself"
    members = element("span", "; ", theirs(member_words(each, _MOST_MEMBERS))) if each.members else None
    return element("p", theirs(change.server), ", ", item, members, class_="note")


def _standings(verdict: Verdict) -> Iterator[Markup]:
    ignored, _ = ignored_standings(verdict)
    if ignored:
        rows = (element("li", standing_words(each), class_="theirs") for each in ignored[:_MOST_STANDINGS])
        yield element("div", element("h3", "Ignored approvals"), element("ul", *rows), class_="alert")
