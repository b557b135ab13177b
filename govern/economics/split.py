"""Where a definition's tokens go, part by part."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass
from itertools import accumulate
from typing import TYPE_CHECKING

from govern.contract.json_text import canonical, sorted_keys
from govern.contract.surface import ABSENT
from govern.economics.definition import definition, text_of
from govern.economics.encoding import load

if TYPE_CHECKING:
    from collections.abc import Iterator

    from govern.contract.json_type import Json
    from govern.contract.surface import Item

_PROSE = ("description", "title")
# Under these, keys are names that the server chose, and under those is data and no schema.
_NAMES = frozenset({"$defs", "definitions", "dependentSchemas", "patternProperties", "properties"})
_DATA = frozenset({"const", "default", "enum", "examples"})


@dataclass(frozen=True, slots=True)
class Split:
    """A definition's tokens by part; `title` is no part of the definition, and is counted by itself."""

    name: int
    title: int
    description: int
    parameters: int
    structure: int


def split(tool: Item, encoding: str) -> Split:
    """Each token goes to the part in which its first byte lies."""
    encoder = load(encoding)
    tokens = encoder.encode_ordinary(definition(tool))
    sizes = map(len, encoder.decode_tokens_bytes(tokens))
    parts = [part for part, _ in _pieces(tool)]
    starts = list(accumulate((len(piece) for _, piece in _pieces(tool)), initial=0))[:-1]
    counts = dict.fromkeys(("name", "description", "parameters", "structure"), 0)
    for first_byte in list(accumulate(sizes, initial=0))[:-1]:
        counts[parts[bisect_right(starts, first_byte) - 1]] += 1
    return Split(title=len(encoder.encode_ordinary(text_of(tool.raw.get("title")))), **counts)


def _pieces(tool: Item) -> Iterator[tuple[str, bytes]]:
    """The definition in pieces, each with the part that it belongs to."""
    yield "name", f"{text_of(tool.raw.get(tool.kind.key))}\n".encode()
    schema = tool.part("input")
    end = b"" if schema is ABSENT else b"\n"
    yield "description", text_of(tool.raw.get("description")).encode() + end
    if schema is not ABSENT:
        yield from _schema(schema)


def _schema(value: Json, key: str = "") -> Iterator[tuple[str, bytes]]:
    """A schema's canonical JSON, its texts for readers apart; `key` is the keyword that it stands under."""
    if isinstance(value, list) and value and key not in _DATA:
        for at, inner in enumerate(value):
            yield "structure", b"," if at else b"["
            yield from _schema(inner)
        yield "structure", b"]"
    elif isinstance(value, dict) and value and key not in _DATA:
        for at, name in enumerate(sorted_keys(value)):
            yield "structure", (b"," if at else b"{") + canonical(name) + b":"
            yield from _member(name, value[name], names=key in _NAMES)
        yield "structure", b"}"
    else:
        yield "structure", canonical(value)


def _member(key: str, value: Json, *, names: bool) -> Iterator[tuple[str, bytes]]:
    if names:
        yield from _schema(value)
    elif key in _PROSE and isinstance(value, str):
        yield "structure", b'"'
        yield "parameters", canonical(value)[1:-1]
        yield "structure", b'"'
    else:
        yield from _schema(value, key)
