"""A tree made smaller, or more insistent, around one place of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from govern.contract.surface import ABSENT
from govern.schemas.edits.words import LOGIC, OF_OBJECTS, VALIDATING, is_generated_bound, types_of

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from govern.schemas.edits.words import Path

Node = dict[str, Any]

Names = frozenset[str] | None

PLAIN = frozenset({"$defs", "additionalProperties", "properties", "required", "type"})
_MONOTONE = frozenset(
    {"additionalProperties", "allOf", "anyOf", "dependentSchemas", "else", "items", "patternProperties", "prefixItems",
     "properties", "then"}
)  # fmt: skip
# Keywords whose schemas speak of the same object, and those that may speak of any of its names.
_LOGICAL = frozenset({"allOf", "anyOf", "else", "if", "not", "oneOf", "then"})
_BY_NAME = frozenset({"dependentRequired", "properties", "required"})
_OF_ANY = (OF_OBJECTS | LOGIC) - _LOGICAL - _BY_NAME - {"$defs", "additionalProperties", "type"}
_NAMED = frozenset({"$defs", "dependentSchemas", "patternProperties", "properties"})


def validating(node: Any) -> Any:
    """What a validator looks at, without the bounds that every integer of a language has."""
    if not isinstance(node, dict):
        return node
    if "~" in node:
        return node["~"]
    kept = {word: _inner(word, value) for word, value in node.items() if word in VALIDATING}
    if "integer" in types_of(node):
        for bound in ("minimum", "maximum"):
            if is_generated_bound(bound, kept.get(bound)):
                del kept[bound]
    return kept


def validating_at(path: Path, value: Any) -> Any:
    """As much of what is put at a place as a validator looks at."""
    if value is ABSENT or not path:
        return value
    word = str(path[-1])
    if _is_node(path):
        return validating(value)
    return ABSENT if is_generated_bound(word, value) else _inner(word, value)


def _is_node(path: Path) -> bool:
    """Whether a path ends in a name or an index, and not in a keyword."""
    steps = iter(path)
    named = False
    for step in steps:
        named = isinstance(step, int)
        if step in _NAMED:
            named = next(steps, None) is not None
    return named


def _inner(word: str, value: Any) -> Any:
    if word in ("enum", "const", "required", "dependentRequired", "type"):
        return value
    if isinstance(value, dict):
        if word in _NAMED:
            named = {name: validating(inner) for name, inner in value.items()}
            return {name: inner for name, inner in named.items() if word != "$defs" or not name.startswith("unused.")}
        return validating(value)
    return [validating(inner) for inner in value] if isinstance(value, list) else value


def focused(tree: Node, path: Path, names: Names) -> Node:
    """The tree without the optional properties that lie beside the path, where they can have no say.

    `names` are those that an edit of the node at the path speaks of, None where it may speak of any.
    """
    return _along(tree, path, names, _pruned)


def lean(tree: Node, path: Path, names: Names) -> Node:
    """The same, without what is asked for beside the path as well."""
    return _along(tree, path, names, _leaned)


def _along(tree: Node, path: Path, names: Names, prune: Callable[[Node, frozenset[str]], Node]) -> Node:
    wanted = names if not path else frozenset({str(path[1])}) if path[0] == "properties" and len(path) > 1 else None
    kept = tree if wanted is None else prune(tree, wanted)
    if len(path) > 1 and path[0] == "properties" and path[1] in kept.get("properties", {}):
        inner = {**kept["properties"], path[1]: _along(kept["properties"][path[1]], path[2:], names, prune)}
        return {**kept, "properties": inner}
    if path[:1] == ("items",) and isinstance(kept.get("items"), dict):
        return {**kept, "items": _along(kept["items"], path[1:], names, prune)}
    return kept


def _leaned(node: Node, wanted: frozenset[str]) -> Node:
    spoken_of = _spoken_of(node)
    if spoken_of is None or not isinstance(node.get("required"), list):
        return node
    return _pruned({**node, "required": [name for name in node["required"] if name in wanted | spoken_of]}, wanted)


def _pruned(node: Node, wanted: frozenset[str]) -> Node:
    spoken_of = _spoken_of(node)
    if spoken_of is None:
        return node
    held, keep = node["properties"], {*wanted, *spoken_of, *node.get("required", [])}
    rest = {name: inner for name, inner in held.items() if name in keep}
    # An object that declares properties is not one that declares none.
    return {**node, "properties": rest or dict(list(held.items())[:1])}


def _spoken_of(node: Node) -> Names:
    """The names that a node speaks of by more than declaring and asking for them."""
    if not isinstance(node.get("properties"), dict) or not isinstance(node.get("additionalProperties", True), bool):
        return None
    return mentioned({word: value for word, value in node.items() if word not in PLAIN})


def mentioned(words: Mapping[str, Any]) -> Names:
    """The names of the properties that keywords of one node speak of; None where it may be any."""
    found: set[str] = set()
    for word, value in words.items():
        inner = _in_word(word, value)
        if inner is None:
            return None
        found |= inner
    return frozenset(found)


def _in_word(word: str, value: Any) -> Names:
    if value is ABSENT:
        return frozenset()
    if word in _BY_NAME:
        deeper = value.values() if word == "dependentRequired" else ()
        return frozenset([*value, *(name for names in deeper for name in names)])
    if word in _LOGICAL:
        branches = value if isinstance(value, list) else [value]
        inside = [mentioned(branch) for branch in branches if isinstance(branch, dict)]
        return None if None in inside else frozenset[str]().union(*filter(None, inside))
    return None if word in _OF_ANY else frozenset()


def crowded(tree: Any, path: Path, many: int) -> Path | None:
    """The first object on the way to the path that asks for more names than that."""
    for at in range(len(path) + 1):
        if isinstance(tree, dict) and len(tree.get("required", ())) > many:
            return path[:at]
        tree = tree.get(path[at]) if isinstance(tree, dict) and at < len(path) else None
    return None


def is_monotone(path: Path) -> bool:
    """Whether letting more through at this place can only let more through at the root."""
    return _words(path) <= _MONOTONE


def is_plain(path: Path) -> bool:
    """Whether the place lies in nothing but properties and lists."""
    return _words(path) <= {"items", "properties"}


def _words(path: Path) -> set[str]:
    words: set[str] = set()
    steps = iter(path)
    for step in steps:
        if isinstance(step, str):
            words.add(step)
            if step in _NAMED:
                next(steps, None)
    return words
