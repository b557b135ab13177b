"""Changes of a prompt's arguments."""

from typing import Any

from govern.compare.arguments import argument_facts


def rules(old: Any, new: Any) -> list[str]:
    return sorted(fact.rule for fact in argument_facts(old, new))


def test_a_similar_name_or_the_same_description_is_a_rename() -> None:
    assert rules([{"name": "topic_name"}], [{"name": "topicName"}]) == ["prompt-argument-renamed"]
    fields = {"description": "What the talk is about."}
    assert rules([{"name": "topic", **fields}], [{"name": "subject", **fields}]) == ["prompt-argument-renamed"]


def test_an_unrelated_argument_is_not_a_rename() -> None:
    assert rules([{"name": "city"}], [{"name": "limit"}]) == ["prompt-argument-added", "prompt-argument-removed"]
    kept = {"name": "topic"}
    assert rules([kept, {"name": "topics"}], [kept]) == ["prompt-argument-removed"]


def test_other_changes_of_a_renamed_argument_are_reported() -> None:
    old, new = {"name": "roomId", "title": "Room"}, {"name": "room_id", "title": "Hall", "required": True, "x": 1}
    assert rules([old], [new]) == [
        "prompt-argument-became-required",
        "prompt-argument-renamed",
        "prompt-argument-title-changed",
        "unclassified",
    ]


def test_each_argument_is_matched_once() -> None:
    old, new = [{"name": "roomId"}, {"name": "room-id"}], [{"name": "room_id"}]
    assert rules(old, new) == ["prompt-argument-removed", "prompt-argument-renamed"]


def test_a_list_with_repeated_names_is_compared_as_data() -> None:
    assert rules([{"name": "a"}], [{"name": "a"}, {"name": "a"}]) == ["unclassified"]
