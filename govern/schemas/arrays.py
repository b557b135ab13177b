"""The rule of `Inclusion` for arrays: their length, each position, `contains` and `uniqueItems`."""

from __future__ import annotations

from collections.abc import Generator
from itertools import combinations
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator

    from .inclusion import Inclusion

Json = Any
Search = Generator[Json, None, bool]

_MOST_PAIRED = 6
_MOST_REPEATED = 100


def arrays_within(inclusion: Inclusion, a: dict[str, Json], b: dict[str, Json]) -> Search:
    """Prove that all arrays of `a` are in `b`, or yield candidates."""
    is_proven = yield from _lengths(inclusion, a, b)
    is_proven = (yield from _positions(inclusion, a, b)) and is_proven
    if b.get("uniqueItems") and not a.get("uniqueItems") and not _have_distinct_items(inclusion, a):
        drawn = inclusion.samples.of(_item_form(a, len(a.get("prefixItems", []))), 1)
        yield from ([*drawn, *drawn, *(drawn * count)] for count in range(3))
        is_proven = False
    if "contains" in b:
        is_proven = (yield from _contains(inclusion, a, b)) and is_proven
    return is_proven or (yield from inclusion.by_library(a, b))


def _have_distinct_items(inclusion: Inclusion, a: dict[str, Json]) -> bool:
    """Return whether the forms of any two positions are proven to have no common value."""
    most = _longest(a)
    if most is None or most > _MOST_PAIRED:
        return False
    items = [_item_form(a, index) for index in range(int(most))]
    return all(inclusion.small.is_empty({"allOf": [left, right]}) for left, right in combinations(items, 2))


def _longest(form: dict[str, Json]) -> Any:
    """Return the largest length of an array, None if there is no limit."""
    most = form.get("maxItems")
    for index in range(len(form.get("prefixItems", [])) + 1):
        if _item_form(form, index) is False and (most is None or index < most):
            return index
    return most


def _item_form(form: dict[str, Json], index: int) -> Json:
    prefix = form.get("prefixItems", [])
    return prefix[index] if index < len(prefix) else form.get("items", True)


def _lengths(inclusion: Inclusion, a: dict[str, Json], b: dict[str, Json]) -> Search:
    is_proven = True
    if b.get("minItems", 0) > a.get("minItems", 0):
        yield from inclusion.samples.of({**a, "maxItems": int(b["minItems"]) - 1}, 2)
        is_proven = False
    longest = _longest(a)
    if "maxItems" in b and (longest is None or longest > b["maxItems"]):
        yield from inclusion.samples.of({**a, "minItems": max(int(b["maxItems"]) + 1, a.get("minItems", 0))}, 2)
        is_proven = False
    return is_proven


def _positions(inclusion: Inclusion, a: dict[str, Json], b: dict[str, Json]) -> Search:
    is_proven = True
    longest = _longest(a)
    for index in range(max(len(a.get("prefixItems", [])), len(b.get("prefixItems", []))) + 1):
        if longest is not None and index >= longest:
            break

        def place(item: Json, index: int = index) -> Iterator[Json]:
            return _arrays_with(inclusion, a, index, item)

        below = inclusion.below(_item_form(a, index), _item_form(b, index), place)
        is_proven = (yield from below) and is_proven
    return is_proven


def _arrays_with(inclusion: Inclusion, a: dict[str, Json], index: int, item: Json) -> Iterator[Json]:
    """Yield an array of `a` with the given item at a position."""
    least = max(int(a.get("minItems", 0)), index + 1)
    built = inclusion.samples.of({**a, "minItems": least}, 1)
    if built:
        yield [*built[0][:index], item, *built[0][index + 1 :]]
    elif index == 0:
        yield [item]


def _contains(inclusion: Inclusion, a: dict[str, Json], b: dict[str, Json]) -> Search:
    least, most = int(b.get("minContains", 1)), b.get("maxContains")
    drawn = [*inclusion.large_samples.of(b["contains"], 2), *inclusion.samples.of(a.get("contains", False), 2)]
    for count in (least - 1, int(most or 0) + 1):
        for value in drawn if 0 <= count <= _MOST_REPEATED else []:
            yield [value] * count
    yield from inclusion.samples.of(a, 4)
    has_enough = "contains" in a and a.get("minContains", 1) >= least
    if least > 0 and not (has_enough and inclusion.is_proven_below(a["contains"], b["contains"])):
        return False
    if most is None:
        return True
    is_limited = "maxContains" in a and a["maxContains"] <= most
    return is_limited and inclusion.is_proven_backward(b["contains"], a["contains"])
