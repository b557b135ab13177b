"""The same meaning written differently: one SAFE finding at most."""

from typing import Literal

import pytest

from govern.schemas.edits.changes import schema_changes
from tests.schemas.edits.made_schemas import TEXT, WHOLE, Schema, an_object, rules

NULL: Schema = {"type": "null"}
SEVENS = "http://json-schema.org/draft-07/schema#"
ROW = an_object("v", v=TEXT)
TREE: Schema = an_object(v=TEXT, below={"type": "array", "items": {"$ref": "#/$defs/T"}})
SAME: dict[str, tuple[Schema, Schema]] = {
    "null in a list, or beside": (an_object(a={"type": ["string", "null"]}), an_object(a={"anyOf": [TEXT, NULL]})),
    "null beside, or nullable": (an_object(a={"anyOf": [TEXT, NULL]}), an_object(a={**TEXT, "nullable": True})),
    "null in an enum": (
        an_object(a={"anyOf": [{**TEXT, "enum": ["x", "y"]}, NULL]}),
        an_object(a={"enum": ["y", "x", None]}),
    ),
    "const, or an enum of one": (an_object(a={"const": "x"}), an_object(a={**TEXT, "enum": ["x"]})),
    "constants in a oneOf": (an_object(a={"oneOf": [{"const": 1}, {"const": 2}]}), an_object(a={"enum": [2, 1]})),
    "a definition in place": ({**an_object(a={"$ref": "#/$defs/R"}), "$defs": {"R": ROW}}, an_object(a=ROW)),
    "a definition by another name": (
        {**an_object(a={"$ref": "#/$defs/R"}), "$defs": {"R": ROW}},
        {**an_object(a={"$ref": "#/definitions/Row"}), "definitions": {"Row": ROW}},
    ),
    "a recursive definition by another name": (
        {**an_object(a={"$ref": "#/$defs/T"}), "$defs": {"T": TREE}},
        {
            **an_object(a={"$ref": "#/$defs/U"}),
            "$defs": {"U": an_object(v=TEXT, below={"type": "array", "items": {"$ref": "#/$defs/U"}})},
        },
    ),
    "allOf around one": (an_object(a={"allOf": [ROW]}), an_object(a=ROW)),
    "types in a list, or in branches": (
        an_object(a={"type": ["string", "array"], "items": TEXT, "minLength": 1}),
        an_object(a={"anyOf": [{**TEXT, "minLength": 1}, {"type": "array", "items": TEXT}]}),
    ),
    "branches in another order": (
        an_object(a={"anyOf": [an_object("a", a=TEXT), an_object("b", b=TEXT)]}),
        {
            "properties": {"a": {"anyOf": [an_object("b", b=TEXT), an_object("a", a=TEXT)]}},
            "type": "object",
            "required": [],
        },
    ),
    "an empty list of what is required": (an_object(a=TEXT), {**an_object(a=TEXT), "required": []}),
    "open, or open": (an_object(a=TEXT), {**an_object(a=TEXT), "additionalProperties": {}}),
    "above zero, or from one on": (an_object(a={**WHOLE, "exclusiveMinimum": 0}), an_object(a={**WHOLE, "minimum": 1})),
    "a length of at least nothing": (an_object(a={**TEXT, "minLength": 0}), an_object(a=TEXT)),
    "a tuple of draft 7": (
        {**an_object(a={"type": "array", "items": [TEXT, WHOLE], "additionalItems": False}), "$schema": SEVENS},
        an_object(a={"type": "array", "prefixItems": [TEXT, WHOLE], "items": False}),
    ),
}


@pytest.mark.parametrize(("one", "other"), SAME.values(), ids=SAME)
@pytest.mark.parametrize("position", ["input", "output"])
def test_another_spelling_is_one_safe_finding_in_both_directions(position: str, one: Schema, other: Schema):
    assert rules(position, one, other) == [f"{position}-respelled"]
    assert rules(position, other, one) == [f"{position}-respelled"]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (an_object("a", "b", a=TEXT, b=TEXT), an_object("b", "a", b=TEXT, a=TEXT)),
        (an_object(a={"enum": ["x", "y"]}), an_object(a={"enum": ["y", "x"]})),
        (an_object(a={**WHOLE, "maximum": 1}), an_object(a={**WHOLE, "maximum": 1.0})),
    ],
)
def test_equal_values_in_another_order_are_no_change(one: Schema, other: Schema):
    assert schema_changes("input", one, other) == []


def test_another_spelling_is_reported_beside_a_change():
    old = an_object(a={"type": ["string", "null"]}, b=TEXT)
    new = an_object(a={"anyOf": [TEXT, NULL]}, b=WHOLE)
    assert sorted(rules("input", old, new)) == ["input-respelled", "input-type-changed"]


def test_nullable_alone_is_risky_and_not_breaking():
    plain, nullable = an_object(a=TEXT), an_object(a={**TEXT, "nullable": True})
    assert rules("input", plain, nullable) == ["input-nullable-changed"]
    assert rules("input", nullable, plain) == ["input-nullable-changed"]


def test_one_is_not_true():
    assert rules("input", an_object(a={"enum": [1]}), an_object(a={"enum": [True]})) != []


def tagged(*names: str, hint: Schema = None) -> Schema:
    forms = {name: an_object("kind", kind={"const": name}) for name in names}
    choice = {"oneOf": [{"$ref": f"#/$defs/{name}"} for name in names]}
    mapping = {name: f"#/$defs/{name}" for name in names}
    hint = {"propertyName": "kind", "mapping": mapping} if hint is None else hint
    return {**an_object(v={**choice, "discriminator": hint} if hint else choice), "$defs": forms}


@pytest.mark.parametrize("position", ["input", "output"])
def test_a_discriminator_of_names_is_ignored(position: Literal["input", "output"]):
    old, bare = tagged("cat", "dog"), tagged("cat", "dog", hint={})
    respelled = [f"{position}-respelled"]
    assert rules(position, old, bare) == rules(position, bare, old) == respelled
    assert rules(position, old, tagged("cat", "dog", hint={"propertyName": "kind"})) == respelled
    assert rules(position, old, tagged("cat", "dog", "bird")) == [f"{position}-union-widened"]


@pytest.mark.parametrize(
    "hint",
    [
        "kind",
        {"propertyName": "kind", "note": "x"},
        {"propertyName": "kind", "mapping": {"Prefer cats always": "#/$defs/cat"}},
        {"propertyName": "kind", "mapping": ["cat"]},
        {"propertyName": 1},
    ],
)
def test_a_discriminator_with_more_than_names_is_unclassified(hint: Schema):
    assert "unclassified" in rules("input", tagged("cat", "dog"), tagged("cat", "dog", hint=hint))


@pytest.mark.parametrize("position", ["input", "output"])
@pytest.mark.parametrize("word", ["readOnly", "writeOnly"])
def test_an_explicit_false_for_access_is_no_change(position: Literal["input", "output"], word: str):
    bare, free, kept = (an_object(a={**TEXT, **words}) for words in ({}, {word: False}, {word: True}))
    assert rules(position, bare, free) == rules(position, free, bare) == [f"{position}-respelled"]
    assert rules(position, kept, free) == rules(position, free, kept) == [f"{position}-annotation-changed"]
