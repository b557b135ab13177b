"""Reasons why calls of one tool fail, counted while the calls are read.

Of recorded values only names that a schema declares are shown.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from govern.contract.characters import visible
from govern.rules.schema_wording import place_of
from govern.traces.contract import MASK
from govern.traces.outcome import CallExample, Reason

if TYPE_CHECKING:
    from collections.abc import Iterable

    from govern.facts.change import Change
    from govern.traces.contract import Complaint, Part
    from govern.traces.outcome import Kind


_MOST_NAMES = 12
_LONGEST_NAME = 60
HIDDEN_NAME = "…"
_LONGEST = 200
_ROOTS: dict[Part, str] = {"input": "`arguments`", "output": "the answer"}
_MOST = 200
_MOST_EXAMPLES = 3


def call_example(where: str, value: Any, declared: frozenset[str]) -> CallExample:
    """Return a call as an example; names that no schema declares are hidden, since they may be secrets."""
    if not isinstance(value, dict):
        return CallExample(where, (("", "not recorded" if value is None else kind_of(value)),))
    shown = tuple((name_of(name, declared), kind_of(inner)) for name, inner in [*value.items()][:_MOST_NAMES])
    return CallExample(where, shown, max(0, len(value) - _MOST_NAMES))


def name_of(name: str, declared: frozenset[str]) -> str:
    """Return the name if a schema declares it, else a placeholder."""
    return visible(name)[:_LONGEST_NAME] if name in declared else HIDDEN_NAME


def kind_of(value: Any) -> str:
    """Return the type of a value, and its length."""
    match value:
        case None:
            return "null"
        case bool():
            return "boolean"
        case int() | float():
            return "number"
        case str():
            return f"text of {len(value):,}"
        case list():
            return f"list of {len(value):,}"
        case _:
            return f"object of {len(value):,}"


def complaint_text(complaint: Complaint, part: Part, declared: frozenset[str]) -> str:
    """Return a complaint as a sentence."""
    place = place_of(complaint.pointer[:-1])
    inside = f"{place}." if place else ""
    names = sorted({name_of(name, declared) for name in complaint.names} - {HIDDEN_NAME})
    listed = ", ".join(f"`{inside}{name}`" for name in names) or "a name that is not declared"
    where = f"`{place}`" if place else _ROOTS[part]
    match complaint.keyword:
        case "required":
            return _clipped(f"{listed} is required")
        case "additionalProperties" | "unevaluatedProperties":
            return _clipped(f"{listed} is not accepted" if part == "input" else f"{listed} is not declared")
        case "propertyNames" | "dependentRequired" | "dependentSchemas":
            return _clipped(f"{where} violates {complaint.keyword}")
    message = complaint.message
    if message.startswith(f"{MASK} "):
        return _clipped(f"{where} {message.removeprefix(f'{MASK} ')}")
    return _clipped(f"{where}: {message}")


def _clipped(text: str) -> str:
    text = visible(text)
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}…"


class _CountedReason:
    """A reason that is being counted."""

    __slots__ = ("calls", "changes", "examples", "kind", "message", "pointer")

    def __init__(self, kind: Kind, message: str, pointer: str, changes: tuple[str, ...]) -> None:
        self.kind, self.message, self.pointer, self.changes = kind, message, pointer, changes
        self.calls = 0
        self.examples: list[CallExample] = []

    def frozen(self) -> Reason:
        """Return the reason."""
        return Reason(self.kind, self.message, self.pointer, self.calls, self.changes, tuple(self.examples))


class Reasons:
    """Counts the reasons of one tool; after the first few hundred, others count as one."""

    def __init__(self) -> None:
        self._counted: dict[tuple[Kind, str, str], _CountedReason] = {}

    def count(self, kind: Kind, message: str, pointer: str, changes: Iterable[Change], shown: CallExample) -> None:
        """Count a call that fails for a reason."""
        key = (kind, pointer, message)
        if key not in self._counted and len(self._counted) >= _MOST:
            key = (kind, "", "for other reasons")
        reason = self._counted.get(key)
        if reason is None:
            ids = tuple(dict.fromkeys(change.id for change in changes))
            reason = self._counted[key] = _CountedReason(kind, key[2], key[1], ids)
        reason.calls += 1
        if len(reason.examples) < _MOST_EXAMPLES:
            reason.examples.append(shown)

    def frozen(self) -> tuple[Reason, ...]:
        """Return the reasons, the most frequent first."""
        ordered = sorted(self._counted.values(), key=lambda each: (-each.calls, each.kind, each.pointer, each.message))
        return tuple(each.frozen() for each in ordered)
