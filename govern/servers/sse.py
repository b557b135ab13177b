"""The older HTTP+SSE: one event stream brings everything, and names the URL that messages are posted to."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import TYPE_CHECKING, NoReturn

import httpx2

from govern.errors import ServerMisbehaved, ServerUnreachable
from govern.servers import http_errors
from govern.servers.event_stream import events
from govern.servers.http_client import origin
from govern.servers.messages import encoded

if TYPE_CHECKING:
    from govern.servers.http_client import HttpClient
    from govern.servers.inbox import Inbox
    from govern.servers.wire import Message


@dataclass(frozen=True, slots=True)
class OlderWay:
    """Where messages go while the stream brings the answers."""

    client: HttpClient
    url: httpx2.URL

    async def send(self, message: Message) -> None:
        """Post one message."""
        headers = {"Content-Type": "application/json"}
        async with self.client.call("POST", self.url, headers, encoded(message)) as response:
            if not response.is_success:
                raise http_errors.refused(self.client.target, response, await self.client.excerpt(response))


async def open_stream(client: HttpClient, inbox: Inbox, url: httpx2.URL) -> OlderWay:
    """Open the stream, which the inbox keeps reading, and learn where to post."""
    endpoint: asyncio.Future[httpx2.URL] = asyncio.get_running_loop().create_future()
    inbox.read(_read(client, inbox, url, endpoint))
    return OlderWay(client, await endpoint)


async def _read(client: HttpClient, inbox: Inbox, url: httpx2.URL, endpoint: asyncio.Future[httpx2.URL]) -> None:
    try:
        await _listen(client, inbox, url, endpoint)
    except Exception as error:
        if endpoint.done():
            raise
        endpoint.set_exception(error)


async def _listen(client: HttpClient, inbox: Inbox, url: httpx2.URL, endpoint: asyncio.Future[httpx2.URL]) -> NoReturn:
    target = client.target
    headers = {"Accept": "text/event-stream", "Cache-Control": "no-store"}
    async with client.patient().call("GET", url, headers) as response:
        if not response.is_success:
            raise http_errors.refused(target, response, await client.excerpt(response))
        if not response.headers.get("content-type", "").lower().startswith("text/event-stream"):
            raise http_errors.not_mcp(target, response, await client.excerpt(response))
        async for event in events(response.aiter_bytes(), target.limits.bytes):
            if event.kind == "endpoint" and not endpoint.done():
                endpoint.set_result(_endpoint(response.request.url, event.data))
            elif event.kind == "message":
                for message in await inbox.reader.read_all(event.data):
                    await inbox.put(message)
    raise ServerUnreachable("its event stream ended", hint="Its own log should hold the reason.")


def _endpoint(stream: httpx2.URL, data: bytes) -> httpx2.URL:
    try:
        url = stream.join(data.decode("ascii"))
    except (httpx2.InvalidURL, UnicodeDecodeError):
        raise ServerMisbehaved("the endpoint that its event stream names is no URL") from None
    if origin(url) != origin(stream) or url.userinfo not in (b"", stream.userinfo):
        raise ServerMisbehaved(
            f"its event stream wants messages posted to {http_errors.shown(url)}, which is another origin",
            hint="Nothing was sent there. If that is the server you mean, write its own URL in govern.toml.",
        )
    return url
