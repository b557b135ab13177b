from typing import Any

import pytest

from govern.schemas.comparison import compare_schemas

Json = Any

INVALID: dict[str, tuple[Json, str, str]] = {
    "type": ({"properties": {"a": {"type": "strin"}}}, "/properties/a/type", "is not a valid type"),
    "minimum": ({"properties": {"a": {"minimum": "1"}}}, "/properties/a/minimum", "is not a number"),
    "minLength": ({"items": {"minLength": -1}}, "/items/minLength", "is not a non-negative integer"),
    "required as in draft 3": (
        {"properties": {"a": {"required": True}}},
        "/properties/a/required",
        "is not a list of unique names",
    ),
    "a duplicate in required": ({"required": ["a", "a"]}, "/required", "is not a list of unique names"),
    "pattern": ({"anyOf": [{"pattern": "("}]}, "/anyOf/0/pattern", "is not a valid regular expression"),
    "patternProperties": (
        {"patternProperties": {"[a/": {}}},
        "/patternProperties/[a~1",
        "is not a valid regular expression",
    ),
    "a number as schema": ({"properties": {"a~b": 5}}, "/properties/a~0b", "is not an object, true or false"),
    "an empty anyOf": ({"anyOf": []}, "/anyOf", "is not a non-empty list of schemas"),
    "a list of items after draft 2019-09": ({"items": [{}]}, "/items", "is a list, not a schema"),
    "multipleOf": ({"not": {"multipleOf": 0}}, "/not/multipleOf", "is not a number above zero"),
    "uniqueItems": ({"uniqueItems": 1}, "/uniqueItems", "is not true or false"),
    "a reference without target": (
        {"properties": {"a": {"$ref": "#/$defs/Gone"}}},
        "/properties/a/$ref",
        "points to #/$defs/Gone, which does not exist",
    ),
    "an unknown anchor": ({"items": {"$ref": "#gone"}}, "/items/$ref", "points to #gone, which does not exist"),
}


@pytest.mark.parametrize("name", INVALID)
def test_an_invalid_keyword_is_reported_with_pointer_and_reason(name: str):
    schema, pointer, reason = INVALID[name]
    assert compare_schemas(schema, True).invalid == ((pointer, reason, "old"),)
    assert [each.side for each in compare_schemas(True, schema).invalid] == ["new"]


def test_valid_keywords_beside_an_invalid_one_are_compared():
    old = {"type": "object", "properties": {"a": {"type": "string", "minLength": "x"}, "b": {"maximum": 9}}}
    new = {"type": "object", "properties": {"a": {"type": "string"}, "b": {"maximum": 5}}}
    found = compare_schemas(old, new)
    assert (found.accepts_old, found.accepted_by_old) == ("no", "yes")
    assert found.witness_lost is not None
    assert set(found.witness_lost.instance) == {"b"}


def test_keywords_beside_a_reference_without_target_are_compared():
    old = {"type": "object", "properties": {"a": {"$ref": "#/$defs/Gone"}, "b": {"maximum": 9}}}
    new = {"type": "object", "properties": {"a": {"$ref": "#/$defs/Gone"}, "b": {"maximum": 5}}}
    found = compare_schemas(old, new)
    assert (found.accepts_old, found.accepted_by_old) == ("no", "yes")


def test_a_reference_to_another_document_is_not_invalid():
    outside = {"properties": {"a": {"$ref": "https://example.net/a.json"}}}
    found = compare_schemas(outside, {"properties": {"a": {"type": "string"}}})
    assert (found.accepts_old, found.invalid) == ("unknown", ())


def test_equal_invalid_schemas_are_compatible():
    found = compare_schemas({"type": "strin"}, {"type": "strin"})
    assert found.accepts_old == "yes"
    assert {each.side for each in found.invalid} == {"old", "new"}
