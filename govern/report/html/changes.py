"""The changes by server and item, the worst first, with an item's schemas side by side."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from govern.lockfile.document import LockedItem
from govern.report.html.change import change_markup, rule_markup
from govern.report.html.contents import place_after, place_before
from govern.report.html.markup import element, joined, text, theirs
from govern.report.html.signs import section, severity_badge, standing_badge
from govern.report.html.text_diff import side_by_side
from govern.report.recordings import recorded_lines
from govern.report.wording import WORST_FIRST, ignored_standings, new_waivers, passed_words, standing_words, worst_first
from govern.rules.rule import Severity

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from govern.lockfile.document import Lock
    from govern.policy.approvals import Standing
    from govern.report.html.catalogue import Catalogue
    from govern.report.html.contents import Contents, Place
    from govern.report.html.markup import Markup
    from govern.verdict import Decided, Verdict

# The number of items that are initially open, and of those whose schemas are shown side by side.
_MOST_OPEN = 30
_MOST_BESIDE = 500
_PARTS = ("input", "output", "arguments", "hints")

Items = Mapping[tuple[str, str, str], LockedItem]


def changes_section(contents: Contents, catalogue: Catalogue) -> Markup:
    """Return every change of the verdict."""
    verdict = contents.verdict
    if verdict is None:
        return section("changes", "Changes", element("p", contents.why_no_verdict, class_="note"))
    if not verdict.decided:
        return section(
            "changes",
            "Changes",
            *_unreachable_alert(verdict),
            _no_change_note(verdict),
            *_new_waivers(verdict),
            *_ignored_approvals(verdict),
        )
    old, new = _items_by_place(contents.old), _items_by_place(contents.lock)
    servers: dict[str, list[Markup]] = {}
    for at, (place, decided) in enumerate(_by_item(verdict)):
        beside = list(_schemas_side_by_side(decided, place, old, new)) if at < _MOST_BESIDE else []
        group = _group(place, decided, beside, catalogue, opened=at < _MOST_OPEN)
        servers.setdefault(place[0], []).append(group)
    sections = (element("section", element("h3", theirs(name)), *groups) for name, groups in servers.items())
    above = (_filters(verdict), *_unreachable_alert(verdict), *_new_waivers(verdict), *_recorded_alert(verdict))
    rules = {each.finding.rule.id: each.finding.rule for each in verdict.decided}
    below = (*_ignored_approvals(verdict), *map(rule_markup, rules.values()))
    return section("changes", "Changes", *above, *sections, *below)


def _by_item(verdict: Verdict) -> list[tuple[Place, list[Decided]]]:
    """Group changes by item, the item with the worst change first."""
    groups: dict[Place, list[Decided]] = {}
    for each in worst_first(verdict.decided):
        groups.setdefault(place_after(each.finding.change), []).append(each)
    return list(groups.items())


def _items_by_place(lock: Lock | None) -> Items:
    """Return items by place; of several with one name, the first."""
    servers = lock.servers if lock else ()
    return {(server.name, item.kind.name, item.key): item for server in servers for item in reversed(server.items)}


def _group(
    place: Place, decided: Sequence[Decided], beside: Sequence[Markup], catalogue: Catalogue, *, opened: bool
) -> Markup:
    _, kind, name = place
    address = catalogue.address(place)
    title = joined((kind, theirs(name)), " ") if name else text("the server itself")
    counts = (
        severity_badge(severity, number)
        for severity in WORST_FIRST
        if (number := sum(1 for each in decided if each.finding.severity is severity))
    )
    waiting = sum(1 for each in decided if not each.approved)
    label = f"{waiting:,} unapproved" if waiting else passed_words(decided)
    # Items with only SAFE changes stay closed.
    opened = opened and any(each.finding.severity is not WORST_FIRST[-1] or not each.approved for each in decided)
    return element(
        "details",
        element(
            "summary",
            element("h4", title),
            element("span", *counts, standing_badge(approved=not waiting, label=label), class_="counts"),
        ),
        *_changes_of(decided),
        *beside,
        element("p", element("a", "Full definition", href=address), class_="more") if address else None,
        class_="item",
        open=opened,
    )


def _changes_of(decided: Sequence[Decided]) -> Iterator[Markup]:
    """Yield the changes of an item; SAFE ones of one rule that need no approval are closed behind their number."""
    safe: dict[str, list[Decided]] = {}
    for each in decided:
        if each.approved and each.finding.severity is Severity.SAFE:
            safe.setdefault(each.finding.rule.id, []).append(each)
        else:
            yield change_markup(each)
    for rule, those in safe.items():
        if len(those) == 1:
            yield change_markup(those[0])
        else:
            summary = element("summary", f"{len(those):,} {rule}")
            yield element("details", summary, *map(change_markup, those), class_="beside alike")


def _schemas_side_by_side(decided: Sequence[Decided], place: Place, old: Items, new: Items) -> Iterator[Markup]:
    was = next((place_before(each.finding.change) for each in decided if _was_moved(each)), place)
    before, after = old.get(was), new.get(place)
    if before is None or after is None:
        return
    for part in _PARTS:
        left, right = before.blocks.get(part, ""), after.blocks.get(part, "")
        if left != right:
            yield element(
                "details",
                element("summary", f"{part} side by side"),
                side_by_side(left, right, f"{part} of {place[2]}"),
                class_="beside",
            )


def _was_moved(decided: Decided) -> bool:
    return place_before(decided.finding.change) != place_after(decided.finding.change)


def _filters(verdict: Verdict) -> Markup:
    """Return the filters, hidden until the script makes them work."""
    boxes = (
        element(
            "label",
            element("input", type="checkbox", name="severity", checked=True, value=severity.value.lower()),
            severity_badge(severity, verdict.count(severity)),
        )
        for severity in WORST_FIRST
    )
    waiting = element("label", element("input", type="checkbox", name="waiting", value="waiting"), "Only unapproved")
    expand = element("button", "Open all", type="button", data_do="expand")
    return element("div", *boxes, waiting, expand, id="filters", role="group", aria_label="Show changes", hidden=True)


def _no_change_note(verdict: Verdict) -> Markup:
    return element("p", f"No change from {verdict.old} to {verdict.new}.", class_="note theirs")


def _recorded_alert(verdict: Verdict) -> Iterator[Markup]:
    first, *rest = recorded_lines(verdict.evidence) if verdict.evidence else ("",)
    if first:
        rows = element("ul", *(element("li", theirs(each)) for each in rest)) if rest else None
        yield element("div", element("h3", f"{first[0].upper()}{first[1:]}"), rows, class_="alert")


def _unreachable_alert(verdict: Verdict) -> Iterator[Markup]:
    if verdict.unseen:
        rows = (element("li", theirs(name), ": ", theirs(message)) for name, message in verdict.unseen)
        yield element("div", element("h3", "Unreachable servers"), element("ul", *rows), class_="alert")


def _new_waivers(verdict: Verdict) -> Iterator[Markup]:
    yield from _standing_alert("New waivers", new_waivers(verdict))


def _ignored_approvals(verdict: Verdict) -> Iterator[Markup]:
    """Yield the approvals without effect, below the changes since they need no decision."""
    ignored, _ = ignored_standings(verdict)
    yield from _standing_alert("Ignored approvals", ignored)


def _standing_alert(heading: str, standings: Sequence[Standing]) -> Iterator[Markup]:
    if standings:
        rows = (element("li", standing_words(each), class_="theirs") for each in standings)
        yield element("div", element("h3", heading), element("ul", *rows), class_="alert")
