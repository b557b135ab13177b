"""Invalid keywords that were repaired, and differences that do not change the meaning or that other facts explain."""

from typing import Any

import pytest

from govern.contract.surface import ABSENT
from govern.rules.rule import Severity
from govern.schemas.edits.changes import schema_changes
from tests.schemas.edits.made_schemas import TEXT, WHOLE, Schema, an_object, rules, words, worst

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


STRING: dict[str, Any] = {"type": "string"}


def input_rules(old: Any, new: Any) -> list[str]:
    return sorted(fact.rule for fact in schema_changes("input", old, new))


def test_a_reference_on_the_way_to_an_edit_is_not_reported() -> None:
    def listed(name: str, held: dict[str, Any]) -> dict[str, Any]:
        items = {"type": "array", "items": {"$ref": f"#/$defs/{name}"}}
        return {
            "type": "object",
            "properties": {"rows": items},
            "$defs": {name: {"type": "object", "properties": held}},
        }

    assert input_rules(listed("A", {"id": STRING}), listed("B", {"id": {"type": "integer"}})) == ["input-type-changed"]


def test_a_title_that_repeats_its_name_is_not_reported_beside_other_changes() -> None:
    old = {"type": "object", "properties": {"a": {**STRING, "title": "A"}, "b": STRING}}
    new = {"type": "object", "properties": {"a": STRING, "b": {"type": "integer"}}}
    assert input_rules(old, new) == ["input-type-changed"]
    assert input_rules(old, {**old, "properties": {"a": STRING, "b": STRING}}) == ["input-respelled"]


def test_a_reference_by_another_name_is_another_spelling() -> None:
    def named(name: str) -> dict[str, Any]:
        return {"type": "object", "properties": {"a": {"$ref": f"#/$defs/{name}"}}, "$defs": {name: STRING}}

    assert input_rules(named("A"), named("B")) == ["input-respelled"]


def test_differences_inside_a_replaced_type_are_not_reported() -> None:
    def holding(held: dict[str, Any], kind: str) -> dict[str, Any]:
        node = {"type": "object", "properties": held}
        return {
            "type": "object",
            "properties": {"filter": {"$ref": "#/$defs/F"}},
            "$defs": {
                "F": {"type": "array", "items": {"$ref": "#/$defs/I"}}
                if kind == "array"
                else {"type": "object", "properties": {"all": {"$ref": "#/$defs/I"}}},
                "I": node,
            },
        }

    old = holding({"kind": {**STRING, "default": "EQUALS"}}, "object")
    new = holding({"kind": {**STRING, "default": "MATCHES"}}, "array")
    assert input_rules(old, new) == ["input-type-changed"]


def test_a_bound_of_integers_is_reported_as_written() -> None:
    old = {"type": "object", "properties": {"page": {"type": "integer"}}}
    new = {"type": "object", "properties": {"page": {"type": "integer", "exclusiveMinimum": 0}}}
    (fact,) = schema_changes("input", old, new)
    assert fact.pointer == "/properties/page/exclusiveMinimum"
    assert (words(fact)["keyword"], words(fact)["before"], words(fact)["after"]) == ("exclusiveMinimum", "none", "0")


def test_a_rename_inside_a_renamed_object_is_reported_by_name() -> None:
    def changes(name: str, inner: str) -> dict[str, Any]:
        held = {"type": "object", "properties": {inner: STRING}}
        return {"type": "object", "properties": {name: held}}

    (fact,) = schema_changes("input", changes("staged_changes", "Added"), changes("stagedChanges", "added"))
    assert words(fact)["edit"] == "`staged_changes` renamed to `stagedChanges`; `Added` renamed to `added`"


def test_a_choice_is_reported_by_its_branches() -> None:
    old = {"type": "object", "properties": {"size": {"anyOf": [{"const": "auto"}, {"type": "number", "minimum": 1}]}}}
    new = {"type": "object", "properties": {"size": {"type": "number", "minimum": 1}}}
    (fact,) = schema_changes("input", old, new)
    assert (words(fact)["before"], words(fact)["after"]) == ('"auto" or number', "number")


def test_the_description_of_an_answer_is_reported_for_the_answer() -> None:
    old = {"type": "object", "properties": {"a": STRING}, "description": "One row."}
    (fact,) = schema_changes("output", old, {**old, "description": "A whole row."})
    assert words(fact)["place"] == "the answer"
