"""The report of `govern fleet show` on a terminal: each state of a server, and what changed."""

from __future__ import annotations

from collections import Counter
from shlex import join
from typing import TYPE_CHECKING

from govern.report.terminal.changes import place_of
from govern.report.terminal.finding import TONES, fact_of
from govern.report.terminal.page import FURTHER, count, flowed, name_of, shown
from govern.report.wording import WORST_FIRST, by_severity_and_item

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from govern.fleet.history import Period, ServerHistory
    from govern.report.terminal.page import Page, Tone
    from govern.rules.finding import Finding

_MOST_LISTED = 5
_INDENT = " " * 4
_DIGEST_SHOWN = len("sha256:") + 12


def fleet_show_report(history: ServerHistory, page: Page, approve: Sequence[str] = (), *, verbose: bool = False) -> str:
    """Return the periods of a server, the latest first, and the command that approves its last changes."""
    lines = [page.paint(name_of(history.server), "bold")]
    if history.is_flapping:
        words = f"flapping: {history.changes:,} changes of state within a week"
        lines += [page.paint(f"  {words}", "warn")]
    for period in reversed(history.periods):
        lines += ["", *_period_lines(period, page, verbose=verbose)]
    if approve:
        last = next(period.findings for period in reversed(history.periods) if period.findings)
        is_listed = verbose or len(last) <= _MOST_LISTED
        command = f'govern fleet approve {shown(join(approve))} --reason "..."'
        lines += ["", f"approve: {command}" if is_listed else "to approve, list all changes first: add --verbose"]
    return "\n".join(lines) + "\n"


def _period_lines(period: Period, page: Page, *, verbose: bool) -> Iterator[str]:
    seen, first = period.last, period.first
    until = "" if first.scan == seen.scan else f" to {seen.scan}"
    tone: Tone = "good" if seen.state == "locked" else "warn"
    when = f"{first.scan}{until}, {count(period.scans, 'scan')}"
    yield from flowed([(f"{seen.state:<8}", tone), (shown(when), None)], page, "  ", FURTHER)
    if seen.state == "unseen":
        words = ": ".join(filter(None, (seen.reason, seen.detail)))
        yield from flowed([(shown(words), None)], page, _INDENT, FURTHER)
        return
    sizes = f"{count(seen.tools or 0, 'tool')}, {seen.tokens or 0:,} tokens"
    known = (sizes, f"risk {seen.risk}" if seen.risk else "", f"version {seen.version}" if seen.version else "")
    yield from flowed([(shown(", ".join(filter(None, known))), None)], page, _INDENT, FURTHER)
    digest = (seen.lock or "") if verbose else f"{(seen.lock or '')[:_DIGEST_SHOWN]}…"
    yield from flowed([(f"lock {digest}", "dim")], page, _INDENT, FURTHER)
    if period.findings is not None:
        yield from _finding_lines(period.findings, page, verbose=verbose)


def _finding_lines(findings: tuple[Finding, ...], page: Page, *, verbose: bool) -> Iterator[str]:
    numbers = Counter(each.severity for each in findings)
    counts = ", ".join(f"{numbers[each]:,} {each}" for each in WORST_FIRST if numbers[each]) or "no change"
    yield from flowed([(f"changed: {counts}", "accent")], page, _INDENT, FURTHER)
    listed = sorted(findings, key=by_severity_and_item)
    most = len(listed) if verbose else _MOST_LISTED
    for each in listed[:most]:
        fact = shown(fact_of(each, page, whole=verbose))
        head = [(f"{each.rule.id} ", TONES[each.severity]), (place_of(each.change), "bold")]
        yield from flowed([*head, (f": {fact}", None)], page, f"{_INDENT}  ", FURTHER)
    if len(listed) > most:
        yield page.paint(f"{_INDENT}  and {len(listed) - most:,} more (--verbose shows all)", "dim")
