"""One JSON-RPC message out of bytes, read strictly; what is no message at all is told apart from a broken one."""

from __future__ import annotations

import re

from govern.contract import json_text
from govern.errors import ContractInvalid, ServerMisbehaved, SurfaceTooLarge
from govern.regex import regex

TYPE_CHECKING = False
if TYPE_CHECKING:
    from govern.contract.json_type import Json
    from govern.policy.settings import Limits
    from govern.snapshot.wire import Message

_BRACKETS = regex(rb'"(?:[^"\\]++|\\.)*+"|[\[{]|[\]}]', re.DOTALL)
# Deeper than this no answer is worth a walk to the end of it.
_HOPELESS = 100_000


def as_message(data: bytes, limits: Limits) -> Message | None:
    """The message, or nothing where this is something else, such as a log line, even one in JSON."""
    if not data.startswith(b"{") or b'"jsonrpc"' not in data:
        return None
    try:
        value = _decoded(data, limits)
    except ContractInvalid as error:
        raise ServerMisbehaved(
            f"a message of {len(data)} bytes cannot be trusted: {error.message}",
            where=error.where,
            hint="This is for the server's author: JSON that readers disagree on cannot be locked.",
        ) from None
    if not isinstance(value, dict) or value.get("jsonrpc") != "2.0":
        return None
    return value


def _decoded(data: bytes, limits: Limits) -> Json:
    try:
        return json_text.decode(data)
    except ContractInvalid as error:
        if not isinstance(error.__context__, RecursionError):
            raise
    return json_text.decode(_shallow(data, limits.depth + 8))


def _shallow(data: bytes, allowed: int) -> bytes:
    """The same text with null for all that lies deeper: still refused, but by someone who knows its name."""
    kept: list[bytes] = []
    depth = start = 0
    for found in _BRACKETS.finditer(data):
        mark = found[0]
        if mark in b"[{":
            depth += 1
            if depth == allowed + 1:
                kept.append(data[start : found.start()])
            if depth > _HOPELESS:
                raise SurfaceTooLarge(f"a message of {len(data)} bytes is nested more than {_HOPELESS} deep")
        elif mark in b"]}":
            if depth == allowed + 1:
                kept.append(b"null")
                start = found.end()
            depth -= 1
    return b"".join((*kept, data[start:]))
