"""The structure of canonical forms: their types, their alternatives, and the constraints they consist of."""

from __future__ import annotations

from typing import Any

Json = Any

TYPES = ("null", "boolean", "number", "string", "array", "object")
_NUMBERS = frozenset({"integer", "number"})
KEYWORDS_OF_TYPE: dict[str, frozenset[str]] = {
    "null": frozenset(),
    "boolean": frozenset(),
    "number": frozenset({"minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"}),
    "string": frozenset({"minLength", "maxLength", "pattern", "format", "contentEncoding", "contentMediaType"}),
    "array": frozenset({"minItems", "maxItems", "uniqueItems", "items", "prefixItems"})
    | {"contains", "minContains", "maxContains"},
    "object": frozenset({"properties", "patternProperties", "additionalProperties", "propertyNames"})
    | {"required", "minProperties", "maxProperties"},
}
KEYWORDS_OF_TYPE["integer"] = KEYWORDS_OF_TYPE["number"]
TYPED_KEYWORDS = frozenset[str]().union(*KEYWORDS_OF_TYPE.values()) | {"type"}
_CONDITION = frozenset({"if", "then", "else"})
_UNEVALUATED = frozenset({"unevaluatedItems", "unevaluatedProperties"})  # their meaning depends on other keywords


def equal(a: Json, b: Json) -> bool:
    """Return whether two forms are written alike; `==` alone would treat 1, 1.0 and true as equal."""
    return bool(a == b) and repr(a) == repr(b)


def is_true(form: Json) -> bool:
    """Return whether a form has no constraints."""
    return form is True or form == {}


def is_false(form: Json) -> bool:
    """Return whether a form is written as one that rejects everything."""
    return form is False or form == {"not": {}}


def is_reference(form: Json) -> bool:
    """Return whether a form is only a reference."""
    return isinstance(form, dict) and set(form) == {"$ref"}


def has_reference(form: Json) -> bool:
    """Return whether a form contains a reference."""
    return "'$ref'" in repr(form)


def listed_values(form: Json) -> list[Json] | None:
    """Return the values that `const` or `enum` lists, None without these keywords."""
    if not isinstance(form, dict):
        return None
    return [form["const"]] if "const" in form else form.get("enum")


def alternatives(form: dict[str, Json]) -> list[Json] | None:
    """Return the alternatives that a form is equivalent to, None if it is not a plain union."""
    if set(form) == {"anyOf"} or set(form) == {"oneOf"}:
        return list(next(iter(form.values())))
    types = form.get("type", TYPES)
    if isinstance(types, str) or form.keys() - TYPED_KEYWORDS:
        return None
    return [
        {keyword: form[keyword] for keyword in form.keys() & KEYWORDS_OF_TYPE[name]} | {"type": name} for name in types
    ]


def constraints(form: dict[str, Json]) -> tuple[list[Json], bool]:
    """Return the independent constraints of a form, and whether they are all it has."""
    typed = {keyword: value for keyword, value in form.items() if keyword in TYPED_KEYWORDS}
    condition = {keyword: value for keyword, value in form.items() if keyword in _CONDITION}
    parts: list[Json] = [part for part in (typed, condition) if part]
    for keyword in sorted(form.keys() - TYPED_KEYWORDS - _CONDITION - _UNEVALUATED):
        parts += form["allOf"] if keyword == "allOf" else [{keyword: form[keyword]}]
    return parts, not form.keys() & _UNEVALUATED


def may_overlap(a: Json, b: Json) -> bool:
    """Return whether two forms may have a common instance, by a quick look; a wrong "yes" only costs time."""
    if (
        not isinstance(a, dict)
        or not isinstance(b, dict)
        or listed_values(b) is not None
        or not isinstance(a.get("type"), str)
    ):
        return not is_false(b)
    own, other = a["type"], b.get("type", TYPES)
    names = {other} if isinstance(other, str) else set(other)
    if own in _NUMBERS:
        return bool(_NUMBERS & names)
    return own in names and not (own == "object" and _have_distinct_constants(a, b))


def _have_distinct_constants(a: dict[str, Json], b: dict[str, Json]) -> bool:
    """Return whether a required property lists values in both forms, but no common one."""
    own, other = a.get("properties", {}), b.get("properties", {})
    for name in a.get("required", ()):
        values, others = listed_values(own.get(name)), listed_values(other.get(name))
        if values is not None and others is not None and not {*map(repr, values)} & {*map(repr, others)}:
            return True
    return False
