"""Rules of `Inclusion` for a union on the right: one branch accepts everything, or each case has its own branch."""

from __future__ import annotations

from collections.abc import Generator
from itertools import islice
from typing import TYPE_CHECKING, Any

from .forms import equal, has_reference, listed_values, may_overlap

if TYPE_CHECKING:
    from .inclusion import Inclusion

Json = Any
Search = Generator[Json, None, bool]

_MOST_CASES = 60


def within_any_of(inclusion: Inclusion, a: dict[str, Json], branches: list[Json]) -> Search:
    """Prove that everything in `a` is in at least one of the branches, or yield candidates."""
    if any(inclusion.is_same(a, branch) for branch in branches) or _is_exhaustive(branches):
        return True
    possible = [branch for branch in branches if may_overlap(a, branch)]
    if len(possible) == 1:
        return (yield from inclusion.within(a, possible[0]))
    candidates: list[Json] = []
    for branch in possible:
        is_proven, found = inclusion.attempt(a, branch)
        if is_proven:
            return True
        candidates += found
    if _is_proven_by_denial(inclusion, a, possible):
        return True
    yield from candidates or inclusion.samples.of(a)
    if cases := _split_by_discriminator(a, possible):
        return (yield from inclusion.each_within(cases, {"anyOf": possible}))
    return (yield from inclusion.by_library(a, {"anyOf": branches}))


def within_one_of(inclusion: Inclusion, a: dict[str, Json], branches: list[Json]) -> Search:
    """Prove that everything in `a` is in exactly one of the branches, or yield candidates."""
    overlapping = [*islice((branch for branch in branches if not inclusion.is_disjoint(a, branch)), 2)]
    if len(overlapping) == 1 and inclusion.attempt(a, overlapping[0])[0]:
        return True
    yield from inclusion.samples.of(a)
    if cases := _split_by_discriminator(a, branches):
        return (yield from inclusion.each_within(cases, {"oneOf": branches}))
    return (yield from inclusion.by_library(a, {"oneOf": branches}))


def _is_proven_by_denial(inclusion: Inclusion, a: dict[str, Json], branches: list[Json]) -> bool:
    """Return whether a branch `not X` accepts all but X, and the other branches are proven to accept X."""
    for branch in branches:
        denied = _denied(branch, a)
        if denied is None or (has_reference(denied) and not inclusion.same_definitions):
            continue
        case = inclusion.small.merged([a, denied])
        is_simpler = len(repr(case)) < 2 * len(repr([a, denied]))
        if is_simpler and inclusion.attempt(case, _union([other for other in branches if other is not branch]))[0]:
            return True
    return False


def _denied(branch: Json, a: dict[str, Json]) -> dict[str, Json] | None:
    """Return what a branch denies of the instances of `a`, None if it has other constraints on them."""
    if not isinstance(branch, dict) or branch.keys() - {"not", "type"} or not isinstance(branch.get("not"), dict):
        return None
    return branch["not"] if "type" not in branch or branch["type"] == a.get("type") else None


def _union(branches: list[Json]) -> Json:
    return branches[0] if len(branches) == 1 else ({"anyOf": branches} if branches else False)


def _is_exhaustive(branches: list[Json]) -> bool:
    denied = [branch["not"] for branch in branches if isinstance(branch, dict) and set(branch) == {"not"}]
    return any(equal(branch, other) for branch in branches for other in denied)


def _split_by_discriminator(a: dict[str, Json], branches: list[Json]) -> list[Json]:
    """Split a form by the values of a property that distinguishes the branches, such as `kind`, if one does.

    Without the split no branch accepts all values, and a value that only one branch accepts gets no candidates.
    """
    properties, required = a.get("properties", {}), a.get("required", [])
    for name in properties:
        values = listed_values(properties[name]) or []
        is_one_case = len(values) == 1 and name in required
        if values and not is_one_case and any(_lists_other_values(branch, name, values) for branch in branches):
            return _cases(a, name, values) if len(values) <= _MOST_CASES else []
    return []


def _lists_other_values(branch: Json, name: str, values: list[Json]) -> bool:
    """Return whether a branch lists values for a property, but not all of these."""
    held = listed_values(branch.get("properties", {}).get(name)) if isinstance(branch, dict) else None
    return bool(held) and not {*map(repr, values)} <= {*map(repr, held or ())}


def _cases(a: dict[str, Json], name: str, values: list[Json]) -> list[Json]:
    """Return a form of each value, and one without the property where it is optional."""
    properties, required = a["properties"], a.get("required", [])
    with_name = required if name in required else [*required, name]
    cases: list[Json] = [
        {**a, "properties": {**properties, name: {"enum": [value]}}, "required": with_name} for value in values
    ]
    return cases if name in required else [*cases, {**a, "properties": {**properties, name: False}}]
