from typing import Any

import pytest

from govern.schemas.comparison import compare_schemas
from govern.schemas.loops import has_loop, has_undefined_loop

Json = Any
ROOT = {"$ref": "#"}
TEXT = {"type": "string"}
NODE = {"$ref": "#/$defs/node"}

UNDEFINED = {
    "not": {"not": ROOT},
    "if": {"if": ROOT, "then": TEXT},
    "not, through a definition": {"not": {"$ref": "#/$defs/A"}, "$defs": {"A": {"not": ROOT}}},
    "not below anyOf": {"anyOf": [TEXT, {"allOf": [{"not": ROOT}]}]},
    "not below dependentSchemas": {"dependentSchemas": {"a": {"not": ROOT}}},
    "beside unevaluatedProperties": {"allOf": [ROOT], "unevaluatedProperties": False},
    "an anchor": {"$defs": {"a": {"$anchor": "x", "not": {"$ref": "#x"}}}, "$ref": "#x"},
    "an id": {"$id": "https://a.example/x", "not": {"$ref": "x"}},
    "an id of a part": {"$id": "https://a.example/", "$defs": {"a": {"$id": "y", "not": {"$ref": "../y"}}}},
    "a dynamic anchor": {"$dynamicAnchor": "x", "not": {"$dynamicRef": "#x"}},
    "a recursive anchor": {"$recursiveAnchor": True, "if": {"$recursiveRef": "#"}},
    "a target that is not in a place for schemas": {
        "x": {"a": {"not": {"$ref": "#/x/a"}}},
        "allOf": [{"$ref": "#/x/a"}],
    },
}
DEFINED = {
    "allOf": {"allOf": [ROOT]},
    "a definition of itself": {**NODE, "$defs": {"node": NODE}},
    "then": {"if": TEXT, "then": ROOT},
}
NONE = {
    "a tree": {**NODE, "$defs": {"node": {"type": "object", "properties": {"next": NODE}, "not": {"required": ["a"]}}}},
    "a list": {"if": {"type": "array"}, "then": {"items": ROOT}},
    "not in additionalProperties": {"type": "object", "additionalProperties": {"not": ROOT}},
    "propertyNames": {"propertyNames": {"not": ROOT}},
    "a definition used twice": {"allOf": [NODE, {"not": NODE}], "$defs": {"node": TEXT}},
    "a reference without target": {"not": {"$ref": "#/$defs/none"}},
    "another document": {"$id": "https://a.example/x", "not": {"$ref": "https://b.example/y"}},
}


@pytest.mark.parametrize("name", [*UNDEFINED, *DEFINED, *NONE])
def test_loops_are_found(name: str):
    schema = {**UNDEFINED, **DEFINED, **NONE}[name]
    draft = "2019-09" if "recursive" in name else "2020-12"
    assert has_loop(schema, repr(schema)) is (name not in NONE)
    assert has_undefined_loop(schema, repr(schema), draft) is (name in UNDEFINED)


@pytest.mark.parametrize("name", [*UNDEFINED])
def test_schemas_with_undefined_loops_are_unknown(name: str):
    schema = UNDEFINED[name]
    draft = "2019-09" if "recursive" in name else "2020-12"
    found = compare_schemas(schema, TEXT, reading="literal", draft=draft)
    assert (found.accepts_old, found.accepted_by_old) == ("unknown", "unknown")


def test_a_loop_of_5000_references_is_found():
    ring = {f"d{at}": {"anyOf": [{"$ref": f"#/$defs/d{(at + 1) % 5_000}"}]} for at in range(5_000)}
    schema = {"$ref": "#/$defs/d0", "$defs": ring}
    assert has_loop(schema, repr(schema))
