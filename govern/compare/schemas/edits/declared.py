"""The names that an object declares, wherever its schema does so: beside its own properties, or in parts of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from govern.compare.schemas.edits.oracle import ask, takes

if TYPE_CHECKING:
    from govern.compare.schemas.edits.pair import Node

# Parts that speak of the same object, and are only there under a condition.
PARTS = frozenset({"allOf", "anyOf", "dependentSchemas", "else", "oneOf", "then"})
_DECLARING = PARTS | {"patternProperties", "propertyNames"}


def is_declared(name: str, node: Node) -> bool:
    """Whether a name is declared for every instance of an object, be it by a part or a pattern."""
    if not node.keys() & _DECLARING:
        return name in node.get("properties", {})
    return takes(_names(node), name)


def are_declared(pattern: str, node: Node) -> bool:
    """Whether all names of a pattern are declared for every instance, as those of a map are too."""
    if pattern in node.get("patternProperties", {}) or isinstance(node.get("additionalProperties"), dict):
        return True
    return ask({"type": "string", "pattern": pattern}, _names(node), "literal").breaks == "no"


def _names(node: Any) -> Any:
    """A schema of names."""
    if not isinstance(node, dict):
        return False
    found: list[Any] = [{"enum": list(node["properties"])}] if node.get("properties") else []
    found += [{"pattern": pattern} for pattern in node.get("patternProperties", {})]
    # Names that a map lists are as good as declared.
    if isinstance(node.get("additionalProperties"), dict) and isinstance(node.get("propertyNames"), dict):
        found.append(node["propertyNames"])
    found += map(_names, node.get("allOf", []))
    found += [{"allOf": list(map(_names, node[word]))} for word in ("anyOf", "oneOf") if node.get(word)]
    if node.keys() >= {"if", "then", "else"}:
        found.append({"allOf": [_names(node["then"]), _names(node["else"])]})
    return {"anyOf": found} if found else False
