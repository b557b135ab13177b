"""Messages that arrive while we do something else, in order; what goes wrong on the way arrives like them."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any, Self

if TYPE_CHECKING:
    from collections.abc import Coroutine

    from govern.servers.messages import MessageReader
    from govern.servers.wire import Message

# Readers wait while this many messages are unread, so that a server that floods us fills no memory.
_UNREAD = 16


class Inbox:
    """A bounded queue, the reader of what goes into it, and the tasks that fill it; leaving it ends them all."""

    def __init__(self, reader: MessageReader) -> None:
        self.reader = reader
        self._queue: asyncio.Queue[Message | Exception] = asyncio.Queue(_UNREAD)
        self._readers: set[asyncio.Task[None]] = set()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        for reader in self._readers:
            reader.cancel()
        await asyncio.gather(*self._readers, return_exceptions=True)

    def read(self, source: Coroutine[Any, Any, None]) -> None:
        """Let `source` fill the inbox; should it fail, that is the last thing that comes from it."""
        reader = asyncio.create_task(self._until_done(source))
        self._readers.add(reader)
        reader.add_done_callback(self._readers.discard)

    async def put(self, message: Message) -> None:
        """Add one message, once there is room."""
        await self._queue.put(message)

    async def get(self) -> Message:
        """The oldest unread message; raises where a reader failed instead."""
        got = await self._queue.get()
        if isinstance(got, Exception):
            raise got
        return got

    async def _until_done(self, source: Coroutine[Any, Any, None]) -> None:
        try:
            await source
        except Exception as error:  # noqa: BLE001 - whoever waits for the answer must hear of it, whatever it is
            await self._queue.put(error)
