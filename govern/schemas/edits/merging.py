"""Joining parts of a schema into the one node that has the same meaning."""

from __future__ import annotations

from typing import Any

from govern.contract.surface import ABSENT
from govern.schemas.edits.keywords import (
    ARRAY_KEYWORDS,
    EVERY_TYPE,
    KEYWORDS_OF_TYPE,
    OBJECT_KEYWORDS,
    TEXT_KEYWORDS,
    VALIDATING_KEYWORDS,
    json_key,
    same_json,
    types_of,
    types_overlap,
)

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
