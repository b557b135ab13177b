"""The servers that a domain publishes: its MCP catalog, the server cards that it names, or an older card."""

from __future__ import annotations

import asyncio
import re
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urljoin, urlsplit

import httpx2

from govern.errors import ServerError
from govern.fleet.inventory import FleetServer, fleet_name
from govern.fleet.inventory_registry import fleet_server
from govern.policy.client_entries import UnusableEntryError
from govern.policy.foreign_urls import bad_address, is_private
from govern.policy.server_json import read_server
from govern.policy.server_settings import Server
from govern.registries.documents import fetch_document
from govern.servers.addresses import is_as_public

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from govern.policy.server_json import RegistryServer

_CATALOG = "/.well-known/mcp/catalog.json"
# Drafts of server cards named these places before there were catalogs.
_CARDS = ("/.well-known/mcp/server-card.json", "/.well-known/mcp.json")
CARD_TYPE = "application/mcp-server-card+json"
_CARD_TYPES = (CARD_TYPE, "application/mcp-server+json")
_MOST_CARDS = 100
# Domains that are asked at the same time; each of them gets one request after the other.
_AT_ONCE = 8
_SECONDS = 15.0
_HOST = re.compile(r"(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)*[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?")
_ORIGIN = re.compile(rf"(?P<scheme>https?://)?(?P<host>{_HOST.pattern})(?P<port>:\d{{1,5}})?/?")
_NO_NAME = re.compile(r"[^A-Za-z0-9._-]+")


@dataclass(frozen=True, slots=True)
class Domain:
    """A domain of an inventory: its name with the port, and the origin to ask.

    If it is `private`, it is in a private network, and its servers may be there too.
    """

    name: str
    origin: str
    private: bool = False


def parse_domain(word: str, *, private: bool = False) -> Domain | None:
    """Return the domain of a word such as `example.com` or `http://localhost:8000`, or None."""
    found = _ORIGIN.fullmatch(word)
    if found is None or len(word) > 255:  # noqa: PLR2004 - the longest name of DNS
        return None
    host = f"{found['host'].lower()}{found['port'] or ''}"
    return Domain(host, f"{found['scheme'] or 'https://'}{host}", private or is_private(found["host"]))


def published_servers(domains: Sequence[Domain], where: str) -> list[FleetServer]:
    """Return the servers of all domains, by name; a domain without one is a server that is refused, with the reason."""
    return asyncio.run(_all_published(domains, where))


async def _all_published(domains: Sequence[Domain], where: str) -> list[FleetServer]:
    slots = asyncio.Semaphore(_AT_ONCE)

    async def published(domain: Domain) -> list[FleetServer]:
        async with slots:
            return await _published(domain, where)

    found = await asyncio.gather(*(published(domain) for domain in domains))
    servers = {server.name: server for each in found for server in each}
    return sorted(servers.values(), key=lambda server: server.name)


async def _published(domain: Domain, where: str) -> list[FleetServer]:
    try:
        cards = await _cards(domain)
    except ServerError as error:
        return [_without_servers(domain, error.message, where)]
    if not cards:
        return [_without_servers(domain, f"publishes no MCP catalog and no server card ({_CATALOG})", where)]
    # The domain comes first, so that a card cannot take over the name of another domain's server.
    prefix = domain.name.replace(":", "_")
    return [fleet_server(each, fleet_name(f"{prefix}/{each.name}"), where, private=domain.private) for each in cards]


def _without_servers(domain: Domain, reason: str, where: str) -> FleetServer:
    name = domain.name.replace(":", "_")
    return FleetServer(name, Server(), trusted=False, where=where, root=str(Path().absolute()), refused=reason)


async def _cards(domain: Domain) -> list[RegistryServer]:
    catalog = await fetch_document(domain.origin + _CATALOG, seconds=_SECONDS, public=not domain.private)
    found = [await _card(url, domain) for url in _card_urls(catalog, domain)]
    if not any(found):
        for place in _CARDS:
            if card := await _card(domain.origin + place, domain):
                return [card]
    return [each for each in found if each]


def _card_urls(catalog: Any, domain: Domain) -> Iterator[str]:
    entries = catalog.get("entries") if isinstance(catalog, dict) else None
    for entry in entries[:_MOST_CARDS] if isinstance(entries, list) else ():
        if isinstance(entry, dict) and entry.get("type") in _CARD_TYPES and isinstance(entry.get("url"), str):
            yield urljoin(domain.origin + _CATALOG, entry["url"])


async def _card(url: str, domain: Domain) -> RegistryServer | None:
    """Return the server card at a URL, which may be on another host, but in no more private a network."""
    if bad_address(url, private=domain.private) or not await is_as_public(httpx2.URL(url), httpx2.URL(domain.origin)):
        return None
    try:
        accept = f"{CARD_TYPE}, application/json"
        document = await fetch_document(url, accept=accept, seconds=_SECONDS, public=not domain.private)
    except ServerError:
        return None
    try:
        return read_server(_as_card(document, url), private=domain.private)
    except UnusableEntryError:
        return None


def _as_card(document: Any, url: str) -> Any:
    """Return a card with remotes; older ones have a name in `serverInfo`, and a transport with a relative endpoint."""
    if not isinstance(document, dict) or "remotes" in document or "packages" in document:
        return document
    info = document.get("serverInfo", document)
    transport = document.get("transport")
    if not isinstance(info, dict) or not isinstance(transport, dict):
        return document
    place = transport.get("endpoint", transport.get("url"))
    name, version = str(info.get("name", "")), str(info.get("version", ""))
    remote = {"type": transport.get("type", "streamable-http"), "url": urljoin(url, str(place))}
    remotes = [remote] if isinstance(place, str) else []
    host = _NO_NAME.sub("-", urlsplit(url).hostname or "")
    return {"name": f"{host}/{_NO_NAME.sub('-', name)[:100] or 'server'}", "version": version, "remotes": remotes}
