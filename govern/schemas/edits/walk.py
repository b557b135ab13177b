"""The walk over both trees, node by node, that yields every edit."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from govern.contract.surface import ABSENT
from govern.schemas.edits.branches import pair_branches, shared_branches
from govern.schemas.edits.declared_names import moved_names, vanished_name_edits, with_moved_names
from govern.schemas.edits.keywords import (
    ANNOTATION_KEYWORDS,
    TEXT_KEYWORDS,
    VALIDATING_KEYWORDS,
    json_key,
    required_in,
    same_json,
    types_of,
    types_within,
)
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
    from govern.schemas.edits.schema_edit import Direction, SchemaEdit


_KINDS = {
    "$anchor": "type",
    "$dynamicAnchor": "type",
    "$dynamicRef": "type",
    "$recursiveRef": "type",
    "$ref": "type",
    "const": "enum",
    "contains": "items",
    "dependentRequired": "condition",
    "dependentSchemas": "condition",
    "format": "format",
    "if": "condition",
    "then": "condition",
    "else": "condition",
    "maxContains": "items",
    "minContains": "items",
    "multipleOf": "bound",
    "not": "condition",
    "pattern": "pattern",
    "propertyNames": "extra",
    "unevaluatedItems": "items",
    "unevaluatedProperties": "extra",
    "uniqueItems": "items",
}
_CONDITION = ("if", "then", "else")
# Subschemas compared as one value, except for their annotations. An empty one of the latter has no effect.
_SINGLE_SCHEMAS = frozenset({"contains", "if", "not", "propertyNames", "unevaluatedItems", "unevaluatedProperties"})
_EMPTY_MEANS_ABSENT = frozenset({"propertyNames", "unevaluatedItems", "unevaluatedProperties"})
# Subschemas that describe the same object under a condition.
_CONDITIONAL = ("dependentSchemas", "else", "then")
_CHOICES = ("anyOf", "oneOf")
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
    if is_rewritten(pair):
        yield rewritten_edit(pair)
        yield from (
            edit
            for form in shared_branches(pair)
            for edit in _branch_pair_edits(pair, form)
            if is_annotation_edit(edit)
        )
        yield from branch_annotation_edits(pair)
        return
    yield from _keyword_edits(pair)


def _branch_pair_edits(pair: NodePair, form: NodePair) -> Iterator[SchemaEdit]:
    """Yield the edits of a branch; annotations of the node that holds the choice are not part of it."""
    if form.path != pair.path and form.new_path != pair.new_path:
        yield from annotation_edits(form)
    yield from _keyword_edits(form)


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
    for keyword in ("allOf", "prefixItems", *(() if switched else _CHOICES)):
        if keyword not in covered:
            yield from _branch_edits(pair, keyword)
    if not covered & {"properties", "required"}:
        yield from _object_edits(pair)


def _whole_value_edits(pair: NodePair, covered: set[str]) -> Iterator[SchemaEdit]:
    """Yield the edits of keywords that are compared as one value."""
    told = set(covered)
    for word, kind in _KINDS.items():
        if word in told or not pair.differs(word):
            continue
        if word in _CONDITIONAL:
            yield from _conditional_edits(pair, word)
            continue
        if word in _SINGLE_SCHEMAS and _are_both_schemas(pair, word):
            inner = pair.child(word)
            yield from filter(is_annotation_edit, _walk(inner))
            if same_json(without_annotations(inner.old), without_annotations(inner.new)):
                continue
        together = _CONDITION if word in _CONDITION else (word,)
        told |= set(together)
        sides = pair.values_of(word)
        direction: Direction = "either"
        if word in _ONLY_REFUSING and ABSENT in sides:
            direction = "narrower" if sides[0] is ABSENT else "wider"
        yield pair.edit(kind, word, sides, pair.steps_for(together), direction)


def _are_both_schemas(pair: NodePair, word: str) -> bool:
    """Return whether both sides have a schema there, or one that constrains nothing."""
    sides = pair.values_of(word)
    return all(isinstance(side, dict) for side in sides) or (
        word in _EMPTY_MEANS_ABSENT and all(map(_is_anything, sides))
    )


def _conditional_edits(pair: NodePair, word: str) -> Iterator[SchemaEdit]:
    """Yield the edits of subschemas that apply under the same condition on both sides."""
    if word != "dependentSchemas":
        yield from _walk(pair.child(word))
        return
    before, after = (node.get(word, {}) for node in (pair.old, pair.new))
    for name in sorted({*before, *after}):
        yield from _walk(pair.child(word, name))


def _open_ended_edits(pair: NodePair, covered: set[str]) -> Iterator[SchemaEdit]:
    """Yield the edits of further items and of undeclared names."""
    for word, kind in (("items", "items"), ("additionalProperties", "extra")):
        before, after = pair.values_of(word)
        if word in covered or (before in (ABSENT, True) and after in (ABSENT, True)):
            continue
        if isinstance(before, dict) and isinstance(after, dict):
            yield from _walk(pair.child(word))
        elif before is not after:
            if _is_anything(before) and _is_anything(after):
                yield from _walk(pair.child(word))
            yield pair.edit(kind, word, (before, after), pair.steps_for([word]), _openness_direction(before, after))
    if "patternProperties" not in covered:
        for name in shared_patterns(pair):
            yield from _walk(pair.child("patternProperties", name))
        yield from pattern_edits(pair)


def _is_anything(side: Any) -> bool:
    """Return whether a schema accepts every value, with or without annotations."""
    return side in (ABSENT, True) or (isinstance(side, dict) and not side.keys() & {*VALIDATING_KEYWORDS, "~"})


def _openness_direction(before: Any, after: Any) -> Direction:
    was, now = (2 if side in (ABSENT, True) else 0 if side is False else 1 for side in (before, after))
    return "narrower" if was > now else "wider"


def _switched_choice(pair: NodePair) -> list[SchemaEdit]:
    """Return one edit where the same branches changed between `anyOf` and `oneOf`."""
    before, after = ({word: node[word] for word in _CHOICES if word in node} for node in (pair.old, pair.new))
    if len(before) != 1 or len(after) != 1 or before.keys() == after.keys():
        return []
    (was, forms), (now, others) = *before.items(), *after.items()
    if sorted(map(json_key, forms)) != sorted(map(json_key, others)):
        return []
    return [
        pair.edit("union", "", (before, after), pair.steps_for([was, now]), "wider" if now == "anyOf" else "narrower")
    ]


def _branch_edits(pair: NodePair, keyword: str) -> Iterator[SchemaEdit]:
    before, after = pair.old.get(keyword, []), pair.new.get(keyword, [])
    if same_json(before, after):
        return
    found = pair_branches(before, after, in_order=keyword == "prefixItems")
    for one, other in found.both:
        yield from _walk(pair.child(keyword, one, other=(keyword, other)))
    if not found.gone and not found.come:
        return
    rest = [held for at, held in enumerate(before) if at not in found.gone] + [after[at] for at in found.come]
    kind = "items" if keyword == "prefixItems" else "condition" if keyword == "allOf" else "union"
    direction: Direction = "either"
    if not (before and after) and keyword != "prefixItems":
        direction = "narrower" if after else "wider"
    elif keyword in ("anyOf", "allOf") and not (found.gone and found.come):
        direction = "wider" if bool(found.come) == (keyword == "anyOf") else "narrower"
    sides: Any = ([before[at] for at in found.gone] or ABSENT, [after[at] for at in found.come] or ABSENT)
    if keyword == "prefixItems":
        sides = pair.values_of(
            keyword
        )  # Show both tuples: the removed items alone would not tell which positions they had.
    also = pair.steps_for(["maxItems"]) if keyword == "prefixItems" and _is_other_tuple(pair) else ()
    details = {"beside": True} if keyword in _CHOICES and found.both and ABSENT in sides else {}
    yield pair.edit(
        kind, keyword, sides, (EditStep("set", (*pair.path, keyword), rest or ABSENT), *also), direction, **details
    )


def _is_other_tuple(pair: NodePair) -> bool:
    """Return whether both are tuples of fixed length, and of different lengths."""
    tuples = ((node.get("prefixItems"), node.get("maxItems")) for node in (pair.old, pair.new))
    return pair.differs("maxItems") and all(items and len(items) == most for items, most in tuples)


def _object_edits(pair: NodePair) -> Iterator[SchemaEdit]:
    found = property_changes(pair)
    for was, name in found.renamed.items():
        inner = list(_edits_of_property(pair, was, name))
        # Annotations of the old name matter to no caller.
        yield rename_edit(pair, was, name, [edit for edit in inner if edit.kind in VALIDATING_KINDS])
        yield from (edit for edit in inner if edit.kind not in VALIDATING_KINDS)
    yield from property_edits(pair, found)
    for name in found.kept:
        yield from _edits_of_property(pair, name, name)


def _edits_of_property(pair: NodePair, was: str, name: str) -> Iterator[SchemaEdit]:
    below = pair.child("properties", was, other=("properties", name))
    turned = (was in required_in(pair.old)) != (name in required_in(pair.new))
    for edit in _walk(below):
        # The default of a property that is required on one side has no effect there.
        if not (turned and edit.kind == "default" and edit.path == below.path):
            yield edit


_CHOICES = ("anyOf", "oneOf")
_OWN_KINDS = frozenset({"default", "deprecated", "examples", "nullable"})


def annotation_edits(pair: NodePair) -> Iterator[SchemaEdit]:
    """Yield an edit for each annotation that differs."""
    for word in sorted(pair.keywords - VALIDATING_KEYWORDS):
        if pair.differs(word) and not (word == "default" and _is_redundant_default(pair)):
            if word == "nullable" and not pair.keywords & {"$ref", "allOf", "anyOf", "oneOf"}:
                continue  # The type already shows it.
            yield pair.edit(_annotation_kind(word), word, pair.values_of(word))


def branch_annotation_edits(pair: NodePair) -> Iterator[SchemaEdit]:
    """Yield the edits of annotations of branches, where the other side has no choice but accepts the values."""
    if not pair.old.keys() & {*_CHOICES}:
        for steps, form in _annotated_branches(pair.new, pair.old):
            yield from annotation_edits(NodePair({}, form, pair.path, (*pair.new_path, *steps)))
    if not pair.new.keys() & {*_CHOICES}:
        for steps, form in _annotated_branches(pair.old, pair.new):
            yield from annotation_edits(NodePair(form, {}, (*pair.path, *steps), pair.new_path))


def _annotated_branches(node: Node, other: Node) -> Iterator[tuple[Path, Node]]:
    for word in _CHOICES:
        for at, form in enumerate(node.get(word, [])):
            if types_within(types_of(form), types_of(other)):
                yield (word, at), {key: value for key, value in form.items() if _is_own_annotation(key, value, other)}


def _is_own_annotation(word: str, value: Any, other: Node) -> bool:
    """Return whether a branch has an annotation that the other side lacks; texts are compared elsewhere."""
    return not (
        word in VALIDATING_KEYWORDS or word in TEXT_KEYWORDS or (word in other and same_json(other[word], value))
    )


def is_annotation_edit(edit: SchemaEdit) -> bool:
    """Return whether an edit changes nothing that validators see."""
    return edit.kind not in VALIDATING_KINDS and not edit.steps


def _annotation_kind(word: str) -> str:
    if word in TEXT_KEYWORDS:
        return "text"
    if word in ANNOTATION_KEYWORDS:
        return word if word in _OWN_KINDS else "annotation"
    return "wrapping" if word == "x-fastmcp-wrap-result" else "unknown"


def _is_redundant_default(pair: NodePair) -> bool:
    """Return whether an added or removed default repeats its node: the only value, or a new null."""
    before, after = pair.values_of("default")
    if (before is ABSENT) == (after is ABSENT):
        return False
    default, node = (after, pair.new) if before is ABSENT else (before, pair.old)
    if default is None and ("null" in types_of(pair.old)) != ("null" in types_of(pair.new)):
        return True
    return same_json(node.get("enum"), [default])
