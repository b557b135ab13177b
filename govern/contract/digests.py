"""Digests: sha256 over the canonical form, part by part, and from the parts upwards."""

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
    """The digest of any JSON value."""
    return _hashed(canonical(value))


def part_digest(name: str, value: Json | Absent) -> str:
    """The digest of one part, by what it means, not by how it is written; hints that say nothing are none."""
    if value is ABSENT or isinstance(value, Absent):
        return NONE
    text = behaviour_text(name, value)
    return NONE if name == "hints" and text == b"{}" else _hashed(text)


def part_digests(item: Item) -> dict[str, str]:
    """All parts of an item that come over the wire."""
    return {name: part_digest(name, item.part(name)) for name in item.kind.part_names}


def item_digest(parts: Mapping[str, str]) -> str:
    """An item's digest, from the digests of its parts by name."""
    return digest(dict(parts))


def short(part: str) -> str:
    """A part's digest as the lock shows it: enough to see what moved; the item's digest binds it in full."""
    return part.removeprefix("sha256:")[:SHORT]


def _hashed(text: bytes) -> str:
    found: str = ENCODERS.sha256(text).hexdigest()
    return f"sha256:{found}"
