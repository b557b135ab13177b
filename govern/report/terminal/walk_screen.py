"""The screen of a walk through open changes: the change as the report shows it, and the keys."""

from __future__ import annotations

from typing import TYPE_CHECKING

from govern.report.terminal.diff_finding import finding_lines
from govern.report.terminal.explain import rule_lines
from govern.report.terminal.flow import flowed
from govern.report.terminal.page import clipped, shown
from govern.report.wording import item_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from govern.report.terminal.page import Page
    from govern.report.terminal.walk import Walk
    from govern.verdict import Decided

_KEYS = {
    "a": "approve, for the reason given before where there is one",
    "r": "approve for another reason",
    "s": "skip",
    "m": "show more, or less",
    "e": "explain the rule",
    "u": "undo the last decision",
    "q": "quit; what is approved stays approved",
}
_LONGEST_REASON = 40


def walk_screen(walk: Walk, page: Page) -> str:
    """All that is shown before one key."""
    decided = walk.here
    lines = [""]
    if decided is None:
        lines.append(f"{page.paint('that was all', 'bold')}: {len(walk.approved):,} approved, {walk.skipped:,} skipped")
    else:
        lines += _change(walk, decided, page)
    if walk.notice:
        lines.append(page.paint(walk.notice, "warn"))
    return "\n".join([*lines, _prompt(walk, page)]) + "\n"


def _change(walk: Walk, decided: Decided, page: Page) -> Iterator[str]:
    change = decided.finding.change
    where = f"{shown(change.server)}, {shown(item_of(change))}"
    yield from flowed([(f"{walk.at + 1} of {len(walk.open)}  ", "dim"), (where, "bold")], page, "", "    ")
    yield from finding_lines(decided, page, "  ", verbose=walk.detail == "more")
    if walk.detail == "explain":
        yield from rule_lines(decided.finding.rule, page)
    if walk.detail == "help":
        yield from page.table([(page.paint(key, "accent"), what) for key, what in _KEYS.items()])


def _prompt(walk: Walk, page: Page) -> str:
    if walk.here is None:
        return page.paint("u undo, q quit", "dim")
    again = walk.reason and walk.here.finding.rule.waivable
    reason = f' for "{clipped(shown(walk.reason), _LONGEST_REASON)}", r another reason' if again else ""
    return page.paint(f"a approve{reason}, s skip, m more, e explain, u undo, q quit, ? help", "dim")
