"""`govern show`: what is locked, of everything, of a server or of one item."""

from difflib import get_close_matches
from pathlib import Path

from govern.commands.place import find_lock
from govern.errors import UsageError
from govern.lockfile.document import Lock, LockedServer
from govern.lockfile.selection import Selection
from govern.lockfile.store import load


def show(what: str | None, config: Path | None, lock: Path | None) -> Selection:
    """The part of the lock that `what` names: nothing, SERVER, or SERVER/ITEM."""
    found = load(find_lock(lock, config))
    if not what:
        return Selection(found)
    server = _server(found, what)
    key = what.removeprefix(server.name).removeprefix("/")
    if not key:
        return Selection(found, server)
    items = tuple(item for item in server.items if item.key == key)
    if not items:
        raise UsageError(f"{server.name} has no {key!r}{_meant(key, [item.key for item in server.items])}")
    return Selection(found, server, items)


def _server(lock: Lock, what: str) -> LockedServer:
    """No server's name holds a slash, so the first one ends it; items' names may hold more."""
    name = what.partition("/")[0]
    server = lock.server(name)
    if server is None:
        raise UsageError(f"the lock holds no server {name!r}{_meant(name, [each.name for each in lock.servers])}")
    return server


def _meant(name: str, known: list[str]) -> str:
    close = get_close_matches(name, known, 1, 0.5)
    return f"; did you mean {close[0]!r}?" if close else f" (there are: {', '.join(known[:20])})" if known else ""
