"""Servers with hostile lists, or lists that only look hostile."""

import sys
from collections.abc import Callable
from typing import Any

from tests.hostile.servers.speaking import HELLO, Answers, refuse, serve, tool

Params = dict[str, Any]
EVERYTHING: Params = {**HELLO, "capabilities": {"tools": {}, "prompts": {}, "resources": {}}}
ODD_NAMES = ("a\nb", "a/b/../c", "\"'`", "\\u0041\x1b[31m", "__proto__", "")
RECURSIVE = {"$ref": "#/$defs/node", "$defs": {"node": {"properties": {"next": {"$ref": "#/$defs/node"}}}}}


def nested(depth: int) -> bytes:
    """Return a text that the json module cannot write."""
    schema = b'{"not":' * depth + b"{}" + b"}" * depth
    return b'{"tools": [{"name": "shallow"}, {"name": "deep", "inputSchema": ' + schema + b"}]}"


def endless(params: Params) -> Params:
    page = int(params.get("cursor", 0)) + 1
    return {"tools": [tool(f"t{page}")], "nextCursor": str(page)}


def circling(params: Params) -> Params:
    return {"tools": [tool()], "nextCursor": {"a": "b", "b": "a"}.get(params.get("cursor", ""), "a")}


def three_pages(params: Params) -> Params:
    page = int(params.get("cursor", 1))
    beside: list[Params] = [{"nextCursor": "2"}, {"nextCursor": "3", "ttlMs": 5}, {"nextCursor": ""}]
    return {"tools": [tool(f"t{page}")], **beside[page - 1]}


def long_text(megabytes: int) -> Callable[[Params], bytes]:
    def answered(_: Params) -> bytes:
        return b'{"tools": [{"name": "' + b"x" * (megabytes * 1024 * 1024) + b'"}]}'

    return answered


def twice_among_many(_: Params) -> bytes:
    keys = b",".join(b'"%d":1' % number for number in range(120_000))
    return b'{"tools": [], ' + keys + b', "119999": 1}'


SERVERS: dict[str, Answers] = {
    "fair": {"tools/list": {"tools": [tool()]}},
    "endless": {"tools/list": endless},
    "circling": {"tools/list": circling},
    "three-pages": {"tools/list": three_pages},
    "odd-cursor": {"tools/list": {"tools": [], "nextCursor": 7}},
    "huge": {"tools/list": long_text(200)},
    "many": {"tools/list": lambda _: {"tools": [tool(f"t{number}") for number in range(100_000)]}},
    "deep": {"tools/list": nested(5_000)},
    "deeper": {"tools/list": nested(128)},
    "bottomless": {"tools/list": nested(300_000)},
    "deep-and-unfinished": {"tools/list": b'{"tools": ' + b"[" * 5_000 + b'"' + b'\\"' * 500_000},
    "dotted": {"tools/list": lambda _: {"tools": [tool(description="1." * 1_000_000, x=1.5), tool(""), {}]}},
    "twice-among-many": {"tools/list": twice_among_many},
    "recursive": {"tools/list": {"tools": [tool(inputSchema=RECURSIVE)]}},
    "invalid-utf-8": {"tools/list": b'{"tools": [{"name": "caf\xe9"}]}'},
    "lone-surrogate": {"tools/list": b'{"tools": [{"name": "a", "description": "half \\ud83d pair"}]}'},
    "nan": {"tools/list": b'{"tools": [{"name": "a", "inputSchema": {"default": NaN}}]}'},
    "duplicate-keys": {"tools/list": b'{"tools": [{"name": "safe", "name": "other"}]}'},
    "duplicate-names": {"tools/list": {"tools": [tool(description="one"), tool(description="two")]}},
    "odd-names": {"tools/list": {"tools": [tool(name) for name in ODD_NAMES]}},
    "proto": {"tools/list": b'{"tools": [{"name": "a", "__proto__": {"x": 1}, "constructor": {"prototype": null}}]}'},
    "integers": {
        "tools/list": b'{"tools": [{"name": "a", "inputSchema": {"minimum": -9223372036854775808, '
        b'"maximum": 9223372036854775807, "const": 18446744073709551617123456789}}]}'
    },
    "no-schema": {"tools/list": {"tools": [{"name": "bare"}]}},
    "schema-true": {"tools/list": {"tools": [{"name": "any", "inputSchema": True}]}},
    "no-name": {"tools/list": {"tools": [tool(), tool(), tool(), {"description": "who am I?"}]}},
    "no-list": {"tools/list": {}},
    "no-object": {"tools/list": b"[]"},
    "advertised-only": {"initialize": EVERYTHING, "tools/list": {"tools": [tool()]}},
    "broken-prompts": {
        "initialize": EVERYTHING,
        "tools/list": {"tools": [tool()]},
        "prompts/list": refuse(-32603, "fetch failed with token s3cret-value"),
    },
    "broken-tools": {"tools/list": refuse(-32603, "fetch failed")},
    "everything": {
        "initialize": {**EVERYTHING, "instructions": "Be kind.", "later": {"kept": True}},
        "tools/list": {"tools": [tool(later="kept")], "ttlMs": 0, "cacheScope": "private"},
        "prompts/list": {"prompts": [{"name": "p", "arguments": [{"name": "x"}]}]},
        "resources/list": {"resources": [{"uri": "file:///a", "name": "a"}]},
        "resources/templates/list": {"resourceTemplates": [{"uriTemplate": "file:///{x}", "name": "x"}]},
    },
    "unadvertised": {"tools/list": {"tools": [tool()]}, "prompts/list": {"prompts": [{"name": "hidden"}]}},
    "no-tools-at-all": {"initialize": {**HELLO, "capabilities": {}}},
}

if __name__ == "__main__":
    serve(SERVERS[sys.argv[1]])
