"""A schema as a table of its fields: name, type, and what else it says of them."""

from collections.abc import Iterator
from typing import Any

from govern.contract.json_text import Json, canonical
from govern.economics.references import referred
from govern.report.terminal.page import shown

_SAID_ELSEWHERE = frozenset(
    {"$defs", "$ref", "allOf", "anyOf", "definitions", "description", "items", "oneOf", "properties", "required"}
    | {"title", "type"}
)
_UNIONS = ("anyOf", "oneOf")

Row = tuple[str, str, str]


def field_rows(schema: Json) -> list[Row]:
    """The fields with their paths, required ones marked with `*`; a reference is followed once on each way down."""
    return list(_fields(schema, schema, "", frozenset())) if isinstance(schema, dict) else []


def _fields(schema: dict[str, Any], root: Json, path: str, followed: frozenset[str]) -> Iterator[Row]:
    reference = schema.get("$ref")
    if isinstance(reference, str):
        target = referred(root, reference)
        if isinstance(target, dict) and reference not in followed:
            yield from _fields(target, root, path, followed | {reference})
        return
    names, required = schema.get("properties"), schema.get("required")
    for name, field in names.items() if isinstance(names, dict) else ():
        mark = "*" if isinstance(required, list) and name in required else ""
        place = f"{path}{shown(str(name))}"
        yield f"{place}{mark}", type_of(field), "; ".join(_said(field))
        yield from _inside(field, root, place, followed)


def _inside(field: Any, root: Json, path: str, followed: frozenset[str]) -> Iterator[Row]:
    if not isinstance(field, dict):
        return
    yield from _fields(field, root, f"{path}.", followed)
    if isinstance(field.get("items"), dict):
        yield from _fields(field["items"], root, f"{path}[].", followed)


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


def _said(field: Any) -> Iterator[str]:
    if not isinstance(field, dict):
        return
    for key, value in field.items():
        if key not in _SAID_ELSEWHERE:
            yield f"{shown(str(key))} {_value(value)}"
    description = field.get("description")
    if isinstance(description, str):
        yield shown(" ".join(description.split()))


def _value(value: Json) -> str:
    return shown(canonical(value).decode("utf-8", "replace"))
