"""A proof that one form accepts everything that another describes, by the structure of both.

Each rule is a generator that yields candidates, instances that may be in the first form but not in the second, and
returns whether the inclusion is proven. The caller takes candidates only until a validator confirms one. A rule may
miss candidates and proofs, but a proof must be sound: it may ignore a constraint of the first form, never one of the
second.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator
from itertools import islice
from typing import TYPE_CHECKING, Any, NamedTuple

from govern.schemas.containers import arrays_within, objects_within
from govern.schemas.forms import (
    KEYWORDS_OF_TYPE,
    TYPED_KEYWORDS,
    TYPES,
    FormDocument,
    alternatives,
    constraints,
    equal,
    has_reference,
    is_false,
    is_reference,
    is_true,
    listed_values,
    may_overlap,
)
from govern.schemas.samples import Samples
from govern.schemas.strings import StringFacets, strings_within

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from govern.schemas.budget import StepBudget
    from govern.schemas.engine import Canonical

Json = Any
Search = Generator[Json, None, bool]

_MOST_CANDIDATES = 4
_MOST_FAILURES = 2
_LONGEST_PRODUCT = 120_000
_NOTHING: Json = {"not": {}}


class _Assumption(NamedTuple):
    """The depth inside an instance at which a pair of forms was met, and whether its proof is complete."""

    depth: int
    is_proven: bool


class Inclusion:
    """The proof that everything in a small document is in a large one, or the search for candidates."""

    def __init__(self, small: FormDocument, large: FormDocument, budget: StepBudget) -> None:
        self.small = small
        self.large = large
        self.budget = budget
        self.samples = Samples(small, budget)
        self.large_samples = Samples(large, budget)
        self.same_definitions = equal(small.definitions, large.definitions)
        self._depth = 0
        self._assumed: dict[tuple[str, str], _Assumption] = {}
        self._failed: Counter[tuple[str, str]] = Counter()

    def search(self) -> Search:
        """Compare the two documents as a whole."""
        return self.within(self.small.root, self.large.root)

    def within(self, a: Json, b: Json) -> Search:
        """Prove that everything in `a` is in `b`, or yield candidates."""
        self.budget.spend()
        if is_true(b) or is_false(a) or self.is_same(a, b):
            return True
        a = {"type": list(TYPES)} if is_true(a) else a
        if is_reference(a) or is_reference(b):
            return (yield from self._through_references(a, b))
        if is_false(b):
            return (yield from self._within_nothing(a))
        values = listed_values(a)
        if values is not None:
            outside = self.large.rejected(b, values)
            yield from outside
            return not outside
        branches = alternatives(a)
        return (yield from self._one_form(a, b) if branches is None else self.each_within(branches, b))

    def below(self, a: Json, b: Json, place: Callable[[Json], Iterable[Json]]) -> Search:
        """Compare the forms of a property or item; `place` returns whole instances that contain a candidate for it."""
        self._depth += 1
        try:
            search = self.within(a, b)
            while True:
                try:
                    candidate = next(search)
                except StopIteration as end:
                    return bool(end.value)
                yield from place(candidate)
        finally:
            self._depth -= 1

    def each_within(self, branches: list[Json], b: Json) -> Search:
        """Prove that everything in each of several forms is in `b`, or yield candidates."""
        is_proven = True
        for branch in branches:
            is_proven = (yield from self.within(branch, b)) and is_proven
        return is_proven

    def attempt(self, a: Json, b: Json) -> tuple[bool, list[Json]]:
        """Return whether an inclusion is proven, and its first candidates, which another branch of `b` may accept."""
        found: list[Json] = []
        before = dict(self._assumed)
        search = self.within(a, b)
        while len(found) < _MOST_CANDIDATES:
            try:
                found.append(next(search))
            except StopIteration as end:
                return bool(end.value), found
        search.close()
        self._assumed = before
        return False, found

    def is_proven_below(self, a: Json, b: Json) -> bool:
        """Return whether the inclusion of the forms of a property or item is proven."""
        self._depth += 1
        try:
            return self.attempt(a, b)[0]
        finally:
            self._depth -= 1

    def is_proven_backward(self, b: Json, a: Json) -> bool:
        """Return whether it is proven that everything in a part of the large document is in one of the small one."""
        return Inclusion(self.large, self.small, self.budget).attempt(b, a)[0]

    def is_same(self, a: Json, b: Json) -> bool:
        """Return whether two parts are written alike and refer to the same definitions."""
        return equal(a, b) and (self.same_definitions or not has_reference(a))

    def is_disjoint(self, a: Json, b: Json) -> bool:
        """Return whether it is proven that nothing is in both forms."""
        if not may_overlap(a, b):
            return True
        common = self._intersection(a, b)
        return common is not None and self.small.engine.is_empty(common)

    def by_library(self, a: Json, b: Json) -> Search:
        """Let the library prove the inclusion, or yield samples of what is in `a` but not in `b`."""
        engine, operands = self.small.engine, self._operands(a, b)
        if operands is not None:
            own, other = operands
            if engine.covers(other, own):
                return True
            rest = engine.difference(own, other)
            if rest is not None:
                if engine.is_empty(rest):
                    return True
                yield from self._samples_of(rest)
        yield from self.samples.of(a, _MOST_CANDIDATES)
        return self._is_contradiction(a)

    def _operands(self, a: Json, b: Json) -> tuple[Canonical, Canonical] | None:
        self.budget.spend()
        if len(repr(a)) * len(repr(b)) > _LONGEST_PRODUCT:
            return None
        own, other = self.small.canonical(a), self.large.canonical(b)
        return None if own is None or other is None else (own, other)

    def _intersection(self, a: Json, b: Json) -> Canonical | None:
        operands = self._operands(a, b)
        return None if operands is None else self.small.engine.intersection(*operands)

    def _samples_of(self, held: Canonical) -> list[Json]:
        document = FormDocument(held.to_json_schema(), self.small.engine)
        return Samples(document, self.budget).of(document.root)

    def _through_references(self, a: Json, b: Json) -> Search:
        """Follow references, assuming the inclusion that is being proven for everything deeper inside an instance.

        A finished proof can be used again at the same depth or deeper; nearer to the surface it might be circular.
        """
        key = repr(a), repr(b)
        known = self._assumed.get(key)
        if known is not None and (known.depth < self._depth or (known.is_proven and known.depth == self._depth)):
            return True
        if (known is not None and not known.is_proven) or self._failed[key] > _MOST_FAILURES:
            return False
        before = dict(self._assumed)
        self._assumed[key] = _Assumption(self._depth, is_proven=False)
        a = self.small.follow(a["$ref"]) if is_reference(a) else a
        b = self.large.follow(b["$ref"]) if is_reference(b) else b
        is_proven = yield from self.within(a, b)
        if is_proven:
            self._assumed[key] = _Assumption(self._depth, is_proven=True)
        else:
            self._assumed = before  # what was proven meanwhile may depend on the assumption
            self._failed[key] += 1
        return is_proven

    def _within_nothing(self, a: dict[str, Json]) -> Search:
        yield from self.samples.of(a, _MOST_CANDIDATES)
        if self.small.is_empty(a) or self._is_contradiction(a):
            return True
        if set(a) == {"anyOf"}:
            return (yield from self.each_within(a["anyOf"], _NOTHING))
        return (yield from self._all_of(a, _NOTHING)) if set(a) == {"allOf"} else False

    def _is_contradiction(self, a: Json) -> bool:
        """Return whether a form denies all that its other constraints allow."""
        if not isinstance(a, dict) or not isinstance(a.get("not"), dict):
            return False
        rest = {keyword: value for keyword, value in a.items() if keyword != "not"}
        return bool(rest) and Inclusion(self.small, self.small, self.budget).attempt(rest, a["not"])[0]

    def _one_form(self, a: dict[str, Json], b: dict[str, Json]) -> Search:
        """Compare a form that is not a union with one constraint of `b` at a time."""
        parts, is_all = constraints(b)
        if is_all and len(parts) == 1:
            return (yield from self._one_constraint(a, parts[0]))
        for part in parts:
            is_all = (yield from self.within(a, part)) and is_all
        return is_all or (yield from self.by_library(a, b))

    def _one_constraint(self, a: dict[str, Json], b: dict[str, Json]) -> Search:
        if set(a) == {"allOf"}:
            return (yield from self._all_of(a, b))
        if "anyOf" in b:
            return (yield from within_any_of(self, a, b["anyOf"]))
        if "oneOf" in b:
            return (yield from within_one_of(self, a, b["oneOf"]))
        if "not" in b:
            return (yield from self._outside(a, b["not"]))
        if not b.keys() - TYPED_KEYWORDS and isinstance(a.get("type"), str):
            return (yield from self._of_one_type(a, b))
        return (yield from self._in_values(a, b))

    def _all_of(self, a: dict[str, Json], b: Json) -> Search:
        parts: list[Json] = a["allOf"]
        denied = [part["not"] for part in parts if isinstance(part, dict) and set(part) == {"not"}]
        if any(equal(part, other) for part in parts for other in denied):
            return True
        merged = self.small.merged(parts)
        if not (isinstance(merged, dict) and set(merged) == {"allOf"}):
            return (yield from self.within(merged, b))
        for part in parts:
            if (yield from self.within(part, b)):
                return True
        return (yield from self.by_library(a, b))

    def _in_values(self, a: dict[str, Json], b: dict[str, Json]) -> Search:
        values = listed_values(b)
        if values is not None and a.get("type") == "string" and "pattern" in a:
            texts = [value for value in values if isinstance(value, str)]
            word = StringFacets(a).find_word(self.budget, other_than=texts)
            if word is None:
                return True
            yield word
        return (yield from self.by_library(a, b))

    def _outside(self, a: dict[str, Json], denied: Json) -> Search:
        if self.is_disjoint(a, denied):
            return True
        common = self._intersection(a, denied)
        if common is not None:
            yield from self._samples_of(common)
        return (yield from self.by_library(a, {"not": denied}))

    def _of_one_type(self, a: dict[str, Json], b: dict[str, Json]) -> Search:
        own: str = a["type"]
        other: str | list[str] = b.get("type", own)
        names: list[str] = [other] if isinstance(other, str) else other
        if own not in names and not (own == "integer" and "number" in names):
            yield from self.samples.of(a, _MOST_CANDIDATES)
            operands = self._operands(a, b)
            return operands is not None and self.small.engine.covers(operands[1], operands[0])
        if not b.keys() & KEYWORDS_OF_TYPE[own]:
            return True
        rules = {"object": objects_within, "array": arrays_within, "string": strings_within}
        if own in rules:
            return (yield from rules[own](self, a, b))
        return (yield from self.by_library(a, b))


_MOST_CASES = 60


def within_any_of(inclusion: Inclusion, a: dict[str, Json], branches: list[Json]) -> Search:
    """Prove that everything in `a` is in at least one of the branches, or yield candidates."""
    if any(inclusion.is_same(a, branch) for branch in branches) or _is_exhaustive(branches):
        return True
    possible = [branch for branch in branches if may_overlap(a, branch)]
    if len(possible) == 1:
        return (yield from inclusion.within(a, possible[0]))
    candidates: list[Json] = []
    for branch in possible:
        is_proven, found = inclusion.attempt(a, branch)
        if is_proven:
            return True
        candidates += found
    if _is_proven_by_denial(inclusion, a, possible):
        return True
    yield from candidates or inclusion.samples.of(a)
    if cases := _split_by_discriminator(a, possible):
        return (yield from inclusion.each_within(cases, {"anyOf": possible}))
    return (yield from inclusion.by_library(a, {"anyOf": branches}))


def within_one_of(inclusion: Inclusion, a: dict[str, Json], branches: list[Json]) -> Search:
    """Prove that everything in `a` is in exactly one of the branches, or yield candidates."""
    overlapping = [*islice((branch for branch in branches if not inclusion.is_disjoint(a, branch)), 2)]
    if len(overlapping) == 1 and inclusion.attempt(a, overlapping[0])[0]:
        return True
    yield from inclusion.samples.of(a)
    if cases := _split_by_discriminator(a, branches):
        return (yield from inclusion.each_within(cases, {"oneOf": branches}))
    return (yield from inclusion.by_library(a, {"oneOf": branches}))


def _is_proven_by_denial(inclusion: Inclusion, a: dict[str, Json], branches: list[Json]) -> bool:
    """Return whether a branch `not X` accepts all but X, and the other branches are proven to accept X."""
    for branch in branches:
        denied = _denied(branch, a)
        if denied is None or (has_reference(denied) and not inclusion.same_definitions):
            continue
        case = inclusion.small.merged([a, denied])
        is_simpler = len(repr(case)) < 2 * len(repr([a, denied]))
        if is_simpler and inclusion.attempt(case, _union([other for other in branches if other is not branch]))[0]:
            return True
    return False


def _denied(branch: Json, a: dict[str, Json]) -> dict[str, Json] | None:
    """Return what a branch denies of the instances of `a`, None if it has other constraints on them."""
    if not isinstance(branch, dict) or branch.keys() - {"not", "type"} or not isinstance(branch.get("not"), dict):
        return None
    return branch["not"] if "type" not in branch or branch["type"] == a.get("type") else None


def _union(branches: list[Json]) -> Json:
    return branches[0] if len(branches) == 1 else ({"anyOf": branches} if branches else False)


def _is_exhaustive(branches: list[Json]) -> bool:
    denied = [branch["not"] for branch in branches if isinstance(branch, dict) and set(branch) == {"not"}]
    return any(equal(branch, other) for branch in branches for other in denied)


def _split_by_discriminator(a: dict[str, Json], branches: list[Json]) -> list[Json]:
    """Split a form by the values of a property that distinguishes the branches, such as `kind`, if one does.

    Without the split no branch accepts all values, and a value that only one branch accepts gets no candidates.
    """
    properties, required = a.get("properties", {}), a.get("required", [])
    for name in properties:
        values = listed_values(properties[name]) or []
        is_one_case = len(values) == 1 and name in required
        if values and not is_one_case and any(_lists_other_values(branch, name, values) for branch in branches):
            return _cases(a, name, values) if len(values) <= _MOST_CASES else []
    return []


def _lists_other_values(branch: Json, name: str, values: list[Json]) -> bool:
    """Return whether a branch lists values for a property, but not all of these."""
    held = listed_values(branch.get("properties", {}).get(name)) if isinstance(branch, dict) else None
    return bool(held) and not {*map(repr, values)} <= {*map(repr, held or ())}


def _cases(a: dict[str, Json], name: str, values: list[Json]) -> list[Json]:
    """Return a form of each value, and one without the property where it is optional."""
    properties, required = a["properties"], a.get("required", [])
    with_name = required if name in required else [*required, name]
    cases: list[Json] = [
        {**a, "properties": {**properties, name: {"enum": [value]}}, "required": with_name} for value in values
    ]
    return cases if name in required else [*cases, {**a, "properties": {**properties, name: False}}]
