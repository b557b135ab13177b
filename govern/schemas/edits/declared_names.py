"""The names that an object declares, by its own properties or by parts of it, and how an edit changes them."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from govern.contract.surface import ABSENT
from govern.schemas.edits.keywords import BRANCH_KEYWORDS, CHOICES, OBJECT_PARTS, required_in, types_of
from govern.schemas.edits.schema_edit import NodePair, SchemaEdit, node_at
from govern.schemas.edits.witnesses import accepted_names, compatibility

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from govern.schemas.edits.keywords import Node, Path

_DECLARING_KEYWORDS = OBJECT_PARTS | {"patternProperties", "propertyNames"}
_LISTING_KEYWORDS = _DECLARING_KEYWORDS | {"unevaluatedProperties"}


def declared_properties(node: Node) -> dict[str, Node]:
    """Return the properties that a node declares, without those that no value satisfies."""
    properties = node.get("properties")
    if not isinstance(properties, dict):
        return {}
    return {name: schema for name, schema in properties.items() if not is_never(schema)}


def _declares_here(node: Node, name: str) -> bool:
    properties = node.get("properties")
    return isinstance(properties, dict) and name in properties and not is_never(properties[name])


def is_never(schema: Any) -> bool:
    """Return whether a schema accepts nothing, as `false` does."""
    return isinstance(schema, dict) and schema.get("not") == {}


def always_declared(names: Collection[str], node: Node) -> list[str]:
    """Return the names that are declared for every instance of an object, by a property, a part or a pattern."""
    return _declared(names, node, "allOf")


def sometimes_declared(names: Collection[str], node: Node) -> list[str]:
    """Return the names that are declared for some instance of an object."""
    return _declared(names, node, "anyOf")


def _declared(names: Collection[str], node: Node, choice: str) -> list[str]:
    if not node.keys() & _DECLARING_KEYWORDS:
        return [name for name in names if _declares_here(node, name)]
    return accepted_names(_names_schema(node, choice), names) if names else []


def became_map(pair: NodePair) -> bool:
    """Return whether an object below the root lists no names any more and takes all, as a map does."""
    new = pair.new
    if pair.enclosing or is_part_of(pair.path, ()) or new.keys() & _LISTING_KEYWORDS or "object" not in types_of(new):
        return False
    return not new.get("properties") and new.get("additionalProperties", "properties" not in new) is not False


def declares_pattern(pattern: str, node: Node) -> bool:
    """Return whether all names of a pattern are declared for every instance of an object."""
    if pattern in node.get("patternProperties", {}) or isinstance(node.get("additionalProperties"), dict):
        return True
    return compatibility({"type": "string", "pattern": pattern}, _names_schema(node, "allOf"), "literal").breaks == "no"


def _names_schema(node: Any, choice: str) -> Any:
    """Return a schema of the names declared for every instance or, with "anyOf", for any."""
    if not isinstance(node, dict):
        return False
    listed = list(declared_properties(node))
    found: list[Any] = [{"enum": listed}] if listed else []
    found += [{"pattern": pattern} for pattern in node.get("patternProperties", {})]
    # The allowed names of a map count as declared.
    if isinstance(node.get("additionalProperties"), dict) and isinstance(node.get("propertyNames"), dict):
        found.append(node["propertyNames"])
    found += (_names_schema(part, choice) for part in node.get("allOf", []))
    choices = [node[keyword] for keyword in CHOICES if node.get(keyword)]
    if node.keys() >= {"if", "then", "else"} or choice == "anyOf":
        choices.append([node.get("then"), node.get("else")])
    if choice == "anyOf" and node.get("dependentSchemas"):
        choices.append([*node["dependentSchemas"].values()])
    found += ({choice: [_names_schema(branch, choice) for branch in branches]} for branches in choices)
    return {"anyOf": found} if found else False


def moved_names(pair: NodePair) -> dict[str, NodePair]:
    """Return the names that both sides always declare, but in different parts of the object.

    The parts of a part are compared from the object that holds them all.
    """
    is_part = pair.path[-2:-1] == ("allOf",) and isinstance(pair.path[-1], int)
    if is_part or "allOf" not in pair.keywords:
        return {}
    before, after = declaring_places(pair.old), declaring_places(pair.new)
    return {
        name: NodePair(
            node_at(pair.old, before[name]), node_at(pair.new, after[name]),
            (*pair.path, *before[name]), (*pair.new_path, *after[name]),
        )
        for name in before
        if name in after and before[name] != after[name]
    }  # fmt: skip


def with_moved_names(pair: NodePair, edits: list[SchemaEdit], same_still: set[str]) -> Iterator[SchemaEdit]:
    """Yield the edits of a node, those of names that moved between parts combined with the edit of the parts."""
    parts = next((edit for edit in edits if edit.keyword == "allOf" and edit.path == pair.path), None)
    required = _always_required(pair.old) & _always_required(pair.new)
    names = {"property-moved": same_still, "required-added": required, "required-removed": required} if parts else {}
    moved = [edit for edit in edits if edit.path == pair.path and edit.details.get("name") in names.get(edit.kind, ())]
    moved_ids = set(map(id, moved))
    for edit in edits:
        if edit is parts and moved:
            steps = tuple(step for other in moved for step in other.steps)
            yield replace(edit, steps=(*edit.steps, *steps), direction="either")
        elif id(edit) not in moved_ids:
            yield edit


def declaring_places(node: Node) -> dict[str, Path]:
    """Return each name that is always declared with the place that declares it, the nearest to the root."""
    found: dict[str, Path] = {name: ("properties", name) for name in declared_properties(node)}
    for at, part in enumerate(node.get("allOf", ())):
        found = {name: ("allOf", at, *place) for name, place in declaring_places(part).items()} | found
    return found


def _always_required(node: Node) -> frozenset[str]:
    return required_in(node).union(*map(_always_required, node.get("allOf", ())))


_MOST_BRANCHES = 64


def vanished_name_edits(pair: NodePair, edits: list[SchemaEdit]) -> Iterator[SchemaEdit]:
    """Yield an edit for each name that only one side declares and no edit mentions.

    The edit of the part contains the steps, so these have none. `chosen` marks names that only dropped branches had,
    and `place` is the path of the object.
    """
    if pair.enclosing is not None or not pair.keywords & OBJECT_PARTS:
        return
    edited = {
        name
        for edit in edits
        if edit.kind.startswith("property-") and is_part_of(edit.path, pair.path)
        for name in (edit.details["name"], edit.details.get("renamed"))
    }
    for kind, side, other in (("property-removed", pair.old, pair.new), ("property-added", pair.new, pair.old)):
        declarations = {name: found for name, found in _declarations(side, ()).items() if name not in edited}
        kept = {*sometimes_declared(declarations, other)}
        vanished = {name: found for name, found in declarations.items() if name not in kept}
        of_branch = [name for name, (inner, _) in vanished.items() if not set(CHOICES).isdisjoint(inner)]
        chosen = {*_only_in_dropped_branches({*of_branch}.difference(always_declared(of_branch, side)), side, other)}
        for name, (inner, schema) in vanished.items():
            details: dict[str, Any] = {"name": name, "place": pair.path, "chosen": name in chosen}
            if kind == "property-removed":
                yield SchemaEdit(kind, (*pair.path, *inner), pair.new_path, name, schema, ABSENT, details=details)
            else:
                yield SchemaEdit(kind, pair.path, (*pair.new_path, *inner), name, ABSENT, schema, details=details)


def is_part_of(path: Path, place: Path) -> bool:
    """Return whether a path leads to the object at a place, or to a part of it."""
    if path[: len(place)] != place:
        return False
    steps = iter(path[len(place) :])
    for step in steps:
        if step not in OBJECT_PARTS:
            return False
        if step in (*BRANCH_KEYWORDS, "dependentSchemas"):
            next(steps, None)
    return True


def _declarations(node: Any, path: Path) -> dict[str, tuple[Path, Node]]:
    """Return each name with the part that declares it, the nearest to the root."""
    if not isinstance(node, dict):
        return {}
    found = {name: (path, schema) for name, schema in declared_properties(node).items()}
    for inner, part in _object_parts(node):
        found = _declarations(part, (*path, *inner)) | found
    return found


def _only_in_dropped_branches(names: set[str], side: Node, other: Node) -> set[str]:
    """Return the names for which no branch of the other side was made from a branch with the name."""
    if not names:
        return names
    before, after = _branch_names(side), _branch_names(other)
    if max(len(before), len(after)) > _MOST_BRANCHES:
        return set()
    return names.difference(*(former for branch in after for former in _closest_branches(branch, before)))


def _closest_branches(branch: frozenset[str], branches: set[frozenset[str]]) -> list[frozenset[str]]:
    """Return the old branches that a branch was most likely made from."""
    likeness = {
        names: (bool(names) and names <= branch, len(names & branch), -len(names - branch)) for names in branches
    }
    return [names for names, alike in likeness.items() if alike == max(likeness.values())]


def _branch_names(node: Node) -> set[frozenset[str]]:
    """Return the names that each branch of an object declares, incomplete if there are too many branches."""
    if "object" not in types_of(node):
        return set()
    branches = {frozenset(declared_properties(node))}
    choices = [[part] for part in node.get("allOf", [])] + [node[keyword] for keyword in CHOICES if keyword in node]
    for choice in choices:
        inner = set[frozenset[str]]().union(*map(_branch_names, choice))
        branches = {names | more for names in branches for more in inner}
        if len(branches) > _MOST_BRANCHES:
            break
    return branches


def _object_parts(node: Node) -> Iterator[tuple[Path, Any]]:
    for keyword in BRANCH_KEYWORDS:
        yield from (((keyword, at), part) for at, part in enumerate(node.get(keyword, [])))
    yield from (((keyword,), node[keyword]) for keyword in ("then", "else") if keyword in node)
    yield from ((("dependentSchemas", name), part) for name, part in node.get("dependentSchemas", {}).items())
