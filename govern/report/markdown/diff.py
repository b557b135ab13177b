"""The `diff`, `gate` and `fleet diff` reports in Markdown, for a comment or a job summary: as many changes as fit."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from govern.contract.characters import visible
from govern.contract.surface import KINDS
from govern.report.edits import json_line, passages, shortened, within
from govern.report.formats import Detail
from govern.report.groups import (
    MOST_NAMES,
    DetailBlock,
    alike,
    heading,
    is_listed,
    item_words,
    rule_counts,
    sections,
    server_name,
    server_rows,
)
from govern.report.markdown.elements import cell, code, fenced, folded, table
from govern.report.terminal.finding import fact_of
from govern.report.terminal.page import Page, clipped, count
from govern.report.terminal.recordings import recorded_lines, recorded_words
from govern.report.wording import (
    WORST_FIRST,
    approval_words,
    approve_step,
    check_state,
    fleet_headline,
    fleet_rows,
    gate_headline,
    gate_steps,
    headline,
    ignored_standings,
    member_words,
    new_waivers,
    next_step,
    override_words,
    review_step,
    severity_counts,
    standing_words,
    verdict_state,
    witness_words,
    worst_first,
)
from govern.rules.rule import Severity

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from govern.fleet.judging import FleetDiff
    from govern.gate.release import CheckLine, Gate
    from govern.report.edits import TextSpan
    from govern.report.groups import Group, Section
    from govern.rules.finding import Finding
    from govern.verdict import Verdict

# Bots find their earlier comment by this line and update it.
MARKER = "<!-- govern diff -->"
_MOST_STANDINGS = 20
_LONGEST_SENTENCE = 1_000


def diff_markdown(verdict: Verdict) -> str:
    """Return a diff: verdict, servers in numbers, then groups of changes. What does not fit is counted, never cut."""
    lines = [
        MARKER,
        f"## govern diff: {verdict_state(verdict)}",
        "",
        code(headline(verdict), _LONGEST_SENTENCE),
        "",
        *server_table(verdict),
    ]
    lines += [*standing_lines(verdict), *_unsigned_lines(verdict), *_recorded_lines(verdict)]
    step = next_step(verdict)
    if step:
        lines += ["Once reviewed:", "", *fenced(step, "sh"), ""]
    return "\n".join([*lines, *changes_markdown(verdict, lines)])


def _recorded_lines(verdict: Verdict) -> Iterator[str]:
    for at, line in enumerate(recorded_lines(verdict.evidence)):
        yield f"- {code(line, _LONGEST_SENTENCE)}" if at else f"{line[0].upper()}{line[1:]}."
        yield from () if at else ("",)
    if verdict.evidence:
        yield ""


def _unsigned_lines(verdict: Verdict) -> Iterator[str]:
    if verdict.unsigned:
        yield from ("Signatures required by policy:", "")
        yield from (f"- {code(each, _LONGEST_SENTENCE)}" for each in verdict.unsigned)
        yield ""


def standing_lines(verdict: Verdict) -> Iterator[str]:
    """Yield the new waivers and the approvals that do not count."""
    ignored, unneeded = ignored_standings(verdict)
    for title, standings in (("New waivers", new_waivers(verdict)), ("Ignored approvals", ignored)):
        if not standings:
            continue
        yield from (f"{title}:", "")
        for standing in standings[:_MOST_STANDINGS]:
            yield f"- {code(standing_words(standing), _LONGEST_SENTENCE)}"
        more = len(standings) - _MOST_STANDINGS
        if more > 0:
            yield f"- and {more:,} more"
        yield ""
    if unneeded:
        yield from (f"{unneeded}.", "")


# Bots find their earlier comment by this line and update it.
GATE_MARKER = "<!-- govern gate -->"
_MOST_DETAILS = 8
_LONGEST_REASON = 400


def gate_markdown(gate: Gate) -> str:
    """Return the result of a gate: each check, the next steps and the changes, short enough for a comment."""
    lines = [GATE_MARKER, f"## govern gate: {gate.outcome}", "", code(gate_headline(gate), _LONGEST_REASON), ""]
    rows = []
    for line in gate.lines:
        state = f"**{line.state}**" if line.state in ("failed", "warning") else check_state(line.state)
        rows.append((line.check, state, cell(line.message, _LONGEST_REASON)))
    lines += [*table(("check", "state", "why"), rows), ""]
    for line in gate.lines:
        if line.details and line.state != "ok":
            lines += folded(f"{line.check}: {check_state(line.state)}", _check_details(line))
    steps = gate_steps(gate)
    lines += ["Once reviewed:", ""] if steps else []
    for step in steps:
        lines += [*fenced(step, "sh" if step.startswith("govern ") else "text"), ""]
    lines += server_table(gate.verdict)
    return "\n".join([*lines, *changes_markdown(gate.verdict, lines, "gate")])


def _check_details(line: CheckLine) -> Iterator[str]:
    for detail in line.details[:_MOST_DETAILS]:
        yield f"- {code(detail, _LONGEST_REASON)}"
    if len(line.details) > _MOST_DETAILS:
        yield f"- and {len(line.details) - _MOST_DETAILS:,} more"


# GitHub accepts 65,536 characters; the rest is for the line about changes that are not shown.
_MOST = 64_000
_LONGEST_NAME = 120
_LONGEST_WITNESS = 300
_LONGEST_TEXT = 4_000
_MOST_SERVERS = 20
# What breaks a caller is named, up to this many names in one group.
_MOST_BREAKING_NAMES = 100
# More details than this of one group are folded.
_MOST_OPEN = 4
_LISTED = Detail(approved=True)
_PAGE = Page(width=300, wraps=False)
_PLAIN = ("needs approval", "no approval needed")
_SPACES = str.maketrans({" ": "␠", "\n": "⏎", "\t": "⇥"})


def server_table(verdict: Verdict) -> list[str]:
    """Return the changed servers in numbers: changes, missing approvals, and the cost of their definitions."""
    rows = server_rows(verdict)
    if not rows:
        return []
    cells = (
        (cell(row.server, _LONGEST_NAME), row.counts, f"{row.need:,}" if row.need else "", row.size)
        for row in rows[:_MOST_SERVERS]
    )
    more = len(rows) - _MOST_SERVERS
    lines = [*table(("server", "changes", "+need approval", "definitions"), cells), ""]
    return [*lines, f"and {count(more, 'more server')}", ""] if more > 0 else lines


def changes_markdown(verdict: Verdict, above: Sequence[str], verb: str = "diff") -> list[str]:
    """Return the changes in groups, as many as fit into a comment below the lines above them."""
    listed = [each for each in worst_first(verdict.decided) if is_listed(each, verdict, _LISTED)]
    counted = [*_counted_lines(verdict)]
    found = [*sections([each for each in listed if _is_detailed(each.finding, approved=each.approved)])]
    heads, omitted, room = _heads(found, _MOST - utf16_length([*above, *counted]))
    lines: list[str] = []
    for section, number, groups in found:
        kept = [(group, heads[id(group)]) for group in groups if id(group) in heads]
        entries: list[str] = []
        for group, head in kept:
            details, shown = _fitting([*_blocks(group)], room)
            room -= utf16_length(details)
            omitted[section.severity] += len(group) - shown
            entries += [*head, *details]
        lines += _section_lines(section, number, entries) if entries else []
    return [*lines, *counted, *_omitted_lines(omitted, verb)]


def _is_detailed(finding: Finding, *, approved: bool) -> bool:
    return not approved or finding.severity is not Severity.SAFE


def _counted_lines(verdict: Verdict) -> Iterator[str]:
    """Yield the numbers of the changes that are not listed, by severity and rule."""
    for severity in WORST_FIRST:
        left = [
            each
            for each in verdict.decided
            if each.finding.severity is severity
            and not (is_listed(each, verdict, _LISTED) and _is_detailed(each.finding, approved=each.approved))
        ]
        if left:
            yield from (f"{severity}: {count(len(left), 'change')}, no approval needed: {rule_counts(left)}", "")


def _heads(
    found: Sequence[tuple[Section, int, list[Group]]], room: int
) -> tuple[dict[int, list[str]], Counter[Severity], int]:
    """Return the first lines of the groups that fit, the changes of those that do not, and the room that is left."""
    heads: dict[int, list[str]] = {}
    omitted = Counter[Severity]()
    for section, number, groups in found:
        room -= utf16_length(_section_lines(section, number, []))
        for group in groups:
            lines = [_head_line(group), *_note_lines(group)]
            length = utf16_length(lines)
            if length > room:
                omitted[section.severity] += len(group)
                continue
            heads[id(group)] = lines
            room -= length
    return heads, omitted, room


def _section_lines(section: Section, number: int, entries: Sequence[str]) -> list[str]:
    opened = " open" if section.state == "open" else ""
    return [f"<details{opened}><summary>{heading(section, number)}</summary>", "", *entries, "", "</details>", ""]


def _head_line(group: Group) -> str:
    """Return rule, place and what happened; for a single change with its id, otherwise with the names of its items."""
    finding, change = group[0].finding, group[0].finding.change
    if len(group) == 1:
        item = f" {change.kind} {_name(change.name)}" if change.kind in KINDS else ""
        server = change.name if change.kind == "policy" else server_name(change)
        fact = code(fact_of(finding, _PAGE), _LONGEST_SENTENCE)
        return f"- **`{finding.rule.id}`** `{change.id}` **{_name(server)}**{item}: {fact}"
    facts = {fact_of(each.finding, _PAGE) for each in group}
    fact = code(facts.pop(), _LONGEST_SENTENCE) if len(facts) == 1 else f"{len(group):,} changes"
    return f"- **`{finding.rule.id}`** **{_name(change.server)}**: {fact}{_items(group)}"


def _name(text: str) -> str:
    return code(text, _LONGEST_NAME)


def _items(group: Group) -> str:
    breaks = group[0].finding.severity is Severity.BREAKING
    return item_words(group, _MOST_BREAKING_NAMES if breaks else MOST_NAMES, _name)


def _note_lines(group: Group) -> Iterator[str]:
    """Yield what is the same for the whole group: approvals, the severity set by policy, and recorded calls."""
    decided = group[0]
    status = approval_words(decided)
    if status not in _PLAIN:
        words = code(status, _LONGEST_SENTENCE)
        yield f"  - {words if decided.approved else f'**{words}**'}"
    override = override_words(decided.finding)
    if override:
        yield f"  - {code(override, _LONGEST_SENTENCE)}"
    recorded = recorded_words(decided)
    if recorded:
        yield f"  - **{recorded}**" if decided.recorded and decided.recorded.hits else f"  - {recorded}"
    members = next((each for each in group if each.members), None)
    if members:
        yield f"  - {code(member_words(members, MOST_NAMES), _LONGEST_SENTENCE)}"


def _blocks(group: Group) -> Iterator[DetailBlock]:
    """Yield the details of a group: what happened to which items, the changed texts and an example."""
    found = alike(group, _PAGE)
    is_said = len({fact for fact, _, _ in found}) == 1
    for fact, texts, those in found:
        passed = " … ".join(_passage_lines(*texts)) if texts else ""
        example = _witness_line(those[0].finding)
        if len(found) == 1:
            yield DetailBlock(
                len(group), [*([f"  > {passed}"] if passed else []), *([f"  - {example}"] if example else [])]
            )
            continue
        words = ": ".join(filter(None, (_fact_line("" if is_said else fact, those), passed)))
        yield DetailBlock(len(those), [f"  - {words}{f'; {example}' if example else ''}"])


def _fact_line(fact: str, those: Group) -> str:
    change = those[0].finding.change
    said = code(fact, _LONGEST_SENTENCE) if fact else ""
    if len(those) > 1:
        return f"{said}{_items(those)}" if said else _items(those).removeprefix(" in ")
    return f"`{change.id}` {': '.join(filter(None, (change.name and _name(change.name), said)))}"


def _fitting(blocks: Sequence[DetailBlock], room: int) -> tuple[list[str], int]:
    """Return the lines of the blocks that fit, folded if they are many, and how many changes they are about."""
    folds = len(blocks) > _MOST_OPEN
    kept: list[DetailBlock] = []
    room -= utf16_length(_folded([], 1_000_000)) if folds else 0
    for block in blocks:
        room -= utf16_length(block.lines)
        if room < 0:
            break
        kept.append(block)
    changes = sum(block.changes for block in kept)
    lines = [line for block in kept for line in block.lines]
    return _folded(lines, changes) if folds and lines else lines, changes


def _folded(lines: Sequence[str], changes: int) -> list[str]:
    return ["", f"  <details><summary>{count(changes, 'change')}</summary>", "", *lines, "", "  </details>", ""]


def _passage_lines(old: str, new: str) -> Iterator[str]:
    """Yield the changed passages up to a limit, and the number of characters left out."""
    kept, left = within(passages(old, new), _LONGEST_TEXT)
    for passage in kept:
        yield " ".join(filter(None, map(_marked_span, passage)))
    if left:
        yield f"{left:,} more characters are not shown."


def _marked_span(span: TextSpan) -> str:
    text = span.text.translate(_SPACES) if span.how != "same" and span.text.isspace() else span.text
    if not text.strip():
        return ""
    mark = {"same": "", "gone": "~~", "come": "**"}[span.how]
    return f"{mark}{code(text)}{mark}"


def _witness_line(finding: Finding) -> str:
    words, witness = witness_words(finding.change), finding.change.witness
    if not words or not witness:
        return ""
    label, effect = words
    instance = code(clipped(visible(json_line(shortened(witness.instance))), _LONGEST_WITNESS))
    return f"{label} {instance}{f': {code(effect, _LONGEST_SENTENCE)}' if effect else ''}"


def _omitted_lines(omitted: Counter[Severity], verb: str) -> Iterator[str]:
    if omitted.total():
        listed = severity_counts(omitted)
        yield from (
            f"**{omitted.total():,} changes are not shown in full ({listed}); `govern {verb} --verbose` shows all.**",
            "",
        )


def utf16_length(lines: Sequence[str]) -> int:
    """Return the length as GitHub counts it: in UTF-16, with line ends."""
    return sum(len(line.encode("utf-16-le", "replace")) // 2 + 1 for line in lines)


# Bots find their earlier comment by this line and update it.
FLEET_MARKER = "<!-- govern fleet diff -->"


def fleet_diff_markdown(diff: FleetDiff) -> str:
    """Return the verdict, the fleet in numbers, then groups of changes, as many as fit into a comment."""
    verdict = diff.verdict
    title = f"## govern fleet diff: {verdict_state(verdict)}"
    lines = [FLEET_MARKER, title, "", code(fleet_headline(diff), _LONGEST_SENTENCE), ""]
    rows = ((heading, cell(words, _LONGEST_SENTENCE)) for heading, words in fleet_rows(diff.pair))
    lines += [
        *table(("the whole fleet" if verdict.only else "fleet", ""), rows),
        "",
        *server_table(verdict),
        *standing_lines(verdict),
    ]
    if verdict.unapproved:
        for why, step in (("review", review_step(diff)), ("approve", approve_step(diff))):
            lines += [f"To {why} the worst change:", "", *fenced(step, "sh"), ""]
    return "\n".join([*lines, *changes_markdown(verdict, lines, "fleet diff")])
