"""What moved between two states of a server, told by digests alone: names and parts, without judgement."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from collections.abc import Iterator

    from govern.contract.surface import KindName
    from govern.lockfile.document import LockedItem, LockedServer

How = Literal["added", "removed", "changed"]


@dataclass(frozen=True, slots=True)
class Moved:
    """One item, or the server's own lines where `kind` is "server"; `parts` names what changed in it."""

    kind: KindName | Literal["server"]
    key: str
    how: How
    parts: tuple[str, ...] = ()


def movements(old: LockedServer | None, new: LockedServer | None) -> list[Moved]:
    """Everything that is not what it was."""
    if old and new and old.digest == new.digest:
        return []
    if old is None or new is None:
        server = new or old
        return [Moved("server", server.name, "added" if new else "removed")] if server else []
    return [*_own_lines(old, new), *_items(old, new)]


def _own_lines(old: LockedServer, new: LockedServer) -> Iterator[Moved]:
    lines = (
        "source",
        "title",
        "version",
        "protocol",
        "capabilities",
        "client",
        "folds",
        "instructions",
        "hints",
        "lists",
    )
    parts = tuple(line for line in lines if getattr(old, line) != getattr(new, line))
    if parts:
        yield Moved("server", new.name, "changed", parts)


def _items(old: LockedServer, new: LockedServer) -> Iterator[Moved]:
    before, after = _by_key(old), _by_key(new)
    for key in {**before, **after}:
        left, right = before.get(key), after.get(key)
        if left is None or right is None:
            yield Moved(key[0], key[1], "added" if right else "removed")
        elif left.digest != right.digest:
            yield Moved(key[0], key[1], "changed", _parts(left, right))


def _by_key(server: LockedServer) -> dict[tuple[KindName, str, int], LockedItem]:
    return {(item.kind.name, item.key, item.copy): item for item in server.items}


def _parts(left: LockedItem, right: LockedItem) -> tuple[str, ...]:
    before, after = left.stated, right.stated
    return tuple(part for part in after if before.get(part) != after[part])
