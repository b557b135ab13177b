"""The changes by server and item, the worst first, with texts and schemas before and after."""

from __future__ import annotations

from collections.abc import Mapping
from difflib import SequenceMatcher
from itertools import zip_longest
from typing import TYPE_CHECKING

from govern.contract.json_text import pretty
from govern.lockfile.document import LockedItem
from govern.policy.approvals import Waiver
from govern.report.edits import after, before, edit_of, hard_to_follow, passages, shortened, texts_of, within
from govern.report.html.contents import place_after, place_before
from govern.report.html.markup import element, joined, section, severity_badge, standing_badge, text, theirs
from govern.report.terminal.recordings import recorded_lines, recorded_words
from govern.report.wording import (
    WORST_FIRST,
    ignored_standings,
    new_waivers,
    override_words,
    passed_words,
    standing_words,
    witness_words,
    worst_first,
)
from govern.rules.rule import Severity

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from govern.lockfile.document import Lock
    from govern.policy.approvals import Approval, Standing
    from govern.report.edits import Passage, TextSpan, ValueEdit
    from govern.report.html.contents import Catalogue, Contents, Place
    from govern.report.html.markup import Attribute, Markup
    from govern.rules.finding import Finding
    from govern.rules.rule import Rule
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
    unreachable = _unreachable_alert(verdict)
    waivers = standing_alert("New waivers", new_waivers(verdict))
    # Approvals without effect need no decision, so they stand below the changes.
    ignored = standing_alert("Ignored approvals", ignored_standings(verdict)[0])
    if not verdict.decided:
        note = element("p", f"No change from {verdict.old} to {verdict.new}.", class_="note theirs")
        return section("changes", "Changes", *unreachable, note, *waivers, *ignored)
    old, new = _items_by_place(contents.old), _items_by_place(contents.lock)
    servers: dict[str, list[Markup]] = {}
    for at, (place, decided) in enumerate(_by_item(verdict)):
        beside = list(_schemas_side_by_side(decided, place, old, new)) if at < _MOST_BESIDE else []
        group = _group(place, decided, beside, catalogue, opened=at < _MOST_OPEN)
        servers.setdefault(place[0], []).append(group)
    sections = (element("section", element("h3", theirs(name)), *groups) for name, groups in servers.items())
    above = (_filters(verdict), *unreachable, *waivers, *_recorded_alert(verdict))
    rules = {each.finding.rule.id: each.finding.rule for each in verdict.decided}
    return section("changes", "Changes", *above, *sections, *ignored, *map(rule_markup, rules.values()))


def _by_item(verdict: Verdict) -> list[tuple[Place, list[Decided]]]:
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
    places = [(place_before(each.finding.change), place_after(each.finding.change)) for each in decided]
    was = next((earlier for earlier, later in places if earlier != later), place)
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


def _recorded_alert(verdict: Verdict) -> Iterator[Markup]:
    first, *rest = recorded_lines(verdict.evidence) if verdict.evidence else ("",)
    if first:
        rows = element("ul", *(element("li", theirs(each)) for each in rest)) if rest else None
        yield element("div", element("h3", f"{first[0].upper()}{first[1:]}"), rows, class_="alert")


def _unreachable_alert(verdict: Verdict) -> Iterator[Markup]:
    if verdict.unseen:
        rows = (element("li", theirs(name), ": ", theirs(message)) for name, message in verdict.unseen)
        yield element("div", element("h3", "Unreachable servers"), element("ul", *rows), class_="alert")


def standing_alert(heading: str, standings: Sequence[Standing]) -> Iterator[Markup]:
    """Yield waivers or approvals below a heading, if there are any."""
    if standings:
        rows = (element("li", standing_words(each), class_="theirs") for each in standings)
        yield element("div", element("h3", heading), element("ul", *rows), class_="alert")


_MARKS = {"before": "-", "after": "+"}


def change_markup(decided: Decided) -> Markup:
    """Return an article, which can be linked to by the change's id."""
    finding, change = decided.finding, decided.finding.change
    head = element(
        "p",
        severity_badge(finding.severity),
        " ",
        element("strong", finding.message, class_="theirs"),
        class_="said",
    )
    return element(
        "article",
        head,
        *_value_markup(finding),
        *_witness(finding),
        *_notes(decided),
        _footer(decided),
        id=change.id,
        class_=f"change {finding.severity.value.lower()}{'' if decided.approved else ' waiting'}",
    )


def _value_markup(finding: Finding) -> Iterator[Markup]:
    texts, edit = texts_of(finding), edit_of(finding, whole=True)
    if texts:
        yield word_diff(*texts)
    elif edit:
        yield _edit(edit)


def _edit(edit: ValueEdit) -> Markup:
    lead = ": ".join(filter(None, (edit.place, edit.what)))
    sides = (("before", "del", edit.before), ("after", "ins", edit.after))
    values = [
        element("li", _side(side), element(name, value, class_="theirs"))
        for side, name, value in sides
        if value is not None
    ]
    return element("div", element("code", lead, class_="place"), element("ul", *values), class_="edit")


def _side(side: str) -> Markup:
    sign = element("span", _MARKS[side], aria_hidden="true", class_="sign")
    return element("span", sign, side, class_="side")


def _witness(finding: Finding) -> Iterator[Markup]:
    words, witness = witness_words(finding.change), finding.change.witness
    if not words or not witness:
        return
    label, effect = words
    example = pretty(shortened(witness.instance))
    if label == "example call":
        example = f"{finding.change.name}({example})"
    shown = element("pre", element("code", example), class_="theirs", tabindex=0, role="region", aria_label=label)
    arrow = element("span", "→", aria_hidden="true")
    end = element("p", arrow, f" {effect}", class_="fate theirs") if effect else None
    yield element("figure", element("figcaption", label.capitalize()), shown, end, class_="witness")


def _notes(decided: Decided) -> Iterator[Markup]:
    """Yield the recorded calls that a change affects, and the severity that policy sets."""
    for label, kind in ((recorded_words(decided), "recorded"), (override_words(decided.finding), "theirs note")):
        if label:
            yield element("p", label, class_=kind)


def _footer(decided: Decided) -> Markup:
    label = decided.missing or passed_words([decided])
    change, rule = decided.finding.change, decided.finding.rule
    line = element(
        "p",
        standing_badge(approved=decided.approved, label=label),
        element("button", rule.id, type="button", popovertarget=f"rule-{rule.id}"),
        element("a", change.id, href=f"#{change.id}"),
        element("code", change.pointer, class_="theirs") if change.pointer else None,
        class_="names",
    )
    given = element("ul", *(_approval_item(each) for each in decided.given)) if decided.given else None
    return element("footer", line, given)


def _approval_item(given: Approval | Waiver) -> Markup:
    lead = "waiver by " if isinstance(given, Waiver) else "by "
    end = f", until {given.until}" if given.until else ""
    return element("li", lead, theirs(given.by or "an unnamed person"), ": ", theirs(given.reason), end)


def rule_markup(rule: Rule) -> Markup:
    """Return the reason and remedy of a rule as a popover, shared by all its changes."""
    facts = {"why": rule.why, "remedy": rule.remedy, "more": f"govern explain {rule.id}"}
    lines = (element("div", element("dt", name), element("dd", label)) for name, label in facts.items())
    title = element("p", rule.title, class_="title")
    return element("div", title, element("dl", *lines), id=f"rule-{rule.id}", popover="auto", class_="rule")


_ELEMENTS = {"gone": "del", "come": "ins"}
_SPACES = str.maketrans({" ": "␠", "\n": "⏎\n", "\t": "⇥"})
_LONG = 1_200
_MOST_SHOWN = 200_000


def word_diff(old: str, new: str) -> Markup:
    """Return the changed passages; of a very long text only the first, with the number of characters left out."""
    found, left = within(passages(old, new), _MOST_SHOWN)
    shown = [_two_columns(each) if hard_to_follow(each) else _quoted(each, "what changed") for each in found]
    if left:
        shown.append(element("p", f"{left:,} more characters are not shown."))
    return joined(shown)


def _two_columns(passage: Passage) -> Markup:
    sides = (("before", before(passage)), ("after", after(passage)))
    columns = (element("div", element("p", name, class_="side"), _quoted(side, name)) for name, side in sides)
    return element("div", *columns, class_="apart")


def _quoted(spans: Iterable[TextSpan], what: str) -> Markup:
    held = list(spans)
    long = sum(len(span.text) for span in held) > _LONG
    scrolls: dict[str, Attribute] = {"tabindex": 0, "role": "region", "aria_label": what} if long else {}
    return element("blockquote", *_marked_words(held), class_="theirs words", dir="auto", **scrolls)


def _marked_words(spans: Iterable[TextSpan]) -> Iterator[Markup]:
    for span in spans:
        if span.how == "same":
            yield text(span.text)
        else:
            yield element(_ELEMENTS[span.how], span.text.translate(_SPACES) if span.text.isspace() else span.text)


_CONTEXT = 3
# Above this, difflib ignores very frequent lines: its time grows with the product of both lengths.
_MOST_PAIRS = 1_000_000
# Above this, the lines are not compared at all; most rows would not be shown in any case.
_MOST_PAIRS_AT_ALL = 400_000_000
_MOST_ROWS = 600
_HOW = {(True, True): "both", (True, False): "gone", (False, True): "come"}


def side_by_side(old: str, new: str, caption: str) -> Markup:
    """Return a table of two columns, line by line."""
    rows = list(_rows(old.split("\n"), new.split("\n")))
    shown = rows[:_MOST_ROWS]
    if len(rows) > len(shown):
        shown.append(_note(f"{len(rows) - len(shown):,} more lines are not shown"))
    head = element("tr", *(element("th", name, scope="col") for name in ("before", "after")))
    return element(
        "table",
        element("caption", caption),
        element("thead", head),
        element("tbody", *shown),
        class_="sides",
    )


def _rows(old: Sequence[str], new: Sequence[str]) -> Iterator[Markup]:
    blocks = _diff_blocks(old, new)
    for at, (op, a, b, c, d) in enumerate(blocks):
        if op == "equal":
            yield from _unchanged_rows(old[a:b], first=at == 0, last=at == len(blocks) - 1)
            continue
        for left, right in zip_longest(old[a:b], new[c:d]):
            yield _row(left, right, _HOW[left is not None, right is not None])


def _diff_blocks(old: Sequence[str], new: Sequence[str]) -> Sequence[tuple[str, int, int, int, int]]:
    if len(old) * len(new) > _MOST_PAIRS_AT_ALL:
        return [("replace", 0, len(old), 0, len(new))]
    return SequenceMatcher(None, old, new, autojunk=len(old) * len(new) > _MOST_PAIRS).get_opcodes()


def _unchanged_rows(lines: Sequence[str], *, first: bool, last: bool) -> Iterator[Markup]:
    head, tail = 0 if first else _CONTEXT, 0 if last else _CONTEXT
    if len(lines) <= head + tail + 1:
        yield from (_row(line, line, "same") for line in lines)
        return
    yield from (_row(line, line, "same") for line in lines[:head])
    yield _note(f"{len(lines) - head - tail:,} unchanged lines")
    yield from (_row(line, line, "same") for line in lines[len(lines) - tail :])


def _row(left: str | None, right: str | None, how: str) -> Markup:
    return element("tr", _cell(left, "old"), _cell(right, "new"), class_=how)


def _cell(line: str | None, side: str) -> Markup:
    return element("td", element("code", line) if line is not None else None, class_=side)


def _note(label: str) -> Markup:
    return element("tr", element("td", label, colspan=2), class_="folded")
