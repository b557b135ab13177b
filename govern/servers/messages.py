"""JSON-RPC messages out of bytes: measured before they are parsed, parsed strictly, and within a server's limits."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from govern.contract import json_text
from govern.contract.json_size import json_size
from govern.errors import ContractInvalid, ServerMisbehaved, SurfaceTooLarge
from govern.servers.decoding import decode_in_worker

if TYPE_CHECKING:
    from govern.contract.json_size import JsonSize
    from govern.contract.json_type import Json
    from govern.policy.settings import Limits
    from govern.servers.wire import Message

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
