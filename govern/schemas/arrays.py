"""Arrays within arrays: lengths, each position, what is contained and that all differ."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Generator

    from .inclusion import Inclusion

Json = Any


_FEW = 6
_SOME = 100


def arrays(question: Inclusion, a: dict[str, Json], b: dict[str, Json]) -> Generator[Json, None, bool]:
    """Ask whether all arrays of `a` are in `b`."""
    is_proven = yield from _lengths(question, a, b)
    is_proven = (yield from _positions(question, a, b)) and is_proven
    if b.get("uniqueItems") and not a.get("uniqueItems") and not _all_differ(question, a):
        drawn = question.samples.of(_item(a, len(a.get("prefixItems", []))), 1)
        yield from ([*drawn, *drawn, *(drawn * count)] for count in range(3))
        is_proven = False
    if "contains" in b:
        is_proven = (yield from _contains(question, a, b)) and is_proven
    return is_proven or (yield from question.by_library(a, b))


def _all_differ(question: Inclusion, a: dict[str, Json]) -> bool:
    """Tell whether no two places of an array can hold the same."""
    most = _most(a)
    if most is None or most > _FEW:
        return False
    items = [_item(a, index) for index in range(int(most))]
    return all(question.small.is_empty({"allOf": [left, right]}) for left, right in combinations(items, 2))


def _most(form: dict[str, Json]) -> Any:
    """Return how long an array can be, None where there is no limit."""
    most = form.get("maxItems")
    prefix = form.get("prefixItems", [])
    for index in range(len(prefix) + 1):
        if _item(form, index) is False and (most is None or index < most):
            return index
    return most


def _item(form: dict[str, Json], index: int) -> Json:
    prefix = form.get("prefixItems", [])
    return prefix[index] if index < len(prefix) else form.get("items", True)


def _lengths(question: Inclusion, a: dict[str, Json], b: dict[str, Json]) -> Generator[Json, None, bool]:
    is_proven = True
    if b.get("minItems", 0) > a.get("minItems", 0):
        least = int(b["minItems"])
        yield from (drawn for drawn in question.samples.of({**a, "maxItems": least - 1}, 2))
        is_proven = False
    if "maxItems" in b and (_most(a) is None or _most(a) > b["maxItems"]):
        longer = int(b["maxItems"]) + 1
        yield from (drawn for drawn in question.samples.of({**a, "minItems": max(longer, a.get("minItems", 0))}, 2))
        is_proven = False
    return is_proven


def _positions(question: Inclusion, a: dict[str, Json], b: dict[str, Json]) -> Generator[Json, None, bool]:
    is_proven = True
    most = _most(a)
    for index in range(max(len(a.get("prefixItems", [])), len(b.get("prefixItems", []))) + 1):
        if most is not None and index >= most:
            break
        search = question.below(_item(a, index), _item(b, index))
        while True:
            try:
                suspect = next(search)
            except StopIteration as end:
                is_proven = bool(end.value) and is_proven
                break
            yield from _around(question, a, index, suspect)
    return is_proven


def _around(question: Inclusion, a: dict[str, Json], index: int, suspect: Json) -> Generator[Json, None, None]:
    """Put a suspect in its place in an otherwise ordinary array."""
    least = max(int(a.get("minItems", 0)), index + 1)
    built = question.samples.of({**a, "minItems": least}, 1)
    if built:
        yield [*built[0][:index], suspect, *built[0][index + 1 :]]
    elif index == 0:
        yield [suspect]


def _contains(question: Inclusion, a: dict[str, Json], b: dict[str, Json]) -> Generator[Json, None, bool]:
    least, most = int(b.get("minContains", 1)), b.get("maxContains")
    drawn = [*question.asked_for.of(b["contains"], 2), *question.samples.of(a.get("contains", False), 2)]
    for count in (least - 1, int(most or 0) + 1):
        for value in drawn if 0 <= count <= _SOME else []:
            yield [value] * count
    yield from question.samples.of(a, 4)
    promised = "contains" in a and a.get("minContains", 1) >= least
    if least > 0 and not (promised and question.is_proven_below(a["contains"], b["contains"])):
        return False
    if most is None:
        return True
    limited = "maxContains" in a and a["maxContains"] <= most
    return limited and question.is_proven_back(b["contains"], a["contains"])
