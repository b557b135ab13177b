"""Descriptions that say nearly the same, so that a model can hardly choose between their tools."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from math import ceil
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

_ALIKE = 0.8
_FEWEST_WORDS = 5
# Where a word is in very many texts, only the latest of them are looked at, so that the work stays linear.
_LATEST = 16
_WORD = re.compile(r"\w+")


def near_duplicates(texts: Sequence[str]) -> list[list[int]]:
    """Groups of texts, by their places, that share four fifths of their words; texts of few words are left out."""
    same: defaultdict[frozenset[str], list[int]] = defaultdict(list)
    for place, text in enumerate(texts):
        words = frozenset(_WORD.findall(text.lower()))
        if len(words) >= _FEWEST_WORDS:
            same[words].append(place)
    distinct = list(same)
    leader = list(range(len(distinct)))
    for one, other in _candidates(distinct):
        first, second = _leader(leader, one), _leader(leader, other)
        if first != second and _alike(distinct[one], distinct[other]):
            leader[max(first, second)] = min(first, second)
    groups: defaultdict[int, list[int]] = defaultdict(list)
    for at, words in enumerate(distinct):
        groups[_leader(leader, at)] += same[words]
    return sorted(sorted(group) for group in groups.values() if len(group) > 1)


def _candidates(distinct: Sequence[frozenset[str]]) -> Iterator[tuple[int, int]]:
    """Pairs that share one of their rarest words; two texts that are alike must, by how few words they do not share."""
    uses = Counter(word for words in distinct for word in words)
    holders: defaultdict[str, list[int]] = defaultdict(list)
    for at, words in enumerate(distinct):
        rarest = sorted(words, key=lambda word: (uses[word], word))[: len(words) - ceil(_ALIKE * len(words)) + 1]
        for word in rarest:
            yield from ((at, earlier) for earlier in holders[word][-_LATEST:])
            holders[word].append(at)


def _alike(one: frozenset[str], other: frozenset[str]) -> bool:
    shared = len(one & other)
    return shared >= _ALIKE * (len(one) + len(other) - shared)


def _leader(leader: list[int], at: int) -> int:
    while leader[at] != at:
        leader[at] = leader[leader[at]]
        at = leader[at]
    return at
