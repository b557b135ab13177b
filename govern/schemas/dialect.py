"""The drafts of JSON Schema: which one a schema is written in, and the same meaning in 2020-12."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

Json = Any


CURRENT = "2020-12"
DRAFTS = ("4", "6", "7", "2019-09", CURRENT)

_BY_ADDRESS = {
    "json-schema.org/draft-04/schema": "4",
    "json-schema.org/draft-06/schema": "6",
    "json-schema.org/draft-07/schema": "7",
    "json-schema.org/draft/2019-09/schema": "2019-09",
    "json-schema.org/draft/2020-12/schema": CURRENT,
}

ONE = frozenset({"additionalProperties", "contains", "else", "if", "items", "not", "propertyNames", "then"}) | {
    "additionalItems",
    "contentSchema",
    "unevaluatedItems",
    "unevaluatedProperties",
}
MANY = frozenset({"allOf", "anyOf", "items", "oneOf", "prefixItems"})
NAMED = frozenset({"$defs", "definitions", "dependencies", "dependentSchemas", "patternProperties", "properties"})

_SINCE_2019 = frozenset(
    {"$anchor", "$recursiveAnchor", "$recursiveRef", "dependentRequired", "dependentSchemas", "maxContains"}
) | {"minContains", "unevaluatedItems", "unevaluatedProperties"}
_SINCE_2020 = frozenset({"$dynamicAnchor", "$dynamicRef", "prefixItems"})
_UNKNOWN_TO = {
    "4": _SINCE_2020 | _SINCE_2019 | {"const", "contains", "else", "if", "propertyNames", "then"},
    "6": _SINCE_2020 | _SINCE_2019 | {"else", "if", "then"},
    "7": _SINCE_2020 | _SINCE_2019,
    "2019-09": _SINCE_2020,
}


# Formats that were added after the first draft, with the drafts that do not define them.
_ADDED_FORMATS = {
    ("4",): ("json-pointer", "uri-reference", "uri-template"),
    ("4", "6"): ("date", "idn-email", "idn-hostname", "iri", "iri-reference", "regex", "relative-json-pointer", "time"),
    ("4", "6", "7"): ("duration", "uuid"),
}


class UntranslatableSchema(Exception):
    """The schema says something that 2020-12 has no words for."""


def draft_of(schema: Json) -> str | None:
    """Return the draft that `$schema` names, None where it names one we do not know."""
    address = schema.get("$schema") if isinstance(schema, dict) else None
    if address is None:
        return CURRENT
    if not isinstance(address, str):
        return None
    return _BY_ADDRESS.get(address.removeprefix("https://").removeprefix("http://").rstrip("#"))


def subschemas(schema: dict[str, Json]) -> Iterator[tuple[tuple[str | int, ...], Json]]:
    """Walk the schemas directly below one, each with its path."""
    for keyword, value in schema.items():
        if isinstance(value, dict):
            if keyword in NAMED:
                yield from (((keyword, name), held) for name, held in value.items())
            elif keyword in ONE:
                yield (keyword,), value
        elif keyword in MANY and isinstance(value, list):
            yield from (((keyword, index), held) for index, held in enumerate(value))
        elif keyword in ONE and isinstance(value, bool):
            yield (keyword,), value


def map_subschemas(schema: dict[str, Json], change: Callable[[Json], Json]) -> dict[str, Json]:
    """Build a schema again with each schema directly below it changed."""
    built: dict[str, Json] = {}
    for keyword, value in schema.items():
        if isinstance(value, dict) and keyword in NAMED:
            built[keyword] = {name: change(held) for name, held in value.items()}
        elif isinstance(value, list) and keyword in MANY:
            built[keyword] = [change(held) for held in value]
        elif keyword in ONE and isinstance(value, dict | bool):
            built[keyword] = change(value)
        else:
            built[keyword] = value
    return built


def to_current_draft(schema: Json, draft: str) -> Json:
    """Say in 2020-12 what a schema means in its own draft."""
    if draft == CURRENT or not isinstance(schema, dict):
        return schema
    if draft != "2019-09" and isinstance(schema.get("$ref"), str):
        held = {name: schema[name] for name in ("definitions", "$defs", "$id", "id") if name in schema}
        schema = {"$ref": schema["$ref"], **held}  # up to draft-07 a reference silences what stands beside it
    known = {keyword: value for keyword, value in schema.items() if keyword not in _UNKNOWN_TO[draft]}
    built = map_subschemas(known, lambda held: to_current_draft(held, draft))
    for translate in (_tuples, _dependencies, _contains_in_old, _bounds_of_draft_4, _names):
        translate(built, draft)
    return built


def without_later_formats(schema: Json, draft: str) -> Json:
    """Leave out each `format` that a draft does not define: its validators let every text through."""
    later = frozenset(name for drafts, names in _ADDED_FORMATS.items() if draft in drafts for name in names)
    return _without_formats(schema, later) if later and "'format'" in repr(schema) else schema


def _without_formats(schema: Json, formats: frozenset[str]) -> Json:
    if not isinstance(schema, dict):
        return schema
    built = map_subschemas(schema, lambda held: _without_formats(held, formats))
    if isinstance(built.get("format"), str) and built["format"] in formats:
        del built["format"]
    return built


def _tuples(schema: dict[str, Json], _draft: str) -> None:
    rest = schema.pop("additionalItems", None)
    if isinstance(schema.get("items"), list):
        schema["prefixItems"] = schema.pop("items")
        if rest is not None:
            schema["items"] = rest
        if not schema["prefixItems"]:
            del schema["prefixItems"]  # 2020-12 wants one at least


def _dependencies(schema: dict[str, Json], _draft: str) -> None:
    # Each becomes a condition of its own, so that nothing that is there already is overwritten.
    dependencies = schema.pop("dependencies", None)
    for name, needed in dependencies.items() if isinstance(dependencies, dict) else ():
        then = {"required": needed} if isinstance(needed, list) else needed
        schema["allOf"] = [*schema.get("allOf", []), {"if": {"type": "object", "required": [name]}, "then": then}]


def _contains_in_old(schema: dict[str, Json], draft: str) -> None:
    # In 2019-09 `contains` does not mark items as evaluated; 2020-12 says that only inside a reference of its own.
    if draft == "2019-09" and "unevaluatedItems" in schema and "contains" in schema:
        counts = {name: schema.pop(name) for name in ("contains", "minContains", "maxContains") if name in schema}
        schema["allOf"] = [*schema.get("allOf", []), {"not": {"not": counts}}]


def _bounds_of_draft_4(schema: dict[str, Json], draft: str) -> None:
    for bound in ("minimum", "maximum") if draft == "4" else ():
        exclusive = "exclusive" + bound.capitalize()
        is_exclusive = schema.pop(exclusive, False)
        if is_exclusive is True and bound in schema:
            schema[exclusive] = schema.pop(bound)


def _names(schema: dict[str, Json], draft: str) -> None:
    if draft == "4" and "id" in schema:
        schema["$id"] = schema.pop("id")
    if isinstance(schema.get("$id"), str) and schema["$id"].startswith("#"):
        schema["$anchor"] = schema.pop("$id").removeprefix("#")
    if schema.pop("$recursiveAnchor", False):
        raise UntranslatableSchema
    if "$recursiveRef" in schema:
        schema["$ref"] = schema.pop("$recursiveRef")
