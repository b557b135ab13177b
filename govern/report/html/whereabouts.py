"""Where a change is to be looked for, before and after: a renamed or moved item is one item."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from govern.compare.change import Change

Place = tuple[str, str, str]


def place_before(change: Change) -> Place:
    """Server, kind and name as they were."""
    return change.server, change.kind, change.name


def place_after(change: Change) -> Place:
    """Server, kind and name as they are; no server's name holds a slash."""
    if isinstance(change.after, str):
        if change.rule == f"{change.kind}-renamed":
            return change.server, change.kind, change.after
        if change.rule == f"{change.kind}-moved":
            server, _, name = change.after.partition("/")
            return server, change.kind, name
    return place_before(change)
