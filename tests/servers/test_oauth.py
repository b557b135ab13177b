"""OAuth client credentials, against an authorization server and a protected MCP server of our own."""

import asyncio
import base64
import gzip
import json
import time
from collections.abc import Callable
from typing import Any
from urllib.parse import parse_qs, urlencode

import pytest

from govern.errors import ServerUnreachable
from govern.policy.target import ClientCredentials, Endpoint, Secrets, Target
from govern.servers.http import open_endpoint
from govern.servers.http_client import Credentials
from govern.servers.session import Session
from tests.endpoints.raw import RawServer, Request, Writer, answer, reply, serving, small

SECRET = "cl13nt-s3cr3t"
TOKEN = "t0k3n-0f-th3-run"


def as_json(status: str, value: object) -> bytes:
    return reply(status, json.dumps(value).encode(), Content_Type="application/json")


class Authority:
    """An authorization server with one client and its metadata."""

    issuer = ""

    async def __call__(self, request: Request, writer: Writer) -> None:
        if request.path == "/token":
            writer.write(self.token(request))
        elif request.path.startswith("/.well-known/oauth-authorization-server"):
            writer.write(as_json("200 OK", self.metadata()))
        else:
            writer.write(reply("404 Not Found"))

    def metadata(self) -> dict[str, object]:
        return {
            "issuer": self.issuer,
            "authorization_endpoint": f"{self.issuer}/authorize",
            "token_endpoint": f"{self.issuer}/token",
            "response_types_supported": ["code"],
            "grant_types_supported": ["client_credentials"],
        }

    def token(self, request: Request) -> bytes:
        asked = parse_qs(request.body.decode())
        right = "Basic " + base64.b64encode(f"robot:{SECRET}".encode()).decode()
        if request.headers.get("authorization") != right or asked["grant_type"] != ["client_credentials"]:
            text = request.headers.get("authorization", "")
            return as_json(
                "401 Unauthorized", {"error": "invalid_client", "error_description": f"no such client {text}"}
            )
        return as_json("200 OK", {"access_token": TOKEN, "token_type": "Bearer", "expires_in": 60})


class Protected(Authority):
    """A small MCP server that requires tokens, and may name their issuer."""

    authority = ""
    url = ""

    async def __call__(self, request: Request, writer: Writer) -> None:
        if request.path == "/mcp" and request.headers.get("authorization") == f"Bearer {TOKEN}":
            await small(request, writer)
        elif request.path == "/mcp":
            writer.write(
                reply("401 Unauthorized", b"x" * 100, WWW_Authenticate='Bearer error="invalid_token", scope="admin"')
            )
        elif request.path.startswith("/.well-known/oauth-protected-resource") and self.authority:
            writer.write(as_json("200 OK", {"resource": self.url, "authorization_servers": [self.authority]}))
        else:
            await super().__call__(request, writer)


async def look(url: str, issuer: str | None = None, secret: str = SECRET, scope: str | None = None) -> list[str]:
    oauth = ClientCredentials("robot", secret, scope, issuer)
    target = Target(
        "api", url, Endpoint(url, oauth=oauth), retries=0, timeout=10, secrets=Secrets({secret: "${SECRET}"})
    )
    async with asyncio.timeout(20), open_endpoint(target) as wire:
        return [tool.key for tool in (await Session(wire, target).read()).tools]


def with_two(**options: Any) -> tuple[RawServer, RawServer]:
    """Run a protected server with a separate issuer; yield the requests of both."""

    async def run() -> tuple[RawServer, RawServer]:
        authority, protected = Authority(), Protected()
        async with serving(authority) as giver, serving(protected) as server:
            authority.issuer = protected.authority = giver.url("")
            protected.url = server.url()
            if options.pop("named", False):
                options["issuer"] = giver.url("")
            try:
                assert await look(server.url(), **options) == ["look"]
            except ServerUnreachable as error:
                error.add_note(str([request.path for request in giver.heard]))
                raise
            return giver, server

    return asyncio.run(run())


def with_one(protected: Protected, **options: Any) -> RawServer:
    """Run a protected server that issues tokens itself."""

    async def run() -> RawServer:
        async with serving(protected) as server:
            protected.issuer, protected.url = server.url(""), server.url()
            assert await look(server.url(), **options) == ["look"]
            return server

    return asyncio.run(run())


def test_the_token_comes_from_the_configured_issuer() -> None:
    giver, server = with_two(named=True, scope="read")
    asked = next(request for request in giver.heard if request.path == "/token")
    fields = parse_qs(asked.body.decode())
    assert (fields["grant_type"], fields["scope"]) == (["client_credentials"], ["read"])
    assert [request.headers.get("authorization") for request in server.heard if request.path == "/mcp"] == [
        None,
        *[f"Bearer {TOKEN}"] * 3,
    ]


def test_without_an_issuer_tokens_come_from_the_servers_origin() -> None:
    server = with_one(Protected())
    (asked,) = [parse_qs(request.body.decode()) for request in server.heard if request.path == "/token"]
    assert asked["scope"] == ["admin"]


def test_responses_behind_a_redirect_may_be_long() -> None:
    class Moved(Protected):
        async def __call__(self, request: Request, writer: Writer) -> None:
            if request.path == "/mcp":
                writer.write(reply("308 Permanent", Location="/mcp/"))
            elif request.path == "/mcp/" and request.message.get("method") == "tools/list":
                long = answer(request, {"tools": [{"name": "look", "description": "x" * 3_000_000}]})
                writer.write(long)
            else:
                here = Request(request.method, request.path.removesuffix("/"), request.headers, request.body)
                await super().__call__(here, writer)

    with_one(Moved())


def test_without_an_issuer_the_secret_stays_at_the_servers_origin() -> None:
    with pytest.raises(ServerUnreachable, match="origin nor its issuer") as caught:
        with_two()
    assert "issuer" in caught.value.hint
    assert caught.value.__notes__ == ["[]"]


def test_the_error_for_a_wrong_secret_does_not_show_it() -> None:
    with pytest.raises(ServerUnreachable, match="cannot get a token for 'robot'") as caught:
        with_two(named=True, secret="wr0ng-s3cr3t")
    assert "invalid_client" in caught.value.message
    assert "wr0ng-s3cr3t" not in str(caught.value)
    assert "[servers.api.oauth]" in caught.value.hint


def test_a_rejected_token_is_an_error() -> None:
    class Deaf(Protected):
        def token(self, request: Request) -> bytes:
            return super().token(request).replace(TOKEN.encode(), b"x" * len(TOKEN))

    with pytest.raises(ServerUnreachable, match="401: the credentials were rejected"):
        with_one(Deaf())


@pytest.mark.parametrize("end", ["\r\nX-Evil: 1", "\x00", "\x1b[31m", " ", "é"])
def test_a_token_that_no_header_can_hold_is_not_sent(end: str) -> None:
    class Splitting(Protected):
        def token(self, _request: Request) -> bytes:
            return as_json("200 OK", {"access_token": TOKEN + end, "token_type": "Bearer"})

    with pytest.raises(ServerUnreachable, match="characters that are not allowed in a header") as caught:
        with_one(Splitting())
    assert TOKEN not in str(caught.value)


@pytest.mark.parametrize("encoding", ["gzip", "identity"])
def test_an_endless_token_response_is_not_read(encoding: str) -> None:
    class Flooding(Protected):
        def token(self, _request: Request) -> bytes:
            body = json.dumps({"access_token": TOKEN, "token_type": "Bearer", "more": "x" * 3_000_000}).encode()
            packed = gzip.compress(body, 1) if encoding == "gzip" else body
            return reply("200 OK", packed, Content_Type="application/json", Content_Encoding=encoding)

    with pytest.raises(ServerUnreachable, match="cannot get a token for 'robot'"):
        with_one(Flooding())


def test_an_error_is_quoted_quickly_beside_a_long_secret() -> None:
    class Long(Protected):
        def token(self, _request: Request) -> bytes:
            return as_json("200 OK", {"access_token": TOKEN, "token_type": "Bearer", "id_token": "a1" * 400_000})

        async def __call__(self, request: Request, writer: Writer) -> None:
            if request.path == "/mcp" and "authorization" in request.headers:
                writer.write(reply("404 Not Found", b"zq" * 40_000))
            else:
                await super().__call__(request, writer)

    began = time.process_time()
    with pytest.raises(ServerUnreachable, match="404"):
        with_one(Long())
    assert time.process_time() - began < 5


@pytest.mark.parametrize("encode", [json.dumps, urlencode])
def test_an_issuer_does_not_slow_redaction_by_many_tokens(encode: Callable[[dict[str, str]], str]) -> None:
    target = Target("api", "https://api.example/mcp", Endpoint("https://api.example/mcp"))
    many = {"access_token": TOKEN} | {f"{at}_token": f"v4lue-{at}" for at in range(20_000)}
    Credentials(target).add_from_token_response(encode(many).encode())
    assert TOKEN not in target.secrets.redact(TOKEN)
    assert len(target.secrets.shown_as) < 200


def test_nothing_is_logged_to_stderr(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(ServerUnreachable):
        with_two(named=True, secret="wr0ng")
    assert capsys.readouterr().err == ""
