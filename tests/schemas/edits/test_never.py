"""A property that can never be there is not declared, however it is written."""

from typing import Any

import pytest

from govern.rules.rule import Severity
from govern.schemas.edits import schema_changes
from tests.schemas.edits.made_schemas import TEXT, Schema, an_object, rules, worst

NEVER = [False, {"not": {}}, {"not": True}]
CHOICE = {"anyOf": [{"required": ["a"]}, {"required": ["b"]}]}


@pytest.mark.parametrize("position", ["input", "output"])
@pytest.mark.parametrize("never", NEVER)
@pytest.mark.parametrize("words", [{}, CHOICE])
def test_what_can_never_be_there_any_more_is_removed(position: Any, never: Schema, words: Schema):
    old, new = ({**an_object(a=schema, b=TEXT), **words} for schema in (TEXT, never))
    (found,) = schema_changes(position, old, new)
    assert (found.rule, found.pointer) == (f"{position}-property-removed", "/properties/a")
    assert found.witness is not None
    assert found.witness.rejected_by == "new"


@pytest.mark.parametrize("never", NEVER)
def test_what_could_never_be_there_before_is_added(never: Schema):
    old, new = an_object(a=never, b=TEXT), an_object(a=TEXT, b=TEXT)
    assert rules("input", old, new) == ["input-property-added"]
    assert rules("output", old, new) == ["output-property-added-closed"]


@pytest.mark.parametrize("position", ["input", "output"])
def test_nothing_is_lost_with_what_was_never_there(position: Any):
    assert worst(schema_changes(position, an_object(a=False, b=TEXT), an_object(b=TEXT))) is Severity.SAFE
    assert worst(schema_changes(position, an_object(b=TEXT), an_object(a=False, b=TEXT))) is Severity.SAFE


def test_a_name_that_is_refused_for_another_is_renamed():
    old, new = an_object("city", city=TEXT, b=TEXT), an_object("City", city=False, City=TEXT, b=TEXT)
    assert rules("input", old, new) == ["input-property-renamed"]
