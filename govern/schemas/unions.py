"""Within one of several: one branch takes all, or each case goes to a branch of its own."""

from __future__ import annotations

from collections.abc import Generator
from typing import TYPE_CHECKING, Any

from .forms import equal, has_reference, may_meet, one_of, values

if TYPE_CHECKING:
    from .inclusion import Inclusion

Json = Any
Search = Generator[Json, None, bool]

_MOST_CASES = 60


def in_some(question: Inclusion, a: dict[str, Json], branches: list[Json]) -> Search:
    """Ask whether all of `a` is in at least one of the branches."""
    if any(question.is_same(a, branch) for branch in branches) or _is_exhaustive(branches):
        return True
    possible = [branch for branch in branches if may_meet(a, branch)]
    if len(possible) == 1:
        return (yield from question.within(a, possible[0]))
    suspects: list[Json] = []
    for branch in possible:
        is_proven, found = question.tried(a, branch)
        if is_proven:
            return True
        suspects += found
    if _by_cases(question, a, possible):
        return True
    yield from suspects or question.samples.of(a)
    if cases := _told_apart(a, possible):
        return (yield from question.each(cases, {"anyOf": possible}))
    return (yield from question.by_library(a, {"anyOf": branches}))


def in_exactly_one(question: Inclusion, a: dict[str, Json], branches: list[Json]) -> Search:
    """Ask whether all of `a` is in one branch and nothing of it in another."""
    for index, branch in enumerate(branches):
        others = branches[:index] + branches[index + 1 :]
        if all(question.is_disjoint(a, other) for other in others) and question.tried(a, branch)[0]:
            return True
    return (yield from question.by_library(a, {"oneOf": branches}))


def _by_cases(question: Inclusion, a: dict[str, Json], branches: list[Json]) -> bool:
    """Where one branch takes all of the type that is not X, only what is X must be in the others."""
    for branch in branches:
        denied = _denied(branch, a)
        if denied is None or (has_reference(denied) and not question.same_definitions):
            continue
        case = question.small.merged([a, denied])
        is_simpler = len(repr(case)) < 2 * len(repr([a, denied]))
        if is_simpler and question.tried(case, one_of([other for other in branches if other is not branch]))[0]:
            return True
    return False


def _told_apart(a: dict[str, Json], branches: list[Json]) -> list[Json]:
    """Split a form by the values of a name that tells the branches apart, such as a `kind`: none where nothing does.

    A branch takes only some of the values, so none of them takes all, and what it refuses of a value that is its own is
    not seen beside all those that are not.
    """
    properties, required = a.get("properties", {}), a.get("required", [])
    for name in properties:
        listed = _listed(properties[name])
        is_one_case = len(listed) == 1 and name in required
        if listed and not is_one_case and any(_takes_others(branch, name, listed) for branch in branches):
            return _cases(a, name, listed) if len(listed) <= _MOST_CASES else []
    return []


def _cases(a: dict[str, Json], name: str, listed: list[Json]) -> list[Json]:
    properties, required = a["properties"], a.get("required", [])
    asked = required if name in required else [*required, name]
    found: list[Json] = [
        {**a, "properties": {**properties, name: {"enum": [value]}}, "required": asked} for value in listed
    ]
    return found if name in required else [*found, {**a, "properties": {**properties, name: False}}]


def _listed(form: Json) -> list[Json]:
    return (values(form) if isinstance(form, dict) else None) or []


def _takes_others(branch: Json, name: str, listed: list[Json]) -> bool:
    """Whether a branch lists values for a name, and not all of these."""
    held = _listed(branch.get("properties", {}).get(name)) if isinstance(branch, dict) else []
    return bool(held) and not {*map(repr, listed)} <= {*map(repr, held)}


def _denied(branch: Json, a: dict[str, Json]) -> dict[str, Json] | None:
    """Return all that keeps instances of `a` out of a branch, None where that is not a single `not`."""
    if not isinstance(branch, dict) or branch.keys() - {"not", "type"} or not isinstance(branch.get("not"), dict):
        return None
    return branch["not"] if "type" not in branch or branch["type"] == a.get("type") else None


def _is_exhaustive(branches: list[Json]) -> bool:
    denied = [branch["not"] for branch in branches if isinstance(branch, dict) and set(branch) == {"not"}]
    return any(equal(branch, other) for branch in branches for other in denied)
