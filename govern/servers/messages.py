"""JSON-RPC messages: the interface of a transport, and a reader that is strict and keeps to the server's limits."""

from __future__ import annotations

import json
import marshal
import os
import sys
from enum import IntEnum
from typing import TYPE_CHECKING, Any, Final, Protocol

from govern.contract import json_text
from govern.contract.json_size import json_size
from govern.errors import ContractInvalid, ServerError, ServerMisbehaved, SurfaceTooLarge

if TYPE_CHECKING:
    import subprocess

    from govern.contract.json_size import JsonSize
    from govern.contract.json_text import Json
    from govern.policy.server_settings import Limits

Message = dict[str, Any]
CANCELLED: Final = "notifications/cancelled"
PROGRESS: Final = "notifications/progress"
LISTEN: Final = "subscriptions/listen"
# The keys of `_meta` by which the stateless protocol describes a connection in each request.
PROTOCOL_KEY: Final = "io.modelcontextprotocol/protocolVersion"
CAPABILITIES_KEY: Final = "io.modelcontextprotocol/clientCapabilities"
CLIENT_KEY: Final = "io.modelcontextprotocol/clientInfo"
# The method of a message that a wire adds itself when its notification stream ends; responses still arrive.
STREAM_ENDED: Final = "govern/lost"


class ErrorCode(IntEnum):
    """The code of a JSON-RPC error."""

    PARSE_ERROR = -32700
    INVALID_REQUEST = -32600
    METHOD_NOT_FOUND = -32601
    INVALID_PARAMS = -32602
    INTERNAL_ERROR = -32603
    BUSY = -32000


def params_of(message: Message) -> Message:
    """Return the parameters of a message; empty if it has none."""
    params = message.get("params")
    return params if isinstance(params, dict) else {}


def meta_of(params: Message) -> Message:
    """Return the `_meta` of parameters; empty if they have none."""
    meta = params.get("_meta")
    return meta if isinstance(meta, dict) else {}


def error_response(number: object, code: int, text: str) -> Message:
    """Return the response to the request of this id, None if it has none, that it failed."""
    return {"jsonrpc": "2.0", "id": number, "error": {"code": code, "message": text}}


class StreamMessage(dict[str, Any]):
    """A message of the server's that arrived on the response stream of the request with this id."""

    def __init__(self, message: Message, request: object) -> None:
        super().__init__(message)
        self.request = request


class Wire(Protocol):
    """An open transport, yielded by an async context manager that leaves nothing running."""

    protocol: str | None
    """The negotiated protocol version, set by the session; HTTP sends it as a header."""

    reader: MessageReader
    """Parses incoming messages within the limits of the server."""

    async def send(self, message: Message) -> None:
        """Send one message, or raise a ServerError."""

    async def receive(self) -> Message:
        """Return the next message, or raise a ServerError if no more can arrive."""


# Parsing this much blocks the event loop for at most 0.1 s; larger texts are parsed in a process of their own.
_MAX_PARSED_INLINE = 1024 * 1024
# Nesting levels of a batch and a message around a tool, with some to spare.
_ENVELOPE_DEPTH = 8


def encode_message(message: Message) -> bytes:
    """Return a message as one line of ASCII JSON."""
    return json.dumps(message, separators=(",", ":")).encode("ascii")


class MessageReader:
    """A parser for the messages of one server, whose responses together must keep to the limits of bytes and nodes."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._bytes = self._nodes = 0

    def restart(self) -> None:
        """Reset the counted bytes and nodes, because the responses so far are no longer needed."""
        self._bytes = self._nodes = 0

    async def read(self, data: bytes) -> Message | None:
        """Return the message, or None if the data is something else, such as a log line."""
        if not data.startswith(b"{") or b'"jsonrpc"' not in data:
            return None
        value = await self._decode(data)
        return value if isinstance(value, dict) and value.get("jsonrpc") == "2.0" else None

    async def read_all(self, data: bytes) -> list[Message]:
        """Return the message of a text, or all messages of a batch (protocol 2025-03-26)."""
        text = data.strip()
        found = await self._decode(text) if text.startswith(b"[") else [await self.read(text)]
        messages = [one for one in found if isinstance(one, dict)] if isinstance(found, list) else []
        if not isinstance(found, list) or len(messages) < len(found):
            raise ServerMisbehaved(f"the response ({len(data)} bytes) is not a JSON-RPC message")
        return messages

    async def _decode(self, data: bytes) -> Json:
        size = json_size(data, self._limits.nodes)
        require_size(size, self._limits, f"a message of {len(data)} bytes")
        try:
            value = json_text.decode(data) if len(data) <= _MAX_PARSED_INLINE else await decode_in_worker(data)
        except ContractInvalid as error:
            raise ServerMisbehaved(
                f"invalid message ({len(data)} bytes): {error.message}",
                where=error.where,
                hint="report this to the server's author: parsers disagree on such JSON, so it cannot be locked",
            ) from None
        if not isinstance(value, dict) or "result" in value:
            self._count(size)
        return value

    def _count(self, size: JsonSize) -> None:
        self._bytes += size.bytes
        self._nodes += size.nodes
        if self._bytes > self._limits.bytes:
            raise SurfaceTooLarge(f"the responses together are larger than {self._limits.bytes} bytes", limit="bytes")
        if self._nodes > self._limits.nodes:
            raise SurfaceTooLarge(
                f"the responses together have more than {self._limits.nodes} keys and values", limit="nodes"
            )


def require_size(size: JsonSize, limits: Limits, what: str, where: str = "") -> None:
    """Raise SurfaceTooLarge if a text exceeds the limits."""
    if size.bytes > limits.bytes:
        raise SurfaceTooLarge(f"{what} takes more than {2 * limits.bytes} bytes in memory", where=where, limit="bytes")
    if size.nodes > limits.nodes:
        raise SurfaceTooLarge(f"{what} has more than {limits.nodes} keys and values", where=where, limit="nodes")
    if size.depth > limits.depth + _ENVELOPE_DEPTH:
        raise SurfaceTooLarge(
            f"{what} is nested {size.depth} levels deep; the limit is {limits.depth}", where=where, limit="depth"
        )


async def decode_in_worker(data: bytes) -> Json:
    """Return the decoded value, using a worker process that is killed if the caller is cancelled."""
    # The worker imports this module too, and needs no event loop.
    import asyncio

    worker = _start_worker()
    try:
        return await asyncio.to_thread(_ask_worker, worker, data)
    finally:
        worker.kill()


def main() -> None:
    """Decode standard input, and write the value or the error to standard output; the worker runs this."""
    value, problem = None, None
    try:
        value = json_text.decode(sys.stdin.buffer.read())
    except ContractInvalid as error:
        problem = error.message, error.where
    with os.fdopen(1, "wb") as pipe:
        marshal.dump((value, problem), pipe)


def _start_worker() -> subprocess.Popen[bytes]:
    import subprocess

    from govern.servers.spawning import SPAWN_OPTIONS, python_command

    pipe, command = subprocess.PIPE, python_command(__name__)
    try:
        return subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=subprocess.DEVNULL, **SPAWN_OPTIONS)  # noqa: S603
    except OSError as error:
        raise ServerError(
            f"govern could not start a worker process to parse a large response: {error.strerror}"
        ) from None


def _ask_worker(worker: subprocess.Popen[bytes], data: bytes) -> Json:
    with worker:
        reply, _ = worker.communicate(data)
    if worker.returncode != 0:
        raise ServerError(
            f"the worker process that parses a response of {len(data)} bytes exited with code {worker.returncode}"
        )
    value, problem = marshal.loads(reply)  # noqa: S302 - written by our own worker
    if problem:
        raise ContractInvalid(problem[0], where=problem[1])
    return value  # type: ignore[no-any-return]
