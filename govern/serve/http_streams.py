"""The sessions of HTTP clients: each message of a session goes to the HTTP response that it belongs to."""

from __future__ import annotations

import asyncio
import secrets
from collections import deque
from contextlib import aclosing
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from starlette.responses import Response

from govern.serve.http_security import RequestRefused
from govern.servers.messages import CANCELLED, ErrorCode, encode_message, error_response

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Awaitable, Mapping

    from starlette.requests import Request
    from starlette.types import Receive, Send

    from govern.serve.session import GatewaySession
    from govern.servers.messages import Message


# Messages of a stream that a client may still ask for after its connection broke.
_KEPT_MESSAGES: Final = 1_000
_KEPT_STREAMS: Final = 32
_UNASKED: Final = 0
_REQUEST_CANCELLED: Final = -32800

RequestId = str | int


@dataclass(slots=True)
class Stream:
    """The messages of one HTTP response, numbered from 0. It is done after the response to its request.

    `limit` is the number of bytes above which the oldest messages are dropped.
    """

    number: int
    limit: int
    request_id: RequestId | None = None
    done: bool = False
    sent: int = 0
    connected: bool = False
    last: Message | None = None
    size: int = 0
    _first: int = 0
    _messages: deque[bytes] = field(default_factory=deque)
    _news: asyncio.Event = field(default_factory=asyncio.Event)

    def put(self, data: bytes) -> None:
        """Add a message; the oldest of too many are dropped."""
        self._messages.append(data)
        self.size += len(data)
        while len(self._messages) > _KEPT_MESSAGES or self.size > max(self.limit, len(data)):
            self.size -= len(self._messages.popleft())
            self._first += 1
        self._news.set()

    def end(self, message: Message | None = None, data: bytes | None = None) -> None:
        """Add the response, if there is one, and end the stream."""
        self.done, self.last = True, message
        if data is not None:
            self.put(data)
        self._news.set()

    async def get(self, at: int) -> tuple[int, bytes] | None:
        """Return the message of this number, or the next one kept, once it is there; None after the last."""
        while at >= self._first + len(self._messages):
            if self.done:
                return None
            self._news.clear()
            await self._news.wait()
        at = max(at, self._first)
        return at, self._messages[at - self._first]

    @property
    def is_single(self) -> bool:
        """Return whether the response is the only message."""
        return self.done and self._first == 0 and len(self._messages) == 1


class HttpSession:
    """One client's session, which the gateway's session sends through; `owner` and `server` are fixed for its life."""

    def __init__(self, owner: str, server: str | None, answer_bytes: int) -> None:
        self.id = secrets.token_urlsafe(32)
        self.owner = owner
        self.server = server
        self.used = asyncio.get_running_loop().time()
        self.gateway_session: GatewaySession | None = None
        self._answer_bytes = answer_bytes
        self._streams = {_UNASKED: Stream(_UNASKED, answer_bytes)}
        self._by_request: dict[RequestId, Stream] = {}
        self._by_token: dict[RequestId, Stream] = {}
        self._numbered = 0

    @property
    def is_busy(self) -> bool:
        """Return whether a request is under way, or a client listens."""
        return bool(self._by_request) or any(stream.connected for stream in self._streams.values())

    async def receive(self, message: Message) -> None:
        """Pass a message of the client on."""
        if self.gateway_session is None:
            raise RequestRefused(404, "the session has ended")
        await self.gateway_session.handle(message)
        if message.get("method") == CANCELLED and isinstance(message.get("params"), dict):
            stream = self._by_request.get(message["params"].get("requestId"))
            if stream is not None:
                await self.deliver(error_response(stream.request_id, _REQUEST_CANCELLED, "request cancelled"))

    def expect(self, request: Message) -> Stream:
        """Return a stream for the response to a request, and for what belongs to it."""
        if request["id"] in self._by_request:
            raise RequestRefused(400, "a request with this id is in progress")
        self._numbered += 1
        stream = Stream(self._numbered, self._answer_bytes, request["id"], connected=True)
        self._streams[stream.number] = self._by_request[request["id"]] = stream
        token = _progress_token(request, ("_meta", "progressToken"))
        if token is not None:
            self._by_token[token] = stream
        return stream

    async def deliver(self, message: Message) -> None:
        """Put a message of the gateway into its stream. A response that nobody waits for is dropped."""
        data = encode_message(message)
        if "method" in message:
            self._stream_of(message).put(data)
            return
        stream = self._by_request.pop(message.get("id", ""), None)
        if stream is None:
            return
        if len(data) > self._answer_bytes:
            text = f"the answer of {len(data)} bytes is larger than the limit of {self._answer_bytes}"
            message = error_response(stream.request_id, ErrorCode.INTERNAL_ERROR, text)
            data = encode_message(message)
        self._by_token = {token: other for token, other in self._by_token.items() if other is not stream}
        stream.end(message, data)
        self._forget_broken()

    def listen(self, last_event: str | None) -> tuple[Stream, int]:
        """Return the stream that a client listens to, and the number of the next message that it has not received."""
        if last_event is None:
            stream = self._streams[_UNASKED]
            if stream.connected:
                raise RequestRefused(409, "the session already has an open stream")
            return stream, stream.sent
        number, _, at = last_event.partition("-")
        found = self._streams.get(int(number)) if number.isdecimal() and at.isdecimal() else None
        if found is None:
            raise RequestRefused(404, "no stream has this event")
        return found, int(at) + 1

    def finish(self, stream: Stream) -> None:
        """Forget a stream whose messages the client has received."""
        if stream.number != _UNASKED:
            self._streams.pop(stream.number, None)

    async def close(self) -> None:
        """End the session and all its streams."""
        session, self.gateway_session = self.gateway_session, None
        for request_id in list(self._by_request):
            await self.deliver(error_response(request_id, ErrorCode.INTERNAL_ERROR, "the session has ended"))
        for stream in self._streams.values():
            stream.end(stream.last)
        if session is not None:
            await session.close()

    def _stream_of(self, message: Message) -> Stream:
        """Return the stream for a request or notification of a server.

        Only progress names its request. A server that asks something usually does so while it works on a call: if
        there is just one, it belongs there; otherwise to the stream of what nobody asked for, if a client listens.
        """
        stream = self._by_token.get(_progress_token(message, ("progressToken",)) or "")
        if stream is not None:
            return stream
        unasked = self._streams[_UNASKED]
        under_way = list(self._by_request.values())
        if len(under_way) == 1 or (under_way and not unasked.connected):
            return under_way[-1]
        return unasked

    def _forget_broken(self) -> None:
        """Forget the oldest of too many finished streams whose connection broke before their end."""
        broken = [stream for stream in self._streams.values() if stream.done and not stream.connected]
        while len(broken) > _KEPT_STREAMS or sum(stream.size for stream in broken) > self._answer_bytes:
            del self._streams[broken.pop(0).number]


def _progress_token(message: Message, path: tuple[str, ...]) -> RequestId | None:
    value = message.get("params")
    for key in path:
        value = value.get(key) if isinstance(value, dict) else None
    return value if isinstance(value, str | int) else None


# A proxy may close a connection on which nothing is sent.
_PING_AFTER: Final = 15.0
_PING: Final = b": ping\n\n"
_EVENT_STREAM: Final = {
    "content-type": "text/event-stream",
    "cache-control": "no-cache, no-transform",
    "x-accel-buffering": "no",
}


@dataclass(frozen=True, slots=True)
class StreamResponse:
    """The response that carries a stream; `statuses` are the HTTP statuses of JSON-RPC error codes, by default 200."""

    session: HttpSession
    stream: Stream
    request: Request
    headers: Mapping[str, str]
    statuses: Mapping[int, int] = field(default_factory=dict)

    async def send(self, send: Send) -> None:
        """Send all messages: as JSON if the first is the response and comes soon."""
        await self._until_disconnected(self._send_all(send))

    async def listen(self, send: Send, at: int) -> None:
        """Send the messages from this number on as events, and the headers at once."""
        await self._until_disconnected(self._send_events(send, at))

    async def _until_disconnected(self, work: Awaitable[None]) -> None:
        sending = asyncio.ensure_future(work)
        leaving = asyncio.create_task(_disconnected(self.request.receive))
        self.stream.connected = True
        try:
            await asyncio.wait((sending, leaving), return_when=asyncio.FIRST_COMPLETED)
            if sending.done():
                sending.result()
                self.session.finish(self.stream)
        finally:
            self.stream.connected = False
            sending.cancel()
            leaving.cancel()
            await asyncio.gather(sending, leaving, return_exceptions=True)

    async def _send_all(self, send: Send) -> None:
        async with aclosing(_messages(self.stream, 0)) as messages:
            first = await anext(messages, None)
        if first is None or not self.stream.is_single:
            await self._send_events(send, 0)
            return
        error = (self.stream.last or {}).get("error")
        code = error.get("code") if isinstance(error, dict) else None
        status = self.statuses.get(code, 200) if isinstance(code, int) else 200
        response = Response(first[1], status, self.headers, "application/json")
        await response(self.request.scope, self.request.receive, send)

    async def _send_events(self, send: Send, at: int) -> None:
        headers = [(name.encode(), value.encode()) for name, value in {**_EVENT_STREAM, **self.headers}.items()]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        async with aclosing(_messages(self.stream, at)) as messages:
            async for found in messages:
                event = self._event(*found) if found else _PING
                await send({"type": "http.response.body", "body": event, "more_body": True})
                if found:
                    self.stream.sent = found[0] + 1
        await send({"type": "http.response.body", "body": b"", "more_body": False})

    def _event(self, number: int, data: bytes) -> bytes:
        return b"id: %d-%d\nevent: message\ndata: %s\n\n" % (self.stream.number, number, data)


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
