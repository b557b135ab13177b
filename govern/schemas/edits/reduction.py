"""Smaller or stricter versions of a tree, for questions about one place in it."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, Any

from govern.contract.surface import ABSENT
from govern.schemas.edits.keywords import (
    BRANCH_KEYWORDS,
    LOGICAL_KEYWORDS,
    OBJECT_KEYWORDS,
    VALIDATING_KEYWORDS,
    is_generated_bound,
    json_key,
    types_of,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from govern.schemas.edits.keywords import Node, Path

Names = frozenset[str] | None

PLAIN_KEYWORDS = frozenset({"$defs", "additionalProperties", "properties", "required", "type"})
_MONOTONE = frozenset(
    {"additionalProperties", "allOf", "anyOf", "dependentSchemas", "else", "items", "patternProperties", "prefixItems",
     "properties", "then"}
)  # fmt: skip
# Keywords whose subschemas describe the same object, and keywords that may concern any of its names.
_LOGICAL = frozenset({"allOf", "anyOf", "else", "if", "not", "oneOf", "then"})
_BY_NAME = frozenset({"dependentRequired", "properties", "required"})
_OF_ANY = (OBJECT_KEYWORDS | LOGICAL_KEYWORDS) - _LOGICAL - _BY_NAME - {"$defs", "additionalProperties", "type"}
_NAMED = frozenset({"$defs", "dependentSchemas", "patternProperties", "properties"})
# With more required names, every comparison would be about all of them.
_CROWDED = 40


def without_annotations(node: Any) -> Any:
    """Return the node with validating keywords only, without the bounds of a language's integers."""
    if not isinstance(node, dict):
        return node
    if "~" in node:
        return node["~"]
    kept = {
        keyword: _keyword_value(keyword, value) for keyword, value in node.items() if keyword in VALIDATING_KEYWORDS
    }
    if "integer" in types_of(node):
        for bound in ("minimum", "maximum"):
            if is_generated_bound(bound, kept.get(bound)):
                del kept[bound]
    return kept


def value_without_annotations(path: Path, value: Any) -> Any:
    """Return what validators see of a value that is set at a path."""
    if value is ABSENT or not path:
        return value
    keyword = str(path[-1])
    if _leads_to_node(path):
        return without_annotations(value)
    return ABSENT if is_generated_bound(keyword, value) else _keyword_value(keyword, value)


def _leads_to_node(path: Path) -> bool:
    """Return whether a path ends at a schema, and not at a keyword."""
    steps = iter(path)
    named = False
    for step in steps:
        named = isinstance(step, int)
        if step in _NAMED:
            named = next(steps, None) is not None
    return named


def _keyword_value(keyword: str, value: Any) -> Any:
    if keyword in ("enum", "const", "required", "dependentRequired", "type"):
        return value
    if isinstance(value, dict):
        if keyword in _NAMED:
            named = {name: without_annotations(inner) for name, inner in value.items()}
            return {
                name: inner for name, inner in named.items() if keyword != "$defs" or not name.startswith("unused.")
            }
        return without_annotations(value)
    return [without_annotations(inner) for inner in value] if isinstance(value, list) else value


def reduced(tree: Node, paths: Sequence[Path], names: Names) -> Node:
    """Return the tree without the optional properties beside the paths that cannot affect them.

    `names` are those that an edit of the nodes at the paths concerns, None if it may be any.
    """
    return _reduce_along(tree, paths, names, _without_optional)


def minimal(tree: Node, paths: Sequence[Path], names: Names) -> Node:
    """Return the tree without optional or required properties beside the paths."""
    return _reduce_along(tree, paths, names, _without_required)


def _reduce_along(
    tree: Node, paths: Sequence[Path], names: Names, prune: Callable[[Node, frozenset[str]], Node]
) -> Node:
    wanted = [_names_wanted(path, names) for path in paths]
    kept = tree if None in wanted else prune(tree, frozenset[str]().union(*filter(None, wanted)))
    below: dict[Path, list[Path]] = {}
    for path in paths:
        here = path[: 2 if path[:1] == ("properties",) else 1]
        below.setdefault(here, []).append(path[len(here) :])
    for here, inner in below.items():
        if here[:1] == ("properties",) and here[-1] in kept.get("properties", {}):
            properties = kept["properties"]
            kept = {
                **kept,
                "properties": {**properties, here[-1]: _reduce_along(properties[here[-1]], inner, names, prune)},
            }
        elif here == ("items",) and isinstance(kept.get("items"), dict):
            kept = {**kept, "items": _reduce_along(kept["items"], inner, names, prune)}
        elif here == ("oneOf",) and isinstance(kept.get("oneOf"), list):
            kept = {**kept, "oneOf": _reduce_forms(kept["oneOf"], inner, names, prune)}
    return kept


def _reduce_forms(
    forms: list[Node], paths: Sequence[Path], names: Names, prune: Callable[[Node, frozenset[str]], Node]
) -> list[Node]:
    """Return the forms, and `false` for the others if tags beside the paths tell the one form there apart."""
    places = {path[0] for path in paths}
    inner = [path[1:] for path in paths]
    wanted = [_names_wanted(path, names) for path in inner]
    if len(places) > 1 or None in wanted or not _tags(forms).difference(*filter(None, wanted)):
        return forms
    return [_reduce_along(form, inner, names, prune) if at in places else {"not": {}} for at, form in enumerate(forms)]


def _names_wanted(path: Path, names: Names) -> Names:
    """Return the names of a node that matter to a place in it, None if it may be any."""
    if not path:
        return names
    return frozenset({str(path[1])}) if path[0] == "properties" and len(path) > 1 else None


def _without_required(node: Node, wanted: frozenset[str]) -> Node:
    constrained = _constrained_names(node)
    if constrained is None or not isinstance(node.get("required"), list):
        return node
    keep = wanted | constrained
    required = [name for name in node["required"] if name in keep]
    return _without_optional({**node, "required": required}, wanted)


def _without_optional(node: Node, wanted: frozenset[str]) -> Node:
    constrained = _constrained_names(node)
    if constrained is None:
        return node
    properties = node["properties"]
    names = properties.keys() & {*wanted, *constrained, *node.get("required", [])}
    # Only the order of several names takes a look at all properties.
    rest = {name: properties[name] for name in (properties if len(names) > 1 else names) if name in names}
    # Keep one property: an object with properties is treated differently from one without.
    return {**node, "properties": rest or dict(islice(properties.items(), 1))}


def _constrained_names(node: Node) -> Names:
    """Return the names that a node constrains by more than `properties` and `required`, None if it may be any."""
    if not isinstance(node.get("properties"), dict) or not isinstance(node.get("additionalProperties", True), bool):
        return None
    return mentioned_names({keyword: value for keyword, value in node.items() if keyword not in PLAIN_KEYWORDS})


def mentioned_names(keywords: Mapping[str, Any]) -> Names:
    """Return the property names that keywords of one node mention, None if it may be any."""
    found: set[str] = set()
    for keyword, value in keywords.items():
        inner = _names_in_keyword(keyword, value)
        if inner is None:
            return None
        found |= inner
    return frozenset(found)


def _names_in_keyword(keyword: str, value: Any) -> Names:
    if value is ABSENT:
        return frozenset()
    if keyword in _BY_NAME:
        deeper = value.values() if keyword == "dependentRequired" else ()
        return frozenset([*value, *(name for names in deeper for name in names)])
    if keyword in _LOGICAL:
        branches = value if isinstance(value, list) else [value]
        inside = [mentioned_names(branch) for branch in branches if isinstance(branch, dict)]
        return None if None in inside else frozenset[str]().union(*filter(None, inside))
    return None if keyword in _OF_ANY else frozenset()


def crowded_object(tree: Any, path: Path) -> Path | None:
    """Return the path of the first object on the way that requires very many names."""
    for at in range(len(path) + 1):
        if isinstance(tree, dict) and len(tree.get("required", ())) > _CROWDED:
            return path[:at]
        tree = tree.get(path[at]) if isinstance(tree, dict) and at < len(path) else None
    return None


def is_monotone(path: Path, tree: Node) -> bool:
    """Return whether accepting more at this place of a tree always means accepting more at its root."""
    keywords = _keywords_on(path)
    return keywords <= _MONOTONE or (keywords <= _MONOTONE | {"oneOf"} and _excludes_other_forms(path, tree))


def _excludes_other_forms(path: Path, tree: Any) -> bool:
    """Return whether each `oneOf` on a path tells its forms apart by another property than the one on the path."""
    for at, step in enumerate(path):
        if step == "oneOf" and isinstance(tree[step], list):
            inner = path[at + 2 : at + 4]
            if inner[:1] != ("properties",) or not _tags(tree[step]) - {inner[1]}:
                return False
        tree = tree[step]
    return True


def _tags(forms: Sequence[Node]) -> frozenset[str]:
    """Return the names that every form requires, each with values that no other form lists."""
    required = [frozenset(form.get("required", ())) if form.get("type") == "object" else frozenset() for form in forms]
    tags = set()
    for name in frozenset[str].intersection(*required):
        values = [form.get("properties", {}).get(name, {}).get("enum") for form in forms]
        keys = [json_key(value) for listed in values if listed for value in listed]
        if all(values) and len(keys) == len({*keys}):
            tags.add(name)
    return frozenset(tags)


def is_plain_path(path: Path) -> bool:
    """Return whether the path leads through properties and items only."""
    return _keywords_on(path) <= {"items", "properties"}


def _keywords_on(path: Path) -> set[str]:
    keywords: set[str] = set()
    steps = iter(path)
    for step in steps:
        if isinstance(step, str):
            keywords.add(step)
            if step in _NAMED:
                next(steps, None)
    return keywords


def requiring(tree: Node, path: Path) -> Node:
    """Return the tree with everything on the path required, so that every valid value has the place."""
    if not path:
        return _only_required(tree)
    key, rest = str(path[0]), path[1:]
    if key == "items":
        least = max(1, tree.get("minItems", 1))
        return {**tree, "type": "array", "minItems": least, "items": requiring(tree.get("items", {}), rest)}
    if key in ("else", "then"):
        condition = tree.get("if", {}) if key == "then" else {"not": tree.get("if", {})}
        return {**tree, "allOf": [*tree.get("allOf", []), condition, requiring(tree.get(key, {}), rest)]}
    if key in BRANCH_KEYWORDS and rest:
        return _require_branch(tree, key, rest[0], rest[1:])
    return _require_name(tree, key, rest) if key in ("dependentSchemas", "properties") and rest else tree


def _require_name(tree: Node, key: str, path: Path) -> Node:
    schemas, name = tree.get(key, {}), str(path[0])
    required = sorted({*tree.get("required", []), name})
    inner = requiring(schemas.get(name, {}), path[1:])
    return {**tree, "type": "object", key: {**schemas, name: inner}, "required": required}


def _require_branch(tree: Node, key: str, at: Any, rest: Path) -> Node:
    """Keep the one branch of a choice; of `allOf` keep all branches."""
    inner = requiring(tree[key][at], rest)
    branches = [inner if index == at else branch for index, branch in enumerate(tree[key])]
    return {**tree, key: branches if key == "allOf" else [inner]}


def _only_required(node: Node) -> Node:
    """Return the node without its optional properties."""
    properties = node.get("properties")
    if not isinstance(properties, dict) or not node.keys() <= PLAIN_KEYWORDS:
        return node
    required = {name: _only_required(properties[name]) for name in node.get("required", []) if name in properties}
    return {**node, "properties": required}
