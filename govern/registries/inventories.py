"""Inventories of a fleet over the network: the servers of an MCP registry, and those that domains publish."""

from __future__ import annotations

import asyncio
import re
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urljoin, urlsplit

import httpx2

from govern.contract.json_text import canonical
from govern.errors import PolicyInvalid, ServerError, UsageError
from govern.files import MEGABYTE, path_exists, read_bytes, read_text
from govern.fleet.inventory import MAX_INVENTORY, FleetServer, fleet_name
from govern.fleet.inventory_files import fleet_of_pages, fleet_server, saved_pages
from govern.policy.client_entries import UnusableEntryError
from govern.policy.foreign_urls import bad_address, is_private
from govern.policy.server_json import read_server
from govern.policy.server_settings import Server
from govern.registries.mcp_registry import fetch_document, is_own, next_cursor, registry_pages
from govern.servers.addresses import is_as_public

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from govern.policy.server_json import RegistryServer


_LONGEST_DATE = 40


def registry_inventory(
    url: str, since: str | None = None, dump: Path | None = None, *, private: bool = False
) -> list[FleetServer]:
    """Return the servers of a registry, by name; of those that changed since a date if one is given.

    `dump` keeps each page as it comes: a crawl that was cut off continues there, and a complete one is not repeated.
    With `private`, or if the registry is in a private network, its servers may be there too.
    """
    if since is not None and (len(since) > _LONGEST_DATE or not since[:4].isdecimal()):
        raise UsageError(f"--since {since[:_LONGEST_DATE]}: expected a date such as 2026-11-01T00:00:00Z")
    pages = _saved(dump) if dump else []
    cursor = next_cursor(pages[-1]) if pages else None
    if not pages or cursor:
        size = 0
        for page in registry_pages(url, since=since, cursor=cursor):
            text = canonical(page.document) + b"\n"
            size += len(text)
            if size > MAX_INVENTORY:
                raise PolicyInvalid(f"is larger than {MAX_INVENTORY // MEGABYTE} MiB", where=url)
            pages.append(page.document)
            if dump:
                _append(dump, text)
    servers = fleet_of_pages(pages, url, private=private or is_own(url))
    if not servers:
        raise PolicyInvalid("has no servers", where=url)
    return servers


def _saved(dump: Path) -> list[Any]:
    """Return the pages of an earlier crawl; a line that was not finished is removed from the file."""
    if not path_exists(dump):
        return []
    content = read_bytes(dump, MAX_INVENTORY)
    whole = content[: content.rfind(b"\n") + 1]
    if whole != content:
        dump.write_bytes(whole)
    pages = saved_pages(whole)
    if pages is None and whole:
        raise PolicyInvalid("is not a saved crawl of an MCP registry", where=str(dump))
    return pages or []


def _append(dump: Path, text: bytes) -> None:
    try:
        with dump.open("ab") as file:
            file.write(text)
    except OSError as error:
        raise UsageError(f"cannot be written: {error.strerror}", where=str(dump)) from None


def domain_inventory(path: Path, *, private: bool = False) -> list[FleetServer]:
    """Return the servers that the domains in a file publish, one domain per line, by name; `#` begins a comment.

    With `private` all of them may be in a private network.
    """
    try:
        text = read_text(path, MAX_INVENTORY)
    except OSError as error:
        raise UsageError(f"cannot be read: {error.strerror or error}", where=str(path)) from None
    domains: dict[str, Domain] = {}
    for number, line in enumerate(text.splitlines(), 1):
        if word := line.partition("#")[0].strip():
            found = parse_domain(word, private=private)
            if found is None:
                raise PolicyInvalid(f"{word[:200]!r} is not a domain", where=f"{path}:{number}")
            domains.setdefault(found.name, found)
    if not domains:
        raise PolicyInvalid("has no domains", where=str(path))
    return published_servers([*domains.values()], str(path))


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
