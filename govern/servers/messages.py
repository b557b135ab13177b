"""What every way to a server has in common: JSON-RPC messages, one at a time, both ways."""

from __future__ import annotations

import json
import marshal
import os
import sys
from typing import TYPE_CHECKING, Any, Final, Protocol

from govern.contract import json_text
from govern.contract.json_size import json_size
from govern.errors import ContractInvalid, ServerError, ServerMisbehaved, SurfaceTooLarge

if TYPE_CHECKING:
    import subprocess

    from govern.contract.json_size import JsonSize
    from govern.contract.json_type import Json
    from govern.policy.settings import Limits


Message = dict[str, Any]
# What a wire says of itself where only its stream of news has ended: answers still come, so it is no error.
STREAM_ENDED: Final = "govern/lost"


class Wire(Protocol):
    """One open connection. Transports are async context managers that yield one and leave nothing behind."""

    protocol: str | None
    """The negotiated version, told by the session; HTTP sends it along as a header."""

    reader: MessageReader
    """Reads what arrives, within the limits of the server."""

    async def send(self, message: Message) -> None:
        """Hand one message to the server; raises a ServerError that says why where that cannot be done."""

    async def receive(self) -> Message:
        """The server's next message; raises a ServerError when no more can come."""


# Parsing this much takes at most 0.1 s, which no other server notices.
_PARSED_HERE = 1024 * 1024
# The levels of a message around a tool, and those of a batch around a message, with some to spare.
_LEVELS_AROUND = 8


def encoded(message: Message) -> bytes:
    """Return a message as one line of ASCII, whatever texts and numbers of the server it repeats."""
    return json.dumps(message, separators=(",", ":")).encode("ascii")


class MessageReader:
    """Reads the messages of one server; its answers together may not exceed the limits of bytes and nodes."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._bytes = self._nodes = 0

    def restart(self) -> None:
        """Count answers from zero again, because those so far are no longer needed."""
        self._bytes = self._nodes = 0

    async def read(self, data: bytes) -> Message | None:
        """Return the message, or None where this is something else, such as a log line, even one in JSON."""
        if not data.startswith(b"{") or b'"jsonrpc"' not in data:
            return None
        value = await self._decoded(data)
        return value if isinstance(value, dict) and value.get("jsonrpc") == "2.0" else None

    async def read_all(self, data: bytes) -> list[Message]:
        """Return the one message of a text, or all of a batch (2025-03-26)."""
        text = data.strip()
        found = await self._decoded(text) if text.startswith(b"[") else [await self.read(text)]
        messages = [one for one in found if isinstance(one, dict)] if isinstance(found, list) else []
        if not isinstance(found, list) or len(messages) < len(found):
            raise ServerMisbehaved(f"its answer of {len(data)} bytes is no JSON-RPC message")
        return messages

    async def _decoded(self, data: bytes) -> Json:
        size = json_size(data, self._limits.nodes)
        refuse_too_large(size, self._limits, f"a message of {len(data)} bytes")
        try:
            value = json_text.decode(data) if len(data) <= _PARSED_HERE else await decode_in_worker(data)
        except ContractInvalid as error:
            raise ServerMisbehaved(
                f"a message of {len(data)} bytes cannot be trusted: {error.message}",
                where=error.where,
                hint="This is for the server's author: JSON that readers disagree on cannot be locked.",
            ) from None
        if not isinstance(value, dict) or "result" in value:
            self._count(size)
        return value

    def _count(self, size: JsonSize) -> None:
        self._bytes += size.bytes
        self._nodes += size.nodes
        if self._bytes > self._limits.bytes:
            raise SurfaceTooLarge(f"its answers together have more than {self._limits.bytes} bytes", limit="bytes")
        if self._nodes > self._limits.nodes:
            raise SurfaceTooLarge(
                f"its answers together have more than {self._limits.nodes} keys and values", limit="nodes"
            )


def refuse_too_large(size: JsonSize, limits: Limits, what: str, where: str = "") -> None:
    """Raise SurfaceTooLarge where a text is larger than the limits allow."""
    if size.bytes > limits.bytes:
        raise SurfaceTooLarge(f"{what} takes more than {2 * limits.bytes} bytes in memory", where=where, limit="bytes")
    if size.nodes > limits.nodes:
        raise SurfaceTooLarge(f"{what} has more than {limits.nodes} keys and values", where=where, limit="nodes")
    if size.depth > limits.depth + _LEVELS_AROUND:
        raise SurfaceTooLarge(
            f"{what} is nested {size.depth} levels deep; the limit is {limits.depth}", where=where, limit="depth"
        )


async def decode_in_worker(data: bytes) -> Json:
    """Decode as `json_text.decode` does, in a worker process that is killed when the caller is cancelled."""
    # The worker imports this module too, and does without.
    import asyncio

    worker = _started()
    try:
        return await asyncio.to_thread(_exchange, worker, data)
    finally:
        worker.kill()


def main() -> None:
    """Decode standard input and write the value, or the reason why it has none, to standard output."""
    value, refusal = None, None
    try:
        value = json_text.decode(sys.stdin.buffer.read())
    except ContractInvalid as error:
        refusal = error.message, error.where
    with os.fdopen(1, "wb") as pipe:
        marshal.dump((value, refusal), pipe)


def _started() -> subprocess.Popen[bytes]:
    import subprocess

    from govern.servers.spawning import SPAWN_OPTIONS, python_command

    pipe, command = subprocess.PIPE, python_command(__name__)
    try:
        return subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=subprocess.DEVNULL, **SPAWN_OPTIONS)  # noqa: S603
    except OSError as error:
        raise ServerError(f"govern could not start a process to read an answer: {error.strerror}") from None


def _exchange(worker: subprocess.Popen[bytes], data: bytes) -> Json:
    with worker:
        reply, _ = worker.communicate(data)
    if worker.returncode != 0:
        raise ServerError(f"the process that reads an answer of {len(data)} bytes ended with {worker.returncode}")
    value, refusal = marshal.loads(reply)  # noqa: S302 - written by our own worker
    if refusal:
        raise ContractInvalid(refusal[0], where=refusal[1])
    return value  # type: ignore[no-any-return]
