"""Why calls of one tool fail, counted while they come in."""

from __future__ import annotations

from typing import TYPE_CHECKING

from govern.traces.outcome import Reason

if TYPE_CHECKING:
    from collections.abc import Iterable

    from govern.facts.change import Change
    from govern.traces.outcome import Example, Kind

_MOST = 200
_MOST_EXAMPLES = 3


class _Told:
    """A reason while it is counted."""

    __slots__ = ("calls", "changes", "examples", "kind", "message", "pointer")

    def __init__(self, kind: Kind, message: str, pointer: str, changes: tuple[str, ...]) -> None:
        self.kind, self.message, self.pointer, self.changes = kind, message, pointer, changes
        self.calls = 0
        self.examples: list[Example] = []

    def frozen(self) -> Reason:
        """The reason as it stands now."""
        return Reason(self.kind, self.message, self.pointer, self.calls, self.changes, tuple(self.examples))


class Reasons:
    """All reasons of one tool; whoever fills a log with new ones fills one row of ours."""

    def __init__(self) -> None:
        self._told: dict[tuple[Kind, str, str], _Told] = {}

    def tell(self, kind: Kind, message: str, pointer: str, changes: Iterable[Change], shown: Example) -> None:
        """Another call that fails by this."""
        key = (kind, pointer, message)
        if key not in self._told and len(self._told) >= _MOST:
            key = (kind, "", "for further reasons")
        reason = self._told.get(key)
        if reason is None:
            ids = tuple(dict.fromkeys(change.id for change in changes))
            reason = self._told[key] = _Told(kind, key[2], key[1], ids)
        reason.calls += 1
        if len(reason.examples) < _MOST_EXAMPLES:
            reason.examples.append(shown)

    def frozen(self) -> tuple[Reason, ...]:
        """The reasons, that of most calls first."""
        ordered = sorted(self._told.values(), key=lambda each: (-each.calls, each.kind, each.pointer, each.message))
        return tuple(each.frozen() for each in ordered)
