"""What changed in what a server says of itself, and in where it comes from."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from govern.contract.json_text import decode
from govern.contract.surface import ABSENT, is_text
from govern.facts import rule_ids as ids
from govern.facts.change import Fact, step
from govern.facts.differences import differs, reworded_facts, unnamed

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from govern.compare.view import ServerView
    from govern.contract.surface import Surface

# The first stateless version: what a server says it can do is told otherwise from here on.
_STATELESS = "2026-07-28"
_TOLD = frozenset({"serverInfo", "capabilities", "protocolVersion", "instructions"})
_INSTRUCTIONS = (ids.SERVER_INSTRUCTIONS_CHANGED, ids.SERVER_INSTRUCTIONS_RESPELLED)
_CARD = {"version": ids.SERVER_VERSION_CHANGED, "title": ids.SERVER_TITLE_CHANGED}
# Of a server's card and of its lists, what only dresses them or says how long they may be kept.
_DRESSING = frozenset({"name", "description", "icons", "websiteUrl"})
# They only list others, so an empty one says nothing.
_LISTING = frozenset({"/capabilities/experimental", "/capabilities/extensions"})
_CACHING = frozenset({"ttlMs", "cacheScope", "resultType"})


def server_facts(old: ServerView, new: ServerView) -> Iterator[Fact]:
    """Every fact about a server itself."""
    if old.source != new.source:
        yield Fact(ids.SERVER_SOURCE_CHANGED, "/source", old.source, new.source)
    if old.client != new.client:
        yield Fact(ids.SERVER_CLIENT_CHANGED, "/client", old.client or ABSENT, new.client or ABSENT)
    if old.folds != new.folds:
        yield from _folds(_object(old.folds), _object(new.folds))
    before, after = old.greeting, new.greeting
    yield from _card(before.info, after.info)
    yield from _protocol(before, after)
    yield from reworded_facts(_INSTRUCTIONS, "/instructions", *_pair(before.hello, after.hello, "instructions"))
    yield from _capabilities(before, after)
    yield from _rest(before, after)


def _folds(old: Mapping[str, Any], new: Mapping[str, Any]) -> Iterator[Fact]:
    for name in sorted({*old, *new}):
        before, after = _pair(old, new, name)
        if before != after:
            rule = ids.SERVER_FOLD_REMOVED if after is ABSENT else ids.SERVER_FOLD_ADDED
            yield Fact(rule, step("/folds", name), before, after, said={"fold": name})


def _object(text: str | None) -> dict[str, Any]:
    value = decode(text) if text else {}
    return value if isinstance(value, dict) else {"": value}


def _pair(old: Mapping[str, Any], new: Mapping[str, Any], key: str) -> tuple[Any, Any]:
    return old.get(key, ABSENT), new.get(key, ABSENT)


def _card(old: Mapping[str, Any], new: Mapping[str, Any]) -> Iterator[Fact]:
    for key in sorted({*old, *new}):
        was, now = _pair(old, new, key)
        pointer = step("/serverInfo", key)
        if not differs(was, now):
            continue
        if key in _CARD and all(side is ABSENT or is_text(side) for side in (was, now)):
            yield Fact(_CARD[key], pointer, was, now)
        elif key in _DRESSING:
            yield Fact(ids.SERVER_CARD_CHANGED, pointer, was, now)
        else:
            yield from unnamed(was, now, pointer)


def _protocol(old: Surface, new: Surface) -> Iterator[Fact]:
    said = _pair(old.hello, new.hello, "protocolVersion")
    if not all(side is ABSENT or is_text(side) for side in said):
        yield from unnamed(*said, "/protocolVersion")
        return
    was, now = old.protocol, new.protocol
    if was != now:
        rule = ids.SERVER_PROTOCOL_RAISED if was < now else ids.SERVER_PROTOCOL_LOWERED
        yield Fact(rule, "/protocolVersion", was or ABSENT, now or ABSENT)


def _capabilities(old: Surface, new: Surface) -> Iterator[Fact]:
    """The two eras tell capabilities in different words, so between them nothing is gained or lost by that."""
    across = (old.protocol >= _STATELESS) != (new.protocol >= _STATELESS)
    before, after = old.capabilities, new.capabilities
    for name in sorted({*before, *after}):
        was, now = _pair(before, after, name)
        pointer = step("/capabilities", name)
        if not differs(was, now):
            continue
        told = [Fact(ids.SERVER_CAPABILITY_OF_ANOTHER_ERA, pointer, was, now)] if across else _moved(was, now, pointer)
        yield from told


def _moved(was: Any, now: Any, pointer: str) -> Iterator[Fact]:
    """A capability, or something inside one: there or not, on or off, else told by what is inside."""
    if isinstance(was, dict) and isinstance(now, dict):
        for key in sorted({*was, *now}):
            if differs(*_pair(was, now, key)):
                yield from _moved(*_pair(was, now, key), step(pointer, key))
    elif _is_off(was, pointer) or _is_off(now, pointer):
        retold = _is_off(was, pointer) and _is_off(now, pointer)
        moved = ids.SERVER_CAPABILITY_ADDED if _is_off(was, pointer) else ids.SERVER_CAPABILITY_REMOVED
        yield Fact(ids.SERVER_CAPABILITY_RETOLD if retold else moved, pointer, was, now)
    else:
        yield from unnamed(was, now, pointer)


def _is_off(value: Any, pointer: str) -> bool:
    return value is ABSENT or value is False or (value == {} and pointer in _LISTING)


def _rest(old: Surface, new: Surface) -> Iterator[Fact]:
    for key in sorted({*old.hello, *new.hello} - _TOLD):
        yield from unnamed(*_pair(old.hello, new.hello, key), step("", key))
    for key in ("serverInfo", "capabilities"):
        was, now = _pair(old.hello, new.hello, key)
        if not all(side is ABSENT or isinstance(side, dict) for side in (was, now)):
            yield from unnamed(was, now, step("", key))
    for listed in sorted({*old.lists, *new.lists}):
        was, now = old.lists.get(listed, {}), new.lists.get(listed, {})
        for key in sorted({*was, *now}):
            before, after = _pair(was, now, key)
            if not differs(before, after):
                continue
            pointer = step(step("/lists", listed), key)
            if key in _CACHING:
                yield Fact(ids.SERVER_CACHING_CHANGED, pointer, before, after)
            else:
                yield from unnamed(before, after, pointer)
