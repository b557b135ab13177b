"""Digests: sha256 of the canonical form of each part, and of the digests of all parts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from govern.contract.behaviour import behaviour_text
from govern.contract.encoders import ENCODERS
from govern.contract.json_text import canonical
from govern.contract.surface import ABSENT, Absent

if TYPE_CHECKING:
    from collections.abc import Mapping

    from govern.contract.json_type import Json
    from govern.contract.surface import Item

SHORT = 16
NONE = "-"


def digest(value: Json) -> str:
    """Return the digest of a JSON value."""
    return _hashed(canonical(value))


def part_digest(name: str, value: Json | Absent) -> str:
    """Return the digest of the meaning of one part, or "-" for a missing part or empty hints."""
    if value is ABSENT or isinstance(value, Absent):
        return NONE
    text = behaviour_text(name, value)
    return NONE if name == "hints" and text == b"{}" else _hashed(text)


def part_digests(item: Item) -> dict[str, str]:
    """Return the digest of each part of an item."""
    return {name: part_digest(name, item.part(name)) for name in item.kind.part_names}


def item_digest(parts: Mapping[str, str]) -> str:
    """Return an item's digest from the digests of its parts by name."""
    return digest(dict(parts))


def short(part: str) -> str:
    """Shorten a part's digest for the lock; the item's digest covers it in full."""
    return part.removeprefix("sha256:")[:SHORT]


def _hashed(text: bytes) -> str:
    found: str = ENCODERS.sha256(text).hexdigest()
    return f"sha256:{found}"
