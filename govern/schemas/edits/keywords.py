"""The keywords of JSON Schema by what they apply to, and the types and values of a node."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from govern.contract.json_text import canonical
from govern.schemas.dialect import TYPES

if TYPE_CHECKING:
    from collections.abc import Mapping

Path = tuple[str | int, ...]
Node = dict[str, Any]

# `integer` is part of `number`.
EVERY_TYPE: Final = TYPES - {"integer"}

STRING_KEYWORDS: Final = frozenset({"format", "maxLength", "minLength", "pattern"})
NUMBER_KEYWORDS: Final = frozenset({"exclusiveMaximum", "exclusiveMinimum", "maximum", "minimum", "multipleOf"})
ARRAY_KEYWORDS: Final = frozenset({"contains", "items", "maxContains", "maxItems", "minContains", "minItems",
                                   "prefixItems", "unevaluatedItems", "uniqueItems"})  # fmt: skip
OBJECT_KEYWORDS: Final = frozenset({"additionalProperties", "dependentRequired", "dependentSchemas", "maxProperties",
                               "minProperties", "patternProperties", "properties", "propertyNames", "required",
                               "unevaluatedProperties"})  # fmt: skip
KEYWORDS_OF_TYPE: Final[Mapping[str, frozenset[str]]] = {
    "string": STRING_KEYWORDS,
    "number": NUMBER_KEYWORDS,
    "integer": NUMBER_KEYWORDS,
    "array": ARRAY_KEYWORDS,
    "object": OBJECT_KEYWORDS,
}

TEXT_KEYWORDS: Final[tuple[str, ...]] = ("description", "title", "$comment")
# Annotations: validators ignore them, readers may not.
ANNOTATION_KEYWORDS: Final = frozenset({"contentEncoding", "contentMediaType", "contentSchema", "default", "deprecated",
                                        "examples", "nullable", "readOnly", "writeOnly"})  # fmt: skip
LOGICAL_KEYWORDS: Final = frozenset({"$anchor", "$defs", "$dynamicAnchor", "$dynamicRef", "$recursiveRef", "$ref",
                                     "allOf", "anyOf", "const", "else", "enum", "if", "not", "oneOf", "then",
                                     "type"})  # fmt: skip
VALIDATING_KEYWORDS: Final = LOGICAL_KEYWORDS | STRING_KEYWORDS | NUMBER_KEYWORDS | ARRAY_KEYWORDS | OBJECT_KEYWORDS
# Keywords whose subschemas describe the object that holds them, for all of its values or under a condition.
OBJECT_PARTS: Final = frozenset({"allOf", "anyOf", "dependentSchemas", "else", "oneOf", "then"})
CHOICES: Final = ("anyOf", "oneOf")
BRANCH_KEYWORDS: Final = ("allOf", *CHOICES)
SCHEMA_LISTS: Final = (*BRANCH_KEYWORDS, "prefixItems")

# The largest integers of JavaScript and of 64 bits, the latter also as floats round and print them. Generators write
# them as bounds.
_LAST_INTEGERS: Final = frozenset({2**53 - 1, 2**63 - 1, 2**63, 9223372036854776000})


def is_generated_bound(keyword: str, value: Any) -> bool:
    """Return whether a bound is only the range of a language's integers."""
    sign = {"minimum": -1, "maximum": 1}.get(keyword)
    return sign is not None and type(value) in (int, float) and sign * value in _LAST_INTEGERS


def string_formats(node: Node) -> frozenset[str | None]:
    """Return the formats of which a string needs one, with None if it needs none."""
    if "string" not in types_of(node):
        return frozenset()
    if isinstance(node.get("format"), str):
        return frozenset({node["format"]})
    branches: list[Node] = node.get("anyOf") or node.get("oneOf") or []
    return frozenset[str | None]().union(*map(string_formats, branches)) if branches else frozenset({None})


def type_of(value: Any) -> str:
    """Return the narrowest JSON Schema type of a value."""
    if isinstance(value, bool):
        return "boolean"
    if isinstance(value, float):
        return "integer" if value.is_integer() else "number"
    return {int: "integer", str: "string", list: "array", dict: "object", type(None): "null"}[type(value)]


def types_of(node: Mapping[str, Any]) -> frozenset[str]:
    """Return the types that a node accepts, `integer` only without `number`."""
    if isinstance(node.get("enum"), list):
        found = frozenset(map(type_of, node["enum"]))
        return found - {"integer"} if "number" in found else found
    types = node.get("type")
    listed = types if isinstance(types, list) else [types]
    return frozenset(name for name in listed if isinstance(name, str)) if types is not None else EVERY_TYPE


def types_within(types: frozenset[str], others: frozenset[str]) -> bool:
    """Return whether each of the types is one of the others, or narrower than one."""
    return all(name in others or (name == "integer" and "number" in others) for name in types)


def json_key(value: Any) -> bytes:
    """Return a key that is equal for equal JSON values: 1 and 1.0 are equal, 1 and true are not."""
    return canonical(value)


def same_json(one: Any, other: Any) -> bool:
    """Return whether two JSON values are equal."""
    if one is other:
        return True
    return one == other if type(one) is str and type(other) is str else canonical(one) == canonical(other)


def required_in(node: Node) -> frozenset[str]:
    """Return the required names of a node."""
    names = node.get("required")
    return frozenset(names) if isinstance(names, list) else frozenset()


def types_overlap(types: frozenset[str], others: frozenset[str]) -> bool:
    """Return whether a value can have one of the types and one of the others."""
    return any(types_within(frozenset({name}), others) or (name == "number" and "integer" in others) for name in types)


def without_notes(node: Mapping[str, Any]) -> Node:
    """Return the node without annotations and texts."""
    return {key: value for key, value in node.items() if key not in ANNOTATION_KEYWORDS and key not in TEXT_KEYWORDS}
