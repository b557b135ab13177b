"""What was taken out of the approvals file."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from govern.report.terminal.page import count, shown
from govern.report.wording import standing_words

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from govern.policy.approvals import Standing
    from govern.report.terminal.page import Page


def prune_report(path: Path, removed: Sequence[Standing], kept: int, page: Page) -> str:
    """One line each, then what it comes to."""
    lines = [line for each in removed for line in page.wrapped(standing_words(each), "  ")]
    said = ", ".join(f"{number:,} {why}" for why, number in sorted(Counter(each.why for each in removed).items()))
    if removed:
        lines.append(f"{page.paint(f'{said} removed', 'good')} from {shown(path.name)}: review and commit it")
    else:
        lines.append(f"{shown(path.name)} unchanged")
    if kept:
        lines.append(
            f"{count(kept, 'stale approval')} kept: given since the last release, whose every step the gate asks for"
        )
    return "\n".join(lines) + "\n"
