"""The changes of a verdict on a terminal: the servers in numbers, then groups of changes, the worst first."""

from __future__ import annotations

from collections import Counter
from itertools import groupby, islice
from typing import TYPE_CHECKING, NamedTuple

from govern.report.edits import texts_of
from govern.report.formats import BRIEF
from govern.report.terminal.finding import TONES, detail_lines, fact_of, recorded_words
from govern.report.terminal.page import FURTHER, clipped, count, flowed, name_of, shown, width_of
from govern.report.wording import WORST_FIRST, approval_words, is_told_first, item_of, override_words, worst_first
from govern.rules.rule import Severity

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from govern.facts.change import Change
    from govern.lockfile.sizes import ContractSize, ServerSize
    from govern.report.formats import Detail
    from govern.report.terminal.page import Page, Piece
    from govern.verdict import Decided, Verdict

# As many lines as a reader takes in: the groups, and what of their details fits beside them.
_ROOM = 50
_MOST_SERVERS = 12
_MOST_NAMES = 8
_MOST_RULES = 8
_NAME_WIDTH = 40
_STATES = {"open": "", "passing": ", no approval needed", "approved": ", approved"}
_PLAIN_NEED = "needs approval"
_INDENT = " " * 6


class _Section(NamedTuple):
    """Changes under one heading."""

    severity: Severity
    state: str


class _Block(NamedTuple):
    """Lines about some changes of a group."""

    changes: int
    lines: list[str]


def change_lines(verdict: Verdict, page: Page, detail: Detail = BRIEF) -> Iterator[str]:
    """Yield the servers in numbers, the changes by severity, and the numbers of those that are not listed."""
    if not verdict.decided:
        return
    yield from _server_lines(verdict, page, detail)
    yield ""
    listed = [each for each in worst_first(verdict.decided) if _is_listed(each, verdict, detail)]
    groups = _groups(listed, detail)
    sections = Counter(map(_section, listed))
    room, left = max(0, _ROOM - len(groups)), 0
    for section, those in groupby(groups, key=lambda group: _section(group[0])):
        yield page.paint(_heading(section, sections[section]), TONES[section.severity])
        found = [(group, [*_preview(group, page, detail)]) for group in those]
        most = _fair_share([sum(len(block.lines) for block in blocks) for _, blocks in found], room)
        for group, blocks in found:
            lines, shown_changes = _within(blocks, page, None if detail.verbose else most)
            room, left = room - len(lines), left + len(group) - shown_changes
            yield from (*_head_lines(group, page, detail), *lines)
        yield ""
    unlisted = [*_left_lines(left, page), *_unlisted_lines(verdict, page, detail)]
    yield from [*unlisted, ""] if unlisted else []


def _server_lines(verdict: Verdict, page: Page, detail: Detail) -> Iterator[str]:
    """Yield a line for each changed server: changes, missing approvals, and the cost of its definitions."""
    by_server: dict[str, list[Decided]] = {}
    for each in worst_first(verdict.decided):
        by_server.setdefault(_server_name(each.finding.change), []).append(each)
    sizes = {size.server: size for size in verdict.sizes}
    most = len(by_server) if detail.verbose else _MOST_SERVERS
    rows = [_server_cells(server, decided, sizes.get(server)) for server, decided in islice(by_server.items(), most)]
    lines = page.table([[page.paint(text, tone) if tone else text for text, tone in row] for row in rows])
    if page.wraps and any(width_of(line) > page.width for line in lines):
        lines = [line for row in rows for line in flowed([*_spaced(row)], page, "  ", FURTHER)]
    yield from lines
    if len(by_server) > most:
        yield page.paint(f"  and {count(len(by_server) - most, 'more server')} (--verbose shows all)", "dim")


def _server_cells(server: str, decided: Sequence[Decided], size: ServerSize | None) -> list[Piece]:
    numbers = Counter(each.finding.severity for each in decided)
    counts = ", ".join(f"{numbers[each]:,} {each}" for each in WORST_FIRST if numbers[each])
    return [
        (clipped(shown(server), _NAME_WIDTH), "bold"),
        (counts, TONES[decided[0].finding.severity]),
        (_need(sum(not each.approved for each in decided)), None),
        (_size_words(size), None),
    ]


def _spaced(row: Sequence[Piece]) -> Iterator[Piece]:
    for text, tone in row:
        yield from ((text, tone), ("  ", None)) if text else ()


def _need(number: int) -> str:
    return f"{number:,} need{'s' if number == 1 else ''} approval" if number else ""


def _size_words(size: ServerSize | None) -> str:
    """Return what the definitions of a server cost on every model call: `3,358 → 16,208 tokens …, +383 %`."""
    if size is None or (size.before is None and size.after is None):
        return ""
    if size.before is None:
        return f"new: {_content_words(size.after)}"
    if size.after is None:
        return f"removed: {_content_words(size.before)}"
    before, after = size.before.tokens, size.after.tokens
    if before == after:
        return f"{after:,} tokens on every call"
    share = f", {(after - before) / before:+.0%}".replace("%", " %") if before else ""
    return f"{before:,} → {after:,} tokens on every call{share}"


def _content_words(size: ContractSize | None) -> str:
    return f"{count(size.tools, 'tool')}, {size.tokens:,} tokens on every call" if size else ""


def _is_listed(decided: Decided, verdict: Verdict, detail: Detail) -> bool:
    """Return whether a change is listed. What needs approval always is, and what breaks a caller unless approved."""
    if not decided.approved:
        return True
    if decided.given:
        return detail.approved
    severity = decided.finding.severity
    return detail.verbose or severity is Severity.BREAKING or (severity is Severity.RISKY and not verdict.first)


def _groups(listed: Sequence[Decided], detail: Detail) -> list[list[Decided]]:
    """Return the changes in groups of one rule in one server; text that steers a model is always by itself."""
    groups: dict[tuple[object, ...], list[Decided]] = {}
    for at, each in enumerate(listed):
        finding = each.finding
        alone = detail.verbose or not finding.rule.waivable or finding.change.kind == "policy"
        state = finding.severity, approval_words(each), override_words(finding), recorded_words(each)
        key = (finding.change.server, finding.rule.id, *state, at if alone else None)
        groups.setdefault(key, []).append(each)
    servers = [*dict.fromkeys(each.finding.change.server for each in listed)]
    rank = {server: at for at, server in enumerate(servers)}
    return sorted(groups.values(), key=lambda group: (*_order(group[0]), rank[group[0].finding.change.server]))


def _section(decided: Decided) -> _Section:
    state = "open" if not decided.approved else "approved" if decided.given else "passing"
    return _Section(decided.finding.severity, state)


def _order(decided: Decided) -> tuple[int, int, bool]:
    section = _section(decided)
    first = is_told_first(decided.finding.rule)
    return WORST_FIRST.index(section.severity), [*_STATES].index(section.state), not first


def _heading(section: _Section, number: int) -> str:
    need = _STATES[section.state] or (" needs approval" if number == 1 else " need approval")
    return f"{section.severity}: {count(number, 'change')}{need}"


def _head_lines(group: Sequence[Decided], page: Page, detail: Detail) -> list[str]:
    """Return rule, place and what happened; for a single change with its id, otherwise with the names of its items."""
    finding = group[0].finding
    pieces: list[Piece] = [(f"{finding.rule.id} ", TONES[finding.severity])]
    if len(group) == 1:
        fact = fact_of(finding, page, whole=detail.verbose)
        pieces += [(f"{finding.change.id} ", "dim"), (_place(finding.change), "bold"), (f": {shown(fact)}", None)]
    else:
        facts = {fact_of(each.finding, page) for each in group}
        fact = facts.pop() if len(facts) == 1 else f"{len(group):,} changes"
        pieces += [(name_of(finding.change.server), "bold"), (f": {shown(fact)}{_items(group)}", None)]
    lines = flowed(pieces, page, "  ", FURTHER)
    if group[0].missing in ("", _PLAIN_NEED):
        return lines
    return lines + flowed([(shown(approval_words(group[0])), "bad")], page, _INDENT, FURTHER)


def _server_name(change: Change) -> str:
    return item_of(change) if change.kind == "lock" else change.server


def _place(change: Change) -> str:
    """Return where a change is: `server/tool`, `server prompt name`, or the server alone."""
    if change.kind == "policy" or not change.name:
        return name_of(change.name or _server_name(change))
    between = "/" if change.kind == "tool" else f" {change.kind} "
    return f"{name_of(change.server)}{between}{name_of(change.name)}"


def _items(group: Sequence[Decided]) -> str:
    """Return the names of the items in which a group changes: ` in 14 tools: a, b (2), c`."""
    changes = [each.finding.change for each in group]
    kinds = {change.kind for change in changes}
    numbers = Counter((change.kind, change.name) for change in changes if change.name)
    if not numbers:
        return ""
    most = None if group[0].finding.severity is Severity.BREAKING else _MOST_NAMES
    names = [
        f"{'' if len(kinds) == 1 else f'{kind} '}{name_of(name)}{f' ({number:,})' if number > 1 else ''}"
        for (kind, name), number in islice(sorted(numbers.items()), most)
    ]
    more = f", … {len(numbers) - len(names):,} more" if len(numbers) > len(names) else ""
    noun = count(len(numbers), kinds.pop() if len(kinds) == 1 else "item")
    between = " in" if changes[0].pointer else ";"
    return f"{between} {noun}: {', '.join(names)}{more}"


def _preview(group: Sequence[Decided], page: Page, detail: Detail) -> Iterator[_Block]:
    """Yield the details of a group, no more of them than can be shown."""
    room = _ROOM
    for block in _blocks(group, page, detail):
        yield block
        room -= len(block.lines)
        if room < 0 and not detail.verbose:
            return


def _blocks(group: Sequence[Decided], page: Page, detail: Detail) -> Iterator[_Block]:
    facts: dict[tuple[str, object], list[Decided]] = {}
    for each in group:
        facts.setdefault((fact_of(each.finding, page), texts_of(each.finding)), []).append(each)
    if len(facts) == 1:
        yield _Block(len(group), detail_lines(group[0], page, _INDENT, verbose=detail.verbose))
        return
    is_said = len({fact for fact, _ in facts}) == 1
    for (fact, texts), alike in sorted(facts.items(), key=lambda each: -len(each[1])):
        change = alike[0].finding.change
        lead: list[Piece] = [(f"{change.id} ", "dim")] if len(alike) == 1 else []
        place = name_of(change.name) if lead else _items(alike).removeprefix(" in ")
        said = [
            part for part in ((place,) if is_said else (place, fact) if lead else (f"{fact}{_items(alike)}",)) if part
        ]
        lines = flowed([*lead, (": ".join(said), None)], page, _INDENT, FURTHER)
        yield _Block(len(alike), [*lines, *(detail_lines(alike[0], page, f"{_INDENT}  ") if texts else [])])


def _fair_share(needs: Sequence[int], room: int) -> int:
    """Return how many lines of details each group may have, so that all groups together fit."""
    return next((most for most in range(room, 0, -1) if sum(min(need, most) for need in needs) <= room), 0)


def _within(blocks: Sequence[_Block], page: Page, most: int | None) -> tuple[list[str], int]:
    """Return the blocks that fit, and how many changes they are about. A single block is cut where it does not fit."""
    room = sum(len(block.lines) for block in blocks) if most is None else most
    if len(blocks) == 1 and len(blocks[0].lines) > room > 1:
        lines, left = blocks[0].lines[: room - 1], len(blocks[0].lines) - room + 1
        return [*lines, page.paint(f"{_INDENT}… {left:,} more lines (--verbose shows all)", "dim")], 0
    kept: list[str] = []
    changes = 0
    for block in blocks:
        if len(kept) + len(block.lines) > room:
            break
        kept += block.lines
        changes += block.changes
    return kept, changes


def _left_lines(left: int, page: Page) -> list[str]:
    if not left:
        return []
    text = f"{count(left, 'change')} not shown in full: use --verbose, or select with --server, --tool or --rule"
    return flowed([(text, "dim")], page, "", FURTHER)


def _unlisted_lines(verdict: Verdict, page: Page, detail: Detail) -> Iterator[str]:
    """Yield the numbers of the changes that are not listed, by severity and rule."""
    left = [each for each in verdict.decided if not _is_listed(each, verdict, detail)]
    for severity in WORST_FIRST:
        passing = [each for each in left if each.finding.severity is severity and not each.given]
        if passing:
            lead = f"{severity}: {count(len(passing), 'change')}"
            yield from _counted_line(lead, f": {_rule_counts(passing)} (--verbose shows all)", severity, page)
    approved = [each for each in left if each.given]
    if approved:
        text = f": {_approved_words(approved)} (--show-approved shows all)"
        yield from flowed([("approved", "good"), (shown(text), "dim")], page, "", FURTHER)


def _counted_line(lead: str, rest: str, severity: Severity, page: Page) -> list[str]:
    return flowed([(lead, TONES[severity]), (", no approval needed", None), (rest, "dim")], page, "", FURTHER)


def _rule_counts(decided: Sequence[Decided]) -> str:
    rules = Counter(f"{each.finding.rule.id}{' by policy' if each.finding.override else ''}" for each in decided)
    named = [f"{number:,} {rule}" for rule, number in rules.most_common(_MOST_RULES)]
    more = f", {count(len(rules) - len(named), 'more rule')}" if len(rules) > len(named) else ""
    return f"{', '.join(named)}{more}"


def _approved_words(decided: Sequence[Decided]) -> str:
    """Return the numbers by severity; what breaks a caller is named."""
    found = []
    for severity in WORST_FIRST:
        those = [each.finding for each in decided if each.finding.severity is severity]
        places = dict.fromkeys(f"{each.rule.id} {_place(each.change)}" for each in those)
        named = f" ({', '.join(places)})" if severity is Severity.BREAKING else ""
        found += [f"{len(those):,} {severity}{named}"] if those else []
    return ", ".join(found)
