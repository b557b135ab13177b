"""From an edit and what it does, to the rule that speaks of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from govern.contract.surface import ABSENT
from govern.schemas.edits.words import inside, types_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from govern.schemas.edits.edit import Direction, Edit
    from govern.schemas.edits.oracle import Answer, Position

# Narrower, wider, and where it is neither.
_BY_DIRECTION: Mapping[str, tuple[str, str, str]] = {
    "bound": ("bound-tightened", "bound-loosened", "bound-changed"),
    "condition": ("condition-narrowed", "condition-widened", "condition-changed"),
    "enum": ("enum-introduced", "enum-dropped", "enum-changed"),
    "extra": ("extra-narrowed", "extra-widened", "extra-changed"),
    "names": ("extra-narrowed", "extra-widened", "extra-changed"),
    "items": ("items-narrowed", "items-widened", "items-changed"),
    "nullable-type": ("nullable-changed", "nullable-changed", "nullable-changed"),
    "pattern": ("pattern-tightened", "pattern-loosened", "pattern-changed"),
    "type": ("type-narrowed", "type-widened", "type-changed"),
    "union": ("union-narrowed", "union-widened", "union-changed"),
}
_OF_NAMES = frozenset({"extra", "names"})
_OPENING = frozenset({"additionalProperties", "unevaluatedProperties"})
_AT: Mapping[Direction, int] = {"narrower": 0, "wider": 1, "either": 2}


def rule_of(position: Position, edit: Edit, answer: Answer, undocumented: Direction) -> str:
    """The rule that names an edit that the engine has judged from the side of whoever reads."""
    return f"{position}-{_name(position, edit, answer, undocumented)}"


def _name(position: Position, edit: Edit, answer: Answer, undocumented: Direction) -> str:
    breaks = answer.breaks == "yes"
    has_come = edit.family == "names" and edit.said["come"] and not breaks
    if has_come or edit.family in ("property-added", "property-required"):
        return _addition(position, edit, breaks=breaks)
    if edit.keyword in _OPENING and not breaks and (found := _openness(edit, undocumented)):
        return found
    if undocumented == "narrower":
        return "narrowed-undocumented" if position == "input" else "widened-undocumented"
    return _harmful(position, edit, answer) if breaks else _harmless(position, edit, answer, undocumented)


def _harmful(position: Position, edit: Edit, answer: Answer) -> str:
    if position == "output" and edit.family == "enum-value-added" and _is_of_other_type(edit):
        return "type-widened"
    by_direction, proven = _BY_DIRECTION.get(edit.family), _proven(position, answer)
    harmful = "narrower" if position == "input" else "wider"
    if edit.direction == harmful or (edit.direction == "either" and by_direction):
        direction = proven if edit.direction == "either" else edit.direction
        return by_direction[_AT[direction]] if by_direction else edit.family
    # Where a place is negated or exclusive, more of it can be less of the whole.
    return _BY_DIRECTION["condition"][_AT[proven]]


def _is_of_other_type(edit: Edit) -> bool:
    """Whether a list of values holds one of a type that none had before."""
    return not inside(types_of({"enum": edit.after}), types_of({"enum": edit.before}))


def _harmless(position: Position, edit: Edit, answer: Answer, undocumented: Direction) -> str:
    harmless: Direction = "wider" if position == "input" else "narrower"
    by_direction = _BY_DIRECTION.get(edit.family)
    if edit.direction == harmless:
        return by_direction[_AT[harmless]] if by_direction else edit.family
    if edit.direction == "either" and by_direction and _proven(position, answer) == harmless:
        return by_direction[_AT[harmless]]
    if answer.back == "yes":
        return _BY_DIRECTION["condition"][_AT[harmless]]
    if undocumented == "wider" and by_direction and edit.family not in _OF_NAMES:
        return by_direction[_AT[harmless]]
    if undocumented == "wider":
        return "opened-undocumented" if position == "input" else "closed-undocumented"
    # What could break and does not is undone by its surroundings.
    return "respelled"


def _proven(position: Position, answer: Answer) -> Direction:
    """What the engine says of the edit's direction."""
    refusing: Direction = "narrower" if position == "input" else "wider"
    opening: Direction = "wider" if position == "input" else "narrower"
    if answer.breaks == "yes":
        return refusing if answer.back == "no" else "either"
    return opening if answer.back != "no" else "either"


def _addition(position: Position, edit: Edit, *, breaks: bool) -> str:
    if not breaks:
        return "property-added"
    if position == "output":
        return "property-added-closed"
    return "required-added" if edit.family == "property-required" else "property-constrained"


def _openness(edit: Edit, undocumented: Direction) -> str | None:
    """What only a literal reader sees: an object that is closed or opened, having said so before or not."""
    before, after = map(_said, (edit.before, edit.after))
    if undocumented == "narrower" and before is True:
        return "openness-withdrawn-undocumented"
    if after is False:
        return "closed-undocumented" if before is ABSENT else "openness-withdrawn-undocumented"
    if before is False and after is ABSENT:
        return "opened-undocumented"
    if before is False and after is True:
        return "openness-declared-undocumented"
    return None


def _said(rest: Any) -> Any:
    return False if rest == {"not": {}} else True if rest == {} else rest
