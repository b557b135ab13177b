"""Read a catalog: a saved `tools/list` result, or a saved capture of everything a server lists."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NoReturn, cast

from govern.contract import json_text
from govern.contract.json_size import json_size
from govern.contract.surface import TOOL, Surface
from govern.errors import ContractInvalid, ServerMisbehaved, ServerUnreachable, SurfaceTooLarge
from govern.files import open_regular
from govern.servers.lists import LIST_METHODS, parse_items, without_protocol_fields
from govern.servers.messages import require_size

if TYPE_CHECKING:
    from pathlib import Path

    from govern.contract.json_type import Json
    from govern.contract.surface import Item
    from govern.policy.server_settings import Limits
    from govern.policy.target import Catalog, Target

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
