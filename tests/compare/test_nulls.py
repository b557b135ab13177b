"""Nulls in optional fields."""

from typing import Any

from govern.compare.items import item_facts
from govern.compare.nulls import without_nulls
from govern.contract.surface import PROMPT, RESOURCE, TOOL, Item, Kind
from govern.schemas.budget import TimeBudget

ALL = {"title": None, "annotations": None, "_meta": None}


def facts(kind: Kind, old: dict[str, Any], new: dict[str, Any]) -> list[tuple[str, str]]:
    before, after = (Item(kind, {kind.key: "find", **raw}) for raw in (old, new))
    return [(fact.rule, fact.pointer) for fact in item_facts(before, after, "documented", TimeBudget())]


def test_all_added_nulls_are_one_fact_and_all_removed_nulls_another() -> None:
    assert facts(TOOL, {}, ALL) == [("null-appeared", "")]
    assert facts(TOOL, ALL, {}) == [("null-gone", "")]
    assert facts(TOOL, ALL, ALL) == []


def test_a_single_null_has_its_pointer() -> None:
    assert facts(TOOL, {}, {"outputSchema": None}) == [("null-appeared", "/outputSchema")]
    hint = ("null-appeared", "/annotations/destructiveHint")
    assert facts(TOOL, {}, {"annotations": {"destructiveHint": None}}) == [hint]
    arguments = ({"arguments": [{"name": "a"}]}, {"arguments": [{"name": "a", "required": None}]})
    assert facts(PROMPT, *arguments) == [("null-appeared", "/arguments/a/required")]
    assert facts(RESOURCE, {}, {"mimeType": None}) == [("null-appeared", "/mimeType")]


def test_a_value_in_place_of_a_null_is_reported_as_added() -> None:
    claimed = facts(TOOL, {"annotations": None}, {"annotations": {"readOnlyHint": True}})
    assert claimed == [("null-gone", "/annotations"), ("read-only-claimed", "/annotations/readOnlyHint")]
    restated = facts(TOOL, {"annotations": None}, {"annotations": {"destructiveHint": True}})
    assert restated == [("null-gone", "/annotations")]


def test_a_value_replaced_by_null_is_reported_as_removed() -> None:
    gone = facts(TOOL, {"annotations": {"readOnlyHint": True}}, {"annotations": {"readOnlyHint": None}})
    assert [rule for rule, _ in gone] == ["null-appeared", "read-only-dropped"]


def test_a_null_in_an_unknown_field_is_a_value() -> None:
    assert facts(TOOL, {}, {"x-new": None}) == [("unclassified", "/x-new")]
    assert facts(TOOL, {}, {"arguments": None}) == [("unclassified", "/arguments")]
    assert ("input-schema-invalid", "/inputSchema") in facts(TOOL, {"inputSchema": {}}, {"inputSchema": None})


def test_malformed_fields_are_kept() -> None:
    item = Item(TOOL, {"name": "find", "title": None, "annotations": ["odd"]})
    assert without_nulls(item).raw == {"name": "find", "annotations": ["odd"]}
    odd = Item(PROMPT, {"name": "find", "title": None, "arguments": [1, {"name": "a", "title": None}]})
    assert without_nulls(odd).raw["arguments"] == [1, {"name": "a"}]


def test_many_nulls_are_counted() -> None:
    arguments = [{"name": f"a{number}", "required": None} for number in range(20)]
    old, new = (Item(PROMPT, {"name": "find", "arguments": each}) for each in ([], arguments))
    (fact,) = (each for each in item_facts(old, new, "documented", TimeBudget()) if each.rule == "null-appeared")
    assert fact.values["fields"].endswith("and 12 more")
