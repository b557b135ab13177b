"""A schema as a table of its fields: name, type and details."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from govern.contract.json_text import canonical
from govern.economics.fields import resolve_reference
from govern.report.terminal.page import shown

if TYPE_CHECKING:
    from collections.abc import Iterator

    from govern.contract.json_type import Json

_UNIONS = ("anyOf", "oneOf")
_ARMS = ("allOf", *_UNIONS)
# How the path continues below keywords that hold one schema.
_STEPS = {"additionalProperties": ".*", "contains": "[]", "items": "[]", "not": "", "propertyNames": ".*"}
_IN_OTHER_COLUMNS = frozenset(
    {"$defs", "$ref", "definitions", "description", "properties", "required", "title", "type"}
)
_UNFOLDED = frozenset({*_ARMS, *_STEPS, "patternProperties", "prefixItems"})

Row = tuple[str, str, str]


class _SchemaNode(NamedTuple):
    """A part of a schema. A named field always has a row; any other part only if it has details."""

    path: str
    schema: Any
    named: bool = False
    mark: str = ""


def field_rows(schema: Json) -> list[Row]:
    """Return the fields with their paths; required ones are marked with `*`.

    A reference is unfolded at its first use only: a schema of forty definitions, each of which uses the next one twice,
    has too many paths to print.
    """
    rows: list[Row] = []
    followed: set[str] = set()
    waiting = [_SchemaNode("", schema)]
    while waiting:
        place = waiting.pop()
        details = "; ".join(_field_details(place.schema, whole=bool(place.path)))
        if place.named or details:
            rows.append((f"{place.path}{place.mark}", type_of(place.schema), details))
        if isinstance(place.schema, dict):
            waiting += reversed([*_children(place, schema, followed)])
    return rows


def _children(place: _SchemaNode, root: Json, followed: set[str]) -> Iterator[_SchemaNode]:
    path, schema = place.path, place.schema
    reference = schema.get("$ref")
    if isinstance(reference, str) and reference not in followed:
        followed.add(reference)
        yield _SchemaNode(path, resolve_reference(root, reference))
    names, required = schema.get("properties"), schema.get("required")
    for name, field in names.items() if isinstance(names, dict) else ():
        mark = "*" if isinstance(required, list) and name in required else ""
        yield _SchemaNode(f"{path}.{shown(name)}" if path else shown(name), field, named=True, mark=mark)
    patterns = schema.get("patternProperties")
    for pattern, field in patterns.items() if isinstance(patterns, dict) else ():
        yield _SchemaNode(f"{path}./{shown(pattern)}/", field, named=True)
    for keyword in (*_ARMS, "prefixItems"):
        arms = schema.get(keyword)
        for at, arm in enumerate(arms if isinstance(arms, list) else ()):
            yield _SchemaNode(f"{path}[{at}]" if keyword == "prefixItems" else path, arm)
    for keyword, step in _STEPS.items():
        if isinstance(schema.get(keyword), dict):
            yield _SchemaNode(f"{path}{step}", schema[keyword])


def type_of(field: Any) -> str:
    """Return the type of a field in a word or two."""
    if not isinstance(field, dict):
        return _shown_value(field)
    arms = next((field[union] for union in _UNIONS if isinstance(field.get(union), list)), None)
    if arms is not None:
        return " | ".join(dict.fromkeys(map(type_of, arms)))
    named = next((key for key in ("$ref", "enum", "const") if key in field), None)
    if named:
        return shown(str(field["$ref"])).rpartition("/")[2] if named == "$ref" else named
    kind = field.get("type", "any")
    if kind == "array" and isinstance(field.get("items"), dict):
        return f"{type_of(field['items'])}[]"
    return " | ".join(shown(str(each)) for each in (kind if isinstance(kind, list) else [kind]))


def _field_details(field: Any, *, whole: bool) -> Iterator[str]:
    """Yield the details that a field's row shows beside its type; for the root schema only its description."""
    if not isinstance(field, dict):
        return
    for key, value in field.items() if whole else ():
        if key not in _IN_OTHER_COLUMNS and not (key in _UNFOLDED and isinstance(value, (dict, list))):
            yield f"{shown(key)} {_shown_value(value)}"
    description = field.get("description")
    if isinstance(description, str):
        yield shown(" ".join(description.split()))


def _shown_value(value: Json) -> str:
    return shown(canonical(value).decode("utf-8", "replace"))
