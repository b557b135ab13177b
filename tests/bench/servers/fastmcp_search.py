"""Rank tools with the BM25 transform of fastmcp: JSON with `tools` and `queries` in, rankings out."""

import asyncio
import json
import sys

from fastmcp.server.transforms.search import BM25SearchTransform
from fastmcp.tools.base import Tool


async def main() -> None:
    """Print the rankings."""
    asked = json.load(sys.stdin)
    tools = [
        Tool(name=each["tool_id"], description=each["description"], parameters=each["schema"])
        for each in asked["tools"]
    ]
    search = BM25SearchTransform(max_results=10)
    rankings = [[tool.name for tool in await search._search(tools, query)] for query in asked["queries"]]
    json.dump(rankings, sys.stdout)


asyncio.run(main())
