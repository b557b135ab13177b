"""What a form says on its face: its types, its alternatives, and the demands it is made of."""

from __future__ import annotations

from collections.abc import Generator
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .inclusion import Inclusion

Json = Any


TYPES = ("null", "boolean", "number", "string", "array", "object")
_NUMBERS = frozenset({"integer", "number"})
OF_ITS_TYPE: dict[str, frozenset[str]] = {
    "null": frozenset(),
    "boolean": frozenset(),
    "number": frozenset({"minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"}),
    "string": frozenset({"minLength", "maxLength", "pattern", "format", "contentEncoding", "contentMediaType"}),
    "array": frozenset({"minItems", "maxItems", "uniqueItems", "items", "prefixItems"})
    | {"contains", "minContains", "maxContains"},
    "object": frozenset({"properties", "patternProperties", "additionalProperties", "propertyNames"})
    | {"required", "minProperties", "maxProperties"},
}
OF_ITS_TYPE["integer"] = OF_ITS_TYPE["number"]
PLAIN = frozenset[str]().union(*OF_ITS_TYPE.values()) | {"type"}
_CONDITION = frozenset({"if", "then", "else"})
_LOOKING_BESIDE = frozenset({"unevaluatedItems", "unevaluatedProperties"})  # they mean what stands beside them


def equal(a: Json, b: Json) -> bool:
    """Tell whether two forms are written alike; Python alone takes 1, 1.0 and true for one another."""
    return bool(a == b) and repr(a) == repr(b)


def is_true(form: Json) -> bool:
    """Tell whether a form demands nothing."""
    return form is True or form == {}


def is_false(form: Json) -> bool:
    """Tell whether a form says on its face that nothing will do."""
    return form is False or form == {"not": {}}


def is_reference(form: Json) -> bool:
    """Tell whether a form only points elsewhere."""
    return isinstance(form, dict) and set(form) == {"$ref"}


def has_reference(form: Json) -> bool:
    """Tell whether any part of a form points elsewhere."""
    return "'$ref'" in repr(form)


def one_of(branches: list[Json]) -> Json:
    """Return the form for at least one of these."""
    return branches[0] if len(branches) == 1 else ({"anyOf": branches} if branches else False)


def values(form: dict[str, Json]) -> list[Json] | None:
    """Return the values that a form lists, None where it lists none."""
    return [form["const"]] if "const" in form else form.get("enum")


def alternatives(a: dict[str, Json]) -> list[Json] | None:
    """Split a form where it names alternatives and nothing beside them."""
    if set(a) == {"anyOf"} or set(a) == {"oneOf"}:
        return list(next(iter(a.values())))
    types = a.get("type", TYPES)
    if isinstance(types, str) or a.keys() - PLAIN:
        return None
    return [{keyword: a[keyword] for keyword in a.keys() & OF_ITS_TYPE[name]} | {"type": name} for name in types]


def demands(b: dict[str, Json]) -> tuple[list[Json], bool]:
    """Split what is demanded into demands that hold one by one, and tell whether that is all of it."""
    plain = {keyword: value for keyword, value in b.items() if keyword in PLAIN}
    condition = {keyword: value for keyword, value in b.items() if keyword in _CONDITION}
    parts: list[Json] = [part for part in (plain, condition) if part]
    for keyword in sorted(b.keys() - PLAIN - _CONDITION - _LOOKING_BESIDE):
        parts += b["allOf"] if keyword == "allOf" else [{keyword: b[keyword]}]
    return parts, not b.keys() & _LOOKING_BESIDE


def may_meet(a: Json, b: Json) -> bool:
    """Tell apart what has nothing in common at first sight; a guess of "yes" only costs time."""
    if (
        not isinstance(a, dict)
        or not isinstance(b, dict)
        or values(b) is not None
        or not isinstance(a.get("type"), str)
    ):
        return not is_false(b)
    mine, theirs = a["type"], b.get("type", TYPES)
    names = {theirs} if isinstance(theirs, str) else set(theirs)
    if mine in _NUMBERS:
        return bool(_NUMBERS & names)
    return mine in names and not (mine == "object" and _are_told_apart(a, b))


def _are_told_apart(a: dict[str, Json], b: dict[str, Json]) -> bool:
    """Tell whether a property that must be there has other constants in the one than in the other."""
    mine, theirs = a.get("properties", {}), b.get("properties", {})
    for name in a.get("required", ()):
        ours, others = _constants(mine.get(name)), _constants(theirs.get(name))
        if ours is not None and others is not None and not ours & others:
            return True
    return False


def _constants(form: Json) -> frozenset[str] | None:
    listed = values(form) if isinstance(form, dict) else None
    return None if listed is None else frozenset(map(repr, listed))


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
