"""The sides of a comparison, decoded on first use, and the matching of their items by name or content."""

from __future__ import annotations

import re
from collections import Counter, defaultdict, deque
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from itertools import count, product
from sys import intern
from typing import TYPE_CHECKING, Any

from govern.contract.digests import digest
from govern.contract.surface import without_style

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from govern.contract.surface import Item, Kind, KindName, Surface
    from govern.facts.change import Fact

    Key = tuple[KindName, str, int]

_WORD = re.compile(r"\w+")


@dataclass(frozen=True, slots=True)
class Likeness:
    """The traits that a renamed or moved item shares with what it was.

    `words` are those of the description, `fields` the top-level parameters or arguments, and `rest` is the digest of
    everything but the name, None if there is nothing else.
    """

    words: frozenset[str]
    fields: frozenset[str]
    rest: str | None


@dataclass(frozen=True)
class ItemView:
    """One item of one side. `decode` loads its object, which takes much more memory than its text and is not kept.

    `compared` holds the last item that this one was compared with, the reading, and the facts found.
    """

    kind: Kind
    key: str
    digest: str
    parts_line: str
    decode: Callable[[], Item]
    compared: list[tuple[ItemView, str, list[Fact]]] = field(default_factory=list, init=False, compare=False)

    @cached_property
    def parts(self) -> Mapping[str, str]:
        """Return the short digests of the parts by name."""
        return dict(part.partition(":")[::2] for part in self.parts_line.split(" "))

    @cached_property
    def likeness(self) -> Likeness:
        """Return what a rename or a move is found by."""
        item = self.decode()
        words = frozenset(map(intern, _WORD.findall(item.description.lower())))
        rest = {key: value for key, value in item.raw.items() if key != self.kind.key}
        return Likeness(words, _field_names(item), digest(rest) if len(item.surface) > 1 else None)


def _field_names(item: Item) -> frozenset[str]:
    schema, arguments = item.raw.get("inputSchema"), item.raw.get("arguments")
    properties = schema.get("properties") if isinstance(schema, dict) else None
    if isinstance(properties, dict):
        return frozenset(properties)
    listed = arguments if isinstance(arguments, list) else []
    return frozenset(str(each.get("name")) for each in listed if isinstance(each, dict))


@dataclass(frozen=True)
class ServerView:
    """One server of one side; `load_header` loads its Surface without items, once."""

    name: str
    digest: str
    source: str
    client: str | None
    folds: str | None
    integrity: str | None
    items: Mapping[tuple[KindName, str, int], ItemView]
    load_header: Callable[[], Surface]

    @cached_property
    def header(self) -> Surface:
        """Return the Surface of the server without its items."""
        return self.load_header()

    def copies(self, kind: KindName, name: str) -> Iterator[ItemView]:
        """Yield the items of one name, which a server may list more than once."""
        for copy in count(1):
            item = self.items.get((kind, name, copy))
            if item is None:
                return
            yield item

    @property
    def own_fields(self) -> dict[str, Any]:
        """Return the fields of the handshake other than the protocol version."""
        return {key: value for key, value in self.header.handshake.items() if key != "protocolVersion"}


View = Mapping[str, ServerView]


# The least similarity of a rename, found on 45 renames of real servers.
SAME = 0.72
_ONE_EACH = 2
# Beyond this many pairs of removed and added items, only those with a rare trait in common are compared: for each
# removed item these many, by traits of so few added items.
_MOST_PAIRS = 40_000
_MOST_CANDIDATES = 10
_RARE = 20
# difflib's time grows with the product of both lengths; names in real use are shorter.
_LONGEST_NAME = 512


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
    equal: defaultdict[str, deque[ItemView]] = defaultdict(deque)
    for item in new if len(old) + len(new) > _ONE_EACH else ():
        equal[item.digest].append(item)
    pairs = [(item, equal[item.digest].popleft()) for item in old if equal[item.digest]]
    taken = {id(item) for pair in pairs for item in pair}
    left, right = ([item for item in side if id(item) not in taken] for side in (old, new))
    both = min(len(left), len(right))
    return [*pairs, *zip(left, right, strict=False)], left[both:], right[both:]


def _renamed(removed: Sequence[ItemView], added: Sequence[ItemView]) -> Iterator[tuple[ItemView, ItemView, float]]:
    """Yield the pairs that are most likely renames, each item at most once."""
    is_few = len(removed) * len(added) <= _MOST_PAIRS
    scored = [
        (score, before, after)
        for before, after in (product(removed, added) if is_few else _candidates(removed, added))
        if before.kind is after.kind and (score := similarity(before, after)) >= SAME
    ]
    taken: set[int] = set()
    for _, before, after in sorted(scored, key=lambda each: (-each[0], each[1].key, each[2].key)):
        if id(before) not in taken and id(after) not in taken:
            taken |= {id(before), id(after)}
            yield before, after, round(_content(before, after), 2)


def _candidates(removed: Sequence[ItemView], added: Sequence[ItemView]) -> Iterator[tuple[ItemView, ItemView]]:
    """Yield the pairs that share most of the traits that few of the added items have."""
    having: defaultdict[tuple[str, str], list[int]] = defaultdict(list)
    for at, after in enumerate(added):
        for trait in _traits(after):
            having[trait].append(at)
    for before in removed:
        # Sorted, so that the result does not depend on the hashes of this run.
        shared = Counter(
            sorted(at for trait in _traits(before) if len(found := having.get(trait, ())) <= _RARE for at in found)
        )
        yield from ((before, added[at]) for at, _ in shared.most_common(_MOST_CANDIDATES))


def _traits(item: ItemView) -> set[tuple[str, str]]:
    """Return what renamed items may have in common."""
    alike = item.likeness
    traits = {("name", without_style(item.key)), ("rest", alike.rest or "")}
    return traits | {("word", word) for word in alike.words} | {("field", name) for name in alike.fields}


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
    before, after = one.likeness, other.likeness
    return _overlap(before.words, after.words) >= SAME or _overlap(before.fields, after.fields) >= SAME


def similarity(before: ItemView, after: ItemView) -> float:
    """Return the similarity of two items of different names, from 0 to 1; 0 if it is certainly too small."""
    if without_style(before.key) == without_style(after.key):
        return 1.0
    return _content(before, after, least=SAME)


def _content(before: ItemView, after: ItemView, least: float = 0.0) -> float:
    """Return the similarity of names, texts and fields, from 0 to 1; 0 if it is certainly less than `least`."""
    old, new = before.likeness, after.likeness
    if old.rest is not None and old.rest == new.rest:
        return 1.0
    texts = _overlap(old.words, new.words)
    if old.fields or new.fields:
        same_input = before.parts.get("input") == after.parts.get("input")
        shapes = 1.0 if same_input else _overlap(old.fields, new.fields)
        of_name, rest = 0.3, [0.35 * texts, 0.35 * shapes]
    else:
        of_name, rest = 0.45, [0.55 * texts]
    if sum(rest, of_name) < least:
        return 0.0
    from difflib import SequenceMatcher

    one, other = (view.key[:_LONGEST_NAME].lower() for view in (before, after))
    return sum(rest, of_name * SequenceMatcher(None, one, other, autojunk=False).ratio())


def _overlap(one: frozenset[str], other: frozenset[str]) -> float:
    return len(one & other) / len(one | other) if one or other else 0.0
