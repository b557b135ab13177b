"""One list of a server, whole: every page of it, or an error."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from govern.contract import json_text
from govern.contract.surface import PROMPT, RESOURCE, TEMPLATE, TOOL
from govern.errors import ServerMisbehaved, SurfaceTooLarge
from govern.servers.items import items
from govern.servers.wire import Message

if TYPE_CHECKING:
    from govern.contract.json_type import Json
    from govern.contract.surface import Item, Kind
    from govern.policy.settings import Limits

Ask = Callable[[str, Message], Awaitable[Message]]
# Every cursor of a list is kept, to notice one that comes back.
_LONGEST_CURSOR: Final = 64 * 1024
SERVER_INFO: Final = "io.modelcontextprotocol/serverInfo"


@dataclass(frozen=True, slots=True)
class Listing:
    """A list that a server may have: what it is asked with, what it holds, and the capability that announces it."""

    method: str
    kind: Kind
    capability: str


LISTINGS: Final = (
    Listing("tools/list", TOOL, "tools"),
    Listing("prompts/list", PROMPT, "prompts"),
    Listing("resources/list", RESOURCE, "resources"),
    Listing("resources/templates/list", TEMPLATE, "resources"),
)


async def read_list(listing: Listing, ask: Ask, limits: Limits) -> tuple[list[Item], dict[str, Json]]:
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


def without_stamp(result: Message) -> Message:
    """A result without what the stateless protocol says in each: that it is complete, and who the server is."""
    rest = {name: value for name, value in result.items() if (name, value) != ("resultType", "complete")}
    meta = rest.get("_meta")
    if isinstance(meta, dict) and SERVER_INFO in meta:
        rest["_meta"] = {name: value for name, value in meta.items() if name != SERVER_INFO}
        if not rest["_meta"]:
            del rest["_meta"]
    return rest


def _items(listing: Listing, result: Message, limits: Limits, *, page: int) -> list[Item]:
    name = listing.kind.listed_as
    if name not in result:
        raise ServerMisbehaved(f"the answer holds no {name!r}", where=listing.method)
    return items(listing.kind, result[name], limits, where=name if page == 1 else f"page {page}: {name}")


def _beside(result: Message, listing: Listing, limits: Limits) -> dict[str, Any]:
    beside = without_stamp(result)
    beside.pop("nextCursor", None)
    beside.pop(listing.kind.listed_as)
    if beside.get("resultType", "complete") != "complete":
        raise ServerMisbehaved(f"this is no list but a {beside['resultType']!r}", where=f"{listing.method} resultType")
    if json_text.depth(beside) > limits.depth:
        raise SurfaceTooLarge(
            f"something beside the items is nested deeper than {limits.depth}", where=listing.method, limit="depth"
        )
    return beside


def _next_cursor(result: Message, listing: Listing) -> str | None:
    cursor = result.get("nextCursor")
    if cursor is not None and not isinstance(cursor, str):
        raise ServerMisbehaved(f"a cursor must be text; this is {cursor!r:.60}", where=f"{listing.method} nextCursor")
    if cursor is not None and len(cursor) > _LONGEST_CURSOR:
        raise SurfaceTooLarge(f"a cursor of {len(cursor)} characters", where=f"{listing.method} nextCursor")
    return cursor or None
