"""The reports of `govern fleet` on a terminal."""

from __future__ import annotations

import shlex
from collections import Counter
from shlex import join
from typing import TYPE_CHECKING

from govern.fleet.objects import public_url
from govern.report.formats import BRIEF
from govern.report.groups import heading, is_listed, rule_counts, sections
from govern.report.terminal.diff import place_of, standing_lines, unlisted_lines
from govern.report.terminal.finding import detail_lines, fact_of, rule_lines
from govern.report.terminal.page import FURTHER, TONES, clipped, count, flowed, name_of, shown, width_of
from govern.report.wording import (
    approval_words,
    approve_step,
    by_severity_and_item,
    fleet_headline,
    fleet_rows,
    member_words,
    review_step,
    server_count,
    severity_counts,
    worst_first,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from govern.fleet.judging import FleetDiff
    from govern.fleet.observation import Observation
    from govern.fleet.publishing import FleetExport
    from govern.fleet.results import Period, ScanProgress, ScanSummary, ServerHistory
    from govern.fleet.store import FleetMerge
    from govern.fleet.tables import SqlAnswer
    from govern.report.formats import Detail
    from govern.report.groups import Group
    from govern.report.terminal.page import Page, Piece, Tone
    from govern.rules.finding import Finding
    from govern.verdict import Decided

_MOST_NAMES = 10
# Servers with the same detail share a line, which has to show the detail too.
_MOST_ALIKE = 3


def fleet_scan_progress(progress: ScanProgress) -> str:
    """Return how many servers are done, on one line."""
    link = f"  {shown(progress.link)}" if progress.link else ""
    return f"{progress.done:,} of {count(progress.servers, 'server')}{link}"


def fleet_scan_report(summary: ScanSummary, page: Page, *, verbose: bool = False) -> str:
    """Return the counts of a scan by state, the servers that are new, changed or unseen, and what to run next."""
    most = None if verbose else _MOST_NAMES
    lines = (*_summary_lines(summary, page, most), *_unseen_lines(summary.unseen, page, most), *_next_lines(summary))
    return "".join(f"{line}\n" for line in lines)


def _summary_lines(summary: ScanSummary, page: Page, most: int | None) -> Iterator[str]:
    before = f", {summary.observed:,} of them before" if summary.observed else ""
    heading = f"{count(summary.servers, 'server')}{before}, {summary.seconds:,.0f} s"
    yield f"{page.paint(shown(summary.scan), 'bold')}  {heading}"
    yield from page.table(list(_count_rows(summary, page)), right=frozenset({1}))
    yield from _name_list("new", summary.new, page, most)
    yield from _name_list("changed", summary.changed, page, most)


def _unseen_lines(unseen: Sequence[Observation], page: Page, most: int | None) -> Iterator[str]:
    """Yield the first unseen servers, with the reasons of which there are fewest first: those are rarely outages."""
    if not unseen:
        return
    yield "unseen:"
    by_reason = Counter(each.reason for each in unseen)
    groups: dict[tuple[str, str], list[str]] = {}
    for each in sorted(unseen, key=lambda each: (by_reason[each.reason], str(each.reason), each.server)):
        groups.setdefault((str(each.reason), each.detail or ""), []).append(each.server)
    for (reason, detail), names in [*groups.items()][:most]:
        more = f" and {len(names) - _MOST_ALIKE:,} more" if most and len(names) > _MOST_ALIKE else ""
        named = ", ".join(map(name_of, names[: _MOST_ALIKE if most else None]))
        line = f"  {named}{more}: {reason}: {shown(detail)}"
        yield clipped(line, page.width) if page.wraps and most else line
    if most and (left := sum(len(names) for names in [*groups.values()][most:])):
        yield f"  and {left:,} more; --verbose lists all"


def _next_lines(summary: ScanSummary) -> Iterator[str]:
    if summary.servers and len(summary.unseen) == summary.servers:
        yield "no server could be listed; with --fail-on-unseen that is exit code 3"
    store = shlex.quote(shown(summary.store))
    if not summary.finished:
        yield f"next: scan the other shards, then join separate stores: govern fleet merge {store} STORE… --store URL"
    elif summary.changed:
        yield f"see the changes: govern fleet diff --store {store}"


def _count_rows(summary: ScanSummary, page: Page) -> Iterator[tuple[str, str, str]]:
    fresh = f"{summary.fresh:,} not asked: their last lists are still valid" if summary.fresh else ""
    yield page.paint("unchanged", "dim"), f"{summary.unchanged:,}", fresh
    yield page.paint("changed", "warn"), f"{len(summary.changed):,}", ""
    yield page.paint("new", "good"), f"{len(summary.new):,}", ""
    reasons = ", ".join(f"{number:,} {reason}" for reason, number in summary.reasons.items())
    yield page.paint("unseen", "bad"), f"{len(summary.unseen):,}", reasons


def _name_list(what: str, names: Sequence[str], page: Page, most: int | None) -> Iterator[str]:
    if names:
        rest = f" and {len(names) - most:,} more" if most and len(names) > most else ""
        text = f"{what}: {', '.join(map(name_of, names[:most]))}"
        yield f"{clipped(text, page.width - len(rest)) if page.wraps and most else text}{rest}"


_NARROWEST = 20


def fleet_merge_report(merged: FleetMerge, page: Page) -> str:
    """Return a line for each scan with its number of servers, then the result."""
    rows = [
        (
            page.paint(shown(each.scan.name), "bold"),
            f"{each.observed:,} of {count(each.scan.servers, 'server')}",
            "finished" if each.scan.finished else page.paint("not finished", "warn"),
        )
        for each in merged.scans
    ]
    result = f"copied {count(merged.locks, 'lock')} from {count(len(merged.sources), 'store')} to {shown(merged.store)}"
    return "\n".join([*page.table(rows), result]) + "\n"


def fleet_sql_report(answer: SqlAnswer, page: Page) -> str:
    """Return the answer to a query as a table; long values are cut."""
    width = max(_NARROWEST, page.width // max(1, len(answer.columns)))
    heading = [page.paint(shown(column.name), "bold") for column in answer.columns]
    rows = [[clipped(_value_text(value), width) for value in row[:-1]] for row in answer.rows]
    # The last column is the only one that makes no other one start later.
    left = page.width - sum(2 + max(map(width_of, column)) for column in zip(heading[:-1], *rows, strict=True))
    lasts = [clipped(_value_text(row[-1]), max(width, left - 4)) for row in answer.rows]
    rows = [[*row, last] for row, last in zip(rows, lasts, strict=True)]
    more = " (more rows follow: --max-rows N shows them, --json shows all of a value)" if answer.more else ""
    return "\n".join([*page.table([heading, *rows]), f"{count(len(answer.rows), 'row')}{more}"]) + "\n"


def _value_text(value: object) -> str:
    return "" if value is None else shown(str(value))


def fleet_export_report(exported: FleetExport) -> str:
    """Return what was written and where; badges are counted."""
    badges = sum(file.endswith(".svg") for file in exported.files)
    named = [file for file in exported.files if not file.startswith("badges/")]
    written = [*named, *([count(badges, "badge")] if badges else [])]
    numbers = (count(exported.changes, "change"), count(exported.tools, "tool"), count(exported.servers, "server"))
    return f"{', '.join(numbers)}\nwrote {', '.join(written)} to {shown(public_url(exported.output))}\n"


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
    yield from flowed([(f"changed: {severity_counts(numbers) or 'no change'}", "accent")], page, _INDENT, FURTHER)
    listed = sorted(findings, key=by_severity_and_item)
    most = len(listed) if verbose else _MOST_LISTED
    for each in listed[:most]:
        fact = shown(fact_of(each, page, whole=verbose))
        head = [(f"{each.rule.id} ", TONES[each.severity]), (place_of(each.change), "bold")]
        yield from flowed([*head, (f": {fact}", None)], page, f"{_INDENT}  ", FURTHER)
    if len(listed) > most:
        yield page.paint(f"{_INDENT}  and {len(listed) - most:,} more (--verbose shows all)", "dim")


# The changes of one rule that are listed without --verbose.
_MOST_OF_RULE = 3
_MOST_UNSTEADY = 12
_PLAIN_NEED = "needs approval"


def fleet_diff_report(diff: FleetDiff, page: Page, detail: Detail = BRIEF, *, quiet: bool = False) -> str:
    """Return the fleet in numbers, the changes, the verdict and the next step; with `quiet` the verdict only."""
    verdict, lines = diff.verdict, list[str]()
    if not quiet:
        lines += _number_lines(diff, page)
        listed = [each for each in worst_first(verdict.decided) if is_listed(each, verdict, detail)]
        unsteady = [] if detail.verbose else [each for each in listed if _is_unsteady(each, diff)]
        steady = [each for each in listed if detail.verbose or not _is_unsteady(each, diff)]
        for section, number, groups in sections(steady, across=True):
            lines += [page.paint(heading(section, number), TONES[section.severity])]
            lines += [line for group in groups for line in _group_lines(group, page, detail)]
            lines += [""]
        lines += _unsteady_lines(unsteady, diff, page)
        unlisted = [*unlisted_lines(verdict, page, detail)]
        lines += [*unlisted, ""] if unlisted else []
        lines += standing_lines(verdict, page, verbose=detail.verbose)
    tone: Tone = "bad" if verdict.unapproved else "good"
    lines += flowed([(shown(fleet_headline(diff)), tone)], page, "", FURTHER)
    if verdict.unapproved and not quiet:
        lines += [f"next: {shown(review_step(diff))}"]
        lines += [f"then: {shown(approve_step(diff))}"]
        lines += [f"or:   govern explain {next(worst_first(verdict.unapproved)).finding.rule.id}"]
    return "\n".join(lines) + "\n"


def _number_lines(diff: FleetDiff, page: Page) -> Iterator[str]:
    title = f"{diff.pair.old} → {diff.pair.new}{', the whole fleet' if diff.verdict.only else ''}"
    yield from flowed([(shown(title), "bold")], page, "", FURTHER)
    for name, words in fleet_rows(diff.pair):
        yield from flowed([(f"{name:<10}", "accent"), (shown(words), None)], page, "  ", FURTHER)
    yield ""


def _is_unsteady(each: Decided, diff: FleetDiff) -> bool:
    """Return whether only flapping servers have this change."""
    return all(finding.change.server in diff.pair.flapping for finding in each.findings)


def _unsteady_lines(decided: Sequence[Decided], diff: FleetDiff, page: Page) -> Iterator[str]:
    """Yield the changes of flapping servers in numbers, a line for each server."""
    by_server: dict[str, list[Decided]] = {}
    for each in decided:
        by_server.setdefault(each.finding.change.server, []).append(each)
    if not by_server:
        return
    changes = f"{count(len(decided), 'change')} of {count(server_count(decided), 'flapping server')}"
    yield page.paint(f"{changes} (--verbose lists each)", "warn")
    for server, those in [*by_server.items()][:_MOST_UNSTEADY]:
        words = f"{rule_counts(those)}; {diff.pair.flapping[server]:,} changes of state within a week"
        yield from flowed([(f"{name_of(server)} ", "bold"), (words, None)], page, "  ", FURTHER)
    if len(by_server) > _MOST_UNSTEADY:
        yield page.paint(f"  and {count(len(by_server) - _MOST_UNSTEADY, 'more server')}", "dim")
    yield ""


def _group_lines(group: Group, page: Page, detail: Detail) -> Iterator[str]:
    """Yield the rule with its numbers, then its first changes."""
    finding = group[0].finding
    explanation = rule_lines(finding.rule, page, _INDENT) if detail.verbose else []
    if len(group) == 1 and not group[0].members:
        yield from (*_change_lines(group[0], page, detail, "  ", f"{finding.rule.id} "), *explanation)
        return
    numbers = f"in {count(server_count(group), 'server')}"
    if len(group) > 1:
        numbers = f"{count(len(group), 'change')} {numbers}"
    pieces: list[Piece] = [(f"{finding.rule.id} ", TONES[finding.severity]), (f"{numbers}{_need(group[0])}", None)]
    yield from (*flowed(pieces, page, "  ", FURTHER), *explanation)
    most = len(group) if detail.verbose else _MOST_OF_RULE
    for each in group[:most]:
        yield from _change_lines(each, page, detail, _INDENT)
    if len(group) > most:
        left = group[most:]
        words = f"and {count(len(left), 'more change')} in {count(server_count(left), 'server')} (--verbose shows all)"
        yield page.paint(f"{_INDENT}{words}", "dim")


def _change_lines(each: Decided, page: Page, detail: Detail, indent: str, rule: str = "") -> Iterator[str]:
    finding = each.finding
    fact = shown(fact_of(finding, page, whole=detail.verbose)) + (_need(each) if rule else "")
    place: list[Piece] = [(f"{finding.change.id} ", "dim"), (place_of(finding.change), "bold"), (f": {fact}", None)]
    yield from flowed([(rule, TONES[finding.severity]), *place], page, indent, FURTHER)
    if each.members:
        words = member_words(each, len(each.members) if detail.verbose else _MOST_OF_RULE)
        yield from flowed([(shown(words), "dim")], page, f"{indent}  ", FURTHER)
    if detail.verbose:
        yield from detail_lines(each, page, f"{indent}  ", verbose=True)


def _need(each: Decided) -> str:
    """Return what a change needs, unless it is one approval, which the heading says."""
    return "" if each.missing in ("", _PLAIN_NEED) else f"; {shown(approval_words(each))}"
