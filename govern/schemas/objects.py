"""Objects within objects: each kind of name with its value, what is required, and how many there are."""

from __future__ import annotations

from collections.abc import Generator
from itertools import islice, product
from typing import TYPE_CHECKING, Any

from .automaton import find_word
from .patterns import UnsupportedPattern
from .strings import Facets

if TYPE_CHECKING:
    from collections.abc import Iterator

    from .budget import StepBudget
    from .document import Document
    from .inclusion import Inclusion
    from .samples import Samples

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
        self._mine = PropertyNames(question.small, a, question.budget)
        self._theirs = PropertyNames(question.large, b, question.budget)
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
        except UnsupportedPattern:
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


_FRESH = ("extra", "a", "b", "c", "other", "x1")
_MANY = 300


class PropertyNames:
    """The rules of one object form about its names."""

    def __init__(self, document: Document, form: dict[str, Json], budget: StepBudget) -> None:
        self._document = document
        self._budget = budget
        self.declared: dict[str, Json] = form.get("properties", {})
        self.patterns: dict[str, Json] = form.get("patternProperties", {})
        self.rest: Json = form.get("additionalProperties", True)
        self.allowed: Json = form.get("propertyNames", True)
        facets = Facets(self.allowed if isinstance(self.allowed, dict) else {})
        self.wanted, self.unwanted = facets.wanted, facets.unwanted

        self.listed = self._listed()

    def _listed(self) -> frozenset[str] | None:
        """Return all names there can be, None where they are not a list."""
        if isinstance(self.allowed, dict):
            values = [self.allowed["const"]] if "const" in self.allowed else self.allowed.get("enum")
            return None if values is None else frozenset(value for value in values if isinstance(value, str))
        if self.allowed is True and self.rest is False and not self.patterns:
            return frozenset(self.declared)
        return frozenset() if self.allowed is False else None

    def admits(self, name: str) -> bool:
        """Tell whether there may be such a name."""
        if self.allowed is True:
            return True
        return self._document.accepts(self.allowed, name) if self.listed is None else name in self.listed

    def form_where(self, matched: list[str]) -> Json:
        """Return what the value must be under an undeclared name that these patterns match and no others."""
        parts = [self.patterns[pattern] for pattern in matched if pattern in self.patterns]
        return self._document.merged(parts or [self.rest])

    def matched_by(self, name: str, matched: list[str]) -> bool:
        """Tell whether exactly these of the patterns match a name."""
        return all(
            self._document.accepts({"pattern": pattern}, name) == (pattern in matched) for pattern in self.patterns
        )

    def form_of(self, name: str) -> Json:
        """Return what the value under a name must be."""
        if not self.admits(name):
            return False
        parts = [self.declared[name]] if name in self.declared else []
        parts += [held for pattern, held in self.patterns.items() if self._document.accepts({"pattern": pattern}, name)]
        return self._document.merged(parts or [self.rest])

    def some(self, samples: Samples, count: int) -> Iterator[str]:
        """Draw names: the declared ones, ones for each pattern, and fresh ones."""
        if self.listed is not None:
            yield from sorted(self.listed)
            return
        yield from self.declared
        for pattern in self.patterns:
            yield from self._word(pattern)
        drawn = samples.of(self.allowed, count) if isinstance(self.allowed, dict) else _fresh()
        fresh = (name for name in drawn if isinstance(name, str) and name not in self.declared)
        yield from islice(fresh, min(count, _MANY))

    def _word(self, pattern: str) -> Iterator[str]:
        try:
            word = find_word([pattern], [], self._budget, other_than=self.declared)
        except UnsupportedPattern:
            return
        if word is not None:
            yield word


def _fresh() -> Iterator[str]:
    yield from _FRESH
    yield from (f"n{number}" for number in range(_MANY))
