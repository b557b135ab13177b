"""`govern show`: what is locked, of everything, of a server or of one item."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from govern.commands.project import find_lock, server_named, suggestion
from govern.errors import UsageError
from govern.lockfile.document import Selection
from govern.lockfile.store import load

if TYPE_CHECKING:
    from pathlib import Path

    from govern.lockfile.document import Lock, LockedServer


def show(what: str | None, config: Path | None, lock: Path | None) -> Selection:
    """The part of the lock that `what` names: nothing, SERVER, or SERVER/ITEM."""
    found = load(find_lock(lock, config))
    if not what:
        return Selection(found)
    # No server's name holds a slash, so the first one ends it; items' names may hold more, or be empty.
    name, slash, key = what.partition("/")
    server = server_named(found, name)
    items = tuple(item for item in server.items if slash and item.key == key)
    if key and not items:
        raise UsageError(f"{server.name} has no {key!r}{suggestion(key, [item.key for item in server.items])}")
    return Selection(found, server, items)


@dataclass(frozen=True, slots=True)
class Exported:
    """A lock, and those of its servers that were asked for."""

    lock: Lock
    servers: tuple[LockedServer, ...]


def export(names: tuple[str, ...], lock: Path | None, config: Path | None) -> Exported:
    """The named servers of the lock, or all, in the lock's order."""
    found = load(find_lock(lock, config))
    chosen = {server_named(found, name).name for name in names} or {server.name for server in found.servers}
    return Exported(found, tuple(server for server in found.servers if server.name in chosen))
