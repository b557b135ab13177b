"""Read what MCP registries and server cards publish: each server (server.json) with the ways to run it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from govern.policy.client_entries import UnusableEntryError
from govern.policy.discovery import usable_name
from govern.policy.installations import read_package, read_remote
from govern.policy.server_inputs import description_of, field, tables

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from govern.policy.installations import Installation, InstallationKind

SERVER_NAME = re.compile(r"[A-Za-z0-9.-]{1,200}/[A-Za-z0-9._-]{1,200}", re.ASCII)
_VERSION = re.compile(r"\S{1,255}")
_OFFICIAL = "io.modelcontextprotocol.registry/official"
# Packages come first, because their content can be pinned; that of a remote may change at any time.
_ORDER = ("npm", "pypi", "oci", "remote", "mcpb")


ServerStatus = Literal["active", "deprecated", "deleted"]


@dataclass(frozen=True, slots=True)
class RegistryServer:
    """A version of a server as a registry publishes it; `status` is `active`, `deprecated` or `deleted`."""

    name: str
    version: str
    description: str = ""
    status: ServerStatus = "active"
    status_message: str = ""
    is_latest: bool = True
    installations: tuple[Installation, ...] = ()

    @property
    def short_name(self) -> str:
        """Return a name that govern.toml accepts: the part after the namespace."""
        return usable_name(self.name.rpartition("/")[2])

    def preferred(self, kind: InstallationKind | None = None) -> Installation:
        """Return the first usable installation, of this kind if one is given, or raise UnusableEntryError."""
        offered = [each for each in self.installations if kind in (None, each.kind)]
        usable = [each for each in offered if not each.reason]
        if usable:
            return min(usable, key=lambda each: _ORDER.index(each.kind))
        if offered:
            raise UnusableEntryError("; ".join(f"{each.kind} {each.package}: {each.reason}" for each in offered))
        others = ", ".join(dict.fromkeys(each.kind for each in self.installations))
        raise UnusableEntryError(f"has no {kind} package; it has: {others}" if others else "has nothing govern can run")


def registry_servers(document: Any, *, private: bool = False) -> Iterator[RegistryServer]:
    """Yield the servers of a page, a list of pages, a list of server.json objects, or one of these; skip any other.

    With `private` the remotes may be on private addresses, as those of a registry in the same network are.
    """
    entries = document if isinstance(document, list) else [document]
    for entry in entries:
        if not isinstance(entry, dict):
            continue
        if isinstance(inner := entry.get("servers"), list):
            yield from (server for each in inner if (server := _server(each, private=private)))
        elif server := _server(entry, private=private):
            yield server


def read_server(entry: Any, *, private: bool = False) -> RegistryServer:
    """Return one server: server.json, alone or with the registry's own data. Raise UnusableEntryError if it is none."""
    found = _server(entry, private=private)
    if found is None:
        raise UnusableEntryError("is not a server.json with a name such as io.github.user/server and a version")
    return found


def _server(entry: Any, *, private: bool) -> RegistryServer | None:
    if not isinstance(entry, dict):
        return None
    raw = entry["server"] if isinstance(entry.get("server"), dict) else entry
    name, version = raw.get("name"), _version_of(raw)
    if not isinstance(name, str) or not SERVER_NAME.fullmatch(name) or version is None:
        return None
    meta = _official(entry) or _official(raw)
    status = meta.get("status", raw.get("status", "active"))
    message = meta.get("statusMessage")
    latest = field(meta, "isLatest")
    return RegistryServer(
        name=name,
        version=version,
        description=description_of(raw),
        status=status if status in ("active", "deprecated", "deleted") else "active",
        status_message=description_of({"description": message}),
        is_latest=latest is not False,
        installations=_installations(raw, name, version, private=private),
    )


def _version_of(raw: Mapping[str, Any]) -> str | None:
    older = raw.get("version_detail")
    version = raw.get("version") or (older.get("version") if isinstance(older, dict) else None)
    usable = isinstance(version, str) and _VERSION.fullmatch(version) and version.isprintable()
    return version if usable else None


def _official(raw: Mapping[str, Any]) -> dict[str, Any]:
    meta = raw.get("_meta")
    found = meta.get(_OFFICIAL) if isinstance(meta, dict) else None
    return found if isinstance(found, dict) else {}


def _installations(raw: Mapping[str, Any], name: str, version: str, *, private: bool) -> tuple[Installation, ...]:
    server = usable_name(name.rpartition("/")[2])
    try:
        found = [read_package(each, server, version, private=private) for each in tables(raw, "packages")]
        return (
            *(each for each in found if each is not None),
            *(read_remote(each, server, private=private) for each in tables(raw, "remotes")),
        )
    except UnusableEntryError:
        # A list that is none, or a hundred of them.
        return ()
