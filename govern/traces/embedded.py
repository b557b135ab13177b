"""JSON inside of logs: as text in a field, or behind a time stamp on a line."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import orjson

if TYPE_CHECKING:
    from collections.abc import Mapping

_NOTHING: Mapping[str, Any] = {}
_BEGINS = ('{"', '[{"', "{ ")


def mapping_in(value: Any) -> Mapping[str, Any]:
    """The value where it is an object, else an empty one."""
    return value if value.__class__ is dict else _NOTHING


def json_in(text: str) -> Any:
    """What a JSON text says, None where it is none."""
    try:
        return orjson.loads(text)
    except (orjson.JSONDecodeError, UnicodeEncodeError):
        return None


def json_behind(line: bytes) -> tuple[str, Any] | None:
    """What stands before a JSON object on a line, and the object, whatever comes after it."""
    text = line.decode("utf-8", "replace")
    starts = [at for word in _BEGINS if (at := text.find(word)) >= 0]
    if not starts:
        return None
    try:
        value, _ = json.JSONDecoder().raw_decode(text, min(starts))
    except (ValueError, RecursionError):
        return None
    return text[: min(starts)], value
