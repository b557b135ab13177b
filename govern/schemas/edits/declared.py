"""The names that an object declares, wherever its schema does so: beside its own properties, or in parts of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from govern.schemas.edits.oracle import ask, takes

if TYPE_CHECKING:
    from govern.schemas.edits.pair import Node

# Parts that speak of the same object, and are only there under a condition.
PARTS = frozenset({"allOf", "anyOf", "dependentSchemas", "else", "oneOf", "then"})
_DECLARING = PARTS | {"patternProperties", "propertyNames"}


def declared(node: Node) -> dict[str, Node]:
    """The properties that a node declares, without those that can never be there."""
    held = node.get("properties")
    return {name: schema for name, schema in held.items() if not never(schema)} if isinstance(held, dict) else {}


def _declares(node: Node, name: str) -> bool:
    held = node.get("properties")
    return isinstance(held, dict) and name in held and not never(held[name])


def never(schema: Any) -> bool:
    """Whether a schema refuses everything, as `false` does."""
    return isinstance(schema, dict) and schema.get("not") == {}


def is_declared(name: str, node: Node) -> bool:
    """Whether a name is declared for every instance of an object, be it by a part or a pattern."""
    if not node.keys() & _DECLARING:
        return _declares(node, name)
    return takes(_names(node), name)


def are_declared(pattern: str, node: Node) -> bool:
    """Whether all names of a pattern are declared for every instance, as those of a map are too."""
    if pattern in node.get("patternProperties", {}) or isinstance(node.get("additionalProperties"), dict):
        return True
    return ask({"type": "string", "pattern": pattern}, _names(node), "literal").breaks == "no"


def may_be_declared(name: str, node: Node) -> bool:
    """Whether a name is declared for some instance of an object."""
    if not node.keys() & _DECLARING:
        return _declares(node, name)
    return takes(_names(node, choice="anyOf"), name)


def _names(node: Any, choice: str = "allOf") -> Any:
    """A schema of names: those of every instance, or with the other choice, those of any."""
    if not isinstance(node, dict):
        return False
    listed = list(declared(node))
    found: list[Any] = [{"enum": listed}] if listed else []
    found += [{"pattern": pattern} for pattern in node.get("patternProperties", {})]
    # Names that a map lists are as good as declared.
    if isinstance(node.get("additionalProperties"), dict) and isinstance(node.get("propertyNames"), dict):
        found.append(node["propertyNames"])
    found += (_names(part, choice) for part in node.get("allOf", []))
    forms = [node[word] for word in ("anyOf", "oneOf") if node.get(word)]
    if node.keys() >= {"if", "then", "else"} or choice == "anyOf":
        forms.append([node.get("then"), node.get("else")])
    if choice == "anyOf":
        forms.append([*node.get("dependentSchemas", {}).values()])
    found += ({choice: [_names(form, choice) for form in held]} for held in forms if held)
    return {"anyOf": found} if found else False
