"""Differences between two listings of one server."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass
from itertools import zip_longest
from typing import TYPE_CHECKING, Any

from govern.contract.digests import part_digests
from govern.contract.json_text import canonical
from govern.contract.json_type import Json
from govern.contract.surface import ABSENT, Absent

if TYPE_CHECKING:
    from collections.abc import Iterator

    from govern.contract.surface import KindName, Surface

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
            step = key.replace("~", "~0").replace("/", "~1")
            yield from _differences(one.get(key, _MISSING), other.get(key, _MISSING), f"{pointer}/{step}")
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
