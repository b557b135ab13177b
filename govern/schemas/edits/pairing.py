"""Which branch of a list of schemas became which."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from govern.schemas.edits.moving import places
from govern.schemas.edits.pair import Pair, below
from govern.schemas.edits.words import NOTES, TEXTS, key_of, types_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from govern.schemas.edits.pair import Node
    from govern.schemas.edits.words import Path

_ALIKE = 0.5
_CHOICES = ("anyOf", "oneOf")
# What a node holds itself, beside a choice.
_HOLDING = frozenset({"additionalProperties", "allOf", "items", "patternProperties", "prefixItems", "properties"})
_HOLDERS = frozenset({"array", "object"})


@dataclass(frozen=True, slots=True)
class Paired:
    """Indexes of the old and the new list: those of branches on both sides, and those that only one side has."""

    both: list[tuple[int, int]]
    gone: list[int]
    come: list[int]


def paired(before: list[Any], after: list[Any], *, in_order: bool) -> Paired:
    """Find equal branches first, then those that one value marks on both sides, then those that are most alike."""
    if in_order:
        shared = min(len(before), len(after))
        return Paired([(at, at) for at in range(shared)], [*range(shared, len(before))], [*range(shared, len(after))])
    gone, come = [*range(len(before))], [*range(len(after))]
    both = _taken(gone, come, [key_of(_bare(node)) for node in before], [key_of(_bare(node)) for node in after])
    left, right = _marks(before), _marks(after)
    ranked = [
        (len(left[one] & right[other]), _likeness(before[one], after[other]), one, other)
        for one in gone
        for other in come
    ]
    for marks, likeness, one, other in sorted(ranked, key=lambda found: (-found[0], -found[1], found[2:])):
        if (marks or likeness >= _ALIKE) and one in gone and other in come:
            gone.remove(one)
            come.remove(other)
            both.append((one, other))
    return Paired(sorted(both), gone, come)


def same_forms(pair: Pair) -> Iterator[Pair]:
    """The forms of both that are one, where one is a choice and the other may be none."""
    left, right = _forms(pair.old), _forms(pair.new)
    found = paired([form for _, form in left], [form for _, form in right], in_order=False)
    for one, other in found.both:
        steps, now = left[one][0], right[other][0]
        old, new = below(pair.old, steps), below(pair.new, now)
        yield Pair(old, new, (*pair.path, *steps), (*pair.now, *now))


def _forms(node: Node) -> list[tuple[Path, Node]]:
    """The node itself where it holds something, and the forms of a choice."""
    forms = [((word, at), form) for word in _CHOICES for at, form in enumerate(node.get(word, []))]
    own = [((), {word: value for word, value in node.items() if word not in _CHOICES})]
    held: list[tuple[Path, Node]] = [*(own if node.keys() & _HOLDING or not forms else ()), *forms]
    return [(path, _essential(form)) for path, form in held]


def _essential(node: Node) -> Node:
    """The node without the types that have no say in what is alike: null, and what holds nothing beside what does."""
    types = types_of(node) - {"null"}
    types = types & _HOLDERS or types
    return {**node, "type": sorted(types)} if "type" in node and types else node


def _taken(gone: list[int], come: list[int], left: list[bytes], right: list[bytes]) -> list[tuple[int, int]]:
    pairs = []
    for one in list(gone):
        other = next((at for at in come if right[at] == left[one]), None)
        if other is not None:
            gone.remove(one)
            come.remove(other)
            pairs.append((one, other))
    return pairs


def _bare(node: Any) -> Any:
    return {key: value for key, value in node.items() if key not in NOTES and key not in TEXTS}


def _marks(branches: list[dict[str, Any]]) -> list[frozenset[tuple[str, bytes]]]:
    """Names with the one value that a branch has for them, and no other branch."""
    found = [
        frozenset(
            (name, key_of(inner["enum"][0]))
            for name, inner in branch.get("properties", {}).items()
            if isinstance(inner.get("enum"), list) and len(inner["enum"]) == 1
        )
        for branch in branches
    ]
    often = Counter(mark for marks in found for mark in marks)
    return [frozenset(mark for mark in marks if often[mark] == 1) for marks in found]


def _likeness(one: dict[str, Any], other: dict[str, Any]) -> float:
    """How surely two branches are one that was edited; 0 where their types have nothing in common."""
    left, right = ({name: below(node, place) for name, place in places(node).items()} for node in (one, other))
    is_either = bool(left and right) and "object" in types_of(one) & types_of(other)
    if types_of(one) != types_of(other) and not is_either and "enum" not in {*one, *other}:
        return 0.0
    marked = [
        name
        for name in left.keys() & right.keys()
        if "enum" in left[name] and left[name].get("enum") == right[name].get("enum")
    ]
    if left or right:
        return (len(left.keys() & right.keys()) + len(marked)) / (len(left.keys() | right.keys()) + len(marked))
    shared = {key for key in one.keys() & other.keys() if one[key] == other[key]}
    return max(_ALIKE, len(shared) / len({*one, *other}))
