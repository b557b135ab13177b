"""Names that an object declares: by its properties or its parts, moved, vanished, or impossible."""

import random
from typing import Any

import pytest

from govern.rules.rule import Severity
from govern.schemas.comparison import compare_schemas
from govern.schemas.edits.changes import schema_changes
from govern.schemas.edits.normal_form import normal_form
from govern.schemas.edits.reduction import without_annotations
from tests.schemas.edits.made_schemas import TEXT, WHOLE, Schema, an_object, rules, worst

NAMES = ("a", "b", "c", "d")
SAVED = {"properties": {"mode": {"const": "saved"}}}


def either(*forms: Schema) -> Schema:
    return {"type": "object", "anyOf": [*forms]}


def under_a_condition(condition: Schema, **properties: Schema) -> Schema:
    return {**an_object(mode=TEXT), "if": condition, "then": {"properties": properties}}


GONE = [
    ("a form", either(an_object(a=TEXT), an_object(b=TEXT)), an_object(a=TEXT), "/anyOf/1/properties/b"),
    (
        "a part of forms",
        {"type": "object", "allOf": [an_object(a=TEXT), either(an_object("b", b=TEXT), an_object(c=TEXT))]},
        an_object(a=TEXT),
        "/allOf/1/anyOf/0/properties/b",
    ),
    (
        "another condition",
        under_a_condition(SAVED, b=TEXT),
        under_a_condition({"required": ["mode"]}),
        "/then/properties/b",
    ),
    ("no condition", under_a_condition(SAVED, b=TEXT), an_object(mode=TEXT), "/then/properties/b"),
    ("two forms for one", an_object(a=TEXT, b=TEXT), either(an_object(a=TEXT), an_object(c=TEXT)), "/properties/b"),
]


@pytest.mark.parametrize(("old", "new", "pointer"), [case[1:] for case in GONE], ids=[case[0] for case in GONE])
def test_a_name_that_vanishes_with_its_part_is_removed(old: Schema, new: Schema, pointer: str):
    (fact,) = (fact for fact in schema_changes("input", old, new) if fact.pointer == pointer)
    assert fact.rule == "input-property-removed"
    assert fact.witness
    assert isinstance(fact.witness.instance, dict)
    assert "b" in fact.witness.instance


def test_a_refused_branch_is_reported_once():
    old = either(an_object("a", a=TEXT), an_object("b", b=TEXT))
    assert rules("input", old, an_object("a", a=TEXT)) == ["input-union-narrowed"]


def test_an_answer_with_fewer_branches_lacks_no_name():
    old = either(an_object("a", a=TEXT), an_object("b", b=TEXT))
    assert rules("output", old, either(old["anyOf"][0], an_object("c", c=TEXT))) != []
    assert "output-property-removed" not in rules("output", old, an_object("a", a=TEXT))


def test_a_name_missing_from_a_branch_that_stays_is_reported():
    old = either(an_object("x", x=TEXT, k=TEXT), an_object("q", q=TEXT))
    found = {(fact.rule, fact.pointer) for fact in schema_changes("output", old, an_object("x", x=TEXT))}
    removed = {pointer for rule, pointer in found if rule == "output-property-removed"}
    assert removed == {"/anyOf/0/properties/k"}
    assert "output-property-removed" not in rules("output", old, an_object("q", q=TEXT, z=TEXT))
    nested = either(old, {"type": "null"})
    assert "output-property-removed" in rules("output", nested, an_object("x", x=TEXT))
    assert "output-property-removed" not in rules("output", nested, {"type": "null"})


def test_with_too_many_branches_every_vanished_name_is_reported():
    old = {"allOf": [either(*(an_object(**{f"{part}{at}": TEXT}) for at in range(9))) for part in "ab"]}
    assert "output-property-removed" in rules("output", old, an_object(a0=TEXT, b0=TEXT))


@pytest.mark.parametrize("position", ["input", "output"])
def test_a_name_that_moves_within_its_object_is_not_removed(position: Any):
    flat = an_object("a", a=TEXT, b=WHOLE)
    moved = [
        {"allOf": [flat]},
        {**an_object("a", a=TEXT), "allOf": [{"properties": {"b": WHOLE}}]},
        {**an_object("a", a=TEXT), "allOf": [{"$ref": "#/$defs/B"}], "$defs": {"B": an_object(b=WHOLE)}},
        {"type": "object", "anyOf": [{**flat, "required": ["a"]}, {**flat, "required": ["a", "b"]}]},
    ]
    for schema in moved:
        assert rules(position, flat, schema) == [f"{position}-respelled"], schema
        assert rules(position, schema, flat) == [f"{position}-respelled"], schema


def _composed(draw: random.Random, depth: int = 2) -> Schema:
    """Return an object in parts, none of which is closed."""
    schema: dict[str, Any] = an_object(**{name: TEXT if name in "ab" else WHOLE for name in draw.sample(NAMES, 2)})
    if depth and draw.random() < 0.7:
        parts = [_composed(draw, depth - 1) for _ in range(2)]
        word = draw.choice(("allOf", "anyOf", "then", "dependentSchemas", "properties"))
        if word == "then":
            schema |= {"if": {"required": ["a"]}, "then": parts[0], "else": parts[1]}
        elif word == "dependentSchemas":
            schema["dependentSchemas"] = {"a": parts[0]}
        elif word != "properties":
            schema[word] = parts
    return schema


def _names(schema: Any) -> set[str]:
    if isinstance(schema, list):
        return {name for part in schema for name in _names(part)}
    if not isinstance(schema, dict):
        return set()
    below = (value for word, value in schema.items() if word not in ("if", "properties"))
    return {*schema.get("properties", {}), *(name for value in below for name in _names(value))}


def _without(schema: Any, name: str) -> Any:
    if isinstance(schema, list):
        return [_without(part, name) for part in schema]
    if not isinstance(schema, dict):
        return schema
    return {word: _without(value, name) for word, value in schema.items() if word != name}


def test_a_name_that_no_part_declares_any_more_breaks():
    draw = random.Random(5)
    for _ in range(150):
        old, new = _composed(draw), _composed(draw)
        gone = draw.choice(sorted(_names(old)))
        found = schema_changes("input", old, _without(new, gone))
        assert worst(found) is Severity.BREAKING, (old, _without(new, gone))


@pytest.mark.parametrize("position", ["input", "output"])
def test_wrapping_an_object_in_all_of_is_no_change(position: Any):
    draw = random.Random(8)
    for _ in range(60):
        plain = _composed(draw)
        for wrapped in (
            {"allOf": [plain]},
            {"allOf": [{"type": "object"}, plain]},
            {"type": "object", "anyOf": [plain]},
        ):
            for old, new in ((plain, wrapped), (wrapped, plain)):
                assert worst(schema_changes(position, old, new)) is Severity.SAFE, (old, new)


def test_the_normal_form_of_parts_accepts_the_same():
    draw = random.Random(6)
    for _ in range(150):
        one, other = _composed(draw), _composed(draw)
        counted = {**one, "allOf": [other], "unevaluatedProperties": False}
        within = {"properties": {"a": counted}, "allOf": [{"properties": {"a": one}}]}
        for schema in (one, {"allOf": [one, other]}, counted, {**other, "allOf": [counted]}, within):
            relation = compare_schemas(schema, without_annotations(normal_form(schema).tree), reading="literal")
            assert "no" not in (relation.accepts_old, relation.accepted_by_old), schema


@pytest.mark.parametrize(
    "schema",
    [
        {
            "allOf": [{"anyOf": [{"required": ["a"]}, {"required": ["b"]}]}],
            "anyOf": [{"required": ["c"]}, {"maxLength": 3}],
        },
        {"oneOf": [{"anyOf": [{"minimum": 1}, {"maximum": 0}]}], "anyOf": [{"minimum": 5}, {"type": "string"}]},
        {"anyOf": [{"items": {"minimum": 6}, "prefixItems": [{"maximum": 6}]}], "prefixItems": [{"const": 4}, WHOLE]},
    ],
)
def test_a_merged_part_removes_no_keyword_of_its_node(schema: Schema):
    relation = compare_schemas(schema, without_annotations(normal_form(schema).tree), reading="literal")
    assert (relation.accepts_old, relation.accepted_by_old) == ("yes", "yes")


@pytest.mark.parametrize("word", ["anyOf", "oneOf"])
def test_branches_are_matched_by_their_constants(word: str):
    def forms(one: Schema, other: Schema, *properties: str) -> Schema:
        first = an_object("kind", kind={"const": "one"}, params=one, **dict.fromkeys(properties, TEXT))
        return an_object(a={word: [first, an_object("kind", kind={"const": "other"}, params=other)]})

    old, new = forms(an_object(x=TEXT), an_object(y=TEXT)), forms(an_object(x=TEXT), an_object(y=TEXT, z=TEXT), "note")
    assert rules("input", old, new) == ["input-property-added", "input-property-added"]
    assert set(rules("input", new, old)) == {"input-property-removed"}


def test_a_constant_that_all_branches_share_matches_none():
    def forms(*last: str) -> Schema:
        same: Schema = {"version": {"const": 1}}
        one, other = an_object(**same, a=TEXT, b=TEXT), an_object(**same, c=TEXT, d=TEXT)
        return an_object(v={"anyOf": [other, one, *(an_object(**same, **{name: TEXT}) for name in last)]})

    assert rules("input", forms(), forms("e")) == ["input-union-widened"]


def based(*asked: str, name: Schema, **words: Any) -> Schema:
    base = {**an_object(*asked, id={**TEXT, "description": "Which."}, name=name), **words}
    parts: Schema = {"allOf": [{"$ref": "#/$defs/Base"}, an_object(page=WHOLE)]}
    return {"type": "object", **parts, "$defs": {"Base": base}}


@pytest.mark.parametrize("position", ["input", "output"])
def test_closing_a_part_is_reported_once(position: Any):
    old, new = based("id", name=TEXT), based("id", name=TEXT, additionalProperties=False)
    assert rules(position, old, new) == [f"{position}-condition-narrowed"]
    assert rules(position, new, old) == [f"{position}-condition-widened"]


@pytest.mark.parametrize(
    ("name", "rule"),
    [
        ({**TEXT, "description": "Another."}, "output-description-changed"),
        ({**TEXT, "default": "x"}, "output-default-changed"),
        ({**TEXT, "format": "uri"}, "output-format-added"),
        (WHOLE, "output-condition-widened"),
    ],
    ids=["text", "default", "format", "type"],
)
def test_other_changes_of_the_names_of_a_closed_part_are_reported(name: Schema, rule: str):
    new = based("id", name=name, additionalProperties=False)
    assert sorted(rules("output", based("id", name=TEXT), new)) == sorted([rule, "output-condition-narrowed"])


def test_a_name_that_a_closed_part_no_longer_requires_is_reported():
    new = based(name=TEXT, additionalProperties=False)
    assert "output-required-removed" in rules("output", based("id", name=TEXT), new)


NEVER = [False, {"not": {}}, {"not": True}]
CHOICE = {"anyOf": [{"required": ["a"]}, {"required": ["b"]}]}


@pytest.mark.parametrize("position", ["input", "output"])
@pytest.mark.parametrize("never", NEVER)
@pytest.mark.parametrize("words", [{}, CHOICE])
def test_a_property_that_became_impossible_is_removed(position: Any, never: Schema, words: Schema):
    old, new = ({**an_object(a=schema, b=TEXT), **words} for schema in (TEXT, never))
    (found,) = schema_changes(position, old, new)
    assert (found.rule, found.pointer) == (f"{position}-property-removed", "/properties/a")
    assert found.witness is not None
    assert found.witness.rejected_by == "new"


@pytest.mark.parametrize("never", NEVER)
def test_a_property_that_became_possible_is_added(never: Schema):
    old, new = an_object(a=never, b=TEXT), an_object(a=TEXT, b=TEXT)
    assert rules("input", old, new) == ["input-property-added"]
    assert rules("output", old, new) == ["output-property-added-closed"]


@pytest.mark.parametrize("position", ["input", "output"])
def test_removing_an_impossible_property_breaks_nothing(position: Any):
    assert worst(schema_changes(position, an_object(a=False, b=TEXT), an_object(b=TEXT))) is Severity.SAFE
    assert worst(schema_changes(position, an_object(b=TEXT), an_object(a=False, b=TEXT))) is Severity.SAFE


def test_a_property_made_impossible_for_another_is_renamed():
    old, new = an_object("city", city=TEXT, b=TEXT), an_object("City", city=False, City=TEXT, b=TEXT)
    assert rules("input", old, new) == ["input-property-renamed"]
