"""Equivalent spellings of a keyword, made equal."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from govern.schemas.dialect import CURRENT, draft_of
from govern.schemas.edits.keywords import EVERY_TYPE, OBJECT_PARTS, TYPES, json_key, type_of, types_of, types_within

if TYPE_CHECKING:
    from collections.abc import Mapping

_REMOVED = frozenset({"$id", "$ref", "$schema", "$vocabulary"})
_NO_EFFECT: Mapping[str, Any] = {
    "dependentRequired": {}, "dependentSchemas": {}, "deprecated": False, "items": {}, "minItems": 0, "minLength": 0,
    "minProperties": 0, "patternProperties": {}, "propertyNames": {}, "readOnly": False, "required": [],
    "unevaluatedItems": {}, "unevaluatedProperties": {}, "uniqueItems": False, "writeOnly": False,
}  # fmt: skip
_NO_EFFECT_ON_EVALUATION = {keyword: nothing for keyword, nothing in _NO_EFFECT.items() if nothing != {}}
# Keywords that may have evaluated a property before `unevaluatedProperties` does.
_EVALUATING = frozenset({"$dynamicRef", "$recursiveRef", "$ref", "additionalProperties", *OBJECT_PARTS, "if"})
_WRAPPER = "Generic wrapper for non-object return types."
# Each exclusive bound with the inclusive one and its distance in integers.
NEXT_INTEGERS: Final = (("exclusiveMinimum", "minimum", 1), ("exclusiveMaximum", "maximum", -1))
_DRAFTS_TO_7 = ("4", "6", "7")
_SINCE_2019 = frozenset({"dependentRequired", "dependentSchemas", "maxContains", "minContains", "prefixItems",
                         "unevaluatedItems", "unevaluatedProperties"})  # fmt: skip
_UNTIL_2020 = frozenset({"additionalItems"})


def keywords_in_current_draft(schema: dict[str, Any], document: Any) -> dict[str, tuple[str, Any]]:
    """Return the keywords as named in 2020-12, each with its name in this schema and its value; without `$ref`."""
    draft = draft_of(document) or CURRENT
    visible = schema
    if draft in _DRAFTS_TO_7 and isinstance(schema.get("$ref"), str):
        # Up to draft-07, validators ignore keywords beside a reference; readers do not.
        visible = {name: schema[name] for name in ("$ref", "default", "description", "title") if name in schema}
    current: dict[str, tuple[str, Any]] = {}
    for keyword, value in visible.items():
        if keyword not in _REMOVED:
            current |= _current_names(keyword, value, visible, draft)
    return current


def _current_names(keyword: str, value: Any, schema: dict[str, Any], draft: str) -> dict[str, tuple[str, Any]]:
    if keyword in (_UNTIL_2020 if draft == CURRENT else _SINCE_2019 if draft in _DRAFTS_TO_7 else ()):
        return {f"~{keyword}": (keyword, value)}
    if keyword in ("items", "additionalItems") and draft != CURRENT:
        return _items_keyword(keyword, value, schema)
    if keyword == "dependencies" and isinstance(value, dict):
        lists = {name: needed for name, needed in value.items() if isinstance(needed, list)}
        schemas = {name: needed for name, needed in value.items() if name not in lists}
        both = {"dependentRequired": (keyword, lists), "dependentSchemas": (keyword, schemas)}
        return {name: found for name, found in both.items() if found[1]}
    if keyword in ("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"):
        return _bound_keyword(keyword, value, schema)
    if keyword == "const" and "enum" not in schema:
        return {"enum": (keyword, [value])}
    return {keyword: (keyword, value)}


def _items_keyword(keyword: str, value: Any, schema: dict[str, Any]) -> dict[str, tuple[str, Any]]:
    if keyword == "items":
        return {"prefixItems" if isinstance(value, list) else "items": (keyword, value)}
    return {"items": (keyword, value)} if isinstance(schema.get("items"), list) else {}


def _bound_keyword(keyword: str, value: Any, schema: dict[str, Any]) -> dict[str, tuple[str, Any]]:
    """Translate a bound that draft 4 makes exclusive by a flag."""
    if isinstance(value, bool):
        return {}
    exclusive = f"exclusive{keyword.capitalize()}"
    return {exclusive if schema.get(exclusive) is True else keyword: (keyword, value)}


def tidy_node(node: dict[str, Any], *, counts: bool) -> dict[str, Any]:
    """Remove what has no effect from the node, and sort lists that are sets.

    Where evaluation is tracked, even an empty subschema has an effect.
    """
    if isinstance(node.get("required"), list):
        node["required"] = sorted({name for name in node["required"] if isinstance(name, str)})
    _tidy_type(node)
    _tidy_integers(node)
    _tidy_enum(node)
    if node.get("additionalProperties") == {}:
        node["additionalProperties"] = True
    elif node.get("additionalProperties") == {"not": {}}:
        node["additionalProperties"] = False
    _tidy_property_names(node)
    for keyword, nothing in (_NO_EFFECT_ON_EVALUATION if counts else _NO_EFFECT).items():
        if keyword in node and node[keyword] == nothing and isinstance(node[keyword], type(nothing)):
            del node[keyword]
    return node


def _tidy_property_names(node: dict[str, Any]) -> None:
    """Remove `type: string` from `propertyNames`: names are always strings."""
    names = node.get("propertyNames")
    if isinstance(names, dict) and names.get("type") == "string":
        node["propertyNames"] = {keyword: value for keyword, value in names.items() if keyword != "type"}
        if not node["propertyNames"]:
            del node["propertyNames"]


def without_counting(node: dict[str, Any]) -> dict[str, Any]:
    """Replace `unevaluatedProperties` by `additionalProperties` where the node has no parts."""
    rest = node.get("unevaluatedProperties")
    if rest not in ({}, {"not": {}}) or node.keys() & _EVALUATING:
        return node
    kept = {keyword: value for keyword, value in node.items() if keyword != "unevaluatedProperties"}
    return {**kept, "additionalProperties": rest == {}}


def _tidy_type(node: dict[str, Any]) -> None:
    types = node.get("type")
    listed = types if isinstance(types, list) else [types]
    if types is None or not all(isinstance(name, str) and name in TYPES for name in listed):
        return
    found = set(listed)
    if "number" in found:
        found.discard("integer")
    if node.get("nullable") is True:
        found.add("null")
        if isinstance(node.get("enum"), list) and None not in node["enum"]:
            node["enum"] = [*node["enum"], None]
    if found == EVERY_TYPE:
        del node["type"]
    else:
        node["type"] = sorted(found) if len(found) > 1 else found.pop()


def _tidy_integers(node: dict[str, Any]) -> None:
    """Replace exclusive bounds of integers by inclusive ones, and remove the `int64` format."""
    types = node.get("type")
    if "integer" not in (types if isinstance(types, list) else [types]):
        return
    if node.get("format") == "int64" and types_of(node) <= {"integer", "null"}:
        del node["format"]  # It does not make any validator reject an integer.
    for exclusive, bound, step in NEXT_INTEGERS:
        if isinstance(node.get(exclusive), int) and bound not in node:
            node[bound] = node.pop(exclusive) + step


def _tidy_enum(node: dict[str, Any]) -> None:
    """Remove values that the type refuses, and the type itself."""
    values = node.get("enum")
    if not isinstance(values, list):
        return
    types = node.pop("type", None)
    if types is not None:
        allowed = frozenset(types if isinstance(types, list) else [types])
        values = [value for value in values if types_within(frozenset({type_of(value)}), allowed)]
    unique = {json_key(value): value for value in values}
    node["enum"] = [unique[key] for key in sorted(unique)]


def is_discriminator_hint(keyword: str, value: Any) -> bool:
    """Return whether this is an OpenAPI discriminator of names only, which adds nothing to the branches."""
    if keyword != "discriminator" or not isinstance(value, dict) or not value.keys() <= {"mapping", "propertyName"}:
        return False
    mapping = value.get("mapping", {})
    names = [value.get("propertyName"), *([*mapping, *mapping.values()] if isinstance(mapping, dict) else [mapping])]
    return all(isinstance(name, str) and len(name.split()) == 1 for name in names)


def is_generated_text(keyword: str, text: Any, current: Mapping[str, Any]) -> bool:
    """Return whether FastMCP wrote this description for a wrapped answer."""
    return keyword == "description" and text == _WRAPPER and "x-fastmcp-wrap-result" in current
