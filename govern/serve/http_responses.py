"""An HTTP response with the messages of one stream: its only message as JSON, or several as server-sent events."""

from __future__ import annotations

import asyncio
from contextlib import aclosing
from typing import TYPE_CHECKING, Final

from starlette.responses import Response

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Awaitable, Mapping

    from starlette.requests import Request
    from starlette.types import Receive, Send

    from govern.serve.http_streams import HttpSession, Stream

# A proxy may close a connection on which nothing is sent.
_PING_AFTER: Final = 15.0
_PING: Final = b": ping\n\n"
_EVENT_STREAM: Final = {
    "content-type": "text/event-stream",
    "cache-control": "no-cache, no-transform",
    "x-accel-buffering": "no",
}


class StreamResponse:
    """The response that carries a stream; `statuses` are the HTTP statuses of JSON-RPC error codes, by default 200."""

    def __init__(
        self,
        session: HttpSession,
        stream: Stream,
        request: Request,
        headers: Mapping[str, str],
        statuses: Mapping[int, int] | None = None,
    ) -> None:
        self._session = session
        self._stream = stream
        self._request = request
        self._headers = headers
        self._statuses = statuses or {}

    async def send(self, send: Send) -> None:
        """Send all messages: as JSON if the first is the response and comes soon."""
        await self._until_disconnected(self._send_all(send))

    async def listen(self, send: Send, at: int) -> None:
        """Send the messages from this number on as events, and the headers at once."""
        await self._until_disconnected(self._send_events(send, at))

    async def _until_disconnected(self, work: Awaitable[None]) -> None:
        sending = asyncio.ensure_future(work)
        leaving = asyncio.create_task(_disconnected(self._request.receive))
        self._stream.connected = True
        try:
            await asyncio.wait((sending, leaving), return_when=asyncio.FIRST_COMPLETED)
            if sending.done():
                sending.result()
                self._session.finish(self._stream)
        finally:
            self._stream.connected = False
            sending.cancel()
            leaving.cancel()
            await asyncio.gather(sending, leaving, return_exceptions=True)

    async def _send_all(self, send: Send) -> None:
        async with aclosing(_messages(self._stream, 0)) as messages:
            first = await anext(messages, None)
        if first is None or not self._stream.is_single:
            await self._send_events(send, 0)
            return
        error = (self._stream.last or {}).get("error")
        status = self._statuses.get(error["code"], 200) if isinstance(error, dict) and "code" in error else 200
        response = Response(first[1], status, self._headers, "application/json")
        await response(self._request.scope, self._request.receive, send)

    async def _send_events(self, send: Send, at: int) -> None:
        headers = [(name.encode(), value.encode()) for name, value in {**_EVENT_STREAM, **self._headers}.items()]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        async with aclosing(_messages(self._stream, at)) as messages:
            async for found in messages:
                event = self._event(*found) if found else _PING
                await send({"type": "http.response.body", "body": event, "more_body": True})
                if found:
                    self._stream.sent = found[0] + 1
        await send({"type": "http.response.body", "body": b"", "more_body": False})

    def _event(self, number: int, data: bytes) -> bytes:
        return b"id: %d-%d\nevent: message\ndata: %s\n\n" % (self._stream.number, number, data)


async def _messages(stream: Stream, at: int) -> AsyncGenerator[tuple[int, bytes] | None, None]:
    """Yield the messages from this number on, and None whenever there is none for a while."""
    while True:
        found = None
        try:
            async with asyncio.timeout(_PING_AFTER):
                found = await stream.get(at)
        except TimeoutError:
            yield None
            continue
        if found is None:
            return
        yield found
        at = found[0] + 1


async def _disconnected(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
