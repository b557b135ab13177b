"""Reduce a text in five steps: compact JSON, collapse arrays, divide into chunks, keep what fits an intent, cut."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, fields, replace
from typing import TYPE_CHECKING, Any, NamedTuple

from govern.contract.json_text import decode
from govern.discovery.search import IndexedTool, ToolIndex, search
from govern.economics.answer_blocks import NOTHING, compact_json, compacted
from govern.economics.tokens import ENCODINGS, count_tokens
from govern.errors import ContractInvalid

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from govern.contract.json_text import Json

# 4 KB by the rule of 3.5 characters per token; with an intent parts are smaller, so that more can be chosen from.
_CHUNK_CHARACTERS = 4_200
_PART_CHARACTERS = 1_050
_HEAD = 0.6
COMPACTED = "white space in JSON removed"


@dataclass(frozen=True, slots=True)
class ReductionLimits:
    """The tokens above which each reduction applies; 0 is never. `compact` loses nothing and always applies."""

    collapse: int = 1_000
    chunk: int = 3_000
    intent: int = 1_500
    cut: int = 8_000

    def share(self, part: int, whole: int) -> ReductionLimits:
        """Return the limits of a text that has this part of an answer's tokens."""
        shares = {each.name: -(-getattr(self, each.name) * part // max(whole, 1)) for each in fields(self)}
        return replace(self, **shares)


@dataclass(frozen=True, slots=True)
class Reduced:
    """A reduced text, and what each reduction did in a few words."""

    text: str
    done: tuple[str, ...] = ()


def reduce_text(text: str, limits: ReductionLimits, intent: str = "", encoding: str = ENCODINGS[0]) -> Reduced:
    """Return a text with the reductions that its length calls for."""
    try:
        return _Reduction(text, limits, intent, encoding).result()
    except RecursionError:
        return Reduced(text)


class _Reduction:
    """One text on its way through the reductions: as JSON until it is cut into parts."""

    def __init__(self, text: str, limits: ReductionLimits, intent: str, encoding: str) -> None:
        self._limits, self._intent, self._encoding = limits, intent, encoding
        self._value = json_value(text)
        self._text = text
        self._parts: Sequence[str] = ()
        self._done: list[str] = []

    def result(self) -> Reduced:
        """Apply each reduction in turn."""
        self._compact()
        if self._value is not NOTHING:
            if self._is_above(self._limits.collapse):
                self._collapse()
            if self._is_above(self._limits.chunk):
                self._chunk()
        if self._intent and self._is_above(self._limits.intent):
            self._keep_relevant()
        if self._is_above(self._limits.cut):
            self._cut()
        return Reduced(self._text, tuple(self._done))

    def _is_above(self, limit: int) -> bool:
        # No token is shorter than a byte, so a short text need not be counted.
        return bool(limit) and len(self._text.encode(errors="replace")) > limit < self._count(self._text)

    def _count(self, text: str) -> int:
        return count_tokens(text, self._encoding)

    def _compact(self) -> None:
        if (compact := compacted(self._text)) is not None:
            self._text = compact
            self._done.append(COMPACTED)

    def _collapse(self) -> None:
        value, arrays = collapse(self._value)
        if arrays:
            self._value, self._text = value, compact_json(value)
            keys = ", ".join(dict.fromkeys(key for array in arrays for key in array.keys)) or "their number"
            items = sum(array.items for array in arrays)
            places = arrays[0].path if len(arrays) == 1 else f"{len(arrays)} arrays"
            self._done.append(f"after the first 3 items of {places}, {items:,} items show only {keys}")

    def _chunk(self) -> None:
        self._parts = self._chunks()
        self._text = "\n".join(self._parts)
        self._done.append(f"{len(self._parts)} parts by JSON path")

    def _chunks(self) -> list[str]:
        most = _PART_CHARACTERS if self._intent else _CHUNK_CHARACTERS
        return [chunk.line() for chunk in json_chunks(self._value, most)]

    def _keep_relevant(self) -> None:
        """Keep the parts that fit the intent best, as many as the limit allows, in their order."""
        if not self._parts:
            self._parts = text_parts(self._text, _PART_CHARACTERS) if self._value is NOTHING else self._chunks()
        kept: set[int] = set()
        left = self._limits.intent
        for at in _ranked(self._parts, self._intent):
            left -= self._count(self._parts[at])
            if left < 0 and kept:
                break
            kept.add(at)
        if not kept:
            self._done.append("nothing fits the intent, so it was ignored")
        elif len(kept) < len(self._parts):
            self._text = "\n".join(_with_gaps(self._parts, kept))
            self._done.append(f"{len(kept)} of {len(self._parts)} parts kept for the intent")

    def _cut(self) -> None:
        """Keep the head and the tail, at line ends where lines are not longer than what is kept."""
        encoded = self._text.encode(errors="replace")
        tokens = self._count(self._text)
        room = len(encoded) * self._limits.cut // tokens
        gone = tokens
        while room and self._count(self._text) > self._limits.cut:
            head, tail = _ends(encoded, room)
            gone = tokens - self._count(head) - self._count(tail)
            self._text = f"{head}\n… {gone:,} tokens cut here …\n{tail}"
            room = room * 9 // 10
        self._done.append(f"{gone:,} tokens cut between head and tail")


def json_value(text: str) -> Json | Any:
    """Return the value of a JSON object or array, and NOTHING for another text."""
    if not text.lstrip().startswith(("{", "[")):
        return NOTHING
    try:
        return decode(text)
    except (ContractInvalid, RecursionError):
        return NOTHING


def _ranked(parts: Sequence[str], intent: str) -> list[int]:
    """Return the parts that have words of the intent, the best first."""
    index = ToolIndex(IndexedTool(str(at), "", "", description=part) for at, part in enumerate(parts))
    return [int(each) for each in search(index, intent, len(parts)).ids]


def _with_gaps(parts: Sequence[str], kept: set[int]) -> list[str]:
    """Return the kept parts with a line for each gap."""
    lines: list[str] = []
    missing = 0
    for at, part in enumerate(parts):
        if at in kept:
            lines += [f"… {missing} parts left out …"] * bool(missing)
            lines.append(part)
        missing = 0 if at in kept else missing + 1
    return lines + [f"… {missing} parts left out …"] * bool(missing)


def _ends(encoded: bytes, room: int) -> tuple[str, str]:
    """Return the head and the tail of a text that together have this many bytes at most, at line ends if they can."""
    at = int(room * _HEAD)
    head, tail = encoded[:at], encoded[len(encoded) - (room - at) :]
    end, start = head.rfind(b"\n"), tail.find(b"\n")
    head = head[:end] if end > len(head) // 2 else head
    tail = tail[start + 1 :] if 0 <= start < len(tail) // 2 else tail
    return head.decode(errors="ignore"), tail.decode(errors="ignore")


IDENTITY = ("id", "name", "title", "slug", "key", "label")
_WHOLE = 3
_FEWEST = 5
# Optional keys may be missing from items, as long as half of all keys are there on average.
_FILLED = 0.5


@dataclass(frozen=True, slots=True)
class CollapsedArray:
    """An array of which `items` were collapsed to `keys`; without keys only their number is shown."""

    path: str
    items: int
    keys: tuple[str, ...]


def collapse(value: Json) -> tuple[Json, list[CollapsedArray]]:
    """Return a value with its uniform arrays collapsed, at every depth, and which these are."""
    found: list[CollapsedArray] = []
    return _collapsed(value, "$", found), found


def _collapsed(value: Json, path: str, found: list[CollapsedArray]) -> Json:
    if isinstance(value, dict):
        return {key: _collapsed(inner, f"{path}.{key}", found) for key, inner in value.items()}
    if not isinstance(value, list):
        return value
    if not _is_uniform(value):
        return [_collapsed(inner, f"{path}[{at}]", found) for at, inner in enumerate(value)]
    first, rest = value[:_WHOLE], [_identity(item) for item in value[_WHOLE:]]
    keys = tuple(key for key in IDENTITY if any(key in item for item in rest))
    found.append(CollapsedArray(path, len(rest), keys))
    whole = [_collapsed(inner, f"{path}[{at}]", found) for at, inner in enumerate(first)]
    return [*whole, *(rest if keys else [f"… {len(rest)} more"])]


def _is_uniform(items: list[Any]) -> bool:
    """Return whether the items are objects with nearly the same keys."""
    if len(items) < _FEWEST or not all(isinstance(item, dict) and item for item in items):
        return False
    keys = {key for item in items for key in item}
    return sum(map(len, items)) >= _FILLED * len(keys) * len(items)


def _identity(item: dict[str, Any]) -> dict[str, Any]:
    return {key: item[key] for key in IDENTITY if key in item and not isinstance(item[key], (dict, list))}


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
