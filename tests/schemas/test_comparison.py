"""Each keyword narrowed and widened, equivalent schemas, and schemas that only look equivalent."""

import json
from random import Random
from typing import Any

import pytest

from govern.errors import UsageError
from govern.schemas.comparison import Comparison, compare_schemas
from tests.schemas.second_validator import contradiction, drawn_instances

Json = Any


def closed(**properties: Json) -> dict[str, Json]:
    return {"type": "object", "properties": properties, "additionalProperties": False}


def node(body: Json) -> dict[str, Json]:
    return {"$ref": "#/$defs/node", "$defs": {"node": body}}


NARROWED = {
    "type": ({"type": ["integer", "string"]}, {"type": "integer"}),
    "type number to integer": ({"type": "number"}, {"type": "integer"}),
    "enum": ({"enum": ["a", "b"]}, {"enum": ["a"]}),
    "enum on a free string": ({"type": "string"}, {"type": "string", "enum": ["a", "b"]}),
    "const": ({"enum": [1, 2]}, {"const": 1}),
    "maximum": ({"type": "integer", "maximum": 100}, {"type": "integer", "maximum": 50}),
    "minimum": ({"type": "number", "minimum": 0}, {"type": "number", "minimum": 0.5}),
    "exclusiveMinimum": ({"type": "number", "minimum": 0}, {"type": "number", "exclusiveMinimum": 0}),
    "exclusiveMaximum": ({"type": "number", "maximum": 1}, {"type": "number", "exclusiveMaximum": 1}),
    "multipleOf": ({"type": "integer", "multipleOf": 2}, {"type": "integer", "multipleOf": 6}),
    "minLength": ({"type": "string"}, {"type": "string", "minLength": 1}),
    "maxLength": ({"type": "string", "maxLength": 9}, {"type": "string", "maxLength": 8}),
    "pattern": ({"type": "string", "pattern": "^[a-z]+$"}, {"type": "string", "pattern": "^[a-z]{1,9}$"}),
    "pattern and length": ({"type": "string", "maxLength": 3}, {"type": "string", "pattern": "^.{0,2}$"}),
    "pattern to enum": ({"type": "string", "pattern": "^(asc|desc|none)$"}, {"enum": ["asc", "desc"]}),
    "required": ({"type": "object"}, {"type": "object", "required": ["a"]}),
    "property": (closed(a={"type": "string"}), closed(a={"const": "x"})),
    "property removed": (closed(a={}, b={}), closed(a={})),
    "additionalProperties": ({"type": "object"}, {"type": "object", "additionalProperties": {"type": "string"}}),
    "patternProperties": (
        {"type": "object", "patternProperties": {"^x": {"type": "number"}}},
        {"type": "object", "patternProperties": {"^x": {"type": "integer"}}},
    ),
    "patternProperties that overlap": (
        {"type": "object", "patternProperties": {"^xy": {"type": "number"}}},
        {"type": "object", "patternProperties": {"^x": {"type": "number"}}},
    ),
    "propertyNames": ({"type": "object"}, {"type": "object", "propertyNames": {"pattern": "^[a-z]+$"}}),
    "minProperties": ({"type": "object"}, {"type": "object", "minProperties": 1}),
    "maxProperties": ({"type": "object", "maxProperties": 43}, {"type": "object", "maxProperties": 41}),
    "dependentRequired": ({"type": "object"}, {"type": "object", "dependentRequired": {"a": ["b"]}}),
    "dependentSchemas": ({"type": "object"}, {"type": "object", "dependentSchemas": {"a": {"required": ["b"]}}}),
    "items": ({"type": "array", "items": {"type": "number"}}, {"type": "array", "items": {"type": "integer"}}),
    "prefixItems": ({"type": "array"}, {"type": "array", "prefixItems": [{"type": "string"}]}),
    "items after prefixItems": (
        {"type": "array", "prefixItems": [{}], "items": {}},
        {"type": "array", "prefixItems": [{}], "items": False},
    ),
    "minItems": ({"type": "array"}, {"type": "array", "minItems": 2}),
    "maxItems": ({"type": "array"}, {"type": "array", "maxItems": 2}),
    "a large maxItems": (
        {"type": "array", "items": {"type": "object", "properties": {"a": {}}, "maxProperties": 1}},
        {"type": "array", "items": {"type": "object", "properties": {"a": {}}, "maxProperties": 1}, "maxItems": 5_000},
    ),
    "uniqueItems": ({"type": "array"}, {"type": "array", "uniqueItems": True}),
    "contains": ({"type": "array"}, {"type": "array", "contains": {"const": 1}}),
    "minContains": (
        {"type": "array", "contains": {"const": 1}},
        {"type": "array", "contains": {"const": 1}, "minContains": 2},
    ),
    "maxContains": (
        {"type": "array", "contains": {"type": "string"}, "maxContains": 5},
        {"type": "array", "contains": {"type": "string"}, "maxContains": 3},
    ),
    "anyOf": ({"anyOf": [{"type": "string"}, {"type": "null"}]}, {"type": "string"}),
    "allOf": ({"type": "string"}, {"allOf": [{"type": "string"}, {"minLength": 3}]}),
    "not": ({"type": "string"}, {"type": "string", "not": {"const": ""}}),
    "if": (
        {"type": "object"},
        {"type": "object", "if": {"required": ["a"]}, "then": {"required": ["b"]}},
    ),
    "unevaluatedProperties": (
        {"type": "object", "allOf": [{"properties": {"a": {}}}]},
        {"type": "object", "allOf": [{"properties": {"a": {}}}], "unevaluatedProperties": False},
    ),
    "unevaluatedItems": (
        {"type": "array", "prefixItems": [{}]},
        {"type": "array", "prefixItems": [{}], "unevaluatedItems": False},
    ),
    "false": ({"type": "string"}, False),
    "true": (True, {"type": "string"}),
    "a recursive schema": (
        node({"type": "object", "properties": {"next": {"$ref": "#/$defs/node"}, "v": {"type": "number"}}}),
        node({"type": "object", "properties": {"next": {"$ref": "#/$defs/node"}, "v": {"type": "integer"}}}),
    ),
    "a recursive schema at its root": (
        {"type": "object", "properties": {"next": {"$ref": "#"}}},
        {"type": "object", "properties": {"next": {"$ref": "#"}, "v": {"type": "string"}}},
    ),
    "a bound beyond 2^53": ({"maximum": 2**53 + 1, "type": "integer"}, {"maximum": 2**53, "type": "integer"}),
    "a bound beyond 2^64": ({"maximum": 2**64 + 1, "type": "integer"}, {"maximum": 2**64, "type": "integer"}),
    "a constant beyond 2^64": ({"enum": [2**64, 2**64 + 1]}, {"const": 2**64}),
}

SAME = {
    "the order of anyOf": ({"anyOf": [{"type": "string"}, {"type": "null"}]}, {"type": ["null", "string"]}),
    "an inlined reference": (
        {"properties": {"a": {"$ref": "#/$defs/s"}}, "$defs": {"s": {"type": "string"}}},
        {"properties": {"a": {"type": "string"}}},
    ),
    "a reference by anchor": (
        {"properties": {"a": {"$ref": "#s"}}, "$defs": {"x": {"$anchor": "s", "type": "string"}}},
        {"properties": {"a": {"type": "string"}}},
    ),
    "a reference outside definitions": (
        {"properties": {"a": {"type": "string"}, "b": {"$ref": "#/properties/a"}}},
        {"properties": {"a": {"type": "string"}, "b": {"type": "string"}}},
    ),
    "definitions renamed, recursive": (
        node({"type": "array", "items": {"$ref": "#/$defs/node"}}),
        {"$ref": "#/$defs/n", "$defs": {"n": {"type": "array", "items": {"$ref": "#/$defs/n"}}}},
    ),
    "a recursion unrolled once": (
        node({"type": "array", "items": {"$ref": "#/$defs/node"}}),
        node({"type": "array", "items": {"type": "array", "items": {"$ref": "#/$defs/node"}}}),
    ),
    "const and enum": ({"const": "a"}, {"enum": ["a"]}),
    "1 and 1.0": ({"enum": [1]}, {"const": 1.0}),
    "titles": ({"type": "string", "title": "A"}, {"type": "string", "description": "b", "examples": ["c"]}),
    "nullable, which is an annotation": ({"type": "string", "nullable": True}, {"type": "string"}),
    "formats, which are annotations": ({"type": "string", "format": "email"}, {"type": "string"}),
    "required: []": ({"type": "object", "required": []}, {"type": "object"}),
    "patterns": ({"type": "string", "pattern": "^(ab|ac)$"}, {"type": "string", "pattern": "^a[bc]$"}),
    "a pattern and a length": ({"type": "string", "minLength": 1}, {"type": "string", "pattern": "^[\\s\\S]+$"}),
    "everything": (True, {"anyOf": [{"const": [False]}, {"not": {"const": [False]}}]}),
    "nothing": (False, {"allOf": [{"contains": {"const": 1}}, {"not": {"contains": {"const": 1}}}]}),
    "a missing type": ({"minLength": 1}, {"anyOf": [{"type": "string", "minLength": 1}, {"not": {"type": "string"}}]}),
    "names that a pattern already excludes": (
        {"type": "object", "patternProperties": {"^a+$": {"type": "string"}}, "additionalProperties": False},
        {"type": "object", "patternProperties": {"^a+$": {"type": "string"}}, "propertyNames": {"pattern": "^a+$"}},
    ),
}

DIFFERENT = {
    "oneOf with number beside integer": (
        {"oneOf": [{"type": "integer"}, {"type": "string"}]},
        {"oneOf": [{"type": "integer"}, {"type": "string"}, {"type": "number"}]},
    ),
    "oneOf with one tag in two spellings": (
        {"oneOf": [closed(k={"const": 1}) | {"required": ["k"]}, {"type": "string"}]},
        {"oneOf": [closed(k={"const": each}) | {"required": ["k"]} for each in (1, 1.0)] + [{"type": "null"}]},
    ),
    "multiples of 2 and of 3": ({"type": "integer", "multipleOf": 2}, {"type": "integer", "multipleOf": 3}),
    "true and 1": ({"const": True}, {"const": 1}),
    "tuples in another order": (
        {"type": "array", "prefixItems": [{"type": "string"}, {"type": "integer"}], "minItems": 2},
        {"type": "array", "prefixItems": [{"type": "integer"}, {"type": "string"}], "minItems": 2},
    ),
    "a property renamed": (closed(limit={"type": "integer"}), closed(max={"type": "integer"})),
    "a pattern that is not anchored": ({"type": "string", "pattern": "^a"}, {"type": "string", "pattern": "a$"}),
    "the first branch anchored": ({"type": "string", "pattern": "^a|b"}, {"type": "string", "pattern": "^(?:a)|^c"}),
}


def literal(old: Json, new: Json) -> Comparison:
    found = compare_schemas(old, new, reading="literal")
    assert not contradiction(old, new, found, drawn_instances(Random(1), 200))
    return found


@pytest.mark.parametrize("name", NARROWED)
def test_narrowing_and_widening_each_keyword(name: str):
    old, new = NARROWED[name]
    found, back = literal(old, new), literal(new, old)
    assert (found.accepts_old, found.accepted_by_old) == ("no", "yes")
    assert (back.accepts_old, back.accepted_by_old) == ("yes", "no")


@pytest.mark.parametrize("name", SAME)
def test_equivalent_schemas_written_differently(name: str):
    found = literal(*SAME[name])
    assert (found.accepts_old, found.accepted_by_old) == ("yes", "yes")


@pytest.mark.parametrize("name", DIFFERENT)
def test_incompatible_both_ways(name: str):
    found = literal(*DIFFERENT[name])
    assert (found.accepts_old, found.accepted_by_old) == ("no", "no")


def test_a_counterexample_has_the_validation_error():
    found = compare_schemas({"type": "integer", "maximum": 100}, {"type": "integer", "maximum": 50})
    assert found.witness_lost is not None
    assert 50 < found.witness_lost.instance <= 100
    assert "maximum of 50" in found.witness_lost.error
    assert found.witness_gained is None


def test_a_long_validation_error_ends_with_the_reason():
    found = compare_schemas({"type": "array"}, {"type": "array", "maxItems": 500})
    assert found.witness_lost is not None
    assert len(found.witness_lost.error) < 200
    assert found.witness_lost.error.endswith("has more than 500 items")


def test_a_counterexample_is_small():
    old = closed(a={"type": "string"}, b={"type": "array", "items": {"type": "integer"}}, c={"type": "object"})
    found = compare_schemas(old, {**old, "properties": {**old["properties"], "b": {"type": "array", "maxItems": 0}}})
    assert found.witness_lost is not None
    assert set(found.witness_lost.instance) == {"b"}


def test_an_external_reference_is_unknown_unless_both_have_it():
    old, new = {"$ref": "http://elsewhere.example/a"}, {"$ref": "http://elsewhere.example/b"}
    assert compare_schemas(old, new).accepts_old == "unknown"
    assert compare_schemas(old, {**old}).accepts_old == "yes"
    assert compare_schemas(old, True).accepts_old == "yes"


@pytest.mark.parametrize("draft", ["draft-05", "", 5, "https://json-schema.org/draft/next/schema"])
def test_an_unknown_draft_is_a_usage_error(draft):
    with pytest.raises(UsageError, match="unknown draft"):
        compare_schemas(True, True, draft=draft)


def test_a_draft_may_be_given_by_its_address():
    old, new = {"items": [{"type": "string"}]}, {"items": [{"type": "integer"}]}
    for draft in ("http://json-schema.org/draft-07/schema#", "https://json-schema.org/draft/2019-09/schema"):
        assert compare_schemas(old, new, draft=draft).accepts_old == "no"


@pytest.mark.parametrize("reading", ["Literal", "", None, "open"])
def test_an_unknown_reading_is_a_usage_error(reading):
    with pytest.raises(UsageError, match="unknown reading"):
        compare_schemas(True, True, reading=reading)


def test_asserted_formats_are_compared():
    old, new = {"type": "string"}, {"type": "string", "format": "email"}
    found = compare_schemas(old, new, assert_formats=True)
    assert (found.accepts_old, found.accepted_by_old) == ("no", "yes")


def nested(depth: int, leaf: Json) -> Json:
    for _ in range(depth):
        leaf = {"type": "object", "properties": {"a": leaf}}
    return leaf


@pytest.mark.parametrize("depth", [40, 300, 5_000])
def test_deeply_nested_schemas_do_not_fail(depth: int):
    found = compare_schemas(nested(depth, {"type": "string"}), nested(depth, {"type": "integer"}))
    assert found.accepts_old == ("no" if depth == 40 else "unknown")


def test_many_alternatives_with_a_discriminator_are_compared():
    def tagged(least: int) -> Json:
        return {
            "anyOf": [
                {"type": "object", "properties": {"k": {"const": tag}, "v": {"minLength": least}}, "required": ["k"]}
                for tag in range(30)
            ]
        }

    found = literal(tagged(2), tagged(1))
    assert (found.accepts_old, found.accepted_by_old) == ("yes", "no")


def form(kind: str, *required: str, **properties: Json) -> Json:
    held: Json = {name: {"type": "string"} for name in required} | properties
    held["type"] = {"const": kind, "type": "string"}
    return {"type": "object", "properties": held, "required": [*required]}


def test_a_change_in_one_of_several_similar_alternatives_is_found():
    """The library merges such alternatives into one that lists both kinds."""

    def menu(**more: Json) -> Json:
        date = form("date", "label", "mode", max={"type": "string"}, min={"type": "string"})
        forms = (date, form("camera", "type", "label"), form("place", "type", label={"type": "string", **more}))
        return {"anyOf": [{**each, "additionalProperties": False} for each in forms]}

    found = literal(menu(), menu(maxLength=3))
    assert (found.accepts_old, found.accepted_by_old) == ("no", "yes")
    assert found.witness_lost is not None
    assert found.witness_lost.instance["type"] == "place"


@pytest.mark.parametrize("count", [8, 16, 32])
def test_tagged_alternatives_that_exclude_each_other_are_compared(count: int):
    """Operations of one tool share properties; the library merges up to eight of them."""

    def tagged(count: int) -> Json:
        shared = [[f"property_{bit}" for bit in range(10) if tag >> bit & 1] for tag in range(count)]
        forms = [form(str(tag), "type", *names) for tag, names in enumerate(shared)]
        return {"oneOf": [{**each, "required": ["type"], "additionalProperties": False} for each in forms]}

    found = literal(tagged(count), tagged(count + 1))
    assert (found.accepts_old, found.accepted_by_old) == ("yes", "no")


@pytest.mark.parametrize("words", [{"maxLength": 3}, {"not": {"const": "zz"}}], ids=["bound", "not"])
def test_an_optional_discriminator_distinguishes_alternatives(words: Json):
    """Content blocks of a tool result, where a framework does not require `type`."""

    def blocks(**more: Json) -> Json:
        sound = form("audio", "data", "mimeType")
        sound["properties"]["data"] |= more
        other = (form("text", "text"), form("link", "name", "uri"), form("image", "data", "mimeType"))
        return {"type": "array", "items": {"anyOf": [*other, sound]}}

    found = literal(blocks(), blocks(**words))
    assert (found.accepts_old, found.accepted_by_old) == ("no", "yes")
    assert found.witness_lost is not None
    assert found.witness_lost.instance[0]["type"] == "audio"


def test_a_list_as_schema_is_reported_as_invalid():
    found = compare_schemas([], {"type": "string"})
    assert [(each.pointer, each.side) for each in found.invalid] == [("", "old")]


def test_a_counterexample_is_json():
    found = compare_schemas({"multipleOf": 0.5}, {"multipleOf": 0.25, "maximum": 1e3})
    assert found.witness_lost is not None
    assert json.loads(json.dumps(found.witness_lost.instance)) == found.witness_lost.instance
