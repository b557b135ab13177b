"""The reports of the commands that read and write the store of a fleet."""

from __future__ import annotations

from typing import TYPE_CHECKING

from govern.report.terminal.page import clipped, count, shown, width_of

if TYPE_CHECKING:
    from govern.fleet.merging import FleetMerge
    from govern.fleet.sql import SqlAnswer
    from govern.report.terminal.page import Page

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
