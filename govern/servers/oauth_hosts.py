"""Restrict the hosts of an OAuth flow, whose next URL is chosen by the server's responses."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

import httpx2

from govern.errors import PolicyInvalid, ServerUnreachable
from govern.policy.foreign_urls import network_kind
from govern.servers import http_errors
from govern.servers.addresses import addresses_of
from govern.servers.http_client import endpoint_url, origin

if TYPE_CHECKING:
    from ipaddress import IPv4Address, IPv6Address

    from govern.policy.target import Endpoint, Target


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
