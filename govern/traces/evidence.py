"""What recorded calls say of changes: how many each one hits, and of how many."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from govern.facts import rule_ids as ids

if TYPE_CHECKING:
    from collections.abc import Mapping

    from govern.facts.change import Change
    from govern.traces.outcome import Replayed

# By these callers no longer find a tool by its name.
GONE = frozenset({ids.SERVER_REMOVED, ids.TOOL_MOVED, ids.TOOL_REMOVED, ids.TOOL_RENAMED})
# What no recording of the past can show: words, and what comes only after the change.
_UNSEEN = ("-format-", "-default-", "-deprecated-", "-annotation-", "-examples-", "-nullable-", "-wrapping-")


def can_be_recorded(change: Change) -> bool:
    """Whether it is about calls and answers, and not about words or claims."""
    return change.rule in GONE or change.rule.startswith(("input-", "output-"))


@dataclass(frozen=True, slots=True)
class Recorded:
    """Of so many recorded calls to what a change is about, how many it hits; None where recordings cannot show that."""

    calls: int
    hits: int | None


@dataclass(frozen=True, slots=True)
class Evidence:
    """Recorded calls held against two locks; `was` leads from what tools are called now to what callers called them."""

    replayed: Replayed
    was: Mapping[tuple[str, str], tuple[str, str]] = field(default_factory=dict)
    spoilt: int = 0

    def of(self, change: Change) -> Recorded | None:
        """What was recorded of a change; None where it is about nothing that is called."""
        if change.kind == "server" and change.rule == ids.SERVER_REMOVED:
            return Recorded(self._calls(change.server, None), self.replayed.hits.get(change.id, 0))
        if change.kind != "tool":
            return None
        place = (change.server, change.name)
        calls = self._calls(*(place if change.rule in GONE else self.was.get(place, place)))
        return Recorded(calls, self._hits(change))

    def _hits(self, change: Change) -> int | None:
        hits = self.replayed.hits.get(change.id, 0)
        if change.rule in GONE or change.rule.startswith("output-property-re"):
            return hits
        is_seen = change.rule.startswith("input-") and not any(word in change.rule for word in _UNSEEN)
        return hits if is_seen else hits or None

    def _calls(self, server: str, tool: str | None) -> int:
        return sum(
            each.tally.worked
            for each in self.replayed.tools
            if each.server == server and (tool is None or each.tool == tool)
        )
