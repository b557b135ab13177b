"""Invalid keywords that were repaired: clients differ in what they meant."""

import pytest

from govern.contract.surface import ABSENT
from govern.rules.rule import Severity
from govern.schemas.edits import schema_changes
from tests.schemas.edits.made_schemas import TEXT, WHOLE, Schema, an_object, rules, worst

NUMBER: Schema = {"type": "number"}
FLAGGED: Schema = {"minimum": 0, "exclusiveMinimum": True}
# The old schema, the new one, and the rules for an input and for an output.
REPAIRS: list[tuple[Schema, Schema, str, str]] = [
    ({**NUMBER, **FLAGGED}, {**NUMBER, "exclusiveMinimum": 0}, "restated", "repaired"),
    ({**WHOLE, **FLAGGED}, {**WHOLE, "exclusiveMinimum": 0}, "restated", "repaired"),
    ({**WHOLE, **FLAGGED}, {**WHOLE, "minimum": 1}, "restated", "repaired"),
    ({**NUMBER, **FLAGGED}, {**NUMBER, "minimum": 0}, "repaired", "restated"),
    ({**NUMBER, "minimum": 0, "exclusiveMinimum": False}, {**NUMBER, "minimum": 0}, "repaired", "repaired"),
    ({**NUMBER, "exclusiveMinimum": True}, {**NUMBER, "exclusiveMinimum": 5}, "restated", "repaired"),
    ({**NUMBER, "exclusiveMinimum": True}, NUMBER, "repaired", "repaired"),
    ({"type": "str"}, TEXT, "restated", "repaired"),
    ({"type": "str"}, WHOLE, "restated", "repaired"),
    ({"type": "str"}, {}, "repaired", "repaired"),
    ({**TEXT, "minLength": "1"}, {**TEXT, "minLength": 1}, "restated", "repaired"),
    ({**TEXT, "minLength": "1"}, {**TEXT, "minLength": 0}, "repaired", "repaired"),
    ({**TEXT, "pattern": "["}, {**TEXT, "pattern": "a"}, "restated", "repaired"),
    ({"$ref": "#/$defs/Gone"}, TEXT, "restated", "repaired"),
    (None, TEXT, "restated", "repaired"),
    ({"not": {**WHOLE, "minimum": "3"}}, {"not": {**WHOLE, "minimum": 3}}, "repaired", "restated"),
]
FLAT: Schema = {"a": {**TEXT, "required": True}, "b": {**TEXT, "required": False}}


@pytest.mark.parametrize("new", [an_object(a=TEXT), {"type": "array", "items": TEXT}])
def test_no_answer_is_refused_by_a_schema_that_did_not_exist(new: Schema):
    (fact,) = schema_changes("output", ABSENT, new)
    assert (fact.rule, fact.witness) == ("output-schema-added", None)


@pytest.mark.parametrize(("old", "new", "taken", "given"), REPAIRS, ids=str)
def test_a_repair_that_may_refuse_values_is_risky(old: Schema, new: Schema, taken: str, given: str):
    sides = an_object(v=old), an_object(v=new)
    assert {*rules("input", *sides)} - {"input-respelled"} == {f"input-schema-{taken}"}
    assert {*rules("output", *sides)} - {"output-respelled"} == {f"output-schema-{given}"}


def test_the_required_flags_of_draft_3_mean_the_required_list():
    old, new = an_object(**FLAT), an_object("a", a=TEXT, b=TEXT)
    assert rules("input", old, new) == ["input-schema-restated", "input-schema-repaired"]


def test_a_required_string_may_have_been_ignored():
    old, new = {**an_object(a=TEXT), "required": "a"}, an_object("a", a=TEXT)
    assert rules("input", old, new) == ["input-schema-restated"]
    assert rules("input", old, an_object(a=TEXT)) == ["input-schema-repaired"]


@pytest.mark.parametrize("new", [{**NUMBER, "exclusiveMinimum": 5}, {**NUMBER, "minimum": 2}])
def test_a_change_that_breaks_in_every_interpretation_breaks(new: Schema):
    found = schema_changes("input", an_object(v={**NUMBER, **FLAGGED}), an_object(v=new))
    assert worst(found) is Severity.BREAKING
    assert all(fact.witness for fact in found if fact.rule.startswith("input-bound"))


def test_a_repair_hides_no_other_change():
    old = an_object("gone", v={"type": "str"}, gone=TEXT, n={**WHOLE, "maximum": 9})
    new = an_object(v=TEXT, n={**WHOLE, "maximum": 8})
    assert set(rules("input", old, new)) == {
        "input-bound-tightened", "input-property-removed", "input-schema-restated",
    }  # fmt: skip


def test_nested_invalid_keywords_are_all_reported():
    inner = {"$ref": "#/$defs/Gone", "properties": {"x": {"type": "str"}}}
    found = schema_changes("input", an_object(v=inner), an_object(v=TEXT))
    assert {fact.pointer for fact in found if "-schema-" in fact.rule} == {
        "/properties/v/$ref", "/properties/v/properties/x/type",
    }  # fmt: skip
    assert worst(found) is Severity.BREAKING


def test_keywords_beside_an_unresolved_reference_still_apply():
    old = an_object(v={**TEXT, "$ref": "#/$defs/Gone"})
    assert worst(schema_changes("input", old, an_object(v={"anyOf": [WHOLE, an_object(a=TEXT)]}))) is Severity.BREAKING
    gone = {**an_object(a=TEXT, b=TEXT), "$ref": "#/$defs/Gone"}
    assert "input-property-removed" in rules("input", gone, an_object(a=TEXT))
