"""`govern export`: what a lock holds, for other tools."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from govern.commands.place import find_lock, server_named
from govern.lockfile.store import load

if TYPE_CHECKING:
    from pathlib import Path

    from govern.lockfile.document import Lock, LockedServer


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
