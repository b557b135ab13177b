"""Divide a long answer into parts: JSON by its paths, and text at empty lines and line ends."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, NamedTuple

from govern.economics.answer_blocks import compact_json

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from govern.contract.json_text import Json

_PLAIN_KEY = re.compile(r"[A-Za-z_]\w*", re.ASCII)
_PARAGRAPH = re.compile(r"(?<=\n)(?=\n)")


class Chunk(NamedTuple):
    """A part of a JSON value and the path of that part: a value, some items of an array or members of an object."""

    path: str
    text: str

    def line(self) -> str:
        """Return the part after its path, in one line."""
        return f"{self.path}: {self.text}"


class _Member(NamedTuple):
    """An item or member of a value: its place in it, how it begins, and its own chunks."""

    place: str
    prefix: str
    chunks: list[Chunk]


def json_chunks(value: Json, most: int, path: str = "$") -> list[Chunk]:
    """Return the parts of a value, in order; only an indivisible one has more than `most` characters."""
    if isinstance(value, dict) and value:
        members = [
            _Member("", f"{compact_json(key)}:", json_chunks(inner, most, _key_path(path, key)))
            for key, inner in value.items()
        ]
        return _grouped(path, members, "{}", most)
    if isinstance(value, list) and value:
        members = [_Member(str(at), "", json_chunks(inner, most, f"{path}[{at}]")) for at, inner in enumerate(value)]
        return _grouped(path, members, "[]", most)
    return [Chunk(path, compact_json(value))]


def _grouped(path: str, members: list[_Member], brackets: str, most: int) -> list[Chunk]:
    """Return the members in order in as few chunks as possible, by joining small neighbours."""
    chunks: list[Chunk] = []
    group: list[_Member] = []
    size = 0

    def close() -> None:
        if group:
            texts = ",".join(member.prefix + member.chunks[0].text for member in group)
            whole = len(group) == len(members)
            chunks.append(Chunk(path if whole else path + _range(group), f"{brackets[0]}{texts}{brackets[1]}"))
        group.clear()

    for member in members:
        length = len(member.prefix) + len(member.chunks[0].text) + 1
        if len(member.chunks) > 1 or length > most:
            close()
            size = 0
            chunks += member.chunks
            continue
        if size + length > most:
            close()
            size = 0
        group.append(member)
        size += length
    close()
    return chunks


def _range(group: list[_Member]) -> str:
    """Return the places of neighbouring items; members of an object have their keys in the text."""
    first, last = group[0].place, group[-1].place
    if not first:
        return ""
    return f"[{first}]" if first == last else f"[{first}-{last}]"


def _key_path(path: str, key: str) -> str:
    return f"{path}.{key}" if _PLAIN_KEY.fullmatch(key) else f"{path}[{json.dumps(key, ensure_ascii=False)}]"


def text_parts(text: str, most: int) -> list[str]:
    """Return the parts of a text: paragraphs, joined or divided at line ends to at most `most` characters."""
    pieces: list[str] = []
    for paragraph in _PARAGRAPH.split(text):
        pieces += [paragraph] if len(paragraph) <= most else _packed(paragraph.splitlines(keepends=True), most)
    return list(_packed(pieces, most))


def _packed(pieces: Iterable[str], most: int) -> Iterator[str]:
    """Yield neighbouring pieces joined to at most `most` characters; a longer piece is divided."""
    held = ""
    for piece in pieces:
        if held and len(held) + len(piece) > most:
            yield held
            held = ""
        held += piece
        while len(held) > most:
            yield held[:most]
            held = held[most:]
    if held:
        yield held
