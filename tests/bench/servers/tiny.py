"""A stdio server of four tools, without an SDK; with `paged`, each tool is on its own page."""

import json
import sys
from typing import Any

TOOLS = [
    {
        "name": name,
        "description": f"{name.replace('_', ' ').capitalize()} of the harbour, one page at a time.",
        "inputSchema": {
            "type": "object",
            "properties": {"berth": {"type": "string"}, "limit": {"type": "integer", "minimum": 1, "maximum": 50}},
            "required": ["berth"],
        },
    }
    for name in ("find_berths", "list_ships", "read_tides", "reserve_pilot")
]
HELLO = {"capabilities": {"tools": {}}, "serverInfo": {"name": "tiny", "version": "1.0.0"}}
NO_SUCH_METHOD = {"code": -32601, "message": "no such method"}


def answer(method: str, params: dict[str, Any]) -> dict[str, Any] | None:
    """Return the result, or None for an unknown method."""
    if method == "initialize":
        return {"protocolVersion": params.get("protocolVersion", "2025-06-18"), **HELLO}
    if method == "ping":
        return {}
    if method != "tools/list":
        return None
    if "paged" not in sys.argv:
        return {"tools": TOOLS}
    at = int(params.get("cursor") or 0)
    return {"tools": [TOOLS[at]]} | ({"nextCursor": str(at + 1)} if at + 1 < len(TOOLS) else {})


for line in sys.stdin:
    message = json.loads(line)
    if "id" in message and "method" in message:
        result = answer(message["method"], message.get("params") or {})
        output = {"error": NO_SUCH_METHOD} if result is None else {"result": result}
        print(json.dumps({"jsonrpc": "2.0", "id": message["id"], **output}), flush=True)
