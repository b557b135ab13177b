"""An error of ours, for people."""

from __future__ import annotations

from typing import TYPE_CHECKING

from govern.report.terminal.page import shown

if TYPE_CHECKING:
    from govern.errors import GovernError
    from govern.report.terminal.page import Page


def problem_report(error: GovernError, page: Page) -> str:
    """What, where, and what to do."""
    place = f"{shown(error.where)}: " if error.where else ""
    lines = [f"{page.paint('error', 'bad')}: {place}{shown(error.message, newlines=True)}"]
    if error.hint:
        lines.append(f"{page.paint('help', 'accent')}: {shown(error.hint, newlines=True)}")
    return "\n".join(lines) + "\n"
