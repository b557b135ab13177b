"""Read a server's lists, page by page or from a catalog: a saved `tools/list` result or capture."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, NoReturn, cast

from govern.contract import json_text
from govern.contract.characters import shortened
from govern.contract.json_size import json_size
from govern.contract.surface import PROMPT, RESOURCE, TEMPLATE, TOOL, Item, Surface, is_text
from govern.errors import ContractInvalid, ServerMisbehaved, ServerUnreachable, SurfaceTooLarge
from govern.files import open_regular
from govern.servers.messages import Message, require_size

if TYPE_CHECKING:
    from pathlib import Path

    from govern.contract.json_text import Json
    from govern.contract.surface import Kind
    from govern.policy.server_settings import Limits
    from govern.policy.target import Catalog, Target

Request = Callable[[str, Message], Awaitable[Message]]
# Every cursor of a list is kept, to detect one that repeats.
_MAX_CURSOR: Final = 64 * 1024
_MAX_SHOWN: Final = 60
SERVER_INFO: Final = "io.modelcontextprotocol/serverInfo"


@dataclass(frozen=True, slots=True)
class ListMethod:
    """A list method of the protocol, with the kind of item it lists and the capability that announces it."""

    method: str
    kind: Kind
    capability: str


LIST_METHODS: Final = (
    ListMethod("tools/list", TOOL, "tools"),
    ListMethod("prompts/list", PROMPT, "prompts"),
    ListMethod("resources/list", RESOURCE, "resources"),
    ListMethod("resources/templates/list", TEMPLATE, "resources"),
)


async def read_list(listing: ListMethod, request: Request, limits: Limits) -> tuple[list[Item], dict[str, Json]]:
    """Return all items of a list, and the other fields of its results."""
    found: list[Item] = []
    other: dict[str, Json] = {}
    cursors: list[str] = []
    while True:
        result = await request(listing.method, {"cursor": cursors[-1]} if cursors else {})
        found += _page_items(listing, result, limits, page=len(cursors) + 1)
        if len(found) > limits.items:
            raise SurfaceTooLarge(
                f"more than {limits.items} {listing.kind.listed_as}", where=listing.method, limit="items"
            )
        other |= _other_fields(result, listing, limits)
        cursor = _next_cursor(result, listing)
        if cursor is None:
            return found, other
        if cursor in cursors:
            raise ServerMisbehaved(
                "the server repeated a cursor, so the list never ends", where=f"{listing.method} nextCursor"
            )
        cursors.append(cursor)
        if len(cursors) >= limits.pages:
            raise SurfaceTooLarge(f"more than {limits.pages} pages", where=listing.method, limit="pages")


def without_protocol_fields(result: Message) -> Message:
    """Return a result without the fields that the stateless protocol repeats in each: resultType and serverInfo."""
    rest = {name: value for name, value in result.items() if (name, value) != ("resultType", "complete")}
    meta = rest.get("_meta")
    if isinstance(meta, dict) and SERVER_INFO in meta:
        rest["_meta"] = {name: value for name, value in meta.items() if name != SERVER_INFO}
        if not rest["_meta"]:
            del rest["_meta"]
    return rest


def parse_items(kind: Kind, raw: object, limits: Limits, where: str) -> list[Item]:
    """Return the items of a raw list; null is an empty list. `where` names the list in errors."""
    if raw is None:
        return []
    if not isinstance(raw, list):
        raise ServerMisbehaved(f"expected a list of {kind.listed_as}, got {_described(raw)}", where=where)
    if len(raw) > limits.items:
        raise SurfaceTooLarge(
            f"{len(raw)} {kind.listed_as}; the limit is {limits.items}",
            where=where,
            limit="items",
        )
    parsed = [_parse_item(kind, entry, f"{where}[{index}]") for index, entry in enumerate(raw)]
    if json_text.depth(raw) > limits.depth + 1:
        _require_depth(parsed, limits, where)
    return parsed


def _page_items(listing: ListMethod, result: Message, limits: Limits, *, page: int) -> list[Item]:
    name = listing.kind.listed_as
    if name not in result:
        raise ServerMisbehaved(f"the result has no {name!r}", where=listing.method)
    return parse_items(listing.kind, result[name], limits, where=name if page == 1 else f"page {page}: {name}")


def _other_fields(result: Message, listing: ListMethod, limits: Limits) -> dict[str, Any]:
    other = without_protocol_fields(result)
    other.pop("nextCursor", None)
    other.pop(listing.kind.listed_as)
    if other.get("resultType", "complete") != "complete":
        raise ServerMisbehaved(
            f"expected a complete result, got {other['resultType']!r}", where=f"{listing.method} resultType"
        )
    if json_text.depth(other) > limits.depth:
        raise SurfaceTooLarge(
            f"fields beside the items are nested deeper than the limit of {limits.depth}",
            where=listing.method,
            limit="depth",
        )
    return other


def _next_cursor(result: Message, listing: ListMethod) -> str | None:
    cursor = result.get("nextCursor")
    if cursor is not None and not isinstance(cursor, str):
        raise ServerMisbehaved(f"a cursor must be a string, got {cursor!r:.60}", where=f"{listing.method} nextCursor")
    if cursor is not None and len(cursor) > _MAX_CURSOR:
        raise SurfaceTooLarge(
            f"a cursor of {len(cursor)} characters; the limit is {_MAX_CURSOR}", where=f"{listing.method} nextCursor"
        )
    return cursor or None


def _parse_item(kind: Kind, entry: Any, where: str) -> Item:
    if not isinstance(entry, dict):
        raise ServerMisbehaved(f"expected a {kind.name} object, got {_described(entry)}", where=where)
    if kind.key not in entry:
        raise ServerMisbehaved(f"this {kind.name} has no {kind.key!r}", where=where)
    if not is_text(entry[kind.key]):
        raise ServerMisbehaved(
            f"{kind.key!r} must be a string that UTF-8 can encode, got {_described(entry[kind.key])}",
            where=f"{where}.{kind.key}",
        )
    return Item(kind, entry)


def _require_depth(parsed: list[Item], limits: Limits, where: str) -> None:
    """Raise SurfaceTooLarge for the first item that is nested too deeply."""
    for index, item in enumerate(parsed):
        if json_text.depth(item.raw) > limits.depth:
            raise SurfaceTooLarge(
                f"the {item.kind.name} {item.key!r} is nested deeper than the limit of {limits.depth}",
                where=f"{where}[{index}]",
                limit="depth",
            )


def _described(value: object) -> str:
    types = {dict: "an object", list: "a list", str: "a string", bool: "a boolean", type(None): "null"}
    return f"{types.get(type(value), 'a number')} ({shortened(ascii(value), _MAX_SHOWN)})"


_SHAPES = 'a catalog is a tools/list result, {"tools": […]}, or a capture, {"initialize": {…}, "tools": […], …}'
_TOOLS_LIST = LIST_METHODS[0].method
_CAPTURE_KEYS = {listing.kind.listed_as for listing in LIST_METHODS} | {"initialize", "list_errors"}


def read_catalog(target: Target) -> Surface:
    """Return the surface in the target's file; a list that failed when it was saved is empty, except for tools."""
    path = cast("Catalog", target.how).path
    return surface_in(_read_json(path, target.limits), target.limits, str(path))


def surface_in(saved: Json, limits: Limits, path: str) -> Surface:
    """Return the surface in a catalog that was read from `path`."""
    capture = _as_capture(saved, path)
    if _TOOLS_LIST in _member_object(capture, "list_errors", path, limits):
        _refuse("tools/list failed when this catalog was saved, so the tools are unknown", f"{path}: list_errors")
    found: list[Item] = []
    other: dict[str, dict[str, Any]] = {}
    extra = _member_object(capture, "list_result_extra", path, limits)
    for listing in LIST_METHODS:
        name = listing.kind.listed_as
        found += parse_items(listing.kind, capture.get(name), limits, f"{path}: {name}")
        if kept := without_protocol_fields(_member_object(extra, listing.method, path, limits)):
            other[listing.method] = kept
    return Surface(_member_object(capture, "initialize", path, limits), tuple(found), other)


def _read_json(path: Path, limits: Limits) -> Json:
    try:
        with open_regular(path) as file:
            data = file.read(limits.bytes + 1)
    except OSError as error:
        reason = error.strerror or str(error)
        hint = "save a capture there, or correct `catalog` in govern.toml"
        raise ServerUnreachable(f"cannot read this catalog: {reason}", where=str(path), hint=hint) from None
    if len(data) > limits.bytes:
        raise SurfaceTooLarge(f"this catalog is larger than {limits.bytes} bytes", where=str(path), limit="bytes")
    text = data.removeprefix(b"\xef\xbb\xbf")
    require_size(json_size(text, limits.nodes), limits, "this catalog", str(path))
    try:
        return json_text.decode(text)
    except ContractInvalid as error:
        raise ServerMisbehaved(error.message, where=f"{path}: {error.where}".removesuffix(": ")) from None


def _as_capture(saved: Json, path: str) -> dict[str, Any]:
    """Return the saved value as a capture; it may also be a JSON-RPC response or a bare list of tools."""
    if isinstance(saved, dict) and "jsonrpc" in saved:
        if "result" not in saved:
            _refuse("this JSON-RPC message has no result", f"{path}: result")
        saved = saved["result"]
    if isinstance(saved, list):
        return {TOOL.listed_as: saved}
    if not isinstance(saved, dict) or TOOL.listed_as not in saved:
        _refuse("this catalog has no `tools`", path)
    if saved.get("nextCursor"):
        _refuse("this is one page of several; only a complete surface can be locked", f"{path}: nextCursor")
    if saved.keys() & (_CAPTURE_KEYS - {TOOL.listed_as}):
        return saved
    other = {name: value for name, value in saved.items() if name not in (TOOL.listed_as, "nextCursor")}
    return {TOOL.listed_as: saved[TOOL.listed_as], "list_result_extra": {_TOOLS_LIST: other}}


def _member_object(holder: dict[str, Any], name: str, path: str, limits: Limits) -> dict[str, Any]:
    value = holder.get(name)
    if value is None:
        return {}
    if not isinstance(value, dict):
        _refuse(f"{name!r} must be an object", f"{path}: {name}")
    if json_text.depth(value) > limits.depth:
        raise SurfaceTooLarge(
            f"{name!r} is nested deeper than the limit of {limits.depth}", where=f"{path}: {name}", limit="depth"
        )
    return value


def _refuse(message: str, where: str) -> NoReturn:
    raise ServerMisbehaved(message, where=where, hint=_SHAPES)
