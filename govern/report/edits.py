"""A change of a value or a text as a reader sees it: `limit`: maximum 100 → 50, or the changed passages."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from govern.contract.surface import Absent
from govern.texts.word_diff import compare_texts

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from govern.contract.json_text import Json
    from govern.rules.finding import Finding
    from govern.texts.word_diff import Segment

# Keywords whose next step is a name of the schema's author, and how the two are written.
_NAMED = {"properties": "{}", "$defs": "$defs.{}", "definitions": "definitions.{}", "patternProperties": "/{}/",
          "dependentSchemas": "dependentSchemas.{}"}  # fmt: skip
_NUMBERED = frozenset({"anyOf", "oneOf", "allOf", "prefixItems"})
_SIDES = ("before", "after")
# One part in this many goes to the text before the first difference.
_CONTEXT_SHARE = 4
_ROOTS = frozenset({"inputSchema", "outputSchema"})


@dataclass(frozen=True, slots=True)
class ValueEdit:
    """A changed value: its place, the keyword, and both sides as JSON; a side without a value is None."""

    place: str
    what: str
    before: str | None
    after: str | None

    def within(self, most: int) -> tuple[str | None, str | None]:
        """Return both sides for a display of `most` characters each.

        A long common beginning is left out if all that differs lies behind it, so that the difference shows.
        """
        before, after = self.before, self.after
        if before is None or after is None or max(len(before), len(after)) <= most:
            return before, after
        pairs = enumerate(zip(before, after, strict=False))
        shared = next((at for at, (one, other) in pairs if one != other), min(len(before), len(after)))
        cut = shared - most // _CONTEXT_SHARE
        return (f"…{before[cut:]}", f"…{after[cut:]}") if shared > most // 2 else (before, after)


def edit_of(finding: Finding, *, whole: bool = False) -> ValueEdit | None:
    """Return the value that changed, or None if the message already shows it or the change is not of a value.

    A message that names the properties of a schema stands for it, except where `whole` values are shown.
    """
    change = finding.change
    values = change.before, change.after
    if not change.pointer or all(isinstance(value, Absent) for value in values):
        return None
    # For a text, the changed words are shown; a list of suspicious sentences and what a client rejects are the message.
    listed = finding.rule.lane == "text" and isinstance(change.after, list)
    if texts_of(finding) or listed or finding.rule.lane == "reach":
        return None
    template = finding.rule.message
    if "{declared}" in template and not whole:
        return None
    is_said = all(
        f"{{{side}" in template or _in_message(value, finding) for side, value in zip(_SIDES, values, strict=True)
    )
    # A message cuts long values.
    if is_said and not (whole and "…" in finding.message):
        return None
    place, what = place_of(change.pointer)
    return ValueEdit(place, what, _json_or_none(change.before), _json_or_none(change.after))


def texts_of(finding: Finding) -> tuple[str, str] | None:
    """Return the old and the new text of a changed text, or None if the message already holds both."""
    sides = finding.change.before, finding.change.after
    before, after = ("" if isinstance(side, Absent) else side for side in sides)
    if finding.rule.lane != "text" or not (isinstance(before, str) and isinstance(after, str)):
        return None
    return None if all(_in_message(side, finding) for side in sides) else (before, after)


def place_of(pointer: str) -> tuple[str, str]:
    """Split a pointer into place and keyword: `/inputSchema/properties/limit/maximum` is `limit` and `maximum`."""
    first, *steps = (step.replace("~1", "/").replace("~0", "~") for step in pointer.removeprefix("/").split("/"))
    if first not in _ROOTS or not steps:
        *names, what = (first, *steps)
        return ".".join(names), what
    names, what = _names_and_keyword(steps)
    return ".".join(names).replace(".[", "["), what


def _names_and_keyword(steps: Sequence[str]) -> tuple[list[str], str]:
    """Return the names along the way and the keyword at its end, which is empty if the way ends at a name."""
    names: list[str] = []
    at = 0
    while at < len(steps):
        step, more = steps[at], at + 1 < len(steps)
        if step in _NAMED and more:
            names.append(_NAMED[step].format(steps[at + 1]))
            at += 2
        elif step in _NUMBERED and more:
            names.append(f"[{steps[at + 1]}]" if step == "prefixItems" else f"{step}[{steps[at + 1]}]")
            at += 2
        elif more:
            names.append("[]" if step == "items" else step)
            at += 1
        else:
            return names, step
    return names, ""


def _json_or_none(value: Json | Absent) -> str | None:
    return None if isinstance(value, Absent) else json_line(value)


def json_line(value: Json) -> str:
    """Return a value as JSON on one line."""
    return json.dumps(value, ensure_ascii=False)


_LONGEST_TEXT, _MOST_MEMBERS, _BEGINNING = 80, 20, 3


def shortened(value: Json) -> Json:
    """Return an example with its long texts and lists cut, where it takes thousands of letters to break a bound."""
    if isinstance(value, str) and len(value) > _LONGEST_TEXT:
        return f"{value[: _LONGEST_TEXT // 2]}… ({len(value):,} characters)"
    if isinstance(value, dict):
        return {name: shortened(inner) for name, inner in value.items()}
    if not isinstance(value, list):
        return value
    rest = [f"… ({len(value):,} items)"] if len(value) > _MOST_MEMBERS else []
    return [*map(shortened, value[:_BEGINNING] if rest else value), *rest]


def _in_message(value: Json | Absent, finding: Finding) -> bool:
    if isinstance(value, Absent):
        return True
    text = value if isinstance(value, str) else json_line(value)
    message = finding.message
    # Compiling a pattern for a long text is slow, and most texts are not in the message at all.
    return text in message and bool(re.search(rf"(?<!\w){re.escape(text)}(?!\w)", message))


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
