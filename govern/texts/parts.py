"""Long texts in parts: what the rules read at a time, without the lines that another text has in the same order."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator

    from govern.texts.places import Placed

    Span = tuple[int, int]

# Longer texts are read in parts, since the rules keep several objects for each word that they read.
LONG = 64 * 1024
# A part ends with a line or a sentence; where neither ends for so long, with a word.
_PIECE = re.compile(r"[^\n.!?]{1,2000}(?:[\n.!?]+[ \t]*|\s|\Z)|[^\n.!?]{2000}|[\n.!?]+[ \t]*")


def parts(text: str, beside: str = "") -> Iterator[tuple[int, str]]:
    """Yield each part that is worth reading, with its place: a short text whole, of a long one what is new.

    A piece is known where it stands between the same two neighbours in `beside`, or earlier in the text itself.
    """
    if len(text) <= LONG:
        yield 0, text
        return
    known = _neighbours(beside, list(_pieces(beside))) if beside else set()
    pieces = list(_pieces(text))
    start = end = None
    for at in range(len(pieces)):
        trio = _trio(text, pieces, at)
        if trio in known:
            continue
        known.add(trio)
        # What is new is read with the pieces on both sides.
        first, last = pieces[max(at - 1, 0)][0], pieces[min(at + 1, len(pieces) - 1)][1]
        if start is None or end is None:
            start, end = first, last
        elif first > end or last - start > LONG:
            yield start, text[start:end]
            start, end = first, last
        else:
            end = last
    if start is not None:
        yield start, text[start:end]


def added_parts(old: Collection[Placed], new: Iterable[Placed]) -> Iterator[tuple[str, int, str]]:
    """Yield the pointer, the place and the words of what the new texts add to the old ones."""
    known = {text for _, text in old}
    beside = {pointer: text for pointer, text in old if len(text) > LONG}
    for pointer, text in new:
        if text not in known:
            yield from ((pointer, start, part) for start, part in parts(text, beside.get(pointer, "")))


def pieces_of(text: str) -> list[str]:
    """Return the lines and sentences of a text, each with what ends it; joined, they are the text."""
    return _PIECE.findall(text)


def _pieces(text: str) -> Iterator[Span]:
    return (found.span() for found in _PIECE.finditer(text))


def _neighbours(text: str, pieces: list[Span]) -> set[int]:
    return {_trio(text, pieces, at) for at in range(len(pieces))}


def _trio(text: str, pieces: list[Span], at: int) -> int:
    """Return a number for a piece with its neighbours; 64 bits, keyed anew for each run, are no chance for anybody."""
    return hash(tuple(text[slice(*piece)] for piece in pieces[max(at - 1, 0) : at + 2]))
