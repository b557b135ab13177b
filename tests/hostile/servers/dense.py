"""A server that lists one tool as large as the limits allow: `dense SHAPE BYTES NODES`."""

import sys
from collections.abc import Callable

from tests.hostile.servers.speaking import serve

# Room for the message around the shape.
_BYTES_AROUND, _NODES_AROUND = 400, 60


def numbered(template: str) -> Callable[[int], bytes]:
    return lambda count: b"".join(template.replace("#", str(number)).encode() for number in range(count))


def times(part: str) -> Callable[[int], bytes]:
    return lambda count: part.encode() * count


SHAPES: dict[str, tuple[int, Callable[[int], bytes]]] = {
    "empty lists": (2, times("[],")),
    "empty objects": (2, times("{},")),
    "zeros": (1, times("0,")),
    "fractions": (1, times("1.5,")),
    "integers": (1, numbered("1000000#,")),
    "short texts": (1, times('"ab",')),
    "objects with one key": (3, times('{"a":0},')),
    "objects with one key each its own": (3, numbered('{"a#":"b#"},')),
    "one object of many keys": (2, lambda count: b"{" + numbered('"a#":"b#",')(count) + b'"b":0},'),
    "lists in lists": (101, times("[" * 100 + "]" * 100 + ",")),
    "objects in objects": (201, times('{"a":' * 100 + "1" + "}" * 100 + ",")),
    "texts with an emoji each": (1, times('"\U0001f600xxxxxxxxxxxxx",')),
    "one text": (0, lambda count: b'"' + b"x" * count + b'",'),
    "one text with an emoji": (0, lambda count: '"\U0001f600'.encode() + b"x" * count + b'",'),
}


def body(shape: str, most_bytes: int, most_nodes: int) -> bytes:
    """Return as much of a shape as fits both limits; a text with an emoji counts twice."""
    nodes, made = SHAPES[shape]
    room = (most_bytes - _BYTES_AROUND) // (2 if "emoji" in shape else 1)
    count = (most_nodes - _NODES_AROUND) // nodes if nodes else room - _BYTES_AROUND
    while len(found := made(count)) > room:
        count = count * room // len(found) - 1
    return found


if __name__ == "__main__":
    dense = body(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))
    serve({"tools/list": b'{"tools": [{"name": "a", "x": [' + dense + b"0]}]}"})
