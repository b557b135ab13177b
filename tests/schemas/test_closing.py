from typing import Any

import pytest
from jsonschema import Draft202012Validator

from govern.schemas.closing import close_objects
from govern.schemas.comparison import compare_schemas

Json = Any

DECLARED: dict[str, tuple[Json, list[Json], list[Json]]] = {
    "properties": ({"properties": {"a": {}}}, [{}, {"a": 1}], [{"b": 1}]),
    "openness that is said": ({"properties": {"a": {}}, "additionalProperties": True}, [{"a": 1}], [{"b": 1}]),
    "openness as {}": ({"properties": {"a": {}}, "additionalProperties": {}}, [{"a": 1}], [{"b": 1}]),
    "further properties of a kind": (
        {"properties": {"a": {}}, "additionalProperties": {"type": "string"}},
        [{"b": ""}],
        [{"b": 1}],
    ),
    "patterns are kept": ({"properties": {"a": {}}, "patternProperties": {"^x": {}}}, [{"x1": 1}], [{"b": 1}]),
    "no properties declared": ({"type": "object"}, [{"b": 1}], [1]),
    "inside": ({"items": {"properties": {"a": {}}}}, [[{"a": 1}]], [[{"b": 1}]]),
    "parts side by side": (
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
    "alternatives that close themselves": (
        {"anyOf": [{"properties": {"a": {}}}, {"properties": {"b": {}}}]},
        [{"a": 1}, {"b": 1}],
        [{"a": 1, "b": 1}],
    ),
    "exactly one": (
        {"oneOf": [{"properties": {"a": {}}, "required": ["a"]}, {"properties": {"b": {}}, "required": ["b"]}]},
        [{"a": 1}, {"b": 1}],
        [{"a": 1, "b": 1}, {"a": 1, "c": 1}],
    ),
    "what is denied stays": (
        {"properties": {"a": {}}, "not": {"properties": {"a": {"const": 1}}, "required": ["a"]}},
        [{"a": 2}, {}],
        [{"a": 1}, {"b": 1}],
    ),
    "what is denied by reference stays": (
        {"properties": {"a": {}}, "not": {"$ref": "#/$defs/n"}, "$defs": {"n": {"properties": {"a": {"const": 1}}}}},
        [{"a": 2}],
        [{"a": 1}, {}, {"b": 1}],
    ),
    "a condition": (
        {"properties": {"k": {}}, "if": {"properties": {"k": {"const": 1}}}, "then": {"properties": {"z": {}}}},
        [{"k": 1, "z": 1}, {"k": 2}],
        [{"k": 2, "z": 1}],
    ),
    "a name that is asked for": (
        {"properties": {"a": {}}, "required": ["t"]},
        [{"t": 1}, {"a": 1, "t": 1}],
        [{"a": 1}, {"t": 1, "b": 1}],
    ),
    "a name that another one asks for": (
        {"properties": {"a": {}}, "dependentRequired": {"a": ["t"]}},
        [{}, {"a": 1, "t": 1}],
        [{"a": 1}, {"b": 1}],
    ),
    "a name that is asked for beside": (
        {"properties": {"a": {}}, "allOf": [{"required": ["t"]}]},
        [{"t": 1}],
        [{"a": 1}, {"t": 1, "b": 1}],
    ),
    "a name that is asked for beside a reference": (
        {"$ref": "#/$defs/a", "required": ["t"], "$defs": {"a": {"properties": {"a": {}}}}},
        [{"t": 1, "a": 1}],
        [{"a": 1}, {"t": 1, "b": 1}],
    ),
    "a name that one of two asks for": (
        {"anyOf": [{"properties": {"a": {}}, "required": ["a", "t"]}, {"properties": {"b": {}}, "required": ["b"]}]},
        [{"a": 1, "t": 1}, {"b": 1}],
        [{"a": 1}, {"b": 1, "t": 1}],
    ),
    "a name that is asked for, of a kind": (
        {"properties": {"a": {}}, "required": ["t"], "additionalProperties": {"type": "string"}},
        [{"t": ""}],
        [{"t": 1}],
    ),
    "a name that is asked for among parts": (
        {
            "properties": {"a": {}},
            "allOf": [{"properties": {"b": {}}, "required": ["t"], "additionalProperties": {"type": "string"}}],
        },
        [{"t": "", "a": ""}],
        [{"t": 1}],
    ),
    "a name that is asked for and looked at": (
        {"properties": {"a": {}}, "required": ["t"], "unevaluatedProperties": {"type": "string"}},
        [{"t": ""}],
        [{"t": 1}],
    ),
    "more names than there are": ({"properties": {"a": {}}, "minProperties": 2}, [{"a": 1, "b": 1}], [{"a": 1}]),
    "more names than the parts have": (
        {"allOf": [{"properties": {"a": {}}}], "minProperties": 2},
        [{"a": 1, "b": 1}],
        [{"a": 1}],
    ),
    "as many names as there are": (
        {"properties": {"a": {}}, "required": ["t"], "minProperties": 2},
        [{"a": 1, "t": 1}],
        [{"t": 1, "b": 1}],
    ),
    "recursive and asked for": (
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
def test_who_sends_sends_what_it_declares(name: str):
    schema, sent, not_sent = DECLARED[name]
    validator = Draft202012Validator(close_objects(schema))
    assert [instance for instance in sent if not validator.is_valid(instance)] == []
    assert [instance for instance in not_sent if validator.is_valid(instance)] == []


@pytest.mark.parametrize("name", DECLARED)
def test_nothing_is_sent_that_is_not_valid(name: str):
    schema, sent, not_sent = DECLARED[name]
    narrowed, written = Draft202012Validator(close_objects(schema)), Draft202012Validator(schema)
    assert all(written.is_valid(instance) for instance in (*sent, *not_sent) if narrowed.is_valid(instance))


def test_what_nobody_can_send_proves_nothing():
    old = {"properties": {"a": {"type": "string"}}, "required": ["a"], "not": {"maxProperties": 1}}
    new = {"properties": {"a": {"type": "integer"}}, "required": ["a"], "not": {"maxProperties": 1}}
    assert compare_schemas(old, new).accepts_old == "no"


def test_a_generator_that_begins_to_close_breaks_nobody():
    old = {"type": "object", "properties": {"a": {"type": "string"}}}
    new = {**old, "additionalProperties": False}
    assert compare_schemas(old, new).accepts_old == "yes"
    literal = compare_schemas(old, new, reading="literal")
    assert literal.accepts_old == "no"
    assert literal.witness_lost is not None
    assert set(literal.witness_lost.instance) - {"a"}


def test_a_new_optional_property_is_no_tightening():
    old = {"type": "object", "properties": {"a": {"type": "string"}}}
    new = {"type": "object", "properties": {"a": {"type": "string"}, "b": {"type": "integer"}}}
    assert compare_schemas(old, new).accepts_old == "yes"
    assert compare_schemas(old, new, reading="literal").accepts_old == "no"


def test_a_property_added_to_a_closed_output_breaks():
    old = {"type": "object", "properties": {"a": {}}, "additionalProperties": False}
    new = {"type": "object", "properties": {"a": {}, "b": {}}, "additionalProperties": False}
    found = compare_schemas(old, new)
    assert (found.accepts_old, found.accepted_by_old) == ("yes", "no")
    assert found.witness_gained is not None
    assert set(found.witness_gained.instance) == {"b"}
