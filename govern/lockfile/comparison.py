"""Make two locks comparable, and merge those of two branches block by block."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, TypeVar

from govern.compare.view import ItemView, ServerView
from govern.contract.surface import KIND_ORDER
from govern.lockfile.document import SERVER_LINES, Lock, LockedItem, LockedServer
from govern.lockfile.integrity import digest_of_lock, digest_of_server

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from govern.compare.view import View


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


def view(lock: Lock) -> View:
    """Return a lock's servers by name, with nothing decoded yet; items that locks share are shared by their views."""
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


_Key = TypeVar("_Key")
_Block = TypeVar("_Block")

_Group = tuple[LockedItem, ...]

_OURS, _THEIRS = 1, 2
_HEAD = ("encoding", "economics", "risk")


@dataclass(frozen=True, slots=True)
class Merged:
    """A merged lock, with our side of each place that both sides changed differently."""

    lock: Lock
    conflicts: tuple[str, ...]


def merge(base: Lock | None, ours: Lock, theirs: Lock) -> Merged:
    """Return a lock with each block from the side that changed it, all measured in one way."""
    conflicts: list[str] = []
    sides = (base or Lock(), ours, theirs)
    head = Lock(**{name: _merge_value(name, [getattr(lock, name) for lock in sides], conflicts) for name in _HEAD})
    locks = [measured_like(lock, head) for lock in sides]
    servers = _merge_blocks(
        [{server.name: server for server in lock.servers} for lock in locks],
        lambda name, sides: _merge_server(name, sides, conflicts),
    )
    lock = head.with_servers(servers)
    return Merged(replace(lock, digest=digest_of_lock(lock)), tuple(conflicts))


def _merge_server(name: str, sides: Sequence[LockedServer | None], conflicts: list[str]) -> LockedServer | None:
    servers = [side for side in sides if side is not None]
    if len(servers) < len(sides):
        conflicts.append(name)
        return sides[_OURS]
    lines = {
        line: _merge_value(f"{name} ({line})", [getattr(server, line) for server in servers], conflicts)
        for line in SERVER_LINES
    }
    groups = _merge_blocks(
        [_grouped_items(server) for server in servers],
        lambda key, sides: _conflicting_items(f"{name}/{key[1]}", sides, conflicts),
    )
    items = tuple(item for key in sorted(groups) for item in groups[key])
    server = LockedServer(name=name, digest="", items=items, **lines)
    return replace(server, digest=digest_of_server(server))


def _grouped_items(server: LockedServer) -> dict[tuple[int, str], _Group]:
    """Return items grouped by kind and name, since copies of one name are numbered on each side alone."""
    groups: dict[tuple[int, str], _Group] = {}
    for item in server.items:
        key = (KIND_ORDER[item.kind.name], item.key)
        groups[key] = (*groups.get(key, ()), item)
    return groups


def _conflicting_items(place: str, sides: Sequence[_Group | None], conflicts: list[str]) -> _Group | None:
    conflicts.append(place)
    return sides[_OURS]


def _merge_blocks(
    sides: Sequence[Mapping[_Key, _Block]],
    both_changed: Callable[[_Key, Sequence[_Block | None]], _Block | None],
) -> dict[_Key, _Block]:
    """Return each block from the side that changed it, or what `both_changed` returns where both did."""
    merged = {}
    for key in {key: None for side in sides for key in side}:
        versions = [side.get(key) for side in sides]
        taken = _side_to_take(versions)
        block = both_changed(key, versions) if taken is None else versions[taken]
        if block is not None:
            merged[key] = block
    return merged


def _merge_value(place: str, versions: Sequence[Any], conflicts: list[str]) -> Any:
    taken = _side_to_take(versions)
    if taken is None:
        conflicts.append(place)
    return versions[_OURS if taken is None else taken]


def _side_to_take(versions: Sequence[object]) -> int | None:
    """Return the index of the version to take, or None if both sides changed."""
    base, ours, theirs = versions
    if theirs in (ours, base):
        return _OURS
    return _THEIRS if ours == base else None
