"""The net: places that differ and that no fact speaks of, since they mean the same."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from govern.contract.behaviour import behaviour
from govern.contract.surface import ABSENT
from govern.facts import rule_ids as ids
from govern.facts.fact import Fact, step
from govern.schemas.edits import rules
from govern.schemas.edits.edit import ASKED
from govern.schemas.edits.places import property_at, root_of, spelled_at
from govern.schemas.edits.words import same

if TYPE_CHECKING:
    from collections.abc import Iterator

    from govern.schemas.edits.edit import Edit
    from govern.schemas.edits.form import Form
    from govern.schemas.edits.oracle import Position
    from govern.schemas.edits.words import Path

# Edits that may be spelled all over their node.
_OF_NODES = ASKED | {"nullable-type", "safe-integer"}
# Keywords that hold schemas, and are told as one value.
_HOLDING = frozenset({"additionalProperties", "allOf", "anyOf", "items", "oneOf", "prefixItems"})
_SETS = ("enum", "required", "type")
_DEFINITION = re.compile(r"/(?:\$defs|definitions)/[^/]*")
_BRANCHES = re.compile(r"^.*?/(?:allOf|anyOf|oneOf)/")
# Facts of these speak of all that lies below their pointer.
_WHOLE = ("-property-", "-default-", "-examples-", "-definition-", "-annotation-", ids.UNCLASSIFIED)


def residue(position: Position, old: Form, new: Form, edits: list[Edit], facts: list[Fact]) -> Iterator[Fact]:
    """One fact for all of it, or none."""
    left = list(_leaves(behaviour(position, old.raw), behaviour(position, new.raw), ""))
    if facts:
        nodes = {
            pointer
            for edit in edits
            if edit.family in _OF_NODES
            for form, path in ((old, edit.path), (new, edit.now))
            for pointer in form.pointers(path)
        }
        below = {fact.pointer for fact in facts if any(word in fact.rule for word in _WHOLE)}
        below |= {pointer for edit in edits for pointer in _told(edit, old, new)}
        below |= _replaced(edits, old, new)
        exact = {fact.pointer for fact in facts} | _references(edits, old, new)
        left = [leaf for leaf in left if not _is_told(leaf, exact, below, nodes)]
    if left:
        before = {pointer: was for pointer, was, _ in left if was is not ABSENT}
        after = {pointer: now for pointer, _, now in left if now is not ABSENT}
        said = {"place": root_of(position), "edit": ", ".join(pointer for pointer, _, _ in left[:3])}
        yield Fact(rules.RESPELLED[position], "", before or ABSENT, after or ABSENT, said)


def _told(edit: Edit, old: Form, new: Form) -> Iterator[str]:
    """The places of which an edit tells all, on both sides."""
    if edit.family.startswith("property-"):
        yield property_at(edit.said["name"], old, edit.path)
        yield property_at(edit.said.get("renamed", edit.said["name"]), new, edit.now)
    elif edit.family.startswith("required-"):
        yield from (
            f"{property_at(edit.said['name'], form, path)}/default"
            for form, path in ((old, edit.path), (new, edit.now))
        )
    elif edit.family == "text":
        ways = ((old, edit.path), (new, edit.now))
        yield from (f"{pointer}/{edit.keyword}" for form, path in ways for pointer in form.pointers(path))
    elif edit.family in ASKED:
        yield spelled_at(edit, old, edit.path, new)
        yield spelled_at(edit, new, edit.now, old)


def _replaced(edits: list[Edit], old: Form, new: Form) -> set[str]:
    """What stands, referred to or not, inside what an edit puts as a whole in the place of another."""
    found: set[str] = set()
    for form, of_old in ((old, True), (new, False)):
        places = [(edit, edit.path if of_old else edit.now) for edit in edits]
        roots = {(*path, *inner) for edit, path in places for inner in _inner(edit, of_old=of_old)}
        for path, pointers in form.origins.items() if roots else ():
            if any(path[:length] in roots for length in range(len(path) + 1)):
                found.update(pointers)
    return found - {""}


def _inner(edit: Edit, *, of_old: bool) -> Iterator[Path]:
    if edit.family.startswith("property-"):
        yield "properties", edit.said["name"] if of_old else edit.said.get("renamed", edit.said["name"])
    elif edit.family in ASKED and edit.keyword == "":
        yield ()
    elif edit.family in ASKED and edit.keyword in _HOLDING:
        yield (edit.keyword,)


def _references(edits: list[Edit], old: Form, new: Form) -> set[str]:
    """References on the way to an edit: what they lead to changed, and that is what is told."""
    return {
        f"{pointer}/$ref"
        for edit in edits
        for form, path in ((old, edit.path), (new, edit.now))
        for length in range(len(path) + 1)
        for pointer in form.pointers(path[:length])
    }


def _is_told(leaf: tuple[str, Any, Any], exact: set[str], below: set[str], nodes: set[str]) -> bool:
    pointer, was, now = leaf
    if pointer in exact or pointer.endswith("/title"):
        return True
    if _DEFINITION.fullmatch(pointer) and ABSENT in (was, now) and nodes:
        return True
    # Branches are sorted, so one that changes may move others.
    branches = _BRANCHES.search(pointer)
    if branches and any(place.startswith(branches[0]) for place in exact):
        return True
    for prefix in _prefixes(pointer):
        if prefix in below:
            return True
        if prefix in nodes and "/properties/" not in pointer[len(prefix) :]:
            return True
    return False


def _prefixes(pointer: str) -> Iterator[str]:
    parts = pointer.split("/")
    for length in range(len(parts), 0, -1):
        yield "/".join(parts[:length])


def _leaves(old: Any, new: Any, pointer: str) -> Iterator[tuple[str, Any, Any]]:
    if isinstance(old, dict) and isinstance(new, dict):
        for key in sorted({*old, *new}):
            sides = [side.get(key, ABSENT) for side in (old, new)]
            if key in ("$defs", "definitions") and any(isinstance(side, dict) and side for side in sides):
                sides = [{} if side is ABSENT else side for side in sides]
            yield from _leaves(sides[0], sides[1], step(pointer, key))
    elif isinstance(old, list) and isinstance(new, list) and len(old) == len(new) and not pointer.endswith(_SETS):
        for at, (one, other) in enumerate(zip(old, new, strict=True)):
            yield from _leaves(one, other, step(pointer, at))
    elif old is not new and (old is ABSENT or new is ABSENT or not same(old, new)):
        yield pointer, old, new
