"""A tree made smaller, or more insistent, around one place of it."""

from typing import Any

from govern.compare.schemas.edits.words import SAFE_INTEGER, VALIDATING, Path, types_of
from govern.contract.surface import ABSENT

Node = dict[str, Any]

_PLAIN = frozenset({"$defs", "additionalProperties", "properties", "required", "type"})
_MONOTONE = frozenset(
    {"additionalProperties", "allOf", "anyOf", "items", "patternProperties", "prefixItems", "properties"}
)
_NAMED = frozenset({"$defs", "dependentSchemas", "patternProperties", "properties"})


def validating(node: Any) -> Any:
    """What a validator looks at, without the bounds that every integer of JavaScript has."""
    if not isinstance(node, dict):
        return node
    if "~" in node:
        return node["~"]
    kept = {word: _inner(word, value) for word, value in node.items() if word in VALIDATING}
    if "integer" in types_of(node):
        for bound, end in (("minimum", -SAFE_INTEGER), ("maximum", SAFE_INTEGER)):
            if kept.get(bound) == end:
                del kept[bound]
    return kept


def validating_at(path: Path, value: Any) -> Any:
    """As much of what is put at a place as a validator looks at."""
    if value is ABSENT or not path:
        return value
    word = str(path[-1])
    if _is_node(path):
        return validating(value)
    is_safe = word in ("minimum", "maximum") and value in (SAFE_INTEGER, -SAFE_INTEGER)
    return ABSENT if is_safe else _inner(word, value)


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


def focused(tree: Node, path: Path, names: frozenset[str]) -> Node:
    """The tree without the optional properties that lie beside the path, where they can have no say."""
    kept = _pruned(tree, {path[1]} if path[:1] == ("properties",) else names if not path else None)
    if len(path) > 1 and path[0] == "properties" and path[1] in kept.get("properties", {}):
        inner = {**kept["properties"], path[1]: focused(kept["properties"][path[1]], path[2:], names)}
        return {**kept, "properties": inner}
    if path[:1] == ("items",) and isinstance(kept.get("items"), dict):
        return {**kept, "items": focused(kept["items"], path[1:], names)}
    return kept


def _pruned(node: Node, wanted: Any) -> Node:
    held = node.get("properties")
    if wanted is None or not isinstance(held, dict) or not node.keys() <= _PLAIN:
        return node
    if not isinstance(node.get("additionalProperties", True), bool):
        return node
    keep = {*wanted, *node.get("required", [])}
    rest = {name: inner for name, inner in held.items() if name in keep}
    # An object that declares properties is not one that declares none.
    return {**node, "properties": rest or dict(list(held.items())[:1])}


def insisting(tree: Node, path: Path) -> Node:
    """The tree with each optional thing on the way to the path asked for."""
    if not path:
        return _lean(tree)
    key, rest = path[0], path[1:]
    if key == "properties" and rest:
        name, held = str(rest[0]), tree.get("properties", {})
        required = sorted({*tree.get("required", []), name})
        inner = {**held, name: insisting(held.get(name, {}), rest[1:])}
        return {**tree, "type": "object", "properties": inner, "required": required}
    if key == "items":
        least = max(1, tree.get("minItems", 1))
        return {**tree, "type": "array", "minItems": least, "items": insisting(tree.get("items", {}), rest)}
    if key in ("anyOf", "oneOf") and rest:
        return {**tree, str(key): [insisting(tree[str(key)][rest[0]], rest[1:])]}
    return tree


def _lean(node: Node) -> Node:
    """The node without what may be left out of it."""
    held = node.get("properties")
    if not isinstance(held, dict) or not node.keys() <= _PLAIN:
        return node
    return {**node, "properties": {name: _lean(held[name]) for name in node.get("required", []) if name in held}}


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
