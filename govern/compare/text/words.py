"""Two texts, word by word: which words came, went and stayed."""

from __future__ import annotations

from govern.dataclass import dataclass
from govern.regex import regex

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Literal

    Op = Literal["equal", "delete", "insert", "replace"]

_WORD = regex(r"\w+|[^\w\s]")
_LINE = regex(r"[^\n]*\n?")
# What difflib may be asked for: its time grows with the product of the two lengths in the worst case.
_MOST_PAIRS = 4_000_000


@dataclass(frozen=True, slots=True)
class Segment:
    """A stretch of both texts; the old words of all segments, joined, are the old text, and so for the new."""

    op: Op
    old: str
    new: str


def compare_texts(old: str, new: str) -> list[Segment]:
    """Both texts in segments; none where nothing was changed."""
    return [] if old == new else [*_merged(_segments(_pieces(old), _pieces(new)))]


def _pieces(text: str) -> list[str]:
    """Words and marks, each with the white space before it."""
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
        yield from _by_line(_LINE.findall("".join(old)), _LINE.findall("".join(new)))


def _by_line(old: list[str], new: list[str]) -> Iterator[Segment]:
    """Long texts are matched by whole lines first, where those are few enough to match at all."""
    if len(old) * len(new) > _MOST_PAIRS:
        yield _segment("replace", old, new)
        return
    for op, a, b, c, d in _matched(old, new):
        mine, theirs = _pieces("".join(old[a:b])), _pieces("".join(new[c:d]))
        if op == "replace" and len(mine) * len(theirs) <= _MOST_PAIRS:
            yield from _segments(mine, theirs)
        else:
            yield _segment(op, old[a:b], new[c:d])


def _matched(old: list[str], new: list[str]) -> list[tuple[Op, int, int, int, int]]:
    if old and new and set(old).isdisjoint(new):
        return [("replace", 0, len(old), 0, len(new))]
    from difflib import SequenceMatcher

    return SequenceMatcher(None, old, new, autojunk=False).get_opcodes()


def _segment(op: Op, old: list[str], new: list[str]) -> Segment:
    return Segment(op, "".join(old), "".join(new))


def _merged(segments: Iterator[Segment]) -> Iterator[Segment]:
    """The segments without empty ones, neighbours of one kind as one."""
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
