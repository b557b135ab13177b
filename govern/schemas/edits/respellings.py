"""Differences that no fact reports because they do not change the meaning."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from govern.contract.digests import behaviour
from govern.contract.surface import ABSENT
from govern.facts import rule_ids as ids
from govern.facts.change import Fact, step
from govern.schemas.edits import rules
from govern.schemas.edits.keywords import same_json
from govern.schemas.edits.pointers import keyword_pointer, pointers_above, pointers_of, property_pointer
from govern.schemas.edits.schema_edit import VALIDATING_KINDS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from govern.schemas.edits.keywords import Path
    from govern.schemas.edits.normal_form import NormalForm
    from govern.schemas.edits.schema_edit import SchemaEdit
    from govern.schemas.edits.witnesses import Position

# Kinds of edits that may appear in several keywords of their node.
_NODE_KINDS = VALIDATING_KINDS | {"nullable-type", "safe-integer"}
# Keywords with subschemas that are compared as one value.
_SCHEMA_KEYWORDS = frozenset({"additionalProperties", "allOf", "anyOf", "items", "oneOf", "prefixItems"})
_SET_KEYWORDS = ("enum", "required", "type")
_DEFINITION = re.compile(r"/(?:\$defs|definitions)/[^/]*")
_BRANCH_PREFIX = re.compile(r"^.*?/(?:allOf|anyOf|oneOf)/")
# Facts of these rules explain everything below their pointer.
_COVERING_RULES = ("-property-", "-default-", "-examples-", "-definition-", "-annotation-", ids.UNCLASSIFIED)


def respelling_facts(
    position: Position, old: NormalForm, new: NormalForm, edits: list[SchemaEdit], facts: list[Fact]
) -> Iterator[Fact]:
    """Yield one fact for all differences that the given facts do not explain, or none."""
    left = list(_differences(behaviour(position, old.raw), behaviour(position, new.raw), ""))
    if facts:
        nodes = {pointer for edit in edits if edit.kind in _NODE_KINDS for pointer in pointers_of(edit, old, new)}
        below = {fact.pointer for fact in facts if any(keyword in fact.rule for keyword in _COVERING_RULES)}
        below |= {pointer for edit in edits for pointer in _explained_pointers(edit, old, new)}
        below |= _replaced_pointers(edits, old, new)
        # References on the way to an edit: their target changed, and that is reported.
        references = {f"{pointer}/$ref" for edit in edits for pointer in pointers_above(edit, old, new)}
        exact = {fact.pointer for fact in facts} | references
        left = [leaf for leaf in left if not _is_explained(leaf, exact, below, nodes)]
    if left:
        before = {pointer: was for pointer, was, _ in left if was is not ABSENT}
        after = {pointer: now for pointer, _, now in left if now is not ABSENT}
        details = {"schema": {"pointers": [pointer for pointer, _, _ in left[:3]]}}
        yield Fact(rules.RESPELLED[position], "", before or ABSENT, after or ABSENT, details)


def _explained_pointers(edit: SchemaEdit, old: NormalForm, new: NormalForm) -> Iterator[str]:
    """Yield the pointers on both sides that an edit explains completely."""
    if edit.kind.startswith("property-"):
        yield property_pointer(edit.details["name"], old, edit.path)
        yield property_pointer(edit.details.get("renamed", edit.details["name"]), new, edit.new_path)
    elif edit.kind.startswith("required-"):
        for form, path in ((old, edit.path), (new, edit.new_path)):
            yield f"{property_pointer(edit.details['name'], form, path)}/default"
    elif edit.kind == "text":
        yield from (f"{pointer}/{edit.keyword}" for pointer in pointers_of(edit, old, new))
    elif edit.kind in VALIDATING_KINDS:
        yield keyword_pointer(edit, old, edit.path, new)
        yield keyword_pointer(edit, new, edit.new_path, old)


def _replaced_pointers(edits: list[SchemaEdit], old: NormalForm, new: NormalForm) -> set[str]:
    """Return the pointers inside what an edit replaces as a whole, by reference or not."""
    found: set[str] = set()
    for form, of_old in ((old, True), (new, False)):
        places = [(edit, edit.path if of_old else edit.new_path) for edit in edits]
        roots = {(*path, *inner) for edit, path in places for inner in _replaced_paths(edit, of_old=of_old)}
        for path, pointers in form.origins.items() if roots else ():
            if any(path[:length] in roots for length in range(len(path) + 1)):
                found.update(pointers)
    return found - {""}


def _replaced_paths(edit: SchemaEdit, *, of_old: bool) -> Iterator[Path]:
    if edit.kind.startswith("property-"):
        yield "properties", edit.details["name"] if of_old else edit.details.get("renamed", edit.details["name"])
    elif edit.kind in VALIDATING_KINDS and edit.keyword == "":
        yield ()
    elif edit.kind in VALIDATING_KINDS and edit.keyword in _SCHEMA_KEYWORDS:
        yield (edit.keyword,)


def _is_explained(leaf: tuple[str, Any, Any], exact: set[str], below: set[str], nodes: set[str]) -> bool:
    pointer, before, after = leaf
    if pointer in exact or pointer.endswith("/title"):
        return True
    if _DEFINITION.fullmatch(pointer) and ABSENT in (before, after) and nodes:
        return True
    # Branches are compared in sorted order, so one that changes may move others.
    branches = _BRANCH_PREFIX.search(pointer)
    if branches and any(place.startswith(branches[0]) for place in exact):
        return True
    parts = pointer.split("/")
    for length in range(len(parts), 0, -1):
        prefix = "/".join(parts[:length])
        if prefix in below or (prefix in nodes and "/properties/" not in pointer[len(prefix) :]):
            return True
    return False


def _differences(old: Any, new: Any, pointer: str) -> Iterator[tuple[str, Any, Any]]:
    if isinstance(old, dict) and isinstance(new, dict):
        for key in sorted({*old, *new}):
            sides = [side.get(key, ABSENT) for side in (old, new)]
            if key in ("$defs", "definitions") and any(isinstance(side, dict) and side for side in sides):
                sides = [{} if side is ABSENT else side for side in sides]
            yield from _differences(sides[0], sides[1], step(pointer, key))
    elif (
        isinstance(old, list) and isinstance(new, list) and len(old) == len(new) and not pointer.endswith(_SET_KEYWORDS)
    ):
        for at, (one, other) in enumerate(zip(old, new, strict=True)):
            yield from _differences(one, other, step(pointer, at))
    elif old is not new and (old is ABSENT or new is ABSENT or not same_json(old, new)):
        yield pointer, old, new
