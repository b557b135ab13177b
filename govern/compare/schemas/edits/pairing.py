"""Which branch of a list of schemas became which."""

from __future__ import annotations

from typing import Any

from govern.compare.schemas.edits.words import NOTES, TEXTS, key_of, types_of
from govern.dataclass import dataclass

_ALIKE = 0.5


@dataclass(frozen=True, slots=True)
class Paired:
    """Indexes of the old and the new list: those of branches on both sides, and those that only one side has."""

    both: list[tuple[int, int]]
    gone: list[int]
    come: list[int]


def paired(before: list[Any], after: list[Any], *, in_order: bool) -> Paired:
    """Find equal branches first, then those that are most alike."""
    if in_order:
        shared = min(len(before), len(after))
        return Paired([(at, at) for at in range(shared)], [*range(shared, len(before))], [*range(shared, len(after))])
    gone, come = [*range(len(before))], [*range(len(after))]
    both = _taken(gone, come, [key_of(_bare(node)) for node in before], [key_of(_bare(node)) for node in after])
    ranked = [(_likeness(before[one], after[other]), one, other) for one in gone for other in come]
    for likeness, one, other in sorted(ranked, key=lambda found: (-found[0], found[1:])):
        if likeness >= _ALIKE and one in gone and other in come:
            gone.remove(one)
            come.remove(other)
            both.append((one, other))
    return Paired(sorted(both), gone, come)


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


def _likeness(one: dict[str, Any], other: dict[str, Any]) -> float:
    """How surely two branches are one that was edited; 0 where their types have nothing in common."""
    if types_of(one) != types_of(other) and "enum" not in {*one, *other}:
        return 0.0
    left, right = one.get("properties", {}), other.get("properties", {})
    marked = [
        name
        for name in left.keys() & right.keys()
        if "enum" in left[name] and left[name].get("enum") == right[name].get("enum")
    ]
    if left or right:
        return (len(left.keys() & right.keys()) + len(marked)) / (len(left.keys() | right.keys()) + len(marked))
    shared = {key for key in one.keys() & other.keys() if one[key] == other[key]}
    return max(_ALIKE, len(shared) / len({*one, *other}))
