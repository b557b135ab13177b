"""Inventories that are configs of MCP clients, or saved pages of an MCP registry."""

from __future__ import annotations

from typing import TYPE_CHECKING

from govern.errors import PolicyInvalid, UsageError
from govern.files import read_text
from govern.fleet.inventory import MAX_INVENTORY, FleetServer, inventory_error
from govern.policy.client_entries import EntryConverter, UnusableEntryError, Variables, is_disabled, usual_form
from govern.policy.client_files import LocatedFile, UnreadableFile, any_client_file, client_kinds, servers_in_text
from govern.policy.discovery import unusable_reason, usable_name
from govern.policy.parsing import parse_settings

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from govern.policy.client_files import ClientFile, ClientServer


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
