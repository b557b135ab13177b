"""The listings of one server: the gateway tools in one, and the differences between two."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from dataclasses import dataclass
from itertools import zip_longest
from typing import TYPE_CHECKING, Any

from govern.contract.digests import part_digests
from govern.contract.json_text import Json, canonical
from govern.contract.surface import ABSENT, Absent
from govern.facts.change import step

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from govern.contract.surface import Item, KindName, Surface

# A server with more tools lists its catalogue itself.
_FEW = 32
_WORD = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])")
_FINDING = frozenset({"browse", "discover", "discovery", "find", "list", "lookup", "query", "retrieve", "search"})
_CALLING = frozenset({"call", "exec", "execute", "execution", "invoke", "run", "use"})
_CALLED = frozenset(
    {"action", "actions", "capabilities", "capability", "function", "functions", "mcp", "tool", "tools"}
)
_CODE = frozenset({"code", "script"})
_NAMES = frozenset({"action", "actionname", "function", "functionname", "id", "name", "tool", "toolid", "toolname",
                    "toolslug"})  # fmt: skip
_ARGUMENTS = frozenset({"args", "argsjson", "arguments", "argumentsjson", "input", "inputs", "params", "parameters",
                        "payload", "toolargs", "toolarguments", "toolinput", "toolparams"})  # fmt: skip


@dataclass(frozen=True, slots=True)
class GatewayTools:
    """The tools with which a server finds and calls unlisted tools."""

    finding: tuple[str, ...]
    calling: tuple[str, ...]


def gateway(tools: Sequence[Item]) -> GatewayTools | None:
    """Return the gateway tools of a server, or None for an ordinary server."""
    if len(tools) > _FEW:
        return None
    finding = tuple(tool.key for tool in tools if _finds(tool))
    calling = tuple(tool.key for tool in tools if tool.key not in finding and _calls(tool))
    return GatewayTools(finding, calling) if finding and calling else None


def _finds(tool: Item) -> bool:
    words = _words(tool.key)
    return bool(words & _FINDING) and bool(words & _CALLED)


def _calls(tool: Item) -> bool:
    """Return whether the tool calls others by name with free-form arguments, or runs code."""
    words = _words(tool.key)
    if not words & _CALLING:
        return False
    schema = tool.raw.get("inputSchema")
    if words & _CALLED:
        return any(map(_is_call, _objects(schema)))
    return bool(words & _CODE) and any(_CODE & properties.keys() for properties in _objects(schema))


def _is_call(properties: dict[str, Any]) -> bool:
    names = {name.lower().replace("_", "").replace("-", ""): schema for name, schema in properties.items()}
    named = any(name in _NAMES and _is_open_text(schema) for name, schema in names.items())
    return named and any(name in _ARGUMENTS and _is_open(schema) for name, schema in names.items())


def _is_open_text(schema: Any) -> bool:
    """Return whether the name is free text; an enum would list the catalogue."""
    return not isinstance(schema, dict) or (schema.get("type", "string") == "string" and "enum" not in schema)


def _is_open(schema: Any) -> bool:
    return not isinstance(schema, dict) or not schema.get("properties")


def _objects(schema: Any) -> Iterator[dict[str, Any]]:
    """Yield the properties of the input and of items in its arrays, since some gateways call many tools at once."""
    properties = schema.get("properties") if isinstance(schema, dict) else None
    if isinstance(properties, dict):
        yield properties
        for inner in properties.values():
            items = inner.get("items") if isinstance(inner, dict) else None
            called = items.get("properties") if isinstance(items, dict) else None
            if isinstance(called, dict):
                yield called


def _words(name: str) -> set[str]:
    return {word.lower() for word in _WORD.findall(name)}


_MISSING: Any = ABSENT
_MOST_SHOWN = 8
Raws = list[dict[str, Any]]
Difference = tuple[str, Json | Absent, Json | Absent]


@dataclass(frozen=True, slots=True)
class VolatilePart:
    """One place with its value in each listing; ABSENT if it has none.

    `kind` is empty for the server itself, and the name of a list for the fields beside its items. `pointer` is a JSON
    pointer into the item's object, and empty if one listing lacks the whole item.
    """

    kind: KindName | str
    key: str
    pointer: str
    first: Json | Absent
    second: Json | Absent


def volatile_parts(first: Surface, second: Surface) -> list[VolatilePart]:
    """Return every place in which two listings differ, whatever the order of their items."""
    if first is second:
        return []
    places = [VolatilePart("", "", *found) for found in _differences(first.handshake, second.handshake, "")]
    for listed_as in sorted({*first.lists, *second.lists}):
        sides = (first.lists.get(listed_as, _MISSING), second.lists.get(listed_as, _MISSING))
        places += [VolatilePart(listed_as, "", *found) for found in _differences(*sides, "")]
    for (kind, key), (ours, theirs) in _by_name(first, second).items():
        for one, other in _paired(ours, theirs):
            places += [VolatilePart(kind, key, *found) for found in _differences(one, other, "")]
    return places


def _by_name(first: Surface, second: Surface) -> dict[tuple[KindName, str], tuple[Raws, Raws]]:
    found: defaultdict[tuple[KindName, str], tuple[Raws, Raws]] = defaultdict(lambda: ([], []))
    for side, surface in enumerate((first, second)):
        for item in surface.items:
            found[item.kind.name, item.key][side].append(item.raw)
    return found


def _paired(ours: Raws, theirs: Raws) -> Iterator[tuple[Any, Any]]:
    """Yield the items of one name in pairs; where the name repeats, equal items are dropped first."""
    if len(ours) == len(theirs) == 1:
        yield ours[0], theirs[0]
        return
    left, right = _by_form(ours), _by_form(theirs)
    only_left, only_right = (sorted((one - other).elements()) for one, other in ((left, right), (right, left)))
    values = {canonical(raw): raw for raw in (*ours, *theirs)}
    for one, other in zip_longest(only_left, only_right):
        yield values.get(one, _MISSING), values.get(other, _MISSING)


def _by_form(raws: Raws) -> Counter[bytes]:
    return Counter(map(canonical, raws))


def _differences(one: Any, other: Any, pointer: str) -> Iterator[Difference]:
    if isinstance(one, dict) and isinstance(other, dict):
        for key in sorted({*one, *other}):
            yield from _differences(one.get(key, _MISSING), other.get(key, _MISSING), step(pointer, key))
    elif isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
        for at, (left, right) in enumerate(zip(one, other, strict=True)):
            yield from _differences(left, right, f"{pointer}/{at}")
    elif type(one) is not type(other) or one != other:
        yield pointer, one, other


def protocol_differences(first: Surface, second: Surface) -> str:
    """Describe the differences of two surfaces; return an empty text if their contracts are equal."""
    ones, others = _parts(first), _parts(second)
    groups = {
        f"only in {first.protocol}": [item for item in ones if item not in others],
        f"only in {second.protocol}": [item for item in others if item not in ones],
        "different": [item for item in ones if item in others and ones[item] != others[item]],
    }
    if first.handshake.get("instructions") != second.handshake.get("instructions"):
        groups["different"].append("the instructions")
    return "; ".join(f"{what}: {_some(items)}" for what, items in groups.items() if items)


def _parts(surface: Surface) -> dict[str, dict[str, str]]:
    return {f"{item.kind.name} {item.key}": part_digests(item) for item in surface.items}


def _some(items: list[str]) -> str:
    more = len(items) - _MOST_SHOWN
    return ", ".join(items[:_MOST_SHOWN]) + (f" and {more} more" if more > 0 else "")
