"""Comparisons and samples that differ only in the names of objects' properties: one result applies to all."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from govern.schemas.edits.keywords import json_key
from govern.schemas.edits.witnesses import error_of

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from govern.contract.json_text import Json
    from govern.contract.surface import Absent
    from govern.schemas.edits.keywords import Node, Path
    from govern.schemas.edits.witnesses import Compatibility

    Names = tuple[str, ...]

# Beside these keywords, nothing in an object depends on how its properties are called.
_PLAIN = frozenset({"additionalProperties", "items", "properties", "required", "type"})
# A reference may lead through a name.
_REFERENCE = b"$"


class ShapeMemo:
    """Results by the shape of the trees, that is without the names of the properties of some objects.

    All comparisons of one memo are made in the same way, and so are all samples.
    """

    def __init__(self) -> None:
        self._known: dict[bytes, tuple[Names, Compatibility]] = {}
        self._samples: dict[bytes, tuple[Names, Json | Absent]] = {}

    def compare(
        self, sender: Node, reader: Node, paths: Sequence[Path], compared: Callable[[Node, Node], Compatibility]
    ) -> Compatibility:
        """Return the result for two trees that differ at these paths, compared only if none of their shape was."""
        places = _object_paths(paths, sender)
        shape = _shape((sender, reader), places)
        if shape is None:
            return compared(sender, reader)
        key, names = shape
        if key in self._known:
            before, result = self._known[key]
            again = _renamed_result(result, places, dict(zip(before, names, strict=True)), reader)
            if again is not None:
                return again
        result = compared(sender, reader)
        self._known[key] = names, result
        return result

    def sample(self, tree: Node, path: Path, sampled: Callable[[Node], Json | Absent]) -> Json | Absent:
        """Return a valid value of a tree that has this path, drawn only if none of its shape was."""
        places = _object_paths([path], tree)
        shape = _shape((tree,), places)
        if shape is None:
            return sampled(tree)
        key, names = shape
        if key in self._samples:
            before, instance = self._samples[key]
            with suppress(KeyError):
                renamed: Json | Absent = _renamed_instance(instance, places, dict(zip(before, names, strict=True)))
                return renamed
        found = sampled(tree)
        self._samples[key] = names, found
        return found


def _object_paths(paths: Sequence[Path], tree: Node) -> list[Path]:
    """Return the path of the nearest object of each of these paths, none if one has no object or is within another."""
    found = {_object_path(path, tree) for path in paths}
    apart = sorted((path for path in found if path is not None), key=lambda path: [*map(str, path)])
    is_within_another = any(after[: len(before)] == before for before, after in pairwise(apart))
    return [] if None in found or is_within_another else apart


def _object_path(path: Path, tree: Node) -> Path | None:
    """Return the path of the nearest object with properties, None unless it leads through properties and items."""
    found: Path | None = () if "properties" in tree else None
    at = 0
    while at < len(path):
        if path[at] not in ("items", "properties") or not tree.keys() <= _PLAIN:
            return None
        width = 2 if path[at] == "properties" else 1
        if len(path) < at + width:
            return None
        for step in path[at : at + width]:
            inner = tree.get(str(step))
            if not isinstance(inner, dict):
                return found
            tree = inner
        at += width
        if "properties" in tree and tree.keys() <= _PLAIN:
            found = path[:at]
    return found


def _shape(trees: tuple[Node, ...], places: Sequence[Path]) -> tuple[bytes, Names] | None:
    """Return a key for all trees of this shape, and the names that it leaves out; None if names matter."""
    nodes = [_node(tree, place) for tree in trees for place in places]
    # A keyword above an object may mention its names too.
    is_plain = all(map(_is_plain, nodes)) and all(_object_path(each, tree) == each for tree in trees for each in places)
    if not nodes or not is_plain:
        return None
    names = tuple(dict.fromkeys(name for node in nodes for name in (*node["properties"], *node.get("required", ()))))
    numbers = {name: str(at) for at, name in enumerate(names)}
    numbered = [*trees]
    for place in places:
        numbered = [_replaced(tree, place, _numbered(_node(tree, place), numbers)) for tree in numbered]
    key = json_key(numbered)
    return None if _REFERENCE in key else (key, names)


def _is_plain(node: Any) -> bool:
    return (
        isinstance(node, dict)
        and node.keys() <= _PLAIN
        and isinstance(node.get("properties"), dict)
        and isinstance(node.get("additionalProperties", True), bool)
    )


def _numbered(node: Node, numbers: dict[str, str]) -> Node:
    properties = {numbers[name]: inner for name, inner in node["properties"].items()}
    required = {"required": [numbers[name] for name in node["required"]]} if "required" in node else {}
    return {**node, "properties": properties, **required}


def _node(tree: Any, place: Path) -> Any:
    for step in place:
        tree = tree.get(step) if isinstance(tree, dict) else None
    return tree


def _replaced(tree: Any, place: Path, node: Node) -> Any:
    return {**tree, place[0]: _replaced(tree[place[0]], place[1:], node)} if place else node


def _renamed_result(
    result: Compatibility, places: Sequence[Path], names: dict[str, str], reader: Node
) -> Compatibility | None:
    """Return a result for other names, None if its counterexample has a name that neither tree declares."""
    shown = result.counterexample
    if shown is None:
        return replace(result, reader=reader)
    try:
        instance = _renamed_instance(shown.instance, places, names)
    except KeyError:
        return None
    return replace(
        result, reader=reader, counterexample=replace(shown, instance=instance, error=error_of(reader, instance))
    )


def _renamed_instance(instance: Any, places: Sequence[Path], names: dict[str, str]) -> Any:
    """Return the instance with other names in each object at these places; raise KeyError for an undeclared name."""
    for place in places:
        instance = _renamed_at(instance, place, names)
    return instance


def _renamed_at(instance: Any, place: Path, names: dict[str, str]) -> Any:
    if isinstance(instance, list) and place[:1] == ("items",):
        return [_renamed_at(inner, place[1:], names) for inner in instance]
    if not isinstance(instance, dict) or place[:1] == ("items",):
        return instance
    if not place:
        return {names[name]: inner for name, inner in instance.items()}
    key = place[1]
    return {name: _renamed_at(inner, place[2:], names) if name == key else inner for name, inner in instance.items()}
