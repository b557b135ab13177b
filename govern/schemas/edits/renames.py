"""Which property of one object is which of the other by another name."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from govern.contract.tool_names import without_style
from govern.schemas.edits.words import NOTES, TEXTS, key_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from govern.schemas.edits.pair import Node

_SIMILAR_NAME = 0.75
_RELATED_NAME = 0.6
_LEAST_NAME = 3
_SIMILAR_TEXT = 0.75
# Every name that went is held against every one that came; beyond so many pairs only by their style.
_MOST_PAIRS = 10_000
_ENOUGH = 400
# Related names of things that are said to be something else are two names.
_RELATED_TEXT = 0.5
_WORD = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+")

Ranked = tuple[float, float, bool]
Asked = tuple[frozenset[str], frozenset[str]]


def renames(gone: Mapping[str, Node], come: Mapping[str, Node], asked: Asked) -> dict[str, str]:
    """Each old name with its new one: those that differ in style alone, then the closest, each name in one pair."""
    pairs = _by_style(gone, come)
    left = {name: node for name, node in gone.items() if name not in pairs}
    right = {name: node for name, node in come.items() if name not in set(pairs.values())}
    if len(left) * len(right) > _MOST_PAIRS:
        return pairs
    ranked = sorted(_ranked(left, right, asked), key=lambda found: (*(-part for part in found[0]), *found[1:]))
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


def _ranked(gone: Mapping[str, Node], come: Mapping[str, Node], asked: Asked) -> Iterator[tuple[Ranked, str, str]]:
    """The pairs that may be one: by how alike they are, then by name, then whether both are asked for."""
    forms = {name: key_of(_bare(node)) for named in (gone, come) for name, node in named.items()}
    for was, old in gone.items():
        for name, new in come.items():
            likeness = _likeness(was, old, name, new) if forms[was] == forms[name] else 0.0
            if likeness:
                yield (likeness, _ratio(was, name), (was in asked[0]) == (name in asked[1])), was, name


def _likeness(was: str, old: Node, name: str, new: Node) -> float:
    """How surely one is the other by another name: 0 where neither names nor texts are alike."""
    names = _names_alike(was, name)
    texts = [str(node.get("description", ""))[:_ENOUGH] for node in (old, new)]
    if not all(texts):
        return names if names >= _SIMILAR_NAME and not _are_siblings(was, name) else 0.0
    if _are_told_apart((was, texts[0]), (name, texts[1])):
        return 0.0
    alike = _ratio(*texts)
    similar = alike >= _SIMILAR_TEXT or (names >= _RELATED_NAME and alike >= _RELATED_TEXT)
    return max(names, alike) if similar else 0.0


def _names_alike(was: str, name: str) -> float:
    """Alike too are a name within the other, as `sheet` in `sheet_name`, and one cut short, as `ctx` for `context`."""
    short, long = sorted((without_style(was), without_style(name)), key=len)
    within = len(short) >= _LEAST_NAME and (long.startswith(short) or long.endswith(short))
    return max(_SIMILAR_NAME if within or _cut_short(short, long) else 0.0, _ratio(short, long))


def _cut_short(short: str, long: str) -> bool:
    letters = iter(long)
    is_within = bool(short) and all(letter in letters for letter in short)
    return is_within and long[0] == short[0] and _LEAST_NAME <= len(short) <= len(long) / 2


def _are_siblings(was: str, name: str) -> bool:
    """Whether the names share words and say something else by the others, as `min_price` and `max_price` do."""
    left, right = _own_words(was, name), _own_words(name, was)
    shared = set(_words(was)) & set(_words(name))
    unlike = all(max(_ratio(one, other), _names_alike(one, other)) < _SIMILAR_NAME for one in left for other in right)
    return bool(shared and left and right) and unlike


def _are_told_apart(one: tuple[str, str], other: tuple[str, str]) -> bool:
    """Whether each text speaks of what its own name adds and not of what the other's does."""
    (was, old), (name, new) = one, other
    left, right = _own_words(was, name), _own_words(name, was)
    return bool(left and right) and _speaks(old, left, right) and _speaks(new, right, left)


def _speaks(text: str, of: list[str], not_of: list[str]) -> bool:
    words = _words(text)
    said = [any(word.startswith(part) for word in words) for part in of]
    return all(said) and not any(word.startswith(part) for word in words for part in not_of)


def _own_words(name: str, other: str) -> list[str]:
    """The words of a name that the other does not have."""
    words = set(_words(other))
    return [word for word in _words(name) if word not in words]


def _words(text: str) -> list[str]:
    return [word.lower() for word in _WORD.findall(text)]


def _ratio(one: str, other: str) -> float:
    from difflib import SequenceMatcher

    return SequenceMatcher(None, one, other, autojunk=False).ratio()


def _bare(node: Node) -> Node:
    return {key: value for key, value in node.items() if key not in NOTES and key not in TEXTS}
