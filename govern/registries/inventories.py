"""Inventories of a fleet over the network: the servers of an MCP registry, and those that domains publish."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from govern.contract.json_text import canonical
from govern.errors import PolicyInvalid, UsageError
from govern.files import MEGABYTE, path_exists, read_bytes, read_text
from govern.fleet.inventory import MAX_INVENTORY
from govern.fleet.inventory_registry import fleet_of_pages, saved_pages
from govern.registries.domains import parse_domain, published_servers
from govern.registries.mcp_registry import is_own, next_cursor, registry_pages

if TYPE_CHECKING:
    from pathlib import Path

    from govern.fleet.inventory import FleetServer
    from govern.registries.domains import Domain

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
