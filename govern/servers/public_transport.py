"""Reach a URL that a stranger gave: at a public address, and at the one that was checked."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from urllib.request import getproxies, proxy_bypass

import httpx2

from govern.errors import ServerUnreachable, ServerUntrusted
from govern.policy.foreign_urls import network_kind
from govern.servers.addresses import addresses_of

if TYPE_CHECKING:
    import ssl
    from ipaddress import IPv4Address, IPv6Address

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
