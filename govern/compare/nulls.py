"""Nulls in fields that the protocol lets servers omit, but does not let be null.

Lenient clients ignore such a null; strict clients reject it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from govern.contract.behaviour import ANNOTATION_DEFAULTS
from govern.contract.surface import TOOL, Item
from govern.facts import rule_ids as ids
from govern.facts.change import Fact, step

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from govern.contract.surface import KindName

_ALL = frozenset({"title", "description", "icons", "_meta"})
_DATA = _ALL | {"mimeType", "size", "annotations"}
_FIELDS: Mapping[KindName, frozenset[str]] = {
    "tool": _ALL | {"annotations", "execution", "outputSchema"},
    "prompt": _ALL | {"arguments"},
    "resource": _DATA,
    "template": _DATA,
}
_OF_DATA = frozenset({"audience", "priority", "lastModified"})
_ANNOTATIONS: Mapping[KindName, frozenset[str]] = {
    "tool": frozenset({*ANNOTATION_DEFAULTS, "title"}),
    "resource": _OF_DATA,
    "template": _OF_DATA,
}
_ARGUMENT = frozenset({"title", "description", "required"})
_SCHEMAS = ("inputSchema", "outputSchema")
_SCHEMA = frozenset({"properties", "required"})
_MOST_NAMED = 8


def null_facts(old: Item, new: Item) -> Iterator[Fact]:
    """Yield one fact for all added nulls, and one for all removed nulls."""
    before, after = _nulls(old), _nulls(new)
    added, removed = sorted(after - before), sorted(before - after)
    if added:
        yield Fact(ids.NULL_APPEARED, _shared(added), after=added, values={"fields": _field_list(added)})
    if removed:
        yield Fact(ids.NULL_GONE, _shared(removed), before=removed, values={"fields": _field_list(removed)})


def without_nulls(item: Item) -> Item:
    """Return the item without such nulls, as lenient clients read it."""
    if not _nulls(item):
        return item
    raw = _without_null_keys(item.raw, _FIELDS[item.kind.name])
    if "annotations" in raw:
        raw["annotations"] = _without_null_keys(raw["annotations"], _ANNOTATIONS.get(item.kind.name, frozenset()))
    if item.kind is TOOL:
        raw |= {key: _without_null_keys(raw[key], _SCHEMA) for key in _SCHEMAS if key in raw}
    if "arguments" in item.kind.json_parts and isinstance(raw.get("arguments"), list):
        raw["arguments"] = [_without_null_keys(each, _ARGUMENT) for each in raw["arguments"]]
    return Item(item.kind, raw)


def _nulls(item: Item) -> frozenset[str]:
    """Return the pointers of all such nulls, with arguments by name."""
    return frozenset(
        step(place, key) for place, held, keys in _objects_with_fields(item) for key in keys if _is_null(held, key)
    )


def _objects_with_fields(item: Item) -> Iterator[tuple[str, Any, frozenset[str]]]:
    """Yield each object that may contain such nulls, with its pointer and those fields."""
    kind, raw = item.kind, item.raw
    yield "", raw, _FIELDS[kind.name]
    yield "/annotations", raw.get("annotations"), _ANNOTATIONS.get(kind.name, frozenset())
    if kind is TOOL:
        yield from ((step("", key), raw.get(key), _SCHEMA) for key in _SCHEMAS)
    arguments = raw.get("arguments") if "arguments" in kind.json_parts else None
    for each in arguments if isinstance(arguments, list) else ():
        yield step("/arguments", str(each.get("name")) if isinstance(each, dict) else ""), each, _ARGUMENT


def _is_null(held: Any, key: str) -> bool:
    return isinstance(held, dict) and key in held and held[key] is None


def _without_null_keys(held: Any, keys: frozenset[str]) -> Any:
    if not isinstance(held, dict):
        return held
    return {key: value for key, value in held.items() if key not in keys or value is not None}


def _shared(pointers: list[str]) -> str:
    return pointers[0] if len(pointers) == 1 else ""


def _field_list(pointers: list[str]) -> str:
    named = [f"`{pointer[1:].replace('/', '.')}`" for pointer in pointers[:_MOST_NAMED]]
    more = len(pointers) - len(named)
    return ", ".join(named) + (f" and {more} more" if more else "")
