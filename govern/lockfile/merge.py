"""Merge the locks of two branches, block by block."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from typing import TYPE_CHECKING, Any, TypeVar

from govern.contract.surface import KIND_ORDER
from govern.lockfile.comparison import measured_like
from govern.lockfile.document import Lock, LockedItem, LockedServer
from govern.lockfile.integrity import digest_of_lock, digest_of_server

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

_Key = TypeVar("_Key")
_Block = TypeVar("_Block")

_Group = tuple[LockedItem, ...]

_OURS, _THEIRS = 1, 2
_HEAD = ("encoding", "economics", "risk")
_LINES = tuple(each.name for each in fields(LockedServer) if each.name not in ("name", "digest", "items"))


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
        for line in _LINES
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
