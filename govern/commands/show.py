"""`govern show`: what is locked, of everything, of a server or of one item."""

from __future__ import annotations

from typing import TYPE_CHECKING

from govern.commands.place import find_lock, meant, server_named
from govern.errors import UsageError
from govern.lockfile.selection import Selection
from govern.lockfile.store import load

if TYPE_CHECKING:
    from pathlib import Path


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
        raise UsageError(f"{server.name} has no {key!r}{meant(key, [item.key for item in server.items])}")
    return Selection(found, server, items)
