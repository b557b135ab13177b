from typing import Any

import pytest
from jsonschema import Draft202012Validator

from govern.schemas.closing import close_objects
from govern.schemas.comparison import compare_schemas

Json = Any

DECLARED: dict[str, tuple[Json, list[Json], list[Json]]] = {
    "properties": ({"properties": {"a": {}}}, [{}, {"a": 1}], [{"b": 1}]),
    "additionalProperties true": ({"properties": {"a": {}}, "additionalProperties": True}, [{"a": 1}], [{"b": 1}]),
    "additionalProperties as {}": ({"properties": {"a": {}}, "additionalProperties": {}}, [{"a": 1}], [{"b": 1}]),
    "additionalProperties with a type": (
        {"properties": {"a": {}}, "additionalProperties": {"type": "string"}},
        [{"b": ""}],
        [{"b": 1}],
    ),
    "patterns are kept": ({"properties": {"a": {}}, "patternProperties": {"^x": {}}}, [{"x1": 1}], [{"b": 1}]),
    "no properties declared": ({"type": "object"}, [{"b": 1}], [1]),
    "in items": ({"items": {"properties": {"a": {}}}}, [[{"a": 1}]], [[{"b": 1}]]),
    "parts of one object": (
        {
            "properties": {"a": {}},
            "allOf": [{"properties": {"b": {}}}, {"$ref": "#/$defs/c"}],
            "$defs": {"c": {"properties": {"c": {}}}},
        },
        [{"a": 1, "b": 1, "c": 1}],
        [{"d": 1}],
    ),
    "alternatives": (
        {
            "properties": {"k": {}},
            "anyOf": [{"properties": {"a": {"type": "string"}}, "required": ["a"]}, {"required": ["k"]}],
        },
        [{"k": 1, "a": ""}, {"k": 1}],
        [{"k": 1, "b": 1}, {"k": 1, "a": 1}],
    ),
    "alternatives that are closed one by one": (
        {"anyOf": [{"properties": {"a": {}}}, {"properties": {"b": {}}}]},
        [{"a": 1}, {"b": 1}],
        [{"a": 1, "b": 1}],
    ),
    "exactly one": (
        {"oneOf": [{"properties": {"a": {}}, "required": ["a"]}, {"properties": {"b": {}}, "required": ["b"]}]},
        [{"a": 1}, {"b": 1}],
        [{"a": 1, "b": 1}, {"a": 1, "c": 1}],
    ),
    "not is kept as written": (
        {"properties": {"a": {}}, "not": {"properties": {"a": {"const": 1}}, "required": ["a"]}},
        [{"a": 2}, {}],
        [{"a": 1}, {"b": 1}],
    ),
    "not with a reference is kept as written": (
        {"properties": {"a": {}}, "not": {"$ref": "#/$defs/n"}, "$defs": {"n": {"properties": {"a": {"const": 1}}}}},
        [{"a": 2}],
        [{"a": 1}, {}, {"b": 1}],
    ),
    "a condition": (
        {"properties": {"k": {}}, "if": {"properties": {"k": {"const": 1}}}, "then": {"properties": {"z": {}}}},
        [{"k": 1, "z": 1}, {"k": 2}],
        [{"k": 2, "z": 1}],
    ),
    "a required name": (
        {"properties": {"a": {}}, "required": ["t"]},
        [{"t": 1}, {"a": 1, "t": 1}],
        [{"a": 1}, {"t": 1, "b": 1}],
    ),
    "a name required by another one": (
        {"properties": {"a": {}}, "dependentRequired": {"a": ["t"]}},
        [{}, {"a": 1, "t": 1}],
        [{"a": 1}, {"b": 1}],
    ),
    "a name required in allOf": (
        {"properties": {"a": {}}, "allOf": [{"required": ["t"]}]},
        [{"t": 1}],
        [{"a": 1}, {"t": 1, "b": 1}],
    ),
    "a name required beside a reference": (
        {"$ref": "#/$defs/a", "required": ["t"], "$defs": {"a": {"properties": {"a": {}}}}},
        [{"t": 1, "a": 1}],
        [{"a": 1}, {"t": 1, "b": 1}],
    ),
    "a name required in one branch": (
        {"anyOf": [{"properties": {"a": {}}, "required": ["a", "t"]}, {"properties": {"b": {}}, "required": ["b"]}]},
        [{"a": 1, "t": 1}, {"b": 1}],
        [{"a": 1}, {"b": 1, "t": 1}],
    ),
    "a required name with typed additionalProperties": (
        {"properties": {"a": {}}, "required": ["t"], "additionalProperties": {"type": "string"}},
        [{"t": ""}],
        [{"t": 1}],
    ),
    "a required name in a part with typed additionalProperties": (
        {
            "properties": {"a": {}},
            "allOf": [{"properties": {"b": {}}, "required": ["t"], "additionalProperties": {"type": "string"}}],
        },
        [{"t": "", "a": ""}],
        [{"t": 1}],
    ),
    "a required name with unevaluatedProperties": (
        {"properties": {"a": {}}, "required": ["t"], "unevaluatedProperties": {"type": "string"}},
        [{"t": ""}],
        [{"t": 1}],
    ),
    "more names than are declared": ({"properties": {"a": {}}, "minProperties": 2}, [{"a": 1, "b": 1}], [{"a": 1}]),
    "more names than the parts declare": (
        {"allOf": [{"properties": {"a": {}}}], "minProperties": 2},
        [{"a": 1, "b": 1}],
        [{"a": 1}],
    ),
    "as many names as are declared and required": (
        {"properties": {"a": {}}, "required": ["t"], "minProperties": 2},
        [{"a": 1, "t": 1}],
        [{"t": 1, "b": 1}],
    ),
    "recursive with a required name": (
        {"$ref": "#/$defs/n", "$defs": {"n": {"properties": {"n": {"$ref": "#/$defs/n"}}, "required": ["t"]}}},
        [{"t": 1, "n": {"t": 1}}],
        [{"n": {"t": 1}}, {"t": 1, "n": {"t": 1, "w": 1}}],
    ),
    "recursive": (
        {
            "$ref": "#/$defs/n",
            "$defs": {"n": {"properties": {"n": {"$ref": "#/$defs/n"}}, "anyOf": [{"properties": {"v": {}}}, False]}},
        },
        [{"n": {"n": {"v": 1}}}],
        [{"n": {"n": {"w": 1}}}],
    ),
}


@pytest.mark.parametrize("name", DECLARED)
def test_only_declared_properties_are_sent(name: str):
    schema, sent, not_sent = DECLARED[name]
    validator = Draft202012Validator(close_objects(schema))
    assert [instance for instance in sent if not validator.is_valid(instance)] == []
    assert [instance for instance in not_sent if validator.is_valid(instance)] == []


@pytest.mark.parametrize("name", DECLARED)
def test_a_closed_schema_accepts_nothing_that_the_original_rejects(name: str):
    schema, sent, not_sent = DECLARED[name]
    narrowed, written = Draft202012Validator(close_objects(schema)), Draft202012Validator(schema)
    assert all(written.is_valid(instance) for instance in (*sent, *not_sent) if narrowed.is_valid(instance))


def test_a_closed_schema_without_instances_proves_nothing():
    old = {"properties": {"a": {"type": "string"}}, "required": ["a"], "not": {"maxProperties": 1}}
    new = {"properties": {"a": {"type": "integer"}}, "required": ["a"], "not": {"maxProperties": 1}}
    assert compare_schemas(old, new).accepts_old == "no"


def test_adding_additional_properties_false_is_compatible():
    old = {"type": "object", "properties": {"a": {"type": "string"}}}
    new = {**old, "additionalProperties": False}
    assert compare_schemas(old, new).accepts_old == "yes"
    literal = compare_schemas(old, new, reading="literal")
    assert literal.accepts_old == "no"
    assert literal.witness_lost is not None
    assert set(literal.witness_lost.instance) - {"a"}


def test_a_new_optional_property_is_compatible():
    old = {"type": "object", "properties": {"a": {"type": "string"}}}
    new = {"type": "object", "properties": {"a": {"type": "string"}, "b": {"type": "integer"}}}
    assert compare_schemas(old, new).accepts_old == "yes"
    assert compare_schemas(old, new, reading="literal").accepts_old == "no"


def test_a_property_added_to_a_closed_object_is_seen_by_old_readers():
    old = {"type": "object", "properties": {"a": {}}, "additionalProperties": False}
    new = {"type": "object", "properties": {"a": {}, "b": {}}, "additionalProperties": False}
    found = compare_schemas(old, new)
    assert (found.accepts_old, found.accepted_by_old) == ("yes", "no")
    assert found.witness_gained is not None
    assert set(found.witness_gained.instance) == {"b"}
