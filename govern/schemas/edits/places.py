"""Where a fact stands in the schemas as advertised."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from govern.contract.surface import ABSENT
from govern.facts.fact import Fact, step
from govern.schemas.edits.told import said_of
from govern.schemas.edits.words import same, types_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from govern.facts.change import Witness
    from govern.schemas.edits.edit import Edit
    from govern.schemas.edits.form import Form
    from govern.schemas.edits.words import Path

_EXCLUSIVE = {"maximum": "exclusiveMaximum", "minimum": "exclusiveMinimum"}
_SPELLINGS = {
    "additionalProperties": ("additionalProperties", "unevaluatedProperties"),
    "dependentRequired": ("dependentRequired", "dependencies"),
    "dependentSchemas": ("dependentSchemas", "dependencies"),
    "enum": ("enum", "const"),
    "items": ("items", "additionalItems"),
    "prefixItems": ("prefixItems", "items"),
}


def fact_of(rule: str, edit: Edit, old: Form, new: Form, witness: Witness | None = None) -> Fact:
    """The edit under a rule, where a reader finds it."""
    if edit.family == "property-required" and not rule.endswith("-required-added"):
        edit = replace(edit, family="property-added", keyword=edit.said["name"], after=edit.said["schema"])
    if edit.family == "names" and rule.endswith(("-property-added", "-property-removed")):
        edit = _as_property(edit, is_gone=rule.endswith("-removed"))
    if edit.family == "enum-value-added" and rule.endswith("-type-widened"):
        edit = _as_types(edit)
    edit = _as_written(edit, old, new)
    return Fact(rule, pointer_of(edit, old, new), edit.before, edit.after, said_of(edit, root_of(rule)), witness)


def _as_types(edit: Edit) -> Edit:
    """A list of values told by the types of what it holds."""
    before, after = (sorted(types_of({"enum": side})) for side in (edit.before, edit.after))
    return replace(edit, family="type", keyword="type", before=before, after=after)


def _as_property(edit: Edit, *, is_gone: bool) -> Edit:
    """A pattern of names told as one of them is."""
    name = edit.said["gone" if is_gone else "come"][0]
    held: Any = edit.before if is_gone else edit.after
    sides = (held[name], ABSENT) if is_gone else (ABSENT, held[name])
    family = "property-removed" if is_gone else "property-added"
    return replace(edit, family=family, keyword=name, before=sides[0], after=sides[1], said={"name": name})


def _as_written(edit: Edit, old: Form, new: Form) -> Edit:
    """A bound of whole numbers as exclusive as each side writes it, where that is known."""
    if edit.family != "bound":
        return edit
    if not isinstance(edit.before, dict):
        edit = _with_zeros(edit, old, new)
    bound = edit.keyword.removeprefix("exclusive").lower()
    ways = ((edit.before, old, edit.path), (edit.after, new, edit.now))
    written = [_written(bound, form, path) for value, form, path in ways if value is not ABSENT]
    if bound not in _EXCLUSIVE or not all(len(side) == 1 for side in written):
        return edit
    words = [word for side in written for word in side]
    sides: list[Any] = written if len({*words}) > 1 else [value for side in written for value in side.values()]
    before = ABSENT if edit.before is ABSENT else sides[0]
    after = ABSENT if edit.after is ABSENT else sides[-1]
    return replace(edit, keyword=words[-1], before=before, after=after)


def _written(bound: str, form: Form, path: Path) -> dict[str, Any]:
    """The words that one side has for a bound, and what they say; none where a flag says that it is exclusive."""
    nodes = [node for place in form.pointers(path) if isinstance(node := value_at(form.raw, place), dict)]
    words = (bound, _EXCLUSIVE.get(bound, bound))
    found = {word: node[word] for node in nodes for word in words if word in node}
    return {} if any(isinstance(value, bool) for value in found.values()) else found


def _with_zeros(edit: Edit, old: Form, new: Form) -> Edit:
    """A bound that demands nothing is none, but where it is written it is said."""
    written = [
        value_at(form.raw, step(node, edit.keyword))
        for value, form, path in ((edit.before, old, edit.path), (edit.after, new, edit.now))
        for node in ([form.pointer(path)] if value is ABSENT else ())
    ]
    if written != [0]:
        return edit
    return replace(edit, before=written[0]) if edit.before is ABSENT else replace(edit, after=written[0])


def root_of(rule: str) -> str:
    """What people call the whole."""
    return "the answer" if rule.startswith("output") else "the arguments"


def pointer_of(edit: Edit, old: Form, new: Form) -> str:
    """The place of what is there now, or of what is gone."""
    form, path, other = (old, edit.path, new) if edit.after is ABSENT else (new, edit.now, old)
    if edit.family in ("property-added", "property-moved", "property-removed", "property-renamed"):
        return property_at(edit.keyword, form, path)
    place = spelled_at(edit, form, path, other)
    return f"{place}/required" if edit.keyword == "required" and not place.endswith("/required") else place


def property_at(name: str, form: Form, path: Path) -> str:
    """Where one side declares a property of a node."""
    holders = ("properties", "patternProperties")
    places = [step(f"{node}/{holder}", name) for holder in holders for node in form.pointers(path)]
    return next((place for place in places if value_at(form.raw, place) is not ABSENT), places[0])


def spelled_at(edit: Edit, form: Form, path: Path, other: Form) -> str:
    """Where one side spells the keyword of an edit: its node, where it does not."""
    for node in form.pointers(path):
        here = value_at(form.raw, node)
        for word in _SPELLINGS.get(edit.keyword, (edit.keyword,)):
            if word and isinstance(here, dict) and word in here and not _is_untouched(step(node, word), form, other):
                # A type is joined from those of branches, so none of them says it all.
                return _holder(node) if word == "type" and is_branch(node) else step(node, word)
    # What only refers there is as it was; what it refers to is not.
    changed = next((node for node in form.pointers(path) if not _is_untouched(node, form, other)), None)
    if changed or not form.refers:
        return changed or form.pointer(path)
    return referred(form.pointer(path), form.raw, other.raw)


def referred(place: str, raw: Any, other: Any) -> str:
    """The one definition that makes a place another though both sides say the same there; else the place itself."""
    places, found = [place], set[str]()
    for here in places:
        for target in _targets(value_at(raw, here)):
            if target not in places and value_at(raw, target) is not ABSENT:
                sides = value_at(raw, target), value_at(other, target)
                if ABSENT not in sides and same(*sides):
                    places.append(target)
                else:
                    found.add(target)
    return found.pop() if len(found) == 1 else place


def _targets(held: Any) -> Iterator[str]:
    """The places that a schema refers to, by pointers."""
    if isinstance(held, dict):
        reference = held.get("$ref")
        if isinstance(reference, str) and reference.startswith("#/"):
            yield reference[1:]
    for inner in held.values() if isinstance(held, dict) else held if isinstance(held, list) else ():
        yield from _targets(inner)


def _holder(branch: str) -> str:
    """The schema that a branch is a part of."""
    while is_branch(branch):
        branch = branch.rsplit("/", 2)[0]
    return branch


def is_untouched(edit: Edit, old: Form, new: Form) -> bool:
    """Whether both sides have the keyword of an edit, at one place, and say the same by it."""
    if not edit.keyword or edit.family.startswith("property-"):
        return False  # It is of the whole node, or of a name.
    places = (step(node, edit.keyword) for node in old.pointers(edit.path))
    return any(_is_untouched(place, old, new) for place in places)


def _is_untouched(place: str, form: Form, other: Form) -> bool:
    """Whether both sides say the same there, so that the edit is of what is joined with it."""
    sides = value_at(form.raw, place), value_at(other.raw, place)
    return ABSENT not in sides and same(*sides)


def is_branch(pointer: str) -> bool:
    """Whether a place is one of several schemas that are held together, or chosen from."""
    return pointer.rpartition("/")[0].endswith(("/allOf", "/anyOf", "/oneOf"))


def value_at(document: Any, pointer: str) -> Any:
    """What stands at a pointer, ABSENT where nothing does."""
    for part in pointer.split("/")[1:]:
        key: Any = part.replace("~1", "/").replace("~0", "~")
        if isinstance(document, list):
            key = int(key) if key.isdecimal() else -1
            document = document[key] if 0 <= key < len(document) else ABSENT
        else:
            document = document.get(key, ABSENT) if isinstance(document, dict) else ABSENT
    return document
