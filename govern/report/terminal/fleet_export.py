"""The report of `govern fleet export` on a terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from govern.fleet.objects import public_url
from govern.report.terminal.page import count, shown

if TYPE_CHECKING:
    from govern.fleet.publishing import FleetExport


def fleet_export_report(exported: FleetExport) -> str:
    """Return what was written and where; badges are counted."""
    badges = sum(file.endswith(".svg") for file in exported.files)
    named = [file for file in exported.files if not file.startswith("badges/")]
    written = [*named, *([count(badges, "badge")] if badges else [])]
    numbers = (count(exported.changes, "change"), count(exported.tools, "tool"), count(exported.servers, "server"))
    return f"{', '.join(numbers)}\nwrote {', '.join(written)} to {shown(public_url(exported.output))}\n"
