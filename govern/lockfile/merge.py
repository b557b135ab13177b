"""Two branches' locks made one, block by block, as git would if it knew what a block is."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields, replace
from typing import Any, TypeVar

from govern.contract.surface import KINDS
from govern.lockfile.document import Lock, LockedItem, LockedServer
from govern.lockfile.integrity import digest_of_lock, digest_of_server

_Key = TypeVar("_Key")
_Block = TypeVar("_Block")

_HEAD = ("encoding", "economics", "risk")
_LINES = tuple(each.name for each in fields(LockedServer) if each.name not in ("name", "digest", "items"))
_KIND_ORDER = {kind: at for at, kind in enumerate(KINDS)}


@dataclass(frozen=True, slots=True)
class Merged:
    """The merged lock, or the places that both sides changed, each in its own way."""

    lock: Lock
    conflicts: tuple[str, ...]


def merge(base: Lock | None, ours: Lock, theirs: Lock) -> Merged:
    """Take each block from the side that changed it."""
    conflicts: list[str] = []
    origin = base or Lock()
    head = {name: _value(name, getattr(origin, name), getattr(ours, name), getattr(theirs, name), conflicts)
            for name in _HEAD}  # fmt: skip
    servers = _blocks(
        *({server.name: server for server in lock.servers} for lock in (origin, ours, theirs)),
        lambda name, *versions: _server(name, *versions, conflicts),
    )
    lock = Lock(**head).with_servers(servers)
    return Merged(replace(lock, digest=digest_of_lock(lock)), tuple(conflicts))


def _server(
    name: str, base: LockedServer | None, ours: LockedServer | None, theirs: LockedServer | None, conflicts: list[str]
) -> LockedServer | None:
    if base is None or ours is None or theirs is None:
        conflicts.append(name)
        return ours
    lines = {
        line: _value(f"{name} ({line})", getattr(base, line), getattr(ours, line), getattr(theirs, line), conflicts)
        for line in _LINES
    }
    items = _blocks(
        *({(_KIND_ORDER[item.kind.name], item.key, item.copy): item for item in each.items} for each in (base, ours, theirs)),
        lambda key, _, ours, __: _item(f"{name}/{key[1]}", ours, conflicts),
    )
    server = LockedServer(name=name, digest="", items=tuple(items[key] for key in sorted(items)), **lines)
    return replace(server, digest=digest_of_server(server))


def _item(place: str, ours: LockedItem | None, conflicts: list[str]) -> LockedItem | None:
    conflicts.append(place)
    return ours


def _blocks(
    base: Mapping[_Key, _Block],
    ours: Mapping[_Key, _Block],
    theirs: Mapping[_Key, _Block],
    both_changed: Callable[[_Key, _Block | None, _Block | None, _Block | None], _Block | None],
) -> dict[_Key, _Block]:
    """Each block from the side that changed it; where both did, what `both_changed` makes of it."""
    merged = {}
    for key in {**base, **ours, **theirs}:
        versions = base.get(key), ours.get(key), theirs.get(key)
        old, left, right = versions
        if left == right or right == old:
            block = left
        elif left == old:
            block = right
        else:
            block = both_changed(key, *versions)
        if block is not None:
            merged[key] = block
    return merged


def _value(place: str, old: Any, left: Any, right: Any, conflicts: list[str]) -> Any:
    if left == right or right == old:
        return left
    if left != old:
        conflicts.append(place)
    return right if left == old else left
