"""A schema as a table of its fields: name, type, and what else it says of them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from govern.contract.json_text import canonical
from govern.economics.fields import referred
from govern.report.terminal.page import shown

if TYPE_CHECKING:
    from collections.abc import Iterator

    from govern.contract.json_type import Json

_UNIONS = ("anyOf", "oneOf")
_ARMS = ("allOf", *_UNIONS)
# How the place of what stands below is written, for keywords that hold one schema.
_STEPS = {"additionalProperties": ".*", "contains": "[]", "items": "[]", "not": "", "propertyNames": ".*"}
_SAID_ELSEWHERE = frozenset({"$defs", "$ref", "definitions", "description", "properties", "required", "title", "type"})
_UNFOLDED = frozenset({*_ARMS, *_STEPS, "patternProperties", "prefixItems"})

Row = tuple[str, str, str]


class _Place(NamedTuple):
    """Somewhere in a schema. A named field has a row of its own; anything else only where it says something."""

    path: str
    schema: Any
    named: bool = False
    mark: str = ""


def field_rows(schema: Json) -> list[Row]:
    """The fields with their paths, required ones marked with `*`.

    A reference is unfolded where it first stands and later ones show its name alone: a schema of forty definitions,
    each of which uses the next one twice, has more paths than anyone could print.
    """
    rows: list[Row] = []
    followed: set[str] = set()
    waiting = [_Place("", schema)]
    while waiting:
        place = waiting.pop()
        said = "; ".join(_said(place.schema, whole=bool(place.path)))
        if place.named or said:
            rows.append((f"{place.path}{place.mark}", type_of(place.schema), said))
        if isinstance(place.schema, dict):
            waiting += reversed([*_below(place, schema, followed)])
    return rows


def _below(place: _Place, root: Json, followed: set[str]) -> Iterator[_Place]:
    path, schema = place.path, place.schema
    reference = schema.get("$ref")
    if isinstance(reference, str) and reference not in followed:
        followed.add(reference)
        yield _Place(path, referred(root, reference))
    names, required = schema.get("properties"), schema.get("required")
    for name, field in names.items() if isinstance(names, dict) else ():
        mark = "*" if isinstance(required, list) and name in required else ""
        yield _Place(f"{path}.{shown(name)}" if path else shown(name), field, named=True, mark=mark)
    patterns = schema.get("patternProperties")
    for pattern, field in patterns.items() if isinstance(patterns, dict) else ():
        yield _Place(f"{path}./{shown(pattern)}/", field, named=True)
    for keyword in (*_ARMS, "prefixItems"):
        arms = schema.get(keyword)
        for at, arm in enumerate(arms if isinstance(arms, list) else ()):
            yield _Place(f"{path}[{at}]" if keyword == "prefixItems" else path, arm)
    for keyword, step in _STEPS.items():
        yield _Place(f"{path}{step}", schema.get(keyword))


def type_of(field: Any) -> str:
    """A field's type in a word or two."""
    if not isinstance(field, dict):
        return _value(field)
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


def _said(field: Any, *, whole: bool) -> Iterator[str]:
    """Whatever the field's own row shows beside its type; of the schema itself only what it says in words."""
    if not isinstance(field, dict):
        return
    for key, value in field.items() if whole else ():
        if key not in _SAID_ELSEWHERE and not (key in _UNFOLDED and isinstance(value, (dict, list))):
            yield f"{shown(key)} {_value(value)}"
    description = field.get("description")
    if isinstance(description, str):
        yield shown(" ".join(description.split()))


def _value(value: Json) -> str:
    return shown(canonical(value).decode("utf-8", "replace"))
