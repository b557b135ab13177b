"""The words for schema edits and their witnesses."""

from typing import Any

import pytest

from govern.contract.surface import ABSENT
from govern.rules.schema_wording import message_values, place_of
from govern.schemas.edits.changes import schema_changes
from tests.schemas.edits.made_schemas import TEXT, WHOLE, Schema, an_object, words

LABELLED = an_object(label=TEXT, children={"type": "array", "items": {"$ref": "#/$defs/Node"}})
PAIR = {"type": "array", "prefixItems": [TEXT, TEXT]}
ROOT = an_object(root={"$ref": "#/$defs/Node"})

UNION = (
    '`value`: union {"type":["integer","string"]} → '
    '{"oneOf":[{"type":"string"},{"type":"integer"},{"minLength":5,"type":"string"}]}'
)


def of_value(schema: Schema) -> Schema:
    return an_object("value", value=schema)


def kind(name: str) -> Schema:
    return an_object("kind", **{"kind": {"const": name}, name: TEXT})


def node_of(**children: Any) -> Schema:
    listed = {**LABELLED["properties"]["children"], **children}
    return {**ROOT, "$defs": {"Node": {**LABELLED, "properties": {"label": TEXT, "children": listed}}}}


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        (
            of_value({"type": "number", "minimum": 0}),
            of_value({"type": "number", "exclusiveMinimum": 0}),
            "`value`: bound minimum 0 → exclusiveMinimum 0",
        ),
        (
            of_value({**WHOLE, "exclusiveMinimum": 0}),
            of_value({**WHOLE, "minimum": 3}),
            "`value`: bound exclusiveMinimum 0 → minimum 3",
        ),
        (
            of_value({**WHOLE, "exclusiveMinimum": 0}),
            of_value({**WHOLE, "exclusiveMinimum": 5}),
            "`value`: exclusiveMinimum 0 → 5",
        ),
        (of_value({**TEXT, "minLength": 0}), of_value({**TEXT, "minLength": 1}), "`value`: minLength 0 → 1"),
        (of_value(TEXT), of_value({**TEXT, "minLength": 1}), "`value`: minLength none → 1"),
        (of_value(WHOLE), an_object("value", value=False), "`value` removed"),
        (node_of(), node_of(maxItems=8), "`root.children`: maxItems none → 8"),
        (
            of_value({"type": ["string", "integer"]}),
            of_value({"oneOf": [TEXT, WHOLE, {**TEXT, "minLength": 5}]}),
            UNION,
        ),
        (
            of_value({"oneOf": [kind("id"), kind("path")]}),
            of_value({"oneOf": [kind("id"), kind("path"), kind("url")]}),
            "`value`: oneOf the other forms → the other forms or object with kind, url",
        ),
        (
            of_value({"anyOf": [kind("id"), kind("path"), kind("url"), kind("name")]}),
            of_value({"anyOf": [kind("id"), kind("name")]}),
            "`value`: anyOf the other forms or object with kind, path or object with kind, url → the other forms",
        ),
        (
            of_value({"type": "object"}),
            of_value({"type": "object", "anyOf": [{"required": ["id"]}, {"required": ["name"]}]}),
            "`value`: union object → anything with id or anything with name",
        ),
        (
            of_value({**TEXT, "default": "a,b,c"}),
            of_value({**TEXT, "default": "b,c,a"}),
            "`value`: default 3 values → the same in another order",
        ),
        (of_value({**TEXT, "default": "a,b"}), of_value({**TEXT, "default": "a"}), '`value`: default "a,b" → "a"'),
        (
            of_value({"type": "array", "default": ["a", 1]}),
            of_value({"type": "array", "default": [1, "a"]}),
            "`value`: default 2 values → the same in another order",
        ),
        (of_value(TEXT), of_value({"enum": ["a", "b"]}), '`value`: enum any string → ["a","b"]'),
        (of_value({}), of_value({"enum": ["a", "b"]}), '`value`: enum any → ["a","b"]'),
        (of_value(PAIR), of_value({**PAIR, "items": False}), "`value`: items none → false"),
        (of_value(TEXT), of_value({**TEXT, "pattern": "^a"}), '`value`: pattern any → "^a"'),
        (
            of_value({"enum": ["now", "DATE"]}),
            of_value({"anyOf": [{"enum": ["now"]}, {**TEXT, "pattern": "^[0-9-]+$"}]}),
            '`value`: union "DATE" or "now" → "now" or string like "^[0-9-]+$"',
        ),
    ],
    ids=[
        "exclusive",
        "whole",
        "whole-exclusive",
        "zero",
        "none",
        "never",
        "recursive",
        "union",
        "a further form",
        "fewer forms",
        "forms in words",
        "another order",
        "other values",
        "another order of a list",
        "any text",
        "anything",
        "nothing more",
        "a text",
        "a pattern",
    ],
)
def test_an_edit_is_described_as_written(old: Schema, new: Schema, message: str):
    (fact,) = schema_changes("input", old, new)
    assert words(fact)["edit"] == message


def test_of_many_combined_edits_the_first_are_described():
    (fact,) = schema_changes("input", of_value(TEXT), of_value({**TEXT, "minLength": 1}))
    (edit,) = fact.values["schema"]
    message = message_values("input-narrowed", [edit] * 90)["edit"]
    assert message == "; ".join(["`value`: minLength none → 1"] * 6) + "; and 84 more"


@pytest.mark.parametrize(
    ("new", "declared"),
    [
        (an_object("b", a=TEXT, b=TEXT, c=TEXT), ": required `b`; optional `a`, `c`"),
        (an_object("a", "z", a=TEXT), ": required `a`, `z`"),
        (an_object(a=TEXT), ": optional `a`"),
        ({"type": "object", "minProperties": 1}, ""),
    ],
)
def test_a_schema_where_there_was_none_is_described_by_what_it_declares(new: Schema, declared: str) -> None:
    (fact,) = schema_changes("input", ABSENT, new)
    assert (fact.rule, words(fact)["declared"]) == ("input-schema-added", declared)


@pytest.mark.parametrize(
    ("old", "need"),
    [(an_object(a=TEXT), "new, required"), (an_object(a=TEXT, value=TEXT), "optional → required")],
)
def test_a_new_required_property_was_not_optional_before(old: Schema, need: str) -> None:
    (fact,) = schema_changes("input", old, an_object("value", a=TEXT, value=TEXT))
    assert (fact.rule, words(fact)["need"]) == ("input-required-added", need)


def test_a_bound_of_whole_numbers_is_described_as_written():
    old, new = ({"type": name, "exclusiveMinimum": least} for name, least in (("number", 0), ("integer", 5)))
    found = {fact.rule: words(fact)["edit"] for fact in schema_changes("input", of_value(old), of_value(new))}
    assert found["input-bound-tightened"] == "`value`: exclusiveMinimum 0 → 5"


@pytest.mark.parametrize(
    ("words", "error"),
    [
        ({"maxContains": 1}, "has more items that match `contains` than `maxContains` allows"),
        ({"minContains": 2}, "has fewer items that match `contains` than `minContains` requires"),
    ],
)
def test_the_error_for_a_number_names_the_bound(words: Schema, error: str):
    listed = {"type": "array", "items": TEXT, "contains": {"const": "x"}}
    (fact,) = schema_changes("input", of_value(listed), of_value({**listed, **words}))
    assert fact.witness
    assert fact.witness.error.endswith(error)


def test_an_always_rejected_value_is_not_blamed_on_an_empty_schema():
    (fact,) = schema_changes("input", of_value(WHOLE), an_object("value", value={"not": {}}))
    assert fact.witness
    assert fact.witness.error.startswith("False schema does not allow ")


def test_the_witness_of_a_part_contains_the_removed_property():
    closed = {**an_object("a", a=TEXT), "additionalProperties": {"maxLength": 3}}
    old = {"type": "object", "allOf": [closed, an_object(b=TEXT)]}
    found = schema_changes("input", old, {**old, "allOf": [closed, an_object()]})
    (fact,) = (fact for fact in found if fact.rule == "input-property-removed")
    assert words(fact)["place"] == "`b`"
    assert fact.witness
    assert isinstance(fact.witness.instance, dict)
    assert "b" in fact.witness.instance


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        (["x", "y"], ["x", "y", None], "`value`: type string → string or null"),
        (["x"], ["x", "z", 1], "`value`: type string → integer or string"),
        ([1], [1, 1.5], "`value`: type integer → number"),
    ],
)
def test_an_enum_value_of_another_type_widens_the_type(old: Schema, new: Schema, message: str):
    sides = [of_value({"enum": values}) for values in (old, new)]
    (fact,) = schema_changes("output", *sides)
    assert (fact.rule, words(fact)["edit"]) == ("output-type-widened", message)
    assert fact.witness
    (fact,) = schema_changes("input", *sides)
    assert fact.rule == "input-enum-value-added"


AB = an_object(a=TEXT, b=TEXT)
IF_A = {**AB, "if": {"required": ["a"]}, "then": {"required": ["b"]}}


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        (
            of_value({"type": "array", "prefixItems": [TEXT, WHOLE]}),
            of_value({"type": "array", "prefixItems": [TEXT, TEXT]}),
            "`value[1]`: type integer → string",
        ),
        (
            of_value({"type": "array", "prefixItems": [TEXT]}),
            of_value({"type": "array", "prefixItems": [TEXT, WHOLE]}),
            "`value`: prefixItems [string] → [string, integer]",
        ),
        (AB, {**AB, "dependentSchemas": {"a": {"required": ["b"]}}}, "`b` (if `a` is given) now required"),
        (
            IF_A,
            {**IF_A, "then": {"required": ["b"], "properties": {"b": {"minLength": 3}}}},
            "`b` (if its condition holds) declared elsewhere",
        ),
        (
            {**IF_A, "else": {"properties": {"b": {"maxLength": 9}}}},
            {**IF_A, "else": {"properties": {"b": {"maxLength": 5}}}},
            "`b` (if its condition does not hold): maxLength 9 → 5",
        ),
        (
            {"type": "object", "properties": {"a": TEXT}, "allOf": [{"properties": {"b": TEXT}}]},
            {
                "type": "object",
                "properties": {"a": TEXT},
                "allOf": [{"properties": {"b": TEXT}}],
                "additionalProperties": False,
            },
            "the arguments: additionalProperties none → false",
        ),
    ],
    ids=["item", "tuple", "beside", "then", "else", "closed over a part"],
)
def test_a_place_has_its_index_and_conditions(old: Schema, new: Schema, message: str):
    (fact,) = schema_changes("input", old, new)
    assert words(fact)["edit"] == message
    assert fact.witness


@pytest.mark.parametrize(
    ("path", "place"),
    [
        (["properties", "filter", "properties", "tags", "items"], "filter.tags[]"),
        (["properties", "by", "anyOf", 1, "properties", "id"], "by(form 2).id"),
        (["properties", "at", "prefixItems", 0], "at[0]"),
    ],
)
def test_a_place_is_named_by_its_path(path: list[str | int], place: str):
    assert place_of(path) == place
