"""The size of a JSON text, counted before anything is allocated for its values."""

from __future__ import annotations

import math
from array import array
from dataclasses import dataclass
from itertools import accumulate

# Small enough that splitting it at quotes takes little memory.
_WINDOW = 64 * 1024
_NODE_MARKS = b",:[{"
_ALL_BUT_NODE_MARKS = bytes(set(range(256)) - set(_NODE_MARKS))
_ALL_BUT_BRACKETS = bytes(set(range(256)) - set(b"[]{}"))
_LEADS_BEYOND_BMP = (b"\xf0", b"\xf1", b"\xf2", b"\xf3", b"\xf4")
_CONTINUATIONS = bytes(range(0x80, 0xC0))
_STEPS = bytes.maketrans(b"[{]}", b"\x01\x01\xff\xff")


@dataclass(frozen=True, slots=True)
class JsonSize:
    """The size of a text; `bytes` is its length, or half of its size in memory where that is more.

    `nodes` is an upper bound on keys and values; `depth` counts nested arrays and objects.
    """

    bytes: int
    nodes: int
    depth: int


def json_size(data: bytes, most_nodes: float = math.inf) -> JsonSize:
    """Count the nodes and levels of a text without parsing it, and stop soon after `most_nodes`."""
    # Without escapes every quote begins or ends a string.
    plain = data.replace(b"\\\\", b"").replace(b'\\"', b"") if b"\\" in data else data
    nodes, level, depth, in_string = 1, 0, 0, 0
    for start in range(0, len(plain), _WINDOW):
        parts = plain[start : start + _WINDOW].split(b'"')
        outside = b"".join(parts[in_string::2])
        in_string = (in_string + len(parts) - 1) % 2
        nodes += len(outside.translate(None, _ALL_BUT_NODE_MARKS))
        brackets = outside.translate(_STEPS, _ALL_BUT_BRACKETS)
        if brackets:
            steps = array("b", brackets)
            deepest = max(accumulate(steps, initial=level))
            depth = max(depth, deepest)
            level += sum(steps)
        if nodes > most_nodes:
            break
    return JsonSize(max(len(data), _in_memory(data) // 2), nodes, depth)


def _in_memory(data: bytes) -> int:
    """Estimate what the text takes in memory: a single character beyond U+FFFF makes each of them take four bytes."""
    if data.isascii():
        return len(data)
    if not any(lead in data for lead in _LEADS_BEYOND_BMP):
        return 2 * len(data)
    return 4 * len(data.translate(None, _CONTINUATIONS))
