"""A part of a lock that somebody asked to see."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from govern.lockfile.document import Lock, LockedItem, LockedServer


@dataclass(frozen=True, slots=True)
class Selection:
    """The whole lock; or one server of it; or the items of one name in that server."""

    lock: Lock
    server: LockedServer | None = None
    items: tuple[LockedItem, ...] = ()
