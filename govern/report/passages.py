"""The changed passages of a text, each with a few words of context."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from govern.texts.word_diff import compare_texts

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from govern.texts.word_diff import Segment

_CONTEXT = 60
# Above this share of replaced text, old and new are unreadable in one line.
_MOST_EXCHANGED = 0.5
_SPACE = re.compile(r"\s*")


@dataclass(frozen=True, slots=True)
class TextSpan:
    """A stretch of text that is unchanged, removed or added."""

    how: Literal["same", "gone", "come"]
    text: str


Passage = tuple[TextSpan, ...]


def passages(old: str, new: str) -> list[Passage]:
    """Return the changed passages; an ellipsis marks the unchanged text between them."""
    segments = compare_texts(old, new)
    found: list[Passage] = []
    passage: list[TextSpan] = []
    for at, segment in enumerate(segments):
        if segment.op != "equal":
            passage += _changed_spans(segment)
            continue
        tail, head = _context(segment.new, first=at == 0, last=at == len(segments) - 1)
        passage += [TextSpan("same", tail)] if tail else []
        if head is not None:
            found += [tuple(passage)] if any(span.how != "same" for span in passage) else []
            passage = [TextSpan("same", head)] if head else []
    if any(span.how != "same" for span in passage):
        found.append(tuple(passage))
    return found


def within(found: Sequence[Passage], room: int) -> tuple[list[Passage], int]:
    """Return as much of the passages as `room` characters hold, and how many characters that leaves out."""
    kept: list[Passage] = []
    for passage in found:
        if room <= 0:
            break
        spans = []
        for span in passage:
            if room <= 0:
                break
            spans.append(TextSpan(span.how, span.text[:room]))
            room -= len(span.text)
        kept.append(tuple(spans))
    return kept, _characters(found) - _characters(kept)


def _characters(found: Iterable[Passage]) -> int:
    return sum(len(span.text) for passage in found for span in passage)


def hard_to_follow(passage: Passage) -> bool:
    """Return whether so much changed that old and new are unreadable in one line."""
    sizes = {how: sum(len(span.text) for span in passage if span.how == how) for how in ("same", "gone", "come")}
    both = sizes["gone"] and sizes["come"]
    return bool(both) and max(sizes["gone"], sizes["come"]) > _MOST_EXCHANGED * sum(sizes.values())


def before(passage: Passage) -> Passage:
    """Return the old words of a passage."""
    return tuple(span for span in passage if span.how != "come")


def after(passage: Passage) -> Passage:
    """Return the new words of a passage."""
    return tuple(span for span in passage if span.how != "gone")


def _changed_spans(segment: Segment) -> Iterator[TextSpan]:
    """Yield the spans of a changed segment; white space that begins both sides is unchanged."""
    shared = _shared_space(segment.old, segment.new)
    spans = (
        TextSpan("same", shared),
        TextSpan("gone", segment.old[len(shared) :]),
        TextSpan("come", segment.new[len(shared) :]),
    )
    yield from (span for span in spans if span.text)


def _shared_space(old: str, new: str) -> str:
    mine, theirs = (match[0] if (match := _SPACE.match(text)) else "" for text in (old, new))
    return mine if mine == theirs and mine not in (old, new) else ""


def _context(text: str, *, first: bool, last: bool) -> tuple[str, str | None]:
    """Return the context kept after the previous change and before the next; None if both are one."""
    keep = _CONTEXT if first or last else 2 * _CONTEXT
    if len(text) <= keep + _CONTEXT:
        return text, None
    tail = "" if first else f"{text[:_CONTEXT].rpartition(' ')[0] or text[:_CONTEXT]} …"
    head = "" if last else f"… {text[-_CONTEXT:].partition(' ')[2] or text[-_CONTEXT:]}"
    return tail, head
