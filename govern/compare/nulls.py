"""Nulls where the protocol has a field that may be left out.

To whoever reads them they are nothing; the protocol does not know them, and clients that hold it to that refuse them.
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
    """One fact for all nulls that came, and one for all that went."""
    before, after = _nulls(old), _nulls(new)
    came, gone = sorted(after - before), sorted(before - after)
    if came:
        yield Fact(ids.NULL_APPEARED, _shared(came), after=came, said={"fields": _named(came)})
    if gone:
        yield Fact(ids.NULL_GONE, _shared(gone), before=gone, said={"fields": _named(gone)})


def without_nulls(item: Item) -> Item:
    """The item as those read it who take such a null for nothing."""
    if not _nulls(item):
        return item
    raw = _without(item.raw, _FIELDS[item.kind.name])
    if "annotations" in raw:
        raw["annotations"] = _without(raw["annotations"], _ANNOTATIONS.get(item.kind.name, frozenset()))
    if item.kind is TOOL:
        raw |= {key: _without(raw[key], _SCHEMA) for key in _SCHEMAS if key in raw}
    if "arguments" in item.kind.json_parts and isinstance(raw.get("arguments"), list):
        raw["arguments"] = [_without(each, _ARGUMENT) for each in raw["arguments"]]
    return Item(item.kind, raw)


def _nulls(item: Item) -> frozenset[str]:
    """The pointers of all of them; an argument goes by its name."""
    return frozenset(step(place, key) for place, held, keys in _holders(item) for key in keys if _is_null(held, key))


def _holders(item: Item) -> Iterator[tuple[str, Any, frozenset[str]]]:
    """Each object that may hold some, its place, and under which names."""
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


def _without(held: Any, keys: frozenset[str]) -> Any:
    if not isinstance(held, dict):
        return held
    return {key: value for key, value in held.items() if key not in keys or value is not None}


def _shared(pointers: list[str]) -> str:
    return pointers[0] if len(pointers) == 1 else ""


def _named(pointers: list[str]) -> str:
    named = [f"`{pointer[1:].replace('/', '.')}`" for pointer in pointers[:_MOST_NAMED]]
    more = len(pointers) - len(named)
    return ", ".join(named) + (f" and {more} more" if more else "")
