"""One list of a server, whole: every page of it, or an error."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from govern.contract import json_text
from govern.contract.surface import PROMPT, RESOURCE, TEMPLATE, TOOL, Item, is_text
from govern.errors import ServerMisbehaved, SurfaceTooLarge
from govern.servers.messages import Message

if TYPE_CHECKING:
    from govern.contract.json_type import Json
    from govern.contract.surface import Kind
    from govern.policy.settings import Limits

Ask = Callable[[str, Message], Awaitable[Message]]
# Every cursor of a list is kept, to notice one that comes back.
_LONGEST_CURSOR: Final = 64 * 1024
SERVER_INFO: Final = "io.modelcontextprotocol/serverInfo"


@dataclass(frozen=True, slots=True)
class ListMethod:
    """A list that a server may have: what it is asked with, what it holds, and the capability that announces it."""

    method: str
    kind: Kind
    capability: str


LIST_METHODS: Final = (
    ListMethod("tools/list", TOOL, "tools"),
    ListMethod("prompts/list", PROMPT, "prompts"),
    ListMethod("resources/list", RESOURCE, "resources"),
    ListMethod("resources/templates/list", TEMPLATE, "resources"),
)


async def read_list(listing: ListMethod, ask: Ask, limits: Limits) -> tuple[list[Item], dict[str, Json]]:
    """All its items, and what the results carry beside them."""
    found: list[Item] = []
    beside: dict[str, Json] = {}
    cursors: list[str] = []
    while True:
        result = await ask(listing.method, {"cursor": cursors[-1]} if cursors else {})
        found += _items(listing, result, limits, page=len(cursors) + 1)
        if len(found) > limits.items:
            raise SurfaceTooLarge(
                f"more than {limits.items} {listing.kind.listed_as}", where=listing.method, limit="items"
            )
        beside |= _beside(result, listing, limits)
        cursor = _next_cursor(result, listing)
        if cursor is None:
            return found, beside
        if cursor in cursors:
            raise ServerMisbehaved("a cursor comes back, so the list has no end", where=f"{listing.method} nextCursor")
        cursors.append(cursor)
        if len(cursors) >= limits.pages:
            raise SurfaceTooLarge(f"more than {limits.pages} pages", where=listing.method, limit="pages")


def without_protocol_fields(result: Message) -> Message:
    """A result without what the stateless protocol says in each: that it is complete, and who the server is."""
    rest = {name: value for name, value in result.items() if (name, value) != ("resultType", "complete")}
    meta = rest.get("_meta")
    if isinstance(meta, dict) and SERVER_INFO in meta:
        rest["_meta"] = {name: value for name, value in meta.items() if name != SERVER_INFO}
        if not rest["_meta"]:
            del rest["_meta"]
    return rest


def _items(listing: ListMethod, result: Message, limits: Limits, *, page: int) -> list[Item]:
    name = listing.kind.listed_as
    if name not in result:
        raise ServerMisbehaved(f"the answer holds no {name!r}", where=listing.method)
    return parse_items(listing.kind, result[name], limits, where=name if page == 1 else f"page {page}: {name}")


def _beside(result: Message, listing: ListMethod, limits: Limits) -> dict[str, Any]:
    beside = without_protocol_fields(result)
    beside.pop("nextCursor", None)
    beside.pop(listing.kind.listed_as)
    if beside.get("resultType", "complete") != "complete":
        raise ServerMisbehaved(f"this is no list but a {beside['resultType']!r}", where=f"{listing.method} resultType")
    if json_text.depth(beside) > limits.depth:
        raise SurfaceTooLarge(
            f"something beside the items is nested deeper than {limits.depth}", where=listing.method, limit="depth"
        )
    return beside


def _next_cursor(result: Message, listing: ListMethod) -> str | None:
    cursor = result.get("nextCursor")
    if cursor is not None and not isinstance(cursor, str):
        raise ServerMisbehaved(f"a cursor must be text; this is {cursor!r:.60}", where=f"{listing.method} nextCursor")
    if cursor is not None and len(cursor) > _LONGEST_CURSOR:
        raise SurfaceTooLarge(f"a cursor of {len(cursor)} characters", where=f"{listing.method} nextCursor")
    return cursor or None


_SHOWN_VALUE = 60


def parse_items(kind: Kind, raw: object, limits: Limits, where: str) -> list[Item]:
    """The items of one list; `where` is the list's own place, such as `tools`. A list that is null is empty."""
    if raw is None:
        return []
    if not isinstance(raw, list):
        raise ServerMisbehaved(f"this is {_named(raw)}, not a list of {kind.listed_as}", where=where)
    if len(raw) > limits.items:
        raise SurfaceTooLarge(
            f"{len(raw)} {kind.listed_as} are more than the limit of {limits.items}",
            where=where,
            limit="items",
        )
    made = [_item(kind, entry, f"{where}[{index}]") for index, entry in enumerate(raw)]
    if json_text.depth(raw) > limits.depth + 1:
        _refuse_deepest(made, limits, where)
    return made


def _refuse_deepest(made: list[Item], limits: Limits, where: str) -> None:
    for index, item in enumerate(made):
        if json_text.depth(item.raw) > limits.depth:
            raise SurfaceTooLarge(
                f"the {item.kind.name} {item.key!r} is nested deeper than the limit of {limits.depth}",
                where=f"{where}[{index}]",
                limit="depth",
            )


def _item(kind: Kind, entry: Any, where: str) -> Item:
    if not isinstance(entry, dict):
        raise ServerMisbehaved(f"this is {_named(entry)}, not a {kind.name} object", where=where)
    if kind.key not in entry:
        raise ServerMisbehaved(f"this {kind.name} has no {kind.key!r}, so nobody can name it", where=where)
    if not is_text(entry[kind.key]):
        raise ServerMisbehaved(
            f"a {kind.name}'s {kind.key!r} must be text that UTF-8 can hold; this is {_named(entry[kind.key])}",
            where=f"{where}.{kind.key}",
        )
    return Item(kind, entry)


def _named(value: object) -> str:
    words = {dict: "an object", list: "a list", str: "text", bool: "a boolean", type(None): "null"}
    shown = ascii(value)
    return f"{words.get(type(value), 'a number')} ({shown[:_SHOWN_VALUE]}{'…' if len(shown) > _SHOWN_VALUE else ''})"
