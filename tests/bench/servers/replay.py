"""A stdio server that lists the content of the capture.json beside it; a number as argument is the page size."""

import json
import sys
from pathlib import Path
from typing import Any

TEXT = (Path(__file__).parent / "capture.json").read_text(encoding="utf-8")
CAPTURE = json.loads(TEXT)
# A capture with line breaks is sent with other white space and escapes than one without.
SPACED = "\n" in TEXT
PAGE = int(sys.argv[1]) if len(sys.argv) > 1 else 0
LISTS = {
    "tools/list": "tools",
    "prompts/list": "prompts",
    "resources/list": "resources",
    "resources/templates/list": "resourceTemplates",
}
NO_SUCH_METHOD = {"code": -32601, "message": "no such method"}


def hello(asked: str) -> dict[str, Any]:
    """Return the capture's initialize result, with defaults that follow from its lists."""
    offered = {"prompts": "prompts", "resources": "resources", "resourceTemplates": "resources"}
    greeting: dict[str, Any] = {
        "protocolVersion": asked,
        "capabilities": {"tools": {}, **{offered[name]: {} for name in offered if name in CAPTURE}},
        "serverInfo": {"name": "tracker", "version": "1.4.0"},
    }
    return {**greeting, **CAPTURE.get("initialize", {})}


def listed(name: str, cursor: str | None) -> dict[str, Any]:
    """Return one page of a list."""
    every, at = CAPTURE.get(name, []), int(cursor or 0)
    if not PAGE:
        return {name: every}
    more = {"nextCursor": str(at + PAGE)} if at + PAGE < len(every) else {}
    return {name: every[at : at + PAGE]} | more


def answer(method: str, params: dict[str, Any]) -> dict[str, Any] | None:
    """Return the result, or None for an unknown method."""
    if method == "initialize":
        return hello(params.get("protocolVersion", "2025-11-25"))
    if method in LISTS:
        return listed(LISTS[method], params.get("cursor"))
    return {} if method == "ping" else None


for line in sys.stdin.buffer:
    message = json.loads(line)
    if "id" in message and "method" in message:
        result = answer(message["method"], message.get("params") or {})
        output = {"error": NO_SUCH_METHOD} if result is None else {"result": result}
        expected = {"jsonrpc": "2.0", "id": message["id"], **output}
        separators = None if SPACED else (",", ":")
        text = json.dumps(expected, ensure_ascii=SPACED, separators=separators)
        sys.stdout.buffer.write(text.encode() + b"\n")
        sys.stdout.buffer.flush()
