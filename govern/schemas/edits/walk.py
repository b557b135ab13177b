"""Both trees, node by node: what was edited."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from govern.contract.surface import ABSENT
from govern.schemas.edits.bounds import bound_edits
from govern.schemas.edits.edit import ASKED, Step
from govern.schemas.edits.focus import validating
from govern.schemas.edits.moving import gathered, moved_names
from govern.schemas.edits.notes import form_notes, is_note, note_edits
from govern.schemas.edits.objects import (
    pattern_edits,
    properties_of,
    property_edits,
    rename_edit,
    required_of,
    shared_patterns,
)
from govern.schemas.edits.pair import Pair
from govern.schemas.edits.pairing import paired, same_forms
from govern.schemas.edits.types import is_rebuilt, rebuilt, type_edits
from govern.schemas.edits.vanished import vanished
from govern.schemas.edits.words import VALIDATING, key_of, same

if TYPE_CHECKING:
    from collections.abc import Iterator

    from govern.schemas.edits.edit import Direction, Edit
    from govern.schemas.edits.pair import Node

_FAMILIES = {
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
_TOGETHER = ("if", "then", "else")
# Schemas that are taken as one value, but what is noted in them is read; the latter say nothing by being there.
_WHOLE = frozenset({"contains", "if", "not", "propertyNames", "unevaluatedItems", "unevaluatedProperties"})
_SILENT = frozenset({"propertyNames", "unevaluatedItems", "unevaluatedProperties"})
# Nodes that speak of the same object under a condition.
_CONDITIONAL = ("dependentSchemas", "else", "then")
_CHOICES = ("anyOf", "oneOf")
# Added, these can only refuse more; the others may also let more through.
_REFUSING = frozenset({"contains", "dependentRequired", "multipleOf", "not", "pattern", "propertyNames", "uniqueItems"})


def edits_between(old: Node, new: Node) -> Iterator[Edit]:
    """Every edit that leads from one tree to the other."""
    root = Pair(old, new)
    yield from _walk(root)
    before, after = old.get("$defs", {}), new.get("$defs", {})
    for name in sorted({*before, *after}):
        if name in before and name in after:
            yield from _walk(root.to("$defs", name))
        elif name.startswith("unused."):
            whole = Pair(old, new, (), ("$defs", name) if name in after else ())
            sides = before.get(name, ABSENT), after.get(name, ABSENT)
            yield whole.edit("unused", "$defs", sides, definition=name)


def _walk(pair: Pair) -> Iterator[Edit]:
    if pair.old == pair.new and same(pair.old, pair.new):
        return
    edits = list(_node_edits(pair))
    yield from edits
    yield from vanished(pair, edits)


def _node_edits(pair: Pair) -> Iterator[Edit]:
    yield from note_edits(pair)
    if is_rebuilt(pair):
        yield rebuilt(pair)
        yield from (edit for form in same_forms(pair) for edit in _form_edits(pair, form) if is_note(edit))
        yield from form_notes(pair)
        return
    yield from _words_edits(pair)


def _form_edits(pair: Pair, form: Pair) -> Iterator[Edit]:
    """What was edited in a form of a choice; what the node says of its whole choice is no part of any form."""
    if form.path != pair.path and form.now != pair.now:
        yield from note_edits(form)
    yield from _words_edits(form)


def _words_edits(pair: Pair) -> Iterator[Edit]:
    """What was edited in the words of a node, and what became of names that moved among its parts."""
    moved = {name: list(_walk(inner)) for name, inner in moved_names(pair).items()}
    same_still = {name for name, inner in moved.items() if not any(edit.family in ASKED for edit in inner)}
    yield from gathered(pair, list(_each_word(pair)), same_still)
    yield from (edit for inner in moved.values() for edit in inner if edit.family not in ASKED)


def _each_word(pair: Pair) -> Iterator[Edit]:
    typed = list(type_edits(pair))
    yield from typed
    covered = {str(step.path[-1]) for edit in typed for step in edit.steps}
    yield from bound_edits(pair, covered | ({"maxItems"} if _is_other_tuple(pair) else set()))
    yield from _plain(pair, covered)
    yield from _further(pair, covered)
    switched = _switched(pair)
    yield from switched
    for keyword in ("allOf", "prefixItems", *(() if switched else _CHOICES)):
        if keyword not in covered:
            yield from _branches(pair, keyword)
    if not covered & {"properties", "required"}:
        yield from _objects(pair)


def _plain(pair: Pair, covered: set[str]) -> Iterator[Edit]:
    """Words that are taken as one value."""
    told = set(covered)
    for word, family in _FAMILIES.items():
        if word in told or not pair.differs(word):
            continue
        if word in _CONDITIONAL:
            yield from _conditional(pair, word)
            continue
        if word in _WHOLE and _is_on_both(pair, word):
            inner = pair.to(word)
            yield from filter(is_note, _walk(inner))
            if same(validating(inner.old), validating(inner.new)):
                continue
        together = _TOGETHER if word in _TOGETHER else (word,)
        told |= set(together)
        sides = pair.sides(word)
        direction: Direction = "either"
        if word in _REFUSING and ABSENT in sides:
            direction = "narrower" if sides[0] is ABSENT else "wider"
        yield pair.edit(family, word, sides, pair.moved(together), direction)


def _is_on_both(pair: Pair, word: str) -> bool:
    """Whether both have a schema there, or one of them one that says nothing but what is noted."""
    sides = pair.sides(word)
    return all(isinstance(side, dict) for side in sides) or (word in _SILENT and all(map(_is_anything, sides)))


def _conditional(pair: Pair, word: str) -> Iterator[Edit]:
    """What holds under the same condition on both sides."""
    if word != "dependentSchemas":
        yield from _walk(pair.to(word))
        return
    before, after = (node.get(word, {}) for node in (pair.old, pair.new))
    for name in sorted({*before, *after}):
        yield from _walk(pair.to(word, name))


def _further(pair: Pair, covered: set[str]) -> Iterator[Edit]:
    """What is said of all further items, and of names that are not declared."""
    for word, family in (("items", "items"), ("additionalProperties", "extra")):
        before, after = pair.sides(word)
        if word in covered or (before in (ABSENT, True) and after in (ABSENT, True)):
            continue
        if isinstance(before, dict) and isinstance(after, dict):
            yield from _walk(pair.to(word))
        elif before is not after:
            if _is_anything(before) and _is_anything(after):
                yield from _walk(pair.to(word))
            yield pair.edit(family, word, (before, after), pair.moved([word]), _opening(before, after))
    if "patternProperties" not in covered:
        for name in shared_patterns(pair):
            yield from _walk(pair.to("patternProperties", name))
        yield from pattern_edits(pair)


def _is_anything(side: Any) -> bool:
    """Whether whatever comes is let through, with or without a note on it."""
    return side in (ABSENT, True) or (isinstance(side, dict) and not side.keys() & {*VALIDATING, "~"})


def _opening(before: Any, after: Any) -> Direction:
    was, now = (2 if side in (ABSENT, True) else 0 if side is False else 1 for side in (before, after))
    return "narrower" if was > now else "wider"


def _switched(pair: Pair) -> list[Edit]:
    """One edit where the same forms are to be fulfilled by exactly one instead of by any, or the other way."""
    before, after = ({word: node[word] for word in _CHOICES if word in node} for node in (pair.old, pair.new))
    if len(before) != 1 or len(after) != 1 or before.keys() == after.keys():
        return []
    (was, forms), (now, others) = *before.items(), *after.items()
    if sorted(map(key_of, forms)) != sorted(map(key_of, others)):
        return []
    return [pair.edit("union", "", (before, after), pair.moved([was, now]), "wider" if now == "anyOf" else "narrower")]


def _branches(pair: Pair, keyword: str) -> Iterator[Edit]:
    before, after = pair.old.get(keyword, []), pair.new.get(keyword, [])
    if same(before, after):
        return
    found = paired(before, after, in_order=keyword == "prefixItems")
    for one, other in found.both:
        yield from _walk(pair.to(keyword, one, other=(keyword, other)))
    if not found.gone and not found.come:
        return
    rest = [held for at, held in enumerate(before) if at not in found.gone] + [after[at] for at in found.come]
    family = "items" if keyword == "prefixItems" else "condition" if keyword == "allOf" else "union"
    direction: Direction = "either"
    if not (before and after) and keyword != "prefixItems":
        direction = "narrower" if after else "wider"
    elif keyword in ("anyOf", "allOf") and not (found.gone and found.come):
        direction = "wider" if bool(found.come) == (keyword == "anyOf") else "narrower"
    sides: Any = ([before[at] for at in found.gone] or ABSENT, [after[at] for at in found.come] or ABSENT)
    if keyword == "prefixItems":
        sides = pair.sides(keyword)  # Of what comes last, nobody sees which item it is.
    also = pair.moved(["maxItems"]) if keyword == "prefixItems" and _is_other_tuple(pair) else ()
    said = {"beside": True} if keyword in _CHOICES and found.both and ABSENT in sides else {}
    yield pair.edit(
        family, keyword, sides, (Step("set", (*pair.path, keyword), rest or ABSENT), *also), direction, **said
    )


def _is_other_tuple(pair: Pair) -> bool:
    """Whether both are lists that end where their tuples do, and not at the same item."""
    tuples = ((node.get("prefixItems"), node.get("maxItems")) for node in (pair.old, pair.new))
    return pair.differs("maxItems") and all(items and len(items) == most for items, most in tuples)


def _objects(pair: Pair) -> Iterator[Edit]:
    found = properties_of(pair)
    for was, name in found.renamed.items():
        inner = list(_property(pair, was, name))
        # Nobody can be hurt by what happens to a name that is not read any more.
        yield rename_edit(pair, was, name, [edit for edit in inner if edit.family in ASKED])
        yield from (edit for edit in inner if edit.family not in ASKED)
    yield from property_edits(pair, found)
    for name in found.kept:
        yield from _property(pair, name, name)


def _property(pair: Pair, was: str, name: str) -> Iterator[Edit]:
    below = pair.to("properties", was, other=("properties", name))
    turned = (was in required_of(pair.old)) != (name in required_of(pair.new))
    for edit in _walk(below):
        # A default means something only where the name may be left out, on both sides.
        if not (turned and edit.family == "default" and edit.path == below.path):
            yield edit
