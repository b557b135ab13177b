"""What people are told when HTTP says no."""

import asyncio
import json
import socket
import ssl
import time
from pathlib import Path

import pytest

from govern.errors import ServerMisbehaved, ServerTimedOut, ServerUnreachable
from tests.endpoints.raw import Request, Writer, always, reply, serving, small
from tests.servers.over_http import SECRET, fail, look, target


def test_401_says_what_to_set_and_hides_secrets() -> None:
    challenge = f'Bearer realm="{SECRET}", resource_metadata="https://x/y"'
    error = fail(always(reply("401 Unauthorized", WWW_Authenticate=challenge)), ServerUnreachable)
    assert "401" in error.message
    assert "${TOKEN}" in error.message
    assert "resource_metadata" in error.message
    assert SECRET not in str(error)
    assert 'headers = { Authorization = "Bearer ${NAME}" }' in error.hint
    assert "token = " in error.hint
    assert "[servers.raw.oauth]" in error.hint


def test_401_with_credentials_says_that_they_are_wrong() -> None:
    error = fail(always(reply("401 Unauthorized")), ServerUnreachable, headers={"Authorization": f"Bearer {SECRET}"})
    assert "credentials are not accepted" in error.message
    assert "expired" in error.hint


def test_403_tells_that_the_credentials_are_not_enough() -> None:
    error = fail(always(reply("403 Forbidden")), ServerUnreachable, headers={"Authorization": "Bearer x"})
    assert "403" in error.message
    assert "not enough" in error.message


def test_a_json_rpc_error_does_not_hide_a_401() -> None:
    body = json.dumps({"jsonrpc": "2.0", "id": None, "error": {"code": -32603, "message": "x"}}).encode()
    error = fail(always(reply("401 Unauthorized", body, Content_Type="application/json")), ServerUnreachable)
    assert "401" in error.message


def test_404_says_to_check_the_path() -> None:
    error = fail(always(reply("404 Not Found", b"<html><title>Nothing &amp; here</title></html>")), ServerUnreachable)
    assert "404" in error.message
    assert "no MCP server at this URL: Nothing &amp; here" in error.message
    assert "/mcp" in error.hint


def test_500_is_told_with_what_the_server_says_and_without_hidden_characters() -> None:
    error = fail(always(reply("500 Internal Server Error", f"boom \x1b[31m {SECRET}".encode())), ServerUnreachable)
    assert "500" in error.message
    assert "boom" in error.message
    assert "\x1b" not in error.message
    assert SECRET not in error.message


def test_a_web_page_is_no_answer() -> None:
    page = reply("200 OK", b"<html><title>Welcome</title>" + b"x" * 1000, Content_Type="text/html; charset=utf-8")
    error = fail(always(page), ServerUnreachable)
    assert "a web page: Welcome" in error.message


def test_nothing_listens() -> None:
    with socket.socket() as reserved:
        reserved.bind(("127.0.0.1", 0))
        port = reserved.getsockname()[1]
        with pytest.raises(ServerUnreachable, match=f"nothing listens at 127.0.0.1:{port}"):
            asyncio.run(look(target(f"http://127.0.0.1:{port}/mcp")))


def test_no_such_host() -> None:
    with pytest.raises(ServerUnreachable, match=r"no host named nowhere\.invalid"):
        asyncio.run(look(target("http://nowhere.invalid/mcp")))


def test_no_tls_where_tls_is_asked_for() -> None:
    async def plain(_reader: asyncio.StreamReader, writer: Writer) -> None:
        writer.write(b"HTTP/1.1 400 Bad Request\r\n\r\n")
        writer.close()

    async def run() -> None:
        async with await asyncio.start_server(plain, "127.0.0.1", 0) as server:
            await look(target(f"https://127.0.0.1:{server.sockets[0].getsockname()[1]}/mcp"))

    with pytest.raises(ServerUnreachable, match="no secure connection"):
        asyncio.run(run())


def test_a_url_never_shows_what_may_be_secret_in_it() -> None:
    async def run() -> None:
        async with serving(always(reply("500 Oh"))) as server:
            await look(target(f"http://user:hunter2@127.0.0.1:{server.port}/mcp?key=abc"))

    with pytest.raises(ServerUnreachable) as caught:
        asyncio.run(run())
    assert "hunter2" not in str(caught.value)
    assert "abc" not in str(caught.value)


def test_a_server_that_says_nothing_takes_no_longer_than_its_time() -> None:
    async def handler(_request: Request, _writer: Writer) -> None:
        await asyncio.sleep(30)

    started = time.monotonic()
    fail(handler, ServerTimedOut, timeout=0.3)
    assert time.monotonic() - started < 3


def test_death_in_mid_answer_is_told() -> None:
    async def handler(_request: Request, writer: Writer) -> None:
        writer.write(b'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{"jsonrpc"')
        await writer.drain()
        writer.close()

    assert "broke off" in fail(handler, ServerUnreachable).message


def test_what_is_compressed_wrongly_is_told() -> None:
    broken = reply("200 OK", b"no gzip at all", Content_Type="application/json", Content_Encoding="gzip")
    assert "decompressed" in fail(always(broken), ServerMisbehaved).message


def test_what_is_no_http_is_told() -> None:
    fail(always(b"SSH-2.0-OpenSSH_9.6\r\n\r\n"), ServerUnreachable)


def test_a_certificate_nobody_vouches_for_is_told(tmp_path: Path) -> None:
    tls = certificate(tmp_path)

    async def run() -> None:
        async with serving(small, tls) as server:
            await look(target(server.url(scheme="https")))

    with pytest.raises(ServerUnreachable, match=r"no secure connection to 127\.0\.0\.1:.*self.signed"):
        asyncio.run(run())


def certificate(folder: Path) -> ssl.SSLContext:
    """A TLS server's context, with a certificate made here, as one in the repository would expire."""
    x509 = pytest.importorskip("cryptography.x509", reason="a certificate is made with `cryptography`")
    from datetime import UTC, datetime, timedelta

    from cryptography.hazmat.primitives import hashes, serialization
    from cryptography.hazmat.primitives.asymmetric import ec

    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "localhost")])
    now = datetime.now(UTC)
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=1))
        .sign(key, hashes.SHA256())
    )
    file = folder / "server.pem"
    private = key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    file.write_bytes(private + made.public_bytes(serialization.Encoding.PEM))
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(file)
    return context
