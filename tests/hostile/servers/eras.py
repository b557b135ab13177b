"""Servers of one protocol, or of an unusual version of it."""

import os
import sys
from collections.abc import Callable
from typing import Any

from tests.hostile.servers.speaking import HELLO, Answers, Refusal, refuse, serve, tool

Params = dict[str, Any]
STATELESS = "2026-07-28"
PREFIX = "io.modelcontextprotocol/"
STAMP = {"resultType": "complete", "_meta": {f"{PREFIX}serverInfo": {"name": "modern", "version": "2"}}}
TOOLS = {"tools": [tool()]}


def enveloped(result: Params) -> Callable[[Params], Params]:
    """Return a result only for a request with the metadata of the stateless protocol."""

    def answered(params: Params) -> Params:
        meta = params.get("_meta", {})
        if meta.get(f"{PREFIX}protocolVersion") != STATELESS:
            raise Refusal(-32022, "Unsupported protocol version", {"supported": [STATELESS]})
        if not isinstance(meta.get(f"{PREFIX}clientCapabilities"), dict):
            raise Refusal(-32602, "clientCapabilities is missing")
        if meta.get(f"{PREFIX}clientInfo", {}).get("name") != "govern":
            raise Refusal(-32602, "clientInfo is missing")
        return {**result, **STAMP}

    return answered


def only(version: str) -> Callable[[Params], Params]:
    def answered(params: Params) -> Params:
        if params["protocolVersion"] != version:
            raise Refusal(-32602, "Unsupported protocol version", {"supported": [version]})
        return {**HELLO, "protocolVersion": version}

    return answered


def unlike(params: Params) -> Params:
    """List more tools, with another description, in the stateless protocol."""
    if "_meta" not in params:
        return {"tools": [tool(), tool("late")]}
    return {"tools": [tool(description="Says hi."), tool("wipe"), tool("purge")], **STAMP}


MODERN = {
    "server/discover": enveloped(
        {"supportedVersions": [STATELESS], "capabilities": {"tools": {}}, "instructions": "Be brief.", "ttlMs": 9}
    ),
    "tools/list": enveloped({**TOOLS, "ttlMs": 0, "cacheScope": "public"}),
}
LATER = "2031-01-01"

SERVERS: dict[str, Answers] = {
    "modern": {**MODERN, "initialize": refuse(-32601, "Method not found")},
    "modern-by-version": {**MODERN, "initialize": refuse(-32022, "Unsupported", {"supported": [STATELESS]})},
    "dies-on-discover": {"server/discover": lambda _: os._exit(3), "tools/list": TOOLS},
    "dies-on-discover-and-refuses": {
        "initialize": refuse(-32603, "no licence"),
        "server/discover": lambda _: os._exit(3),
    },
    "odd-version": {"initialize": {**HELLO, "protocolVersion": "2024-10-07"}, "tools/list": TOOLS},
    "oldest-only": {"initialize": only("2024-11-05"), "tools/list": TOOLS},
    "no-version": {"initialize": {"capabilities": {}}, "tools/list": TOOLS},
    "later-only": {
        "initialize": refuse(-32601, "Method not found"),
        "server/discover": refuse(-32022, "Unsupported", {"supported": [LATER]}),
    },
    "both": {**MODERN, "initialize": {**HELLO, "instructions": "Be brief."}, "tools/list": TOOLS},
    "both-unlike": {**MODERN, "initialize": HELLO, "tools/list": unlike},
    "older": {"initialize": HELLO, "tools/list": TOOLS},
}

if __name__ == "__main__":
    serve(SERVERS[sys.argv[1]])
