"""TODO keywords."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from govern.contract.json_text import canonical

if TYPE_CHECKING:
    from collections.abc import Mapping


Path = tuple[str | int, ...]
Node = dict[str, Any]

TYPES: Final = frozenset({"array", "boolean", "integer", "null", "number", "object", "string"})
# With `integer` inside `number`, these are all there is.
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
# What no validator looks at, but a reader may.
ANNOTATION_KEYWORDS: Final = frozenset({"contentEncoding", "contentMediaType", "contentSchema", "default", "deprecated",
                                        "examples", "nullable", "readOnly", "writeOnly"})  # fmt: skip
LOGICAL_KEYWORDS: Final = frozenset({"$anchor", "$defs", "$dynamicAnchor", "$dynamicRef", "$recursiveRef", "$ref",
                                     "allOf", "anyOf", "const", "else", "enum", "if", "not", "oneOf", "then",
                                     "type"})  # fmt: skip
VALIDATING_KEYWORDS: Final = LOGICAL_KEYWORDS | STRING_KEYWORDS | NUMBER_KEYWORDS | ARRAY_KEYWORDS | OBJECT_KEYWORDS
# Keywords whose subschemas describe the object that holds them, for all of its values or under a condition.
OBJECT_PARTS: Final = frozenset({"allOf", "anyOf", "dependentSchemas", "else", "oneOf", "then"})

# The last integers of JavaScript and of 64 bits, those also as floats hold and write them: bounds that generators write
# where nobody asked for one.
_LAST_INTEGERS: Final = frozenset({2**53 - 1, 2**63 - 1, 2**63, 9223372036854776000})


def is_generated_bound(word: str, value: Any) -> bool:
    """Whether a bound says no more than which integers a language has."""
    sign = {"minimum": -1, "maximum": 1}.get(word)
    return sign is not None and type(value) in (int, float) and sign * value in _LAST_INTEGERS


def type_of(value: Any) -> str:
    """The narrowest JSON Schema type of a value."""
    if isinstance(value, bool):
        return "boolean"
    if isinstance(value, float):
        return "integer" if value.is_integer() else "number"
    return {int: "integer", str: "string", list: "array", dict: "object", type(None): "null"}[type(value)]


def types_of(node: Mapping[str, Any]) -> frozenset[str]:
    """The types that a node lets through, `integer` only where `number` is not."""
    if isinstance(node.get("enum"), list):
        found = frozenset(map(type_of, node["enum"]))
        return found - {"integer"} if "number" in found else found
    said = node.get("type")
    listed = said if isinstance(said, list) else [said]
    return frozenset(name for name in listed if isinstance(name, str)) if said is not None else EVERY_TYPE


def types_within(types: frozenset[str], others: frozenset[str]) -> bool:
    """Whether each of the types is one of the others, or narrower than one."""
    return all(name in others or (name == "integer" and "number" in others) for name in types)


def json_key(value: Any) -> bytes:
    """What tells JSON values apart as JSON does: true is no 1, and 1.0 is."""
    return canonical(value)


def same_json(one: Any, other: Any) -> bool:
    """Whether two JSON values are one."""
    return one is other or canonical(one) == canonical(other)


def required_in(node: Node) -> frozenset[str]:
    """The names that an object asks for."""
    held = node.get("required")
    return frozenset(held) if isinstance(held, list) else frozenset()
