"""JSON pointers to the places of an edit in the advertised schemas."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from govern.contract.surface import ABSENT
from govern.facts.change import pointer_keys, step
from govern.schemas.edits.keywords import same_json

if TYPE_CHECKING:
    from collections.abc import Iterator

    from govern.schemas.edits.keywords import Path
    from govern.schemas.edits.normal_form import NormalForm
    from govern.schemas.edits.schema_edit import SchemaEdit

_SPELLINGS = {
    "additionalProperties": ("additionalProperties", "unevaluatedProperties"),
    "dependentRequired": ("dependentRequired", "dependencies"),
    "dependentSchemas": ("dependentSchemas", "dependencies"),
    "enum": ("enum", "const"),
    "items": ("items", "additionalItems"),
    "prefixItems": ("prefixItems", "items"),
}


def pointer_of(edit: SchemaEdit, old: NormalForm, new: NormalForm) -> str:
    """Return the pointer of an edit: into the new schema, or into the old one where something was removed."""
    form, path, other = (old, edit.path, new) if edit.after is ABSENT else (new, edit.new_path, old)
    if edit.kind in ("property-added", "property-moved", "property-removed", "property-renamed", "property-unlisted"):
        return property_pointer(edit.keyword, form, path)
    place = keyword_pointer(edit, form, path, other)
    return f"{place}/required" if edit.keyword == "required" and not place.endswith("/required") else place


def pointers_of(edit: SchemaEdit, old: NormalForm, new: NormalForm) -> Iterator[str]:
    """Yield the pointers on both sides that the node of an edit was made of."""
    yield from old.pointers(edit.path)
    yield from new.pointers(edit.new_path)


def pointers_above(edit: SchemaEdit, old: NormalForm, new: NormalForm) -> Iterator[str]:
    """Yield the pointers on both sides of the node of an edit, and of all nodes on the way to it."""
    for form, path in ((old, edit.path), (new, edit.new_path)):
        for length in range(len(path) + 1):
            yield from form.pointers(path[:length])


def property_pointer(name: str, form: NormalForm, path: Path) -> str:
    """Return the pointer where one side declares a property of a node."""
    holders = ("properties", "patternProperties")
    places = [step(f"{node}/{holder}", name) for holder in holders for node in form.pointers(path)]
    return next((place for place in places if value_at(form.raw, place) is not ABSENT), places[0])


def keyword_pointer(edit: SchemaEdit, form: NormalForm, path: Path, other: NormalForm) -> str:
    """Return the pointer of an edit's keyword on one side, or of its node where the keyword is missing."""
    for node in form.pointers(path):
        here = value_at(form.raw, node)
        for keyword in _SPELLINGS.get(edit.keyword, (edit.keyword.removeprefix("~"),)):
            if (
                keyword
                and isinstance(here, dict)
                and keyword in here
                and not _is_unchanged(step(node, keyword), form, other)
            ):
                # The type is merged from several branches, so that none of them has it all.
                return _branch_holder(node) if keyword == "type" and is_branch(node) else step(node, keyword)
    # A place that refers to a changed definition has not changed itself.
    changed = next((node for node in form.pointers(path) if not _is_unchanged(node, form, other)), None)
    if changed or not form.refers:
        return changed or form.pointer(path)
    return referred_pointer(form.pointer(path), form.raw, other.raw)


def referred_pointer(place: str, raw: Any, other: Any) -> str:
    """Return the one definition whose change affects a place, or the place itself."""
    places, found = [place], set[str]()
    for here in places:
        for target in _reference_targets(value_at(raw, here)):
            if target not in places and value_at(raw, target) is not ABSENT:
                sides = value_at(raw, target), value_at(other, target)
                if ABSENT not in sides and same_json(*sides):
                    places.append(target)
                else:
                    found.add(target)
    return found.pop() if len(found) == 1 else place


def _reference_targets(value: Any) -> Iterator[str]:
    """Yield the pointers that a schema refers to."""
    if isinstance(value, dict):
        reference = value.get("$ref")
        if isinstance(reference, str) and reference.startswith("#/"):
            yield reference[1:]
    for inner in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from _reference_targets(inner)


def _branch_holder(branch: str) -> str:
    """Return the pointer of the schema that a branch belongs to."""
    while is_branch(branch):
        branch = branch.rsplit("/", 2)[0]
    return branch


def is_unchanged(edit: SchemaEdit, old: NormalForm, new: NormalForm) -> bool:
    """Return whether both sides have the edit's keyword at the same pointer with the same value."""
    if not edit.keyword or edit.kind.startswith("property-"):
        return False  # The edit concerns a whole node or a property name.
    places = (step(node, edit.keyword) for node in old.pointers(edit.path))
    return any(_is_unchanged(place, old, new) for place in places)


def _is_unchanged(place: str, form: NormalForm, other: NormalForm) -> bool:
    """Return whether both sides are equal at a pointer, so that the edit is in something merged with it."""
    known = form.unchanged
    if place not in known:
        sides = value_at(form.raw, place), value_at(other.raw, place)
        known[place] = ABSENT not in sides and same_json(*sides)
    return known[place]


def is_branch(pointer: str) -> bool:
    """Return whether a pointer leads to a branch of `allOf`, `anyOf` or `oneOf`."""
    return pointer.rpartition("/")[0].endswith(("/allOf", "/anyOf", "/oneOf"))


def value_at(document: Any, pointer: str) -> Any:
    """Return the value at a pointer, ABSENT if there is none."""
    for key in pointer_keys(pointer):
        if isinstance(document, list):
            at = int(key) if key.isdecimal() else -1
            document = document[at] if 0 <= at < len(document) else ABSENT
        else:
            document = document.get(key, ABSENT) if isinstance(document, dict) else ABSENT
    return document
