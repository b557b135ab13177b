"""Equivalent spellings made equal: those of a keyword, and parts joined into the one node that has the same meaning."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from govern.contract.surface import ABSENT
from govern.schemas.dialect import CURRENT, TYPES, draft_of
from govern.schemas.edits.keywords import (
    ARRAY_KEYWORDS,
    EVERY_TYPE,
    KEYWORDS_OF_TYPE,
    OBJECT_KEYWORDS,
    OBJECT_PARTS,
    TEXT_KEYWORDS,
    VALIDATING_KEYWORDS,
    json_key,
    same_json,
    type_of,
    types_of,
    types_overlap,
    types_within,
)

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
    _tidy_tuple(node)
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


def _tidy_tuple(node: dict[str, Any]) -> None:
    """Remove `items: false` from a tuple that `maxItems` ends too."""
    most = node.get("maxItems")
    if node.get("items") == {"not": {}} and type(most) is int and most <= len(node.get("prefixItems", ())):
        del node["items"]


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


# Keywords whose meaning depends on the others of their group, so they are not separated or mixed.
_DEPENDENT_GROUPS = (
    {"contains", "items", "prefixItems", "unevaluatedItems"},
    {"else", "if", "then"},
    {"contains", "maxContains", "minContains"},
)
# Keywords of the first set depend on those of the second in the same node.
_DEPENDENT_PAIRS = (
    ({"enum"}, {"type"}),
    ({"additionalProperties"}, {"additionalProperties", "patternProperties", "properties"}),
)
_SCHEMA_MAPS = frozenset({"dependentSchemas", "patternProperties", "properties"})
# Other annotations of a branch are valid for the whole choice; these are not, or are merged separately.
_BRANCH_KEYWORDS = frozenset({*TEXT_KEYWORDS, *VALIDATING_KEYWORDS, "default", "nullable", "~"})


def join_nodes(one: dict[str, Any], other: dict[str, Any]) -> dict[str, Any]:
    """Return a node that accepts what both accept: merged where the keywords allow it, else with an `allOf`."""
    texts = {key: _both_texts(one, other, key) for key in TEXT_KEYWORDS if key in one or key in other}
    left = {key: value for key, value in one.items() if key not in TEXT_KEYWORDS}
    right = {key: value for key, value in other.items() if key not in TEXT_KEYWORDS}
    shared = {key: _shared_value(key, left[key], right[key]) for key in left.keys() & right.keys()}
    if not any(value is ABSENT for value in shared.values()) and not _depend_on_each_other(left, right):
        return {**right, **left, **shared, **texts}
    return {**left, "allOf": [*left.get("allOf", []), right], **texts}


def _shared_value(key: str, one: Any, other: Any) -> Any:
    """Return the value of a keyword that both nodes have, ABSENT if no single value has the same meaning."""
    if same_json(one, other):
        return one
    if not (isinstance(one, type(other)) and isinstance(other, type(one))):
        return ABSENT
    if key == "required" and isinstance(one, list):
        return sorted({*one, *other})
    if key in _SCHEMA_MAPS and isinstance(one, dict):
        return {**other, **one, **{name: _join_property(one[name], other[name]) for name in one.keys() & other.keys()}}
    return ABSENT


def _join_property(one: dict[str, Any], other: dict[str, Any]) -> dict[str, Any]:
    """Join two schemas of one property, side by side where one of them tracks what it has evaluated."""
    if same_json(one, other):
        return one
    return {"allOf": [one, other]} if tracks_evaluation(one) or tracks_evaluation(other) else join_nodes(one, other)


def _both_texts(one: dict[str, Any], other: dict[str, Any], key: str) -> Any:
    if key in one and key in other and not same_json(one[key], other[key]):
        return f"{one[key]}\n{other[key]}"
    return one.get(key, other.get(key))


def _depend_on_each_other(left: dict[str, Any], right: dict[str, Any]) -> bool:
    if any(left.keys() & group and right.keys() & group for group in _DEPENDENT_GROUPS):
        return True
    sides = ((left, right), (right, left))
    return any(one.keys() & these and two.keys() & those for one, two in sides for these, those in _DEPENDENT_PAIRS)


def tracks_evaluation(node: dict[str, Any]) -> bool:
    """Return whether a node has an `unevaluated…` keyword, so that nothing may be merged into it."""
    return any(keyword.startswith("unevaluated") for keyword in node)


def join_branches(keyword: str, branches: list[dict[str, Any]]) -> dict[str, Any] | None:
    """Return one node for all branches of a keyword, or None if no single node has the same meaning."""
    if keyword == "prefixItems":
        return None
    if len(branches) == 1:
        return branches[0]
    if keyword == "allOf":
        return _join_all(branches)
    if notes := _shared_annotations(branches):
        bare = [{word: value for word, value in branch.items() if word not in notes} for branch in branches]
        whole = join_branches(keyword, bare)
        return None if whole is None else {**whole, **notes}
    if all(("enum" in branch and _is_type_specific(branch)) or _is_null(branch) for branch in branches):
        return _join_enums(branches, exclusive=keyword == "oneOf")
    return _join_by_type(branches)


def _shared_annotations(branches: list[dict[str, Any]]) -> dict[str, Any]:
    """Return the annotations of the only branch beside `null`."""
    others = [branch for branch in branches if not _is_null(branch)]
    if len(others) != 1:
        return {}
    return {keyword: value for keyword, value in others[0].items() if keyword not in _BRANCH_KEYWORDS}


def _join_all(branches: list[dict[str, Any]]) -> dict[str, Any] | None:
    whole: dict[str, Any] = {}
    for branch in branches:
        whole = join_nodes(whole, branch)
    return whole if not any("allOf" in part for part in (whole, *branches)) else None


def _join_enums(branches: list[dict[str, Any]], *, exclusive: bool) -> dict[str, Any] | None:
    values = [value for branch in branches for value in branch.get("enum", [None])]
    unique = {json_key(value): value for value in values}
    if exclusive and len(unique) != len(values):
        return None
    # Texts are ordered by their values: the same text about another value is another text.
    by_value = sorted(branches, key=lambda branch: [*map(json_key, branch.get("enum", [None]))])
    return {**_joined_texts(by_value), "enum": [unique[key] for key in sorted(unique)]}


def _join_by_type(branches: list[dict[str, Any]]) -> dict[str, Any] | None:
    found: frozenset[str] = frozenset()
    whole: dict[str, Any] = {}
    for branch in branches:
        types = types_of(branch)
        if not _is_type_specific(branch) or "enum" in branch or types_overlap(types, found):
            return None
        shared = {key for key in branch.keys() & whole.keys() if key not in (*TEXT_KEYWORDS, "type")}
        if shared & (ARRAY_KEYWORDS | OBJECT_KEYWORDS) or not all(same_json(branch[key], whole[key]) for key in shared):
            return None
        found |= types
        whole |= branch
    whole.pop("type", None)
    # Texts are ordered by type, for the same reason as in `_join_enums`.
    whole |= _joined_texts(sorted(branches, key=lambda branch: sorted(types_of(branch))))
    return whole if found == EVERY_TYPE else {**whole, "type": sorted(found)}


def _is_null(branch: dict[str, Any]) -> bool:
    return branch.get("type") == "null" and branch.keys() <= {"type", *TEXT_KEYWORDS}


def _is_type_specific(branch: dict[str, Any]) -> bool:
    """Return whether all keywords of a branch apply to its own types alone."""
    if not branch.keys() & {"enum", "type"}:
        return False
    own = frozenset[str]().union(*(KEYWORDS_OF_TYPE.get(name, frozenset()) for name in types_of(branch)))
    return branch.keys() <= {*TEXT_KEYWORDS, *({"enum"} if "enum" in branch else {"type", *own})}


def _joined_texts(branches: list[dict[str, Any]]) -> dict[str, Any]:
    texts: dict[str, Any] = {}
    for key in TEXT_KEYWORDS:
        given = [branch[key] for branch in branches if key in branch]
        if given:
            texts[key] = given[0] if len(given) == 1 else "\n".join(map(str, given))
    return texts
