"""From a seen Surface to the server's block, leaving alone whatever means the same as what is locked already."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from govern.contract.behaviour import as_shown
from govern.contract.digests import digest, item_digest, part_digests
from govern.contract.json_text import Json, canonical
from govern.contract.surface import ABSENT, KINDS, TOOL, Item, Surface, is_text
from govern.lockfile.blocks import json_block
from govern.lockfile.document import LockedItem, LockedServer, Numbers
from govern.lockfile.integrity import digest_of_server, parts_line, parts_of

_OWN_LINES = ("protocolVersion", "instructions")
_CARD_LINES = ("title", "version")


@dataclass(frozen=True, slots=True)
class Origin:
    """What the lock says of a server beside what the server says of itself."""

    name: str
    source: str
    client: Mapping[str, Any]


def lock_server(
    origin: Origin, surface: Surface, numbers: Sequence[Numbers], old: LockedServer | None = None
) -> LockedServer:
    """The block of a server; `numbers` are its tools' economics in the order of `surface.tools`."""
    economics = iter(numbers)
    held = {(item.kind.name, item.key, item.copy): item for item in old.items} if old else {}
    server = LockedServer(
        name=origin.name,
        source=origin.source,
        digest="",
        title=_text(surface.info.get("title")),
        version=_text(surface.info.get("version")),
        protocol=surface.protocol or None,
        capabilities=tuple(sorted(name for name in surface.capabilities if is_text(name))),
        client=canonical(dict(origin.client)).decode() if origin.client else None,
        instructions=_text(surface.hello.get("instructions")),
        hints=_server_hints(surface),
        items=_locked(
            [(item, next(economics) if item.kind is TOOL else None) for item in surface.items], held
        ),
    )
    return replace(server, digest=digest_of_server(server))


def unchanged_numbers(item: Item, old: LockedItem | None) -> Numbers | None:
    """The locked economics of a tool that is what it was: its tokens need not be counted again."""
    if old is None or old.numbers is None:
        return None
    parts = part_digests(item) | {"economics": digest(old.numbers.as_json())}
    return old.numbers if item_digest(parts) == old.digest else None


Held = Mapping[tuple[str, str, int], LockedItem]


def _locked(items: list[tuple[Item, Numbers | None]], held: Held) -> tuple[LockedItem, ...]:
    """By kind, then by name, then by content; equal names are numbered in that order."""
    order = {kind: at for at, kind in enumerate(KINDS)}
    names = Counter((item.kind.name, item.key) for item, _ in items)
    ranked = sorted(
        items,
        key=lambda each: (
            order[each[0].kind.name],
            each[0].key,
            canonical(each[0].raw) if names[each[0].kind.name, each[0].key] > 1 else b"",
        ),
    )
    seen: Counter[tuple[str, str]] = Counter()
    locked = []
    for item, numbers in ranked:
        seen[item.kind.name, item.key] += 1
        copy = seen[item.kind.name, item.key]
        locked.append(_item(item, numbers, copy, held.get((item.kind.name, item.key, copy))))
    return tuple(locked)


def _item(item: Item, numbers: Numbers | None, copy: int, old: LockedItem | None) -> LockedItem:
    parts = part_digests(item) | ({"economics": digest(numbers.as_json())} if numbers else {})
    whole = item_digest(parts)
    if old and old.digest == whole:
        return old
    same = {part for part, found in parts_of(old).items() if parts.get(part) == found} if old else set()
    return LockedItem(
        kind=item.kind,
        key=item.key,
        digest=whole,
        parts=parts_line(parts),
        copy=copy,
        texts={name: text for name, text in item.surface.items() if name != item.kind.key},
        blocks={
            part: old.blocks[part] if old and part in same else json_block(as_shown(part, value))
            for part in (*item.kind.json_parts, "hints")
            if (value := item.part(part)) is not ABSENT
        },
        numbers=numbers,
    )


def _server_hints(surface: Surface) -> str | None:
    """All that the server said when it was greeted, and with its lists, that has no line of its own."""
    hello = surface.hello
    hints: dict[str, Json] = {
        key: value
        for key, value in hello.items()
        if key not in ("serverInfo", "capabilities") and not (key in _OWN_LINES and is_text(value))
    }
    hints["serverInfo"] = _rest_of_card(hello.get("serverInfo", {}))
    hints["capabilities"] = _details(hello.get("capabilities", {}))
    hints["lists"] = dict(surface.lists)
    hints = {key: value for key, value in hints.items() if value != {}}
    return json_block(as_shown("hints", hints)) if hints else None


def _rest_of_card(card: Any) -> Json:
    if not isinstance(card, dict):
        return card
    return {key: value for key, value in card.items() if not (key in _CARD_LINES and is_text(value))}


def _details(capabilities: Any) -> Json:
    if not isinstance(capabilities, dict):
        return capabilities
    return {name: value for name, value in capabilities.items() if value != {} or not is_text(name)}


def _text(value: Any) -> str | None:
    return value if is_text(value) else None
