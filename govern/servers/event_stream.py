"""Server-sent events, read off the bytes as they come and never kept beyond a limit."""

from __future__ import annotations

import asyncio
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from govern.errors import SurfaceTooLarge

if TYPE_CHECKING:
    from collections.abc import AsyncIterable, AsyncIterator

# After so many lines other tasks have their turn, and time limits are heard.
_LINES_AT_ONCE = 1024
_LINE_END = re.compile(rb"\r\n|\n|\r")


@dataclass(frozen=True, slots=True)
class Event:
    """One event; `data` is every data line of it, joined by newlines."""

    kind: str
    data: bytes


async def events(chunks: AsyncIterable[bytes], limit: int) -> AsyncIterator[Event]:
    """The events of a stream that carry data. One cut off before its blank line is dropped, as the format has it."""
    kind, data, size = "message", list[bytes](), 0
    async for line in _lines(chunks, limit):
        field, _, value = line.partition(b":")
        if field == b"data":
            data.append(value.removeprefix(b" "))
            size += len(value) + 1
            _hold(size, limit)
        elif field == b"event":
            kind = value.removeprefix(b" ").decode("utf-8", "replace")
        elif not line:
            if any(data):
                yield Event(kind, b"\n".join(data))
            kind, data, size = "message", [], 0


async def _lines(chunks: AsyncIterable[bytes], limit: int) -> AsyncIterator[bytes]:
    pending = bytearray()
    after_return, at_start = False, True
    count = 0
    async for chunk in chunks:
        # A carriage return that ends one chunk and a newline that begins the next are one line end.
        text = chunk[1:] if after_return and chunk.startswith(b"\n") else chunk
        after_return = chunk.endswith(b"\r") if chunk else after_return
        first, *rest = _LINE_END.split(text)
        pending += first
        for following in rest:
            yield bytes(pending).removeprefix(b"\xef\xbb\xbf") if at_start else bytes(pending)
            pending, at_start = bytearray(following), False
            count += 1
            if count % _LINES_AT_ONCE == 0:
                await asyncio.sleep(0)
        _hold(len(pending), limit)


def _hold(size: int, limit: int) -> None:
    if size > limit:
        raise SurfaceTooLarge(f"one event of its stream has more than {limit} bytes", limit="bytes")
