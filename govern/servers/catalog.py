"""A saved capture instead of a server: a `tools/list` result, or everything that was listed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NoReturn, cast

from govern.contract import json_text
from govern.contract.json_size import json_size
from govern.contract.surface import TOOL, Surface
from govern.errors import ContractInvalid, ServerMisbehaved, ServerUnreachable, SurfaceTooLarge
from govern.files import open_regular
from govern.servers.lists import LIST_METHODS, parse_items, without_protocol_fields
from govern.servers.messages import refuse_too_large

if TYPE_CHECKING:
    from pathlib import Path

    from govern.contract.json_type import Json
    from govern.contract.surface import Item
    from govern.policy.settings import Limits
    from govern.policy.target import Catalog, Target

_SHAPES = 'A catalog is a tools/list result, {"tools": […]}, or a capture, {"initialize": {…}, "tools": […], …}.'
_TOOLS_LIST = LIST_METHODS[0].method
_PARTS_OF_A_CAPTURE = {listing.kind.listed_as for listing in LIST_METHODS} | {"initialize", "list_errors"}


def read_catalog(target: Target) -> Surface:
    """The surface that the target's file holds. Kinds whose list failed are empty, but for tools."""
    path, limits = cast("Catalog", target.how).path, target.limits
    capture = _capture(_decoded(path, limits), path)
    if _TOOLS_LIST in _object(capture, "list_errors", path, limits):
        _refuse("its tools/list failed when it was captured, so its tools are not known", f"{path}: list_errors")
    found: list[Item] = []
    beside: dict[str, dict[str, Any]] = {}
    extra = _object(capture, "list_result_extra", path, limits)
    for listing in LIST_METHODS:
        name = listing.kind.listed_as
        found += parse_items(listing.kind, capture.get(name), limits, f"{path}: {name}")
        if kept := without_protocol_fields(_object(extra, listing.method, path, limits)):
            beside[listing.method] = kept
    return Surface(_object(capture, "initialize", path, limits), tuple(found), beside)


def _decoded(path: Path, limits: Limits) -> Json:
    try:
        with open_regular(path) as file:
            data = file.read(limits.bytes + 1)
    except OSError as error:
        reason = error.strerror or str(error)
        hint = "Save a capture there, or mend `catalog` in govern.toml."
        raise ServerUnreachable(f"this catalog cannot be read: {reason}", where=str(path), hint=hint) from None
    if len(data) > limits.bytes:
        raise SurfaceTooLarge(f"this catalog has more than {limits.bytes} bytes", where=str(path), limit="bytes")
    text = data.removeprefix(b"\xef\xbb\xbf")
    refuse_too_large(json_size(text, limits.nodes), limits, "this catalog", str(path))
    try:
        return json_text.decode(text)
    except ContractInvalid as error:
        raise ServerMisbehaved(error.message, where=f"{path}: {error.where}".removesuffix(": ")) from None


def _capture(saved: Json, path: Path) -> dict[str, Any]:
    """The saved value as a capture, out of a JSON-RPC answer or a bare list where it is one."""
    if isinstance(saved, dict) and "jsonrpc" in saved:
        if "result" not in saved:
            _refuse("this is a JSON-RPC message without a result, so it lists nothing", f"{path}: result")
        saved = saved["result"]
    if isinstance(saved, list):
        return {TOOL.listed_as: saved}
    if not isinstance(saved, dict) or TOOL.listed_as not in saved:
        _refuse("there are no `tools` in it", str(path))
    if saved.get("nextCursor"):
        _refuse("this is one page of several, and a surface that is not whole is never locked", f"{path}: nextCursor")
    if saved.keys() & (_PARTS_OF_A_CAPTURE - {TOOL.listed_as}):
        return saved
    beside = {name: value for name, value in saved.items() if name not in (TOOL.listed_as, "nextCursor")}
    return {TOOL.listed_as: saved[TOOL.listed_as], "list_result_extra": {_TOOLS_LIST: beside}}


def _object(holder: dict[str, Any], name: str, path: Path, limits: Limits) -> dict[str, Any]:
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
