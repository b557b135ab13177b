"""Streamable HTTP with servers that respond well or badly."""

import asyncio
import json
import time

import pytest

from govern.errors import ServerMisbehaved
from tests.endpoints.raw import HELLO, NOTHING, Request, Writer, always, answer, reply, result_for, small
from tests.servers.over_http import fail, see


def test_sends_the_required_headers_and_deletes_the_session() -> None:
    async def handler(request: Request, writer: Writer) -> None:
        if "id" not in request.message:
            writer.write(NOTHING)
        else:
            writer.write(answer(request, result_for(request), Mcp_Session_Id="abc-1"))

    surface, server = see(handler, headers={"X-Api-Key": "k"})
    assert [tool.key for tool in surface.tools] == ["look"]
    assert [(request.method, request.message.get("method")) for request in server.heard] == [
        ("POST", "initialize"),
        ("POST", "notifications/initialized"),
        ("POST", "tools/list"),
        ("DELETE", None),
    ]
    first, *rest = (request.headers for request in server.heard)
    assert "mcp-session-id" not in first
    assert "mcp-protocol-version" not in first
    assert first["accept"] == "application/json, text/event-stream"
    assert first["content-type"] == "application/json"
    for headers in rest:
        assert headers["mcp-session-id"] == "abc-1"
        assert headers["mcp-protocol-version"] == "2025-06-18"
        assert headers["x-api-key"] == "k"


def test_the_stateless_protocol_names_version_and_method_in_headers() -> None:
    async def handler(request: Request, writer: Writer) -> None:
        found = {"supportedVersions": ["2026-07-28"], "capabilities": {"tools": {}}, "resultType": "complete"}
        writer.write(answer(request, found if request.message["method"] == "server/discover" else {"tools": []}))

    surface, server = see(handler, protocol="2026-07-28")
    assert surface.protocol == "2026-07-28"
    assert [request.headers["mcp-method"] for request in server.heard] == ["server/discover", "tools/list"]
    assert {request.headers["mcp-protocol-version"] for request in server.heard} == {"2026-07-28"}


@pytest.mark.parametrize("line_end", ["\n", "\r\n", "\r"])
def test_reads_responses_from_event_streams_and_replies_to_requests(line_end: str) -> None:
    ponged = asyncio.Event()

    async def handler(request: Request, writer: Writer) -> None:
        if request.message.get("id") == "from-server":
            ponged.set()
        if "method" not in request.message or "id" not in request.message:
            writer.write(NOTHING)
            return
        writer.write(b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n\r\n")
        ping = {"jsonrpc": "2.0", "id": "from-server", "method": "ping"}
        result = {"jsonrpc": "2.0", "id": request.message["id"], "result": result_for(request)}
        text = json.dumps(result, indent=1).replace("\n", "\ndata: ")
        writer.write(
            f": hi\n\nevent: ping\ndata: 12:00\n\nid: 7\ndata: {json.dumps(ping)}\n\n".replace("\n", line_end).encode()
        )
        await writer.drain()
        await ponged.wait()
        writer.write(f"event: message\ndata: {text}\n\n".replace("\n", line_end).encode())
        await writer.drain()
        # The stream stays open: the client must leave by itself once it has its answer.
        await asyncio.sleep(5)

    started = time.monotonic()
    surface, _ = see(handler)
    assert [tool.key for tool in surface.tools] == ["look"]
    assert time.monotonic() - started < 4


def test_a_response_with_its_id_as_text_ends_its_stream() -> None:
    async def handler(request: Request, writer: Writer) -> None:
        if "id" not in request.message:
            writer.write(NOTHING)
            return
        result = {"jsonrpc": "2.0", "id": str(request.message["id"]), "result": result_for(request)}
        body = f"data: {json.dumps(result)}\n\n".encode()
        writer.write(reply("200 OK", body, Content_Type="text/event-stream"))

    assert see(handler)[0].tools


def test_the_session_is_deleted_when_reading_fails() -> None:
    heard: list[str] = []

    async def handler(request: Request, writer: Writer) -> None:
        heard.append(request.method)
        if request.method == "DELETE":
            writer.write(NOTHING)
        elif request.message.get("method") == "tools/list":
            writer.write(answer(request, {"tools": 5}))
        else:
            writer.write(answer(request, HELLO, Mcp_Session_Id="abc") if "id" in request.message else NOTHING)

    fail(handler, ServerMisbehaved)
    assert heard[-1] == "DELETE"


def test_the_json_rpc_error_of_a_4xx_response_is_reported() -> None:
    async def handler(request: Request, writer: Writer) -> None:
        if request.message.get("method") == "tools/list":
            error = {"jsonrpc": "2.0", "id": None, "error": {"code": -32601, "message": "no tools here"}}
            writer.write(reply("404 Not Found", json.dumps(error).encode(), Content_Type="application/json"))
            return
        await small(request, writer)

    assert "error -32601: no tools here" in fail(handler, ServerMisbehaved).message


def test_a_server_that_rejects_notifications_can_still_be_read() -> None:
    async def handler(request: Request, writer: Writer) -> None:
        if "id" not in request.message:
            writer.write(reply("400 Bad Request", b"what?"))
            return
        await small(request, writer)

    assert see(handler)[0].tools


def test_json_that_is_not_json_rpc_is_an_error() -> None:
    fail(always(reply("200 OK", b'{"ok": true}', Content_Type="application/json")), ServerMisbehaved)


def test_a_request_without_a_response_is_an_error() -> None:
    error = fail(always(NOTHING), ServerMisbehaved)
    assert "202" in error.message


def test_a_stream_that_ends_before_the_response_is_an_error() -> None:
    stream = b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nContent-Length: 9\r\n\r\n: bye\n\n\n\n"
    assert "ended before the response to initialize" in fail(always(stream), ServerMisbehaved).message


@pytest.mark.parametrize(
    "body",
    [b'{"jsonrpc":"2.0","id":1,"result":{"a":1,"a":2}}', b'{"jsonrpc":"2.0","id":1,"result":NaN}', b"\xff\xfe", b"[1]"],
)
def test_ambiguous_json_is_an_error(body: bytes) -> None:
    fail(always(reply("200 OK", body, Content_Type="application/json")), ServerMisbehaved)


def test_a_session_that_ends_too_early_is_an_error() -> None:
    async def handler(request: Request, writer: Writer) -> None:
        if request.message.get("method") == "tools/list":
            writer.write(reply("404 Not Found", b"gone"))
            return
        if "id" not in request.message:
            writer.write(NOTHING)
            return
        writer.write(answer(request, HELLO, Mcp_Session_Id="abc"))

    assert "ended the session" in fail(handler, ServerMisbehaved).message


def test_deleting_the_session_has_a_short_time_limit() -> None:
    async def handler(request: Request, writer: Writer) -> None:
        if request.method == "DELETE":
            await asyncio.sleep(10)
        elif "id" in request.message:
            writer.write(answer(request, result_for(request), Mcp_Session_Id="abc"))
        else:
            writer.write(NOTHING)

    started = time.monotonic()
    surface, _ = see(handler)
    assert surface.tools
    assert time.monotonic() - started < 3
