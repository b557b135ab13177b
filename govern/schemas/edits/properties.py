"""Edits of properties: added, removed, renamed, required."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from govern.contract.surface import ABSENT, without_style
from govern.schemas.edits.declared_names import (
    always_declared,
    became_map,
    declares_pattern,
    is_never,
    sometimes_declared,
)
from govern.schemas.edits.keywords import json_key, required_in, without_notes
from govern.schemas.edits.schema_edit import EditStep

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from govern.contract.json_text import Json
    from govern.contract.surface import Absent
    from govern.schemas.edits.keywords import Node
    from govern.schemas.edits.schema_edit import NodePair, SchemaEdit

_PATTERNS = "patternProperties"


@dataclass(frozen=True, slots=True)
class PropertyChanges:
    """The properties of two objects by how they changed; `renamed` maps old names to new ones.

    On the side that lacks it here, a `moved` property is declared by another part of the same object; an `unlisted` one
    is among the names that a map takes.
    """

    removed: list[str]
    added: list[str]
    kept: list[str]
    renamed: dict[str, str]
    moved: list[str]
    unlisted: list[str]


def property_changes(pair: NodePair) -> PropertyChanges:
    """Sort the properties of two objects by how they changed."""
    before, after = _possible_properties(pair)
    old, new = pair.whole_object
    gone = [name for name in before if name not in after]
    unlisted = gone if became_map(pair) else []
    moved = dict.fromkeys(always_declared(gone, new))
    moved |= dict.fromkeys(always_declared([name for name in after if name not in before], old))
    removed = {name: before[name] for name in gone if name not in moved and not unlisted}
    added = {name: schema for name, schema in after.items() if name not in before and name not in moved}
    renamed = match_renames(removed, added, (required_in(pair.old), required_in(pair.new)))
    named = set(renamed.values())
    return PropertyChanges(
        [name for name in removed if name not in renamed],
        [name for name in added if name not in named],
        [name for name in before if name in after],
        renamed,
        [*moved],
        unlisted,
    )


def property_edits(pair: NodePair, found: PropertyChanges) -> Iterator[SchemaEdit]:
    """Yield the edits of properties that were added, removed, unlisted or moved, and of required names."""
    required, was_required, is_required = (*pair.path, "required"), required_in(pair.old), required_in(pair.new)
    before, after = (_schemas_in(node, "properties") for node in (pair.old, pair.new))
    old, new = pair.whole_object
    elsewhere = {*sometimes_declared(found.removed, new), *sometimes_declared(found.added, old)}
    for name in (*found.removed, *found.unlisted):
        steps: tuple[EditStep, ...] = (_set_property(pair, name, after.get(name, ABSENT)),)
        if name not in is_required:
            steps += (EditStep("drop", required, name),)
        details: dict[str, Any] = {"name": name, "elsewhere": name in elsewhere}
        kind = "property-removed"
        if found.unlisted:
            # The name counts as one of the others only together with what these may hold.
            kind, steps = "property-unlisted", (*steps, *pair.steps_for(["additionalProperties"]))
        yield pair.edit(kind, name, (before[name], ABSENT), steps, **details)
    for name in found.added:
        schema = after[name]
        details = {"name": name, "elsewhere": name in elsewhere}
        step = _set_property(pair, name, schema)
        if name in is_required and name not in was_required:
            steps, details = (step, EditStep("add", required, name)), details | {"schema": schema}
            yield pair.edit("property-required", "required", (ABSENT, name), steps, "narrower", **details)
        else:
            yield pair.edit("property-added", name, (ABSENT, schema), (step,), **details)
    for name in found.moved:
        sides = before.get(name, ABSENT), after.get(name, ABSENT)
        yield pair.edit("property-moved", name, sides, (_set_property(pair, name, sides[1]),), name=name)
    # A name may be required that is declared no more.
    gone = {*found.removed, *found.unlisted, *found.renamed}
    reported = (gone - is_required) | {*found.added, *found.renamed.values()}
    for name in sorted((was_required ^ is_required) - reported):
        if name in is_required:
            steps = (EditStep("add", required, name),)
            yield pair.edit("required-added", "required", (ABSENT, name), steps, "narrower", name=name)
        else:
            steps = (EditStep("drop", required, name),)
            yield pair.edit("required-removed", "required", (name, ABSENT), steps, "wider", name=name)


def rename_edit(pair: NodePair, name: str, new_name: str, also: list[SchemaEdit], *, is_required: bool) -> SchemaEdit:
    """Return one edit for a renamed property, with the edits of its schema in `also`."""
    after, required = _schemas_in(pair.new, "properties"), (*pair.path, "required")
    steps = [_set_property(pair, name, after.get(name, ABSENT)), _set_property(pair, new_name, after[new_name])]
    if name not in required_in(pair.new):
        steps.append(EditStep("drop", required, name))
    if is_required:
        steps.append(EditStep("add", required, new_name))
    details: dict[str, Any] = {"name": name, "renamed": new_name, "also": also}
    return pair.edit("property-renamed", new_name, (name, new_name), tuple(steps), **details)


def shared_patterns(pair: NodePair) -> list[str]:
    """Return the name patterns that both objects declare."""
    return sorted(_schemas_in(pair.old, _PATTERNS).keys() & _schemas_in(pair.new, _PATTERNS).keys())


def pattern_edits(pair: NodePair) -> Iterator[SchemaEdit]:
    """Yield the edits of name patterns that were added, removed or replaced.

    The details list as `removed` and `added` those whose names nothing else declares on the other side.
    """
    before, after = (_schemas_in(node, _PATTERNS) for node in (pair.old, pair.new))
    removed, added = sorted(before.keys() - after.keys()), sorted(after.keys() - before.keys())
    old, new = pair.whole_object
    for names in [[*removed, *added]] if removed and added else [[name] for name in (*removed, *added)]:
        left, right = ({name: side[name] for name in names if name in side} or ABSENT for side in (before, after))
        steps = (EditStep("set", (*pair.path, _PATTERNS, name), after.get(name, ABSENT)) for name in names)
        details: dict[str, Any] = {
            "removed": [name for name in removed if name in names and not declares_pattern(name, new)],
            "added": [name for name in added if name in names and not declares_pattern(name, old)],
        }
        yield pair.edit("names", _PATTERNS, (left, right), tuple(steps), **details)


def _possible_properties(pair: NodePair) -> tuple[dict[str, Node], dict[str, Node]]:
    """Return the properties of both sides, without those that only turned into or from `false`."""
    before, after = (_schemas_in(node, "properties") for node in (pair.old, pair.new))
    turned = {name for name in before.keys() & after.keys() if is_never(before[name]) != is_never(after[name])}
    left, right = (
        {name: schema for name, schema in side.items() if name not in turned or not is_never(schema)}
        for side in (before, after)
    )
    return left, right


def _schemas_in(node: Node, keyword: str) -> dict[str, Node]:
    schemas = node.get(keyword)
    return schemas if isinstance(schemas, dict) else {}


def _set_property(pair: NodePair, name: str, schema: Json | Absent) -> EditStep:
    return EditStep("set", (*pair.path, "properties", name), schema)


_SIMILAR_NAME = 0.75
_RELATED_NAME = 0.6
_SHORTEST_PART = 3
_SIMILAR_TEXT = 0.75
# Similarity takes one comparison per pair of names; beyond this many, only the style is compared.
_MOST_PAIRS = 10_000
_TEXT_LENGTH = 400
# Related names are two names where the descriptions differ more than this.
_RELATED_TEXT = 0.5
_WORD = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+")

RenameRank = tuple[float, float, bool]
RequiredNames = tuple[frozenset[str], frozenset[str]]


def match_renames(removed: Mapping[str, Node], added: Mapping[str, Node], required: RequiredNames) -> dict[str, str]:
    """Return the new name of each renamed property: names that differ in style alone first, then the most similar."""
    pairs = _by_style(removed, added)
    taken = set(pairs.values())
    left = {name: node for name, node in removed.items() if name not in pairs}
    right = {name: node for name, node in added.items() if name not in taken}
    if len(left) * len(right) > _MOST_PAIRS:
        return pairs
    for _, old_name, name in sorted(_ranked_pairs(left, right, required)):
        if old_name not in pairs and name not in taken:
            pairs[old_name] = name
            taken.add(name)
    return pairs


def _by_style(removed: Mapping[str, Node], added: Mapping[str, Node]) -> dict[str, str]:
    styles: dict[str, list[str]] = {}
    for name in sorted(added, reverse=True):
        styles.setdefault(without_style(name), []).append(name)
    return {old_name: names.pop() for old_name in sorted(removed) if (names := styles.get(without_style(old_name)))}


def _ranked_pairs(
    removed: Mapping[str, Node], added: Mapping[str, Node], required: RequiredNames
) -> Iterator[tuple[RenameRank, str, str]]:
    """Yield the pairs that may be renames, with the best rank first when sorted: by score, by name, by required."""
    keys = {name: json_key(without_notes(node)) for named in (removed, added) for name, node in named.items()}
    for old_name, old in removed.items():
        for name, new in added.items():
            score = _rename_score(old_name, old, name, new) if keys[old_name] == keys[name] else 0.0
            if score:
                is_required_alike = (old_name in required[0]) == (name in required[1])
                yield (-score, -_similarity(old_name, name), not is_required_alike), old_name, name


def _rename_score(old_name: str, old: Node, name: str, new: Node) -> float:
    """Return the likelihood that a property was renamed to another; 0 if neither names nor descriptions are similar."""
    names = _names_alike(old_name, name)
    texts = [str(node.get("description", ""))[:_TEXT_LENGTH] for node in (old, new)]
    if not all(texts):
        return names if names >= _SIMILAR_NAME and not _are_siblings(old_name, name) else 0.0
    if _describe_different_names((old_name, texts[0]), (name, texts[1])):
        return 0.0
    alike = _similarity(*texts)
    similar = alike >= _SIMILAR_TEXT or (names >= _RELATED_NAME and alike >= _RELATED_TEXT)
    return max(names, alike) if similar else 0.0


def _names_alike(old_name: str, name: str) -> float:
    """Return the similarity of two names; parts (`sheet`, `sheet_name`) and abbreviations (`ctx`) are similar."""
    short, long = sorted((without_style(old_name), without_style(name)), key=len)
    within = len(short) >= _SHORTEST_PART and (long.startswith(short) or long.endswith(short))
    return max(_SIMILAR_NAME if within or _is_abbreviation(short, long) else 0.0, _similarity(short, long))


def _is_abbreviation(short: str, long: str) -> bool:
    letters = iter(long)
    is_within = bool(short) and all(letter in letters for letter in short)
    return is_within and long[0] == short[0] and _SHORTEST_PART <= len(short) <= len(long) / 2


def _are_siblings(old_name: str, name: str) -> bool:
    """Return whether two names share words and differ in others, as `min_price` and `max_price` do."""
    left, right = _own_words(old_name, name), _own_words(name, old_name)
    shared = set(_name_words(old_name)) & set(_name_words(name))
    unlike = all(
        max(_similarity(one, other), _names_alike(one, other)) < _SIMILAR_NAME for one in left for other in right
    )
    return bool(shared and left and right) and unlike


def _describe_different_names(one: tuple[str, str], other: tuple[str, str]) -> bool:
    """Return whether each description mentions what is particular to its own name only."""
    (old_name, old), (name, new) = one, other
    left, right = _own_words(old_name, name), _own_words(name, old_name)
    return bool(left and right) and _mentions_only(old, left, right) and _mentions_only(new, right, left)


def _mentions_only(text: str, of: list[str], not_of: list[str]) -> bool:
    words = _name_words(text)
    mentioned = [any(word.startswith(part) for word in words) for part in of]
    return all(mentioned) and not any(word.startswith(part) for word in words for part in not_of)


def _own_words(name: str, other: str) -> list[str]:
    """Return the words of a name that the other does not have."""
    words = set(_name_words(other))
    return [word for word in _name_words(name) if word not in words]


def _name_words(text: str) -> list[str]:
    return [word.lower() for word in _WORD.findall(text)]


def _similarity(one: str, other: str) -> float:
    from difflib import SequenceMatcher

    return SequenceMatcher(None, one, other, autojunk=False).ratio()
