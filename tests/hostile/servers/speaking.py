"""A minimal server without an SDK, as a base for hostile ones."""

import json
import sys
from collections.abc import Callable, Iterator
from typing import Any, NoReturn

HELLO = {
    "protocolVersion": "2025-11-25",
    "capabilities": {"tools": {}},
    "serverInfo": {"name": "hostile", "version": "1"},
}
OBJECT = {"type": "object"}
METHOD_NOT_FOUND = -32601

Answers = dict[str, Any]
"""A result for each method, or a function of the parameters; bytes are sent as they are."""


class Refusal(Exception):
    def __init__(self, code: int, message: str = "refused", data: Any = None) -> None:
        super().__init__(message)
        self.error = {"code": code, "message": message} | ({"data": data} if data is not None else {})


def refuse(code: int, message: str, data: Any = None) -> Callable[[Any], NoReturn]:
    def answered(_: Any) -> NoReturn:
        raise Refusal(code, message, data)

    return answered


def tool(name: str = "greet", **rest: Any) -> dict[str, Any]:
    return {"name": name, "description": "Says hello.", "inputSchema": OBJECT, **rest}


def line(message: Any) -> bytes:
    return json.dumps(message).encode() + b"\n"


def write(data: bytes) -> None:
    sys.stdout.buffer.write(data)
    sys.stdout.buffer.flush()


def requests() -> Iterator[dict[str, Any]]:
    for text in sys.stdin.buffer:
        request = json.loads(text)
        if "id" in request and "method" in request:
            yield request


def serve(answers: Answers, say: Callable[[bytes], None] = write) -> None:
    for request in requests():
        say(answer(request, {"initialize": HELLO, **answers}))


def answer(request: dict[str, Any], answers: Answers) -> bytes:
    head = {"jsonrpc": "2.0", "id": request["id"]}
    result = answers.get(request["method"], refuse(METHOD_NOT_FOUND, "Method not found"))
    try:
        result = result(request.get("params", {})) if callable(result) else result
    except Refusal as refusal:
        return line({**head, "error": refusal.error})
    if isinstance(result, bytes):
        return json.dumps(head)[:-1].encode() + b', "result": ' + result + b"}\n"
    return line({**head, "result": result})
