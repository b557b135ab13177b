"""Leaf fields are counted through references, arrays and unions."""

from typing import Any

import pytest
from hypothesis import given

from govern.economics.fields import count_fields, resolve_reference
from tests.economics.tools import ODD_SCHEMAS, nested

STRING = {"type": "string"}
POINT = {"type": "object", "properties": {"x": STRING, "y": STRING}}


@pytest.mark.parametrize(
    ("schema", "fields"),
    [
        (None, 0),
        (True, 0),
        ({}, 0),
        ({"type": "object"}, 0),
        ({"type": "object", "properties": {}}, 0),
        (STRING, 1),
        ({"type": "array", "items": STRING}, 1),
        (POINT, 2),
        ({"type": "array", "items": POINT}, 2),
        ({"properties": {"a": STRING, "b": True, "c": {}}}, 3),
        ({"properties": {"at": POINT, "name": STRING}}, 3),
        ({"properties": {"at": {"type": "array", "items": {"type": "array", "items": POINT}}}}, 2),
        ({"properties": {"tags": {"type": "array", "items": STRING}}}, 1),
        ({"properties": {"pair": {"prefixItems": [POINT, STRING]}}}, 2),
        ({"properties": {"pair": {"items": [POINT, POINT]}}}, 4),
        ({"properties": {"a": {"anyOf": [STRING, {"type": "null"}]}}}, 1),
        ({"properties": {"a": {"oneOf": [POINT, {"type": "null"}]}}}, 2),
        ({"properties": {"a": {"anyOf": [POINT, POINT]}}}, 4),
        ({"allOf": [POINT, {"properties": {"z": STRING}}]}, 3),
        ({"properties": {"by_name": {"additionalProperties": POINT}}}, 2),
        ({"properties": {"a": {"$ref": "#/$defs/p"}}, "$defs": {"p": POINT}}, 2),
        ({"properties": {"a": {"$ref": "#/$defs/p"}, "b": {"$ref": "#/$defs/p"}}, "$defs": {"p": POINT}}, 4),
        ({"properties": {"a": {"$ref": "#/$defs/p", "properties": {"z": STRING}}}, "$defs": {"p": POINT}}, 3),
        ({"properties": {"a": POINT, "b": {"$ref": "#/properties/a"}}}, 4),
        ({"properties": {"a": {"$ref": "#/$defs/nowhere"}}}, 1),
        ({"properties": {"a": {"$ref": "https://example.com/schema"}}}, 1),
    ],
)
def test_counts(schema: Any, fields: Any) -> None:
    assert count_fields(schema) == fields


TREE = {"properties": {"value": STRING, "next": {"$ref": "#/$defs/n"}}}
CIRCLE = {"x": {"$ref": "#/$defs/y"}, "y": {"$ref": "#/$defs/x"}}


@pytest.mark.parametrize(
    ("schema", "fields"),
    [
        ({"properties": {"name": STRING, "child": {"$ref": "#"}}}, 2),
        ({"properties": {"name": STRING, "children": {"type": "array", "items": {"$ref": "#"}}}}, 2),
        ({"properties": {"tree": {"$ref": "#/$defs/n"}}, "$defs": {"n": TREE}}, 2),
        ({"properties": {"a": {"properties": {"x": STRING, "again": {"$ref": "#/properties/a"}}}}}, 2),
        ({"$ref": "#"}, 1),
        ({"properties": {"a": {"$ref": "#/$defs/x"}}, "$defs": CIRCLE}, 1),
    ],
)
def test_a_recursive_reference_counts_once(schema: Any, fields: Any) -> None:
    assert count_fields(schema) == fields


def test_the_order_of_properties_does_not_change_the_count() -> None:
    definitions = {
        "a": {"properties": {"b": {"$ref": "#/$defs/b"}, "x": STRING}},
        "b": {"properties": {"a": {"$ref": "#/$defs/a"}, "y": STRING, "z": STRING}},
    }
    one: Any = {"properties": {"a": {"$ref": "#/$defs/a"}, "b": {"$ref": "#/$defs/b"}}, "$defs": definitions}
    other = {"$defs": definitions, "properties": dict(reversed(list(one["properties"].items())))}
    assert count_fields(one) == count_fields(other)


def test_references_that_double_at_each_step_cost_no_time() -> None:
    def doubling(steps: int) -> Any:
        ends = {f"d{at}": {"$ref": f"#/$defs/d{at + 1}"} for at in range(steps)}
        return {f"d{at}": {"properties": {"a": ends[f"d{at}"], "b": ends[f"d{at}"]}} for at in range(steps)}

    assert count_fields({"$ref": "#/$defs/d0", "$defs": doubling(20)}) == 2**20
    assert count_fields({"$ref": "#/$defs/d0", "$defs": doubling(45)}) == 10**9


def test_depth_and_long_chains_end() -> None:
    assert count_fields(nested(500)) == 1
    chain = {f"d{at}": {"properties": {"a": {"$ref": f"#/$defs/d{at + 1}"}}} for at in range(5_000)}
    assert count_fields({"properties": {"a": {"$ref": "#/$defs/d0"}}, "$defs": chain}) == 1


@given(ODD_SCHEMAS)
def test_no_fragment_is_too_odd(schema: Any) -> None:
    assert count_fields(schema) >= 0


@pytest.mark.parametrize(
    ("reference", "found"),
    [
        ("#", "root"),
        ("#/a~1b/c~0d", 1),
        ("#/per%20cent", 2),
        ("#/list/1", 4),
        ("#/list/2", None),
        ("#/list/x", None),
        ("#/list/" + "9" * 5_000, None),
        ("#/missing/deeper", None),
        ("other.json#/a", None),
        (7, None),
        (None, None),
    ],
)
def test_references_lead_anywhere_in_the_document(reference: Any, found: Any) -> None:
    root = {"a/b": {"c~d": 1}, "per cent": 2, "list": [3, 4]}
    assert resolve_reference(root, reference) == (root if found == "root" else found)
