"""The definitions of the seven tools."""

from __future__ import annotations

from importlib.util import find_spec
from typing import Any

_TOOL = {"type": "string", "description": "server/tool"}
_INTENT = {
    "type": "string",
    "description": "What you look for in the answer. Of a long answer only the parts that fit are shown.",
}
_READ_ONLY = {"readOnlyHint": True, "openWorldHint": False}
_CALLS = {"readOnlyHint": False, "destructiveHint": True, "openWorldHint": True}


def definitions(*, code: bool) -> list[dict[str, Any]]:
    """Return the seven tools as they are listed; with `code`, chains may be Python."""
    return [
        _tool(
            "search_tools",
            "Find tools by what you want to do. Returns names and first sentences; `full` adds parameters and a call.",
            {"query": {"type": "string"}, "limit": _integer(5, 50), "full": {"type": "boolean"}},
            ["query"],
        ),
        _tool(
            "list_tools",
            "List all tool names by server, in pages.",
            {"server": {"type": "string"}, "page": _integer(1)},
        ),
        _tool(
            "tool_info",
            "Show a tool's parameters and an example call; `full` shows its whole description and schemas.",
            {"tool": _TOOL, "full": {"type": "boolean"}},
            ["tool"],
        ),
        _tool(
            "required_keys",
            "Show which environment variables a server still needs before its tools can be called.",
            {"server": {"type": "string"}},
            ["server"],
        ),
        _tool(
            "call_tool",
            "Call a tool. A long answer is shortened and says how to read the rest.",
            {"tool": _TOOL, "arguments": {"type": "object"}, "intent": _INTENT},
            ["tool"],
            _CALLS,
        ),
        _call_chain(code=code),
        _tool(
            "refresh",
            "Connect again to one server, or to all, and compare it with the lock. Use after a call was refused.",
            {"server": {"type": "string"}},
        ),
    ]


def _call_chain(*, code: bool) -> dict[str, Any]:
    step = _object({"id": {"type": "string"}, "tool": _TOOL, "arguments": {"type": "object"}}, ["tool"])
    properties: dict[str, Any] = {
        "steps": {"type": "array", "items": step, "minItems": 1, "maxItems": 50},
        "return": {"type": "string", "description": "JMESPath over the results by step ID, to return less."},
        "intent": _INTENT,
    }
    text = (
        "Call several tools in one request. An argument can take a value from an earlier step by JMESPath: "
        '{"$from": "find.items[0].id"} for the step with ID find. Independent steps run at the same time.'
    )
    if code:
        properties["code"] = {"type": "string"}
        text += (
            ' Instead of steps, `code` is Python: await call_tool("server/tool", {…}) returns the result; the last '
            "expression is returned."
        )
    return _tool("call_chain", text, properties, [], _CALLS)


def can_run_code() -> bool:
    """Return whether the sandbox for Python code is installed."""
    return find_spec("pydantic_monty") is not None


def _tool(
    name: str,
    description: str,
    properties: dict[str, Any],
    required: list[str] | None = None,
    annotations: dict[str, bool] | None = None,
) -> dict[str, Any]:
    schema = _object(properties, required or [])
    return {
        "name": name, "description": description, "inputSchema": schema, "annotations": annotations or _READ_ONLY,
    }  # fmt: skip


def _object(properties: dict[str, Any], required: list[str]) -> dict[str, Any]:
    return {"type": "object", "properties": properties, **({"required": required} if required else {})}


def _integer(default: int, most: int | None = None) -> dict[str, Any]:
    return {"type": "integer", "minimum": 1, "default": default, **({"maximum": most} if most else {})}
