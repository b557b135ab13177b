"""The hosts that an OAuth flow may reach."""

import asyncio
import ipaddress
import socket
import ssl
from collections.abc import Callable, Iterator
from contextlib import nullcontext
from ipaddress import ip_address
from pathlib import Path
from typing import Any

import httpx2
import pytest

from govern.errors import ServerUnreachable, ServerUntrusted
from govern.policy.foreign_urls import network_kind
from govern.policy.target import ClientCredentials, Endpoint, Target
from govern.servers import addresses, http_client
from govern.servers.addresses import addresses_of, require_allowed
from govern.servers.http_client import open_client
from tests.endpoints.fleet import Fleet, Member, serving
from tests.endpoints.raw import RawServer, Request, Writer, reply
from tests.endpoints.raw import serving as raw_serving
from tests.servers.test_http_errors import certificate
from tests.servers.test_oauth import SECRET, Authority, Protected, as_json, look

ADDRESSES = {
    "api.example": ["93.184.216.34"],
    "auth.example": ["93.184.216.35", "2606:2800:220:1::1"],
    "inside.example": ["10.0.0.7"],
    "both.example": ["93.184.216.34", "192.168.1.1"],
    "here.example": ["127.0.0.1"],
    "cloud.example": ["169.254.169.254"],
    "mapped.example": ["::ffff:127.0.0.1"],
    "wrapped.example": ["2002:7f00:1::"],
    "local6.example": ["fd00::1"],
    "zero.example": ["0.0.0.0"],
    "shared.example": ["100.64.0.1"],
}
HTTPS = "https://"


@pytest.fixture
def names(monkeypatch: pytest.MonkeyPatch) -> None:
    """A resolver for the names above; IP addresses go to the system's resolver."""
    real = socket.getaddrinfo

    def resolved(host: str, port: int, *rest: Any, **more: Any) -> Any:
        if host in ADDRESSES:
            return [found for address in ADDRESSES[host] for found in real(address, port, *rest, **more)]
        if host.endswith(".example"):
            raise socket.gaierror(host)
        return real(host, port, *rest, **more)

    monkeypatch.setattr(socket, "getaddrinfo", resolved)


def check(url: str, server: str, issuer: str | None = None) -> None:
    oauth = ClientCredentials("robot", "s3cr3t", None, issuer)
    target = Target("api", server, Endpoint(server, oauth=oauth))
    asyncio.run(require_allowed(httpx2.URL(url), target))


@pytest.mark.usefixtures("names")
@pytest.mark.parametrize(
    ("url", "server", "issuer"),
    [
        ("https://api.example/.well-known/x", "https://api.example/mcp", None),
        ("https://api.example:443/x", "https://api.example/mcp", None),
        ("https://auth.example/token", "https://api.example/mcp", "https://auth.example/realm"),
        ("https://inside.example/token", "https://inside.example/mcp", None),
        ("https://inside.example/token", "https://local6.example/mcp", "https://inside.example"),
        ("https://inside.example/token", "http://localhost:8000/mcp", "https://inside.example"),
        ("http://127.0.0.1:9000/token", "http://127.0.0.1:8000/mcp", "http://127.0.0.1:9000"),
        ("http://localhost:9000/token", "http://[::1]:8000/mcp", "http://localhost:9000"),
        ("https://only-the-proxy-knows.example/t", "https://api.example/mcp", "https://only-the-proxy-knows.example"),
    ],
)
def test_the_servers_origin_and_its_issuer_are_reached(url: str, server: str, issuer: str | None) -> None:
    check(url, server, issuer)


@pytest.mark.usefixtures("names")
@pytest.mark.parametrize(
    ("url", "issuer", "why"),
    [
        ("https://auth.example/meta", None, "origin nor its issuer"),
        ("https://api.example:8443/meta", None, "origin nor its issuer"),
        ("http://api.example/meta", None, "origin nor its issuer"),
        ("https://api.example@auth.example/meta", None, "origin nor its issuer"),
        ("https://user:pw@api.example/meta", None, "origin nor its issuer"),
        ("http://127.0.0.1@api.example/meta", None, "origin nor its issuer"),
        ("https://api.example.evil.example/meta", None, "origin nor its issuer"),
        ("https://api.example.:443/meta", None, "origin nor its issuer"),
        (
            "http://169.254.169.254/latest/meta-data",
            "https://auth.example",
            "origin nor its issuer",
        ),
        ("http://127.0.0.1:22/", "https://auth.example", "origin nor its issuer"),
        ("http://[::1]/", "https://auth.example", "origin nor its issuer"),
        ("http://localhost/", "https://auth.example", "origin nor its issuer"),
        ("ftp://api.example/meta", None, "origin nor its issuer"),
        ("http://auth.example/token", "http://auth.example", "needs https"),
        ("http://no-such.example/token", "http://no-such.example", "needs https"),
        ("http://inside.example/token", "http://inside.example", "needs https"),
        *[
            (f"https://{host}/t", f"https://{host}", "private network")
            for host in (
                "inside.example",
                "both.example",
                "here.example",
                "cloud.example",
                "mapped.example",
                "wrapped.example",
                "local6.example",
                "zero.example",
                "shared.example",
                "127.0.0.1",
                "localhost",
                "2130706433",
                "0x7f.1",
                "017700000001",
                "[::1]",
                "[::ffff:10.0.0.1]",
                "[fe80::1]",
                "10.1",
                "0",
            )
        ],
    ],
)
def test_nothing_else_is_reached_from_a_public_server(url: str, issuer: str | None, why: str) -> None:
    with pytest.raises(ServerUnreachable, match=why):
        check(url, "https://api.example/mcp", issuer)


@pytest.mark.usefixtures("names")
@pytest.mark.parametrize("host", ["cloud.example", "169.254.169.254", "[::ffff:169.254.169.254]"])
@pytest.mark.parametrize("server", ["http://localhost:8000/mcp", "https://inside.example/mcp"])
def test_the_credentials_of_a_cloud_machine_are_out_of_reach(host: str, server: str) -> None:
    with pytest.raises(ServerUnreachable, match="private network"):
        check(f"https://{host}/", server, f"https://{host}")


@pytest.mark.usefixtures("names")
def test_a_loopback_issuer_is_not_reached_from_a_private_server() -> None:
    with pytest.raises(ServerUnreachable, match="private network"):
        check("https://here.example/", "https://inside.example/mcp", "https://here.example")


def test_the_addresses_of_the_table_are_of_the_expected_kind() -> None:
    assert all(ipaddress.ip_address(address).is_global for address in ADDRESSES["auth.example"])


class Victim(Authority):
    """A service that must not get any request."""


class Leading(Protected):
    """A protected server that redirects the flow in one of several ways."""

    def __init__(self, way: str) -> None:
        self.way = way
        self.goal = ""

    async def __call__(self, request: Request, writer: Writer) -> None:
        if self.way == "metadata" and request.path == "/mcp" and "authorization" not in request.headers:
            challenge = f'Bearer resource_metadata="{self.goal}/.well-known/oauth-protected-resource"'
            writer.write(reply("401 Unauthorized", WWW_Authenticate=challenge))
        elif self.way == "redirect" and request.path.startswith("/.well-known"):
            writer.write(reply("302 Found", Location=f"{self.goal}{request.path}"))
        elif self.way == "servers" and request.path.startswith("/.well-known/oauth-protected-resource"):
            writer.write(as_json("200 OK", {"resource": self.url, "authorization_servers": [self.goal]}))
        elif self.way == "token" and request.path.startswith("/.well-known/oauth-authorization-server"):
            writer.write(as_json("200 OK", self.metadata() | {"token_endpoint": f"{self.goal}/token"}))
        elif self.way == "token redirect" and request.path == "/token":
            writer.write(reply("307 Temporary Redirect", Location=f"{self.goal}/token"))
        else:
            await super().__call__(request, writer)


@pytest.mark.parametrize("named", [False, True])
@pytest.mark.parametrize("way", ["metadata", "redirect", "servers", "token", "token redirect"])
def test_a_server_cannot_lead_the_flow_to_another_host(way: str, named: bool) -> None:
    async def run() -> RawServer:
        leading, victim = Leading(way), Victim()
        async with raw_serving(leading) as server, raw_serving(victim) as other:
            leading.issuer, leading.url = server.url(""), server.url()
            leading.goal = victim.issuer = other.url("")
            # Without a redirect that is followed, the server's own token endpoint is left, which is allowed.
            refused = nullcontext() if way == "redirect" and not named else pytest.raises(ServerUnreachable)
            with refused as caught:
                await look(server.url(), server.url("") if named else None)
            assert SECRET not in str(caught and caught.value)
            return other

    assert not asyncio.run(run()).heard


Resolver = Callable[..., None]


@pytest.fixture
def fleet() -> Iterator[Fleet]:
    with serving({"one": Member({"tools": []})}) as fleet:
        yield fleet


@pytest.fixture
def resolved(monkeypatch: pytest.MonkeyPatch) -> Resolver:
    """Return a function that sets the answers of the resolver for `innocent.example`, one after the other."""
    real, answers = socket.getaddrinfo, [["127.0.0.1"]]

    def resolve(host: str, *rest: Any, **more: Any) -> Any:
        if host != "innocent.example":
            return real(host, *rest, **more)
        found = answers.pop(0) if len(answers) > 1 else answers[0]
        return [each for address in found for each in real(address, *rest, **more)]

    def give(*found: list[str]) -> None:
        answers[:] = found

    monkeypatch.setattr(socket, "getaddrinfo", resolve)
    return give


def status(url: str, times: int = 1) -> int:
    """Return the status that a stranger's URL answers with, asked several times by one client."""

    async def run() -> int:
        target = Target("one", url, Endpoint(url, foreign=True, public_only=True), timeout=5, retries=0)
        code = 0
        async with open_client(target) as client:
            for _ in range(times):
                async with client.call("GET", httpx2.URL(url), {}) as response:
                    await response.aread()
                    code = response.status_code
        return code

    return asyncio.run(run())


@pytest.mark.parametrize(
    "host",
    ["127.0.0.1", "localhost", "LOCALHOST", "127.1", "2130706433", "0x7f.1", "0", "[::1]", "[::ffff:127.0.0.1]",
     "[64:ff9b::7f00:1]", "innocent.example"],
)  # fmt: skip
def test_this_machine_is_not_asked_by_any_of_its_names(host: str, fleet: Fleet, resolved: Resolver) -> None:
    resolved(["127.0.0.1"])
    with pytest.raises(ServerUntrusted, match="is in a private network"):
        status(fleet.url("one", host))
    assert fleet.connections == 0


def test_one_private_address_among_public_ones_is_enough(fleet: Fleet, resolved: Resolver) -> None:
    resolved(["93.184.216.34", "127.0.0.1"])
    with pytest.raises(ServerUntrusted):
        status(fleet.url("one", "innocent.example"))
    assert fleet.connections == 0


def test_the_address_that_was_checked_is_the_one_that_is_asked(
    fleet: Fleet, resolved: Resolver, monkeypatch: pytest.MonkeyPatch
) -> None:
    # The machine has no public address to listen on: one of the loopback network stands for it.
    real = network_kind
    monkeypatch.setattr(addresses, "network_kind", lambda each: "public" if str(each) == "127.0.0.1" else real(each))
    resolved(["127.0.0.1"], ["127.0.0.99"])
    url = fleet.url("one", "innocent.example")
    assert status(url, times=3) == 405
    assert fleet.connections == 1
    resolved(["127.0.0.99"])
    with pytest.raises(ServerUntrusted):
        status(url)
    monkeypatch.setattr(addresses, "network_kind", lambda _: "public")
    # Nothing listens on the first address.
    resolved(["127.0.0.98", "127.0.0.1"])
    assert status(url, times=2) == 405


def test_the_certificate_is_that_of_the_name_and_not_of_the_address(
    resolved: Resolver, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    tls = certificate(tmp_path, "innocent.example")
    trusting = ssl.create_default_context(cafile=str(tmp_path / "server.pem"))
    monkeypatch.setattr(http_client, "_tls_context", lambda: trusting)
    monkeypatch.setattr(addresses, "network_kind", lambda _: "public")
    resolved(["127.0.0.1"])

    async def answer(_request: Request, writer: Writer) -> None:
        writer.write(reply("204 No Content"))

    async def run() -> None:
        async with raw_serving(answer, tls) as server:
            url = server.url(scheme="https")
            named = url.replace("127.0.0.1", "innocent.example")
            assert await asyncio.to_thread(status, named) == 204
            with pytest.raises(ServerUnreachable, match=r"TLS connection to 127\.0\.0\.1"):
                await asyncio.to_thread(status, url)

    asyncio.run(run())


def test_a_host_that_nobody_knows_is_unreachable() -> None:
    with pytest.raises(ServerUnreachable, match=r"host nobody\.invalid not found") as caught:
        status("http://nobody.invalid/mcp")
    assert not isinstance(caught.value, ServerUntrusted)


def test_behind_a_proxy_what_this_machine_resolves_is_checked(
    fleet: Fleet, resolved: Resolver, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("http_proxy", fleet.url(""))
    monkeypatch.setenv("no_proxy", "")
    resolved(["10.0.0.7"])
    with pytest.raises(ServerUntrusted):
        status("http://innocent.example/mcp")
    assert fleet.connections == 0
    assert status("http://only-the-proxy-knows.invalid/mcp") == 404
    assert fleet.connections == 1


@pytest.mark.parametrize(
    ("address", "kind"),
    [
        ("8.8.8.8", "public"), ("2606:2800:220:1::1", "public"), ("64:ff9b::808:808", "public"),
        ("10.0.0.7", "private"), ("100.64.0.1", "private"), ("fd00:ec2::254", "private"), ("64:ff9b::a00:7", "private"),
        ("169.254.169.254", "link-local"), ("168.63.129.16", "link-local"), ("fe80::1", "link-local"),
        ("127.9.9.9", "loopback"), ("::", "loopback"), ("::1", "loopback"), ("::7f00:1", "loopback"),
        ("2002:7f00:1::", "loopback"), ("::ffff:0:7f00:1", "loopback"), ("224.0.0.1", "private"),
        ("192.0.0.192", "private"), ("fec0::1", "private"),
    ],
)  # fmt: skip
def test_each_address_is_of_its_kind_of_network(address: str, kind: str) -> None:
    assert network_kind(ip_address(address)) == kind


def test_a_zone_is_no_part_of_an_address() -> None:
    assert [str(each) for each in asyncio.run(addresses_of(httpx2.URL("http://[::1]/")))] == ["::1"]
