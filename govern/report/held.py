"""What a test is told when a server is not what the lock says."""

from __future__ import annotations

from typing import TYPE_CHECKING

from govern.report.terminal.changes import change_lines
from govern.report.terminal.page import shown, without_commands
from govern.report.wording import headline, next_step

if TYPE_CHECKING:
    from pathlib import Path

    from govern.report.terminal.page import Page
    from govern.verdict import Verdict


def held_report(verdict: Verdict, path: Path, page: Page, *, configured: bool) -> str:
    """Every change, as `govern diff` shows it, and what to do; `govern` itself approves what it can find."""
    lines = ["govern: this is not what the lock says", "", *change_lines(verdict, page), shown(headline(verdict)), ""]
    lines += ["Is it meant? Write the lock anew with `pytest --govern-update`, review and commit it:", f"  {path}"]
    lines += ["Or approve it as it is:", f"  {next_step(verdict)}"] if configured else []
    return without_commands("\n".join(lines))
