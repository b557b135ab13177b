"""A text that several parts of a schema make together is told by the part that says something else."""

from typing import Any

import pytest

from govern.contract.surface import ABSENT
from govern.facts.change import Fact
from govern.schemas.edits import schema_changes
from tests.schemas.edits.made_schemas import TEXT, Schema, an_object, rules

BACKEND: Schema = {**an_object(key=TEXT), "description": "A backend."}
NULL: Schema = {"type": "null"}


def chosen(**texts: str) -> Schema:
    forms = [{"const": value, "description": text} for value, text in texts.items()]
    return an_object(state={"description": "Which.", "oneOf": forms})


def behind(definition: Schema, **words: Any) -> Schema:
    said = {"anyOf": [{"$ref": "#/$defs/Backend"}, NULL], "description": "The configuration.", **words}
    return {**an_object(backend=said), "$defs": {"Backend": definition}}


def texts(old: Schema, new: Schema) -> list[Fact]:
    return [fact for fact in schema_changes("input", old, new) if "-description-" in fact.rule]


@pytest.mark.parametrize("position", ["input", "output"])
def test_the_text_of_a_value_comes_and_goes_with_it(position: Any):
    few, many = chosen(a="One.", b="Two."), chosen(a="One.", b="Two.", c="Three.")
    assert rules(position, few, many) == [f"{position}-enum-value-added"]
    assert rules(position, many, few) == [f"{position}-enum-value-removed"]


def test_the_text_of_a_value_that_stays_is_told_alone():
    (fact,) = texts(chosen(a="One.", b="Two."), chosen(a="One.", b="Both.", c="Three."))
    assert (fact.pointer, fact.before, fact.after) == ("/properties/state/oneOf/1/description", "Two.", "Both.")


def test_texts_that_values_exchange_are_others():
    (fact,) = texts(chosen(a="One.", b="Two."), chosen(a="Two.", b="One."))
    assert (fact.before, fact.after) == ("One.\nTwo.", "Two.\nOne.")


def test_texts_of_values_that_are_lost_are_told():
    (fact,) = texts(chosen(a="One.", b="Two."), an_object(state={"enum": ["a", "b"], "description": "Which."}))
    assert (fact.before, fact.after) == ("One.\nTwo.", ABSENT)


def test_the_text_of_another_value_under_the_same_name_is_told():
    old = an_object(state={"const": "a", "description": "One."})
    assert texts(old, an_object(state={"const": "b", "description": "Two."}))


@pytest.mark.parametrize("words", [{"type": ["object", "null"]}, {"if": {"required": ["key"]}, "then": {}}])
def test_a_text_is_said_still_where_only_its_part_stands_apart_now(words: Schema):
    assert texts(behind(BACKEND), behind({**BACKEND, **words})) == []
    (fact,) = texts(behind(BACKEND), behind({**BACKEND, **words, "description": "Another."}))
    assert (fact.pointer, fact.before, fact.after) == ("/$defs/Backend/description", "A backend.", "Another.")


def test_a_text_of_a_definition_is_told_where_it_stands():
    other = behind({**BACKEND, "description": "Another."})
    (fact,) = schema_changes("input", behind(BACKEND), other)
    assert (fact.pointer, fact.before, fact.after) == ("/$defs/Backend/description", "A backend.", "Another.")


def test_every_text_that_is_another_is_part_of_what_is_told():
    other = behind({**BACKEND, "description": "Another."}, description="The settings.")
    (fact,) = schema_changes("input", behind(BACKEND), other)
    assert (fact.before, fact.after) == ("The configuration.\nA backend.", "The settings.\nAnother.")


@pytest.mark.parametrize("position", ["input", "output"])
def test_a_title_that_stays_with_another_name_is_no_other_title(position: Any):
    titled = {**TEXT, "title": "Project Path"}
    old, new = an_object(projectPath=titled), an_object(project_dir_path=titled)
    assert rules(position, old, new) == [f"{position}-property-renamed"]
    assert rules(position, new, old) == [f"{position}-property-renamed"]
    other = an_object(project_dir_path={**TEXT, "title": "Where it lies"})
    assert len(rules(position, old, other)) > 1


def choice(*forms: tuple[str, str]) -> Schema:
    return {"anyOf": [{"type": kind, "description": text} for kind, text in forms]}


@pytest.mark.parametrize(
    ("new", "told"),
    [
        (choice(("string", "A number."), ("integer", "A login.")), ["parameter-description-changed"]),
        (choice(("integer", "A number."), ("string", "A login.")), []),
        (choice(("array", "A login."), ("integer", "A number.")), ["input-type-changed"]),
        (choice(("number", "A number."), ("string", "A login.")), ["input-type-widened"]),
    ],
)
def test_a_text_that_is_about_another_type_now_is_another_text(new: Schema, told: list[str]) -> None:
    old = choice(("string", "A login."), ("integer", "A number."))
    assert rules("input", an_object(who=old), an_object(who=new)) == told
