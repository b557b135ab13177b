"""The walk over both trees, node by node, that yields every edit."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from govern.contract.surface import ABSENT
from govern.schemas.edits.declared_names import moved_names, vanished_name_edits, with_moved_names
from govern.schemas.edits.keywords import (
    ANNOTATION_KEYWORDS,
    BRANCH_KEYWORDS,
    CHOICES,
    TEXT_KEYWORDS,
    VALIDATING_KEYWORDS,
    json_key,
    required_in,
    same_json,
    types_of,
    types_within,
)
from govern.schemas.edits.matching import pair_branches, shared_branches
from govern.schemas.edits.properties import (
    pattern_edits,
    property_changes,
    property_edits,
    rename_edit,
    shared_patterns,
)
from govern.schemas.edits.reduction import without_annotations
from govern.schemas.edits.schema_edit import VALIDATING_KINDS, EditStep, NodePair
from govern.schemas.edits.value_edits import bound_edits, is_rewritten, rewritten_edit, type_edits

if TYPE_CHECKING:
    from collections.abc import Iterator

    from govern.schemas.edits.keywords import Node, Path
    from govern.schemas.edits.properties import RequiredNames
    from govern.schemas.edits.schema_edit import Direction, SchemaEdit

# The kind of edit for each keyword that is compared as one value, in the order in which they are compared.
_KINDS = {
    "$anchor": "type", "$dynamicAnchor": "type", "$dynamicRef": "type", "$recursiveRef": "type", "$ref": "type",
    "const": "enum", "contains": "items", "dependentRequired": "condition", "dependentSchemas": "condition",
    "format": "format", "if": "condition", "then": "condition", "else": "condition", "maxContains": "items",
    "minContains": "items", "multipleOf": "bound", "not": "condition", "pattern": "pattern",
    "propertyNames": "extra", "unevaluatedItems": "items", "unevaluatedProperties": "extra", "uniqueItems": "items",
}  # fmt: skip
_CONDITION = ("if", "then", "else")
# Subschemas compared as one value, except for their annotations. An empty one of the latter has no effect.
_SINGLE_SCHEMAS = frozenset({"contains", "if", "not", "propertyNames", "unevaluatedItems", "unevaluatedProperties"})
_EMPTY_MEANS_ABSENT = frozenset({"propertyNames", "unevaluatedItems", "unevaluatedProperties"})
# Subschemas that describe the same object under a condition.
_CONDITIONAL = ("dependentSchemas", "else", "then")
# Adding one of these can only refuse more.
_ONLY_REFUSING = frozenset(
    {"contains", "dependentRequired", "multipleOf", "not", "pattern", "propertyNames", "uniqueItems"}
)


def schema_edits(old: Node, new: Node) -> Iterator[SchemaEdit]:
    """Yield every edit that leads from one tree to the other."""
    root = NodePair(old, new)
    yield from _walk(root)
    before, after = old.get("$defs", {}), new.get("$defs", {})
    for name in sorted({*before, *after}):
        if name in before and name in after:
            yield from _walk(root.child("$defs", name))
        elif name.startswith("unused."):
            whole = NodePair(old, new, (), ("$defs", name) if name in after else ())
            sides = before.get(name, ABSENT), after.get(name, ABSENT)
            yield whole.edit("unused", "$defs", sides, definition=name)


def _walk(pair: NodePair) -> Iterator[SchemaEdit]:
    if pair.old == pair.new and same_json(pair.old, pair.new):
        return
    edits = list(_node_edits(pair))
    yield from edits
    yield from vanished_name_edits(pair, edits)


def _node_edits(pair: NodePair) -> Iterator[SchemaEdit]:
    yield from annotation_edits(pair)
    if not is_rewritten(pair):
        yield from _keyword_edits(pair)
        return
    yield rewritten_edit(pair)
    for branch in shared_branches(pair):
        yield from filter(is_annotation_edit, _branch_pair_edits(pair, branch))
    yield from branch_annotation_edits(pair)


def _branch_pair_edits(pair: NodePair, branch: NodePair) -> Iterator[SchemaEdit]:
    """Yield the edits of a branch; annotations of the node that holds the choice are not part of it."""
    if branch.path != pair.path and branch.new_path != pair.new_path:
        yield from annotation_edits(branch)
    yield from _keyword_edits(branch)


def _keyword_edits(pair: NodePair) -> Iterator[SchemaEdit]:
    """Yield the edits of a node's keywords, and of names that moved between its parts."""
    moved = {name: list(_walk(inner)) for name, inner in moved_names(pair).items()}
    same_still = {name for name, inner in moved.items() if not any(edit.kind in VALIDATING_KINDS for edit in inner)}
    yield from with_moved_names(pair, list(_edits_by_keyword(pair)), same_still)
    yield from (edit for inner in moved.values() for edit in inner if edit.kind not in VALIDATING_KINDS)


def _edits_by_keyword(pair: NodePair) -> Iterator[SchemaEdit]:
    typed = list(type_edits(pair))
    yield from typed
    covered = {str(step.path[-1]) for edit in typed for step in edit.steps}
    yield from bound_edits(pair, covered | ({"maxItems"} if _is_other_tuple(pair) else set()))
    yield from _whole_value_edits(pair, covered)
    yield from _open_ended_edits(pair, covered)
    switched = _switched_choice(pair)
    yield from switched
    for keyword in ("allOf", "prefixItems", *(() if switched else CHOICES)):
        if keyword not in covered:
            yield from _branch_edits(pair, keyword)
    if not covered & {"properties", "required"}:
        yield from _object_edits(pair)


def _whole_value_edits(pair: NodePair, covered: set[str]) -> Iterator[SchemaEdit]:
    """Yield the edits of keywords that are compared as one value."""
    done = set(covered)
    for keyword, kind in _KINDS.items():
        if keyword in done or not pair.differs(keyword):
            continue
        if keyword in _CONDITIONAL:
            yield from _conditional_edits(pair, keyword)
            continue
        if keyword in _SINGLE_SCHEMAS and _are_both_schemas(pair, keyword):
            inner = pair.child(keyword)
            yield from filter(is_annotation_edit, _walk(inner))
            if same_json(without_annotations(inner.old), without_annotations(inner.new)):
                continue
        together = _CONDITION if keyword in _CONDITION else (keyword,)
        done |= set(together)
        sides = pair.values_of(keyword)
        direction: Direction = "either"
        if keyword in _ONLY_REFUSING and ABSENT in sides:
            direction = "narrower" if sides[0] is ABSENT else "wider"
        yield pair.edit(kind, keyword, sides, pair.steps_for(together), direction)


def _are_both_schemas(pair: NodePair, keyword: str) -> bool:
    """Return whether both sides have a schema there, or one that constrains nothing."""
    sides = pair.values_of(keyword)
    if keyword in _EMPTY_MEANS_ABSENT and all(map(_is_anything, sides)):
        return True
    return all(isinstance(side, dict) for side in sides)


def _conditional_edits(pair: NodePair, keyword: str) -> Iterator[SchemaEdit]:
    """Yield the edits of subschemas that apply under the same condition on both sides."""
    if keyword != "dependentSchemas":
        yield from _walk(pair.child(keyword))
        return
    before, after = (node.get(keyword, {}) for node in (pair.old, pair.new))
    for name in sorted({*before, *after}):
        yield from _walk(pair.child(keyword, name))


def _open_ended_edits(pair: NodePair, covered: set[str]) -> Iterator[SchemaEdit]:
    """Yield the edits of further items and of undeclared names."""
    for keyword, kind in (("items", "items"), ("additionalProperties", "extra")):
        before, after = pair.values_of(keyword)
        if keyword in covered or (before in (ABSENT, True) and after in (ABSENT, True)):
            continue
        if isinstance(before, dict) and isinstance(after, dict):
            yield from _walk(pair.child(keyword))
        elif before is not after:
            if _is_anything(before) and _is_anything(after):
                yield from _walk(pair.child(keyword))
            direction = _openness_direction(before, after)
            yield pair.edit(kind, keyword, (before, after), pair.steps_for([keyword]), direction)
    if "patternProperties" not in covered:
        for name in shared_patterns(pair):
            yield from _walk(pair.child("patternProperties", name))
        yield from pattern_edits(pair)


def _is_anything(side: Any) -> bool:
    """Return whether a schema accepts every value, with or without annotations."""
    return side in (ABSENT, True) or (isinstance(side, dict) and not side.keys() & {*VALIDATING_KEYWORDS, "~"})


def _openness_direction(before: Any, after: Any) -> Direction:
    def openness(side: Any) -> int:
        return 2 if side in (ABSENT, True) else 0 if side is False else 1

    return "narrower" if openness(before) > openness(after) else "wider"


def _switched_choice(pair: NodePair) -> list[SchemaEdit]:
    """Return one edit if the same branches changed between `anyOf` and `oneOf`."""
    before: dict[str, Any] = {word: pair.old[word] for word in CHOICES if word in pair.old}
    after: dict[str, Any] = {word: pair.new[word] for word in CHOICES if word in pair.new}
    if len(before) != 1 or len(after) != 1 or before.keys() == after.keys():
        return []
    (old_keyword, old_branches), (new_keyword, new_branches) = *before.items(), *after.items()
    if sorted(map(json_key, old_branches)) != sorted(map(json_key, new_branches)):
        return []
    direction: Direction = "wider" if new_keyword == "anyOf" else "narrower"
    return [pair.edit("union", "", (before, after), pair.steps_for([old_keyword, new_keyword]), direction)]


def _branch_edits(pair: NodePair, keyword: str) -> Iterator[SchemaEdit]:
    """Yield the edits of the branches that both sides have, and one edit for those that only one side has."""
    before, after = pair.old.get(keyword, []), pair.new.get(keyword, [])
    if same_json(before, after):
        return
    is_tuple = keyword == "prefixItems"
    found = pair_branches(before, after, in_order=is_tuple)
    for one, other in found.both:
        yield from _walk(pair.child(keyword, one, other=(keyword, other)))
    if not found.removed and not found.added:
        return
    rest = [branch for at, branch in enumerate(before) if at not in found.removed] + [after[at] for at in found.added]
    steps: tuple[EditStep, ...] = (EditStep("set", (*pair.path, keyword), rest or ABSENT),)
    if is_tuple:
        # Show both tuples: the removed items alone would not show which positions they had.
        sides = pair.values_of(keyword)
        steps += pair.steps_for(["maxItems"]) if _is_other_tuple(pair) else ()
        yield pair.edit("items", keyword, sides, steps)
        return
    sides = [before[at] for at in found.removed] or ABSENT, [after[at] for at in found.added] or ABSENT
    direction: Direction = "either"
    if not (before and after):
        direction = "narrower" if after else "wider"
    elif keyword != "oneOf" and ABSENT in sides:
        direction = "wider" if bool(found.added) == (keyword == "anyOf") else "narrower"
    details = {"beside": True} if keyword in CHOICES and found.both and ABSENT in sides else {}
    yield pair.edit("condition" if keyword == "allOf" else "union", keyword, sides, steps, direction, **details)


def _is_other_tuple(pair: NodePair) -> bool:
    """Return whether both are tuples of fixed length, and of different lengths."""
    tuples = ((node.get("prefixItems"), node.get("maxItems")) for node in (pair.old, pair.new))
    return pair.differs("maxItems") and all(items and len(items) == most for items, most in tuples)


def _object_edits(pair: NodePair) -> Iterator[SchemaEdit]:
    found = property_changes(pair)
    required = required_in(pair.old), required_in(pair.new)
    for name, new_name in found.renamed.items():
        inner = list(_edits_of_property(pair, name, new_name, required))
        also = [edit for edit in inner if edit.kind in VALIDATING_KINDS]
        yield rename_edit(pair, name, new_name, also, is_required=new_name in required[1])
        yield from (edit for edit in inner if edit.kind not in VALIDATING_KINDS)
    yield from property_edits(pair, found)
    for name in found.kept:
        yield from _edits_of_property(pair, name, name, required)


def _edits_of_property(pair: NodePair, name: str, new_name: str, required: RequiredNames) -> Iterator[SchemaEdit]:
    inner = pair.child("properties", name, other=("properties", new_name))
    is_required_once = (name in required[0]) != (new_name in required[1])
    for edit in _walk(inner):
        # The default of a property that is required on one side has no effect there.
        if not (is_required_once and edit.kind == "default" and edit.path == inner.path):
            yield edit


_OWN_KINDS = frozenset({"default", "deprecated", "examples", "nullable"})


def annotation_edits(pair: NodePair) -> Iterator[SchemaEdit]:
    """Yield an edit for each annotation that differs."""
    for keyword in sorted(pair.keywords - VALIDATING_KEYWORDS):
        if not pair.differs(keyword) or (keyword == "default" and _is_redundant_default(pair)):
            continue
        # In a plain node, the type already shows whether it is nullable.
        if keyword != "nullable" or pair.keywords & {"$ref", *BRANCH_KEYWORDS}:
            yield pair.edit(_annotation_kind(keyword), keyword, pair.values_of(keyword))


def branch_annotation_edits(pair: NodePair) -> Iterator[SchemaEdit]:
    """Yield the edits of annotations of branches, where the other side has no choice but accepts the values."""
    if pair.old.keys().isdisjoint(CHOICES):
        for steps, branch in _annotated_branches(pair.new, pair.old):
            yield from annotation_edits(NodePair({}, branch, pair.path, (*pair.new_path, *steps)))
    if pair.new.keys().isdisjoint(CHOICES):
        for steps, branch in _annotated_branches(pair.old, pair.new):
            yield from annotation_edits(NodePair(branch, {}, (*pair.path, *steps), pair.new_path))


def _annotated_branches(node: Node, other: Node) -> Iterator[tuple[Path, Node]]:
    for keyword in CHOICES:
        for at, branch in enumerate(node.get(keyword, [])):
            if types_within(types_of(branch), types_of(other)):
                own = {key: value for key, value in branch.items() if _is_own_annotation(key, value, other)}
                yield (keyword, at), own


def _is_own_annotation(keyword: str, value: Any, other: Node) -> bool:
    """Return whether a branch has an annotation that the other side lacks; texts are compared elsewhere."""
    if keyword in VALIDATING_KEYWORDS or keyword in TEXT_KEYWORDS:
        return False
    return keyword not in other or not same_json(other[keyword], value)


def is_annotation_edit(edit: SchemaEdit) -> bool:
    """Return whether an edit changes nothing that validators see."""
    return edit.kind not in VALIDATING_KINDS and not edit.steps


def _annotation_kind(keyword: str) -> str:
    if keyword in TEXT_KEYWORDS:
        return "text"
    if keyword == "example":  # the spelling of OpenAPI
        return "examples"
    if keyword in ANNOTATION_KEYWORDS:
        return keyword if keyword in _OWN_KINDS else "annotation"
    return "wrapping" if keyword == "x-fastmcp-wrap-result" else "unknown"


def _is_redundant_default(pair: NodePair) -> bool:
    """Return whether an added or removed default repeats its node: the only value, or a new null."""
    before, after = pair.values_of("default")
    if (before is ABSENT) == (after is ABSENT):
        return False
    default, node = (after, pair.new) if before is ABSENT else (before, pair.old)
    if default is None and ("null" in types_of(pair.old)) != ("null" in types_of(pair.new)):
        return True
    return same_json(node.get("enum"), [default])
