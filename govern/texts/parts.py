"""The texts of an item that a model reads, each with its JSON pointer, and long texts in parts."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping

    Span = tuple[int, int]


Placed = tuple[str, str]

_DIALECT = re.compile(r"https?://json-schema\.org/(?:draft[/-][\d-]+/)?(?:(?:hyper-)?schema|(?:meta|vocab)/[a-z-]+)#?$")
# Addresses that only identify a resource or a schema: nothing is sent there.
_OWN_ADDRESS = re.compile(
    r"/uri|/uriTemplate|/(?:input|output)Schema(?!/(?:.*/)?(?:const|default|enum|examples?)/)(?:/.*)?/\$(?:id|schema)"
)
# Longer texts are read in parts, since each word that is read takes several objects.
LONG = 64 * 1024
# The results for this many short texts are kept, since schemas repeat their words.
SHORT, KNOWN_SHORT = 40, 4_096
# A piece ends with a line or a sentence, or with a word where neither ends soon.
_PIECE = re.compile(r"[^\n.!?]{1,2000}(?:[\n.!?]+[ \t]*|\s|\Z)|[^\n.!?]{2000}|[\n.!?]+[ \t]*")


def texts_in(value: Any) -> Iterator[Placed]:
    """Yield all strings in a JSON value in its order; a key has the pointer of its field."""
    rest: list[tuple[str, Any]] = [("", value)]
    while rest:
        place, inner = rest.pop()
        if isinstance(inner, str):
            yield place, inner
        elif isinstance(inner, dict):
            named = [(f"{place}/{key.replace('~', '~0').replace('/', '~1')}", key) for key in inner]
            yield from named
            rest += [(deeper, inner[key]) for deeper, key in reversed(named)]
        elif isinstance(inner, list):
            rest += [(f"{place}/{index}", each) for index, each in reversed(list(enumerate(inner)))]


def read_by_model(raw: Mapping[str, object]) -> Iterator[Placed]:
    """Yield the strings of an item that reach a model, so no icons, website or schema dialect."""
    for pointer, text in texts_in(raw):
        shown_to_people = pointer.removeprefix("/serverInfo").startswith(("/icons", "/websiteUrl"))
        if not shown_to_people and not (text.startswith("http") and _DIALECT.match(text)):
            yield pointer, text.replace("\r\n", "\n")


def is_own_address(pointer: str) -> bool:
    """Return whether the string at this pointer identifies the item or a schema."""
    return bool(_OWN_ADDRESS.fullmatch(pointer))


def parts(text: str, beside: str = "") -> Iterator[tuple[int, str]]:
    """Yield the parts of a text to read, each with its position: a short text whole, a long one without known pieces.

    A piece is known if it has the same two neighbours in `beside`, or earlier in the text.
    """
    if len(text) <= LONG:
        yield 0, text
        return
    known = _neighbours(beside, list(_piece_spans(beside))) if beside else set()
    pieces = list(_piece_spans(text))
    start = end = None
    for at in range(len(pieces)):
        trio = _trio(text, pieces, at)
        if trio in known:
            continue
        known.add(trio)
        # A new piece is read with the pieces on both sides.
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
    """Yield each part that the new texts add to the old ones, with its pointer and position."""
    known = {text for _, text in old}
    beside = {pointer: text for pointer, text in old if len(text) > LONG}
    for pointer, text in new:
        if text not in known:
            yield from ((pointer, start, part) for start, part in parts(text, beside.get(pointer, "")))


def pieces_of(text: str) -> list[str]:
    """Return the lines and sentences of a text, each with its end; joined, they are the text."""
    return _PIECE.findall(text)


def _piece_spans(text: str) -> Iterator[Span]:
    return (found.span() for found in _PIECE.finditer(text))


def _neighbours(text: str, pieces: list[Span]) -> set[int]:
    return {_trio(text, pieces, at) for at in range(len(pieces))}


def _trio(text: str, pieces: list[Span], at: int) -> int:
    """Return a hash of a piece with its neighbours; it is keyed anew in each run, so no server can forge one."""
    return hash(tuple(text[slice(*piece)] for piece in pieces[max(at - 1, 0) : at + 2]))
