"""Match the branches of two nodes, and the recursive definitions of two trees whatever their names."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, replace
from itertools import chain, count
from typing import TYPE_CHECKING, Any

from govern.schemas.dialect import subschemas
from govern.schemas.edits.declared_names import declaring_places
from govern.schemas.edits.keywords import CHOICES, SCHEMA_LISTS, json_key, types_of, without_notes
from govern.schemas.edits.schema_edit import NodePair, node_at
from govern.schemas.edits.spelling import join_branches, join_nodes

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from govern.schemas.edits.keywords import Node, Path
    from govern.schemas.edits.normal_form import NormalForm

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


_REFERENCE = "#/$defs/"
# Every path to a cycle unfolds it again; beyond this many, the first unfolding is used for all.
_MOST_UNFOLDINGS = 16


def align_cycles(old: NormalForm, new: NormalForm) -> tuple[NormalForm, NormalForm]:
    """Return both branches with the same names for matching cycles; a cycle that only one side has is unfolded once."""
    left, right = ({*filter(_is_cycle, form.tree.get("$defs", {}))} for form in (old, new))
    if not left | right:
        return old, new
    # The normal form names a cycle for the place where it appears first.
    names = {(name, name): name for name in sorted(left & right)}
    # The first walk finds the pairs of cycles, which the second needs to name what one side has alone.
    _Aligner(old, new, names).trees()
    aligner = _Aligner(old, new, names)
    before, after = aligner.trees()
    places = [loop.places for loop in aligner.loops]
    old_origins = _with_loop_origins(aligner.old.origins(old), before, [each[0] for each in places])
    new_origins = _with_loop_origins(aligner.new.origins(new), after, [each[1] for each in places])
    return replace(old, tree=before, origins=old_origins), replace(new, tree=after, origins=new_origins)


@dataclass
class _AlignedSide:
    """One form while its cycles are renamed; `moved` holds the places where their definitions are inserted."""

    cycles: Mapping[str, Node]
    suffix: str
    new_names: dict[str, str]
    moved: list[tuple[str, Path]] = field(default_factory=list)

    def cycle(self, node: Node) -> str | None:
        """Return the name of the cycle that a node refers to."""
        reference = node.get("$ref")
        if not isinstance(reference, str) or not reference.startswith(_REFERENCE):
            return None
        name = reference.removeprefix(_REFERENCE)
        return name if name in self.cycles else None

    def cycles_among(self, node: Node) -> list[str]:
        """Return the cycles that a node or its branches refer to."""
        branches = [node, *(branch for keyword in CHOICES for branch in node.get(keyword, []))]
        return [name for name in map(self.cycle, branches) if name is not None]

    def unfolded(self, node: Node, path: Path) -> Node:
        """Return the node with the definitions of its cycles in place of the references."""
        name = self.cycle(node)
        if name is not None:
            self.moved.append((name, path))
            return join_nodes(_without_keyword(node, "$ref"), self.cycles[name])
        for keyword in CHOICES:
            if any(map(self.cycle, node.get(keyword, []))):
                branches = [self.unfolded(branch, (*path, keyword, at)) for at, branch in enumerate(node[keyword])]
                whole = join_branches(keyword, branches)
                if whole is None:
                    return {**node, keyword: branches}
                self.moved += [(name, path) for name in map(self.cycle, node[keyword]) if name is not None]
                return join_nodes(_without_keyword(node, keyword), whole)
        return node

    def with_name(self, node: Node) -> Node:
        """Return the node with its reference renamed."""
        name = self.cycle(node)
        return node if name is None else {**node, "$ref": _REFERENCE + self.name(name)}

    def name(self, cycle: str) -> str:
        """Return the new name of a cycle."""
        return self.new_names.get(cycle) or f"{cycle}.{self.suffix}"

    def rename_alone(self, node: Node) -> Node:
        """Return a node that the other side does not have, with its references renamed."""
        parts = {steps: self.rename_alone(part) for steps, part in _subschemas(node).items()}
        return _with_parts(self.with_name(node), parts)

    def remaining(self) -> dict[str, Node]:
        """Return the cycles that match none of the other side."""
        unmatched = self.cycles.keys() - self.new_names.keys()
        return {self.name(name): self.rename_alone(node) for name, node in self.cycles.items() if name in unmatched}

    def origins(self, form: NormalForm) -> dict[Path, list[str]]:
        """Return where each node was advertised, by its new place."""
        found = {path: [*places] for path, places in form.origins.items() if not _is_of_cycle(path)}
        goals: dict[str, list[Path]] = {}
        for name, path in [*self.moved, *((name, ("$defs", self.name(name))) for name in self.cycles)]:
            goals.setdefault(name, []).append(path)
        for path, places in form.origins.items():
            for goal in goals.get(str(path[1]), ()) if _is_of_cycle(path) else ():
                pointers = found.setdefault((*goal, *path[2:]), [])
                pointers.extend(place for place in places if place not in pointers)
        return found


@dataclass
class _SharedLoop:
    """Two nodes that meet again below themselves, because the cycles of each side begin elsewhere.

    They are unfolded where they first meet, and form one more cycle of both sides from there on.
    """

    nodes: tuple[Node, Node]
    first: tuple[Path, Path]
    name: str = ""
    is_open: bool = True

    @property
    def places(self) -> tuple[tuple[Path, Path], tuple[Path, Path]]:
        """Return for each side the place where they first meet and the place of the definition."""
        before, after = self.first
        return (before, ("$defs", self.name)), (after, ("$defs", self.name))


class _Aligner:
    """A walk over both trees at once."""

    def __init__(self, old: NormalForm, new: NormalForm, names: dict[tuple[str, str], str]) -> None:
        self._forms, self._names = (old, new), names
        self._met: dict[tuple[int, int], _SharedLoop] = {}
        self.loops: list[_SharedLoop] = []
        cycles = [form.tree.get("$defs", {}) for form in (old, new)]
        used = [{name: node for name, node in definitions.items() if _is_cycle(name)} for definitions in cycles]
        new_names = [{pair[at]: name for pair, name in reversed(names.items())} for at in (0, 1)]
        self.old, self.new = _AlignedSide(used[0], "old", new_names[0]), _AlignedSide(used[1], "new", new_names[1])

    def trees(self) -> tuple[Node, Node]:
        """Return both trees with their definitions; the pairs of cycles that meet are added to the names."""
        root, root_now = (_without_keyword(form.tree, "$defs") for form in self._forms)
        one, other = self._align(root, root_now, (), ())
        before, after = (self._unused(form) for form in self._forms)
        known: set[str] = set()
        while remaining := [found for found in self._defined() if found[0] not in known]:
            for name, nodes in remaining:
                known.add(name)
                path = ("$defs", name)
                before[name], after[name] = self._unfolded(*nodes, path, path)
        return {**one, "$defs": before | self.old.remaining()}, {**other, "$defs": after | self.new.remaining()}

    def _defined(self) -> Iterator[tuple[str, tuple[Node, Node]]]:
        """Yield each shared name with the references to its two cycles."""
        for (left, right), name in self._names.items():
            yield name, ({"$ref": _REFERENCE + left}, {"$ref": _REFERENCE + right})
        yield from ((loop.name, loop.nodes) for loop in self.loops)

    def _unused(self, form: NormalForm) -> dict[str, Node]:
        side = self.old if form is self._forms[0] else self.new
        definitions = form.tree.get("$defs", {})
        return {name: side.rename_alone(node) for name, node in definitions.items() if not _is_cycle(name)}

    def _align(self, one: Node, other: Node, path: Path, new_path: Path) -> tuple[Node, Node]:
        """Return two nodes of one place, unfolded where only one of them has a cycle."""
        left, right = self.old.cycles_among(one), self.new.cycles_among(other)
        if not left or not right:
            align = self._unfold_once if left or right else self._align_parts
            return align(one, other, path, new_path)
        before, after = self._align_parts(one, other, path, new_path)
        if "$ref" not in one and "$ref" not in other:
            return before, after
        bodies = [self.old.cycles[name] for name in left], [self.new.cycles[name] for name in right]
        (at, goal), *_ = pair_branches(*bodies, in_order=False).both or [(0, 0)]
        name = _REFERENCE + self._name(left[at], right[goal])
        if self.old.cycle(one) and self.new.cycle(other):
            return {**before, "$ref": name}, {**after, "$ref": name}
        return before, after

    def _unfold_once(self, one: Node, other: Node, path: Path, new_path: Path) -> tuple[Node, Node]:
        """Return two nodes unfolded, or references to them where they are already unfolded above."""
        key = id(one), id(other)
        loop = self._met.get(key)
        if loop is None or not (loop.is_open or loop.name or len(self._met) > _MOST_UNFOLDINGS):
            self._met[key] = loop = _SharedLoop((one, other), (path, new_path))
            unfolded = self._unfolded(one, other, path, new_path)
            loop.is_open = False
            return unfolded
        if not loop.name:
            (cycle, *_) = (*self.old.cycles_among(one), *self.new.cycles_among(other))
            loop.name = self._free_name(cycle)
            self.loops.append(loop)
        return {"$ref": _REFERENCE + loop.name}, {"$ref": _REFERENCE + loop.name}

    def _unfolded(self, one: Node, other: Node, path: Path, new_path: Path) -> tuple[Node, Node]:
        return self._align_parts(self.old.unfolded(one, path), self.new.unfolded(other, new_path), path, new_path)

    def _align_parts(self, one: Node, other: Node, path: Path, new_path: Path) -> tuple[Node, Node]:
        left, right = _subschemas(one), _subschemas(other)
        before, after = {}, {}
        for steps, goal in _matching_parts(one, other).items():
            before[steps], after[goal] = self._align(left[steps], right[goal], (*path, *steps), (*new_path, *goal))
        before |= {steps: self.old.rename_alone(part) for steps, part in left.items() if steps not in before}
        after |= {steps: self.new.rename_alone(part) for steps, part in right.items() if steps not in after}
        return _with_parts(self.old.with_name(one), before), _with_parts(self.new.with_name(other), after)

    def _name(self, left: str, right: str) -> str:
        if (left, right) not in self._names:
            self._names[left, right] = self._free_name(left)
        return self._names[left, right]

    def _free_name(self, wanted: str) -> str:
        """Return the wanted name, or a variant that is not used."""
        taken = {*self._names.values(), *(loop.name for loop in self.loops)}
        return next(name for name in chain([wanted], (f"{wanted}.also{at}" for at in count())) if name not in taken)


def _with_loop_origins(
    origins: dict[Path, list[str]], tree: Node, places: list[tuple[Path, Path]]
) -> dict[Path, list[str]]:
    """Return the origins, with those of each shared loop repeated for its definition."""
    for first, place in places:
        inner = _paths_within(tree["$defs"][place[1]])
        origins |= {(*place, *steps): origins[path] for steps in inner if (path := (*first, *steps)) in origins}
    return origins


def _paths_within(node: Node, path: Path = ()) -> Iterator[Path]:
    """Yield the paths of a node and of all its subschemas."""
    yield path
    for steps, part in _subschemas(node).items():
        yield from _paths_within(part, (*path, *steps))


def _is_cycle(name: str) -> bool:
    return not name.startswith("unused.")


def _is_of_cycle(path: Path) -> bool:
    return path[:1] == ("$defs",) and _is_cycle(str(path[1]))


def _without_keyword(node: Node, keyword: str) -> Node:
    return {key: value for key, value in node.items() if key != keyword}


def _matching_parts(one: Node, other: Node) -> dict[Path, Path]:
    """Return the steps to the subschemas that both nodes have, by the steps in the other."""
    right = _subschemas(other)
    found = {steps: steps for steps in _subschemas(one) if steps in right and steps[0] not in SCHEMA_LISTS}
    for keyword in SCHEMA_LISTS:
        if keyword in one and keyword in other:
            both = pair_branches(one[keyword], other[keyword], in_order=keyword == "prefixItems").both
            found |= {(keyword, at): (keyword, goal) for at, goal in both}
    return found


def _subschemas(node: Node) -> dict[Path, Node]:
    """Return the subschemas of a node by the steps that lead to them."""
    return {steps: part for steps, part in subschemas(node) if isinstance(part, dict)}


def _with_parts(node: Node, parts: Mapping[Path, Node]) -> Node:
    """Return the node with other subschemas in place of its own."""
    made = dict(node)
    for steps, part in parts.items():
        keyword = str(steps[0])
        if len(steps) == 1:
            made[keyword] = part
            continue
        if made[keyword] is node[keyword]:
            made[keyword] = node[keyword].copy()
        made[keyword][steps[1]] = part
    return made
