"""Servers with hostile output around their messages."""

import json
import os
import sys
import time
from typing import Any

from tests.hostile.servers.speaking import line, requests, serve, tool, write

TOOLS: dict[str, Any] = {"tools/list": {"tools": [tool()]}}


def junk() -> None:
    """Write the stray output of loggers, banners and prompts to stdout."""
    write(b"Starting\xff server...\r\n\n{not json}\n[1, 2]\n")
    write(line({"level": "info", "message": 'sent {"jsonrpc": "2.0"}', "request": {"jsonrpc": "2.0"}}))
    write(b'{"jsonrpc": "1.0", "id": 1, "result": {}}\n')
    write(line({"jsonrpc": "2.0", "method": "notifications/message", "params": {"data": "hi"}}))
    write(line({"jsonrpc": "2.0", "id": 999, "result": {"tools": "not what you asked for"}}))
    serve(TOOLS)


def junk_for_ever() -> None:
    while True:
        write(b"Loading ... \n" * 1000)


def no_newline_for_ever() -> None:
    while True:
        write(b"Loading ... " * 1000)


def silent() -> None:
    for _ in requests():
        print("thinking about it", file=sys.stderr, flush=True)


def byte_by_byte() -> None:
    def say(data: bytes) -> None:
        for byte in data:
            write(bytes([byte]))

    serve(TOOLS, say)


def dies_in_mid_answer() -> None:
    def say(data: bytes) -> None:
        if b"greet" in data:
            print("out of luck", file=sys.stderr, flush=True)
            write(data[: len(data) // 2])
            os._exit(7)
        write(data)

    serve(TOOLS, say)


def asks_back() -> None:
    """Send requests to the client, and respond only after its replies."""
    questions: dict[str, dict[str, Any]] = {
        "ping": {"result": {}},
        "roots/list": {"error": -32601},
        "sampling/createMessage": {"error": -32601},
    }
    if sys.argv[2:] == ["roots"]:
        questions["roots/list"] = {"result": {"roots": []}}

    def say(data: bytes) -> None:
        for name, expected in questions.items():
            write(line({"jsonrpc": "2.0", "id": name, "method": name, "params": {}}))
            reply = json.loads(sys.stdin.buffer.readline())
            while "method" in reply:
                reply = json.loads(sys.stdin.buffer.readline())
            given = {"error": reply["error"]["code"]} if "error" in reply else {"result": reply["result"]}
            if reply["id"] != name or given != expected:
                sys.exit(f"{name}: {reply}")
        write(data)

    serve(TOOLS, say)


def answers_late_requests_as_text() -> None:
    for request in requests():
        result = TOOLS.get(request["method"]) or {"protocolVersion": "2025-11-25", "capabilities": {}}
        write(line({"jsonrpc": "2.0", "id": str(request["id"]), "result": result}))


def notifies_for_ever() -> None:
    note = line({"jsonrpc": "2.0", "method": "notifications/progress", "params": {"text": "x" * 1000}})
    while True:
        write(note * 100)


def stderr_flood() -> None:
    for _ in range(3_000):
        sys.stderr.write("trouble with s3cret-value " * 400 + "\n")
    sys.stderr.write("the last words\n")
    sys.stderr.flush()
    if sys.argv[2:] == ["and die"]:
        sys.exit(1)
    serve(TOOLS)


def slow() -> None:
    time.sleep(0.5)
    serve(TOOLS)


if __name__ == "__main__":
    globals()[sys.argv[1]]()
