"""One line that says how far the looking is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from govern.report.terminal.page import clipped, shown

if TYPE_CHECKING:
    from collections.abc import Mapping

    from govern.report.terminal.page import Page

_OVER = frozenset({"done", "failed"})


def progress_line(stages: Mapping[str, str], page: Page) -> str:
    """How many servers are through, and what the others are at; `stages` are the latest by server."""
    over = sum(1 for stage in stages.values() if stage in _OVER)
    busy = ", ".join(f"{shown(name)} {stage}" for name, stage in stages.items() if stage not in _OVER)
    return clipped(f"{over}/{len(stages)} {busy}", page.width - 1)
