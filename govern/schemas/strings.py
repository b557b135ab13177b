"""Strings within strings: the library first, then automata."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .patterns.automaton import Length, find_word
from .patterns.syntax import NotRegular
from .texts import Facets

if TYPE_CHECKING:
    from collections.abc import Generator

    from .inclusion import Inclusion

Json = Any


def strings(question: Inclusion, a: dict[str, Json], b: dict[str, Json]) -> Generator[Json, None, bool]:
    """Ask whether all strings of `a` are in `b`."""
    mine, theirs = Facets(a), Facets(b)
    if not (theirs.wanted or mine.wanted or mine.unwanted):
        return (yield from question.by_library(a, b))
    is_proven = b.get("format") in {None, a.get("format")}
    for demand in _demands(mine, theirs):
        is_proven = (yield from _meets(question, mine, demand)) and is_proven
    return is_proven or (yield from question.by_library(a, b))


def _demands(mine: Facets, theirs: Facets) -> list[tuple[str | None, int, int | None]]:
    """List what is asked for and not promised in the same words: a pattern, or a length."""
    demands: list[tuple[str | None, int, int | None]] = []
    if theirs.least > mine.least:
        demands.append((None, 0, theirs.least - 1))
    if theirs.most is not None and (mine.most is None or mine.most > theirs.most):
        demands.append((None, theirs.most + 1, None))
    return demands + [(pattern, 0, None) for pattern in theirs.wanted if pattern not in mine.wanted]


def _meets(
    question: Inclusion, mine: Facets, demand: tuple[str | None, int, int | None]
) -> Generator[Json, None, bool]:
    """Look for a word that has all of mine and fails one demand."""
    pattern, least, most = demand
    unwanted = [*mine.unwanted, *([] if pattern is None else [pattern])]
    try:
        # Without lengths the search is smaller, and what it does not find is not there with them either.
        if pattern is not None and find_word(mine.wanted, unwanted, question.budget) is None:
            return True
        upper = min((limit for limit in (most, mine.most) if limit is not None), default=None)
        length = Length(max(least, mine.least), upper)
        word = find_word(mine.wanted, unwanted, question.budget, length=length, other_than=mine.excluded)
    except NotRegular:
        return False
    if word is None:
        return True
    if any(end in word for end in "\n\r\u2028\u2029"):
        yield from _on_one_line(question, mine, unwanted, length)
    yield word
    return False


def _on_one_line(question: Inclusion, mine: Facets, unwanted: list[str], length: Length) -> Generator[Json, None, None]:
    """Look for a word without line ends, about which readers of `.` and `$` do not agree."""
    try:
        word = find_word(mine.wanted, [*unwanted, "[\\n\\r\\u2028\\u2029]"], question.budget, length=length)
    except NotRegular:
        return
    if word is not None:
        yield word
