"""Inventories that are pages of an MCP registry, saved as one JSON document or as a page per line."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

from govern.fleet.inventory import FleetServer, fleet_name
from govern.policy.client_entries import UnusableEntryError
from govern.policy.parsing import parse_settings
from govern.policy.server_json import registry_servers
from govern.policy.server_settings import Server

if TYPE_CHECKING:
    from collections.abc import Iterable

    from govern.policy.server_json import RegistryServer


def saved_pages(content: bytes) -> list[Any] | None:
    """Return the pages of a registry, or None if the content is something else; an unfinished last line is left out."""
    head = content.lstrip(b"\xef\xbb\xbf \t\r\n")
    if head[:1] not in (b"{", b"["):
        return None
    first, _, rest = head.partition(b"\n")
    page = _json_or_none(first)
    if page is None:
        whole = _json_or_none(head)
        return [whole] if _is_page(whole) else None
    if not _is_page(page):
        return None
    return [page, *(later for line in rest.splitlines() if _is_page(later := _json_or_none(line)))]


def _json_or_none(text: bytes) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


def _is_page(value: Any) -> bool:
    """Return whether a value is a page, or a list of pages or servers: client configs have a table of servers."""
    if isinstance(value, list):
        return bool(value) and all(isinstance(each, dict) and _is_entry(each) for each in value)
    return isinstance(value, dict) and _is_entry(value)


def _is_entry(value: dict[str, Any]) -> bool:
    return isinstance(value.get("servers"), list) or isinstance(value.get("server"), dict)


def fleet_of_pages(pages: Iterable[Any], where: str, *, private: bool = False) -> list[FleetServer]:
    """Return the latest version of each server, by name; what was removed from the registry is left out.

    With `private` the registry is in a private network, and so may be its servers.
    """
    latest: dict[str, RegistryServer] = {}
    for page in pages:
        for server in registry_servers(page, private=private):
            known = latest.get(server.name)
            if known is None or server.is_latest or not known.is_latest:
                latest[server.name] = server
    kept = [server for server in latest.values() if server.status != "deleted"]
    found = [fleet_server(each, fleet_name(each.name), where, private=private) for each in kept]
    return sorted(found, key=lambda each: each.name)


def fleet_server(server: RegistryServer, name: str, where: str, *, private: bool) -> FleetServer:
    """Return a stranger's server under this name, or one that is refused, with the reason."""
    root = str(Path().absolute())
    try:
        table = server.preferred().table({})
    except UnusableEntryError as error:
        return FleetServer(name, Server(), trusted=False, where=where, root=root, refused=str(error))
    settings = parse_settings({"servers": {"it": table}})
    if isinstance(settings, list):
        return FleetServer(name, Server(), trusted=False, where=where, root=root, refused=settings[0].message)
    return FleetServer(name, settings.servers["it"], trusted=False, where=where, root=root, private=private)
