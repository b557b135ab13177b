"""Differences that do not change the meaning, and those that other facts already explain."""

from typing import Any

from govern.schemas.edits import schema_changes
from tests.schemas.edits.made_schemas import words

TEXT: dict[str, Any] = {"type": "string"}


def rules(old: Any, new: Any) -> list[str]:
    return sorted(fact.rule for fact in schema_changes("input", old, new))


def test_a_reference_on_the_way_to_an_edit_is_not_reported() -> None:
    def listed(name: str, held: dict[str, Any]) -> dict[str, Any]:
        items = {"type": "array", "items": {"$ref": f"#/$defs/{name}"}}
        return {
            "type": "object",
            "properties": {"rows": items},
            "$defs": {name: {"type": "object", "properties": held}},
        }

    assert rules(listed("A", {"id": TEXT}), listed("B", {"id": {"type": "integer"}})) == ["input-type-changed"]


def test_a_title_that_repeats_its_name_is_not_reported_beside_other_changes() -> None:
    old = {"type": "object", "properties": {"a": {**TEXT, "title": "A"}, "b": TEXT}}
    new = {"type": "object", "properties": {"a": TEXT, "b": {"type": "integer"}}}
    assert rules(old, new) == ["input-type-changed"]
    assert rules(old, {**old, "properties": {"a": TEXT, "b": TEXT}}) == ["input-respelled"]


def test_a_reference_by_another_name_is_another_spelling() -> None:
    def named(name: str) -> dict[str, Any]:
        return {"type": "object", "properties": {"a": {"$ref": f"#/$defs/{name}"}}, "$defs": {name: TEXT}}

    assert rules(named("A"), named("B")) == ["input-respelled"]


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

    old = holding({"kind": {**TEXT, "default": "EQUALS"}}, "object")
    new = holding({"kind": {**TEXT, "default": "MATCHES"}}, "array")
    assert rules(old, new) == ["input-type-changed"]


def test_a_bound_of_integers_is_reported_as_written() -> None:
    old = {"type": "object", "properties": {"page": {"type": "integer"}}}
    new = {"type": "object", "properties": {"page": {"type": "integer", "exclusiveMinimum": 0}}}
    (fact,) = schema_changes("input", old, new)
    assert fact.pointer == "/properties/page/exclusiveMinimum"
    assert (words(fact)["keyword"], words(fact)["before"], words(fact)["after"]) == ("exclusiveMinimum", "none", "0")


def test_a_rename_inside_a_renamed_object_is_reported_by_name() -> None:
    def changes(name: str, inner: str) -> dict[str, Any]:
        held = {"type": "object", "properties": {inner: TEXT}}
        return {"type": "object", "properties": {name: held}}

    (fact,) = schema_changes("input", changes("staged_changes", "Added"), changes("stagedChanges", "added"))
    assert words(fact)["edit"] == "`staged_changes` renamed to `stagedChanges`; `Added` renamed to `added`"


def test_a_choice_is_reported_by_its_branches() -> None:
    old = {"type": "object", "properties": {"size": {"anyOf": [{"const": "auto"}, {"type": "number", "minimum": 1}]}}}
    new = {"type": "object", "properties": {"size": {"type": "number", "minimum": 1}}}
    (fact,) = schema_changes("input", old, new)
    assert (words(fact)["before"], words(fact)["after"]) == ('"auto" or number', "number")


def test_the_description_of_an_answer_is_reported_for_the_answer() -> None:
    old = {"type": "object", "properties": {"a": TEXT}, "description": "One row."}
    (fact,) = schema_changes("output", old, {**old, "description": "A whole row."})
    assert words(fact)["place"] == "the answer"
