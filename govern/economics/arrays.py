"""Which arrays of an answer may grow without limit."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from govern.economics.references import referred

if TYPE_CHECKING:
    from collections.abc import Iterator

    from govern.contract.json_type import Json

_SAME_PLACE = ("anyOf", "oneOf", "allOf")


def unlimited_arrays(schema: Json) -> list[str]:
    """Their paths, such as `issues[].labels`; a place of the schema is named once, however often it is used."""
    found, seen = set(), set()
    todo: list[tuple[str, Any]] = [("", schema)]
    while todo:
        path, node = todo.pop()
        if not isinstance(node, dict) or id(node) in seen:
            continue
        seen.add(id(node))
        if _is_array(node) and "maxItems" not in node:
            found.add(path or "the answer itself")
        todo += _within(schema, node, path)
    return sorted(found)


def _is_array(node: dict[str, Any]) -> bool:
    declared = node.get("type")
    return declared == "array" or (isinstance(declared, list) and "array" in declared)


def _within(root: Json, node: dict[str, Any], path: str) -> Iterator[tuple[str, Any]]:
    yield path, referred(root, node.get("$ref"))
    for keyword in _SAME_PLACE:
        branches = node.get(keyword)
        yield from ((path, branch) for branch in branches) if isinstance(branches, list) else ()
    yield f"{path}[]", node.get("items")
    yield f"{path}{{}}", node.get("additionalProperties")
    properties = node.get("properties")
    if isinstance(properties, dict):
        yield from ((f"{path}.{name}" if path else name, inner) for name, inner in properties.items())
