"""The HTTP transports: streamable HTTP, with a fallback to the older HTTP+SSE."""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Self, cast

import httpx2

from govern.errors import ServerError, ServerMisbehaved, ServerUnreachable, SessionEnded
from govern.servers import http_errors
from govern.servers.http_client import endpoint_url, open_client
from govern.servers.http_headers import NAMED_BY, argument_headers, encode_value
from govern.servers.messages import CANCELLED, LISTEN, STREAM_ENDED, MessageReader, StreamMessage, encode_message
from govern.servers.sse import open_stream, parse_events

if TYPE_CHECKING:
    from collections.abc import AsyncIterable, AsyncIterator, Coroutine, Mapping

    from govern.policy.target import Endpoint, Target
    from govern.servers.http_client import HttpClient
    from govern.servers.http_headers import Repeated
    from govern.servers.messages import Message, Wire
    from govern.servers.sse import ServerSentEvent, SseConnection

# The protocol requires a GET (HTTP+SSE) after one of these responses to a POST of `initialize`.
_FALLBACK_STATUS = {400, 404, 405}
# From this version on a header repeats the method.
_METHOD_HEADER_SINCE = "2026-07-28"
_AUTHENTICATION_STATUS, _SERVER_ERROR = {401, 403}, 500
_SHORTEST_RETRY, _LONGEST_RETRY = 0.1, 30.0
_DELETE_TIMEOUT, _STREAM_TIMEOUT, _ENDING = 1.0, 5.0, 1.0
# A call, a read and a subscription may be silent for long; their caller limits their time.
_PATIENT = {LISTEN, "tasks/result", *NAMED_BY}
# Readers wait while this many messages are unread, so that a flood does not fill the memory.
_MAX_UNREAD = 16


@asynccontextmanager
async def open_endpoint(target: Target, login: httpx2.Auth | None = None) -> AsyncIterator[Wire]:
    """Yield a wire to the target's URL; leave no request, session or socket open. `login` replaces a stored login."""
    url = endpoint_url(target)
    async with open_client(target, login) as client, Inbox(MessageReader(target.limits)) as inbox:
        wire = EndpointWire(client, inbox, url)
        if cast("Endpoint", target.how).transport == "sse":
            wire.sse = await open_stream(client, inbox, url)
        try:
            yield wire
        finally:
            await wire.end_session()


class EndpointWire:
    """A wire that posts every message; the response to a request is the response to its POST."""

    def __init__(self, client: HttpClient, inbox: Inbox, url: httpx2.URL) -> None:
        self.protocol: str | None = None
        self.sse: SseConnection | None = None
        self.reader = inbox.reader
        self._client = client
        self._inbox = inbox
        self._url = url
        self._session = ""
        self._answered = False
        self._requests: dict[object, asyncio.Task[None]] = {}
        # The arguments that headers repeat, by tool.
        self.repeated: Mapping[str, Repeated] = {}

    async def send(self, message: Message) -> None:
        """Post a message; responses are read in the background."""
        if self.sse is not None:
            await self.sse.send(message)
        elif "method" in message and "id" in message:
            reading = self._subscribe(message) if message["method"] == LISTEN else self._request(message)
            number = message["id"]
            self._requests[number] = reader = self._inbox.read_from(reading, number)
            reader.add_done_callback(lambda _: self._requests.pop(number, None))
        else:
            await self._notify(message)

    async def receive(self) -> Message:
        """Return the next message."""
        return await self._inbox.get()

    async def listen(self) -> bool:
        """Open the stream for notifications, and return whether the server has one; HTTP+SSE always does."""
        if self.sse is not None:
            return True
        offered: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self._inbox.read_from(self._read_notifications(offered))
        done, _ = await asyncio.wait([offered], timeout=_STREAM_TIMEOUT)
        # A server that has not responded yet may do so later.
        return offered.result() if done else True

    async def end_session(self) -> None:
        """Ask the server to delete the session; a failure is ignored."""
        if self._session:
            with suppress(ServerError, TimeoutError):
                async with asyncio.timeout(_DELETE_TIMEOUT), self._client.call("DELETE", self._url, self._headers({})):
                    pass

    async def _notify(self, message: Message) -> None:
        """Post a notification; only rejected credentials are an error, since later requests may still succeed.

        A cancelled request is no longer read, which is all that the stateless protocol needs.
        """
        if message.get("method") == CANCELLED:
            if reader := self._requests.get(message["params"].get("requestId")):
                reader.cancel()
            if self._names_methods:
                return
        async with self._client.call("POST", self._url, self._headers(message), encode_message(message)) as response:
            if response.status_code in _AUTHENTICATION_STATUS:
                raise http_errors.status_error(self._client.target, response, b"")
            if response.headers.get("content-length") == "0":
                # Only a response that was read to its end leaves its connection to the next request.
                await response.aread()

    async def _read_notifications(self, offered: asyncio.Future[bool]) -> None:
        with suppress(ServerError):
            async with self._client.patient().call("GET", self._url, self._headers({})) as response:
                kind = response.headers.get("content-type", "").lower()
                offered.set_result(response.is_success and kind.startswith("text/event-stream"))
                if offered.result():
                    async for message in self._messages_in(response.aiter_bytes()):
                        await self._inbox.put(message)
        if offered.done():
            await self._inbox.put({"jsonrpc": "2.0", "method": STREAM_ENDED})
        else:
            offered.set_result(False)

    async def _subscribe(self, message: Message) -> None:
        try:
            await self._request(message)
        except ServerError:
            await self._inbox.put({"jsonrpc": "2.0", "method": STREAM_ENDED})

    async def _request(self, message: Message) -> None:
        client = self._client.once() if message["method"] in _PATIENT else self._client
        async with client.call("POST", self._url, self._headers(message), encode_message(message)) as response:
            self._url = response.request.url
            if response.is_success:
                self._answered = True
                self._keep_session(response)
                answers = await self._read_response(response, message)
                refused = None
            else:
                answers, refused = await self._read_refusal(response, message)
        if refused is not None and self._may_fall_back(response.status_code):
            return await self._fall_back_to_sse(message, refused)
        if refused is not None:
            raise refused
        # Only now, so that the next request finds this connection free.
        for answer in answers:
            await self._inbox.put(answer)
        return None

    async def _read_refusal(
        self, response: httpx2.Response, message: Message
    ) -> tuple[list[Message], ServerError | None]:
        """Return the JSON-RPC error in a response that is not a success, or else the error for its status."""
        body = await self._client.excerpt(response)
        if self._session and response.status_code == httpx2.codes.NOT_FOUND:
            raise SessionEnded("the server ended the session")
        if error := await self._json_rpc_error(response, body, message):
            self._answered = True
            return [error], None
        return [], http_errors.status_error(self._client.target, response, body)

    async def _read_response(self, response: httpx2.Response, message: Message) -> list[Message]:
        """Return the messages of a response; those of an event stream are in the inbox already."""
        kind = response.headers.get("content-type", "").lower()
        if kind.startswith("text/event-stream"):
            await self._read_response_stream(response, message)
            return []
        body = await self._client.whole(response)
        if not body and response.status_code != httpx2.codes.OK:
            raise ServerMisbehaved(f"HTTP {response.status_code} without a response to {message['method']}")
        if "json" not in kind and not body.lstrip().startswith((b"{", b"[")):
            raise http_errors.not_mcp_error(self._client.target, response, body)
        return [_with_id(answer, message) for answer in await self.reader.read_all(body)]

    async def _read_response_stream(self, response: httpx2.Response, message: Message) -> None:
        place, ended = _Place(), f"the event stream ended before the response to {message['method']}"
        has_response = await self._has_response(response, message, place)
        while not has_response:
            if not place.id or self._names_methods:
                raise ServerMisbehaved(ended)
            await asyncio.sleep(place.retry)
            headers = self._headers({}) | {"Last-Event-ID": place.id}
            async with self._client.patient().call("GET", self._url, headers) as resumed:
                if not resumed.is_success:
                    raise ServerMisbehaved(f"{ended}, and cannot be resumed: HTTP {resumed.status_code}")
                has_response = await self._has_response(resumed, message, place)

    async def _has_response(self, response: httpx2.Response, message: Message, place: _Place) -> bool:
        """Read a stream up to the response to a message, and return whether it has one."""
        # Notifications may arrive for days; only a response is limited as a whole.
        parts = response.aiter_bytes() if message["method"] == LISTEN else self._client.chunks(response)
        async for received in self._messages_in(parts, place):
            answer = _with_id(received, message)
            await self._inbox.put(StreamMessage(answer, message["id"]) if "method" in answer else answer)
            if str(answer.get("id")) == str(message["id"]) and "method" not in answer:
                await _read_to_the_end(parts)
                return True
        return False

    async def _messages_in(self, parts: AsyncIterable[bytes], place: _Place | None = None) -> AsyncIterator[Message]:
        """Yield the messages of an event stream, skipping events of other kinds such as pings."""
        async for event in parse_events(parts, self._client.target.limits.bytes):
            if place:
                place.passed(event)
            if event.kind == "message" and event.data:
                for message in await self.reader.read_all(event.data):
                    yield message

    async def _json_rpc_error(self, response: httpx2.Response, body: bytes, message: Message) -> Message | None:
        """Return the JSON-RPC error in the body of a 4xx response, which is more specific than the status."""
        if response.status_code in _AUTHENTICATION_STATUS or response.status_code >= _SERVER_ERROR:
            return None
        try:
            answers = await self.reader.read_all(body)
        except ServerError:
            return None
        found = answers[0] if len(answers) == 1 else {}
        return _with_id(found, message) if isinstance(found.get("error"), dict) and "jsonrpc" in found else None

    def _may_fall_back(self, status: int) -> bool:
        transport = cast("Endpoint", self._client.target.how).transport
        return transport == "auto" and not self._answered and status in _FALLBACK_STATUS

    async def _fall_back_to_sse(self, message: Message, refused: ServerError) -> None:
        try:
            self.sse = await open_stream(self._client, self._inbox, self._url)
        except ServerUnreachable:
            raise refused from None
        await self.sse.send(message)

    def _keep_session(self, response: httpx2.Response) -> None:
        session = response.headers.get("mcp-session-id", "")
        if not (session.isascii() and session.isprintable()):
            raise ServerMisbehaved("its Mcp-Session-Id has characters that are not allowed in a header")
        self._session = session or self._session

    def _headers(self, message: Message) -> dict[str, str]:
        headers = {"Accept": "application/json, text/event-stream", "Content-Type": "application/json"}
        if self._session:
            headers["Mcp-Session-Id"] = self._session
        if self.protocol and message.get("method") != "initialize":
            headers["MCP-Protocol-Version"] = self.protocol
            if self._names_methods and "method" in message:
                headers |= self._method_headers(message)
        return headers

    def _method_headers(self, message: Message) -> dict[str, str]:
        method, params = message["method"], message.get("params", {})
        named = params.get(NAMED_BY.get(method))
        if not isinstance(named, str):
            return {"Mcp-Method": method}
        repeated = self.repeated.get(named, {}) if method == "tools/call" else {}
        arguments = argument_headers(repeated, params.get("arguments"))
        return {"Mcp-Method": method, "Mcp-Name": encode_value(named), **arguments}

    @property
    def _names_methods(self) -> bool:
        return bool(self.protocol and self.protocol >= _METHOD_HEADER_SINCE)


async def _read_to_the_end(parts: AsyncIterable[bytes]) -> None:
    """Read what is left of a stream that is about to end, as its connection can only be used again after that."""
    with suppress(TimeoutError, ServerError, httpx2.HTTPError):
        async with asyncio.timeout(_ENDING):
            async for _ in parts:
                pass


@dataclass(slots=True)
class _Place:
    """The event after which an ended stream can be resumed, and the seconds to wait before that."""

    id: str = ""
    retry: float = 1.0

    def passed(self, event: ServerSentEvent) -> None:
        """Take the ID of an event, if a header can hold it, and its time."""
        if event.id.isascii() and event.id.isprintable():
            self.id = event.id or self.id
        if event.retry is not None:
            self.retry = min(max(event.retry, _SHORTEST_RETRY), _LONGEST_RETRY)


def _with_id(answer: Message, message: Message) -> Message:
    """Return an error response with the id of its request, if it has none."""
    return {**answer, "id": message["id"]} if "error" in answer and answer.get("id") is None else answer


class Inbox:
    """A bounded queue of messages and the tasks that fill it, which end with the context manager."""

    def __init__(self, reader: MessageReader) -> None:
        self.reader = reader
        self._queue: asyncio.Queue[Message | Exception] = asyncio.Queue(_MAX_UNREAD)
        self._readers: set[asyncio.Task[None]] = set()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        for reader in self._readers:
            reader.cancel()
        await asyncio.gather(*self._readers, return_exceptions=True)

    def read_from(self, source: Coroutine[Any, Any, None], request: object = None) -> asyncio.Task[None]:
        """Run `source`, which puts messages into the inbox; if it fails, `get` raises its error.

        `request` is the id of the request that the source answers, if any.
        """
        reader = asyncio.create_task(self._run(source, request))
        self._readers.add(reader)
        reader.add_done_callback(self._readers.discard)
        return reader

    async def put(self, message: Message) -> None:
        """Add a message, waiting until there is room."""
        await self._queue.put(message)

    async def get(self) -> Message:
        """Return the oldest unread message, or raise the error of a reader that failed."""
        got = await self._queue.get()
        if isinstance(got, Exception):
            raise got
        return got

    async def _run(self, source: Coroutine[Any, Any, None], request: object) -> None:
        try:
            await source
        except Exception as error:  # noqa: BLE001 - `get` raises it
            if isinstance(error, ServerError):
                error.request = request
            await self._queue.put(error)
