"""Two listings of one server: every place in which they differ, and nothing else."""

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from govern.compare.listings import VolatilePart, volatile_parts
from govern.contract.surface import ABSENT, PROMPT, TOOL, Item, Surface


def listing(
    *raws: dict[str, Any], handshake: dict[str, Any] | None = None, lists: dict[str, Any] | None = None
) -> Surface:
    return Surface(handshake or {}, tuple(Item(TOOL, raw) for raw in raws), lists or {})


def test_a_listing_equals_itself_in_any_order() -> None:
    one, other = {"name": "a", "inputSchema": {"type": "object"}}, {"name": "b"}
    assert volatile_parts(listing(one, other), listing(other, one)) == []


def test_each_differing_leaf_is_a_place_with_both_values() -> None:
    before = {"name": "now", "description": "At 10:00.", "inputSchema": {"properties": {"a/b~c": {"default": [1, 2]}}}}
    after = {"name": "now", "description": "At 10:01.", "inputSchema": {"properties": {"a/b~c": {"default": [1, 3]}}}}
    assert volatile_parts(listing(before), listing(after)) == [
        VolatilePart("tool", "now", "/description", "At 10:00.", "At 10:01."),
        VolatilePart("tool", "now", "/inputSchema/properties/a~1b~0c/default/1", 2, 3),
    ]


def test_what_comes_and_goes_is_absent_on_one_side() -> None:
    with_title = {"name": "a", "title": "A"}
    assert volatile_parts(listing(with_title), listing({"name": "a"})) == [
        VolatilePart("tool", "a", "/title", "A", ABSENT)
    ]
    assert volatile_parts(listing({"name": "a"}), listing()) == [VolatilePart("tool", "a", "", {"name": "a"}, ABSENT)]
    assert volatile_parts(listing(), listing({"name": "a"})) == [VolatilePart("tool", "a", "", ABSENT, {"name": "a"})]


def test_null_is_not_absent_and_true_is_not_one() -> None:
    assert volatile_parts(listing({"name": "a"}), listing({"name": "a", "x": None})) == [
        VolatilePart("tool", "a", "/x", ABSENT, None)
    ]
    assert volatile_parts(listing({"name": "a", "x": 1}), listing({"name": "a", "x": True})) == [
        VolatilePart("tool", "a", "/x", 1, True)
    ]


def test_lists_of_other_lengths_are_one_place() -> None:
    one, other = {"name": "a", "tags": ["x"]}, {"name": "a", "tags": ["x", "y"]}
    assert volatile_parts(listing(one), listing(other)) == [VolatilePart("tool", "a", "/tags", ["x"], ["x", "y"])]


def test_what_the_server_says_of_itself_and_of_its_lists() -> None:
    first = listing(handshake={"instructions": "Today is Monday."}, lists={"tools": {"ttlMs": 1}})
    second = listing(
        handshake={"instructions": "Today is Tuesday."}, lists={"tools": {"ttlMs": 2}, "prompts": {"ttlMs": 0}}
    )
    assert volatile_parts(first, second) == [
        VolatilePart("", "", "/instructions", "Today is Monday.", "Today is Tuesday."),
        VolatilePart("prompts", "", "", ABSENT, {"ttlMs": 0}),
        VolatilePart("tools", "", "/ttlMs", 1, 2),
    ]


def test_items_of_two_kinds_and_one_name_are_two_items() -> None:
    tool, prompt = Item(TOOL, {"name": "a"}), Item(PROMPT, {"name": "a"})
    places = volatile_parts(Surface({}, (tool, prompt)), Surface({}, (prompt,)))
    assert places == [VolatilePart("tool", "a", "", {"name": "a"}, ABSENT)]


def test_of_repeated_names_only_the_ones_that_differ_are_places() -> None:
    first = [{"name": "a", "n": at} for at in range(3)]
    second = [{"name": "a", "n": at} for at in (2, 7, 0)]
    assert volatile_parts(listing(*first), listing(*second)) == [VolatilePart("tool", "a", "/n", 1, 7)]


def test_a_name_repeated_ten_thousand_times_takes_no_square_of_time() -> None:
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
