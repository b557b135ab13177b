"""Requests of benchmarks to servers: timed calls, and the definitions that fastmcp's transforms list."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from time import perf_counter
from typing import TYPE_CHECKING, Any

from govern.errors import ServerTimedOut, UsageError
from govern.servers.capture import capture_error
from govern.servers.connections import cancel_on_signal, connected
from govern.servers.session import ErrorResponse

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from govern.contract.surface import Surface
    from govern.policy.target import Target
    from govern.servers.messages import Message
    from govern.servers.session import Session


@dataclass(frozen=True, slots=True)
class TimedAnswer:
    """The result of a call and how long it took; `error` is the reason of a call that failed."""

    result: Message
    seconds: float
    error: str = ""


def call_in_turn(target: Target, tool: str, calls: Sequence[Message]) -> tuple[Surface, list[TimedAnswer]]:
    """Return what a server lists, and its answer to each call of one tool."""
    return asyncio.run(_call_in_turn(target, tool, calls))


async def _call_in_turn(target: Target, tool: str, calls: Sequence[Message]) -> tuple[Surface, list[TimedAnswer]]:
    with cancel_on_signal():
        async with connected(target) as (session, surface):
            return surface, [await _timed(session, target, tool, arguments) for arguments in calls]


async def _timed(session: Session, target: Target, tool: str, arguments: Message) -> TimedAnswer:
    """Return the answer to one call; raise an error if the server does not answer in time."""
    started = perf_counter()
    try:
        async with asyncio.timeout(target.timeout):
            result, error = await session.call(tool, arguments), ""
    except ErrorResponse as refused:
        result, error = {}, refused.message
    except TimeoutError:
        late = ServerTimedOut(f"{tool} did not answer within {target.timeout:g} s")
        raise capture_error(target, late) from None
    return TimedAnswer(result, perf_counter() - started, error)


FASTMCP_MODES = ("fastmcp-search", "fastmcp-code")


def transformed(mode: str, tools: Iterable[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Return what a server with these tools lists under a transform. Raise UsageError if fastmcp is not installed."""
    try:
        from fastmcp import FastMCP
        from fastmcp.experimental.transforms.code_mode import CodeMode
        from fastmcp.server.transforms.search import BM25SearchTransform
        from fastmcp.tools.base import Tool
    except ImportError:
        hint = "install it beside govern: pip install fastmcp"
        raise UsageError("needs fastmcp 4, which is not installed", where=f"--mode {mode}", hint=hint) from None
    server = FastMCP("govern")
    for each in tools:
        schema = each.get("inputSchema") or {"type": "object"}
        server.add_tool(Tool(name=each["name"], description=each.get("description"), parameters=schema))
    server.add_transform(CodeMode() if mode == "fastmcp-code" else BM25SearchTransform())
    listed = asyncio.run(server.list_tools())
    return [tool.to_mcp_tool().model_dump(mode="json", by_alias=True, exclude_none=True) for tool in listed]
