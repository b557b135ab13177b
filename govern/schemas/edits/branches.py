"""Pair the branches of an old `anyOf`, `oneOf` or `allOf` with those of the new one."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from govern.schemas.edits.declared_names import declaring_places
from govern.schemas.edits.keywords import CHOICES, json_key, types_of, without_notes
from govern.schemas.edits.schema_edit import NodePair, node_at

if TYPE_CHECKING:
    from collections.abc import Iterator

    from govern.schemas.edits.keywords import Node, Path

_LEAST_SIMILARITY = 0.5
# Keywords by which a node describes a value itself, beside a choice.
_HOLDING = frozenset({"additionalProperties", "allOf", "items", "patternProperties", "prefixItems", "properties"})
_HOLDERS = frozenset({"array", "object"})


@dataclass(frozen=True, slots=True)
class BranchPairs:
    """Indexes into an old and a new list: the branches that both have, and those that only one has."""

    both: list[tuple[int, int]]
    removed: list[int]
    added: list[int]


def pair_branches(before: list[Any], after: list[Any], *, in_order: bool) -> BranchPairs:
    """Pair equal branches first, then those with the same discriminating value, then the most similar."""
    if in_order:
        shared = min(len(before), len(after))
        both = [(at, at) for at in range(shared)]
        return BranchPairs(both, [*range(shared, len(before))], [*range(shared, len(after))])
    removed, added = [*range(len(before))], [*range(len(after))]
    keys = ([json_key(without_notes(node)) for node in side] for side in (before, after))
    both = _take_equal(removed, added, *keys)
    left, right = _discriminators(before), _discriminators(after)
    ranked = [
        (len(left[one] & right[other]), _similarity(before[one], after[other]), one, other)
        for one in removed
        for other in added
    ]
    for marks, similarity, one, other in sorted(ranked, key=lambda found: (-found[0], -found[1], found[2:])):
        if (marks or similarity >= _LEAST_SIMILARITY) and one in removed and other in added:
            removed.remove(one)
            added.remove(other)
            both.append((one, other))
    return BranchPairs(sorted(both), removed, added)


def shared_branches(pair: NodePair) -> Iterator[NodePair]:
    """Yield the branches that both nodes have, where one of the nodes may be the branch itself instead of a choice."""
    left, right = _holding_branches(pair.old), _holding_branches(pair.new)
    found = pair_branches([branch for _, branch in left], [branch for _, branch in right], in_order=False)
    for one, other in found.both:
        steps, new_steps = left[one][0], right[other][0]
        old, new = node_at(pair.old, steps), node_at(pair.new, new_steps)
        yield NodePair(old, new, (*pair.path, *steps), (*pair.new_path, *new_steps))


def _holding_branches(node: Node) -> list[tuple[Path, Node]]:
    """Return the branches of a choice, and the node itself where it has properties or items of its own."""
    branches = [((keyword, at), branch) for keyword in CHOICES for at, branch in enumerate(node.get(keyword, []))]
    own = [((), {keyword: value for keyword, value in node.items() if keyword not in CHOICES})]
    listed: list[tuple[Path, Node]] = [*(own if node.keys() & _HOLDING or not branches else ()), *branches]
    return [(path, _without_incidental_types(branch)) for path, branch in listed]


def _without_incidental_types(node: Node) -> Node:
    """Return the node without `null`, and without scalar types beside an object or an array."""
    types = types_of(node) - {"null"}
    types = types & _HOLDERS or types
    return {**node, "type": sorted(types)} if "type" in node and types else node


def _take_equal(removed: list[int], added: list[int], left: list[bytes], right: list[bytes]) -> list[tuple[int, int]]:
    pairs = []
    for one in list(removed):
        other = next((at for at in added if right[at] == left[one]), None)
        if other is not None:
            removed.remove(one)
            added.remove(other)
            pairs.append((one, other))
    return pairs


def _discriminators(branches: list[dict[str, Any]]) -> list[frozenset[tuple[str, bytes]]]:
    """Return, for each branch, the properties with a single value that no other branch has."""
    found = [
        frozenset(
            (name, json_key(inner["enum"][0]))
            for name, inner in branch.get("properties", {}).items()
            if isinstance(inner.get("enum"), list) and len(inner["enum"]) == 1
        )
        for branch in branches
    ]
    often = Counter(mark for marks in found for mark in marks)
    return [frozenset(mark for mark in marks if often[mark] == 1) for marks in found]


def _similarity(one: dict[str, Any], other: dict[str, Any]) -> float:
    """Return the likelihood that one branch was edited into the other; 0 if they have no type in common."""
    left = {name: node_at(one, place) for name, place in declaring_places(one).items()}
    right = {name: node_at(other, place) for name, place in declaring_places(other).items()}
    are_objects = bool(left and right) and "object" in types_of(one) & types_of(other)
    if types_of(one) != types_of(other) and not are_objects and "enum" not in {*one, *other}:
        return 0.0
    marked = [
        name
        for name in left.keys() & right.keys()
        if "enum" in left[name] and left[name].get("enum") == right[name].get("enum")
    ]
    if left or right:
        return (len(left.keys() & right.keys()) + len(marked)) / (len(left.keys() | right.keys()) + len(marked))
    shared = {key for key in one.keys() & other.keys() if one[key] == other[key]}
    return _LEAST_SIMILARITY + (1 - _LEAST_SIMILARITY) * len(shared) / len({*one, *other})
