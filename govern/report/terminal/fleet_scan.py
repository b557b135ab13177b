"""The report of `govern fleet scan`, and its progress line."""

from __future__ import annotations

import shlex
from collections import Counter
from typing import TYPE_CHECKING

from govern.report.terminal.page import clipped, count, name_of, shown

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from govern.fleet.observation import Observation
    from govern.fleet.scan_summary import ScanProgress, ScanSummary
    from govern.report.terminal.page import Page

_MOST_NAMES = 10


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
    for each in sorted(unseen, key=lambda each: (by_reason[each.reason], str(each.reason), each.server))[:most]:
        line = f"  {name_of(each.server)}: {each.reason}: {shown(each.detail or '')}"
        yield clipped(line, page.width) if page.wraps and most else line
    if most and len(unseen) > most:
        yield f"  and {len(unseen) - most:,} more; --verbose lists all"


def _next_lines(summary: ScanSummary) -> Iterator[str]:
    if summary.changed:
        yield f"see the changes: govern fleet diff --store {shlex.quote(shown(summary.store))}"


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
