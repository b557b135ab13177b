"""A stranger's URL is reached at a public address, at the one that was checked, and in no private network."""

import asyncio
import socket
import ssl
from collections.abc import Callable, Iterator
from ipaddress import ip_address
from pathlib import Path
from typing import Any

import httpx2
import pytest

from govern.errors import ServerUnreachable, ServerUntrusted
from govern.policy.foreign_urls import network_kind
from govern.policy.target import Endpoint, Target
from govern.servers import http_client, public_transport
from govern.servers.addresses import addresses_of
from govern.servers.http_client import open_client
from tests.endpoints.fleet import Fleet, Member, serving
from tests.endpoints.raw import Request, Writer, reply
from tests.endpoints.raw import serving as raw_serving
from tests.servers.test_http_errors import certificate

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
    monkeypatch.setattr(
        public_transport, "network_kind", lambda each: "public" if str(each) == "127.0.0.1" else real(each)
    )
    resolved(["127.0.0.1"], ["127.0.0.99"])
    url = fleet.url("one", "innocent.example")
    assert status(url, times=3) == 405
    assert fleet.connections == 1
    resolved(["127.0.0.99"])
    with pytest.raises(ServerUntrusted):
        status(url)
    monkeypatch.setattr(public_transport, "network_kind", lambda _: "public")
    # Nothing listens on the first address.
    resolved(["127.0.0.98", "127.0.0.1"])
    assert status(url, times=2) == 405


def test_the_certificate_is_that_of_the_name_and_not_of_the_address(
    resolved: Resolver, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    tls = certificate(tmp_path, "innocent.example")
    trusting = ssl.create_default_context(cafile=str(tmp_path / "server.pem"))
    monkeypatch.setattr(http_client, "_tls_context", lambda: trusting)
    monkeypatch.setattr(public_transport, "network_kind", lambda _: "public")
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
