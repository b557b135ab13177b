"""Sets of characters, as sorted ranges that do not touch."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

Ranges = tuple[tuple[int, int], ...]

LAST = 0x10FFFF
ALL: Ranges = ((0, LAST),)


def union(*parts: Ranges) -> Ranges:
    """Join sets of characters."""
    merged: list[tuple[int, int]] = []
    for low, high in sorted(held for part in parts for held in part):
        if merged and low <= merged[-1][1] + 1:
            merged[-1] = (merged[-1][0], max(merged[-1][1], high))
        else:
            merged.append((low, high))
    return tuple(merged)


def complement(part: Ranges) -> Ranges:
    """Return every other character."""
    gaps, start = [], 0
    for low, high in part:
        if start < low:
            gaps.append((start, low - 1))
        start = high + 1
    if start <= LAST:
        gaps.append((start, LAST))
    return tuple(gaps)


def of(characters: Iterable[str]) -> Ranges:
    """Return the set of these characters."""
    return union(*(((ord(character), ord(character)),) for character in characters))


DIGITS: Ranges = ((48, 57),)
WORDS: Ranges = ((48, 57), (65, 90), (95, 95), (97, 122))
LINE_ENDS = of("\n\r\u2028\u2029")
SPACES = union(of("\t\n\v\f\r \u00a0\u1680\u2028\u2029\u202f\u205f\u3000\ufeff"), ((0x2000, 0x200A),))
CLASSES = {
    "d": DIGITS,
    "D": complement(DIGITS),
    "w": WORDS,
    "W": complement(WORDS),
    "s": SPACES,
    "S": complement(SPACES),
}

_NICE = "a1A_- .0b"


@cache
def kinds(sets: frozenset[Ranges]) -> tuple[int, ...]:
    """Name one character for each way in which these sets tell characters apart, the readable ones first."""
    cuts = {0}
    for part in sets:
        for low, high in part:
            cuts |= {low, high + 1}
    chosen: dict[tuple[bool, ...], int] = {}
    ordered = sorted(sets)
    readable = [ord(character) for character in _NICE]
    printable = [code for cut in cuts for code in (cut, cut + 1) if 32 <= code < 127]  # noqa: PLR2004 - ASCII
    rest = sorted(cut for cut in cuts if cut <= LAST and not 0xD800 <= cut <= 0xDFFF)  # noqa: PLR2004 - surrogates
    for code in (*readable, *sorted(printable), *rest):
        chosen.setdefault(tuple(holds(part, code) for part in ordered), code)
    return tuple(chosen.values())


def holds(part: Ranges, code: int) -> bool:
    """Tell whether a character is in the set."""
    return any(low <= code <= high for low, high in part)
