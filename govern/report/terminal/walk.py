"""`govern approve` one change at a time: the state, what each key does to it, and the screen."""

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
    """What the key asks of the world; whatever it is, the state is shown anew."""

    NOTHING = "nothing"
    ASK = "ask for a reason"
    WRITE = "write what is approved"
    STOP = "stop"


@dataclass(frozen=True, slots=True)
class Step:
    """What was decided about a change; None as reason where it was skipped."""

    at: int
    reason: str | None


@dataclass(frozen=True, slots=True)
class Walk:
    """Where a reviewer stands. `steps` are the decisions so far, the last one at their end; `notice` is said once."""

    open: tuple[Decided, ...]
    at: int = 0
    steps: tuple[Step, ...] = ()
    reason: str = ""
    detail: Detail = "brief"
    notice: str = ""

    @property
    def here(self) -> Decided | None:
        """The change that is looked at; None at the end."""
        return self.open[self.at] if self.at < len(self.open) else None

    @property
    def approved(self) -> tuple[tuple[Decided, str], ...]:
        """What is approved so far, each with its reason."""
        return tuple((self.open[step.at], step.reason) for step in self.steps if step.reason is not None)

    @property
    def skipped(self) -> int:
        """How many were passed by."""
        return len(self.steps) - len(self.approved)


def walk_of(open_changes: tuple[Decided, ...], reason: str = "") -> Walk:
    """The beginning."""
    return Walk(tuple(worst_first(open_changes)), reason=reason)


def press(walk: Walk, key: str) -> tuple[Walk, Effect]:
    """What a key does. Capitals are no keys of ours: a split arrow key ends in one, and may never approve anything."""
    walk = replace(walk, notice="")
    if key == "u":
        return _undo(walk)
    if key == "q" or (walk.here is None and key in ("\r", "\n")):
        return walk, Effect.STOP
    if walk.here is None:
        return replace(walk, notice="u undo, q quit"), Effect.NOTHING
    if key in ("a", "r"):
        # What steers a model takes words of its own, which serve for nothing else.
        known = key == "a" and walk.reason and walk.here.finding.rule.waivable
        return answer(walk, walk.reason) if known else (walk, Effect.ASK)
    return _looked(walk, key), Effect.NOTHING


def _looked(walk: Walk, key: str) -> Walk:
    """What a key does that approves nothing."""
    if key == "s":
        return _on(walk, None)
    if key in _DETAILS:
        return replace(walk, detail="brief" if walk.detail == _DETAILS[key] else _DETAILS[key])
    return replace(walk, notice="no such key; ? shows them")


_DETAILS: dict[str, Detail] = {"m": "more", "e": "explain", "?": "help"}


def answer(walk: Walk, reason: str) -> tuple[Walk, Effect]:
    """Approve for this reason; without one nothing is approved."""
    reason = reason.strip()
    if not without_hidden(reason).strip():
        return replace(walk, notice="not approved: an approval needs a reason"), Effect.NOTHING
    serves_again = walk.here is not None and walk.here.finding.rule.waivable
    return replace(_on(walk, reason), reason=reason if serves_again else walk.reason), Effect.WRITE


def _on(walk: Walk, reason: str | None) -> Walk:
    return replace(walk, at=walk.at + 1, steps=(*walk.steps, Step(walk.at, reason)), detail="brief")


def _undo(walk: Walk) -> tuple[Walk, Effect]:
    if not walk.steps:
        return replace(walk, notice="nothing to undo"), Effect.NOTHING
    *before, last = walk.steps
    back = replace(walk, at=last.at, steps=tuple(before), detail="brief", notice="undone")
    return back, Effect.NOTHING if last.reason is None else Effect.WRITE


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
