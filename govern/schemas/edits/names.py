"""From an edit and what it does, to the rule that speaks of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from govern.contract.surface import ABSENT
from govern.facts import rule_ids as ids
from govern.schemas.edits import rules
from govern.schemas.edits.words import inside, types_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from govern.schemas.edits.edit import Direction, Edit
    from govern.schemas.edits.oracle import Answer, Position
    from govern.schemas.edits.rules import ByPosition

# Narrower, wider, and where it is neither.
_BY_DIRECTION: Mapping[str, tuple[ByPosition, ByPosition, ByPosition]] = {
    "bound": (rules.BOUND_TIGHTENED, rules.BOUND_LOOSENED, rules.BOUND_CHANGED),
    "condition": (rules.CONDITION_NARROWED, rules.CONDITION_WIDENED, rules.CONDITION_CHANGED),
    "enum": (rules.ENUM_INTRODUCED, rules.ENUM_DROPPED, rules.ENUM_CHANGED),
    "extra": (rules.EXTRA_NARROWED, rules.EXTRA_WIDENED, rules.EXTRA_CHANGED),
    "names": (rules.EXTRA_NARROWED, rules.EXTRA_WIDENED, rules.EXTRA_CHANGED),
    "items": (rules.ITEMS_NARROWED, rules.ITEMS_WIDENED, rules.ITEMS_CHANGED),
    "nullable-type": (rules.NULLABLE_CHANGED, rules.NULLABLE_CHANGED, rules.NULLABLE_CHANGED),
    "pattern": (rules.PATTERN_TIGHTENED, rules.PATTERN_LOOSENED, rules.PATTERN_CHANGED),
    "type": (rules.TYPE_NARROWED, rules.TYPE_WIDENED, rules.TYPE_CHANGED),
    "union": (rules.UNION_NARROWED, rules.UNION_WIDENED, rules.UNION_CHANGED),
}
_BY_FAMILY: Mapping[str, ByPosition] = {
    "enum-value-added": rules.ENUM_VALUE_ADDED,
    "enum-value-removed": rules.ENUM_VALUE_REMOVED,
    "property-removed": rules.PROPERTY_REMOVED,
    "property-renamed": rules.PROPERTY_RENAMED,
    "required-added": rules.REQUIRED_ADDED,
    "required-removed": rules.REQUIRED_REMOVED,
}
_OF_NAMES = frozenset({"extra", "names"})
_OPENING = frozenset({"additionalProperties", "unevaluatedProperties"})
_AT: Mapping[Direction, int] = {"narrower": 0, "wider": 1, "either": 2}


def rule_of(position: Position, edit: Edit, answer: Answer, undocumented: Direction) -> str:
    """The rule that names an edit that the engine has judged from the side of whoever reads."""
    breaks = answer.breaks == "yes"
    has_come = edit.family == "names" and edit.said["come"] and not breaks
    if has_come or edit.family in ("property-added", "property-required"):
        return _addition(position, edit, breaks=breaks)
    if edit.keyword in _OPENING and not breaks and (found := _openness(edit, undocumented)):
        return found[position]
    if undocumented == "narrower":
        return rules.ONLY_UNDOCUMENTED[position]
    return _harmful(position, edit, answer) if breaks else _harmless(position, edit, answer, undocumented)


def _harmful(position: Position, edit: Edit, answer: Answer) -> str:
    if position == "output" and edit.family == "enum-value-added" and _is_of_other_type(edit):
        return ids.OUTPUT_TYPE_WIDENED
    by_direction, proven = _BY_DIRECTION.get(edit.family), _proven(position, answer)
    harmful = "narrower" if position == "input" else "wider"
    if edit.direction == harmful or (edit.direction == "either" and by_direction):
        direction = proven if edit.direction == "either" else edit.direction
        return (by_direction[_AT[direction]] if by_direction else _BY_FAMILY[edit.family])[position]
    # Where a place is negated or exclusive, more of it can be less of the whole.
    return _BY_DIRECTION["condition"][_AT[proven]][position]


def _is_of_other_type(edit: Edit) -> bool:
    """Whether a list of values holds one of a type that none had before."""
    return not inside(types_of({"enum": edit.after}), types_of({"enum": edit.before}))


def _harmless(position: Position, edit: Edit, answer: Answer, undocumented: Direction) -> str:
    harmless: Direction = "wider" if position == "input" else "narrower"
    by_direction = _BY_DIRECTION.get(edit.family)
    if edit.direction == harmless:
        return (by_direction[_AT[harmless]] if by_direction else _BY_FAMILY[edit.family])[position]
    if edit.direction == "either" and by_direction and _proven(position, answer) == harmless:
        return by_direction[_AT[harmless]][position]
    if answer.back == "yes":
        return _BY_DIRECTION["condition"][_AT[harmless]][position]
    if undocumented == "wider" and by_direction and edit.family not in _OF_NAMES:
        return by_direction[_AT[harmless]][position]
    if undocumented == "wider":
        return rules.LESS_STRICT_UNDOCUMENTED[position]
    # What could break and does not is undone by its surroundings.
    return rules.RESPELLED[position]


def _proven(position: Position, answer: Answer) -> Direction:
    """What the engine says of the edit's direction."""
    refusing: Direction = "narrower" if position == "input" else "wider"
    opening: Direction = "wider" if position == "input" else "narrower"
    if answer.breaks == "yes":
        return refusing if answer.back == "no" else "either"
    return opening if answer.back != "no" else "either"


def _addition(position: Position, edit: Edit, *, breaks: bool) -> str:
    if not breaks:
        return rules.PROPERTY_ADDED[position]
    if position == "output":
        return ids.OUTPUT_PROPERTY_ADDED_CLOSED
    return ids.INPUT_REQUIRED_ADDED if edit.family == "property-required" else ids.INPUT_PROPERTY_CONSTRAINED


def _openness(edit: Edit, undocumented: Direction) -> ByPosition | None:
    """What only a literal reader sees: an object that is closed or opened, having said so before or not."""
    before, after = map(_said, (edit.before, edit.after))
    if undocumented == "narrower" and before is True:
        return rules.OPENNESS_WITHDRAWN_UNDOCUMENTED
    if after is False:
        return rules.CLOSED_UNDOCUMENTED if before is ABSENT else rules.OPENNESS_WITHDRAWN_UNDOCUMENTED
    if before is False and after is ABSENT:
        return rules.OPENED_UNDOCUMENTED
    if before is False and after is True:
        return rules.OPENNESS_DECLARED_UNDOCUMENTED
    return None


def _said(rest: Any) -> Any:
    return False if rest == {"not": {}} else True if rest == {} else rest
