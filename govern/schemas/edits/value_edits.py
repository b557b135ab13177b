"""Edits of types, enums and bounds."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from govern.contract.surface import ABSENT
from govern.schemas.edits.keywords import (
    KEYWORDS_OF_TYPE,
    VALIDATING_KEYWORDS,
    is_generated_bound,
    json_key,
    types_of,
    types_overlap,
    types_within,
)
from govern.schemas.edits.schema_edit import EditStep
from govern.schemas.edits.spelling import NEXT_INTEGERS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from govern.schemas.edits.schema_edit import Direction, NodePair, SchemaEdit


def is_rewritten(pair: NodePair) -> bool:
    """Return whether two nodes have too little in common to be compared by keyword."""
    old, new = pair.old, pair.new
    if old.get("$ref") != new.get("$ref") or old.get("not") == {} or new.get("not") == {}:
        return True
    if any((keyword in old) != (keyword in new) for keyword in ("anyOf", "oneOf")):
        # With properties of its own on both sides, a choice only adds to the object.
        return not all("properties" in node and node.get("type") == "object" for node in (old, new))
    left, right = types_of(old), types_of(new)
    if "enum" in old and "enum" in new:
        return False
    if "enum" in old or "enum" in new:
        fixed, free = (left, right) if "enum" in old else (right, left)
        return not types_within(fixed, free)
    return not types_overlap(left, right)


def rewritten_edit(pair: NodePair) -> SchemaEdit:
    """Return one edit for all validating keywords of a node."""
    words = sorted(pair.keywords & VALIDATING_KEYWORDS - {"$defs"})
    changed = list(filter(pair.differs, words))
    if changed == ["type"]:
        return pair.edit("type", "type", pair.values_of("type"), pair.steps_for(changed))
    before, after = ({keyword: node[keyword] for keyword in words if keyword in node} for node in (pair.old, pair.new))
    kind = "union" if pair.keywords & {"anyOf", "oneOf"} else "type"
    return pair.edit(kind, "", (before, after), pair.steps_for(changed))


def type_edits(pair: NodePair) -> Iterator[SchemaEdit]:
    """Yield the edits of the enum, or of the type with the keywords that apply to one of the types alone."""
    if "enum" in pair.old and "enum" in pair.new:
        if pair.differs("enum"):
            yield from _enum_edits(pair)
    elif "enum" in pair.keywords:
        yield _enum_introduced(pair)
    elif types_of(pair.old) != types_of(pair.new):
        yield _type_edit(pair)


def _enum_edits(pair: NodePair) -> Iterator[SchemaEdit]:
    place, sides = (*pair.path, "enum"), pair.values_of("enum")
    left, right = ({json_key(value): value for value in side} for side in sides)
    removed = [left[key] for key in sorted(left.keys() - right.keys())]
    added = [right[key] for key in sorted(right.keys() - left.keys())]
    if removed and added and not left.keys() & right.keys():
        # With no value in common, these are other values, not more or fewer.
        yield pair.edit("enum", "enum", sides, pair.steps_for(["enum"]), "either")
        return
    if removed:
        drops = tuple(EditStep("drop", place, value) for value in removed)
        yield pair.edit("enum-value-removed", "enum", sides, drops, "narrower", values=removed)
    if added:
        adds = tuple(EditStep("add", place, value) for value in added)
        yield pair.edit("enum-value-added", "enum", sides, adds, "wider", values=added)


def _enum_introduced(pair: NodePair) -> SchemaEdit:
    words = {"type", *_keywords_of(types_of(pair.old) | types_of(pair.new))}
    fixed, free = (pair.old, pair.new) if "enum" in pair.old else (pair.new, pair.old)
    direction: Direction = "narrower" if fixed is pair.new else "wider"
    # Further keywords beside the type may refuse some of the values.
    unsure = free.keys() & (words - {"type"})
    steps = pair.steps_for(filter(pair.differs, ["enum", *sorted(words)]))
    return pair.edit(
        "enum", "enum", pair.values_of("enum"), steps, "either" if unsure else direction, free=types_of(free)
    )


def _type_edit(pair: NodePair) -> SchemaEdit:
    left, right = types_of(pair.old), types_of(pair.new)
    only = _keywords_of(left ^ right) - _keywords_of(left & right)
    if {"integer", "number"} & left and {"integer", "number"} & right:
        only = (only - KEYWORDS_OF_TYPE["number"]) | set(_equivalent_bounds(pair))
    steps = pair.steps_for(["type", *sorted(filter(pair.differs, only))])
    is_nullable = pair.differs("nullable") and left ^ right == {"null"}
    return pair.edit(
        "nullable-type" if is_nullable else "type", "type", pair.values_of("type"), steps, _type_direction(left, right)
    )


def _equivalent_bounds(pair: NodePair) -> Iterator[str]:
    """Yield the bounds that are equal once the numbers are integers: above 0 is at least 1."""
    for exclusive, bound, step in NEXT_INTEGERS:
        for one, other in ((pair.old, pair.new), (pair.new, pair.old)):
            of_numbers, of_integers = one.get(exclusive), other.get(bound)
            if bound in one or exclusive in other or type(of_numbers) is not int or type(of_integers) is not int:
                continue
            if "integer" in types_of(other) and of_numbers + step == of_integers:
                yield from (exclusive, bound)


def _keywords_of(types: frozenset[str]) -> frozenset[str]:
    return frozenset[str]().union(*(KEYWORDS_OF_TYPE.get(name, frozenset()) for name in types))


def _type_direction(left: frozenset[str], right: frozenset[str]) -> Direction:
    if types_within(left, right) == types_within(right, left):
        return "either"
    return "narrower" if types_within(right, left) else "wider"


_LOWER = ("exclusiveMinimum", "minimum", "minItems", "minLength", "minProperties")
_UPPER = ("exclusiveMaximum", "maximum", "maxItems", "maxLength", "maxProperties")
_TWINS = {"exclusiveMinimum": "minimum", "minimum": "exclusiveMinimum",
          "exclusiveMaximum": "maximum", "maximum": "exclusiveMaximum"}  # fmt: skip
_INTEGER_BOUNDS = ("minimum", "maximum")


def bound_edits(pair: NodePair, covered: set[str]) -> Iterator[SchemaEdit]:
    """Yield the edits of bounds that no other edit covers."""
    covered = set(covered)
    safe = _safe_integer_edit(pair)
    if safe:
        yield safe
        covered |= {str(step.path[-1]) for step in safe.steps}
    for keyword in (*_LOWER, *_UPPER):
        twin = _TWINS.get(keyword, "")
        # A bound that became exclusive or inclusive is one edit, reported under its new keyword.
        if (
            keyword in covered
            or not pair.differs(keyword)
            or (keyword not in pair.new and twin in pair.new.keys() - pair.old.keys())
        ):
            continue
        before, after = pair.values_of(keyword)
        switched = before is ABSENT and twin in pair.old.keys() - pair.new.keys()
        direction = _bound_direction(pair.old[twin] if switched else before, after, is_lower=keyword in _LOWER)
        sides: Any = ({twin: pair.old[twin]}, {keyword: after}) if switched else (before, after)
        yield pair.edit("bound", keyword, sides, pair.steps_for([keyword, twin] if switched else [keyword]), direction)


def _bound_direction(before: Any, after: Any, *, is_lower: bool) -> Direction:
    if before is ABSENT or after is ABSENT:
        return "narrower" if before is ABSENT else "wider"
    if before == after:
        return "either"
    return "narrower" if (after > before) == is_lower else "wider"


def _safe_integer_edit(pair: NodePair) -> SchemaEdit | None:
    """Return one edit for both bounds of a language's integers, which come and go with generators."""
    moved = [
        keyword
        for keyword in _INTEGER_BOUNDS
        if pair.differs(keyword)
        and all(side is ABSENT or is_generated_bound(keyword, side) for side in pair.values_of(keyword))
        and "integer" in types_of(pair.new if keyword in pair.new else pair.old)
    ]
    if not moved:
        return None
    before: Any = {keyword: pair.old[keyword] for keyword in moved if keyword in pair.old} or ABSENT
    after: Any = {keyword: pair.new[keyword] for keyword in moved if keyword in pair.new} or ABSENT
    return pair.edit("safe-integer", moved[-1], (before, after), pair.steps_for(moved))
