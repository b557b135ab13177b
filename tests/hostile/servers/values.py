"""A server for each hostile value in a message or a header, over stdio; values_over_http.py has all of them."""

import json
import sys
from typing import Any

from tests.hostile.servers.speaking import HELLO, answer, line, tool, write

TOOLS = {"tools": [tool()]}
LONG = "x" * 300_000
BIG = int("9" * 4_000)
FLAT = b"[" + b"[]," * 1_200_000 + b"0]"


def hello(**changes: Any) -> dict[str, Any]:
    return {"initialize": {**HELLO, **changes}}


def listed(**changes: Any) -> dict[str, Any]:
    return {"tools/list": {**TOOLS, **changes}}


def asking(**request: Any) -> dict[str, Any]:
    """Send a request to the client before the response."""
    return {"before": line({"jsonrpc": "2.0", **request})}


def headed(**headers: str) -> dict[str, Any]:
    return {"headers": headers}


def surrogate_cursor(params: dict[str, Any]) -> dict[str, Any]:
    return TOOLS if params.get("cursor") else {**TOOLS, "nextCursor": "\ud800é"}


CASES: dict[str, dict[str, Any]] = {
    "fair": {},
    "version-surrogate": hello(protocolVersion="\ud800"),
    "version-lines": hello(protocolVersion="2025-11-25\r\nX-Evil: 1"),
    "version-wide": hello(protocolVersion="２０２５"),  # noqa: RUF001
    "version-long": hello(protocolVersion=LONG),
    "version-number": hello(protocolVersion=BIG),
    "info-surrogates": hello(serverInfo={"name": "\ud800", "version": "\udfff", "\ud800": "\ud800"}),
    "info-odd": hello(serverInfo={"name": BIG, "version": ["x"], "title": {}}),
    "instructions-surrogate": hello(instructions="\ud800"),
    "capabilities-odd": hello(capabilities={"tools": BIG, "\ud800": "\ud800", "prompts": "yes"}),
    "cursor-long": listed(nextCursor=LONG),
    "cursor-number": listed(nextCursor=BIG),
    "cursor-surrogate": {"tools/list": surrogate_cursor},
    "result-type-long": listed(resultType=LONG),
    "name-surrogate": {"tools/list": {"tools": [tool("\ud800")]}},
    "name-long": {"tools/list": {"tools": [tool(LONG, inputSchema=7), {"name": LONG, "x": [LONG]}]}},
    "texts-surrogate": {
        "tools/list": {"tools": [tool(title="\ud800", description="\udfff", inputSchema={"\ud800": 1})]}
    },
    "numbers-huge": {"tools/list": {"tools": [tool(inputSchema={"minimum": BIG, "maximum": -1e308})]}},
    "id-infinite": {"message": b'{"jsonrpc": "2.0", "id": 1e400, "result": {}}'},
    "id-endless": {"message": b'{"jsonrpc": "2.0", "id": ' + b"9" * 5_000 + b', "result": {}}'},
    "id-twice": {"message": b'{"jsonrpc": "2.0", "id": 1, "id": 1, "result": {}}'},
    "many-keys-and-one-twice": {
        "tools/list": b'{"tools": [], ' + b",".join(b'"%d": 1' % number for number in range(40_000)) + b', "7": 1}'
    },
    "dense": {"tools/list": b'{"tools": [{"name": "a", "x": ' + FLAT + b"}]}"},
    "asks-by-surrogate": asking(id="\ud800", method="ping"),
    "asks-by-number": asking(id=BIG, method="roots/list"),
    "asks-by-object": asking(id={"a": [1]}, method="ping"),
    "asks-by-null": asking(id=None, method="ping"),
    "asks-oddly": asking(id=7, method=["\ud800"], params="x"),
    "tells-oddly": asking(method={"a": 1}),
    "error-surrogate": {"error": {"code": "\ud800", "message": "\ud800" * 9, "data": "\udfff"}},
    "error-odd": {"error": {"code": BIG, "message": [LONG], "data": {"supported": ["\ud800", BIG, "2031-01-01"]}}},
    "session-latin": headed(Mcp_Session_Id="caf\xe9"),
    "session-control": headed(Mcp_Session_Id="a\x01b"),
    "session-long": headed(Mcp_Session_Id="x" * 60_000),
    "cookie-latin": headed(Set_Cookie="name=caf\xe9\xff; Path=/"),
    "cookie-control": headed(Set_Cookie='a="\x01\x02"; Path=/'),
    "cookie-name-latin": headed(Set_Cookie="caf\xe9=1; Path=/; Expires=Thu, 99 Foo 99999 99:99:99 GMT; Max-Age=9e999"),
    "type-latin": headed(Content_Type="application/json; charset=caf\xe9\xff"),
    "type-unknown-charset": headed(Content_Type="application/json; charset=utf-99"),
    "encoding-unknown": headed(Content_Encoding="caf\xe9, x"),
    "retry-odd": headed(Retry_After="9" * 5_000),
}


def messages(case: dict[str, Any], request: dict[str, Any]) -> list[bytes]:
    """Yield the lines to send for one request."""
    if "error" in case:
        return [line({"jsonrpc": "2.0", "id": request["id"], "error": case["error"]})]
    if "message" in case:
        return [case["message"] + b"\n"]
    before = [case["before"]] if "before" in case and request["method"] == "tools/list" else []
    return [*before, answer(request, {"initialize": HELLO, "tools/list": TOOLS, **case})]


def over_stdio(case: dict[str, Any]) -> None:
    for text in sys.stdin.buffer:
        request = json.loads(text)
        if "id" in request and "method" in request:
            for one in messages(case, request):
                write(one)


if __name__ == "__main__":
    over_stdio(CASES[sys.argv[1]])
