"""The rules of `Inclusion` for arrays and objects, and the property names that an object form allows."""

from __future__ import annotations

from collections.abc import Generator
from itertools import combinations, islice, product
from typing import TYPE_CHECKING, Any

from govern.schemas.forms import listed_values
from govern.schemas.patterns import UnsupportedPattern
from govern.schemas.strings import StringFacets, find_word

if TYPE_CHECKING:
    from collections.abc import Iterator

    from govern.schemas.budget import StepBudget
    from govern.schemas.forms import FormDocument
    from govern.schemas.inclusion import Inclusion
    from govern.schemas.samples import Samples

Json = Any
Search = Generator[Json, None, bool]

_MOST_PAIRED = 6
_MOST_REPEATED = 100


def arrays_within(inclusion: Inclusion, a: dict[str, Json], b: dict[str, Json]) -> Search:
    """Prove that all arrays of `a` are in `b`, or yield candidates."""
    is_proven = yield from _lengths(inclusion, a, b)
    is_proven = (yield from _positions(inclusion, a, b)) and is_proven
    if b.get("uniqueItems") and not a.get("uniqueItems") and not _have_distinct_items(inclusion, a):
        drawn = inclusion.samples.of(_item_form(a, len(a.get("prefixItems", []))), 1)
        yield from ([*drawn, *drawn, *(drawn * count)] for count in range(3))
        is_proven = False
    if "contains" in b:
        is_proven = (yield from _contains(inclusion, a, b)) and is_proven
    return is_proven or (yield from inclusion.by_library(a, b))


def _have_distinct_items(inclusion: Inclusion, a: dict[str, Json]) -> bool:
    """Return whether the forms of any two positions are proven to have no common value."""
    most = _longest(a)
    if most is None or most > _MOST_PAIRED:
        return False
    items = [_item_form(a, index) for index in range(int(most))]
    return all(inclusion.small.is_empty({"allOf": [left, right]}) for left, right in combinations(items, 2))


def _longest(form: dict[str, Json]) -> Any:
    """Return the largest length of an array, None if there is no limit."""
    most = form.get("maxItems")
    for index in range(len(form.get("prefixItems", [])) + 1):
        if _item_form(form, index) is False and (most is None or index < most):
            return index
    return most


def _item_form(form: dict[str, Json], index: int) -> Json:
    prefix = form.get("prefixItems", [])
    return prefix[index] if index < len(prefix) else form.get("items", True)


def _lengths(inclusion: Inclusion, a: dict[str, Json], b: dict[str, Json]) -> Search:
    is_proven = True
    if b.get("minItems", 0) > a.get("minItems", 0):
        yield from inclusion.samples.of({**a, "maxItems": int(b["minItems"]) - 1}, 2)
        is_proven = False
    longest = _longest(a)
    if "maxItems" in b and (longest is None or longest > b["maxItems"]):
        yield from inclusion.samples.of({**a, "minItems": max(int(b["maxItems"]) + 1, a.get("minItems", 0))}, 2)
        is_proven = False
    return is_proven


def _positions(inclusion: Inclusion, a: dict[str, Json], b: dict[str, Json]) -> Search:
    is_proven = True
    longest = _longest(a)
    for index in range(max(len(a.get("prefixItems", [])), len(b.get("prefixItems", []))) + 1):
        if longest is not None and index >= longest:
            break

        def place(item: Json, index: int = index) -> Iterator[Json]:
            return _arrays_with(inclusion, a, index, item)

        below = inclusion.below(_item_form(a, index), _item_form(b, index), place)
        is_proven = (yield from below) and is_proven
    return is_proven


def _arrays_with(inclusion: Inclusion, a: dict[str, Json], index: int, item: Json) -> Iterator[Json]:
    """Yield an array of `a` with the given item at a position."""
    least = max(int(a.get("minItems", 0)), index + 1)
    built = inclusion.samples.of({**a, "minItems": least}, 1)
    if built:
        yield [*built[0][:index], item, *built[0][index + 1 :]]
    elif index == 0:
        yield [item]


def _contains(inclusion: Inclusion, a: dict[str, Json], b: dict[str, Json]) -> Search:
    least, most = int(b.get("minContains", 1)), b.get("maxContains")
    drawn = [*inclusion.large_samples.of(b["contains"], 2), *inclusion.samples.of(a.get("contains", False), 2)]
    for count in (least - 1, int(most or 0) + 1):
        for value in drawn if 0 <= count <= _MOST_REPEATED else []:
            yield [value] * count
    yield from inclusion.samples.of(a, 4)
    has_enough = "contains" in a and a.get("minContains", 1) >= least
    if least > 0 and not (has_enough and inclusion.is_proven_below(a["contains"], b["contains"])):
        return False
    if most is None:
        return True
    is_limited = "maxContains" in a and a["maxContains"] <= most
    return is_limited and inclusion.is_proven_backward(b["contains"], a["contains"])


_MOST_PATTERNS = 4
_MOST_NAMES = 300
_NEW_NAMES = ("extra", "a", "b", "c", "other", "x1")


class PropertyNames:
    """The property names that an object form allows, and the form of each one's value."""

    def __init__(self, document: FormDocument, form: dict[str, Json], budget: StepBudget) -> None:
        self._document = document
        self._budget = budget
        self.declared: dict[str, Json] = form.get("properties", {})
        self.patterns: dict[str, Json] = form.get("patternProperties", {})
        self.rest: Json = form.get("additionalProperties", True)
        self.allowed: Json = form.get("propertyNames", True)
        facets = StringFacets(self.allowed if isinstance(self.allowed, dict) else {})
        self.wanted, self.unwanted = facets.wanted, facets.unwanted
        self.listed = self._listed()

    def _listed(self) -> frozenset[str] | None:
        """Return all names that are allowed, None if there is no list of them."""
        if isinstance(self.allowed, dict):
            values = listed_values(self.allowed)
            return None if values is None else frozenset(value for value in values if isinstance(value, str))
        if self.allowed is True and self.rest is False and not self.patterns:
            return frozenset(self.declared)
        return frozenset() if self.allowed is False else None

    def allows(self, name: str) -> bool:
        """Return whether a name is allowed."""
        if self.allowed is True:
            return True
        return self._document.accepts(self.allowed, name) if self.listed is None else name in self.listed

    def form_of(self, name: str) -> Json:
        """Return the form of the value under a name."""
        if not self.allows(name):
            return False
        parts = [self.declared[name]] if name in self.declared else []
        parts += [held for pattern, held in self.patterns.items() if self._matches(pattern, name)]
        return self._document.merged(parts or [self.rest])

    def form_matching(self, matched: list[str]) -> Json:
        """Return the form of the value under an undeclared name that matches exactly these patterns."""
        parts = [self.patterns[pattern] for pattern in matched if pattern in self.patterns]
        return self._document.merged(parts or [self.rest])

    def matches_exactly(self, name: str, matched: list[str]) -> bool:
        """Return whether a name matches these patterns and no others of the form."""
        return all(self._matches(pattern, name) == (pattern in matched) for pattern in self.patterns)

    def samples(self, samples: Samples, count: int) -> Iterator[str]:
        """Yield names: the declared ones, one for each pattern, and some new ones."""
        if self.listed is not None:
            yield from sorted(self.listed)
            return
        yield from self.declared
        for pattern in self.patterns:
            yield from self._matching_name(pattern)
        drawn = samples.of(self.allowed, count) if isinstance(self.allowed, dict) else _new_names()
        new = (name for name in drawn if isinstance(name, str) and name not in self.declared)
        yield from islice(new, min(count, _MOST_NAMES))

    def _matches(self, pattern: str, name: str) -> bool:
        return self._document.accepts({"pattern": pattern}, name)

    def _matching_name(self, pattern: str) -> Iterator[str]:
        try:
            word = find_word([pattern], [], self._budget, other_than=self.declared)
        except UnsupportedPattern:
            return
        if word is not None:
            yield word


def _new_names() -> Iterator[str]:
    yield from _NEW_NAMES
    yield from (f"n{number}" for number in range(_MOST_NAMES))


def objects_within(inclusion: Inclusion, a: dict[str, Json], b: dict[str, Json]) -> Search:
    """Prove that all objects of `a` are in `b`, or yield candidates."""
    pair = _ObjectPair(inclusion, a, b)
    is_proven = True
    for rule in (pair.required, pair.declared, pair.names, pair.undeclared, pair.counts):
        is_proven = (yield from rule()) and is_proven
    return is_proven or (yield from inclusion.by_library(a, b))


class _ObjectPair:
    """Two object forms, compared by one kind of constraint at a time."""

    def __init__(self, inclusion: Inclusion, a: dict[str, Json], b: dict[str, Json]) -> None:
        self._inclusion = inclusion
        self._a, self._b = a, b
        self._own = PropertyNames(inclusion.small, a, inclusion.budget)
        self._other = PropertyNames(inclusion.large, b, inclusion.budget)
        self._known = {*self._own.declared, *self._other.declared}
        self._smallest: dict[str, Json] | None = None

    def required(self) -> Search:
        """Prove that `a` requires each property that `b` requires, or yield objects without one."""
        missing = set(self._b.get("required", ())) - set(self._a.get("required", ()))
        for name in sorted(missing):
            for drawn in self._inclusion.samples.of(self._a, 2):
                yield {held: value for held, value in drawn.items() if held != name}
        return not missing

    def declared(self) -> Search:
        """Compare the forms of each property that `a` or `b` declares."""
        own, other = self._own, self._other
        is_proven = True
        for name in dict.fromkeys((*own.declared, *other.declared)):
            held, wanted = own.declared.get(name), other.declared.get(name)
            if held is not None and not other.patterns and self._inclusion.is_same(held, wanted) and other.allows(name):
                continue
            is_proven = (yield from self._value(name, own.form_of(name), other.form_of(name))) and is_proven
        return is_proven

    def names(self) -> Search:
        """Prove that `b` allows each name that `a` allows, or yield objects with another one."""
        if self._other.allowed is True or self._own.listed is not None:
            return True
        drawn = self._own.samples(self._inclusion.samples, 1)
        for name in islice((word for word in drawn if not self._other.allows(word)), 2):
            yield from self._objects_with(name)
        allowed = {"type": "string"} if self._own.allowed is True else self._own.allowed
        return (yield from self._inclusion.below(allowed, self._other.allowed, self._objects_with))

    def undeclared(self) -> Search:
        """Compare the forms of all other names, grouped by the patterns that they match."""
        listed = self._own.listed
        is_proven = True
        if listed is not None:
            for name in sorted(listed - self._known):
                held, wanted = self._own.form_of(name), self._other.form_of(name)
                is_proven = (yield from self._value(name, held, wanted)) and is_proven
            return is_proven
        patterns = list(dict.fromkeys((*self._own.patterns, *self._other.patterns)))
        if len(patterns) > _MOST_PATTERNS:
            return False
        for matches in product((False, True), repeat=len(patterns)):
            matched = [pattern for pattern, is_match in zip(patterns, matches, strict=True) if is_match]
            is_proven = (yield from self._undeclared_matching(patterns, matched)) and is_proven
        return is_proven

    def _undeclared_matching(self, patterns: list[str], matched: list[str]) -> Search:
        held = self._own.form_matching(matched)
        wanted = self._other.form_matching(matched)
        if wanted is True or held is False or self._inclusion.is_same(held, wanted):
            return True
        try:
            unmatched = [pattern for pattern in patterns if pattern not in matched]
            matching, not_matching = [*self._own.wanted, *matched], [*self._own.unwanted, *unmatched]
            name = find_word(matching, not_matching, self._inclusion.budget, other_than=self._known)
            if name is None:
                return True
        except UnsupportedPattern:
            name = None
        if name is None or not self._own.allows(name):
            drawn = self._own.samples(self._inclusion.samples, 6)
            undeclared = (word for word in drawn if word not in self._known)
            name = next((word for word in undeclared if self._own.matches_exactly(word, matched)), name)
        return (yield from self._value(name, held, wanted))

    def counts(self) -> Search:
        """Prove that `b` allows each number of properties that `a` allows, or yield objects with another one."""
        least, most = self._b.get("minProperties", 0), self._b.get("maxProperties")
        is_proven = True
        if least > max(self._a.get("minProperties", 0), len(self._a.get("required", ()))):
            yield from self._inclusion.samples.of({**self._a, "maxProperties": least - 1}, 2)
            is_proven = False
        listed = self._own.listed
        limits = [self._a.get("maxProperties"), None if listed is None else len(listed)]
        if most is not None and not any(limit is not None and limit <= most for limit in limits):
            enough = max(int(most) + 1, int(self._a.get("minProperties", 0)))
            yield from self._inclusion.samples.of({**self._a, "minProperties": enough}, 2)
            is_proven = False
        return is_proven

    def _value(self, name: str | None, held: Json, wanted: Json) -> Search:
        def place(value: Json) -> list[Json]:
            return [] if name is None else [self._with(name, value)]

        return (yield from self._inclusion.below(held, wanted, place))

    def _objects_with(self, name: Json) -> Iterator[Json]:
        if isinstance(name, str):
            for value in self._inclusion.samples.of(self._own.form_of(name), 1):
                yield self._with(name, value)

    def _with(self, name: str, value: Json) -> dict[str, Json]:
        """Return the smallest object of `a` with one more property."""
        if self._smallest is None:
            drawn = self._inclusion.samples.of(self._a, 1)
            self._smallest = drawn[0] if drawn else {}
        return {**self._smallest, name: value}
