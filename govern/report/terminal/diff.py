"""The reports of `govern diff`, `govern gate` and the pytest fixture: servers in numbers, then groups of changes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from govern.contract.surface import KINDS
from govern.report.formats import BRIEF
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
from govern.report.terminal.finding import detail_lines, fact_of, rule_lines
from govern.report.terminal.page import (
    FURTHER,
    TONES,
    clipped,
    count,
    flowed,
    name_of,
    shown,
    width_of,
    without_commands,
)
from govern.report.wording import (
    NO_NAME,
    WORST_FIRST,
    approval_words,
    check_state,
    gate_headline,
    gate_steps,
    headline,
    ignored_standings,
    new_waivers,
    next_step,
    standing_words,
    worst_first,
)
from govern.rules.rule import Severity

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from pathlib import Path

    from govern.facts.change import Change
    from govern.gate.release import CheckLine, Gate
    from govern.gate.release import State as CheckState
    from govern.report.documents.serve import EventName, WatchEvent
    from govern.report.formats import Detail
    from govern.report.groups import Group, ServerRow
    from govern.report.terminal.page import Page, Piece, Tone
    from govern.verdict import Decided, State, Verdict

_TONES: dict[State, Tone] = {"unchanged": "good", "approved": "good", "unapproved": "bad"}


def diff_report(verdict: Verdict, page: Page, detail: Detail = BRIEF, *, quiet: bool = False) -> str:
    """Return the changes, the ignored approvals, the verdict and the next step; with `quiet` the verdict only."""
    lines: list[str] = []
    if not quiet:
        if verdict.default_old:
            # Nobody has to know how OLD is chosen.
            lines += flowed([(shown(f"comparing {verdict.new} with {verdict.old}"), "dim")], page, "", FURTHER)
        lines += change_lines(verdict, page, detail)
        lines += standing_lines(verdict, page, verbose=detail.verbose)
        lines += _unsigned_lines(verdict, page)
        lines += _recorded_lines(verdict, page)
    lines.append(page.paint(shown(headline(verdict)), _TONES[verdict.state]))
    if verdict.unapproved and not quiet:
        worst = next(worst_first(verdict.unapproved)).finding.rule.id
        lines += [f"next: {next_step(verdict, page.width - 6)}", f"or:   govern explain {worst}"]
    if verdict.state == "unchanged" and not quiet and not verdict.repeat:
        # Without this line, a user who just changed a server would believe that it is unchanged.
        lines.append(page.paint("servers not contacted; `govern diff --live` compares them with the lock", "dim"))
    return "\n".join(lines) + "\n"


def _recorded_lines(verdict: Verdict, page: Page) -> Iterator[str]:
    if verdict.evidence:
        from govern.report.terminal.recordings import recorded_lines

        for at, line in enumerate(recorded_lines(verdict.evidence)):
            yield from flowed([(shown(line), None if at else "accent")], page, "  " if at else "", FURTHER)
        yield ""


def _unsigned_lines(verdict: Verdict, page: Page) -> Iterator[str]:
    if verdict.unsigned:
        yield page.paint("signatures required by policy", "accent")
        for each in verdict.unsigned:
            yield from flowed([(shown(each), None)], page, "  ", FURTHER)
        yield ""


def standing_lines(verdict: Verdict, page: Page, *, verbose: bool) -> Iterator[str]:
    """Yield the new waivers and the approvals that do not count."""
    ignored, unneeded = ignored_standings(verdict)
    for noun, standings in (("new waiver", new_waivers(verdict)), ("ignored approval", ignored)):
        if standings:
            yield page.paint(count(len(standings), noun), "accent")
        for standing in standings:
            yield from flowed([(shown(standing_words(standing)), None)], page, "  ", FURTHER)
    if unneeded and verbose:
        yield from flowed([(unneeded, "dim")], page, "", FURTHER)
    if ignored or new_waivers(verdict) or (unneeded and verbose):
        yield ""


_STATE_TONES: dict[CheckState, Tone] = {"ok": "good", "failed": "bad", "warning": "warn", "not asked": "dim"}
_MOST_DETAILS = 12
_STATE, _CHECK = max(len(check_state(state)) for state in _STATE_TONES), len("signatures")
_FURTHER = " " * (_STATE + _CHECK + 4)
# With less room than this beside a check, its message is on the next line.
_NARROWEST = 40
_NEXT, _THEN = "next: ", "then: "
_RESULT_TONES: dict[str, Tone] = {"allowed": "good", "refused": "bad", "undecided": "bad"}


def gate_report(gate: Gate, page: Page, detail: Detail = BRIEF, *, quiet: bool = False) -> str:
    """Return the changes, each check, the result and the next steps; with `quiet` the result only."""
    lines: list[str] = []
    if not quiet:
        lines += change_lines(gate.verdict, page, detail)
        for line in gate.lines:
            lines += _check_lines(line, page, verbose=detail.verbose)
        lines.append("")
    lines.append(page.paint(shown(gate_headline(gate)), _RESULT_TONES[gate.outcome]))
    for at, step in enumerate([] if quiet else gate_steps(gate, page.width - len(_NEXT))):
        lines += flowed([(shown(step), None)], page, _THEN if at else _NEXT, "    ")
    return "\n".join(lines) + "\n"


def _check_lines(line: CheckLine, page: Page, *, verbose: bool) -> Iterator[str]:
    state, check = f"{check_state(line.state):<{_STATE}}", f"{line.check:<{_CHECK}}"
    head = f"{page.paint(state, _STATE_TONES[line.state])}  {page.paint(check, 'bold')}"
    further = _FURTHER if page.width >= len(_FURTHER) + _NARROWEST else "    "
    if further == _FURTHER:
        yield from flowed([(shown(line.message), None)], page, f"{head}  ", further)
    else:
        yield head.rstrip()
        yield from flowed([(shown(line.message), None)], page, further)
    most = len(line.details) if verbose else _MOST_DETAILS
    for detail in line.details[:most] if verbose or line.state != "ok" else ():
        yield from flowed([(shown(detail), None)], page, f"{further}  ", f"{further}      ")
    if len(line.details) > most:
        yield page.paint(f"{further}  and {len(line.details) - most:,} more (--verbose shows all)", "dim")


def pytest_report(verdict: Verdict, path: Path, page: Page, *, configured: bool) -> str:
    """Return the changes and what to do, for a test whose server differs from the lock."""
    lines = ["govern: the server differs from the lock", "", *change_lines(verdict, page), shown(headline(verdict)), ""]
    lines += [
        "If this is intended, update the lock with `pytest --govern-update`, then review and commit it:",
        f"  {path}",
    ]
    lines += ["Or approve the changes:", f"  {next_step(verdict)}"] if configured else []
    return without_commands("\n".join(lines))


# As many lines as a reader takes in: the groups, and what of their details fits beside them.
ROOM = 50
_MOST_SERVERS = 12
_NAME_WIDTH = 40
_PLAIN_NEED = "needs approval"
_INDENT = " " * 6


def change_lines(verdict: Verdict, page: Page, detail: Detail = BRIEF, room: int = ROOM) -> Iterator[str]:
    """Yield the servers in numbers, the changes by severity, and the numbers of those that are not listed."""
    if not verdict.decided:
        return
    yield from _server_lines(verdict, page, detail)
    yield ""
    listed = [each for each in worst_first(verdict.decided) if is_listed(each, verdict, detail)]
    found = [*sections(listed, each_alone=detail.verbose)]
    heads = [_head_lines(group, page, detail) for _, _, groups in found for group in groups]
    room, left = max(0, room - sum(map(len, heads))), 0
    explained = set[str]()
    for section, number, groups in found:
        yield page.paint(heading(section, number), TONES[section.severity])
        previews = [(group, [*_preview(group, page, detail)]) for group in groups]
        most = _fair_share([sum(len(block.lines) for block in blocks) for _, blocks in previews], room)
        for group, blocks in previews:
            lines, shown_changes = _within(blocks, page, None if detail.verbose else most)
            room, left = room - len(lines), left + len(group) - shown_changes
            is_named = len(blocks) > 1 and shown_changes == len(group)
            yield from (*_head_lines(group, page, detail, named=not is_named), *lines)
            rule = group[0].finding.rule
            if detail.verbose and rule.id not in explained:
                explained.add(rule.id)
                yield from rule_lines(rule, page, _INDENT)
        yield ""
    unlisted = [*unlisted_lines(verdict, page, detail), *_left_lines(left, page)]
    yield from [*unlisted, ""] if unlisted else []


def _server_lines(verdict: Verdict, page: Page, detail: Detail) -> Iterator[str]:
    """Yield a line for each changed server: changes, missing approvals, and the cost of its definitions."""
    rows = server_rows(verdict)
    most = len(rows) if detail.verbose else _MOST_SERVERS
    cells = [_server_cells(row, row.size) for row in rows[:most]]
    lines = _columns(cells, page)
    if not _fits(lines, page):
        lines = _columns([_server_cells(row, row.short_size) for row in rows[:most]], page)
    if not _fits(lines, page):
        spaced = ([piece for each in row if each[0] for piece in (each, ("  ", None))] for row in cells)
        lines = [line for row in spaced for line in flowed(row, page, "  ", FURTHER)]
    yield from lines
    if len(rows) > most:
        yield page.paint(f"  and {count(len(rows) - most, 'more server')} (--verbose shows all)", "dim")


def _columns(rows: Sequence[Sequence[Piece]], page: Page) -> list[str]:
    return page.table([[page.paint(text, tone) if tone else text for text, tone in row] for row in rows])


def _fits(lines: Sequence[str], page: Page) -> bool:
    return not page.wraps or all(width_of(line) <= page.width for line in lines)


def _server_cells(row: ServerRow, size: str) -> list[Piece]:
    need = f"{row.need:,} need{'s' if row.need == 1 else ''} approval" if row.need else ""
    name = clipped(shown(row.server), _NAME_WIDTH)
    return [(name, "bold"), (row.counts, TONES[row.worst]), (need, None), (size, None)]


def _head_lines(group: Group, page: Page, detail: Detail, *, named: bool = True) -> list[str]:
    """Return rule, place and what happened; for a single change with its id, otherwise with the names of its items."""
    finding = group[0].finding
    pieces: list[Piece] = [(f"{finding.rule.id} ", TONES[finding.severity])]
    if len(group) == 1:
        fact = fact_of(finding, page, whole=detail.verbose)
        pieces += [(f"{finding.change.id} ", "dim"), (place_of(finding.change), "bold"), (f": {shown(fact)}", None)]
        lines = flowed(pieces, page, "  ", FURTHER)
    else:
        facts = {fact_of(each.finding, page) for each in group}
        fact = shown(facts.pop() if len(facts) == 1 else f"{len(group):,} changes")
        pieces += [(name_of(finding.change.server), "bold")]
        lines = _with_items(
            group, lambda items: flowed([*pieces, (f": {fact}{items}", None)], page, "  ", FURTHER), named=named
        )
    if group[0].missing in ("", _PLAIN_NEED):
        return lines
    return lines + flowed([(shown(approval_words(group[0])), "bad")], page, _INDENT, FURTHER)


def _with_items(group: Group, lines_of: Callable[[str], list[str]], *, named: bool = True) -> list[str]:
    """Return lines with as many names of items as need no further line; what breaks a caller is always named."""
    if not named:
        return lines_of(item_words(group, 0))
    if group[0].finding.severity is Severity.BREAKING:
        return lines_of(item_words(group))
    return min((lines_of(item_words(group, most)) for most in range(MOST_NAMES, 0, -1)), key=len)


def place_of(change: Change) -> str:
    """Return where a change is: `server/tool`, `server prompt name`, or the server alone."""
    if change.kind not in KINDS:
        return name_of(change.name or server_name(change))
    between = "/" if change.kind == "tool" else f" {change.kind} "
    return f"{name_of(change.server)}{between}{name_of(change.name) or NO_NAME}"


def _preview(group: Group, page: Page, detail: Detail) -> Iterator[DetailBlock]:
    """Yield the details of a group, no more of them than can be shown."""
    room = ROOM
    for block in _blocks(group, page, detail):
        yield block
        room -= len(block.lines)
        if room < 0 and not detail.verbose:
            return


def _blocks(group: Group, page: Page, detail: Detail) -> Iterator[DetailBlock]:
    found = alike(group, page)
    if len(found) == 1:
        yield DetailBlock(len(group), detail_lines(group[0], page, _INDENT, verbose=detail.verbose))
        return
    is_said = len({fact for fact, _, _ in found}) == 1
    for fact, texts, those in found:
        lines = _fact_lines("" if is_said else fact, those, page)
        yield DetailBlock(len(those), [*lines, *(detail_lines(those[0], page, f"{_INDENT}  ") if texts else [])])


def _fact_lines(fact: str, those: Group, page: Page) -> list[str]:
    """Return what happened and in which items; for a single change its id, its item and what happened."""
    if len(those) == 1:
        change = those[0].finding.change
        said = ": ".join(part for part in (name_of(change.name), fact) if part)
        return flowed([(f"{change.id} ", "dim"), (said, None)], page, _INDENT, FURTHER)
    return _with_items(
        those,
        lambda items: flowed(
            [(f"{fact}{items}" if fact else items.removeprefix(" in "), None)], page, _INDENT, FURTHER
        ),
    )


def _fair_share(needs: Sequence[int], room: int) -> int:
    """Return how many lines of details each group may have, so that all groups together fit."""
    return next((most for most in range(room, 0, -1) if sum(min(need, most) for need in needs) <= room), 0)


def _within(blocks: Sequence[DetailBlock], page: Page, most: int | None) -> tuple[list[str], int]:
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


def unlisted_lines(verdict: Verdict, page: Page, detail: Detail) -> Iterator[str]:
    """Yield the numbers of the changes that are not listed, by severity and rule."""
    left = [each for each in verdict.decided if not is_listed(each, verdict, detail)]
    for severity in WORST_FIRST:
        passing = [each for each in left if each.finding.severity is severity and not each.given]
        if passing:
            lead = f"{severity}: {count(len(passing), 'change')}"
            rest = f": {rule_counts(passing)} (--verbose shows all)"
            pieces: list[Piece] = [(lead, TONES[severity]), (", no approval needed", None), (rest, "dim")]
            yield from flowed(pieces, page, "", FURTHER)
    approved = [each for each in left if each.given]
    if approved:
        text = f": {_approved_words(approved)} (--show-approved shows all)"
        yield from flowed([("approved", "good"), (shown(text), "dim")], page, "", FURTHER)


def _approved_words(decided: Sequence[Decided]) -> str:
    """Return the numbers by severity; those that break a caller also by rule."""
    found = []
    for severity in WORST_FIRST:
        those = [each for each in decided if each.finding.severity is severity]
        rules = f" ({rule_counts(those)})" if severity is Severity.BREAKING else ""
        found += [f"{len(those):,} {severity}{rules}"] if those else []
    return ", ".join(found)


_EVENT_TONES: dict[EventName, Tone] = {
    "drift": "bad",
    "changed": "bad",
    "unreachable": "bad",
    "settled": "good",
    "back": "good",
    "lock-changed": "warn",
}


def event_report(event: WatchEvent, page: Page) -> str:
    """Return an event with the local time; a drift that policy allows is not shown as a failure."""
    tone = "good" if event.verdict and not event.verdict.fails else _EVENT_TONES.get(event.name, "dim")
    pieces: list[Piece] = [(f"{event.time.astimezone():%H:%M:%S}", "dim"), (f"  {event.name}", tone)]
    pieces += [(f"  {shown(event.server)}", "bold")] if event.server is not None else []
    lines = flowed([*pieces, (f"  {shown(event.message)}", None)], page, "", FURTHER)
    if event.verdict:
        lines += ["", *change_lines(event.verdict, page)]
    return "\n".join(lines) + "\n"
