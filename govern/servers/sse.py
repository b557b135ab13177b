"""Server-sent events, and the older HTTP+SSE transport.

In that transport one event stream brings every message, and names the URL to post messages to.
"""

from __future__ import annotations

import asyncio
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, NoReturn

import httpx2

from govern.errors import ServerMisbehaved, ServerUnreachable, SurfaceTooLarge
from govern.servers import http_errors
from govern.servers.http_client import origin
from govern.servers.http_headers import NAMED_BY
from govern.servers.messages import encode_message

if TYPE_CHECKING:
    from collections.abc import AsyncIterable, AsyncIterator

    from govern.servers.http import Inbox
    from govern.servers.http_client import HttpClient
    from govern.servers.messages import Message

# After this many lines the event loop runs other tasks and checks time limits.
_LINES_AT_ONCE = 1024
_RETRY = re.compile(rb" ?[0-9]{1,9}")
_LINE_END = re.compile(rb"\r\n|\n|\r")


@dataclass(frozen=True, slots=True)
class ServerSentEvent:
    """One event; `data` holds its data lines, joined by newlines. The stream can be resumed after `id`."""

    kind: str
    data: bytes
    id: str = ""
    retry: float | None = None


async def parse_events(chunks: AsyncIterable[bytes], limit: int) -> AsyncIterator[ServerSentEvent]:
    """Yield the events of a stream that carry data or an ID; one without its closing blank line is dropped."""
    kind, data, size, number, retry = "message", list[bytes](), 0, "", None
    async for line in _split_lines(chunks, limit):
        field, _, value = line.partition(b":")
        if field == b"data":
            data.append(value.removeprefix(b" "))
            size += len(value) + 1
            _require_below(size, limit)
        elif field == b"event":
            kind = value.removeprefix(b" ").decode("utf-8", "replace")
        elif field == b"id":
            number = value.removeprefix(b" ").decode("utf-8", "replace")
        elif field == b"retry" and _RETRY.fullmatch(value):
            retry = int(value) / 1000
        elif not line:
            if any(data) or number:
                yield ServerSentEvent(kind, b"\n".join(data), number, retry)
            kind, data, size, number = "message", [], 0, ""


async def _split_lines(chunks: AsyncIterable[bytes], limit: int) -> AsyncIterator[bytes]:
    pending = bytearray()
    after_return, at_start = False, True
    count = 0
    async for chunk in chunks:
        # A carriage return at the end of a chunk and a newline at the start of the next are one line end.
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
        _require_below(len(pending), limit)


def _require_below(size: int, limit: int) -> None:
    if size > limit:
        raise SurfaceTooLarge(f"one event of its stream is larger than {limit} bytes", limit="bytes")


@dataclass(frozen=True, slots=True)
class SseConnection:
    """An open HTTP+SSE connection: the URL to post messages to."""

    client: HttpClient
    url: httpx2.URL

    async def send(self, message: Message) -> None:
        """Post one message; its response arrives on the stream."""
        headers = {"Content-Type": "application/json"}
        client = self.client.once() if message.get("method") in NAMED_BY else self.client
        async with client.call("POST", self.url, headers, encode_message(message)) as response:
            if not response.is_success:
                raise http_errors.status_error(self.client.target, response, await self.client.excerpt(response))


async def open_stream(client: HttpClient, inbox: Inbox, url: httpx2.URL) -> SseConnection:
    """Open the event stream into the inbox, and return the connection once the stream has named its endpoint."""
    endpoint: asyncio.Future[httpx2.URL] = asyncio.get_running_loop().create_future()
    inbox.read_from(_read_stream(client, inbox, url, endpoint))
    return SseConnection(client, await endpoint)


async def _read_stream(client: HttpClient, inbox: Inbox, url: httpx2.URL, endpoint: asyncio.Future[httpx2.URL]) -> None:
    try:
        await _read_events(client, inbox, url, endpoint)
    except Exception as error:
        if endpoint.done():
            raise
        endpoint.set_exception(error)


async def _read_events(
    client: HttpClient, inbox: Inbox, url: httpx2.URL, endpoint: asyncio.Future[httpx2.URL]
) -> NoReturn:
    target = client.target
    headers = {"Accept": "text/event-stream", "Cache-Control": "no-store"}
    async with client.patient().call("GET", url, headers) as response:
        if not response.is_success:
            raise http_errors.status_error(target, response, await client.excerpt(response))
        if not response.headers.get("content-type", "").lower().startswith("text/event-stream"):
            raise http_errors.not_mcp_error(target, response, await client.excerpt(response))
        async for event in parse_events(response.aiter_bytes(), target.limits.bytes):
            if event.kind == "endpoint" and event.data and not endpoint.done():
                endpoint.set_result(_endpoint_url(response.request.url, event.data))
            elif event.kind == "message" and event.data:
                for message in await inbox.reader.read_all(event.data):
                    await inbox.put(message)
    raise ServerUnreachable("the server ended its event stream", hint=http_errors.CHECK_LOG)


def _endpoint_url(stream: httpx2.URL, data: bytes) -> httpx2.URL:
    try:
        url = stream.join(data.decode("ascii"))
    except (httpx2.InvalidURL, UnicodeDecodeError):
        raise ServerMisbehaved("the event stream names an endpoint that is not a valid URL") from None
    if origin(url) != origin(stream) or url.userinfo not in (b"", stream.userinfo):
        raise ServerMisbehaved(
            f"the event stream names the endpoint {http_errors.shown_url(url)}, which is another origin",
            hint="nothing was sent there; if that is the right server, set its own `url` in govern.toml",
        )
    return url
