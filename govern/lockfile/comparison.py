"""Make two locks comparable."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from govern.compare.view import ItemView, ServerView
from govern.lockfile.document import Lock
from govern.lockfile.integrity import digest_of_lock

if TYPE_CHECKING:
    from govern.compare.view import View
    from govern.lockfile.document import LockedItem, LockedServer


def measured_by(lock: Lock) -> tuple[object, ...]:
    """Return the encoding, version and risk thresholds that a lock's economics were measured with."""
    return lock.encoding, lock.economics, lock.risk


def measured_like(lock: Lock, other: Lock) -> Lock:
    """Return a lock with its economics measured as in the other lock."""
    if measured_by(lock) == measured_by(other):
        return lock
    from govern.lockfile.lock_server import guards_in, measured_anew, measures_of

    servers = {
        server.name: measured_anew(server, replace(measures_of(other, guards_in(server.items)), trusted=False))
        for server in lock.servers
    }
    again = Lock(encoding=other.encoding, economics=other.economics, risk=other.risk).with_servers(servers)
    return replace(again, digest=digest_of_lock(again))


def views(*locks: Lock) -> list[View]:
    """Return each lock as one side of a comparison; an item that locks share is one object in all of them."""
    return [view(lock) for lock in locks]


def view(lock: Lock) -> View:
    """Return a lock's servers by name, with nothing decoded yet."""
    return {server.name: _server_view(server) for server in lock.servers}


def _server_view(server: LockedServer) -> ServerView:
    return ServerView(
        name=server.name,
        digest=server.digest,
        source=server.source,
        client=server.client,
        folds=server.folds,
        integrity=server.integrity,
        items={(item.kind.name, item.key, item.copy): _item_view(item) for item in server.items},
        load_header=lambda: server.without_items().surface(),
    )


def _item_view(item: LockedItem) -> ItemView:
    """Return the item for comparisons, which keeps what they find out as long as the item is kept."""
    if item.view is None:
        object.__setattr__(item, "view", ItemView(item.kind, item.key, item.digest, item.parts, item.item))
    found: ItemView = item.view
    return found
