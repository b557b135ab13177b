import json
from typing import Any

import pytest

from govern.schemas.comparison import compare_schemas
from govern.schemas.references import (
    UnsupportedReference,
    has_static_references,
    to_pointer_references,
    with_pointer_references,
)

Json = Any

TEXT: Json = {"type": "string"}
WHOLE: Json = {"type": "integer"}
OLD = "http://json-schema.org/draft-07/schema#"
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
        {"$schema": OLD, "$ref": "#a", "definitions": {"A": {"$id": "#a", **TEXT}}},
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
    "a part of another draft": {"$ref": "a.json", "$defs": {"A": {"$id": "a.json", "$schema": OLD, **TEXT}}},
    "a target that is not in a place for schemas": {
        "$id": "https://x/r.json",
        "$ref": "#/parts/A",
        "parts": {"A": {"$ref": "#a"}},
    },
    "an id beside a reference that disables it": {
        "$schema": OLD,
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
