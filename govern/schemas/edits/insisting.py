"""A tree that asks for one place of it, so that whatever is valid has something there."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from govern.schemas.edits.focus import PLAIN

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from govern.schemas.edits.focus import Node
    from govern.schemas.edits.words import Path


def insisting(tree: Node, path: Path) -> Node:
    """The tree with each optional thing on the way to the path asked for."""
    if not path:
        return _lean(tree)
    key, rest = str(path[0]), path[1:]
    if key == "items":
        least = max(1, tree.get("minItems", 1))
        return {**tree, "type": "array", "minItems": least, "items": insisting(tree.get("items", {}), rest)}
    if key in ("else", "then"):
        condition = tree.get("if", {}) if key == "then" else {"not": tree.get("if", {})}
        return {**tree, "allOf": [*tree.get("allOf", []), condition, insisting(tree.get(key, {}), rest)]}
    within = _WITHIN.get(key)
    return within(tree, key, rest[0], rest[1:]) if within and rest else tree


def _named(tree: Node, key: str, step: str | int, rest: Path) -> Node:
    held, name = tree.get(key, {}), str(step)
    required = sorted({*tree.get("required", []), name})
    return {**tree, "type": "object", key: {**held, name: insisting(held.get(name, {}), rest)}, "required": required}


def _branched(tree: Node, key: str, at: Any, rest: Path) -> Node:
    """Of a choice the one branch; of parts that hold together all of them."""
    inner = insisting(tree[key][at], rest)
    branches = [inner if index == at else branch for index, branch in enumerate(tree[key])]
    return {**tree, key: branches if key == "allOf" else [inner]}


def _lean(node: Node) -> Node:
    """The node without what may be left out of it."""
    held = node.get("properties")
    if not isinstance(held, dict) or not node.keys() <= PLAIN:
        return node
    return {**node, "properties": {name: _lean(held[name]) for name in node.get("required", []) if name in held}}


_WITHIN: Mapping[str, Callable[[Node, str, Any, Path], Node]] = {
    "allOf": _branched, "anyOf": _branched, "dependentSchemas": _named, "oneOf": _branched, "properties": _named,
}  # fmt: skip
