"""A witness looks like a call that somebody makes."""

from typing import Any

import pytest

from govern.schemas.edits import schema_changes
from govern.schemas.edits.witnesses import FORMAT_EXAMPLES, fits_format, realistic

TEXT: dict[str, Any] = {"type": "string"}


def test_examples_come_before_defaults_and_those_before_what_is_not_empty() -> None:
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


def test_what_the_proof_rests_on_stays() -> None:
    made = realistic({"city": "", "note": ""}, {}, lambda other: isinstance(other, dict) and other["city"] == "")
    assert made == {"city": "", "note": "a"}


def test_values_are_found_through_references_lists_and_branches() -> None:
    schema = {
        "$defs": {"Place": {"properties": {"name": {"default": "here"}}}},
        "properties": {"places": {"items": {"anyOf": [{"type": "null"}, {"$ref": "#/$defs/Place"}]}}},
    }
    assert realistic({"places": [{"name": ""}]}, schema, lambda _: True) == {"places": [{"name": "here"}]}


def test_a_truth_value_stays_as_it_is() -> None:
    assert realistic({"dry_run": False}, {"properties": {"dry_run": {"default": True}}}, lambda _: True) == {
        "dry_run": False
    }


def test_a_removed_parameter_is_shown_with_the_reason_that_speaks_of_it() -> None:
    old = {"type": "object", "properties": {"query": TEXT, "page": TEXT}, "required": ["query"]}
    new = {"type": "object", "properties": {"text": TEXT}, "required": ["text"], "additionalProperties": False}
    facts = {fact.pointer: fact for fact in schema_changes("input", old, new)}
    page = facts["/properties/page"].witness
    assert page
    assert page.instance == {"page": "a", "query": "a"}
    assert "'page'" in page.error


def test_a_call_that_is_refused_for_another_reason_says_so() -> None:
    old = {"type": "object", "properties": {"query": TEXT, "page": TEXT}}
    new = {"type": "object", "properties": {"query": TEXT, "owner": TEXT}, "required": ["owner"]}
    facts = {fact.pointer: fact for fact in schema_changes("input", old, new)}
    page = facts["/properties/page"].witness
    assert page
    assert page.rejected_by == "new"
    assert page.error.startswith("for another reason: ")


@pytest.mark.parametrize("name", FORMAT_EXAMPLES)
def test_a_text_of_a_format_is_shown_as_one(name: str) -> None:
    """A client that checks formats would refuse any other, so it would not have been documented."""
    assert fits_format(FORMAT_EXAMPLES[name], name)
    old = {"type": "object", "properties": {"when": {"type": ["string", "null"], "format": name}}, "required": ["when"]}
    new = {**old, "properties": {"when": {"type": "null"}}}
    (fact,) = schema_changes("input", old, new)
    assert fact.witness
    assert fact.witness.instance == {"when": FORMAT_EXAMPLES[name]}


def test_a_format_that_no_text_is_of_is_passed_over() -> None:
    schema = {"properties": {"a": {"format": ["date"]}, "b": {"format": "colour"}}}
    assert realistic({"a": "", "b": ""}, schema, lambda _: True) == {"a": "a", "b": "a"}
