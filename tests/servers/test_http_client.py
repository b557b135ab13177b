"""Redirects, retries, headers and limits of the HTTP client."""

import asyncio
import gzip
import json
import time
import tracemalloc
from collections.abc import Callable
from pathlib import Path

import pytest

from govern.errors import ServerError, ServerMisbehaved, ServerUnreachable, SurfaceTooLarge
from govern.policy.server_settings import Limits
from govern.servers import http_client
from govern.servers.http import open_endpoint
from govern.servers.session import Session
from tests.endpoints.raw import NOTHING, Handler, RawServer, Request, Writer, always, reply, result_for, serving, small
from tests.servers.over_http import SECRET, fail, look, see, target
from tests.servers.test_sse import OlderServer


def test_unreadable_certificate_authorities_are_an_error(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("SSL_CERT_FILE", str(tmp_path / "absent.pem"))
    http_client._tls_context.cache_clear()
    try:
        error = fail(small, ServerUnreachable)
    finally:
        http_client._tls_context.cache_clear()
    assert "SSL_CERT_FILE" in error.hint


def test_compressed_answers_are_read() -> None:
    async def handler(request: Request, writer: Writer) -> None:
        if "id" not in request.message:
            writer.write(NOTHING)
            return
        result = {"jsonrpc": "2.0", "id": request.message["id"], "result": result_for(request)}
        body = gzip.compress(json.dumps(result).encode())
        writer.write(reply("200 OK", body, Content_Type="application/json", Content_Encoding="gzip"))

    assert see(handler)[0].tools


@pytest.mark.parametrize("value", ["Bearer x\n", "a\r\nX-Evil: 1", "snow\u2603", "\x00"])
def test_header_values_that_cannot_be_sent_are_refused_without_being_shown(value: str) -> None:
    error = fail(small, ServerUnreachable, headers={"Authorization": value})
    assert "Authorization" in error.message
    assert value not in str(error)


def test_header_names_that_cannot_be_sent_are_refused() -> None:
    assert "is not a valid header name" in fail(small, ServerUnreachable, headers={"X Y": "z"}).message


@pytest.mark.parametrize("url", ["ftp://host/x", "host/mcp", "http://", "http://[::1", "http://h:999999/"])
def test_invalid_urls_are_rejected(url: str) -> None:
    with pytest.raises(ServerUnreachable, match="url"):
        asyncio.run(look(target(url)))


def test_temporary_failures_are_retried() -> None:
    answers = iter(["503 Busy", "429 Too Many Requests", None])

    async def handler(request: Request, writer: Writer) -> None:
        status = next(answers, None)
        if status:
            writer.write(reply(status, Retry_After="0"))
            return
        await small(request, writer)

    assert see(handler, retries=2)[0].tools


def test_a_broken_connection_is_retried() -> None:
    broken = iter([True, False])

    async def handler(request: Request, writer: Writer) -> None:
        if next(broken, False):
            writer.close()
            return
        await small(request, writer)

    assert see(handler, retries=1)[0].tools


def test_retries_are_limited() -> None:
    async def run() -> int:
        async with serving(always(reply("502 Bad Gateway"))) as server:
            with pytest.raises(ServerUnreachable, match="502"):
                await look(target(server.url(), retries=1))
            return len(server.heard)

    assert asyncio.run(run()) == 2


@pytest.mark.parametrize("failure", [reply("503 Busy"), b""])
@pytest.mark.parametrize(("path", "server"), [("/mcp", lambda: small), ("/sse", OlderServer)])
def test_a_call_that_may_have_taken_effect_is_not_sent_again(
    failure: bytes, path: str, server: Callable[[], Handler]
) -> None:
    inner = server()

    async def handler(request: Request, writer: Writer) -> None:
        if request.message.get("method") != "tools/call":
            await inner(request, writer)
        elif failure:
            writer.write(failure)
        else:
            writer.close()

    async def run() -> int:
        async with serving(handler) as running:
            aim = target(running.url(path), retries=2)
            async with open_endpoint(aim) as wire:
                session = Session(wire, aim)
                await session.read()
                with pytest.raises(ServerUnreachable):
                    await session.call("look", {})
            return sum(each.message.get("method") == "tools/call" for each in running.heard)

    assert asyncio.run(run()) == 1


def test_no_pause_exceeds_the_timeout() -> None:
    started = time.monotonic()
    error = fail(always(reply("429 Slow Down", Retry_After="3600")), ServerUnreachable, retries=3)
    assert "retry after 3600 s" in error.message
    assert time.monotonic() - started < 2


@pytest.mark.parametrize("status", ["301 Moved", "302 Found", "307 Temporary", "308 Permanent"])
def test_a_redirect_within_the_origin_is_followed_and_remembered(status: str) -> None:
    async def handler(request: Request, writer: Writer) -> None:
        if request.path == "/mcp":
            writer.write(reply(status, Location="/mcp/"))
            return
        await small(request, writer)

    surface, server = see(handler, headers={"Authorization": f"Bearer {SECRET}"})
    assert surface.tools
    assert [request.path for request in server.heard] == ["/mcp", "/mcp/", "/mcp/", "/mcp/"]
    assert {request.method for request in server.heard} == {"POST"}


@pytest.mark.parametrize("status", ["301 Moved", "302 Found", "303 See Other", "307 Temporary", "308 Permanent"])
def test_credentials_never_follow_a_redirect_to_another_origin(status: str) -> None:
    async def run() -> tuple[ServerUnreachable, RawServer]:
        async with serving(small) as other, serving(always(reply(status, Location=other.url("/take?x=1")))) as server:
            with pytest.raises(ServerUnreachable) as caught:
                await look(target(server.url(), headers={"Authorization": f"Bearer {SECRET}", "X-Key": SECRET}))
            return caught.value, other

    error, other = asyncio.run(run())
    assert other.heard == []
    assert f"127.0.0.1:{other.port}/take" in error.message
    assert "another origin" in error.message


def test_an_upgrade_to_https_is_suggested_not_followed() -> None:
    async def handler(request: Request, writer: Writer) -> None:
        writer.write(reply("308 Permanent", Location=f"https://{request.headers['host']}/mcp"))

    error = fail(handler, ServerUnreachable)
    assert "unencrypted" in error.message
    assert 'set url = "https://' in error.hint


def test_circular_redirects_are_an_error() -> None:
    assert "redirects more than 5 times" in fail(always(reply("307 Again", Location="/mcp")), ServerMisbehaved).message


@pytest.mark.parametrize(
    "location", ["http://[", "//", "http://other.invalid:99999/", "javascript:1", "//u:p@127.0.0.1"]
)
def test_redirects_to_nowhere_are_errors(location: str) -> None:
    fail(always(reply("307 Away", Location=location)), ServerError)


def long_answer(request: Request) -> bytes:
    tools = [{"name": f"tool{number}", "inputSchema": {"type": "object"}} for number in range(5000)]
    return json.dumps({"jsonrpc": "2.0", "id": request.message["id"], "result": {"tools": tools}}).encode()


def test_a_response_above_the_limit_is_not_read() -> None:
    async def handler(request: Request, writer: Writer) -> None:
        if request.message.get("method") != "tools/list":
            await small(request, writer)
            return
        writer.write(reply("200 OK", long_answer(request), Content_Type="application/json"))

    error = fail(handler, SurfaceTooLarge, limits=Limits(bytes=50_000))
    assert "50000 bytes" in error.message
    assert "bytes" in error.hint


def test_a_compressed_flood_is_stopped_before_it_fills_memory() -> None:
    bomb = gzip.compress(b'{"jsonrpc": "2.0", "x": "' + b"x" * 300_000_000, compresslevel=1)
    tracemalloc.start()
    error = fail(
        always(reply("200 OK", bomb, Content_Type="application/json", Content_Encoding="gzip")),
        SurfaceTooLarge,
        limits=Limits(bytes=4_000_000),
    )
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert "4000000" in error.message
    assert peak < 40_000_000


@pytest.mark.parametrize("piece", [b": still here\n\n", b"data: ", b'data: {"jsonrpc":"2.0","method":"x"}\n\n'])
def test_a_stream_without_end_is_stopped(piece: bytes) -> None:
    async def handler(_request: Request, writer: Writer) -> None:
        writer.write(b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n")
        while True:
            writer.write(piece * 1000)
            await writer.drain()

    fail(handler, SurfaceTooLarge, limits=Limits(bytes=2_000_000))


def test_nothing_of_a_url_is_logged(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level("DEBUG", logger="httpx2")
    see(small, path="/mcp?key=abc")
    assert "abc" not in caplog.text
