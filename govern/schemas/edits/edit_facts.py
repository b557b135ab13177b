"""Facts made from edits: the rule that names an edit, and its values as each side writes them."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from govern.contract.surface import ABSENT
from govern.facts import rule_ids as ids
from govern.facts.change import Fact, step
from govern.schemas.edits.keywords import types_of, types_within
from govern.schemas.edits.pointers import pointer_of, value_at
from govern.schemas.edits.schema_edit import edit_values

if TYPE_CHECKING:
    from collections.abc import Mapping

    from govern.contract.surface import Position
    from govern.facts.change import Witness
    from govern.facts.rule_ids import ByPosition
    from govern.schemas.edits.keywords import Path
    from govern.schemas.edits.normal_form import NormalForm
    from govern.schemas.edits.schema_edit import Direction, SchemaEdit
    from govern.schemas.edits.witnesses import Compatibility

_EXCLUSIVE = {"maximum": "exclusiveMaximum", "minimum": "exclusiveMinimum"}

# The rules where the edit is narrower, wider, and neither.
_BY_DIRECTION: Mapping[str, tuple[ByPosition, ByPosition, ByPosition]] = {
    "bound": (ids.BOUND_TIGHTENED, ids.BOUND_LOOSENED, ids.BOUND_CHANGED),
    "condition": (ids.CONDITION_NARROWED, ids.CONDITION_WIDENED, ids.CONDITION_CHANGED),
    "enum": (ids.ENUM_INTRODUCED, ids.ENUM_DROPPED, ids.ENUM_CHANGED),
    "extra": (ids.EXTRA_NARROWED, ids.EXTRA_WIDENED, ids.EXTRA_CHANGED),
    "names": (ids.EXTRA_NARROWED, ids.EXTRA_WIDENED, ids.EXTRA_CHANGED),
    "items": (ids.ITEMS_NARROWED, ids.ITEMS_WIDENED, ids.ITEMS_CHANGED),
    "nullable-type": (ids.NULLABLE_CHANGED,) * 3,
    "pattern": (ids.PATTERN_TIGHTENED, ids.PATTERN_LOOSENED, ids.PATTERN_CHANGED),
    "type": (ids.TYPE_NARROWED, ids.TYPE_WIDENED, ids.TYPE_CHANGED),
    "union": (ids.UNION_NARROWED, ids.UNION_WIDENED, ids.UNION_CHANGED),
}
_BY_KIND: Mapping[str, ByPosition] = {
    "enum-value-added": ids.ENUM_VALUE_ADDED,
    "enum-value-removed": ids.ENUM_VALUE_REMOVED,
    "property-removed": ids.PROPERTY_REMOVED,
    "property-renamed": ids.PROPERTY_RENAMED,
    "required-added": ids.REQUIRED_ADDED,
    "required-removed": ids.REQUIRED_REMOVED,
}
_NAME_KINDS = frozenset({"extra", "names"})
_OPENNESS_KEYWORDS = frozenset({"additionalProperties", "unevaluatedProperties"})
_INDEX: Mapping[Direction, int] = {"narrower": 0, "wider": 1, "either": 2}


def rule_for(position: Position, edit: SchemaEdit, result: Compatibility, undocumented: Direction) -> str:
    """Return the rule of an edit; `undocumented` is what it does to values that are not documented."""
    breaks = result.breaks == "yes"
    adds_names = edit.kind == "names" and edit.details["added"] and not breaks
    if adds_names or edit.kind in ("property-added", "property-required"):
        return _addition_rule(position, edit, breaks=breaks)
    if edit.kind == "property-unlisted" and not breaks:
        return ids.INPUT_PROPERTY_UNDECLARED
    if edit.keyword in _OPENNESS_KEYWORDS and not breaks and (found := _openness_rule(edit, undocumented)):
        return found[position]
    if undocumented == "narrower":
        return ids.ONLY_UNDOCUMENTED[position]
    return _harmful_rule(position, edit, result) if breaks else _harmless_rule(position, edit, result, undocumented)


def _harmful_rule(position: Position, edit: SchemaEdit, result: Compatibility) -> str:
    if position == "output" and edit.kind == "enum-value-added" and _is_of_other_type(edit):
        return ids.TYPE_WIDENED["output"]
    by_direction, proven = _BY_DIRECTION.get(edit.kind), _proven_direction(position, result)
    harmful = "narrower" if position == "input" else "wider"
    if edit.direction == harmful or (edit.direction == "either" and by_direction):
        direction = proven if edit.direction == "either" else edit.direction
        return (by_direction[_INDEX[direction]] if by_direction else _BY_KIND[edit.kind])[position]
    # Below `not` or `oneOf`, accepting more at a place can mean accepting less at the root.
    return _BY_DIRECTION["condition"][_INDEX[proven]][position]


def _is_of_other_type(edit: SchemaEdit) -> bool:
    """Return whether a value of a new type was added to a list of values."""
    return not types_within(types_of({"enum": edit.after}), types_of({"enum": edit.before}))


def _harmless_rule(position: Position, edit: SchemaEdit, result: Compatibility, undocumented: Direction) -> str:
    harmless: Direction = "wider" if position == "input" else "narrower"
    by_direction = _BY_DIRECTION.get(edit.kind)
    if edit.direction == harmless:
        return (by_direction[_INDEX[harmless]] if by_direction else _BY_KIND[edit.kind])[position]
    if edit.direction == "either" and by_direction and _proven_direction(position, result) == harmless:
        return by_direction[_INDEX[harmless]][position]
    if result.reverse == "yes":
        return _BY_DIRECTION["condition"][_INDEX[harmless]][position]
    if undocumented == "wider" and by_direction and edit.kind not in _NAME_KINDS:
        return by_direction[_INDEX[harmless]][position]
    if undocumented == "wider":
        return (ids.OPENED_UNDOCUMENTED if position == "input" else ids.CLOSED_UNDOCUMENTED)[position]
    # The edit could break, but the schema around it makes up for it.
    return ids.RESPELLED[position]


def _proven_direction(position: Position, result: Compatibility) -> Direction:
    """Return the direction of the edit that the comparison proved."""
    refusing: Direction = "narrower" if position == "input" else "wider"
    opening: Direction = "wider" if position == "input" else "narrower"
    if result.breaks == "yes":
        return refusing if result.reverse == "no" else "either"
    return opening if result.reverse != "no" else "either"


def _addition_rule(position: Position, edit: SchemaEdit, *, breaks: bool) -> str:
    if not breaks:
        return ids.PROPERTY_ADDED[position]
    if position == "output":
        return ids.OUTPUT_PROPERTY_ADDED_CLOSED
    return ids.REQUIRED_ADDED["input"] if edit.kind == "property-required" else ids.INPUT_PROPERTY_CONSTRAINED


def _openness_rule(edit: SchemaEdit, undocumented: Direction) -> ByPosition | None:
    """Return the rule for an object that was closed or opened, which only affects undocumented names."""
    before, after = map(_as_flag, (edit.before, edit.after))
    if undocumented == "narrower" and before is True:
        return ids.OPENNESS_WITHDRAWN_UNDOCUMENTED
    if after is False:
        return ids.CLOSED_UNDOCUMENTED if before is ABSENT else ids.OPENNESS_WITHDRAWN_UNDOCUMENTED
    if before is False and after is ABSENT:
        return ids.OPENED_UNDOCUMENTED
    if before is False and after is True:
        return ids.OPENNESS_DECLARED_UNDOCUMENTED
    return None


def _as_flag(rest: Any) -> Any:
    return False if rest == {"not": {}} else True if rest == {} else rest


def edit_fact(rule: str, edit: SchemaEdit, old: NormalForm, new: NormalForm, witness: Witness | None = None) -> Fact:
    """Return the fact of an edit under a rule, with the pointer and values that a reader finds in the schemas."""
    if edit.kind == "property-required" and not rule.endswith("-required-added"):
        edit = replace(edit, kind="property-added", keyword=edit.details["name"], after=edit.details["schema"])
    if edit.kind == "names" and rule.endswith(("-property-added", "-property-removed")):
        edit = _as_property_edit(edit, is_removed=rule.endswith("-removed"))
    if edit.kind == "enum-value-added" and rule.endswith("-type-widened"):
        edit = _as_type_edit(edit)
    edit = _as_written(edit, old, new)
    details = {"schema": [edit_values(edit)]}
    return Fact(rule, pointer_of(edit, old, new), edit.before, edit.after, details, witness)


def _as_type_edit(edit: SchemaEdit) -> SchemaEdit:
    """Return the edit of a list of values as one of the types of these values."""
    before, after = (sorted(types_of({"enum": side})) for side in (edit.before, edit.after))
    return replace(edit, kind="type", keyword="type", before=before, after=after)


def _as_property_edit(edit: SchemaEdit, *, is_removed: bool) -> SchemaEdit:
    """Return the edit of a pattern of names as one of a property."""
    name = edit.details["removed" if is_removed else "added"][0]
    schemas: Any = edit.before if is_removed else edit.after
    sides = (schemas[name], ABSENT) if is_removed else (ABSENT, schemas[name])
    kind = "property-removed" if is_removed else "property-added"
    return replace(edit, kind=kind, keyword=name, before=sides[0], after=sides[1], details={"name": name})


def _as_written(edit: SchemaEdit, old: NormalForm, new: NormalForm) -> SchemaEdit:
    """Return the edit of a bound with the keyword and the value that each side uses."""
    if edit.kind != "bound":
        return edit
    if not isinstance(edit.before, dict):
        edit = _with_written_zero(edit, old, new)
    bound = edit.keyword.removeprefix("exclusive").lower()
    ways = ((edit.before, old, edit.path), (edit.after, new, edit.new_path))
    written = [_written_bounds(bound, form, path) for value, form, path in ways if value is not ABSENT]
    if bound not in _EXCLUSIVE or not all(len(side) == 1 for side in written):
        return edit
    words = [keyword for side in written for keyword in side]
    sides: list[Any] = written if len({*words}) > 1 else [value for side in written for value in side.values()]
    before = ABSENT if edit.before is ABSENT else sides[0]
    after = ABSENT if edit.after is ABSENT else sides[-1]
    return replace(edit, keyword=words[-1], before=before, after=after)


def _written_bounds(bound: str, form: NormalForm, path: Path) -> dict[str, Any]:
    """Return the bound keywords of one side with their values, none where draft 4 makes them exclusive by a flag."""
    nodes = [node for place in form.pointers(path) if isinstance(node := value_at(form.raw, place), dict)]
    words = (bound, _EXCLUSIVE.get(bound, bound))
    found = {keyword: node[keyword] for node in nodes for keyword in words if keyword in node}
    return {} if any(isinstance(value, bool) for value in found.values()) else found


def _with_written_zero(edit: SchemaEdit, old: NormalForm, new: NormalForm) -> SchemaEdit:
    """Fill in a bound of 0, which the normal form drops because it has no effect."""
    written = [
        value_at(form.raw, step(node, edit.keyword))
        for value, form, path in ((edit.before, old, edit.path), (edit.after, new, edit.new_path))
        for node in ([form.pointer(path)] if value is ABSENT else ())
    ]
    if written != [0]:
        return edit
    return replace(edit, before=written[0]) if edit.before is ABSENT else replace(edit, after=written[0])
