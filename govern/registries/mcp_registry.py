"""The API of MCP registries (v0.1): one server by its name, or all of them; and any JSON at a stranger's URL."""

from __future__ import annotations

import asyncio
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any
from urllib.parse import quote, urlsplit

import httpx2

from govern import __version__
from govern.contract.characters import visible
from govern.contract.json_text import decode, depth
from govern.errors import ContractInvalid, ServerError, ServerMisbehaved, ServerUnreachable, UsageError
from govern.policy.client_entries import UnusableEntryError
from govern.policy.foreign_urls import bad_address, is_private
from govern.policy.server_json import SERVER_NAME, read_server, registry_servers
from govern.policy.server_settings import Limits
from govern.policy.target import Endpoint, Target
from govern.servers.http_client import open_client
from govern.servers.http_errors import shown_url

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from govern.policy.server_json import RegistryServer


# It says who asks, and where its owner can be found.
USER_AGENT = f"govern/{__version__} (+https://github.com/govern-mcp/govern)"
_MEGABYTE = 1024 * 1024
_LIMITS = Limits(bytes=16 * _MEGABYTE, depth=64)
_NOT_FOUND = (404, 410)


async def fetch_document(
    url: str,
    query: Mapping[str, str] | None = None,
    *,
    accept: str = "application/json",
    seconds: float = 30.0,
    public: bool = False,
) -> Any:
    """Return the JSON at a URL, or None if there is nothing. Raise ServerError if it cannot be read.

    With `public` no address of a private network is connected to.
    """
    target = Target(url, "", Endpoint(url, foreign=public, public_only=public), timeout=seconds, limits=_LIMITS)
    try:
        return await _fetched(target, httpx2.URL(url, params=dict(query)) if query else httpx2.URL(url), accept)
    except httpx2.InvalidURL as error:
        raise ServerUnreachable(f"not a valid URL: {error}", where=url) from None
    except ServerError as error:
        # The hints of the HTTP client are about a server in govern.toml.
        raise type(error)(error.message, where=error.where, hint="check the URL and your network") from None


async def _fetched(target: Target, url: httpx2.URL, accept: str) -> Any:
    async with (
        open_client(target) as client,
        client.call("GET", url, {"accept": accept, "user-agent": USER_AGENT}) as response,
    ):
        if response.status_code in _NOT_FOUND:
            return None
        if response.status_code != httpx2.codes.OK:
            raise ServerUnreachable(f"{shown_url(url)} returned HTTP {response.status_code}")
        content = await client.whole(response)
    try:
        document = decode(content)
    except ContractInvalid as error:
        raise ServerMisbehaved(f"{shown_url(url)}: {error.message}") from None
    if depth(document) > target.limits.depth:
        raise ServerMisbehaved(f"{shown_url(url)}: nested more than {target.limits.depth} levels deep")
    return document


OFFICIAL = "https://registry.modelcontextprotocol.io"
LATEST = "latest"
_PAGE = 100
_MOST_PAGES = 10_000
_LONGEST_CURSOR = 2_048
_SUGGESTED = 5
# Seconds between two pages: a crawl is not urgent.
_PAUSE = 0.1


@dataclass(frozen=True, slots=True)
class RegistryPage:
    """A page of a registry's list as it was sent, and the cursor of the next one."""

    document: Any
    cursor: str | None


def find_server(registry: str, name: str, version: str = LATEST) -> RegistryServer:
    """Return a server by its full name, at a version. Raise UsageError with the closest names if there is none."""
    if not SERVER_NAME.fullmatch(name):
        raise _unknown(registry, name, "is not a full name such as io.github.user/server")
    url = f"{api_url(registry)}/{quote(name, safe='')}/versions/{quote(version, safe='')}"
    document = asyncio.run(fetch_document(url))
    if document is None:
        at = "" if version == LATEST else f" at version {version}"
        raise _unknown(registry, name, f"is not in the registry{at}")
    try:
        found = read_server(document, private=is_own(registry))
    except UnusableEntryError as error:
        raise ServerMisbehaved(f"the answer for {name} {error}", where=registry) from None
    if found.name != name or version not in (LATEST, found.version):
        sent = f"{found.name} {visible(found.version)}"
        raise ServerMisbehaved(f"asked for {name} {version}, it sent {sent}", where=registry)
    return found


def api_url(registry: str) -> str:
    """Return the URL of a registry's list of servers. Raise UsageError for a URL that is none."""
    if reason := bad_address(registry, private=True):
        raise UsageError(f"{reason.removeprefix('its ')}", where=f"--registry {registry}")
    base = registry.rstrip("/")
    return base if base.endswith("/servers") else f"{base}/v0.1/servers"


def is_own(registry: str) -> bool:
    """Return whether a registry is in a private network, so that its remotes may be there too."""
    return is_private(urlsplit(registry).hostname or "")


def registry_pages(registry: str, *, since: str | None = None, cursor: str | None = None) -> Iterator[RegistryPage]:
    """Yield the pages of a registry from a cursor on, of servers that were updated since then if a date is given."""
    query = {"limit": str(_PAGE), "version": LATEST}
    if since:
        query["updated_since"] = since
    seen: set[str] = set()
    while True:
        page = asyncio.run(fetch_document(api_url(registry), query | ({"cursor": cursor} if cursor else {})))
        if not isinstance(page, dict) or not isinstance(page.get("servers"), list):
            raise ServerMisbehaved("sent no list of servers; is it an MCP registry?", where=registry)
        cursor = next_cursor(page)
        yield RegistryPage(page, cursor)
        if cursor is None:
            return
        if cursor in seen or len(seen) >= _MOST_PAGES or not page["servers"]:
            raise ServerMisbehaved("its list of servers has no end", where=registry)
        seen.add(cursor)
        time.sleep(_PAUSE)


def next_cursor(page: Any) -> str | None:
    """Return the cursor of the page after this one, or None."""
    metadata = page.get("metadata") if isinstance(page, dict) else None
    found = metadata.get("nextCursor", metadata.get("next_cursor")) if isinstance(metadata, dict) else None
    return found if isinstance(found, str) and 0 < len(found) <= _LONGEST_CURSOR else None


def _unknown(registry: str, name: str, problem: str) -> UsageError:
    """Return the error for an unknown name, with the names that a search for its last part finds."""
    query = {"search": name.rpartition("/")[2], "version": LATEST, "limit": str(_SUGGESTED)}
    page = asyncio.run(fetch_document(api_url(registry), query))
    names = list(dict.fromkeys(found.name for found in registry_servers(page)))[:_SUGGESTED]
    hint = f"did you mean: govern add {' | '.join(names)}" if names else f"search for it at {registry}"
    return UsageError(f"{visible(name)} {problem}", where=registry, hint=hint)
