"""Objects within objects: each kind of name with its value, what is required, and how many there are."""

from __future__ import annotations

from collections.abc import Generator
from itertools import islice, product
from typing import TYPE_CHECKING, Any

from .names import Names
from .patterns.automaton import find_word
from .patterns.syntax import NotRegular

if TYPE_CHECKING:
    from .inclusion import Inclusion

Json = Any
Search = Generator[Json, None, bool]

_PATTERN_LIMIT = 4


def objects(question: Inclusion, a: dict[str, Json], b: dict[str, Json]) -> Search:
    """Ask whether all objects of `a` are in `b`."""
    pair = _Pair(question, a, b)
    is_proven = True
    for rule in (pair.required, pair.declared, pair.names, pair.undeclared, pair.counts):
        is_proven = (yield from rule()) and is_proven
    return is_proven or (yield from question.by_library(a, b))


class _Pair:
    """Two object forms side by side."""

    def __init__(self, question: Inclusion, a: dict[str, Json], b: dict[str, Json]) -> None:
        self._question = question
        self._a, self._b = a, b
        self._mine = Names(question.small, a, question.budget)
        self._theirs = Names(question.large, b, question.budget)
        self._smallest: dict[str, Json] | None = None

    def required(self) -> Search:
        """Ask whether all that `b` needs is there."""
        missing = set(self._b.get("required", ())) - set(self._a.get("required", ()))
        for name in sorted(missing):
            for drawn in self._question.samples.of(self._a, 2):
                yield {held: value for held, value in drawn.items() if held != name}
        return not missing

    def declared(self) -> Search:
        """Ask of each name that either form declares."""
        mine, theirs = self._mine, self._theirs
        is_proven = True
        for name in dict.fromkeys((*mine.declared, *theirs.declared)):
            held, asked = mine.declared.get(name), theirs.declared.get(name)
            if held is not None and not theirs.patterns and self._question.is_same(held, asked) and theirs.admits(name):
                continue
            is_proven = (yield from self._value(name, mine.form_of(name), theirs.form_of(name))) and is_proven
        return is_proven

    def names(self) -> Search:
        """Ask whether `b` allows each name that `a` allows."""
        if self._theirs.allowed is True or self._mine.listed is not None:
            return True
        drawn = self._mine.some(self._question.samples, 1)
        for name in islice((word for word in drawn if not self._theirs.admits(word)), 2):
            for value in self._question.samples.of(self._mine.form_of(name), 1):
                yield self._with(name, value)
        allowed = {"type": "string"} if self._mine.allowed is True else self._mine.allowed
        search = self._question.below(allowed, self._theirs.allowed)
        while True:
            try:
                name = next(search)
            except StopIteration as end:
                return bool(end.value)
            if isinstance(name, str):
                for value in self._question.samples.of(self._mine.form_of(name), 1):
                    yield self._with(name, value)

    def undeclared(self) -> Search:
        """Ask of all other names, kind by kind: a kind is what the same patterns match."""
        listed = self._mine.listed
        is_proven = True
        known = {*self._mine.declared, *self._theirs.declared}
        if listed is not None:
            for name in sorted(listed - known):
                held, asked = self._mine.form_of(name), self._theirs.form_of(name)
                is_proven = (yield from self._value(name, held, asked)) and is_proven
            return is_proven
        patterns = list(dict.fromkeys((*self._mine.patterns, *self._theirs.patterns)))
        if len(patterns) > _PATTERN_LIMIT:
            return False
        for matches in product((False, True), repeat=len(patterns)):
            matched = [pattern for pattern, is_match in zip(patterns, matches, strict=True) if is_match]
            is_proven = (yield from self._kind(patterns, matched)) and is_proven
        return is_proven

    def _kind(self, patterns: list[str], matched: list[str]) -> Search:
        held = self._mine.form_where(matched)
        asked = self._theirs.form_where(matched)
        if asked is True or held is False or self._question.is_same(held, asked):
            return True
        known = {*self._mine.declared, *self._theirs.declared}
        try:
            unmatched = [pattern for pattern in patterns if pattern not in matched]
            wanted, unwanted = [*self._mine.wanted, *matched], [*self._mine.unwanted, *unmatched]
            name = find_word(wanted, unwanted, self._question.budget, other_than=known)
            if name is None:
                return True
        except NotRegular:
            name = None
        if name is None or not self._mine.admits(name):
            drawn = self._mine.some(self._question.samples, 6)
            name = next((word for word in drawn if word not in known and self._mine.matched_by(word, matched)), name)
        return (yield from self._value(name, held, asked))

    def counts(self) -> Search:
        """Ask whether there are enough and not too many."""
        least, most = self._b.get("minProperties", 0), self._b.get("maxProperties")
        is_proven = True
        if least > max(self._a.get("minProperties", 0), len(self._a.get("required", ()))):
            yield from self._question.samples.of({**self._a, "maxProperties": least - 1}, 2)
            is_proven = False
        listed = self._mine.listed
        limits = [self._a.get("maxProperties"), None if listed is None else len(listed)]
        if most is not None and not any(limit is not None and limit <= most for limit in limits):
            enough = max(int(most) + 1, int(self._a.get("minProperties", 0)))
            yield from self._question.samples.of({**self._a, "minProperties": enough}, 2)
            is_proven = False
        return is_proven

    def _value(self, name: str | None, held: Json, asked: Json) -> Search:
        search = self._question.below(held, asked)
        while True:
            try:
                suspect = next(search)
            except StopIteration as end:
                return bool(end.value)
            if name is not None:
                yield self._with(name, suspect)

    def _with(self, name: str, value: Json) -> dict[str, Json]:
        """Put a value under its name in the smallest object there is."""
        if self._smallest is None:
            drawn = self._question.samples.of(self._a, 1)
            self._smallest = drawn[0] if drawn else {}
        return {**self._smallest, name: value}
