"""What changed in an item's `_meta`: keys that extensions of the protocol and widely used hosts read, and all else."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from govern.contract.json_text import canonical
from govern.contract.surface import ABSENT
from govern.facts import rule_ids as ids
from govern.facts.fact import Fact, step
from govern.facts.net import unnamed
from govern.facts.values import differs, tables

if TYPE_CHECKING:
    from collections.abc import Iterator

    from govern.facts.values import Value

# What frameworks note for themselves: no model reads it, and no host decides by it.
_BOOKKEEPING = frozenset({"fastmcp", "_fastmcp"})
_RENAMED = {"_fastmcp": "fastmcp"}
# The page that hosts show with a tool: MCP Apps, its first spelling, and the hosts that had it before.
_UI = "ui"
_APPS = ("ui/", "openai/")
_SIZE = "anthropic/maxResultSizeChars"
_LOADING = frozenset({"anthropic/alwaysLoad", "anthropic/searchHint"})
_SEEN_BY_ALL = ["model", "app"]


def meta_facts(old: Value, new: Value) -> Iterator[Fact]:
    """Every change between two `_meta` objects."""
    sides = tables(old, new)
    if sides is None:
        yield from unnamed(old, new, "/_meta")
        return
    before, after = ({_RENAMED.get(key, key): value for key, value in side.items()} for side in sides)
    for key in sorted({*before, *after}):
        was, now = before.get(key, ABSENT), after.get(key, ABSENT)
        if differs(was, now):
            yield from _key(key, was, now)
    if canonical(before) == canonical(after):
        # The key's spelling alone, as between two majors of FastMCP.
        yield Fact(ids.BOOKKEEPING_RESPELLED, "/_meta", old, new)


def _key(key: str, was: Value, now: Value) -> Iterator[Fact]:
    pointer = step("/_meta", key)
    if key in _BOOKKEEPING:
        yield Fact(ids.BOOKKEEPING_CHANGED, pointer, was, now)
    elif key == _UI and (sides := tables(was, now)) and any(sides):
        yield from _page(*sides, pointer)
    elif key == _UI or key.startswith(_APPS):
        yield Fact(ids.PAGE_CHANGED, pointer, was, now)
    elif key == _SIZE and _is_count(was) and _is_count(now):
        rule = ids.SIZE_HINT_RAISED if _higher(was, now) else ids.SIZE_HINT_LOWERED
        # Where no hint stands there is no size to tell.
        said = {"after": "any number of" if now is ABSENT else now, "before": "any number" if was is ABSENT else was}
        yield Fact(rule, pointer, was, now, said)
    elif key in _LOADING:
        yield Fact(ids.LOADING_HINT_CHANGED, pointer, was, now)
    else:
        yield from unnamed(was, now, pointer)


def _page(before: dict[str, Any], after: dict[str, Any], pointer: str) -> Iterator[Fact]:
    """A tool that leaves models out of its `visibility` is there for the page alone."""
    left, right = (side.get("visibility", _SEEN_BY_ALL) for side in (before, after))
    seen = ["model" in side if isinstance(side, list) else True for side in (left, right)]
    turned = seen[0] != seen[1]
    if turned:
        sides = (side.get("visibility", ABSENT) for side in (before, after))
        yield Fact(ids.TOOL_HIDDEN if seen[0] else ids.TOOL_SHOWN, step(pointer, "visibility"), *sides)
    for key in sorted({*before, *after}):
        was, now = before.get(key, ABSENT), after.get(key, ABSENT)
        if differs(was, now) and not (turned and key == "visibility"):
            yield Fact(ids.PAGE_CHANGED, step(pointer, key), was, now)


def _is_count(value: Value) -> bool:
    return value is ABSENT or (isinstance(value, int) and not isinstance(value, bool))


def _higher(was: Any, now: Any) -> bool:
    """Whether the bound is gone, or lets more through."""
    return now is ABSENT or (was is not ABSENT and now > was)
