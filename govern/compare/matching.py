"""Matching of items between two sides: by name, else by content, so that a renamed tool is one change."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from govern.compare.view import ItemView
from govern.contract.json_text import canonical
from govern.contract.tool_names import without_style

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from govern.contract.surface import KindName

    Key = tuple[KindName, str, int]

# The least similarity of a rename, found on 45 renames of real servers.
_SAME = 0.72
_ONE_EACH = 2
# Beyond this many pairs of removed and added items, only names are compared.
_MOST_PAIRS = 40_000
# difflib's time grows with the product of both lengths; names in real use are shorter.
_LONGEST_NAME = 512
_WORD = re.compile(r"\w+")


@dataclass(frozen=True, slots=True)
class Matched:
    """Matched items: pairs of one name that differ, renamed pairs with their similarity, and items of one side only."""

    kept: tuple[tuple[ItemView, ItemView], ...]
    renamed: tuple[tuple[ItemView, ItemView, float], ...]
    removed: tuple[ItemView, ...]
    added: tuple[ItemView, ...]


def match(old: Mapping[Key, ItemView], new: Mapping[Key, ItemView]) -> Matched:
    """Match the items of one server, and return what is not identical on both sides."""
    before, after = _by_name(_not_identical(old, new)), _by_name(_not_identical(new, old))
    kept, removed, added = [], [], []
    for name in {**before, **after}:
        pairs, left, right = _copies(before.get(name, []), after.get(name, []))
        kept += pairs
        removed += left
        added += right
    renamed = tuple(_renamed(removed, added))
    renamed_ids = {id(item) for pair in renamed for item in pair[:2]}
    only_old, only_new = (tuple(item for item in side if id(item) not in renamed_ids) for side in (removed, added))
    return Matched(tuple(kept), renamed, only_old, only_new)


def _not_identical(side: Mapping[Key, ItemView], other: Mapping[Key, ItemView]) -> Iterator[ItemView]:
    for key, item in side.items():
        beside = other.get(key)
        if beside is None or beside.digest != item.digest:
            yield item


def _by_name(items: Iterable[ItemView]) -> dict[tuple[KindName, str], list[ItemView]]:
    named: dict[tuple[KindName, str], list[ItemView]] = {}
    for item in items:
        named.setdefault((item.kind.name, item.key), []).append(item)
    return named


def _copies(
    old: list[ItemView], new: list[ItemView]
) -> tuple[list[tuple[ItemView, ItemView]], list[ItemView], list[ItemView]]:
    """Return pairs of items of one name, identical ones first and the rest in order, and what is left on each side."""
    left, right = list(old), list(new)
    pairs = []
    for item in old if len(old) + len(new) > _ONE_EACH else ():
        same = next((each for each in right if each.digest == item.digest), None)
        if same:
            pairs.append((item, same))
            left.remove(item)
            right.remove(same)
    both = min(len(left), len(right))
    return [*pairs, *zip(left, right, strict=False)], left[both:], right[both:]


def _renamed(removed: Sequence[ItemView], added: Sequence[ItemView]) -> Iterator[tuple[ItemView, ItemView, float]]:
    """Yield the pairs that are most likely renames, each item at most once."""
    if len(removed) * len(added) > _MOST_PAIRS:
        yield from _restyled(removed, added)
        return
    scored = [
        (score, before, after)
        for before in removed
        for after in added
        if before.kind is after.kind and (score := similarity(before, after)) >= _SAME
    ]
    taken: set[int] = set()
    for _, before, after in sorted(scored, key=lambda each: (-each[0], each[1].key, each[2].key)):
        if id(before) not in taken and id(after) not in taken:
            taken |= {id(before), id(after)}
            yield before, after, round(_content(before, after), 2)


def _restyled(removed: Sequence[ItemView], added: Sequence[ItemView]) -> Iterator[tuple[ItemView, ItemView, float]]:
    """Pair the items whose names differ in case or separators alone, in the order of their names."""
    alike: dict[tuple[KindName, str], tuple[list[ItemView], list[ItemView]]] = {}
    for side, items in enumerate((removed, added)):
        for item in items:
            alike.setdefault((item.kind.name, without_style(item.key)), ([], []))[side].append(item)
    for sides in alike.values():
        for before, after in zip(*(sorted(side, key=lambda item: item.key) for side in sides), strict=False):
            yield before, after, round(_content(before, after), 2)


Placed = tuple[str, ItemView]


def moved_items(removed: Sequence[Placed], added: Sequence[Placed]) -> list[tuple[Placed, Placed]]:
    """Return the items that moved to another server under the same name with similar content."""
    arrived: dict[tuple[KindName, str], list[Placed]] = {}
    for server, item in added:
        arrived.setdefault((item.kind.name, item.key), []).append((server, item))
    moves = []
    for server, item in removed:
        targets = arrived.get((item.kind.name, item.key), [])
        target = next((each for each in targets if each[0] != server and _much_the_same(item, each[1])), None)
        if target:
            targets.remove(target)
            moves.append(((server, item), target))
    return moves


def _much_the_same(one: ItemView, other: ItemView) -> bool:
    if one.parts.get("surface") == other.parts.get("surface"):
        return True
    shapes = _fields(one), _fields(other)
    return _overlap(_words(one), _words(other)) >= _SAME or (any(shapes) and _overlap(*shapes) >= _SAME)


def similarity(before: ItemView, after: ItemView) -> float:
    """Return the similarity of two items of different names, from 0 to 1."""
    if without_style(before.key) == without_style(after.key):
        return 1.0
    return _content(before, after)


def _content(before: ItemView, after: ItemView) -> float:
    """Return the similarity of names, texts and fields, from 0 to 1."""
    if _same_but_for_its_name(before, after):
        return 1.0
    from difflib import SequenceMatcher

    one, other = (view.key[:_LONGEST_NAME].lower() for view in (before, after))
    names = SequenceMatcher(None, one, other, autojunk=False).ratio()
    texts = _overlap(_words(before), _words(after))
    fields = _fields(before), _fields(after)
    if not any(fields):
        return 0.45 * names + 0.55 * texts
    shapes = 1.0 if before.parts.get("input") == after.parts.get("input") else _overlap(*fields)
    return 0.3 * names + 0.35 * texts + 0.35 * shapes


def _same_but_for_its_name(one: ItemView, other: ItemView) -> bool:
    """Return whether two items differ only in name and have more than a name."""
    left, right = (
        {key: value for key, value in view.item.raw.items() if key != view.kind.key} for view in (one, other)
    )
    return len(one.item.surface) > 1 and canonical(left) == canonical(right)


def _words(view: ItemView) -> frozenset[str]:
    return frozenset(_WORD.findall(view.item.description.lower()))


def _fields(view: ItemView) -> frozenset[str]:
    schema = view.item.raw.get("inputSchema")
    properties = schema.get("properties") if isinstance(schema, dict) else None
    arguments = view.item.raw.get("arguments")
    if isinstance(properties, dict):
        return frozenset(properties)
    return _names(arguments) if isinstance(arguments, list) else frozenset()


def _names(arguments: Iterable[object]) -> frozenset[str]:
    return frozenset(str(each.get("name")) for each in arguments if isinstance(each, dict))


def _overlap(one: frozenset[str], other: frozenset[str]) -> float:
    return len(one & other) / len(one | other) if one or other else 0.0
