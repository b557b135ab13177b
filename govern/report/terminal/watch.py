"""The events of `govern watch` for people: a line each, and under a drift its changes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from govern.report.terminal.changes import change_lines
from govern.report.terminal.page import FURTHER, flowed, shown

if TYPE_CHECKING:
    from govern.report.documents.watch import EventName, WatchEvent
    from govern.report.terminal.page import Page, Piece, Tone

_TONES: dict[EventName, Tone] = {
    "drift": "bad",
    "changed": "bad",
    "unreachable": "bad",
    "settled": "good",
    "back": "good",
    "lock-changed": "warn",
}


def event_report(event: WatchEvent, page: Page) -> str:
    """Return an event with the local time; a drift that policy allows is not shown as a failure."""
    tone = "good" if event.verdict and not event.verdict.fails else _TONES.get(event.name, "dim")
    pieces: list[Piece] = [(f"{event.time.astimezone():%H:%M:%S}", "dim"), (f"  {event.name}", tone)]
    pieces += [(f"  {shown(event.server)}", "bold")] if event.server is not None else []
    lines = flowed([*pieces, (f"  {shown(event.message)}", None)], page, "", FURTHER)
    if event.verdict:
        lines += ["", *change_lines(event.verdict, page)]
    return "\n".join(lines) + "\n"
