"""Witnesses look like real calls."""

from typing import Any

import pytest

from govern.schemas.edits.changes import schema_changes
from govern.schemas.edits.witnesses import FORMAT_EXAMPLES, fits_format, realistic

TEXT: dict[str, Any] = {"type": "string"}


def test_examples_are_preferred_to_defaults_and_defaults_to_other_values() -> None:
    schema = {
        "properties": {
            "city": {"examples": ["Oslo"], "default": "Rome"},
            "unit": {"default": "metres"},
            "note": TEXT,
            "page": {"type": "integer"},
        }
    }
    made = realistic({"city": "", "unit": "", "note": "", "page": 0}, schema, lambda _: True)
    assert made == {"city": "Oslo", "unit": "metres", "note": "a", "page": 1}


def test_the_value_that_breaks_is_kept() -> None:
    made = realistic({"city": "", "note": ""}, {}, lambda other: isinstance(other, dict) and other["city"] == "")
    assert made == {"city": "", "note": "a"}


def test_values_are_found_through_references_lists_and_branches() -> None:
    schema = {
        "$defs": {"Place": {"properties": {"name": {"default": "here"}}}},
        "properties": {"places": {"items": {"anyOf": [{"type": "null"}, {"$ref": "#/$defs/Place"}]}}},
    }
    assert realistic({"places": [{"name": ""}]}, schema, lambda _: True) == {"places": [{"name": "here"}]}


def test_a_boolean_is_kept() -> None:
    assert realistic({"dry_run": False}, {"properties": {"dry_run": {"default": True}}}, lambda _: True) == {
        "dry_run": False
    }


def test_a_removed_parameter_is_shown_with_the_error_that_names_it() -> None:
    old = {"type": "object", "properties": {"query": TEXT, "page": TEXT}, "required": ["query"]}
    new = {"type": "object", "properties": {"text": TEXT}, "required": ["text"], "additionalProperties": False}
    facts = {fact.pointer: fact for fact in schema_changes("input", old, new)}
    page = facts["/properties/page"].witness
    assert page
    assert page.instance == {"page": "a", "query": "a"}
    assert "'page'" in page.error


def test_a_call_refused_for_another_reason_is_marked() -> None:
    old = {"type": "object", "properties": {"query": TEXT, "page": TEXT}}
    new = {"type": "object", "properties": {"query": TEXT, "owner": TEXT}, "required": ["owner"]}
    facts = {fact.pointer: fact for fact in schema_changes("input", old, new)}
    page = facts["/properties/page"].witness
    assert page
    assert page.rejected_by == "new"
    assert page.error.startswith("for another reason: ")


@pytest.mark.parametrize("name", FORMAT_EXAMPLES)
def test_a_value_of_a_format_has_the_format(name: str) -> None:
    """A client that checks formats would refuse any other, so it would not have been documented."""
    assert all(fits_format(value, name) for value in FORMAT_EXAMPLES[name])
    old = {"type": "object", "properties": {"when": {"type": ["string", "null"], "format": name}}, "required": ["when"]}
    new = {**old, "properties": {"when": {"type": "null"}}}
    (fact,) = schema_changes("input", old, new)
    assert fact.witness
    assert fact.witness.instance == {"when": FORMAT_EXAMPLES[name][0]}


@pytest.mark.parametrize(
    ("old", "pattern", "rule"),
    [
        ({"format": "email"}, "^[^@]+@[^@]+$", "input-unproven"),
        ({"format": "email"}, "@corp[.]example$", "input-pattern-tightened"),
        ({"format": "uri"}, "^https:", "input-pattern-tightened"),
        (
            {"format": "email", "pattern": "^[a-c]+@corp[.]example$"},
            "^[ab]+@corp[.]example$",
            "input-pattern-tightened",
        ),
        ({"format": "colour"}, "^#", "input-pattern-tightened"),
        ({}, "^[^@]+@[^@]+$", "input-pattern-tightened"),
    ],
)
def test_a_pattern_breaks_if_it_refuses_a_value_of_the_documented_format(
    old: dict[str, str], pattern: str, rule: str
) -> None:
    def call(*required: str, **email: str) -> dict[str, Any]:
        return {"type": "object", "properties": {"to": {**TEXT, **email}, "cc": TEXT}, "required": ["to", *required]}

    rules = {fact.rule for fact in schema_changes("input", call(**old), call("cc", **{**old, "pattern": pattern}))}
    assert rules == {rule, "input-required-added"}


def test_an_unknown_format_is_ignored() -> None:
    schema = {"properties": {"a": {"format": ["date"]}, "b": {"format": "colour"}}}
    assert realistic({"a": "", "b": ""}, schema, lambda _: True) == {"a": "a", "b": "a"}
