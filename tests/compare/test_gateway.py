"""Gateway servers and ordinary servers."""

from pathlib import Path
from typing import Any

import pytest

from govern.compare.gateway import GatewayTools, gateway
from govern.contract.json_text import decode
from govern.contract.surface import TOOL, Item

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
