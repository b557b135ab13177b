"""A lock as one side of a comparison."""

from __future__ import annotations

from typing import TYPE_CHECKING

from govern.compare.view import ItemView, ServerView

if TYPE_CHECKING:
    from govern.compare.view import View
    from govern.lockfile.document import Lock, LockedItem, LockedServer


def views(*locks: Lock) -> list[View]:
    """Several locks; what is one item in them is one here too."""
    known: dict[int, ItemView] = {}
    return [{server.name: _server(server, known) for server in lock.servers} for lock in locks]


def view(lock: Lock) -> View:
    """The lock's servers by name, nothing decoded yet."""
    return views(lock)[0]


def _server(server: LockedServer, known: dict[int, ItemView]) -> ServerView:
    return ServerView(
        name=server.name,
        digest=server.digest,
        source=server.source,
        client=server.client,
        folds=server.folds,
        items={(item.kind.name, item.key, item.copy): _item(item, known) for item in server.items},
        greet=lambda: server.without_items().surface(),
    )


def _item(item: LockedItem, known: dict[int, ItemView]) -> ItemView:
    found = known.get(id(item))
    if found is None:
        found = known[id(item)] = ItemView(item.kind, item.key, item.digest, item.parts, item.item)
    return found
