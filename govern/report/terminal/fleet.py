"""The reports of `govern fleet scan`, `merge`, `sql` and `export` on a terminal."""

from __future__ import annotations

import shlex
from collections import Counter
from typing import TYPE_CHECKING

from govern.fleet.objects import public_url
from govern.report.terminal.page import clipped, count, name_of, shown, width_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from govern.fleet.merging import FleetMerge
    from govern.fleet.observation import Observation
    from govern.fleet.publishing import FleetExport
    from govern.fleet.scan_summary import ScanProgress, ScanSummary
    from govern.fleet.sql import SqlAnswer
    from govern.report.terminal.page import Page

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
