"""Changes of one item: media types, arguments of prompts, nulls in optional fields."""

from typing import Any

import pytest

from govern.compare.items import argument_facts, item_facts, media_type, without_nulls
from govern.contract.surface import PROMPT, RESOURCE, TEMPLATE, TOOL, Item, Kind
from govern.schemas.budget import TimeBudget


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("text/html", "Text/HTML"),
        ("text/html;charset=utf-8", 'text/html ; Charset="UTF-8"'),
        ("a/b;x=1;y=2", "a/b; y=2; x=1"),
        ("text/html;charset=utf-8", "text/html"),
        ('a/b;x="q\\"r"', 'a/b; x="q\\"r"'),
    ],
)
def test_spellings_of_one_media_type_are_equal(one: str, other: str) -> None:
    assert media_type(one) == media_type(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("text/html", "text/plain"),
        ("text/html;profile=app", "text/html;profile=App"),
        ("text/html;charset=latin1", "text/html"),
        ("a/b;x=1;x=2", "a/b;x=2;x=1"),
        ('a/b;x="y;z=1"', "a/b;x=y;z=1"),
        ("a/b;odd", "a/b"),
        ("a/b;odd", "a/b;Odd"),
    ],
)
def test_different_media_types_are_not_equal(one: str, other: str) -> None:
    assert media_type(one) != media_type(other)


def argument_rules(old: Any, new: Any) -> list[str]:
    return sorted(fact.rule for fact in argument_facts(old, new))


def test_a_similar_name_or_the_same_description_is_a_rename() -> None:
    assert argument_rules([{"name": "topic_name"}], [{"name": "topicName"}]) == ["prompt-argument-renamed"]
    fields = {"description": "What the talk is about."}
    assert argument_rules([{"name": "topic", **fields}], [{"name": "subject", **fields}]) == ["prompt-argument-renamed"]


def test_an_unrelated_argument_is_not_a_rename() -> None:
    assert argument_rules([{"name": "city"}], [{"name": "limit"}]) == [
        "prompt-argument-added",
        "prompt-argument-removed",
    ]
    kept = {"name": "topic"}
    assert argument_rules([kept, {"name": "topics"}], [kept]) == ["prompt-argument-removed"]


def test_other_changes_of_a_renamed_argument_are_reported() -> None:
    old, new = {"name": "roomId", "title": "Room"}, {"name": "room_id", "title": "Hall", "required": True, "x": 1}
    assert argument_rules([old], [new]) == [
        "prompt-argument-became-required",
        "prompt-argument-renamed",
        "prompt-argument-title-changed",
        "unclassified",
    ]


def test_each_argument_is_matched_once() -> None:
    old, new = [{"name": "roomId"}, {"name": "room-id"}], [{"name": "room_id"}]
    assert argument_rules(old, new) == ["prompt-argument-removed", "prompt-argument-renamed"]


def test_a_list_with_repeated_names_is_compared_as_data() -> None:
    assert argument_rules([{"name": "a"}], [{"name": "a"}, {"name": "a"}]) == ["unclassified"]


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


@pytest.mark.parametrize(
    ("kind", "field", "value"),
    [
        (PROMPT, "arguments/0/required", "true"),
        (PROMPT, "arguments/0/required", 1),
        (PROMPT, "icons", "a.png"),
        (PROMPT, "icons", [{"src": 1}]),
        (RESOURCE, "size", "big"),
        (RESOURCE, "size", True),
        (RESOURCE, "annotations", ["user"]),
        (TEMPLATE, "annotations", {"audience": "user"}),
        (RESOURCE, "annotations", {"priority": "high"}),
        (RESOURCE, "annotations", {"lastModified": 1}),
    ],
)
def test_a_value_that_sdks_may_reject_is_not_safe(kind: Kind, field: str, value: object) -> None:
    name, *inner = field.split("/")
    plain: dict[str, Any] = {name: [{"name": "a"}]} if inner else {}
    odd: dict[str, Any] = {name: [{"name": "a", "required": value}] if inner else value}
    assert {rule for rule, _ in facts(kind, plain, odd)} == {"unclassified"}
    assert "unclassified" not in {rule for rule, _ in facts(kind, odd, plain)}
    assert not inner or "unclassified" in {rule for rule, _ in facts(kind, {}, odd)}


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
