"""Types and values: what a node lets through before anything else is asked."""

from __future__ import annotations

from typing import TYPE_CHECKING

from govern.schemas.edits.edit import Step
from govern.schemas.edits.spelling import NEXT_INTEGERS
from govern.schemas.edits.words import OF_TYPE, VALIDATING, inside, key_of, types_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from govern.schemas.edits.edit import Direction, Edit
    from govern.schemas.edits.pair import Pair


def is_rebuilt(pair: Pair) -> bool:
    """Whether the two have too little in common to be compared word by word."""
    old, new = pair.old, pair.new
    if old.get("$ref") != new.get("$ref") or old.get("not") == {} or new.get("not") == {}:
        return True
    if any((word in old) != (word in new) for word in ("anyOf", "oneOf")):
        # Beside properties of its own, a choice asks for more of the same object.
        return not all("properties" in node and node.get("type") == "object" for node in (old, new))
    left, right = types_of(old), types_of(new)
    if "enum" in old and "enum" in new:
        return False
    if "enum" in old or "enum" in new:
        fixed, free = (left, right) if "enum" in old else (right, left)
        return not inside(fixed, free)
    return not _have_common(left, right)


def rebuilt(pair: Pair) -> Edit:
    """One edit for all that the node says of values."""
    words = sorted(pair.words & VALIDATING - {"$defs"})
    changed = list(filter(pair.differs, words))
    if changed == ["type"]:
        return pair.edit("type", "type", pair.sides("type"), pair.moved(changed))
    before, after = ({word: node[word] for word in words if word in node} for node in (pair.old, pair.new))
    family = "union" if pair.words & {"anyOf", "oneOf"} else "type"
    return pair.edit(family, "", (before, after), pair.moved(changed))


def type_edits(pair: Pair) -> Iterator[Edit]:
    """The type with what only one of the types knows, or the values."""
    if "enum" in pair.old and "enum" in pair.new:
        if pair.differs("enum"):
            yield from _values(pair)
    elif "enum" in pair.words:
        yield _enumerated(pair)
    elif types_of(pair.old) != types_of(pair.new):
        yield _typed(pair)


def _values(pair: Pair) -> Iterator[Edit]:
    place, sides = (*pair.path, "enum"), pair.sides("enum")
    left, right = ({key_of(value): value for value in side} for side in sides)
    gone = [left[key] for key in sorted(left.keys() - right.keys())]
    come = [right[key] for key in sorted(right.keys() - left.keys())]
    if gone and come and not left.keys() & right.keys():
        # Nothing that was named is named still: these are other values, not more or fewer of them.
        yield pair.edit("enum", "enum", sides, pair.moved(["enum"]), "either")
        return
    if gone:
        drops = tuple(Step("drop", place, value) for value in gone)
        yield pair.edit("enum-value-removed", "enum", sides, drops, "narrower", values=gone)
    if come:
        adds = tuple(Step("add", place, value) for value in come)
        yield pair.edit("enum-value-added", "enum", sides, adds, "wider", values=come)


def _enumerated(pair: Pair) -> Edit:
    words = {"type", *_words_of(types_of(pair.old) | types_of(pair.new))}
    fixed, free = (pair.old, pair.new) if "enum" in pair.old else (pair.new, pair.old)
    direction: Direction = "narrower" if fixed is pair.new else "wider"
    # A type with more words beside it may refuse some of the values.
    unsure = free.keys() & (words - {"type"})
    steps = pair.moved(filter(pair.differs, ["enum", *sorted(words)]))
    return pair.edit("enum", "enum", pair.sides("enum"), steps, "either" if unsure else direction, free=types_of(free))


def _typed(pair: Pair) -> Edit:
    left, right = types_of(pair.old), types_of(pair.new)
    only = _words_of(left ^ right) - _words_of(left & right)
    if {"integer", "number"} & left and {"integer", "number"} & right:
        only = (only - OF_TYPE["number"]) | set(_same_bounds(pair))
    steps = pair.moved(["type", *sorted(filter(pair.differs, only))])
    is_nullable = pair.differs("nullable") and left ^ right == {"null"}
    return pair.edit(
        "nullable-type" if is_nullable else "type", "type", pair.sides("type"), steps, _direction(left, right)
    )


def _same_bounds(pair: Pair) -> Iterator[str]:
    """The bounds that only say otherwise what numbers they leave out, since whole ones are counted now, or were."""
    for exclusive, bound, step in NEXT_INTEGERS:
        for one, other in ((pair.old, pair.new), (pair.new, pair.old)):
            of_numbers, of_integers = one.get(exclusive), other.get(bound)
            if bound in one or exclusive in other or type(of_numbers) is not int or type(of_integers) is not int:
                continue
            if "integer" in types_of(other) and of_numbers + step == of_integers:
                yield from (exclusive, bound)


def _words_of(types: frozenset[str]) -> frozenset[str]:
    return frozenset[str]().union(*(OF_TYPE.get(name, frozenset()) for name in types))


def _direction(left: frozenset[str], right: frozenset[str]) -> Direction:
    if inside(left, right) == inside(right, left):
        return "either"
    return "narrower" if inside(right, left) else "wider"


def _have_common(left: frozenset[str], right: frozenset[str]) -> bool:
    return any(inside(frozenset({name}), right) for name in left) or any(
        inside(frozenset({name}), left) for name in right
    )
