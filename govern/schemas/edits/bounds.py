"""Bounds: how large, how long, how many."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from govern.contract.surface import ABSENT
from govern.schemas.edits.words import is_generated_bound, types_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from govern.schemas.edits.edit import Direction, Edit
    from govern.schemas.edits.pair import Pair

_LOWER = ("exclusiveMinimum", "minimum", "minItems", "minLength", "minProperties")
_UPPER = ("exclusiveMaximum", "maximum", "maxItems", "maxLength", "maxProperties")
_TWINS = {"exclusiveMinimum": "minimum", "minimum": "exclusiveMinimum",
          "exclusiveMaximum": "maximum", "maximum": "exclusiveMaximum"}  # fmt: skip
_ENDS = ("minimum", "maximum")


def bound_edits(pair: Pair, covered: set[str]) -> Iterator[Edit]:
    """The edits of bounds that are not covered by another edit."""
    covered = set(covered)
    safe = _safe_integers(pair)
    if safe:
        yield safe
        covered |= {str(step.path[-1]) for step in safe.steps}
    for word in (*_LOWER, *_UPPER):
        twin = _TWINS.get(word, "")
        # A bound that turned exclusive, or back, is one edit, told by the word it has now.
        if (
            word in covered
            or not pair.differs(word)
            or (word not in pair.new and twin in pair.new.keys() - pair.old.keys())
        ):
            continue
        before, after = pair.sides(word)
        turned = before is ABSENT and twin in pair.old.keys() - pair.new.keys()
        direction = _direction(pair.old[twin] if turned else before, after, is_lower=word in _LOWER)
        sides: Any = ({twin: pair.old[twin]}, {word: after}) if turned else (before, after)
        yield pair.edit("bound", word, sides, pair.moved([word, twin] if turned else [word]), direction)


def _direction(before: Any, after: Any, *, is_lower: bool) -> Direction:
    if before is ABSENT or after is ABSENT:
        return "narrower" if before is ABSENT else "wider"
    if before == after:
        return "either"
    return "narrower" if (after > before) == is_lower else "wider"


def _safe_integers(pair: Pair) -> Edit | None:
    """The bounds of a language's integers come and go with generators; one finding for both ends."""
    moved = [
        word
        for word in _ENDS
        if pair.differs(word)
        and all(side is ABSENT or is_generated_bound(word, side) for side in pair.sides(word))
        and "integer" in types_of(pair.new if word in pair.new else pair.old)
    ]
    if not moved:
        return None
    before: Any = {word: pair.old[word] for word in moved if word in pair.old} or ABSENT
    after: Any = {word: pair.new[word] for word in moved if word in pair.new} or ABSENT
    return pair.edit("safe-integer", moved[-1], (before, after), pair.moved(moved))
