"""Inventories that are configs of MCP clients, or saved pages of an MCP registry: one document, or a page per line."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

from govern.errors import PolicyInvalid, UsageError
from govern.files import read_text
from govern.fleet.inventory import MAX_INVENTORY, FleetServer, fleet_name, inventory_error
from govern.policy.client_entries import EntryConverter, UnusableEntryError, Variables, is_disabled, usual_form
from govern.policy.client_files import LocatedFile, UnreadableFile, any_client_file, client_kinds, servers_in_text
from govern.policy.discovery import unusable_reason, usable_name
from govern.policy.parsing import parse_settings
from govern.policy.server_json import registry_servers
from govern.policy.server_settings import Server

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from govern.policy.client_files import ClientFile, ClientServer
    from govern.policy.server_json import RegistryServer


def client_servers(path: Path) -> Iterator[FleetServer]:
    """Yield the servers of a client's config, which are the user's own; a disabled one is left out."""
    try:
        text = read_text(path, MAX_INVENTORY)
    except OSError as error:
        raise UsageError(f"cannot be read: {error.strerror or error}", where=str(path)) from None
    folder = path.absolute().parent
    problems: list[tuple[str, str]] = []
    for entry in servers_in_text(LocatedFile(_kind(path), path, folder), text):
        found = entry.reason if isinstance(entry, UnreadableFile) else _client_server(entry, folder)
        if isinstance(found, FleetServer):
            yield found
        elif found:
            problems.append((str(path), found))
    if problems:
        raise inventory_error(problems)


def _kind(path: Path) -> ClientFile:
    """Return the client that keeps its servers in a file of this name, or any."""
    kinds = [kind for level in ("project", "user") for kind, _ in client_kinds(path.as_posix(), level)]
    return kinds[0] if kinds else any_client_file(path.name)


class _InlineSecrets(Variables):
    """Leaves secrets where they are: nothing is written to a file here."""

    def without_secrets(self, text: str, server: ClientServer, name: str = "", own: str = "") -> str:  # noqa: ARG002
        return text


def _client_server(entry: ClientServer, folder: Path) -> FleetServer | str | None:
    """Return the server of an entry, the problem with it, or None if the client has disabled it."""
    if entry.excluded or is_disabled(usual_form(entry.entry)):
        return None
    try:
        table = EntryConverter(entry, folder, _InlineSecrets()).table()
    except UnusableEntryError as error:
        return f"{entry.name}: {error}"
    if reason := unusable_reason(table):
        return f"{entry.name}: {reason}"
    settings = parse_settings({"servers": {"it": table}})
    if isinstance(settings, list):
        raise PolicyInvalid(settings[0].message, where=str(entry.file))
    return FleetServer(
        usable_name(entry.name), settings.servers["it"], trusted=True, where=str(entry.file), root=str(folder)
    )


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
