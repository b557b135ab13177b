"""What a form says on its face: its types, its alternatives, and the demands it is made of."""

from __future__ import annotations

from typing import Any

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
