"""A prompt's arguments go by name, and one that only has another name is told as that."""

from typing import Any

from govern.compare.arguments import argument_facts


def rules(old: Any, new: Any) -> list[str]:
    return sorted(fact.rule for fact in argument_facts(old, new))


def test_a_name_in_another_style_or_of_one_meaning_is_a_new_name() -> None:
    assert rules([{"name": "topic_name"}], [{"name": "topicName"}]) == ["prompt-argument-renamed"]
    said = {"description": "What the talk is about."}
    assert rules([{"name": "topic", **said}], [{"name": "subject", **said}]) == ["prompt-argument-renamed"]


def test_another_argument_is_none() -> None:
    assert rules([{"name": "city"}], [{"name": "limit"}]) == ["prompt-argument-added", "prompt-argument-removed"]
    kept = {"name": "topic"}
    assert rules([kept, {"name": "topics"}], [kept]) == ["prompt-argument-removed"]


def test_what_else_changed_is_told_beside_it() -> None:
    old, new = {"name": "roomId", "title": "Room"}, {"name": "room_id", "title": "Hall", "required": True, "x": 1}
    assert rules([old], [new]) == [
        "prompt-argument-became-required",
        "prompt-argument-renamed",
        "prompt-argument-title-changed",
        "unclassified",
    ]


def test_each_argument_is_in_one_pair() -> None:
    old, new = [{"name": "roomId"}, {"name": "room-id"}], [{"name": "room_id"}]
    assert rules(old, new) == ["prompt-argument-removed", "prompt-argument-renamed"]


def test_a_list_without_names_is_compared_as_data() -> None:
    assert rules([{"name": "a"}], [{"name": "a"}, {"name": "a"}]) == ["unclassified"]
