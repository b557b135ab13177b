"""Changes of a server itself: its source, version, protocol, capabilities and instructions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from govern.contract.json_text import decode
from govern.contract.surface import ABSENT, is_text
from govern.facts import rule_ids as ids
from govern.facts.change import Fact, differing_values, reworded_facts, step, unclassified_facts

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from govern.compare.view import ServerView
    from govern.contract.surface import Surface

# The first stateless version, which declares capabilities differently.
_STATELESS = "2026-07-28"
_COMPARED = frozenset({"serverInfo", "capabilities", "protocolVersion", "instructions"})
_INFO_RULES = {"version": ids.SERVER_VERSION_CHANGED, "title": ids.SERVER_TITLE_CHANGED}
# Fields of `serverInfo` that only people see.
_FOR_PEOPLE = frozenset({"name", "description", "icons", "websiteUrl"})
# Clients refuse to connect without them. Stateless versions need no `serverInfo`.
_REQUIRED = frozenset({"name", "version"})
# Containers of capabilities, so an empty one means nothing.
_CONTAINERS = frozenset({"/capabilities/experimental", "/capabilities/extensions"})
_CACHING = frozenset({"ttlMs", "cacheScope", "resultType"})


def server_facts(old: ServerView, new: ServerView) -> Iterator[Fact]:
    """Yield the changes of a server itself."""
    if old.source != new.source:
        yield _source_fact(old.source, new.source)
    if old.integrity != new.integrity:
        yield from _integrity_facts(old, new)
    if old.client != new.client:
        yield Fact(ids.SERVER_CLIENT_CHANGED, "/client", old.client or ABSENT, new.client or ABSENT)
    if old.folds != new.folds:
        yield from _fold_facts(_parsed_object(old.folds), _parsed_object(new.folds))
    before, after = old.header, new.header
    yield from _server_info(before, after)
    yield from _protocol(before, after)
    yield from reworded_facts(
        ids.SERVER_INSTRUCTIONS, "/instructions", *_both_sides(before.handshake, after.handshake, "instructions")
    )
    yield from _capabilities(before, after)
    yield from _other_fields_of_server(before, after)


def _source_fact(old: str, new: str) -> Fact:
    # Most comparisons have equal sources.
    from govern.compare.upgrades import has_downgrade, upgrade

    if differences := upgrade(old, new):
        rule = ids.SERVER_DOWNGRADED if has_downgrade(differences) else ids.SERVER_UPGRADED
        return Fact(rule, "/source", old, new, {"differences": differences})
    return Fact(ids.SERVER_SOURCE_CHANGED, "/source", old, new)


def _integrity_facts(old: ServerView, new: ServerView) -> Iterator[Fact]:
    """Yield how the content of the package differs. Another version has another source, which is told by itself."""
    from govern.compare.upgrades import runs_the_same

    before, after = old.integrity, new.integrity
    if before and after:
        if old.source == new.source or before.partition(" ")[0] == after.partition(" ")[0]:
            yield Fact(ids.INTEGRITY_CHANGED, "/integrity", before, after)
    elif runs_the_same(old.source, new.source):
        rule = ids.INTEGRITY_RECORDED if after else ids.INTEGRITY_REMOVED
        yield Fact(rule, "/integrity", before or ABSENT, after or ABSENT)


def _fold_facts(old: Mapping[str, Any], new: Mapping[str, Any]) -> Iterator[Fact]:
    for name in sorted({*old, *new}):
        before, after = _both_sides(old, new, name)
        if before != after:
            rule = ids.SERVER_FOLD_REMOVED if after is ABSENT else ids.SERVER_FOLD_ADDED
            yield Fact(rule, step("/folds", name), before, after, values={"fold": name})


def _parsed_object(text: str | None) -> dict[str, Any]:
    value = decode(text) if text else {}
    return value if isinstance(value, dict) else {"": value}


def _both_sides(old: Mapping[str, Any], new: Mapping[str, Any], key: str) -> tuple[Any, Any]:
    return old.get(key, ABSENT), new.get(key, ABSENT)


def _server_info(old: Surface, new: Surface) -> Iterator[Fact]:
    for key, was, now in differing_values(old.info, new.info):
        pointer = step("/serverInfo", key)
        if key in _REQUIRED and new.protocol < _STATELESS and not is_text(now):
            yield from unclassified_facts(was, now, pointer)
        elif key in _INFO_RULES and all(side is ABSENT or is_text(side) for side in (was, now)):
            yield Fact(_INFO_RULES[key], pointer, was, now)
        elif key in _FOR_PEOPLE:
            yield Fact(ids.SERVER_CARD_CHANGED, pointer, was, now)
        else:
            yield from unclassified_facts(was, now, pointer)


def _protocol(old: Surface, new: Surface) -> Iterator[Fact]:
    sides = _both_sides(old.handshake, new.handshake, "protocolVersion")
    if not all(side is ABSENT or is_text(side) for side in sides):
        yield from unclassified_facts(*sides, "/protocolVersion")
        return
    was, now = old.protocol, new.protocol
    if was != now:
        rule = ids.SERVER_PROTOCOL_RAISED if was < now else ids.SERVER_PROTOCOL_LOWERED
        yield Fact(rule, "/protocolVersion", was or ABSENT, now or ABSENT)


def _capabilities(old: Surface, new: Surface) -> Iterator[Fact]:
    """Yield the changes of capabilities; across protocol eras their different form adds or removes nothing."""
    across = (old.protocol >= _STATELESS) != (new.protocol >= _STATELESS)
    for name, was, now in differing_values(old.capabilities, new.capabilities):
        pointer = step("/capabilities", name)
        if across:
            yield Fact(ids.SERVER_CAPABILITY_OF_ANOTHER_ERA, pointer, was, now)
        else:
            yield from _capability_facts(was, now, pointer)


def _capability_facts(was: Any, now: Any, pointer: str) -> Iterator[Fact]:
    """Yield the changes of a capability or a part of it: added, removed, or different inside."""
    if isinstance(was, dict) and isinstance(now, dict):
        for key, before, after in differing_values(was, now):
            yield from _capability_facts(before, after, step(pointer, key))
    elif now is not None and (_is_off(was, pointer) or _is_off(now, pointer)):
        retold = _is_off(was, pointer) and _is_off(now, pointer)
        moved = ids.SERVER_CAPABILITY_ADDED if _is_off(was, pointer) else ids.SERVER_CAPABILITY_REMOVED
        yield Fact(ids.SERVER_CAPABILITY_RETOLD if retold else moved, pointer, was, now)
    else:
        yield from unclassified_facts(was, now, pointer)


def _is_off(value: Any, pointer: str) -> bool:
    return value is ABSENT or value is False or (value == {} and pointer in _CONTAINERS)


def _other_fields_of_server(old: Surface, new: Surface) -> Iterator[Fact]:
    for key in sorted({*old.handshake, *new.handshake} - _COMPARED):
        yield from unclassified_facts(*_both_sides(old.handshake, new.handshake, key), step("", key))
    for key in ("serverInfo", "capabilities"):
        was, now = _both_sides(old.handshake, new.handshake, key)
        if not all(side is ABSENT or isinstance(side, dict) for side in (was, now)):
            yield from unclassified_facts(was, now, step("", key))
    for listed in sorted({*old.lists, *new.lists}):
        was, now = old.lists.get(listed, {}), new.lists.get(listed, {})
        for key, before, after in differing_values(was, now):
            pointer = step(step("/lists", listed), key)
            if key in _CACHING:
                yield Fact(ids.SERVER_CACHING_CHANGED, pointer, before, after)
            else:
                yield from unclassified_facts(before, after, pointer)
