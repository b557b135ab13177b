"""Requests of the stateless protocol over HTTP, which repeat their version, method and name in headers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from govern.serve.http_security import RequestRefused
from govern.servers.http_headers import NAMED_BY, decode_value, differing_header
from govern.servers.session import HANDSHAKES, STATELESS

if TYPE_CHECKING:
    from collections.abc import Mapping

    from starlette.requests import Request

    from govern.servers.http_headers import Repeated
    from govern.servers.messages import Message

VERSION_HEADER: Final = "mcp-protocol-version"
_METHOD_HEADER, _NAME_HEADER = "mcp-method", "mcp-name"
_VERSION_KEY: Final = "io.modelcontextprotocol/protocolVersion"
_CAPABILITIES_KEY: Final = "io.modelcontextprotocol/clientCapabilities"
_INVALID_PARAMS: Final = -32602
_HEADER_MISMATCH: Final = -32020
_UNSUPPORTED_VERSION: Final = -32022
# The HTTP status of a response with one of these codes.
ERROR_STATUS: Final[Mapping[int, int]] = {
    -32700: 400,
    -32600: 400,
    -32601: 404,
    _INVALID_PARAMS: 400,
    _HEADER_MISMATCH: 400,
    -32021: 400,
    _UNSUPPORTED_VERSION: 400,
}


def is_stateless(request: Request, message: Message) -> bool:
    """Return whether a message needs no session: its header or its `_meta` names a version without a handshake."""
    version = request.headers.get(VERSION_HEADER)
    return version not in HANDSHAKES if version is not None else _VERSION_KEY in _meta(message)


def refuse_invalid(request: Request, message: Message) -> None:
    """Raise RequestRefused for a request whose headers contradict its body."""
    headers, method = request.headers, message.get("method")
    version: Any = headers.get(VERSION_HEADER)
    if "id" in message:
        _require_one_value(request)
        meta = _meta(message)
        missing = [key for key in (_VERSION_KEY, _CAPABILITIES_KEY) if key not in meta]
        if missing:
            raise _refused(message, _INVALID_PARAMS, f"params._meta has no {' and no '.join(missing)}")
        for header, expected in (
            (VERSION_HEADER, meta[_VERSION_KEY]),
            (_METHOD_HEADER, method),
            (_NAME_HEADER, message["params"].get(NAMED_BY.get(str(method), ""))),
        ):
            if expected is not None and decode_value(headers.get(header)) != expected:
                raise _refused(message, _HEADER_MISMATCH, f"the header {header} and the body differ")
    if version != STATELESS:
        data = {"supported": [STATELESS, *HANDSHAKES], "requested": version}
        raise _refused(message, _UNSUPPORTED_VERSION, "unsupported protocol version", data)


def refuse_other_arguments(request: Request, message: Message, tools: Mapping[str, Repeated]) -> None:
    """Raise RequestRefused for a call with other arguments in its headers than in its body."""
    params = message.get("params", {})
    name = params.get("name")
    if message.get("method") != "tools/call" or not isinstance(name, str) or name not in tools:
        return
    if header := differing_header(tools[name], params.get("arguments"), request.headers.getlist):
        raise _refused(message, _HEADER_MISMATCH, f"the header {header} and the body differ")


def _require_one_value(request: Request) -> None:
    for header in (VERSION_HEADER, _METHOD_HEADER, _NAME_HEADER):
        if len(request.headers.getlist(header)) > 1:
            raise RequestRefused(400, f"the header {header} appears more than once", code=_HEADER_MISMATCH)


def _meta(message: Message) -> dict[str, Any]:
    params = message.get("params")
    meta = params.get("_meta") if isinstance(params, dict) else None
    return meta if isinstance(meta, dict) else {}


def _refused(message: Message, code: int, text: str, data: object = None) -> RequestRefused:
    return RequestRefused(400, text, code=code, request_id=message.get("id"), data=data)
