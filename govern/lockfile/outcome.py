"""What came of locking: values that commands fill and reports tell."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from govern.errors import Exit

if TYPE_CHECKING:
    from pathlib import Path

    from govern.errors import ServerError
    from govern.lockfile.document import Lock, LockedServer
    from govern.lockfile.movement import Moved

Status = Literal["new", "changed", "same", "dropped", "failed"]


@dataclass(frozen=True, slots=True)
class Note:
    """Something a lock cannot hold still, or that a reader should know. `code` names its kind for programs."""

    code: Literal["unpinned", "volatile", "gateway", "collision", "repeated", "unmatched", "reach", "eras"]
    message: str


@dataclass(frozen=True, slots=True)
class ServerOutcome:
    """What came of one server; `locked` is its block in the lock afterwards."""

    name: str
    status: Status
    locked: LockedServer | None = None
    moved: tuple[Moved, ...] = ()
    notes: tuple[Note, ...] = ()
    error: ServerError | None = None


@dataclass(frozen=True, slots=True)
class LockOutcome:
    """What came of all of them."""

    path: Path
    lock: Lock
    servers: tuple[ServerOutcome, ...]
    notes: tuple[Note, ...] = ()
    stale: bool = False
    wrote: bool = False
    checked: bool = False

    @property
    def unseen(self) -> tuple[tuple[str, str], ...]:
        """The servers that could not be seen, each with its reason."""
        return tuple((server.name, server.error.message) for server in self.servers if server.error)

    @property
    def exit_code(self) -> Exit:
        """A server that could not be seen outweighs a stale lock."""
        if self.unseen:
            return Exit.UNREACHABLE
        return Exit.FAILED if self.checked and self.stale else Exit.OK
