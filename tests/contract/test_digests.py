"""Digests ignore order without a meaning, and nothing else."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from govern.contract.digests import as_shown, behaviour, item_digest, part_digest, part_digests
from govern.contract.json_text import canonical, decode, pretty
from govern.contract.surface import ABSENT, PROMPT, TOOL, Item


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ({"required": ["a", "b"]}, {"required": ["b", "a"]}),
        ({"type": ["string", "null"]}, {"type": ["null", "string"]}),
        ({"enum": ["a", 1, None]}, {"enum": [None, "a", 1]}),
        ({"dependentRequired": {"x": ["a", "b"]}}, {"dependentRequired": {"x": ["b", "a"]}}),
        ({"dependencies": {"x": ["a", "b"]}}, {"dependencies": {"x": ["b", "a"]}}),
        ({"anyOf": [{"type": "string"}, {"type": "null"}]}, {"anyOf": [{"type": "null"}, {"type": "string"}]}),
        ({"properties": {"p": {"enum": [1, 2]}}}, {"properties": {"p": {"enum": [2, 1]}}}),
        ({"items": {"required": ["a", "b"]}}, {"items": {"required": ["b", "a"]}}),
        ({"$defs": {"d": {"oneOf": [True, {}]}}}, {"$defs": {"d": {"oneOf": [{}, True]}}}),
        ({"a": 1, "b": 2}, {"b": 2, "a": 1}),
        ({"minimum": 1}, {"minimum": 1.0}),
        ({"$ref": "#/$defs/v2", "enum": [1, 2]}, {"$ref": "#/$defs/v2", "enum": [2, 1]}),
        (
            {"not": {"$ref": "#/anyOf/0"}, "anyOf": [{"type": ["string", "null"]}]},
            {"not": {"$ref": "#/anyOf/0"}, "anyOf": [{"type": ["null", "string"]}]},
        ),
    ],
)
def test_order_without_meaning_does_not_change_the_digest(one: Any, other: Any) -> None:
    assert part_digest("input", one) == part_digest("input", other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ({"default": ["a", "b"]}, {"default": ["b", "a"]}),
        ({"const": {"required": ["a", "b"]}}, {"const": {"required": ["b", "a"]}}),
        ({"examples": [1, 2]}, {"examples": [2, 1]}),
        ({"prefixItems": [True, {}]}, {"prefixItems": [{}, True]}),
        ({"items": [True, {}]}, {"items": [{}, True]}),
        ({"properties": {"required": {"default": [1, 2]}}}, {"properties": {"required": {"default": [2, 1]}}}),
        ({"x-unknown": {"enum": [1, 2]}}, {"x-unknown": {"enum": [2, 1]}}),
        ({"maximum": 9223372036854775807}, {"maximum": 9223372036854775808}),
        ({"a": None}, {}),
        (True, {}),
    ],
)
def test_everything_else_changes_the_digest(one: Any, other: Any) -> None:
    assert part_digest("input", one) != part_digest("input", other)


@pytest.mark.parametrize(
    "reference",
    [
        {"$ref": "#/anyOf/0"},
        {"$ref": '#/properties/a"/anyOf/10/not'},
        {"$ref": "#/anyOf%2f%30"},
        {"$ref": "#/x-defs/of", "x-defs": {"of": {"$ref": "#/anyOf/0"}}},
        {"$dynamicRef": "#/anyOf/0"},
    ],
)
def test_order_counts_where_a_reference_uses_an_index(reference: dict[str, Any]) -> None:
    one, other = ({"anyOf": order, "not": reference} for order in ([{}, {"type": "null"}], [{"type": "null"}, {}]))
    assert part_digest("input", one) != part_digest("input", other)


def test_prompt_arguments_are_identified_by_name() -> None:
    arguments = [{"name": "a"}, {"name": "b", "required": True}]
    one, other = (Item(PROMPT, {"name": "p", "arguments": order}) for order in (arguments, arguments[::-1]))
    assert item_digest(part_digests(one)) == item_digest(part_digests(other))


def test_the_text_keeps_the_order_that_can_steer_a_model() -> None:
    schema = {
        "type": "object",
        "properties": {"z": {"enum": ["b", "a"]}, "a": {"anyOf": [{"x": 1}, {"b": 1}]}},
        "$id": "i",
    }
    shown: Any = as_shown("input", schema)
    assert list(shown) == ["$id", "properties", "type"]
    assert list(shown["properties"]) == ["z", "a"]
    assert shown["properties"]["z"]["enum"] == ["b", "a"]


def test_a_part_that_was_not_sent_is_not_null() -> None:
    assert part_digest("input", ABSENT) == "-"
    assert part_digest("input", None) != "-"
    assert Item(TOOL, {"name": "t", "inputSchema": None}).part("input") is None


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(
            st.sampled_from(["type", "enum", "required", "properties", "items", "anyOf", "default", "x"]), inner
        )
    ),
    max_leaves=25,
)


@given(json_values)
def test_the_shown_form_has_the_same_behaviour(schema: Any) -> None:
    shown = decode(pretty(as_shown("input", schema)))
    assert canonical(behaviour("input", shown)) == canonical(behaviour("input", schema))


@given(st.dictionaries(st.text(max_size=8), json_values, max_size=6))
def test_every_field_of_an_item_belongs_to_exactly_one_part(fields: dict[str, Any]) -> None:
    raw = {"name": "t", **fields}
    raw["name"] = "t"
    item = Item(TOOL, raw)
    parts = [part for part in ("input", "output") if item.part(part) is not ABSENT]
    assert len(item.surface) + len(item.hints) + len(parts) == len(raw)


@pytest.mark.parametrize(
    "hints",
    [
        {
            "annotations": {
                "readOnlyHint": False,
                "destructiveHint": True,
                "idempotentHint": False,
                "openWorldHint": True,
            }
        },
        {"annotations": {}},
        {"execution": {"taskSupport": "forbidden"}},
    ],
)
def test_a_hint_that_equals_the_default_is_dropped(hints: dict[str, Any]) -> None:
    plain, restated = (Item(TOOL, {"name": "t", **fields}) for fields in ({}, hints))
    assert part_digests(plain) == part_digests(restated)


@pytest.mark.parametrize(
    "hints",
    [
        {"annotations": {"destructiveHint": False}},
        {"annotations": {"readOnlyHint": 0}},
        {"annotations": {"title": "T"}},
        {"execution": {"taskSupport": "optional"}},
        {"_meta": {}},
    ],
)
def test_any_other_hint_is_kept(hints: dict[str, Any]) -> None:
    plain, hinted = (Item(TOOL, {"name": "t", **fields}) for fields in ({}, hints))
    assert part_digests(plain) != part_digests(hinted)
