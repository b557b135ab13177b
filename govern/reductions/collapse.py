"""Collapse uniform arrays: keep the first items whole, and only what identifies the others."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from govern.contract.json_text import Json

IDENTITY = ("id", "name", "title", "slug", "key", "label")
_WHOLE = 3
_FEWEST = 5
# Optional keys may be missing from items, as long as half of all keys are there on average.
_FILLED = 0.5


@dataclass(frozen=True, slots=True)
class CollapsedArray:
    """An array of which `items` were collapsed to `keys`; without keys only their number is shown."""

    path: str
    items: int
    keys: tuple[str, ...]


def collapse(value: Json, path: str = "$") -> tuple[Json, list[CollapsedArray]]:
    """Return a value with its uniform arrays collapsed, at every depth, and which these are."""
    found: list[CollapsedArray] = []
    return _collapsed(value, path, found), found


def _collapsed(value: Json, path: str, found: list[CollapsedArray]) -> Json:
    if isinstance(value, dict):
        return {key: _collapsed(inner, f"{path}.{key}", found) for key, inner in value.items()}
    if not isinstance(value, list):
        return value
    if not _is_uniform(value):
        return [_collapsed(inner, f"{path}[{at}]", found) for at, inner in enumerate(value)]
    first, rest = value[:_WHOLE], [_identity(item) for item in value[_WHOLE:]]
    keys = tuple(key for key in IDENTITY if any(key in item for item in rest))
    found.append(CollapsedArray(path, len(rest), keys))
    whole = [_collapsed(inner, f"{path}[{at}]", found) for at, inner in enumerate(first)]
    return [*whole, *(rest if keys else [f"… {len(rest)} more"])]


def _is_uniform(items: list[Any]) -> bool:
    """Return whether the items are objects with nearly the same keys."""
    if len(items) < _FEWEST or not all(isinstance(item, dict) and item for item in items):
        return False
    keys = {key for item in items for key in item}
    return sum(map(len, items)) >= _FILLED * len(keys) * len(items)


def _identity(item: dict[str, Any]) -> dict[str, Any]:
    return {key: item[key] for key in IDENTITY if key in item and not isinstance(item[key], (dict, list))}
