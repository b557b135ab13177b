import asyncio
import datetime as dt
import json
import socket
import ssl
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import httpx2
import jwt
import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec

from govern.errors import UsageError
from govern.policy.settings import ServeHttp, ServeOAuth
from govern.serve.http_oauth import OAuthTokens
from govern.serve.http_security import RateLimit, StaticTokens, access
from govern.serve.http_server import HttpOptions, serve_http
from tests.serve.over_http import ANN, BEN, INITIALIZE, JSON, call, listening, run, tokens
from tests.serve.tiny import TinyGateway

TINY: Any = TinyGateway()


def test_every_request_needs_a_valid_token() -> None:
    async def story() -> None:
        async with listening(TinyGateway(), tokens(ANN)) as client_of:
            for wrong in (None, "x", ANN[:-1], f"{ANN}x", ANN.upper(), "ä" * 20):
                client = client_of()
                sent = client.headers | ({} if wrong is None else {"authorization": f"Bearer {wrong}"})
                headers = [(name.encode(), value.encode()) for name, value in sent.items()]
                for method, path in (("POST", "/mcp"), ("GET", "/mcp"), ("DELETE", "/mcp/tiny"), ("GET", "/metrics")):
                    url = client.url.removesuffix("/mcp") + path
                    refused = await client.http.request(method, url, json=INITIALIZE, headers=headers)
                    assert (refused.status_code, refused.headers["www-authenticate"][:6]) == (401, "Bearer"), wrong
                    assert ANN not in refused.text
            client = client_of(ANN)
            assert (await client.post(INITIALIZE, authorization=f"Basic {ANN}")).status_code == 401
            assert await client.initialize()
            health = await client.http.get(client.url.removesuffix("/mcp") + "/healthz", headers={"host": "10.0.0.9"})
            assert health.json() == {"status": "ok"}
            metrics = await client.http.get(client.url.removesuffix("/mcp") + "/metrics", headers=client.headers)
            assert "govern_http_sessions 1\n" in metrics.text

    run(story)


def test_a_session_belongs_to_its_token_and_its_endpoint() -> None:
    async def story() -> None:
        async with listening(TinyGateway(), tokens(ANN, BEN)) as client_of:
            ann, ben = client_of(ANN), client_of(BEN)
            stolen = await ann.initialize()
            for request in (ben.post(call(1, "echo"), **{"mcp-session-id": stolen}),
                            ben.http.get(ben.url, headers=ben.headers | {"mcp-session-id": stolen}),
                            ben.http.delete(ben.url, headers=ben.headers | {"mcp-session-id": stolen}),
                            client_of(ANN, "/tiny").post(call(1, "echo"), **{"mcp-session-id": stolen}),
                            ann.post(call(1, "echo"), **{"mcp-session-id": stolen[:-1]})):  # fmt: skip
                assert (await request).status_code == 404
            # It is still there, and it is Ann's.
            assert (await ann.ask(call(1, "echo")))[0]["result"]

    run(story)


def test_a_client_cannot_choose_the_id_of_its_session() -> None:
    async def story() -> None:
        async with listening(TinyGateway()) as client_of:
            chosen = {"mcp-session-id": "chosen-by-an-attacker"}
            assert (await client_of().post(INITIALIZE, **chosen)).status_code == 400
            assert (await client_of().post(call(1, "echo"), **chosen)).status_code == 404
            found = {await client_of().initialize() for _ in range(20)}
            assert len(found) == 20
            assert all(len(name) >= 43 for name in found)

    run(story)


def test_web_pages_of_other_sites_are_refused() -> None:
    async def story() -> None:
        async with listening(TinyGateway(), origins=["https://app.example.com"]) as client_of:
            client = client_of()
            port = client.url.split(":")[2].partition("/")[0]
            for host in ("evil.example", f"evil.example:{port}", "localhost.evil.example", "evil@localhost",
                         "evil.example/healthz?", "localhost.", "169.254.1.1", "[::ffff:10.0.0.1]", "localhost:1:2",
                         "[::1", ""):  # fmt: skip
                assert (await client.post(INITIALIZE, host=host)).status_code in {400, 421}, host
            for host in ("localhost", f"LOCALHOST:{port}", f"127.0.0.1:{port}", f"[::1]:{port}"):
                assert (await client.post(INITIALIZE, host=host)).status_code == 200, host
            for origin in ("https://evil.example", "null", "http://localhost.evil.example", "http://localhost@evil.example",
                           "https://app.example.com:444", "http://app.example.com", "file://"):  # fmt: skip
                assert (await client.post(INITIALIZE, origin=origin)).status_code == 403, origin
            for origin in ("http://localhost:6274", "https://app.example.com"):
                assert (await client.post(INITIALIZE, origin=origin)).status_code == 200, origin
            asked = {"origin": "https://app.example.com", "access-control-request-method": "POST"}
            preflight = await client.http.options(client.url, headers=asked)
            assert preflight.headers["access-control-allow-origin"] == "https://app.example.com"

    run(story)


def test_large_requests_slow_ones_and_too_many_are_refused() -> None:
    async def story() -> None:
        limits: dict[str, Any] = {"request_bytes": 2_000, "timeout": 0.8, "sessions": 2}
        async with listening(TinyGateway(), **limits) as client_of:
            client = client_of()
            assert (await client.post(b"x" * 2_001)).status_code == 413

            port = int(client.url.split(":")[2].partition("/")[0])
            head = b"POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
            accepts = b"Accept: application/json, text/event-stream\r\n"
            endless = b"Transfer-Encoding: chunked\r\n\r\n" + b"3e8\r\n" + b"x" * 1_000 + b"\r\n3e9\r\n" + b"x" * 1_001
            for sent, status in (
                (head + accepts + endless, b"HTTP/1.1 413 "),
                (head + accepts + b"Content-Length: 100\r\n\r\n{", b"HTTP/1.1 408 "),
                (head, b""),
            ):
                started = time.monotonic()
                reader, writer = await asyncio.open_connection("127.0.0.1", port)
                writer.write(sent)
                answer = await reader.read()
                assert (answer[: len(status)], bool(answer)) == (status, bool(status))
                assert time.monotonic() - started < 5
                writer.close()
            await client_of().initialize()
            await client_of().initialize()
            full = await client.post(INITIALIZE)
            assert (full.status_code, full.headers["retry-after"]) == (503, "30")

    run(story)


def test_each_caller_has_a_rate_of_its_own() -> None:
    async def story() -> None:
        async with listening(TinyGateway(), tokens(ANN, BEN), requests_per_minute=5) as client_of:
            ann = client_of(ANN)
            found = [(await ann.post(INITIALIZE)).status_code for _ in range(8)]
            assert found == [200] * 5 + [429] * 3
            assert 1 <= int((await ann.post(INITIALIZE)).headers["retry-after"]) <= 13
            assert await client_of(BEN).initialize()

    run(story)
    limit = RateLimit(60)
    assert [limit.take("a", 0.0) for _ in range(60)] == [0.0] * 60
    assert limit.take("a", 0.5) == pytest.approx(0.5)
    assert limit.take("a", 1.0) == 0.0


def test_an_address_that_others_can_reach_needs_a_token_and_names() -> None:
    check = tokens(ANN)
    for host in ("127.0.0.1", "::1", "localhost", "127.9.9.9"):
        assert access(host, ServeHttp(), None).local
    for host in ("0.0.0.0", "::", "10.0.0.1", "gateway.example.com"):
        with pytest.raises(UsageError, match="need a bearer token"):
            access(host, ServeHttp(hosts=["gateway.example.com"]), None)
    with pytest.raises(UsageError, match="every address"):
        access("0.0.0.0", ServeHttp(), check)
    rules = access("0.0.0.0", ServeHttp(hosts=["Gateway.example.com"]), check)
    assert rules.allows_host("gateway.example.com:443")
    assert not rules.allows_host("localhost")
    for bad in ([], [" "], ["short"], ["ä" * 30]):
        with pytest.raises(UsageError, match="token"):
            StaticTokens(bad, "GOVERN_TOKEN")


def test_an_address_in_use_and_a_missing_certificate_are_errors(tmp_path) -> None:
    async def serve(**options: Any) -> None:
        made = HttpOptions("127.0.0.1", **options)
        await serve_http(TINY, made, asyncio.Event(), print)

    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(UsageError, match="cannot listen there") as caught:
            asyncio.run(serve(port=port))
        assert caught.value.where == f"127.0.0.1:{port}"
    with pytest.raises(UsageError, match="TLS certificate"):
        asyncio.run(serve(port=0, certificate=tmp_path / "none.pem", key=tmp_path / "none.pem"))


def test_tls(tmp_path) -> None:
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "localhost")])
    now = dt.datetime.now(dt.UTC)
    certificate = (
        x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number())
        .not_valid_before(now)
        .not_valid_after(now + dt.timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName("localhost")]), critical=False)
        .sign(key, hashes.SHA256())
    )
    pem, private = tmp_path / "cert.pem", tmp_path / "key.pem"
    pem.write_bytes(certificate.public_bytes(serialization.Encoding.PEM))
    kind, plain = serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    private.write_bytes(key.private_bytes(serialization.Encoding.PEM, kind, plain))

    async def story() -> None:
        stop, url = asyncio.Event(), asyncio.get_running_loop().create_future()
        options = HttpOptions("localhost", 0, certificate=pem, key=private)
        serving = asyncio.create_task(serve_http(TINY, options, stop, url.set_result))
        context = ssl.create_default_context(cafile=str(pem))
        async with httpx2.AsyncClient(verify=context, trust_env=False) as http:
            assert (await http.post(await url, json=INITIALIZE, headers=JSON)).status_code == 200
        assert url.result().startswith("https://localhost:")
        stop.set()
        await serving

    run(story)


@asynccontextmanager
async def publishing(documents: dict[str, Any]) -> AsyncIterator[tuple[str, list[str]]]:
    """Serve JSON documents by path; yield the URL of the server, and the paths that were asked for."""
    asked: list[str] = []

    async def publish(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        path = (await reader.readuntil(b"\r\n\r\n")).split()[1].decode()
        asked.append(path)
        body, status = json.dumps(documents.get(path)).encode(), b"200 OK" if path in documents else b"404 None"
        head = b"HTTP/1.1 %s\r\nConnection: close\r\nContent-Length: %d\r\n\r\n"
        writer.write(head % (status, len(body)) + body)
        writer.close()

    async with await asyncio.start_server(publish, "127.0.0.1", 0) as server:
        yield f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}", asked


@dataclass(frozen=True)
class Signer:
    """An authorization server's key, and the claims of its tokens."""

    issuer: str
    key: Any = field(default_factory=partial(ec.generate_private_key, ec.SECP256R1()))

    @property
    def published(self) -> dict[str, Any]:
        return {"keys": [jwt.algorithms.ECAlgorithm.to_jwk(self.key.public_key(), as_dict=True) | {"kid": "k1"}]}

    def token(self, kid: str | None = "k1", key: Any = None, algorithm: str = "ES256", **changed: Any) -> str:
        exp = int(time.time()) + 60
        claims = {"iss": self.issuer, "aud": AUDIENCE, "sub": "ann", "exp": exp, "scope": "mcp:call more"} | changed
        body = {name: value for name, value in claims.items() if value is not None}
        return jwt.encode(body, self.key if key is None else key, algorithm, headers={"kid": kid} if kid else None)


AUDIENCE = "https://gateway.example.com/mcp"


def test_access_tokens_of_an_authorization_server() -> None:
    issuer = "https://login.example.com"
    signer = Signer(issuer)
    refused = {
        "another key": Signer(issuer).token(),
        "an unknown key": signer.token(kid="k2"),
        "expired": signer.token(exp=int(time.time()) - 5),
        "no expiry": signer.token(exp=None),
        "another issuer": signer.token(iss="https://evil.example"),
        "another audience": signer.token(aud="https://other.example.com/mcp"),
        "no audience": signer.token(aud=None),
        "a shared secret": signer.token(key="x" * 40, algorithm="HS256"),
        "no signature": signer.token(key="", algorithm="none"),
        "no token": "abc",
    }

    async def story() -> None:
        async with publishing({"/jwks": signer.published}) as (url, asked):
            check = OAuthTokens(ServeOAuth(issuer, AUDIENCE, f"{url}/jwks", ["mcp:call"]))
            async with listening(TinyGateway(), check) as client_of:
                told = (
                    'scope="mcp:call", resource_metadata='
                    '"https://gateway.example.com/.well-known/oauth-protected-resource/mcp"'
                )
                for name, token in refused.items():
                    response = await client_of(token).post(INITIALIZE)
                    assert response.status_code == 401, name
                    assert response.headers["www-authenticate"] == f'Bearer error="invalid_token", {told}'
                assert (await client_of().post(INITIALIZE)).headers["www-authenticate"] == f"Bearer {told}"
                for scope in ("more", None, 3, ["mcp:cal"]):
                    response = await client_of(signer.token(scope=scope)).post(INITIALIZE)
                    assert response.status_code == 403, scope
                    assert response.headers["www-authenticate"] == f'Bearer error="insufficient_scope", {told}'
                client = client_of(signer.token())
                stolen = await client.initialize()
                other = client_of(signer.token(sub="ben", scope=None, scp=["mcp:call"]))
                assert (await other.post(call(1, "echo"), **{"mcp-session-id": stolen})).status_code == 404
                place = client.url.replace("/mcp", "/.well-known/oauth-protected-resource/mcp")
                metadata = (await client.http.get(place)).json()
                assert (metadata["resource"], metadata["authorization_servers"]) == (AUDIENCE, [issuer])
                assert asked == ["/jwks"], "an unknown key must not make govern fetch the keys for each request"

    run(story)
    for bad in (ServeOAuth("", AUDIENCE, issuer), ServeOAuth(issuer, AUDIENCE, "http://login.example.com/jwks")):
        with pytest.raises(UsageError, match="https"):
            OAuthTokens(bad)


@pytest.mark.parametrize(("path", "found_at", "changed", "status"), [
    ("", "/.well-known/oauth-authorization-server", {}, 200),
    ("", "/.well-known/openid-configuration", {}, 200),
    ("/realm", "/.well-known/oauth-authorization-server/realm", {}, 200),
    ("/realm", "/realm/.well-known/openid-configuration", {}, 200),
    ("/realm", "/.well-known/oauth-authorization-server", {}, 401),
    ("", "/.well-known/openid-configuration", {"issuer": "https://evil.example"}, 401),
    ("", "/.well-known/openid-configuration", {"jwks_uri": "http://evil.example/jwks"}, 401),
    ("", "/.well-known/openid-configuration", {"jwks_uri": None}, 401),
])  # fmt: skip
def test_the_keys_of_an_issuer_are_found_by_its_metadata(
    path: str, found_at: str, changed: dict[str, Any], status: int
) -> None:
    async def story() -> None:
        documents: dict[str, Any] = {}
        async with publishing(documents) as (url, asked):
            signer = Signer(url + path)
            documents |= {found_at: {"issuer": signer.issuer, "jwks_uri": f"{url}/keys"} | changed}
            documents |= {"/keys": signer.published}
            check = OAuthTokens(ServeOAuth(signer.issuer, AUDIENCE))
            async with listening(TinyGateway(), check) as client_of:
                for _ in range(2):
                    assert (await client_of(signer.token()).post(INITIALIZE)).status_code == status
            assert len(asked) == len(set(asked)), "the second request finds the keys, or does not look again"

    run(story)
