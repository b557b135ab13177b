"""The place of a change before and after; a renamed or moved item is one item."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from govern.facts.change import Change

Place = tuple[str, str, str]


def place_before(change: Change) -> Place:
    """Return server, kind and name before the change."""
    return change.server, change.kind, change.name


def place_after(change: Change) -> Place:
    """Return server, kind and name after the change."""
    server, name = change.became or (change.server, change.name)
    return server, change.kind, name
