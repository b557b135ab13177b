"""Differences between two listings of one server."""

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from govern.compare.listings import VolatilePart, volatile_parts
from govern.contract.surface import ABSENT, PROMPT, TOOL, Item, Surface


def listing(
    *raws: dict[str, Any], handshake: dict[str, Any] | None = None, lists: dict[str, Any] | None = None
) -> Surface:
    return Surface(handshake or {}, tuple(Item(TOOL, raw) for raw in raws), lists or {})


def test_the_order_of_items_does_not_matter() -> None:
    one, other = {"name": "a", "inputSchema": {"type": "object"}}, {"name": "b"}
    assert volatile_parts(listing(one, other), listing(other, one)) == []


def test_each_differing_leaf_is_reported_with_both_values() -> None:
    before = {"name": "now", "description": "At 10:00.", "inputSchema": {"properties": {"a/b~c": {"default": [1, 2]}}}}
    after = {"name": "now", "description": "At 10:01.", "inputSchema": {"properties": {"a/b~c": {"default": [1, 3]}}}}
    assert volatile_parts(listing(before), listing(after)) == [
        VolatilePart("tool", "now", "/description", "At 10:00.", "At 10:01."),
        VolatilePart("tool", "now", "/inputSchema/properties/a~1b~0c/default/1", 2, 3),
    ]


def test_an_added_or_removed_field_is_absent_on_one_side() -> None:
    with_title = {"name": "a", "title": "A"}
    assert volatile_parts(listing(with_title), listing({"name": "a"})) == [
        VolatilePart("tool", "a", "/title", "A", ABSENT)
    ]
    assert volatile_parts(listing({"name": "a"}), listing()) == [VolatilePart("tool", "a", "", {"name": "a"}, ABSENT)]
    assert volatile_parts(listing(), listing({"name": "a"})) == [VolatilePart("tool", "a", "", ABSENT, {"name": "a"})]


def test_null_is_not_absent_and_true_is_not_1() -> None:
    assert volatile_parts(listing({"name": "a"}), listing({"name": "a", "x": None})) == [
        VolatilePart("tool", "a", "/x", ABSENT, None)
    ]
    assert volatile_parts(listing({"name": "a", "x": 1}), listing({"name": "a", "x": True})) == [
        VolatilePart("tool", "a", "/x", 1, True)
    ]


def test_lists_of_different_lengths_are_reported_once() -> None:
    one, other = {"name": "a", "tags": ["x"]}, {"name": "a", "tags": ["x", "y"]}
    assert volatile_parts(listing(one), listing(other)) == [VolatilePart("tool", "a", "/tags", ["x"], ["x", "y"])]


def test_server_and_list_fields_are_compared() -> None:
    first = listing(handshake={"instructions": "Today is Monday."}, lists={"tools": {"ttlMs": 1}})
    second = listing(
        handshake={"instructions": "Today is Tuesday."}, lists={"tools": {"ttlMs": 2}, "prompts": {"ttlMs": 0}}
    )
    assert volatile_parts(first, second) == [
        VolatilePart("", "", "/instructions", "Today is Monday.", "Today is Tuesday."),
        VolatilePart("prompts", "", "", ABSENT, {"ttlMs": 0}),
        VolatilePart("tools", "", "/ttlMs", 1, 2),
    ]


def test_a_tool_and_a_prompt_of_one_name_are_separate() -> None:
    tool, prompt = Item(TOOL, {"name": "a"}), Item(PROMPT, {"name": "a"})
    places = volatile_parts(Surface({}, (tool, prompt)), Surface({}, (prompt,)))
    assert places == [VolatilePart("tool", "a", "", {"name": "a"}, ABSENT)]


def test_repeated_names_report_only_items_that_differ() -> None:
    first = [{"name": "a", "n": at} for at in range(3)]
    second = [{"name": "a", "n": at} for at in (2, 7, 0)]
    assert volatile_parts(listing(*first), listing(*second)) == [VolatilePart("tool", "a", "/n", 1, 7)]


def test_ten_thousand_repeats_of_a_name_take_linear_time() -> None:
    first = listing(*({"name": "a", "n": at} for at in range(10_000)))
    second = listing(*({"name": "a", "n": at} for at in range(1, 10_001)))
    assert volatile_parts(first, second) == [VolatilePart("tool", "a", "/n", 0, 10_000)]


JSON: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers(0, 2) | st.text("ab/~", max_size=2),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text("ab/~", max_size=2), inner, max_size=3),
    max_leaves=8,
)


@given(JSON, JSON)
def test_a_pointer_leads_to_the_values_that_differ(one: Any, other: Any) -> None:
    places = volatile_parts(listing({"name": "t", "v": one}), listing({"name": "t", "v": other}))
    assert bool(places) == (repr(_sorted(one)) != repr(_sorted(other)))
    for place in places:
        assert _at({"name": "t", "v": one}, place.pointer) == place.first
        assert _at({"name": "t", "v": other}, place.pointer) == place.second


def _sorted(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _sorted(value[key]) for key in sorted(value)}
    return [_sorted(inner) for inner in value] if isinstance(value, list) else value


def _at(value: Any, pointer: str) -> Any:
    for step in pointer.split("/")[1:]:
        if isinstance(value, list):
            value = value[int(step)]
        else:
            value = value.get(step.replace("~1", "/").replace("~0", "~"), ABSENT)
    return value
