"""The API of MCP registries (v0.1): one server by its name."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING
from urllib.parse import quote, urlsplit

from govern.contract.characters import visible
from govern.errors import ServerMisbehaved, UsageError
from govern.policy.client_entries import UnusableEntryError
from govern.policy.foreign_urls import bad_address, is_private
from govern.policy.server_json import SERVER_NAME, read_server, registry_servers
from govern.registries.documents import fetch_document

if TYPE_CHECKING:
    from govern.policy.server_json import RegistryServer

OFFICIAL = "https://registry.modelcontextprotocol.io"
LATEST = "latest"
_SUGGESTED = 5


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


def _unknown(registry: str, name: str, problem: str) -> UsageError:
    """Return the error for an unknown name, with the names that a search for its last part finds."""
    query = {"search": name.rpartition("/")[2], "version": LATEST, "limit": str(_SUGGESTED)}
    page = asyncio.run(fetch_document(api_url(registry), query))
    names = list(dict.fromkeys(found.name for found in registry_servers(page)))[:_SUGGESTED]
    hint = f"did you mean: govern add {' | '.join(names)}" if names else f"search for it at {registry}"
    return UsageError(f"{visible(name)} {problem}", where=registry, hint=hint)
