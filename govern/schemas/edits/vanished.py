"""Names that no part of an object declares any more, where their part was exchanged as a whole."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from govern.contract.surface import ABSENT
from govern.schemas.edits.declared import PARTS, declared, is_declared, may_be_declared
from govern.schemas.edits.edit import Edit
from govern.schemas.edits.words import types_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from govern.schemas.edits.pair import Node, Pair
    from govern.schemas.edits.words import Path

_LISTS = ("allOf", "anyOf", "oneOf")
_CHOICES = frozenset({"anyOf", "oneOf"})
_BY_NAME = frozenset({"dependentSchemas"})
_MOST_FORMS = 64


def vanished(pair: Pair, edits: list[Edit]) -> Iterator[Edit]:
    """An edit for each name that only one side declares and of which no edit speaks.

    What is told of the part does what there is to do, so these take no steps. `chosen` are names that only forms had
    which are gone, and `place` is the object.
    """
    if pair.object is not None or not pair.words & PARTS:
        return
    told = {
        name
        for edit in edits
        if edit.family.startswith("property-") and is_part(edit.path, pair.path)
        for name in (edit.said["name"], edit.said.get("renamed"))
    }
    for family, mine, other in (("property-removed", pair.old, pair.new), ("property-added", pair.new, pair.old)):
        for name, (inner, schema) in _declared(mine, ()).items():
            if name in told or may_be_declared(name, other):
                continue
            said: dict[str, Any] = {"name": name, "place": pair.path}
            is_of_form = bool(_CHOICES & set(inner)) and not is_declared(name, mine)
            said["chosen"] = is_of_form and _is_of_dropped_forms(name, mine, other)
            if family == "property-removed":
                yield Edit(family, (*pair.path, *inner), pair.now, name, schema, ABSENT, said=said)
            else:
                yield Edit(family, pair.path, (*pair.now, *inner), name, ABSENT, schema, said=said)


def is_part(path: Path, place: Path) -> bool:
    """Whether a path leads to a part of the object at a place, or to the object itself."""
    if path[: len(place)] != place:
        return False
    steps = iter(path[len(place) :])
    for step in steps:
        if step not in PARTS:
            return False
        if step in _LISTS or step in _BY_NAME:
            next(steps, None)
    return True


def _declared(node: Any, path: Path) -> dict[str, tuple[Path, Node]]:
    """Each name with the part that declares it, the nearest to the root first."""
    if not isinstance(node, dict):
        return {}
    found = {name: (path, schema) for name, schema in declared(node).items()}
    for inner, part in _parts(node):
        found = _declared(part, (*path, *inner)) | found
    return found


def _is_of_dropped_forms(name: str, mine: Node, other: Node) -> bool:
    """Whether none of the other's forms is one of mine that had the name."""
    was, now = _forms(mine), _forms(other)
    if max(len(was), len(now)) > _MOST_FORMS:
        return False
    return not any(name in former for form in now for former in _former(form, was))


def _former(form: frozenset[str], forms: set[frozenset[str]]) -> list[frozenset[str]]:
    """What a form was before: one of which it has all names, else what it has most in common with."""
    likeness = {names: (bool(names) and names <= form, len(names & form), -len(names - form)) for names in forms}
    return [names for names, alike in likeness.items() if alike == max(likeness.values())]


def _forms(node: Node) -> set[frozenset[str]]:
    """The names that each form of an object declares; where there are too many forms, not all of them."""
    if "object" not in types_of(node):
        return set()
    forms = {frozenset(declared(node))}
    choices = [[part] for part in node.get("allOf", [])] + [node[word] for word in _CHOICES if word in node]
    for choice in choices:
        held = set[frozenset[str]]().union(*map(_forms, choice))
        forms = {names | more for names in forms for more in held}
        if len(forms) > _MOST_FORMS:
            break
    return forms


def _parts(node: Node) -> Iterator[tuple[Path, Any]]:
    for word in _LISTS:
        yield from (((word, at), part) for at, part in enumerate(node.get(word, [])))
    yield from (((word,), node[word]) for word in ("then", "else") if word in node)
    yield from ((("dependentSchemas", name), part) for name, part in node.get("dependentSchemas", {}).items())
