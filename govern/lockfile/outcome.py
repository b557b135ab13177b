"""Results of locking and costing: values that commands return and reports show."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from govern.errors import Exit
from govern.lockfile.document import SERVER_LINES

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from govern.contract.surface import KindName
    from govern.economics.bill import Bill
    from govern.errors import ServerError
    from govern.lockfile.document import Lock, LockedItem, LockedServer

Status = Literal["new", "changed", "same", "dropped", "failed"]
How = Literal["added", "removed", "changed"]


@dataclass(frozen=True, slots=True)
class Note:
    """A remark on a locked server. `code` is its kind, for programs."""

    code: Literal[
        "unpinned",
        "volatile",
        "gateway",
        "collision",
        "repeated",
        "unmatched",
        "reach",
        "eras",
        "unlocked",
        "secret",
        "integrity",
    ]
    message: str


@dataclass(frozen=True, slots=True)
class ServerOutcome:
    """The result of locking one server; `locked` is its block in the lock afterwards."""

    name: str
    status: Status
    locked: LockedServer | None = None
    moved: tuple[Moved, ...] = ()
    notes: tuple[Note, ...] = ()
    error: ServerError | None = None


@dataclass(frozen=True, slots=True)
class LockOutcome:
    """The result of locking all servers."""

    path: Path
    lock: Lock
    servers: tuple[ServerOutcome, ...]
    notes: tuple[Note, ...] = ()
    stale: bool = False
    wrote: bool = False
    checked: bool = False

    @property
    def unseen(self) -> tuple[tuple[str, str], ...]:
        """Return the unreachable servers, each with its reason."""
        return tuple((server.name, server.error.message) for server in self.servers if server.error)

    @property
    def exit_code(self) -> Exit:
        """Return the exit code; an unreachable server outweighs a stale lock."""
        if self.unseen:
            return Exit.UNREACHABLE
        return Exit.FAILED if self.checked and self.stale else Exit.OK


@dataclass(frozen=True, slots=True)
class Moved:
    """A changed item, or the server's own lines where `kind` is "server"; `parts` names what changed in it."""

    kind: KindName | Literal["server"]
    key: str
    how: How
    parts: tuple[str, ...] = ()


def movements(old: LockedServer | None, new: LockedServer | None) -> list[Moved]:
    """Return what was added, removed and changed between two states of a server, by their digests alone."""
    if old and new and old.digest == new.digest:
        return []
    if old is None or new is None:
        server = new or old
        return [Moved("server", server.name, "added" if new else "removed")] if server else []
    return [*_moved_lines(old, new), *_moved_items(old, new)]


def _moved_lines(old: LockedServer, new: LockedServer) -> Iterator[Moved]:
    parts = tuple(line for line in SERVER_LINES if getattr(old, line) != getattr(new, line))
    if parts:
        yield Moved("server", new.name, "changed", parts)


def _moved_items(old: LockedServer, new: LockedServer) -> Iterator[Moved]:
    before, after = _by_key(old), _by_key(new)
    for key in {**before, **after}:
        left, right = before.get(key), after.get(key)
        if left is None or right is None:
            yield Moved(key[0], key[1], "added" if right else "removed")
        elif left.digest != right.digest:
            yield Moved(key[0], key[1], "changed", _moved_parts(left, right))


def _by_key(server: LockedServer) -> dict[tuple[KindName, str, int], LockedItem]:
    return {(item.kind.name, item.key, item.copy): item for item in server.items}


def _moved_parts(left: LockedItem, right: LockedItem) -> tuple[str, ...]:
    before, after = left.stated_parts, right.stated_parts
    return tuple(part for part in after if before.get(part) != after[part])


@dataclass(frozen=True, slots=True)
class Costs:
    """A lock's bill, and its path as reports show it."""

    path: Path
    lock: Lock
    bill: Bill
