"""What is noted on a form of a choice is told, whatever the choice is written like on either side."""

import pytest

from govern.rules.rule import Severity
from govern.schemas.edits import schema_changes
from tests.schemas.edits.made_schemas import TEXT, WHOLE, Schema, an_object, rules, worst

NULL: Schema = {"type": "null"}
CHOICES: list[list[Schema]] = [
    [TEXT, NULL],
    [NULL, TEXT],
    [TEXT, WHOLE],
    [TEXT, WHOLE, NULL],
    [an_object(a=TEXT), TEXT],
    [an_object(a=TEXT), an_object("b", b=TEXT)],
    [{"const": 1}, {"const": 2}],
    [{"enum": ["a", "b"]}, NULL],
]
NOTES = [("deprecated", True), ("contentEncoding", "base64"), ("readOnly", True), ("writeOnly", True), ("x-unit", "s")]


@pytest.mark.parametrize("keyword", ["anyOf", "oneOf"])
@pytest.mark.parametrize("forms", CHOICES, ids=str)
@pytest.mark.parametrize(("word", "value"), NOTES)
def test_a_note_that_comes_on_a_form_is_told_where_it_stands(
    forms: list[Schema], keyword: str, word: str, value: Schema
):
    for at, form in enumerate(forms):
        if form == NULL:
            continue
        noted = [{**each, word: value} if at == other else each for other, each in enumerate(forms)]
        old, new = an_object(v={keyword: forms}), an_object(v={keyword: noted})
        found = schema_changes("input", old, new)
        assert [fact.pointer for fact in found] == [f"/properties/v/{keyword}/{at}/{word}"]
        assert worst(found) is Severity.RISKY
        (gone,) = schema_changes("input", new, old)
        assert gone.pointer == found[0].pointer


def test_a_note_means_the_same_on_a_form_that_has_only_null_beside_it():
    whole = an_object(v={"type": ["string", "null"], "x-unit": "s"})
    assert rules("input", whole, an_object(v={"anyOf": [{**TEXT, "x-unit": "s"}, NULL]})) == ["input-respelled"]


def test_a_note_that_moves_from_one_form_to_another_is_told():
    old = an_object(v={"anyOf": [{**TEXT, "x-unit": "s"}, WHOLE]})
    new = an_object(v={"anyOf": [TEXT, {**WHOLE, "x-unit": "s"}]})
    assert rules("input", old, new) == ["unclassified", "unclassified"]


def test_a_form_that_comes_brings_its_notes():
    new = an_object(v={"anyOf": [TEXT, {**an_object(a=TEXT), "deprecated": True}]})
    assert rules("input", an_object(v=TEXT), new) == ["input-union-widened"]


@pytest.mark.parametrize(
    "word", ["contains", "if", "not", "propertyNames", "unevaluatedItems", "unevaluatedProperties"]
)
def test_a_text_is_read_in_a_schema_that_is_taken_as_one_value(word: str):
    held: Schema = {"then": {"required": ["a"]}} if word == "if" else {}
    old, new = (an_object(v={**held, word: {"pattern": "^a", "description": text}}) for text in ("Old.", "New."))
    (found,) = schema_changes("input", old, new)
    assert (found.rule, found.pointer) == ("parameter-description-changed", f"/properties/v/{word}/description")
    (gone,) = schema_changes("input", old, an_object(v={**held, word: {"pattern": "^a"}}))
    assert (gone.rule, gone.pointer) == (found.rule, found.pointer)


def test_a_note_deep_in_what_is_refused_is_told():
    old, new = (an_object(v={"not": an_object(a={**TEXT, "x-unit": unit})}) for unit in ("s", "ms"))
    assert rules("input", old, new) == ["unclassified"]
