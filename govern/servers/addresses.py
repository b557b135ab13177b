"""Check the addresses that a request may reach: public ones for a stranger's URL, and as public a network for OAuth."""

from __future__ import annotations

import asyncio
import socket
from ipaddress import ip_address
from typing import TYPE_CHECKING, Any, cast
from urllib.request import getproxies, proxy_bypass

import httpx2

from govern.errors import PolicyInvalid, ServerUnreachable, ServerUntrusted
from govern.policy.foreign_urls import network_kind
from govern.servers import http_errors
from govern.servers.http_client import endpoint_url, origin

if TYPE_CHECKING:
    import ssl
    from ipaddress import IPv4Address, IPv6Address

    from govern.policy.target import Endpoint, Target


async def addresses_of(url: httpx2.URL) -> list[IPv4Address | IPv6Address]:
    """Return the addresses of a URL's host; none if it cannot be resolved here."""
    try:
        found = await asyncio.get_running_loop().getaddrinfo(url.host, url.port or 443, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError):
        return []
    return [ip_address(str(address[0]).partition("%")[0]) for *_, address in found]


_MOST_ADDRESSES = 4


class PublicTransport(httpx2.AsyncBaseTransport):
    """A transport that resolves each name once, and connects to public addresses only."""

    def __init__(self, verify: ssl.SSLContext, limits: httpx2.Limits) -> None:
        self._verify = verify
        self._limits = limits
        self._addresses: dict[str, list[str]] = {}
        # One for each name: two names at one address need a connection each, with the certificate of each.
        self._inner: dict[str, httpx2.AsyncHTTPTransport] = {}

    async def handle_async_request(self, request: httpx2.Request) -> httpx2.Response:
        """Send a request to the first address that can be connected to."""
        host = request.url.host
        addresses = self._addresses.get(host) or self._addresses.setdefault(host, await _public_addresses(request.url))
        if host not in self._inner:
            self._inner[host] = httpx2.AsyncHTTPTransport(verify=self._verify, limits=self._limits, trust_env=False)
        for address in addresses:
            try:
                response = await self._inner[host].handle_async_request(_addressed(request, address))
            except (httpx2.ConnectError, httpx2.ConnectTimeout):
                if address == addresses[-1]:
                    raise
            else:
                self._addresses[host] = [address]
                return response
        raise AssertionError("the last address returns or raises")

    async def aclose(self) -> None:
        """Close all connections."""
        for transport in self._inner.values():
            await transport.aclose()


async def public_route(url: httpx2.URL, verify: ssl.SSLContext, limits: httpx2.Limits) -> dict[str, Any]:
    """Return the arguments of an HTTP client that reaches this URL at public addresses only.

    A proxy resolves names itself, so that behind one only what this machine resolves can be checked.
    """
    proxies = getproxies()
    proxy = proxies.get(url.scheme) or proxies.get("all")
    if not proxy or proxy_bypass(url.host):
        return {"transport": PublicTransport(verify, limits)}
    _require_public(url, await addresses_of(url))
    return {"proxy": proxy, "verify": verify, "limits": limits}


async def _public_addresses(url: httpx2.URL) -> list[str]:
    """Return the addresses of a URL's host; raise ServerUntrusted if one of them is in a private network."""
    addresses = await addresses_of(url)
    if not addresses:
        raise ServerUnreachable(f"host {url.host} not found", hint="check `url` in the inventory")
    _require_public(url, addresses)
    return [str(each) for each in addresses][:_MOST_ADDRESSES]


def _require_public(url: httpx2.URL, addresses: list[IPv4Address | IPv6Address]) -> None:
    if any(network_kind(address) != "public" for address in addresses):
        raise ServerUntrusted(
            f"{url.host} is in a private network, where only trusted servers are asked; set `trusted = true` for it in "
            "an inventory of your own, or scan with --private"
        )


def _addressed(request: httpx2.Request, address: str) -> httpx2.Request:
    """Return a request to this address; the name stays in its header, and in the certificate that is expected."""
    name = {"sni_hostname": request.url.raw_host.decode("ascii")}
    return httpx2.Request(
        request.method,
        request.url.copy_with(host=address),
        headers=request.headers,
        stream=request.stream,
        extensions={**request.extensions, **(name if request.url.scheme == "https" else {})},
    )


async def require_allowed(url: httpx2.URL, target: Target) -> None:
    """Raise unless an OAuth request may go to this URL: the origin of the server or of its issuer, encrypted."""
    server, issuer = endpoint_url(target), _issuer(target)
    allowed = {origin(server)} | ({origin(issuer)} if issuer else set())
    if origin(url) not in allowed or url.userinfo:
        raise ServerUnreachable(
            f"OAuth would continue at {http_errors.shown_url(url)}, neither the server's origin nor its issuer's",
            hint="nothing was sent there; if the client's credentials belong there, set its origin as `issuer` in "
            f"[servers.{target.name}.oauth].",
        )
    await require_safe(url, target)


async def require_safe(url: httpx2.URL, target: Target) -> None:
    """Raise unless an OAuth flow may continue at this URL: encrypted, and no more private than the server."""
    server = endpoint_url(target)
    if url.userinfo or url.scheme not in ("http", "https"):
        raise ServerUnreachable(f"OAuth would continue at {http_errors.shown_url(url)}, which is not a plain https URL")
    if url.scheme != "https" and not _only_loopback(await addresses_of(url)):
        raise ServerUnreachable(
            f"OAuth needs https: {http_errors.shown_url(url)} would get credentials unencrypted",
            hint=f"use https:// in `url` and `issuer` of [servers.{target.name}]",
        )
    if not await is_as_public(url, server):
        raise ServerUnreachable(
            f"OAuth would continue at {http_errors.shown_url(url)}, which is in a private network, unlike the server",
            hint="nothing was sent there; use an issuer in the network of the server",
        )


async def is_as_public(url: httpx2.URL, other: httpx2.URL) -> bool:
    """Return whether the host of a URL is public, or in no more private a network than that of another URL."""
    return origin(url) == origin(other) or _are_as_public(await addresses_of(url), await addresses_of(other))


def _issuer(target: Target) -> httpx2.URL | None:
    oauth = cast("Endpoint", target.how).oauth
    if oauth is None or oauth.issuer is None:
        return None
    try:
        return httpx2.URL(oauth.issuer)
    except httpx2.InvalidURL as error:
        raise PolicyInvalid(f"`issuer` is not a valid URL: {error}", where=f"servers.{target.name}.oauth") from None


def _only_loopback(addresses: list[IPv4Address | IPv6Address]) -> bool:
    return bool(addresses) and all(network_kind(address) == "loopback" for address in addresses)


def _are_as_public(addresses: list[IPv4Address | IPv6Address], servers: list[IPv4Address | IPv6Address]) -> bool:
    """Return whether every address is public, or no more private than the server's own."""
    allowed = {"public", *map(network_kind, servers)}
    return {network_kind(address) for address in addresses} <= allowed | (
        {"private"} if "loopback" in allowed else set()
    )
