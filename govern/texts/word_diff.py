"""Word-by-word comparison of two texts."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from govern.texts.parts import LONG, pieces_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    Op = Literal["equal", "delete", "insert", "replace"]

_WORD = re.compile(r"\w+|[^\w\s]")
# The maximum number of pairs to give to difflib, whose time grows with the product of both lengths.
_MOST_PAIRS = 4_000_000
# The same limit for all lines of two texts together.
_MOST_PAIRS_IN_LINES = 8_000_000
# Pairs of characters in two long words, to estimate pairs of words from pairs of characters.
_LONG_WORD = 20 * 20


@dataclass(frozen=True, slots=True)
class Segment:
    """A stretch of two texts; the `old` of all segments, joined, is the old text, and `new` the new one."""

    op: Op
    old: str
    new: str


def compare_texts(old: str, new: str) -> list[Segment]:
    """Return two texts as segments, or none if they are equal."""
    if old == new:
        return []
    if max(len(old), len(new)) > LONG:
        return [*_merged(_by_line(pieces_of(old), pieces_of(new)))]
    return [*_merged(_segments(_words_with_space(old), _words_with_space(new)))]


def _words_with_space(text: str) -> list[str]:
    """Return words and punctuation marks, each with the white space before it."""
    ends = [match.end() for match in _WORD.finditer(text)]
    starts = [0, *ends]
    return [text[start:end] for start, end in zip(starts, [*ends, len(text)], strict=True) if start < end]


def _segments(old: list[str], new: list[str]) -> Iterator[Segment]:
    head = _shared(old, new)
    tail = _shared(old[head:][::-1], new[head:][::-1])
    yield _segment("equal", old[:head], new[:head])
    yield from _middle(old[head : len(old) - tail], new[head : len(new) - tail])
    yield _segment("equal", old[len(old) - tail :], new[len(new) - tail :])


def _middle(old: list[str], new: list[str]) -> Iterator[Segment]:
    if not old or not new:
        yield _segment("delete" if old else "insert", old, new)
    elif len(old) * len(new) <= _MOST_PAIRS:
        for op, a, b, c, d in _matched(old, new):
            yield _segment(op, old[a:b], new[c:d])
    else:
        yield from _by_line(pieces_of("".join(old)), pieces_of("".join(new)))


def _by_line(old: list[str], new: list[str]) -> Iterator[Segment]:
    """Yield segments of long texts, matched line by line first, and word by word where few lines were replaced."""
    room = _MOST_PAIRS_IN_LINES
    for op, a, b, c, d in _matched_lines(old, new):
        before, after = "".join(old[a:b]), "".join(new[c:d])
        if op != "replace" or len(before) * len(after) > _MOST_PAIRS * _LONG_WORD:
            yield Segment(op, before, after)
            continue
        mine, theirs = _words_with_space(before), _words_with_space(after)
        if len(mine) * len(theirs) <= min(room, _MOST_PAIRS):
            room -= len(mine) * len(theirs)
            yield from _segments(mine, theirs)
        else:
            yield Segment(op, before, after)


def _matched_lines(old: list[str], new: list[str]) -> Iterator[tuple[Op, int, int, int, int]]:
    head = _shared(old, new)
    tail = _shared(old[head:][::-1], new[head:][::-1])
    ends = len(old) - tail, len(new) - tail
    yield ("equal", 0, head, 0, head)
    middle = old[head : ends[0]], new[head : ends[1]]
    few = len(middle[0]) * len(middle[1]) <= _MOST_PAIRS
    for op, a, b, c, d in _matched(*middle) if few else _anchored(*middle):
        yield (op, head + a, head + b, head + c, head + d)
    yield ("equal", ends[0], len(old), ends[1], len(new))


def _anchored(old: list[str], new: list[str]) -> Iterator[tuple[Op, int, int, int, int]]:
    """Yield opcodes for many lines, matched by the lines that occur once in both (patience diff)."""
    once_in_old, once_in_new = _once(old), _once(new)
    a = c = 0
    for at, other in _rising(
        [(once_in_old[line], there) for line, there in once_in_new.items() if line in once_in_old]
    ):
        if at > a or other > c:
            yield ("replace" if at > a and other > c else "delete" if at > a else "insert", a, at, c, other)
        yield ("equal", at, at + 1, other, other + 1)
        a, c = at + 1, other + 1
    if a < len(old) or c < len(new):
        yield ("replace" if a < len(old) and c < len(new) else "delete" if a < len(old) else "insert",
               a, len(old), c, len(new))  # fmt: skip


def _once(lines: list[str]) -> dict[str, int]:
    places: dict[str, int] = {}
    for at, line in enumerate(lines):
        places[line] = -1 if line in places else at
    return {line: at for line, at in places.items() if at >= 0}


def _rising(pairs: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Return the longest sequence of pairs that rises on both sides; pairs come ordered by the second number."""
    from bisect import bisect_left

    ends: list[int] = []
    last: list[int] = []
    before: list[int] = []
    for at, (place, _) in enumerate(pairs):
        length = bisect_left(ends, place)
        before.append(last[length - 1] if length else -1)
        ends[length : length + 1] = [place]
        last[length : length + 1] = [at]
    found = []
    at = last[-1] if last else -1
    while at >= 0:
        found.append(pairs[at])
        at = before[at]
    return found[::-1]


def _matched(old: list[str], new: list[str]) -> list[tuple[Op, int, int, int, int]]:
    if old and new and set(old).isdisjoint(new):
        return [("replace", 0, len(old), 0, len(new))]
    from difflib import SequenceMatcher

    return SequenceMatcher(None, old, new, autojunk=False).get_opcodes()


def _segment(op: Op, old: list[str], new: list[str]) -> Segment:
    return Segment(op, "".join(old), "".join(new))


def _merged(segments: Iterator[Segment]) -> Iterator[Segment]:
    """Yield the segments without empty ones, with neighbours of one kind joined."""
    held: Segment | None = None
    for segment in segments:
        if not segment.old and not segment.new:
            continue
        if held and held.op == segment.op:
            held = Segment(held.op, held.old + segment.old, held.new + segment.new)
            continue
        if held:
            yield held
        held = segment
    if held:
        yield held


def _shared(old: list[str], new: list[str]) -> int:
    for index, (mine, theirs) in enumerate(zip(old, new, strict=False)):
        if mine != theirs:
            return index
    return min(len(old), len(new))
