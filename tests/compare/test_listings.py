"""Gateway servers, and differences between two listings of one server."""

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from govern.compare.listings import GatewayTools, VolatilePart, gateway, volatile_parts
from govern.contract.json_text import decode
from govern.contract.surface import ABSENT, PROMPT, TOOL, Item, Surface

TEXT = {"type": "string"}
FREE = {"type": "object"}
FIND = ("search_tools", {"query": TEXT})
SLUG = {"tool_slug": TEXT, "arguments": FREE}
CALL = ("call_tool", {"name": TEXT, "arguments": FREE})


def tools(*named: tuple[str, dict[str, Any]]) -> list[Item]:
    schemas = [(name, {"type": "object", "properties": properties}) for name, properties in named]
    return [Item(TOOL, {"name": name, "inputSchema": schema}) for name, schema in schemas]


@pytest.mark.parametrize(
    ("finding", "calling"),
    [
        (FIND, CALL),
        (("listActions", {}), ("invokeAction", {"actionName": TEXT, "params": FREE})),
        (("mcp-find", {"query": TEXT}), ("mcp-exec", {"name": TEXT, "arguments": FREE})),
        (("discover_capabilities", {}), ("execute_capability", {"id": TEXT, "payload": TEXT})),
        (("SEARCH_TOOLS", {}), ("MULTI_EXECUTE_TOOL", {"calls": {"items": {"properties": SLUG}}})),
        (("retrieve_tools", {}), ("code_execution", {"code": TEXT})),
    ],
)  # fmt: skip
def test_tools_that_find_and_call_others_are_a_gateway(finding: tuple[str, Any], calling: tuple[str, Any]) -> None:
    assert gateway(tools(finding, calling)) == GatewayTools((finding[0],), (calling[0],))


@pytest.mark.parametrize(
    "ordinary",
    [
        [],
        [FIND],
        [CALL],
        [FIND, ("call_tool", {"name": {"enum": ["a", "b"], "type": "string"}, "arguments": FREE})],
        [FIND, ("call_tool", {"name": TEXT, "arguments": {"type": "object", "properties": {"depth": TEXT}}})],
        [FIND, ("call_tool", {"name": TEXT})],
        [FIND, ("run_tool_tests", {"path": TEXT})],
        [("search_issues", {"query": TEXT}), ("execute_code", {"code": TEXT})],
        [("search_issues", {"query": TEXT}), CALL],
        [FIND, ("update_tool", {"name": TEXT, "arguments": FREE})],
    ],
)
def test_ordinary_tools_are_not_a_gateway(ordinary: list[tuple[str, Any]]) -> None:
    assert gateway(tools(*ordinary)) is None


def test_a_server_with_many_tools_is_not_a_gateway() -> None:
    many: list[tuple[str, Any]] = [(f"tool_{at}", {}) for at in range(40)]
    assert gateway(tools(FIND, CALL, *many)) is None


@pytest.mark.parametrize(
    "schema", [None, True, [], {"properties": []}, {"properties": {"name": 1, "arguments": {"items": []}}}]
)
def test_malformed_schemas_are_accepted(schema: Any) -> None:
    odd = Item(TOOL, {"name": "call_tool", "inputSchema": schema})
    assert gateway([odd, Item(TOOL, {"name": "call_mcp"})]) is None


def test_mcpproxy_is_a_gateway_in_each_of_its_modes(shared_data: Path) -> None:
    modes = sorted((shared_data / "mcpproxy/toolslist_goldens").glob("**/*.json"))
    for mode in modes:
        listed: Any = decode(mode.read_bytes())
        found = gateway([Item(TOOL, raw) for raw in listed.values()])
        assert found, mode
        assert found.finding == ("retrieve_tools",)
        assert set(found.calling) <= {"call_tool_read", "call_tool_write", "call_tool_destructive", "code_execution"}
    assert len(modes) >= 3


def test_real_servers_are_not_gateways(shared_data: Path) -> None:
    captures = sorted((shared_data / "catalogs").glob("*/*.json"))
    assert len(captures) > 80
    for capture in captures:
        listed: Any = decode(capture.read_bytes())
        assert gateway([Item(TOOL, raw) for raw in listed["tools"]]) is None, capture


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
