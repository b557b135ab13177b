"""Fields are counted, and answers measured, through references, arrays and unions."""

import json
from typing import Any

import pytest
from hypothesis import given

from govern.economics.answers import ANYTHING, Size, answer_size, count_fields, resolve_reference
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


def test_counts_of_deep_schemas_and_long_chains_end() -> None:
    assert count_fields(nested(500)) == 1
    chain = {f"d{at}": {"properties": {"a": {"$ref": f"#/$defs/d{at + 1}"}}} for at in range(5_000)}
    assert count_fields({"properties": {"a": {"$ref": "#/$defs/d0"}}, "$defs": chain}) == 1


@given(ODD_SCHEMAS)
def test_the_fields_of_any_fragment_can_be_counted(schema: Any) -> None:
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


FLAG = {"type": "boolean"}
TEXT = {"type": "string"}


def bounded(schema: Any) -> tuple[int, int, int | None]:
    return answer_size(schema)[:3]


@pytest.mark.parametrize(
    ("schema", "size"),
    [
        (FLAG, (4, 5, 5)),
        ({"type": "null"}, (4, 4, 4)),
        ({"type": ["boolean", "null"]}, (4, 5, 5)),
        ({"const": "on"}, (4, 4, 4)),
        ({"enum": ["a", "bcd", None]}, (3, 5, 5)),
        (TEXT, (2, 37, None)),
        ({"type": "string", "maxLength": 10}, (2, 12, 12)),
        ({"type": "string", "minLength": 3, "maxLength": 10}, (5, 12, 12)),
        ({"type": "string", "minLength": 100}, (102, 102, None)),
        ({"type": "string", "format": "uuid"}, (38, 38, 38)),
        ({"type": "integer"}, (1, 6, 20)),
        ({"type": "integer", "minimum": 0, "maximum": 999}, (1, 3, 3)),
        ({"type": "integer", "minimum": -(2**53) + 1, "maximum": 2**53 - 1}, (1, 6, 20)),
        ({"type": "integer", "minimum": 0, "maximum": 10**30}, (1, 6, 20)),
        ({"type": "number"}, (1, 8, 24)),
        (True, (1, 37, None)),
        ({}, (1, 37, None)),
        ({"type": "what"}, (1, 37, None)),
    ],
)
def test_single_values(schema: Any, size: Any) -> None:
    assert bounded(schema) == size


def test_object_sizes_include_keys() -> None:
    schema = {"type": "object", "properties": {"ok": FLAG, "id": {"const": 7}}, "required": ["id"]}
    assert bounded(schema) == (len('{"id":7,}'), len('{"id":7,"ok":false,}'), len('{"id":7,"ok":false,}'))


def test_additional_properties_count() -> None:
    assert answer_size({"properties": {"ok": FLAG}, "additionalProperties": True}).most is None
    assert answer_size({"properties": {"ok": FLAG}, "additionalProperties": False}).most is not None
    assert answer_size({"properties": {"ok": FLAG}, "patternProperties": {"^x": FLAG}}).most is None


def test_array_sizes_use_max_items() -> None:
    assert answer_size({"type": "array", "items": FLAG}) == Size(2, 7, None, None)
    assert answer_size({"type": "array", "items": FLAG, "maxItems": 10}) == Size(2, 7, 2 + 10 * 6, 10)
    assert answer_size({"type": "array", "items": FLAG, "minItems": 2, "maxItems": 10}) == Size(12, 7, 2 + 10 * 6, 10)
    assert answer_size({"type": "array", "items": FLAG, "maxItems": 0}) == Size(2, 2, 2, 0)
    assert answer_size({"type": "array", "items": TEXT, "maxItems": 0}) == Size(2, 2, 2, 0)


def test_nested_arrays_multiply() -> None:
    inner = {"type": "array", "items": TEXT, "maxItems": 5}
    outer = {"type": "array", "items": {"properties": {"tags": inner, "name": TEXT}}, "maxItems": 10}
    assert answer_size(outer).repeats == 50
    assert answer_size({"properties": {"a": outer, "b": inner}}).repeats == 50
    assert answer_size({"properties": {"a": outer, "b": {"type": "array"}}}).repeats is None


@pytest.mark.parametrize(
    "pair", [{"prefixItems": [FLAG, FLAG], "items": False}, {"items": [FLAG, FLAG], "additionalItems": False}]
)
def test_tuples_are_bounded_by_themselves(pair: dict[str, Any]) -> None:
    assert answer_size({"type": "array", **pair}) == Size(2, 12, 12, 0)


def test_unions_are_as_small_and_as_large_as_their_branches() -> None:
    assert bounded({"anyOf": [FLAG, {"type": "string", "maxLength": 20}]}) == (2, 22, 22)
    assert bounded({"oneOf": [FLAG, TEXT]}) == (2, 37, None)


def test_branches_with_only_required_add_nothing() -> None:
    schema = {"type": "object", "properties": {"a": FLAG}, "anyOf": [{"required": ["a"]}, {"required": []}]}
    assert bounded(schema) == bounded({"type": "object", "properties": {"a": FLAG}})


def test_references_and_all_of_are_merged() -> None:
    definitions = {"name": {"type": "string"}, "base": {"properties": {"ok": FLAG}, "required": ["ok"]}}
    assert bounded({"$ref": "#/$defs/name", "maxLength": 8, "$defs": definitions}) == (2, 10, 10)
    both = {"allOf": [{"$ref": "#/$defs/base"}, {"properties": {"id": {"const": 1}}}], "$defs": definitions}
    assert bounded(both) == bounded({"properties": {"ok": FLAG, "id": {"const": 1}}, "required": ["ok"]})


@pytest.mark.parametrize("bounds", [(5, 50_000), (50_000, 5)])
def test_the_tighter_of_two_bounds_counts(bounds: tuple[int, int]) -> None:
    near, far = bounds
    assert bounded({"type": "string", "maxLength": near, "allOf": [{"maxLength": far}]}) == (2, 7, 7)
    assert bounded({"type": "string", "maxLength": 9, "minLength": 1, "allOf": [{"minLength": 3}]}) == (5, 11, 11)


def test_recursion_has_no_bound() -> None:
    tree = {"properties": {"value": FLAG, "children": {"type": "array", "items": {"$ref": "#"}, "maxItems": 2}}}
    assert answer_size(tree).most is None
    assert answer_size(tree).repeats is None
    assert answer_size({"$ref": "#"}).most is None


def test_sizes_of_deep_schemas_and_long_chains_end() -> None:
    assert answer_size(nested(128)).most is None
    chain = {f"d{at}": {"properties": {"a": {"$ref": f"#/$defs/d{at + 1}"}}} for at in range(5_000)}
    assert answer_size({"properties": {"a": {"$ref": "#/$defs/d0"}}, "$defs": chain}).least == 2


@given(ODD_SCHEMAS)
def test_any_fragment_has_a_size(schema: Any) -> None:
    least, typical, most, repeats = answer_size(schema)
    assert least >= 0
    assert typical >= 0
    assert most is None or most >= 0
    assert repeats is None or repeats >= 0


@pytest.mark.parametrize("value", [{"ok": True, "n": 12, "at": [1, 2, 3]}, {"ok": False, "n": -999, "at": []}])
def test_no_instance_is_larger_than_the_estimate(value: dict[str, Any]) -> None:
    integer = {"type": "integer", "minimum": -999, "maximum": 999}
    schema = {"properties": {"ok": FLAG, "n": integer, "at": {"type": "array", "items": integer, "maxItems": 3}}}
    most = answer_size(schema).most
    assert most is not None
    assert len(json.dumps(value, separators=(",", ":"))) <= most


def test_huge_numbers_are_no_bounds() -> None:
    schema: Any = {"type": "string", "maxLength": 10**12}
    assert answer_size(schema).most == 10**12 + 2
    for _ in range(3):
        schema = {"type": "array", "items": schema, "maxItems": 10**4, "minItems": 10**40}
    assert answer_size(schema) == Size(2, 10**12 + 2 + 6, None, 10**12)
    assert answer_size({"type": "string", "maxLength": 10**4000}).most is None


def test_an_empty_schema_has_any_size() -> None:
    assert answer_size("no schema") == ANYTHING
