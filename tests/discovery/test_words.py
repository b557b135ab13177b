"""The list of English words: in order, without idle entries, and never joining opposites."""

from __future__ import annotations

import json
from itertools import chain
from pathlib import Path

import pytest

from govern import discovery
from govern.discovery.words import is_stop_word, stem, synonyms

LIST = json.loads(Path(discovery.__file__).with_name("english.json").read_text(encoding="utf-8"))
GROUPS: list[list[str]] = LIST["synonyms"]


def test_words_and_groups_are_in_order_and_there_once() -> None:
    for each in (LIST["stop words"], GROUPS, *GROUPS):
        assert each == sorted(each)
    assert len(set(LIST["stop words"])) == len(LIST["stop words"])
    sets = [frozenset(group) for group in GROUPS]
    assert not [sorted(group) for group in sets for other in sets if group < other]


def test_every_word_of_a_group_counts() -> None:
    assert all(2 <= len(group) <= 12 for group in GROUPS)
    assert all(len(set(map(stem, group))) == len(group) for group in GROUPS)
    assert all(word == word.casefold() and not is_stop_word(word) for word in chain(*GROUPS))


@pytest.mark.parametrize(
    ("word", "opposite"),
    [
        ("read", "write"),
        ("get", "set"),
        ("create", "delete"),
        ("open", "close"),
        ("start", "stop"),
        ("enable", "disable"),
        ("send", "receive"),
        ("import", "export"),
        ("upload", "download"),
        ("push", "pull"),
        ("accept", "reject"),
        ("allow", "deny"),
        ("next", "previous"),
    ],
)
def test_opposites_are_not_synonyms(word: str, opposite: str) -> None:
    assert stem(opposite) not in synonyms().get(stem(word), frozenset())


# The stem of each word is that of quite another: "access", "activity", "author", "guide", "object", "terminate".
@pytest.mark.parametrize("word", ["accessibility", "activate", "authorize", "guid", "objective", "terminal"])
def test_words_whose_stem_means_something_else_are_left_out(word: str) -> None:
    assert word not in set(chain(*GROUPS))
