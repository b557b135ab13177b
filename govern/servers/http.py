"""Servers behind a URL: streamable HTTP, or the older HTTP+SSE where that is what answers."""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager, suppress
from typing import TYPE_CHECKING, Any, Self, cast

import httpx2

from govern.errors import ServerError, ServerMisbehaved, ServerUnreachable
from govern.servers import http_errors
from govern.servers.http_client import endpoint_url, open_client
from govern.servers.messages import STREAM_ENDED, MessageReader, encoded
from govern.servers.sse import open_stream, parse_events

if TYPE_CHECKING:
    from collections.abc import AsyncIterable, AsyncIterator, Coroutine

    from govern.policy.target import Endpoint, Target
    from govern.servers.http_client import HttpClient
    from govern.servers.messages import Message, Wire
    from govern.servers.sse import SseConnection

# The protocol wants GET tried where a POST of `initialize` gets one of these.
_PERHAPS_OLDER = {400, 404, 405}
_NAMES_ITS_METHOD = "2026-07-28"
_NOT_LET_IN, _SERVER_ERROR = {401, 403}, 500
_GOODBYE, _OFFERED = 1.0, 5.0
_LISTEN = "subscriptions/listen"


@asynccontextmanager
async def open_endpoint(target: Target) -> AsyncIterator[Wire]:
    """A wire to the target's URL; leaves no request, session or socket behind."""
    url = endpoint_url(target)
    async with open_client(target) as client, Inbox(MessageReader(target.limits)) as inbox:
        wire = EndpointWire(client, inbox, url)
        if cast("Endpoint", target.how).transport == "sse":
            wire.older = await open_stream(client, inbox, url)
        try:
            yield wire
        finally:
            await wire.end_session()


class EndpointWire:
    """JSON-RPC where every message is a POST, and the answer to a request is that POST's answer."""

    def __init__(self, client: HttpClient, inbox: Inbox, url: httpx2.URL) -> None:
        self.protocol: str | None = None
        self.older: SseConnection | None = None
        self.reader = inbox.reader
        self._client = client
        self._inbox = inbox
        self._url = url
        self._session = ""
        self._answered = False

    async def send(self, message: Message) -> None:
        """Post a message; the answer to a request is read while others are sent."""
        if self.older is not None:
            await self.older.send(message)
        elif "method" in message and "id" in message:
            self._inbox.read(self._subscribe(message) if message["method"] == _LISTEN else self._ask(message))
        else:
            await self._tell(message)

    async def receive(self) -> Message:
        """The server's next message."""
        return await self._inbox.get()

    async def listen(self) -> bool:
        """Open the stream for what the server tells unasked; whether it has one. The older way has always had it."""
        if self.older is not None:
            return True
        offered: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self._inbox.read(self._overhear(offered))
        done, _ = await asyncio.wait([offered], timeout=_OFFERED)
        # One that says nothing yet may say something later; until then its lists are what counts.
        return offered.result() if done else True

    async def end_session(self) -> None:
        """Tell the server that its session can go; it may as well not hear it."""
        if self._session:
            with suppress(ServerError, TimeoutError):
                async with asyncio.timeout(_GOODBYE), self._client.call("DELETE", self._url, self._headers({})):
                    pass

    async def _tell(self, message: Message) -> None:
        """A message without an answer. A server that refuses it may still answer what follows, and only that tells."""
        async with self._client.call("POST", self._url, self._headers(message), encoded(message)) as response:
            if response.status_code in _NOT_LET_IN:
                raise http_errors.status_error(self._client.target, response, b"")

    async def _overhear(self, offered: asyncio.Future[bool]) -> None:
        with suppress(ServerError):
            async with self._client.patient().call("GET", self._url, self._headers({})) as response:
                kind = response.headers.get("content-type", "").lower()
                offered.set_result(response.is_success and kind.startswith("text/event-stream"))
                if offered.result():
                    await self._take_in_news(response)
        if offered.done():
            await self._inbox.put({"jsonrpc": "2.0", "method": STREAM_ENDED})
        else:
            offered.set_result(False)

    async def _take_in_news(self, response: httpx2.Response) -> None:
        async for message in _told(response.aiter_bytes(), self.reader, self._client.target.limits.bytes):
            await self._inbox.put(message)

    async def _subscribe(self, message: Message) -> None:
        try:
            await self._ask(message)
        except ServerError:
            await self._inbox.put({"jsonrpc": "2.0", "method": STREAM_ENDED})

    async def _ask(self, message: Message) -> None:
        client = self._client.patient() if message["method"] == _LISTEN else self._client
        async with client.call("POST", self._url, self._headers(message), encoded(message)) as response:
            self._url = response.request.url
            if response.is_success:
                self._answered = True
                self._keep_session(response)
                return await self._take_in(response, message)
            body = await self._client.excerpt(response)
            if error := await self._told_error(response, body, message):
                self._answered = True
                return await self._inbox.put(error)
            refused = http_errors.status_error(self._client.target, response, body)
        if self._may_be_older(response.status_code):
            return await self._ask_the_older_way(message, refused)
        raise self._session_lost(response) or refused

    async def _take_in(self, response: httpx2.Response, message: Message) -> None:
        kind = response.headers.get("content-type", "").lower()
        if kind.startswith("text/event-stream"):
            return await self._take_in_stream(response, message)
        body = await self._client.whole(response)
        if not body and response.status_code != httpx2.codes.OK:
            raise self._unanswered(
                f"it accepts {message['method']} with HTTP {response.status_code}, but answers nothing"
            )
        if "json" not in kind and not body.lstrip().startswith((b"{", b"[")):
            raise http_errors.not_mcp_error(self._client.target, response, body)
        for answer in await self.reader.read_all(body):
            await self._inbox.put(_addressed(answer, message))
        return None

    async def _take_in_stream(self, response: httpx2.Response, message: Message) -> None:
        # News may come for days; only an answer has to fit into the limit as a whole.
        parts = response.aiter_bytes() if message["method"] == _LISTEN else self._client.chunks(response)
        async for told in _told(parts, self.reader, self._client.target.limits.bytes):
            answer = _addressed(told, message)
            await self._inbox.put(answer)
            if str(answer.get("id")) == str(message["id"]) and "method" not in answer:
                return
        raise self._unanswered(f"its event stream ended before {message['method']} was answered")

    async def _told_error(self, response: httpx2.Response, body: bytes, message: Message) -> Message | None:
        """The JSON-RPC error in an answer that HTTP, too, calls a client's error: it says more than the status."""
        if response.status_code in _NOT_LET_IN or response.status_code >= _SERVER_ERROR:
            return None
        try:
            answers = await self.reader.read_all(body)
        except ServerError:
            return None
        told = answers[0] if len(answers) == 1 else {}
        return _addressed(told, message) if isinstance(told.get("error"), dict) and "jsonrpc" in told else None

    def _may_be_older(self, status: int) -> bool:
        transport = cast("Endpoint", self._client.target.how).transport
        return transport == "auto" and not self._answered and status in _PERHAPS_OLDER

    async def _ask_the_older_way(self, message: Message, refused: ServerError) -> None:
        try:
            self.older = await open_stream(self._client, self._inbox, self._url)
        except ServerUnreachable:
            raise refused from None
        await self.older.send(message)

    def _session_lost(self, response: httpx2.Response) -> ServerError | None:
        lost = self._session and response.status_code == httpx2.codes.NOT_FOUND
        return self._unanswered("it ended our session before everything was listed") if lost else None

    def _keep_session(self, response: httpx2.Response) -> None:
        session = response.headers.get("mcp-session-id", "")
        if not (session.isascii() and session.isprintable()):
            raise self._unanswered("its Mcp-Session-Id holds characters that headers cannot carry")
        self._session = session or self._session

    def _headers(self, message: Message) -> dict[str, str]:
        headers = {"Accept": "application/json, text/event-stream", "Content-Type": "application/json"}
        if self._session:
            headers["Mcp-Session-Id"] = self._session
        if self.protocol and message.get("method") != "initialize":
            headers["MCP-Protocol-Version"] = self.protocol
            # Mcp-Name, for calls, reads and gets, is left out: none of them is ever sent from here.
            if self.protocol >= _NAMES_ITS_METHOD and "method" in message:
                headers["Mcp-Method"] = message["method"]
        return headers

    def _unanswered(self, why: str) -> ServerError:
        return ServerMisbehaved(why)


async def _told(parts: AsyncIterable[bytes], reader: MessageReader, limit: int) -> AsyncIterator[Message]:
    """The messages of an event stream; events by another name, such as pings, are none."""
    async for event in parse_events(parts, limit):
        if event.kind == "message":
            for message in await reader.read_all(event.data):
                yield message


def _addressed(answer: Message, message: Message) -> Message:
    """An error that names no request can only be about the one it answers."""
    return {**answer, "id": message["id"]} if "error" in answer and answer.get("id") is None else answer


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
