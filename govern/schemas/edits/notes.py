"""What stands beside a node and no validator looks at: texts, defaults, examples, hints, and what nobody knows."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from govern.contract.surface import ABSENT
from govern.schemas.edits.edit import ASKED
from govern.schemas.edits.pair import Pair
from govern.schemas.edits.words import NOTES, TEXTS, VALIDATING, inside, same, types_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from govern.schemas.edits.edit import Edit
    from govern.schemas.edits.pair import Node
    from govern.schemas.edits.words import Path

_CHOICES = ("anyOf", "oneOf")
_TOLD_BY_NAME = frozenset({"default", "deprecated", "examples", "nullable"})


def note_edits(pair: Pair) -> Iterator[Edit]:
    """An edit for each note that differs."""
    for word in sorted(pair.words - VALIDATING):
        if pair.differs(word) and not (word == "default" and _says_nothing(pair)):
            if word == "nullable" and not pair.words & {"$ref", "allOf", "anyOf", "oneOf"}:
                continue  # The type says it too.
            yield pair.edit(_family(word), word, pair.sides(word))


def form_notes(pair: Pair) -> Iterator[Edit]:
    """An edit for each note on a form of values that the other side, which has no choice, lets through without it."""
    if not pair.old.keys() & {*_CHOICES}:
        for steps, form in _noted_forms(pair.new, pair.old):
            yield from note_edits(Pair({}, form, pair.path, (*pair.now, *steps)))
    if not pair.new.keys() & {*_CHOICES}:
        for steps, form in _noted_forms(pair.old, pair.new):
            yield from note_edits(Pair(form, {}, (*pair.path, *steps), pair.now))


def _noted_forms(node: Node, other: Node) -> Iterator[tuple[Path, Node]]:
    for word in _CHOICES:
        for at, form in enumerate(node.get(word, [])):
            if inside(types_of(form), types_of(other)):
                yield (word, at), {key: value for key, value in form.items() if _is_own(key, value, other)}


def _is_own(word: str, value: Any, other: Node) -> bool:
    """Whether a form notes what the other side notes nowhere; what the texts of forms say is told by other means."""
    return not (word in VALIDATING or word in TEXTS or (word in other and same(other[word], value)))


def is_note(edit: Edit) -> bool:
    """Whether an edit is of a note, as far down as it may be."""
    return edit.family not in ASKED and not edit.steps


def _family(word: str) -> str:
    if word in TEXTS:
        return "text"
    if word in NOTES:
        return word if word in _TOLD_BY_NAME else "annotation"
    return "wrapping" if word == "x-fastmcp-wrap-result" else "unknown"


def _says_nothing(pair: Pair) -> bool:
    """Whether a default that comes or goes only repeats its node: the one value, or a null that came with it."""
    before, after = pair.sides("default")
    if (before is ABSENT) == (after is ABSENT):
        return False
    default, node = (after, pair.new) if before is ABSENT else (before, pair.old)
    if default is None and ("null" in types_of(pair.old)) != ("null" in types_of(pair.new)):
        return True
    return same(node.get("enum"), [default])
