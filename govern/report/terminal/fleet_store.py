"""The reports of the commands that read and write the store of a fleet."""

from __future__ import annotations

from typing import TYPE_CHECKING

from govern.report.terminal.page import count, shown

if TYPE_CHECKING:
    from govern.fleet.merging import FleetMerge
    from govern.report.terminal.page import Page


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
