"""Drafts are translated, and references resolved and rewritten, as validators read them."""

import json
from random import Random
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from jsonschema.validators import validator_for

from govern.schemas.comparison import compare_schemas
from govern.schemas.dialect import (
    DRAFTS,
    UnsupportedReference,
    has_static_references,
    to_current_draft,
    to_pointer_references,
    with_pointer_references,
)
from tests.schemas.random_schemas import instance

Json = Any

DRAFT_4 = "http://json-schema.org/draft-04/schema#"
DRAFT_6 = "http://json-schema.org/draft-06/schema#"
DRAFT_7 = "http://json-schema.org/draft-07/schema#"
DRAFT_2019 = "https://json-schema.org/draft/2019-09/schema"
TRANSLATED: dict[str, tuple[str, str, Json]] = {
    "tuples": ("7", DRAFT_7, {"items": [{"type": "string"}, {}], "additionalItems": {"type": "integer"}}),
    "closed tuples": ("7", DRAFT_7, {"items": [{"type": "string"}], "additionalItems": False}),
    "additionalItems without a tuple": ("7", DRAFT_7, {"items": {"type": "string"}, "additionalItems": False}),
    "dependencies": ("7", DRAFT_7, {"dependencies": {"a": ["b"], "c": {"properties": {"ab": {"type": "string"}}}}}),
    "a keyword beside $ref": (
        "7",
        DRAFT_7,
        {"$ref": "#/definitions/s", "maxLength": 0, "definitions": {"s": {"type": "string"}}},
    ),
    "keywords of later drafts": (
        "7",
        DRAFT_7,
        {"unevaluatedProperties": False, "minContains": 2, "prefixItems": [False]},
    ),
    "conditions in draft 6": ("6", DRAFT_6, {"if": {"type": "string"}, "then": False}),
    "exclusive bounds": (
        "4",
        DRAFT_4,
        {"minimum": 1, "exclusiveMinimum": True, "maximum": 3, "exclusiveMaximum": False},
    ),
    "const in draft 4": ("4", DRAFT_4, {"const": 1, "contains": {}, "propertyNames": {"maxLength": 1}}),
    "recursion of 2019": (
        "2019-09",
        DRAFT_2019,
        {"type": ["object", "null"], "properties": {"a": {"$recursiveRef": "#"}}},
    ),
}


@pytest.mark.parametrize("name", TRANSLATED)
def test_a_translated_schema_accepts_the_same_instances(name: str):
    draft, address, schema = TRANSLATED[name]
    written = {"$schema": address, **schema}
    own = validator_for(written)(written)
    modern = Draft202012Validator(to_current_draft(schema, draft))
    random = Random(5)
    tried = [instance(random) for _ in range(1_500)]
    assert [value for value in tried if own.is_valid(value) != modern.is_valid(value)] == []


def test_equivalent_schemas_in_two_drafts():
    old = {
        "$schema": DRAFT_7,
        "type": "object",
        "properties": {
            "pair": {"items": [{"type": "string"}], "additionalItems": False},
            "n": {"$ref": "#/definitions/n"},
        },
        "definitions": {"n": {"type": "integer", "exclusiveMinimum": 0}},
    }
    new = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "type": "object",
        "properties": {
            "pair": {"prefixItems": [{"type": "string"}], "items": False},
            "n": {"$ref": "#/$defs/n"},
        },
        "$defs": {"n": {"type": "integer", "minimum": 1}},
    }
    for reading in ("literal", "documented"):
        found = compare_schemas(old, new, reading=reading)
        assert (found.accepts_old, found.accepted_by_old) == ("yes", "yes")


def test_equal_keywords_with_other_meaning_in_two_drafts():
    words = {"type": "string", "$ref": "#/definitions/x", "definitions": {"x": {"maxLength": 3}}}
    found = compare_schemas({"$schema": DRAFT_7, **words}, words)
    assert (found.accepts_old, found.accepted_by_old) == ("no", "yes")


def test_a_given_draft_replaces_the_default():
    old, new = {"items": [{"type": "string"}]}, {"items": [{"type": "number"}]}
    assert compare_schemas(old, new, draft="draft-07").accepts_old == "no"
    assert compare_schemas(old, new, draft="7").invalid == ()


def test_an_unknown_schema_address_is_reported():
    found = compare_schemas({"$schema": "http://example.com/own", "type": "string"}, {"type": "string"})
    assert [(each.pointer, each.side) for each in found.invalid] == [("/$schema", "old")]
    assert found.accepts_old == "yes"


def test_1_0_is_not_an_integer_in_draft_4():
    old, new = {"type": "number", "multipleOf": 1}, {"type": "integer"}
    assert compare_schemas(old, new, draft="4", reading="literal").accepts_old != "yes"
    assert compare_schemas(old, new, draft="7", reading="literal").accepts_old == "yes"


FORMATS_SINCE = {"uri": "4", "json-pointer": "6", "date": "7", "regex": "7", "uuid": "2019-09", "duration": "2019-09"}


@pytest.mark.parametrize("name", FORMATS_SINCE)
@pytest.mark.parametrize("draft", DRAFTS)
def test_only_formats_that_a_draft_defines_are_asserted(name: str, draft: str):
    old = {"type": "string", "format": name}
    new = {**old, "not": {"enum": ["{ no ("]}}  # matches none of these formats
    found = compare_schemas(old, new, reading="literal", draft=draft, assert_formats=True)
    is_known = DRAFTS.index(draft) >= DRAFTS.index(FORMATS_SINCE[name])
    assert found.accepts_old == ("yes" if is_known else "no")


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ({"format": "uuid"}, {"format": "uuid", "not": {"enum": ["-"]}}),
        ({"format": "duration"}, {"format": "duration", "minLength": 2}),
        ({"format": "uuid"}, {"format": "json-pointer"}),
    ],
)
def test_later_formats_are_ignored_in_draft_7(old: Json, new: Json):
    old, new = ({"type": "string", **schema} for schema in (old, new))
    found = compare_schemas({"properties": {"a": old}}, {"properties": {"a": new}}, draft="7", assert_formats=True)
    assert found.accepts_old == "no"


TEXT: Json = {"type": "string"}
WHOLE: Json = {"type": "integer"}
OLDEST = "http://json-schema.org/draft-04/schema#"
# A document with one definition, and the reference to it as a pointer.
WRITTEN: dict[str, tuple[Json, str]] = {
    "an anchor": ({"$ref": "#a", "$defs": {"A": {"$anchor": "a", **TEXT}}}, "#/$defs/A"),
    "a dynamic anchor without a dynamic reference": (
        {"$ref": "#a", "$defs": {"A": {"$dynamicAnchor": "a", **TEXT}}},
        "#/$defs/A",
    ),
    "an id": ({"$ref": "a.json", "$defs": {"A": {"$id": "a.json", **TEXT}}}, "#/$defs/A"),
    "an id by its full address": (
        {"$id": "https://x/r.json", "$ref": "https://x/a.json", "$defs": {"A": {"$id": "a.json", **TEXT}}},
        "#/$defs/A",
    ),
    "the address of the document": (
        {"$id": "https://x/r.json", "$ref": "https://x/r.json#/$defs/A", "$defs": {"A": TEXT}},
        "#/$defs/A",
    ),
    "the last segment of the address of the document": (
        {"$id": "https://x/r.json", "$ref": "r.json#/$defs/A", "$defs": {"A": TEXT}},
        "#/$defs/A",
    ),
    "an address without a path": (
        {"$id": "urn:x:y", "$ref": "urn:x:y#/$defs/A", "$defs": {"A": TEXT}},
        "#/$defs/A",
    ),
    "a pointer below an id": (
        {"$ref": "a.json#/$defs/B", "$defs": {"A": {"$id": "a.json", "$defs": {"B": TEXT}}}},
        "#/$defs/A/$defs/B",
    ),
    "an anchor below an id": (
        {"$ref": "a.json#b", "$defs": {"A": {"$id": "a.json", "$defs": {"B": {"$anchor": "b", **TEXT}}}}},
        "#/$defs/A/$defs/B",
    ),
    "an id that is an anchor": (
        {"$schema": DRAFT_7, "$ref": "#a", "definitions": {"A": {"$id": "#a", **TEXT}}},
        "#/definitions/A",
    ),
    "an id of draft 4": (
        {"$schema": OLDEST, "$ref": "a.json", "definitions": {"A": {"id": "a.json", **TEXT}}},
        "#/definitions/A",
    ),
    "a name with special characters": (
        {"$ref": "#a", "$defs": {"A/B %": {"$anchor": "a", **TEXT}}},
        "#/$defs/A~1B%20%25",
    ),
}
# References that are kept because they have no target in the document.
UNKNOWN: dict[str, tuple[Json, str]] = {
    "no anchor": ({"$ref": "#b", "$defs": {"A": {"$anchor": "a", **TEXT}}}, "#b"),
    "another document": ({"$id": "https://x/r.json", "$ref": "https://y/a.json"}, "https://y/a.json"),
    "another document, relative to the id": ({"$id": "https://x/r.json", "$ref": "a.json#b"}, "https://x/a.json#b"),
    "another document, without an id": ({"$ref": "a.json", "$defs": {"A": {"$anchor": "a"}}}, "a.json"),
}
BEYOND: dict[str, Json] = {
    "a dynamic reference": {"$dynamicRef": "#a", "$defs": {"A": {"$dynamicAnchor": "a", **TEXT}}},
    "an ambiguous anchor": {"$ref": "#a", "$defs": {"A": {"$anchor": "a", **TEXT}, "B": {"$anchor": "a", **WHOLE}}},
    "a part of another draft": {"$ref": "a.json", "$defs": {"A": {"$id": "a.json", "$schema": DRAFT_7, **TEXT}}},
    "a target that is not in a place for schemas": {
        "$id": "https://x/r.json",
        "$ref": "#/parts/A",
        "parts": {"A": {"$ref": "#a"}},
    },
    "an id beside a reference that disables it": {
        "$schema": DRAFT_7,
        "properties": {"a": {"$id": "a.json", "$ref": "#/definitions/A"}},
        "definitions": {"A": TEXT},
    },
}


@pytest.mark.parametrize("name", WRITTEN)
def test_named_references_become_pointers(name: str):
    schema, pointer = WRITTEN[name]
    found = to_pointer_references(schema)
    assert found["$ref"] == pointer
    assert not any(word in repr(found) for word in ("'$id'", "'id'", "'$anchor'", "'$dynamicAnchor'"))


@pytest.mark.parametrize("name", WRITTEN)
def test_targets_of_named_references_are_compared(name: str):
    schema, _ = WRITTEN[name]
    other = json.loads(json.dumps(schema).replace('"string"', '"integer"'))
    found = compare_schemas(schema, other)
    assert (found.accepts_old, found.accepted_by_old) == ("no", "no")
    plain = compare_schemas(
        schema, {"$schema": schema.get("$schema", "https://json-schema.org/draft/2020-12/schema"), **TEXT}
    )
    assert (plain.accepts_old, plain.accepted_by_old) == ("yes", "yes")


@pytest.mark.parametrize("name", UNKNOWN)
def test_a_reference_without_target_is_kept(name: str):
    schema, reference = UNKNOWN[name]
    assert to_pointer_references(schema)["$ref"] == reference


@pytest.mark.parametrize("name", BEYOND)
def test_a_schema_that_pointers_cannot_express_is_kept(name: str):
    schema = BEYOND[name]
    with pytest.raises(UnsupportedReference):
        to_pointer_references(schema)
    assert with_pointer_references(schema) is schema
    assert not has_static_references(schema)


@pytest.mark.parametrize(
    "schema",
    [
        True,
        {"properties": {"id": TEXT}, "required": ["id"]},
        {"const": {"$ref": "#a"}, "$defs": {"A": TEXT}},
        {"$ref": "#/$defs/A", "$defs": {"A": TEXT}},
    ],
)
def test_a_schema_without_names_is_kept(schema: Json):
    assert to_pointer_references(schema) is schema


def test_values_are_not_references():
    schema = {"$ref": "#a", "$defs": {"A": {"$anchor": "a", "const": {"$ref": "#a", "$id": "x"}}}}
    assert to_pointer_references(schema)["$defs"]["A"]["const"] == {"$ref": "#a", "$id": "x"}


def test_a_property_may_have_the_name_of_a_keyword():
    schema = {"properties": {"$id": TEXT, "$ref": {"$ref": "#a"}}, "$defs": {"A": {"$anchor": "a", **TEXT}}}
    assert to_pointer_references(schema)["properties"] == {"$id": TEXT, "$ref": {"$ref": "#/$defs/A"}}
