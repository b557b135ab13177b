"""Hostile, invalid and mixed-dialect schemas: reported, and never a crash."""

import pytest

from govern.schemas.edits.changes import schema_changes
from tests.schemas.edits.made_schemas import TEXT, WHOLE, Schema, an_object, rules

ODD_NAMES = ("", "type", "enum", "properties", "$ref", "required", "items", "anyOf", "default", "~", "a/b~c", "{x}")


def nested(depth: int, leaf: Schema) -> Schema:
    for _ in range(depth):
        leaf = an_object(a=leaf)
    return leaf


def doubling(times: int, leaf: Schema) -> Schema:
    """Return references that expand to two to the power of `times` leaves."""
    definitions: Schema = {
        f"d{at}": an_object(left={"$ref": f"#/$defs/d{at + 1}"}, right={"$ref": f"#/$defs/d{at + 1}"})
        for at in range(times)
    }
    return {**an_object(x={"$ref": "#/$defs/d0"}), "$defs": {**definitions, f"d{times}": leaf}}


@pytest.mark.parametrize("position", ["input", "output"])
def test_properties_named_like_keywords_are_properties(position: str):
    old, new = ({"type": "object", "properties": dict.fromkeys(ODD_NAMES, schema)} for schema in (TEXT, WHOLE))
    assert rules(position, old, new) == [f"{position}-type-changed"] * len(ODD_NAMES)


@pytest.mark.parametrize("depth", [40, 400])
def test_deeply_nested_schemas_are_compared(depth: int):
    (fact,) = schema_changes("input", nested(depth, TEXT), nested(depth, WHOLE))
    assert fact.rule in ("input-type-changed", "input-unproven")


def test_references_that_double_are_not_unfolded_without_limit():
    (fact,) = schema_changes("input", doubling(24, TEXT), doubling(24, WHOLE))
    assert fact.pointer.startswith("/$defs/d24")


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ({"$ref": "#"}, {"$ref": "#/$defs/a", "$defs": {"a": {"$ref": "#/$defs/a"}}}),
        (an_object(a={"$ref": "#/$defs/none"}), an_object(a={"$ref": "#/$defs/nowhere"})),
        ({"$ref": "https://example.com/a"}, {"$ref": "https://example.com/b"}),
        ({"type": "object", "properties": [1]}, {"type": "object", "properties": {"a": 5}, "required": "a"}),
        ({"type": "strin", "enum": 5, "anyOf": {}}, {"type": 7, "enum": [], "anyOf": [5], "$defs": []}),
        (5, "x"),
        (None, {}),
        ([1], [2]),
        (True, False),
    ],
)
@pytest.mark.parametrize("position", ["input", "output"])
def test_invalid_schemas_are_compared(position: str, old: Schema, new: Schema):
    assert rules(position, old, new)


def test_many_edits_are_reported_one_by_one():
    old, new = (an_object(**{f"p{at}": schema for at in range(300)}) for schema in (TEXT, WHOLE))
    assert rules("input", old, new) == ["input-type-changed"] * 300
