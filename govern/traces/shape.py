"""A recorded value without what it says: names that a schema declares, and kinds."""

from __future__ import annotations

from typing import Any

from govern.contract.characters import visible
from govern.traces.outcome import Example

_MOST_NAMES = 12
_LONGEST_NAME = 60
HIDDEN_NAME = "…"


def example(where: str, value: Any, declared: frozenset[str]) -> Example:
    """The call that was recorded there. A name that no schema declares may be anything, a secret too."""
    if not isinstance(value, dict):
        return Example(where, (("", "not recorded" if value is None else kind_of(value)),))
    shown = tuple((name_of(name, declared), kind_of(inner)) for name, inner in [*value.items()][:_MOST_NAMES])
    return Example(where, shown, max(0, len(value) - _MOST_NAMES))


def name_of(name: str, declared: frozenset[str]) -> str:
    """The name where a schema declares it."""
    return visible(name)[:_LONGEST_NAME] if name in declared else HIDDEN_NAME


def kind_of(value: Any) -> str:
    """What kind of value it is, and how long."""
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
