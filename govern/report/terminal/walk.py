"""The interactive `govern approve`: its state, the effect of each key, and the screen."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum
from typing import TYPE_CHECKING, Literal

from govern.contract.characters import without_hidden
from govern.report.terminal.explain import rule_lines
from govern.report.terminal.finding import finding_lines
from govern.report.terminal.page import clipped, flowed, shown
from govern.report.wording import item_of, worst_first

if TYPE_CHECKING:
    from collections.abc import Iterator

    from govern.report.terminal.page import Page
    from govern.verdict import Decided


Detail = Literal["brief", "more", "explain", "help"]


class Effect(Enum):
    """The action that a key requires; the screen is redrawn in any case."""

    NOTHING = "nothing"
    ASK = "ask for a reason"
    WRITE = "write what is approved"
    STOP = "stop"


@dataclass(frozen=True, slots=True)
class ReviewStep:
    """The decision about a change; the reason is None if it was skipped."""

    at: int
    reason: str | None


@dataclass(frozen=True, slots=True)
class Walk:
    """The state of a review; `steps` are the decisions so far, `notice` is shown once."""

    open: tuple[Decided, ...]
    at: int = 0
    steps: tuple[ReviewStep, ...] = ()
    reason: str = ""
    detail: Detail = "brief"
    notice: str = ""

    @property
    def here(self) -> Decided | None:
        """Return the current change, or None at the end."""
        return self.open[self.at] if self.at < len(self.open) else None

    @property
    def approved(self) -> tuple[tuple[Decided, str], ...]:
        """Return the approved changes, each with its reason."""
        return tuple((self.open[step.at], step.reason) for step in self.steps if step.reason is not None)

    @property
    def skipped(self) -> int:
        """Return the number of skipped changes."""
        return len(self.steps) - len(self.approved)


def walk_of(open_changes: tuple[Decided, ...], reason: str = "") -> Walk:
    """Return the initial state."""
    return Walk(tuple(worst_first(open_changes)), reason=reason)


def press(walk: Walk, key: str) -> tuple[Walk, Effect]:
    """Return the new state and the action for a key. Capitals are ignored: a split arrow key ends in one."""
    walk = replace(walk, notice="")
    if key == "u":
        return _undo(walk)
    if key == "q" or (walk.here is None and key in ("\r", "\n")):
        return walk, Effect.STOP
    if walk.here is None:
        return replace(walk, notice="u undo, q quit"), Effect.NOTHING
    if key in ("a", "r"):
        # A change that cannot be waived needs a reason of its own, which is not reused.
        reusable = key == "a" and walk.reason and walk.here.finding.rule.waivable
        return answer(walk, walk.reason) if reusable else (walk, Effect.ASK)
    return _after_other_key(walk, key), Effect.NOTHING


def _after_other_key(walk: Walk, key: str) -> Walk:
    """Return the state after a key that approves nothing."""
    if key == "s":
        return _advance(walk, None)
    if key in _DETAILS:
        return replace(walk, detail="brief" if walk.detail == _DETAILS[key] else _DETAILS[key])
    return replace(walk, notice="unknown key; ? shows the keys")


_DETAILS: dict[str, Detail] = {"m": "more", "e": "explain", "?": "help"}


def answer(walk: Walk, reason: str) -> tuple[Walk, Effect]:
    """Approve the current change for this reason; without a reason nothing is approved."""
    reason = reason.strip()
    if not without_hidden(reason).strip():
        return replace(walk, notice="not approved: a reason is required"), Effect.NOTHING
    reusable = walk.here is not None and walk.here.finding.rule.waivable
    return replace(_advance(walk, reason), reason=reason if reusable else walk.reason), Effect.WRITE


def _advance(walk: Walk, reason: str | None) -> Walk:
    return replace(walk, at=walk.at + 1, steps=(*walk.steps, ReviewStep(walk.at, reason)), detail="brief")


def _undo(walk: Walk) -> tuple[Walk, Effect]:
    if not walk.steps:
        return replace(walk, notice="nothing to undo"), Effect.NOTHING
    *before, last = walk.steps
    back = replace(walk, at=last.at, steps=tuple(before), detail="brief", notice="undone")
    return back, Effect.NOTHING if last.reason is None else Effect.WRITE


_KEYS = {
    "a": "approve, with the previous reason if there is one",
    "r": "approve with a new reason",
    "s": "skip",
    "m": "show more or less",
    "e": "explain the rule",
    "u": "undo the last decision",
    "q": "quit; approvals so far are kept",
}
_LONGEST_REASON = 40


def walk_screen(walk: Walk, page: Page) -> str:
    """Return the whole screen before a key is pressed."""
    decided = walk.here
    lines = [""]
    if decided is None:
        lines.append(f"{page.paint('done', 'bold')}: {len(walk.approved):,} approved, {walk.skipped:,} skipped")
    else:
        lines += _current_change(walk, decided, page)
    if walk.notice:
        lines.append(page.paint(walk.notice, "warn"))
    return "\n".join([*lines, _prompt(walk, page)]) + "\n"


def _current_change(walk: Walk, decided: Decided, page: Page) -> Iterator[str]:
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
    reason = f' for "{clipped(shown(walk.reason), _LONGEST_REASON)}", r new reason' if again else ""
    return page.paint(f"a approve{reason}, s skip, m more, e explain, u undo, q quit, ? help", "dim")
