"""What is said beneath forms that were exchanged as a whole is compared all the same."""

from collections.abc import Callable
from typing import Any

import pytest

from govern.rules.rule import Severity
from govern.schemas.edits import schema_changes
from tests.schemas.edits.made_schemas import TEXT, WHOLE, Schema, an_object, rules, worst

NULL: Schema = {"type": "null"}
OTHER = an_object("q", q=TEXT)
NOTES: dict[str, tuple[Schema, Schema]] = {
    "parameter-description-changed": ({"description": "Hue."}, {"description": "Saturation."}),
    "input-default-changed": ({"default": "a"}, {"default": "b"}),
    "input-deprecated-added": ({}, {"deprecated": True}),
}


def listed(inner: Schema) -> Schema:
    return {"type": "array", "items": inner}


def tagged(kind: str, **properties: Schema) -> Schema:
    return an_object("kind", kind={"const": kind}, **properties)


CHANGES: dict[str, Callable[[Schema, Schema], tuple[Schema, Schema]]] = {
    "respelled": lambda x, y: (
        {"anyOf": [tagged("a", x=x), tagged("b")]},
        {"oneOf": [tagged("a", x=y), tagged("b")]},
    ),
    "widened": lambda x, y: (an_object(x=x), {"anyOf": [an_object(x=y), OTHER]}),
    "narrowed": lambda x, y: ({"anyOf": [an_object(x=x), OTHER]}, an_object(x=y)),
    "null": lambda x, y: ({"anyOf": [an_object(x=x), NULL]}, {"anyOf": [an_object(x=y), NULL, OTHER]}),
    "vacuous": lambda x, y: (listed(an_object(x=x)), {**listed(an_object(x=y)), "anyOf": [{}, TEXT]}),
    "of types": lambda x, y: (an_object(x=x), {"anyOf": [an_object(x=y), listed(an_object(x=y))]}),
}


def sides(change: str, one: Schema, other: Schema) -> tuple[Schema, Schema]:
    old, new = CHANGES[change](one, other)
    return an_object("v", v=old), an_object("v", v=new)


@pytest.mark.parametrize("change", CHANGES)
@pytest.mark.parametrize("rule", NOTES)
def test_a_note_of_a_form_is_told_beside_what_became_of_the_forms(change: str, rule: str):
    found = rules("input", *sides(change, *({**TEXT, **note} for note in NOTES[rule])))
    assert found.count(rule) == 1


@pytest.mark.parametrize("position", ["input", "output"])
@pytest.mark.parametrize("change", CHANGES)
def test_no_note_is_told_where_none_changed(position: Any, change: str):
    noted = {**TEXT, "description": "Hue.", "default": "a"}
    found = [fact.rule for fact in schema_changes(position, *sides(change, noted, noted))]
    assert not any(word in rule for rule in found for word in ("description", "default"))


def test_what_a_node_says_of_a_choice_is_no_part_of_a_form():
    said = {"description": "Where the rows are."}
    old, new = an_object(v={**an_object(x=TEXT), **said}), an_object(v={"anyOf": [an_object(x=TEXT), OTHER], **said})
    assert not any("description" in rule for rule in rules("input", old, new))


@pytest.mark.parametrize(
    ("bare", "word"),
    [
        (listed({}), "items"),
        ({"type": "array"}, "items"),
        ({"type": "object", "additionalProperties": True}, "additionalProperties"),
        (an_object(a=TEXT), "additionalProperties"),
    ],
)
@pytest.mark.parametrize(("position", "rule"), [("input", "parameter-description"), ("output", "output-description")])
def test_what_is_said_of_anything_is_a_text(bare: Schema, word: str, position: Any, rule: str):
    noted = {**bare, word: {"description": "Values in metres."}}
    for old, new in ((bare, noted), (noted, bare)):
        found = schema_changes(position, an_object(v=old), an_object(v=new))
        told = [fact.pointer for fact in found if fact.rule == f"{rule}-changed"]
        assert told == [f"/properties/v/{word}/description"]
        assert {fact.rule for fact in found} <= {f"{rule}-changed", f"{position}-respelled"}


def test_what_is_said_of_anything_may_count_it():
    closed = {**an_object(a=TEXT), "allOf": [an_object(b=TEXT)], "unevaluatedProperties": False}
    noted = {**closed, "additionalProperties": {"description": "Values in metres."}}
    found = schema_changes("input", noted, closed, reading="literal")
    assert worst(found) is Severity.BREAKING


def said(text: str, **words: Any) -> Schema:
    return {**an_object(q={**TEXT, "description": text}), **words}


def closed_part(text: str, **words: Any) -> Schema:
    return {"allOf": [said(text, additionalProperties=False, **words), an_object(r=TEXT)]}


CONDITION: Schema = {"if": {"required": ["p"]}, "then": {"minProperties": 1}}
OPTIONAL: Schema = {"type": ["object", "null"]}
PARTS: Schema = {"allOf": [said("Hue."), {**an_object(r=TEXT), **OPTIONAL}]}


@pytest.mark.parametrize("position", ["input", "output"])
@pytest.mark.parametrize(
    ("old", "new"),
    [
        ({"anyOf": [WHOLE, said("Hue.")]}, {"anyOf": [WHOLE, said("Saturation.", **CONDITION)]}),
        (closed_part("Hue."), closed_part("Saturation.", **OPTIONAL)),
        (closed_part("Hue."), {**closed_part("Saturation."), "anyOf": [{}, TEXT]}),
        ({"anyOf": [said("Saturation."), WHOLE]}, {"anyOf": [PARTS, WHOLE]}),
    ],
    ids=["beside another type", "optional part", "beside a choice of anything", "of parts"],
)
def test_a_text_is_told_of_a_form_that_is_hardly_known_again(position: Any, old: Schema, new: Schema):
    rule = "parameter-description-changed" if position == "input" else "output-description-changed"
    assert rule in rules(position, an_object(v=old), an_object(v=new))
    assert rule in rules(position, an_object(v=new), an_object(v=old))


@pytest.mark.parametrize("position", ["input", "output"])
def test_a_choice_of_values_that_stands_apart_now_says_what_it_said(position: Any):
    def chosen(**words: Any) -> Schema:
        values = [{"const": "a", "description": "One."}, {"const": "b", "description": "Two.", **words}]
        return an_object(v={"anyOf": [WHOLE, {"oneOf": values, "description": "Which."}]})

    assert rules(position, chosen(), chosen(maxLength=9)) == [f"{position}-respelled"]
