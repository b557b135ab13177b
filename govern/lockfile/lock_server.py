"""Turn a surface into a server's block with its economics, keeping the text of what did not change in meaning."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, replace
from functools import cache
from typing import TYPE_CHECKING, Any

from govern.contract.digests import as_shown, digest, item_digest, part_digests
from govern.contract.json_text import canonical
from govern.contract.surface import ABSENT, KIND_ORDER, TOOL, is_text
from govern.economics.assess import Guard, Thresholds, assess
from govern.economics.tokens import TokenCounter
from govern.lockfile.document import ENCODINGS, RISK_THRESHOLDS, LockedItem, LockedServer, Numbers
from govern.lockfile.integrity import digest_of_server, parts_line, parts_of
from govern.lockfile.toml import json_block

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from govern.contract.json_text import Json
    from govern.contract.surface import Item, Surface
    from govern.lockfile.document import Lock


@dataclass(frozen=True, slots=True)
class Measures:
    """Measures for economics. `trusted` is true where the old lock was measured the same way."""

    encoding: str = ENCODINGS[0]
    risk: tuple[int, int, int] = RISK_THRESHOLDS
    guards: Mapping[str, Guard] = field(default_factory=dict)
    trusted: bool = True

    def hold_for(self, old: LockedItem | None) -> bool:
        """Return whether the numbers of an unchanged item are still valid."""
        if old is None or old.numbers is None:
            return True
        return self.trusted and old.numbers.guard == _as_written(self.guards.get(old.key))

    def begin(self, tools: Sequence[Item]) -> Callable[[], list[Numbers]]:
        """Start to count the tokens of tools and return a function that waits for them and returns the numbers."""
        if not tools:
            return list
        counts = _counter(self.encoding).begin(tools)
        # Now, so that the tools need not be kept until they are counted.
        guards = [self.guards.get(tool.key) for tool in tools]
        answers = [assess(tool, guard, Thresholds(*self.risk)) for tool, guard in zip(tools, guards, strict=True)]

        def numbers() -> list[Numbers]:
            return [
                Numbers(tokens, answer.fields, answer.bounded, answer.risk, _as_written(guard))
                for guard, answer, tokens in zip(guards, answers, counts(), strict=True)
            ]

        return numbers


@cache
def _counter(encoding: str) -> TokenCounter:
    """Return one counter for the whole run, since servers and their profiles share texts."""
    return TokenCounter(encoding)


def clear_counts() -> None:
    """Forget all counted texts, since a long run keeps adding new ones."""
    _counter.cache_clear()


def measures_of(lock: Lock, guards: Mapping[str, Guard] | None = None) -> Measures:
    """Return the measures that a lock was measured with."""
    return Measures(lock.encoding, lock.risk, guards or {})


def guards_in(items: Sequence[LockedItem]) -> dict[str, Guard]:
    """Return the guards that a server's tools were locked with."""
    return {item.key: Guard(**item.numbers.guard) for item in items if item.numbers and item.numbers.guard}


def _as_written(guard: Guard | None) -> dict[str, int]:
    if guard is None:
        return {}
    bounds = {"limit": guard.limit, "max_bytes": guard.max_bytes}
    return {name: bound for name, bound in bounds.items() if bound is not None}


_OWN_LINES = ("protocolVersion", "instructions")
_CARD_LINES = ("title", "version")


@dataclass(frozen=True, slots=True)
class Origin:
    """The fields of a server's block that come from the config and from what it started, and not from the server."""

    name: str
    source: str
    client: Mapping[str, Any] = field(default_factory=dict)
    folds: Mapping[str, Any] = field(default_factory=dict)
    integrity: str | None = None

    @property
    def lines(self) -> tuple[str, str | None, str | None]:
        """Return the lines `source`, `client` and `folds` of the block."""
        return self.source, _json_line(self.client), _json_line(self.folds)


def lock_server(origin: Origin, surface: Surface, measures: Measures, old: LockedServer | None = None) -> LockedServer:
    """Return a server's block; what did not change in meaning stays as it is in `old`."""
    return begin_server(origin, surface, measures, old)()


def begin_server(
    origin: Origin, surface: Surface, measures: Measures, old: LockedServer | None = None
) -> Callable[[], LockedServer]:
    """Start to count a server's tokens and return a function that waits for them and returns the block."""
    items = _begin_items(surface.items, measures, old.items if old else ())
    return lambda: _assemble_block(origin, surface, items())


def _assemble_block(origin: Origin, surface: Surface, items: tuple[LockedItem, ...]) -> LockedServer:
    source, client, folds = origin.lines
    server = LockedServer(
        name=origin.name,
        source=source,
        digest="",
        title=_as_text(surface.info.get("title")),
        version=_as_text(surface.info.get("version")),
        protocol=surface.protocol or None,
        capabilities=tuple(sorted(name for name in surface.capabilities if is_text(name))),
        client=client,
        folds=folds,
        integrity=origin.integrity,
        instructions=_as_text(surface.handshake.get("instructions")),
        hints=_server_hints(surface),
        lists=json_block(as_shown("hints", dict(surface.lists))) if surface.lists else None,
        items=items,
    )
    return replace(server, digest=digest_of_server(server))


def _json_line(value: Mapping[str, Any]) -> str | None:
    return canonical(dict(value)).decode() if value else None


def measured_anew(server: LockedServer, measures: Measures) -> LockedServer:
    """Return a server's block with its economics measured again by other measures."""
    again = replace(server, items=_begin_items([item.item() for item in server.items], measures, server.items)())
    return replace(again, digest=digest_of_server(again))


@dataclass(frozen=True, slots=True)
class _Draft:
    """An item to lock, with the digests of its parts and the item that the lock has in its place."""

    item: Item
    copy: int
    parts: dict[str, str]
    old: LockedItem | None

    @property
    def same(self) -> bool:
        """Return whether the item means the same as the locked one, apart from its economics."""
        if self.old is None:
            return False
        economics = {"economics": digest(self.old.numbers.as_json())} if self.old.numbers else {}
        return item_digest(self.parts | economics) == self.old.digest


def _begin_items(
    items: Iterable[Item], measures: Measures, old: Sequence[LockedItem]
) -> Callable[[], tuple[LockedItem, ...]]:
    held = {(item.kind.name, item.key, item.copy): item for item in old}
    drafts = [
        _Draft(item, copy, part_digests(item), held.get((item.kind.name, item.key, copy)))
        for item, copy in _numbered_items(items)
    ]
    kept = [draft.old if draft.same and measures.hold_for(draft.old) else None for draft in drafts]
    fresh = [draft for draft, stays in zip(drafts, kept, strict=True) if stays is None]
    counting = measures.begin([draft.item for draft in fresh if draft.item.kind is TOOL])

    def locked() -> tuple[LockedItem, ...]:
        bodies = [_json_blocks(draft) for draft in fresh]
        numbers = iter(counting())
        made = iter(
            [
                _locked_item(draft, blocks, next(numbers) if draft.item.kind is TOOL else None)
                for draft, blocks in zip(fresh, bodies, strict=True)
            ]
        )
        return tuple(stays or next(made) for stays in kept)

    return locked


def _numbered_items(items: Iterable[Item]) -> list[tuple[Item, int]]:
    """Return items by kind, name and content, each with its number among those of one name."""
    items = list(items)
    names = Counter((item.kind.name, item.key) for item in items)

    def rank(item: Item) -> tuple[int, str, bytes]:
        repeated = names[item.kind.name, item.key] > 1
        return KIND_ORDER[item.kind.name], item.key, canonical(item.raw) if repeated else b""

    seen: Counter[tuple[str, str]] = Counter()
    ranked = []
    for item in sorted(items, key=rank):
        seen[item.kind.name, item.key] += 1
        ranked.append((item, seen[item.kind.name, item.key]))
    return ranked


def _json_blocks(draft: _Draft) -> dict[str, str]:
    """Return the item's JSON parts as text, with the old text of those that did not change in meaning."""
    item, old = draft.item, draft.old
    same = {part for part, found in parts_of(old).items() if draft.parts.get(part) == found} if old else set()
    return {
        part: old.blocks[part] if old and part in same & old.blocks.keys() else json_block(as_shown(part, value))
        for part in item.kind.block_names
        if (value := item.part(part)) is not ABSENT
    }


def _locked_item(draft: _Draft, blocks: dict[str, str], numbers: Numbers | None) -> LockedItem:
    parts = draft.parts | ({"economics": digest(numbers.as_json())} if numbers else {})
    whole = item_digest(parts)
    if draft.old and draft.old.digest == whole:
        return draft.old
    item = draft.item
    return LockedItem(
        kind=item.kind,
        key=item.key,
        digest=whole,
        parts=parts_line(parts),
        copy=draft.copy,
        texts={name: text for name, text in item.surface.items() if name != item.kind.key},
        blocks=blocks,
        numbers=numbers,
    )


def _server_hints(surface: Surface) -> str | None:
    """Return the fields of the initialize result that have no line of their own, as JSON text."""
    hello = surface.handshake
    hints: dict[str, Json] = {
        key: value
        for key, value in hello.items()
        if key not in ("serverInfo", "capabilities") and not (key in _OWN_LINES and is_text(value))
    }
    filled = {
        "serverInfo": _other_server_info(hello.get("serverInfo", {})),
        "capabilities": _capability_details(hello.get("capabilities", {})),
    }
    hints |= {key: value for key, value in filled.items() if value != {}}
    return json_block(as_shown("hints", hints)) if hints else None


def _other_server_info(card: Any) -> Any:
    if not isinstance(card, dict):
        return card
    return {key: value for key, value in card.items() if not (key in _CARD_LINES and is_text(value))}


def _capability_details(capabilities: Any) -> Any:
    if not isinstance(capabilities, dict):
        return capabilities
    return {name: value for name, value in capabilities.items() if value != {} or not is_text(name)}


def _as_text(value: Any) -> str | None:
    return value if is_text(value) else None
