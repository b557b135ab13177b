"""Edits of properties: added, removed, renamed, required."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from govern.contract.surface import ABSENT
from govern.contract.tool_names import without_style
from govern.schemas.edits.declared_names import always_declares, declares_pattern, is_never, may_declare
from govern.schemas.edits.keywords import ANNOTATION_KEYWORDS, TEXT_KEYWORDS, json_key, required_in
from govern.schemas.edits.schema_edit import EditStep

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from govern.schemas.edits.keywords import Node, Path
    from govern.schemas.edits.schema_edit import NodePair, SchemaEdit


_PATTERN_PROPERTIES = "patternProperties"


@dataclass(frozen=True, slots=True)
class PropertyChanges:
    """The properties of two objects by what became of them; `renamed` maps old names to new ones.

    On the side that lacks it here, a `moved` property is declared by another part of the same object.
    """

    gone: list[str]
    come: list[str]
    kept: list[str]
    renamed: dict[str, str]
    moved: list[str]


def property_changes(pair: NodePair) -> PropertyChanges:
    """Sort the properties of two objects by what became of them."""
    before, after = _possible_properties(pair)
    was, now = pair.whole_object
    moved = [name for name in before if name not in after and always_declares(name, now)]
    moved += [name for name in after if name not in before and always_declares(name, was)]
    gone = {name: schema for name, schema in before.items() if name not in after and name not in moved}
    come = {name: schema for name, schema in after.items() if name not in before and name not in moved}
    renamed = match_renames(gone, come, (required_in(pair.old), required_in(pair.new)))
    named = set(renamed.values())
    return PropertyChanges(
        [name for name in gone if name not in renamed],
        [name for name in come if name not in named],
        [name for name in before if name in after],
        renamed,
        moved,
    )


def property_edits(pair: NodePair, found: PropertyChanges) -> Iterator[SchemaEdit]:
    """Yield the edits of properties that were added, removed or moved, and of required names."""
    required = (*pair.path, "required")
    asked = required_in(pair.new)
    before, after = map(_properties_of, (pair.old, pair.new))
    for name in found.gone:
        steps = (EditStep("set", _property_path(pair, name), after.get(name, ABSENT)), EditStep("drop", required, name))
        details = {"name": name, "elsewhere": may_declare(name, pair.whole_object[1])}
        edit = pair.edit("property-removed", name, (before[name], ABSENT), steps)
        yield replace(edit, details=details)
    for name in found.come:
        schema = after[name]
        details = {"name": name, "elsewhere": may_declare(name, pair.whole_object[0])}
        step = EditStep("set", _property_path(pair, name), schema)
        if name in asked - required_in(pair.old):
            steps = (step, EditStep("add", required, name))
            edit = pair.edit("property-required", "required", (ABSENT, name), steps, "narrower")
            yield replace(edit, details=details | {"schema": schema})
        else:
            yield replace(pair.edit("property-added", name, (ABSENT, schema), (step,)), details=details)
    for name in found.moved:
        sides = before.get(name, ABSENT), after.get(name, ABSENT)
        yield pair.edit(
            "property-moved", name, sides, (EditStep("set", _property_path(pair, name), sides[1]),), name=name
        )
    told = {*found.gone, *found.come, *found.renamed, *found.renamed.values()}
    for name in sorted((required_in(pair.old) ^ asked) - told):
        turn = (EditStep("add" if name in asked else "drop", required, name),)
        if name in asked:
            yield pair.edit("required-added", "required", (ABSENT, name), turn, "narrower", name=name)
        else:
            yield pair.edit("required-removed", "required", (name, ABSENT), turn, "wider", name=name)


def shared_patterns(pair: NodePair) -> list[str]:
    """Return the name patterns that both objects declare."""
    before, after = _patterns_of(pair.old), _patterns_of(pair.new)
    return sorted(before.keys() & after.keys())


def pattern_edits(pair: NodePair) -> Iterator[SchemaEdit]:
    """Yield the edits of name patterns that were added, removed or replaced.

    The details list as `gone` and `come` those whose names nothing else declares on the other side.
    """
    before, after = _patterns_of(pair.old), _patterns_of(pair.new)
    gone, come = sorted(before.keys() - after.keys()), sorted(after.keys() - before.keys())
    was, now = pair.whole_object
    for names in [[*gone, *come]] if gone and come else [[name] for name in (*gone, *come)]:
        left, right = ({name: side[name] for name in names if name in side} or ABSENT for side in (before, after))
        steps = (EditStep("set", (*pair.path, _PATTERN_PROPERTIES, name), after.get(name, ABSENT)) for name in names)
        edit = pair.edit("names", _PATTERN_PROPERTIES, (left, right), tuple(steps))
        lost = [name for name in gone if name in names and not declares_pattern(name, now)]
        found = [name for name in come if name in names and not declares_pattern(name, was)]
        yield replace(edit, details={"gone": lost, "come": found})


def rename_edit(pair: NodePair, was: str, name: str, also: list[SchemaEdit]) -> SchemaEdit:
    """Return one edit for a renamed property, with the edits of its schema in `also`."""
    after = _properties_of(pair.new)
    required = (*pair.path, "required")
    steps = [
        EditStep("set", _property_path(pair, was), after.get(was, ABSENT)),
        EditStep("drop", required, was),
        EditStep("set", _property_path(pair, name), after[name]),
    ]
    if name in required_in(pair.new):
        steps.append(EditStep("add", required, name))
    return pair.edit("property-renamed", name, (was, name), tuple(steps), name=was, renamed=name, also=also)


def _possible_properties(pair: NodePair) -> tuple[dict[str, Node], dict[str, Node]]:
    """Return the properties of both sides, without those that only turned into or from `false`."""
    before, after = _properties_of(pair.old), _properties_of(pair.new)
    turned = {name for name in before.keys() & after.keys() if is_never(before[name]) != is_never(after[name])}
    return _without_never(before, turned), _without_never(after, turned)


def _without_never(held: dict[str, Node], turned: set[str]) -> dict[str, Node]:
    return {name: schema for name, schema in held.items() if name not in turned or not is_never(schema)}


def _properties_of(node: Node) -> dict[str, Node]:
    held = node.get("properties")
    return held if isinstance(held, dict) else {}


def _patterns_of(node: Node) -> dict[str, Node]:
    held = node.get(_PATTERN_PROPERTIES)
    return held if isinstance(held, dict) else {}


def _property_path(pair: NodePair, name: str) -> Path:
    return (*pair.path, "properties", name)


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


def match_renames(gone: Mapping[str, Node], come: Mapping[str, Node], required: RequiredNames) -> dict[str, str]:
    """Return the new name of each renamed property: names that differ in style alone first, then the most similar."""
    pairs = _by_style(gone, come)
    left = {name: node for name, node in gone.items() if name not in pairs}
    right = {name: node for name, node in come.items() if name not in set(pairs.values())}
    if len(left) * len(right) > _MOST_PAIRS:
        return pairs
    ranked = sorted(_ranked_pairs(left, right, required), key=lambda found: (*(-part for part in found[0]), *found[1:]))
    taken = set(pairs.values())
    for _, was, name in ranked:
        if was not in pairs and name not in taken:
            pairs[was] = name
            taken.add(name)
    return pairs


def _by_style(gone: Mapping[str, Node], come: Mapping[str, Node]) -> dict[str, str]:
    styles: dict[str, list[str]] = {}
    for name in sorted(come, reverse=True):
        styles.setdefault(without_style(name), []).append(name)
    return {was: names.pop() for was in sorted(gone) if (names := styles.get(without_style(was)))}


def _ranked_pairs(
    gone: Mapping[str, Node], come: Mapping[str, Node], required: RequiredNames
) -> Iterator[tuple[RenameRank, str, str]]:
    """Yield the pairs that may be renames, ranked by similarity, by name, and by whether both are required."""
    forms = {name: json_key(_without_notes(node)) for named in (gone, come) for name, node in named.items()}
    for was, old in gone.items():
        for name, new in come.items():
            likeness = _rename_score(was, old, name, new) if forms[was] == forms[name] else 0.0
            if likeness:
                yield (likeness, _similarity(was, name), (was in required[0]) == (name in required[1])), was, name


def _rename_score(was: str, old: Node, name: str, new: Node) -> float:
    """Return how likely a property was renamed to another; 0 where neither names nor descriptions are similar."""
    names = _names_alike(was, name)
    texts = [str(node.get("description", ""))[:_TEXT_LENGTH] for node in (old, new)]
    if not all(texts):
        return names if names >= _SIMILAR_NAME and not _are_siblings(was, name) else 0.0
    if _describe_different_names((was, texts[0]), (name, texts[1])):
        return 0.0
    alike = _similarity(*texts)
    similar = alike >= _SIMILAR_TEXT or (names >= _RELATED_NAME and alike >= _RELATED_TEXT)
    return max(names, alike) if similar else 0.0


def _names_alike(was: str, name: str) -> float:
    """Return the similarity of two names; parts (`sheet`, `sheet_name`) and abbreviations (`ctx`) are similar."""
    short, long = sorted((without_style(was), without_style(name)), key=len)
    within = len(short) >= _SHORTEST_PART and (long.startswith(short) or long.endswith(short))
    return max(_SIMILAR_NAME if within or _is_abbreviation(short, long) else 0.0, _similarity(short, long))


def _is_abbreviation(short: str, long: str) -> bool:
    letters = iter(long)
    is_within = bool(short) and all(letter in letters for letter in short)
    return is_within and long[0] == short[0] and _SHORTEST_PART <= len(short) <= len(long) / 2


def _are_siblings(was: str, name: str) -> bool:
    """Return whether two names share words and differ in others, as `min_price` and `max_price` do."""
    left, right = _own_words(was, name), _own_words(name, was)
    shared = set(_name_words(was)) & set(_name_words(name))
    unlike = all(
        max(_similarity(one, other), _names_alike(one, other)) < _SIMILAR_NAME for one in left for other in right
    )
    return bool(shared and left and right) and unlike


def _describe_different_names(one: tuple[str, str], other: tuple[str, str]) -> bool:
    """Return whether each description mentions what is particular to its own name only."""
    (was, old), (name, new) = one, other
    left, right = _own_words(was, name), _own_words(name, was)
    return bool(left and right) and _mentions_only(old, left, right) and _mentions_only(new, right, left)


def _mentions_only(text: str, of: list[str], not_of: list[str]) -> bool:
    words = _name_words(text)
    details = [any(word.startswith(part) for word in words) for part in of]
    return all(details) and not any(word.startswith(part) for word in words for part in not_of)


def _own_words(name: str, other: str) -> list[str]:
    """Return the words of a name that the other does not have."""
    words = set(_name_words(other))
    return [word for word in _name_words(name) if word not in words]


def _name_words(text: str) -> list[str]:
    return [word.lower() for word in _WORD.findall(text)]


def _similarity(one: str, other: str) -> float:
    from difflib import SequenceMatcher

    return SequenceMatcher(None, one, other, autojunk=False).ratio()


def _without_notes(node: Node) -> Node:
    return {key: value for key, value in node.items() if key not in ANNOTATION_KEYWORDS and key not in TEXT_KEYWORDS}
