"""Definitions used in several places: an edit of the definition is one change, an edit beside it one per place."""

from typing import Any

import pytest

from govern.schemas.edits.changes import schema_changes
from tests.schemas.edits.made_schemas import TEXT, WHOLE, Schema, an_object, words

SHARED: Schema = {"$ref": "#/$defs/shared"}
NULL: Schema = {"type": "null"}
MODE: Schema = {"type": "string", "enum": ["fast", "safe"]}


def both(definition: Schema, place: Schema = SHARED) -> Schema:
    """Return two properties that refer to the same definition, each with keywords beside it or in its place."""
    return {**an_object(a=place, b=place), "$defs": {"shared": definition}}


def output(position: Any, old: Schema, new: Schema) -> set[tuple[str, str]]:
    return {(fact.rule, fact.pointer) for fact in schema_changes(position, old, new)}


BESIDE = [
    ("null", TEXT, {"anyOf": [SHARED, NULL]}, "input-type-narrowed", ""),
    ("another type", TEXT, {"anyOf": [SHARED, WHOLE]}, "input-type-narrowed", ""),
    ("a value", MODE, {"anyOf": [SHARED, {"const": "auto"}]}, "input-enum-value-removed", ""),
    (
        "what is asked for",
        an_object("x", x=TEXT, y=TEXT),
        {"allOf": [SHARED, {"required": ["y"]}]},
        "input-required-removed",
        "/allOf/1/required",
    ),
]


@pytest.mark.parametrize(
    ("definition", "place", "rule", "below"), [case[1:] for case in BESIDE], ids=[case[0] for case in BESIDE]
)
def test_a_keyword_beside_a_reference_is_reported_for_each_place(
    definition: Schema, place: Schema, rule: str, below: str
):
    found = output("input", both(definition, place), both(definition))
    assert found == {(rule, f"/properties/{name}{below}") for name in "ab"}


@pytest.mark.parametrize(
    ("old", "new", "pointer"),
    [
        (TEXT, WHOLE, "/$defs/shared/type"),
        ({"anyOf": [TEXT, NULL]}, TEXT, "/$defs/shared/type"),
        ({"anyOf": [TEXT, WHOLE, NULL]}, {"anyOf": [TEXT, NULL]}, "/$defs/shared"),
    ],
    ids=["type", "null", "branch"],
)
@pytest.mark.parametrize("place", [SHARED, {"anyOf": [{"type": "boolean"}, SHARED]}], ids=["plain", "in a choice"])
def test_an_edit_of_a_definition_is_reported_once_at_the_definition(
    old: Schema, new: Schema, pointer: str, place: Schema
):
    assert [fact.pointer for fact in schema_changes("input", both(old, place), both(new, place))] == [pointer]


def test_an_edit_that_widens_each_copy_of_a_cycle_narrows_nothing():
    def tree(status: Schema) -> Schema:
        inner = {"type": "array", "items": {"$ref": "#/properties/body"}}
        return an_object(body=an_object(children=inner, status=status))

    (fact,) = schema_changes("input", tree(MODE), tree(TEXT))
    assert (fact.rule, fact.pointer) == ("input-enum-dropped", "/properties/body/properties/status/enum")
    assert words(fact)["place"] == "`body.status`"


def test_each_place_where_edits_break_together_is_reported():
    closed = {**SHARED, "additionalProperties": False}
    old, new = both(an_object("x", x=TEXT)), both(an_object("x", x=TEXT), closed)
    refused = [words(fact)["edit"] for fact in schema_changes("input", old, new) if fact.rule == "input-narrowed"]
    assert len(refused) == 2
    assert {place for place in ("`a`", "`b`") for edit in refused if place in edit} == {"`a`", "`b`"}


OPTIONAL: Schema = {"anyOf": [SHARED, NULL]}
PARTS = an_object(x=TEXT, y=TEXT)
EITHER = {**PARTS, "anyOf": [{"required": ["x"]}, {"required": ["y"]}]}
NEVER_X = {**PARTS, "not": {"required": ["x"]}}
REBUILT = [
    ("a text", TEXT, PARTS, "input-type-changed"),
    ("a list", TEXT, {"type": "array", "items": TEXT}, "input-type-changed"),
    ("values", MODE, WHOLE, "input-type-changed"),
    ("a choice", PARTS, EITHER, "input-union-narrowed"),
    ("what is ruled out", PARTS, NEVER_X, "input-condition-narrowed"),
]


@pytest.mark.parametrize("places", [(SHARED, SHARED), (SHARED, OPTIONAL), (OPTIONAL, SHARED)], ids=["alike", "b", "a"])
@pytest.mark.parametrize(("old", "new", "rule"), [case[1:] for case in REBUILT], ids=[case[0] for case in REBUILT])
def test_a_replaced_definition_is_reported_once(old: Schema, new: Schema, rule: str, places: tuple[Schema, ...]):
    sides = [{**an_object(a=places[0], b=places[1]), "$defs": {"shared": definition}} for definition in (old, new)]
    (fact,) = schema_changes("input", *sides)
    assert fact.rule == rule
    assert fact.pointer.startswith("/$defs/shared")
    assert fact.witness


def test_a_definition_used_beside_null_alone_is_reported_at_the_definition():
    old, new = (both(definition, OPTIONAL) for definition in (PARTS, EITHER))
    assert output("input", old, new) == {("input-union-narrowed", "/$defs/shared")}


def test_changes_of_two_definitions_are_reported_for_each():
    def of(one: Schema, other: Schema) -> Schema:
        return {**an_object(a=SHARED, b={"$ref": "#/$defs/other"}), "$defs": {"shared": one, "other": other}}

    found = output("input", of(TEXT, MODE), of(PARTS, PARTS))
    assert found == {("input-type-changed", "/$defs/shared"), ("input-type-changed", "/$defs/other")}
