"""Error messages for failed HTTP requests."""

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


def test_401_names_the_settings_and_hides_secrets() -> None:
    challenge = f'Bearer realm="{SECRET}", resource_metadata="https://x/y"'
    error = fail(always(reply("401 Unauthorized", WWW_Authenticate=challenge)), ServerUnreachable)
    assert "401" in error.message
    assert "${TOKEN}" in error.message
    assert "resource_metadata" in error.message
    assert SECRET not in str(error)
    assert 'headers = { Authorization = "Bearer ${NAME}" }' in error.hint
    assert "token = " in error.hint
    assert "[servers.raw.oauth]" in error.hint


def test_401_with_credentials_reports_them_as_rejected() -> None:
    error = fail(always(reply("401 Unauthorized")), ServerUnreachable, headers={"Authorization": f"Bearer {SECRET}"})
    assert "credentials were rejected" in error.message
    assert "expired" in error.hint


def test_403_reports_missing_permission() -> None:
    error = fail(always(reply("403 Forbidden")), ServerUnreachable, headers={"Authorization": "Bearer x"})
    assert "403" in error.message
    assert "lack permission" in error.message


def test_a_json_rpc_error_does_not_hide_a_401() -> None:
    body = json.dumps({"jsonrpc": "2.0", "id": None, "error": {"code": -32603, "message": "x"}}).encode()
    error = fail(always(reply("401 Unauthorized", body, Content_Type="application/json")), ServerUnreachable)
    assert "401" in error.message


def test_404_hints_at_the_path() -> None:
    error = fail(
        always(reply("404 Not Found", b"<html><title lang=en>\n Nothing &amp; here </title></html>")), ServerUnreachable
    )
    assert "404" in error.message
    assert "no MCP server at this URL: Nothing &amp; here" in error.message
    assert "/mcp" in error.hint


@pytest.mark.parametrize("body", [b"<title>" + b" " * 60_000, b"<title" * 10_000, b"<title>" * 9_000])
def test_a_page_is_read_quickly(body: bytes) -> None:
    began = time.process_time()
    assert "404" in fail(always(reply("404 Not Found", body)), ServerUnreachable).message
    assert time.process_time() - began < 5


def test_500_quotes_the_body_without_hidden_characters() -> None:
    error = fail(always(reply("500 Internal Server Error", f"boom \x1b[31m {SECRET}".encode())), ServerUnreachable)
    assert "500" in error.message
    assert "boom" in error.message
    assert "\x1b" not in error.message
    assert SECRET not in error.message


def test_a_web_page_is_not_a_response() -> None:
    page = reply("200 OK", b"<html><title>Welcome</title>" + b"x" * 1000, Content_Type="text/html; charset=utf-8")
    error = fail(always(page), ServerUnreachable)
    assert "a web page instead of JSON-RPC: Welcome" in error.message


def test_connection_refused() -> None:
    with socket.socket() as reserved:
        reserved.bind(("127.0.0.1", 0))
        port = reserved.getsockname()[1]
        with pytest.raises(ServerUnreachable, match=f"connection to 127.0.0.1:{port} refused"):
            asyncio.run(look(target(f"http://127.0.0.1:{port}/mcp")))


def test_unknown_host() -> None:
    with pytest.raises(ServerUnreachable, match=r"host nowhere\.invalid not found"):
        asyncio.run(look(target("http://nowhere.invalid/mcp")))


def test_tls_to_a_plain_http_server() -> None:
    async def plain(_reader: asyncio.StreamReader, writer: Writer) -> None:
        writer.write(b"HTTP/1.1 400 Bad Request\r\n\r\n")
        writer.close()

    async def run() -> None:
        async with await asyncio.start_server(plain, "127.0.0.1", 0) as server:
            await look(target(f"https://127.0.0.1:{server.sockets[0].getsockname()[1]}/mcp"))

    with pytest.raises(ServerUnreachable, match=r"TLS connection to .* failed"):
        asyncio.run(run())


def test_a_url_is_shown_without_its_secret_parts() -> None:
    async def run() -> None:
        async with serving(always(reply("500 Oh"))) as server:
            await look(target(f"http://user:hunter2@127.0.0.1:{server.port}/mcp?key=abc"))

    with pytest.raises(ServerUnreachable) as caught:
        asyncio.run(run())
    assert "hunter2" not in str(caught.value)
    assert "abc" not in str(caught.value)


def test_a_silent_server_times_out() -> None:
    async def handler(_request: Request, _writer: Writer) -> None:
        await asyncio.sleep(30)

    started = time.monotonic()
    fail(handler, ServerTimedOut, timeout=0.3)
    assert time.monotonic() - started < 3


def test_a_connection_closed_inside_a_response() -> None:
    async def handler(_request: Request, writer: Writer) -> None:
        writer.write(b'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{"jsonrpc"')
        await writer.drain()
        writer.close()

    assert "connection to 127.0.0.1" in fail(handler, ServerUnreachable).message


def test_an_invalid_compression() -> None:
    broken = reply("200 OK", b"no gzip at all", Content_Type="application/json", Content_Encoding="gzip")
    assert "cannot decompress" in fail(always(broken), ServerMisbehaved).message


def test_a_server_that_does_not_use_http() -> None:
    fail(always(b"SSH-2.0-OpenSSH_9.6\r\n\r\n"), ServerUnreachable)


def test_a_self_signed_certificate(tmp_path: Path) -> None:
    tls = certificate(tmp_path)

    async def run() -> None:
        async with serving(small, tls) as server:
            await look(target(server.url(scheme="https")))

    with pytest.raises(ServerUnreachable, match=r"TLS connection to 127\.0\.0\.1:.*self.signed"):
        asyncio.run(run())


def certificate(folder: Path, host: str = "localhost") -> ssl.SSLContext:
    """Return a TLS server's context with a fresh certificate; one in the repository would expire."""
    x509 = pytest.importorskip("cryptography.x509", reason="a certificate is made with `cryptography`")
    from datetime import UTC, datetime, timedelta

    from cryptography.hazmat.primitives import hashes, serialization
    from cryptography.hazmat.primitives.asymmetric import ec

    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, host)])
    now = datetime.now(UTC)
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName(host)]), critical=False)
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
