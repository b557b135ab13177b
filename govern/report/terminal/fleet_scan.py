"""The report of `govern fleet scan`, and its progress line."""

from __future__ import annotations

import shlex
from typing import TYPE_CHECKING

from govern.report.terminal.page import clipped, count, name_of, shown

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from govern.fleet.scan_summary import ScanProgress, ScanSummary
    from govern.report.terminal.page import Page

_MOST_NAMES = 10


def fleet_scan_progress(progress: ScanProgress) -> str:
    """Return how many servers are done, on one line."""
    link = f"  {shown(progress.link)}" if progress.link else ""
    return f"{progress.done:,} of {count(progress.servers, 'server')}{link}"


def fleet_scan_report(summary: ScanSummary, page: Page) -> str:
    """Return the counts of a scan by state and reason, and the servers whose state is new or changed."""
    return "".join(f"{line}\n" for line in _summary_lines(summary, page))


def _summary_lines(summary: ScanSummary, page: Page) -> Iterator[str]:
    before = f", {summary.observed:,} of them before" if summary.observed else ""
    heading = f"{count(summary.servers, 'server')}{before}, {summary.seconds:,.0f} s"
    yield f"{page.paint(shown(summary.scan), 'bold')}  {heading}"
    yield from page.table(list(_count_rows(summary, page)), right=frozenset({1}))
    yield from _name_list("new", summary.new, page)
    yield from _name_list("changed", summary.changed, page)
    store = shlex.quote(shown(summary.store))
    if summary.missing:
        yield f"not finished: {count(summary.missing, 'server')} without a result; continue with --resume"
    elif summary.changed:
        yield f"see the changes: govern fleet diff --store {store}"


def _count_rows(summary: ScanSummary, page: Page) -> Iterator[tuple[str, str, str]]:
    fresh = f"{summary.fresh:,} not asked: they are fresh by their own word" if summary.fresh else ""
    yield page.paint("unchanged", "dim"), f"{summary.unchanged:,}", fresh
    yield page.paint("changed", "warn"), f"{len(summary.changed):,}", ""
    yield page.paint("new", "good"), f"{len(summary.new):,}", ""
    reasons = ", ".join(f"{number:,} {reason}" for reason, number in summary.unseen.items())
    yield page.paint("unseen", "bad"), f"{sum(summary.unseen.values()):,}", reasons


def _name_list(what: str, names: Sequence[str], page: Page) -> Iterator[str]:
    if names:
        rest = f" and {len(names) - _MOST_NAMES:,} more" if len(names) > _MOST_NAMES else ""
        text = f"{what}: {', '.join(map(name_of, names[:_MOST_NAMES]))}"
        yield f"{clipped(text, page.width - len(rest)) if page.wraps else text}{rest}"
