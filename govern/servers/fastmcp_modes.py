"""The definitions that fastmcp's search and code-mode transforms list in place of a server's tools."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

from govern.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

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
