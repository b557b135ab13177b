"""Server-sent events, and the older HTTP+SSE transport as a fallback or configured."""

import asyncio
import json
import time
from collections.abc import AsyncIterator
from typing import Any

import pytest

from govern.contract.surface import Surface
from govern.errors import ServerError, ServerMisbehaved, ServerUnreachable, SurfaceTooLarge
from govern.policy.server_settings import Limits, Transport
from govern.servers.sse import ServerSentEvent, parse_events
from tests.endpoints.raw import NOTHING, Handler, RawServer, Request, Writer, always, reply, result_for, serving, small
from tests.servers import over_http

HEADERS = {"Authorization": "Bearer s3cr3t"}
STREAM = b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n\r\n"


class OlderServer:
    """A server for one client: a stream on GET /sse, messages by POST to `endpoint`."""

    def __init__(self, endpoint: str = "/messages?s=1", refuses_with: str = "405 Method Not Allowed") -> None:
        self.endpoint = endpoint
        self.refuses_with = refuses_with
        self.answers: asyncio.Queue[bytes] = asyncio.Queue()

    async def __call__(self, request: Request, writer: Writer) -> None:
        if request.method == "GET":
            writer.write(STREAM + f"event: endpoint\r\ndata: {self.endpoint}\r\n\r\n".encode())
            await writer.drain()
            while True:
                writer.write(await self.answers.get())
                await writer.drain()
        elif request.path == "/sse":
            writer.write(reply(self.refuses_with, b"Cannot POST /sse"))
        else:
            writer.write(NOTHING)
            if "id" in request.message:
                text = json.dumps({"jsonrpc": "2.0", "id": request.message["id"], "result": result_for(request)})
                self.answers.put_nowait(f": ping\r\n\r\nevent: message\r\ndata: {text}\r\n\r\n".encode())


def see(handler: Handler, **options: Any) -> tuple[Surface, RawServer]:
    return over_http.see(handler, "/sse", headers=HEADERS, **options)


def fail(handler: Handler, kind: type[ServerError], **options: Any) -> ServerError:
    return over_http.fail(handler, kind, path="/sse", headers=HEADERS, **options)


@pytest.mark.parametrize("status", ["400 Bad Request", "404 Not Found", "405 Method Not Allowed"])
def test_sse_is_tried_after_a_rejected_post(status: str) -> None:
    surface, server = see(OlderServer(refuses_with=status))
    assert [tool.key for tool in surface.tools] == ["look"]
    assert [(request.method, request.path) for request in server.heard[:3]] == [
        ("POST", "/sse"),
        ("GET", "/sse"),
        ("POST", "/messages?s=1"),
    ]
    assert {request.headers["authorization"] for request in server.heard} == {"Bearer s3cr3t"}


def test_configured_sse_needs_no_post_first() -> None:
    surface, server = see(OlderServer(), transport="sse")
    assert surface.tools
    assert server.heard[0].method == "GET"


def test_sse_is_not_tried_with_configured_streamable_http() -> None:
    error = fail(OlderServer(), ServerUnreachable, transport="http")
    assert "405" in error.message


def test_without_any_transport_the_first_error_is_reported() -> None:
    error = fail(always(reply("404 Not Found", b"nothing")), ServerUnreachable)
    assert "404" in error.message
    assert "no MCP server at this URL: nothing" in error.message


def test_a_configured_sse_url_without_a_stream_is_an_error() -> None:
    error = fail(
        always(reply("200 OK", b"<title>Hi</title>", Content_Type="text/html")), ServerUnreachable, transport="sse"
    )
    assert "a web page instead of JSON-RPC: Hi" in error.message


def test_an_endpoint_on_the_same_origin_may_be_absolute() -> None:
    class Whole(OlderServer):
        async def __call__(self, request: Request, writer: Writer) -> None:
            self.endpoint = f"http://{request.headers['host']}/there"
            await super().__call__(request, writer)

    assert see(Whole())[0].tools


@pytest.mark.parametrize("transport", ["auto", "sse"])
@pytest.mark.parametrize("scheme", ["http:", ""])
def test_nothing_is_posted_to_another_origin(scheme: str, transport: Transport) -> None:
    async def run() -> tuple[ServerError, RawServer]:
        async with serving(small) as other, serving(OlderServer(f"{scheme}//127.0.0.1:{other.port}/take")) as server:
            with pytest.raises(ServerMisbehaved) as caught:
                await over_http.look(over_http.target(server.url("/sse"), transport=transport))
            return caught.value, other

    error, other = asyncio.run(run())
    assert other.heard == []
    assert f"127.0.0.1:{other.port}/take" in error.message
    assert "another origin" in error.message


@pytest.mark.parametrize("endpoint", ["http://[", "/m\u00fcll", "http://u:p@127.0.0.1/x"])
def test_an_invalid_endpoint_url_is_an_error(endpoint: str) -> None:
    fail(OlderServer(endpoint), ServerMisbehaved)


def test_a_stream_that_ends_is_an_error_at_once() -> None:
    class Ending(OlderServer):
        async def __call__(self, request: Request, writer: Writer) -> None:
            if request.method != "GET":
                return await super().__call__(request, writer)
            writer.write(STREAM + b"event: endpoint\ndata: /m\n\n")
            await writer.drain()
            await asyncio.sleep(0.05)
            return writer.close()

    started = time.monotonic()
    assert "ended its event stream" in fail(Ending(), ServerUnreachable).message
    assert time.monotonic() - started < 3


def test_a_stream_that_ends_before_naming_an_endpoint_is_an_error() -> None:
    assert (
        "ended its event stream"
        in fail(
            always(STREAM.replace(b"close\r\n", b"close\r\nContent-Length: 2\r\n") + b"\n\n"),
            ServerUnreachable,
            transport="sse",
        ).message
    )


def test_a_rejected_message_is_an_error() -> None:
    class Refusing(OlderServer):
        async def __call__(self, request: Request, writer: Writer) -> None:
            if request.path.startswith("/messages"):
                return writer.write(reply("403 Forbidden"))
            return await super().__call__(request, writer)

    assert "403" in fail(Refusing(), ServerUnreachable).message


def test_an_endless_event_is_stopped() -> None:
    async def handler(_request: Request, writer: Writer) -> None:
        writer.write(STREAM + b"data: ")
        while True:
            writer.write(b"x" * 100_000)
            await writer.drain()

    fail(handler, SurfaceTooLarge, transport="sse", limits=Limits(bytes=1_000_000))


async def in_pieces(data: bytes, size: int) -> AsyncIterator[bytes]:
    for start in range(0, len(data), size):
        yield data[start : start + size]


def read(data: bytes, size: int = 1 << 20, limit: int = 1 << 20) -> list[ServerSentEvent]:
    async def collect() -> list[ServerSentEvent]:
        return [event async for event in parse_events(in_pieces(data, size), limit)]

    return asyncio.run(collect())


EVENT_TEXT = b": hello\n\nid: 1\nevent: endpoint\ndata: /m\n\ndata: {\ndata:  }\ndata\n\nretry: 5\n\ndata: 2\n\n"
EVENTS = [
    ServerSentEvent("endpoint", b"/m", "1"),
    ServerSentEvent("message", b"{\n }\n"),
    ServerSentEvent("message", b"2", retry=0.005),
]


@pytest.mark.parametrize("line_end", [b"\n", b"\r\n", b"\r"])
@pytest.mark.parametrize("size", [1, 2, 3, 7, 1000])
def test_events_are_parsed_across_chunks_and_line_endings(line_end: bytes, size: int) -> None:
    assert read(EVENT_TEXT.replace(b"\n", line_end), size) == EVENTS


def test_a_byte_order_mark_is_not_part_of_a_field() -> None:
    assert read(b"\xef\xbb\xbfdata: 1\n\n") == [ServerSentEvent("message", b"1")]


def test_an_incomplete_event_is_dropped() -> None:
    assert read(b"data: 1\n\ndata: 2\n") == [ServerSentEvent("message", b"1")]


def test_only_three_separators_end_a_line() -> None:
    text = "data: a\u2028b\x0bc\x85\n\n"
    assert read(text.encode()) == [ServerSentEvent("message", "a\u2028b\x0bc\x85".encode())]


@pytest.mark.parametrize("flood", [b"data: " + b"x" * 200, b"data: xxxx\n" * 50, b":" + b"x" * 200])
def test_an_event_above_the_limit_is_an_error(flood: bytes) -> None:
    with pytest.raises(SurfaceTooLarge, match="100 bytes"):
        read(flood, size=10, limit=100)
