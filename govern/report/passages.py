"""The passages of a text that changed, with a few words around each."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from govern.texts.word_diff import compare_texts

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from govern.texts.word_diff import Segment

_CONTEXT = 60
# With more of the words than this exchanged, old and new in one line cannot be read.
_MOST_EXCHANGED = 0.5
_SPACE = re.compile(r"\s*")


@dataclass(frozen=True, slots=True)
class Span:
    """A stretch of text that stayed, went or came."""

    how: Literal["same", "gone", "come"]
    text: str


Passage = tuple[Span, ...]


def passages(old: str, new: str) -> list[Passage]:
    """Every passage that changed; what lies between them is left out, and an ellipsis stands where it was."""
    segments = compare_texts(old, new)
    found: list[Passage] = []
    passage: list[Span] = []
    for at, segment in enumerate(segments):
        if segment.op != "equal":
            passage += _changed(segment)
            continue
        tail, head = _ends(segment.new, first=at == 0, last=at == len(segments) - 1)
        passage += [Span("same", tail)] if tail else []
        if head is not None:
            found += [tuple(passage)] if any(span.how != "same" for span in passage) else []
            passage = [Span("same", head)] if head else []
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
            spans.append(Span(span.how, span.text[:room]))
            room -= len(span.text)
        kept.append(tuple(spans))
    return kept, _size(found) - _size(kept)


def _size(found: Iterable[Passage]) -> int:
    return sum(len(span.text) for passage in found for span in passage)


def hard_to_follow(passage: Passage) -> bool:
    """Whether too much was exchanged for old and new to stand in one line."""
    sizes = {how: sum(len(span.text) for span in passage if span.how == how) for how in ("same", "gone", "come")}
    both = sizes["gone"] and sizes["come"]
    return bool(both) and max(sizes["gone"], sizes["come"]) > _MOST_EXCHANGED * sum(sizes.values())


def before(passage: Passage) -> Passage:
    """Its old words."""
    return tuple(span for span in passage if span.how != "come")


def after(passage: Passage) -> Passage:
    """Its new words."""
    return tuple(span for span in passage if span.how != "gone")


def _changed(segment: Segment) -> Iterator[Span]:
    """White space that both sides begin with belongs to neither."""
    shared = _shared_space(segment.old, segment.new)
    spans = Span("same", shared), Span("gone", segment.old[len(shared) :]), Span("come", segment.new[len(shared) :])
    yield from (span for span in spans if span.text)


def _shared_space(old: str, new: str) -> str:
    mine, theirs = (match[0] if (match := _SPACE.match(text)) else "" for text in (old, new))
    return mine if mine == theirs and mine not in (old, new) else ""


def _ends(text: str, *, first: bool, last: bool) -> tuple[str, str | None]:
    """What is kept behind the change before it, and before the next; None where both are one."""
    keep = _CONTEXT if first or last else 2 * _CONTEXT
    if len(text) <= keep + _CONTEXT:
        return text, None
    tail = "" if first else f"{text[:_CONTEXT].rpartition(' ')[0] or text[:_CONTEXT]} …"
    head = "" if last else f"… {text[-_CONTEXT:].partition(' ')[2] or text[-_CONTEXT:]}"
    return tail, head
