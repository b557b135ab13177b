"""A lock as one side of a comparison."""

from __future__ import annotations

from govern.compare.view import ItemView, ServerView

TYPE_CHECKING = False
if TYPE_CHECKING:
    from govern.compare.view import View
    from govern.lockfile.document import Lock, LockedItem, LockedServer


def view(lock: Lock) -> View:
    """The lock's servers by name, nothing decoded yet."""
    return {server.name: _server(server) for server in lock.servers}


def _server(server: LockedServer) -> ServerView:
    return ServerView(
        name=server.name,
        digest=server.digest,
        source=server.source,
        client=server.client,
        items={(item.kind.name, item.key, item.copy): _item(item) for item in server.items},
        greet=lambda: server.without_items().surface(),
    )


def _item(item: LockedItem) -> ItemView:
    return ItemView(item.kind, item.key, item.digest, item.parts, item.item)
