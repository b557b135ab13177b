"""Is everything that one form describes also described by another: a proof by the shape of both, or suspects.

Each rule is a generator: it yields instances that may be in the first form and not in the second, and returns
whether the inclusion is proven. Who asks takes suspects until a validator agrees with one, and so pays no more
than that. Rules may overlook suspects and proofs, but a proof must hold: a part of the first form may be ignored
(that asks for more), a part of the second never.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator
from typing import TYPE_CHECKING, Any, NamedTuple

from .arrays import arrays
from .document import Document
from .objects import objects
from .samples import Samples
from .strings import Facets, strings
from .unions import (
    OF_ITS_TYPE,
    PLAIN,
    TYPES,
    alternatives,
    demands,
    equal,
    has_reference,
    in_exactly_one,
    in_some,
    is_false,
    is_reference,
    is_true,
    values,
)

if TYPE_CHECKING:
    from .budget import StepBudget
    from .engine import Canonical

Json = Any

Search = Generator[Json, None, bool]

_SUSPECTS = 4
_FAILURES = 2
_NOTHING: Json = {"not": {}}


class _Assumption(NamedTuple):
    """How deep inside an instance a pair was met, and whether its proof is done."""

    depth: int
    is_done: bool


class Inclusion:
    """One question: is the small document within the large one?"""

    def __init__(self, small: Document, large: Document, budget: StepBudget) -> None:
        self.small = small
        self.large = large
        self.budget = budget
        self.samples = Samples(small, budget)
        self.asked_for = Samples(large, budget)
        self.same_definitions = equal(small.definitions, large.definitions)
        self._library = Remainder(small, large, budget)
        self._depth = 0
        self._assumed: dict[tuple[str, str], _Assumption] = {}
        self._failed: Counter[tuple[str, str]] = Counter()

    def search(self) -> Search:
        """Look at the whole of both documents."""
        return self.within(self.small.root, self.large.root)

    def within(self, a: Json, b: Json) -> Search:
        """Ask whether everything in `a` is in `b`."""
        self.budget.spend()
        if is_true(b) or is_false(a) or self.is_same(a, b):
            return True
        a = {"type": list(TYPES)} if is_true(a) else a
        if is_reference(a) or is_reference(b):
            return (yield from self._through_references(a, b))
        if is_false(b):
            return (yield from self._nothing(a))
        listed = values(a)
        if listed is not None:
            return (yield from self._listed(listed, b))
        branches = alternatives(a)
        return (yield from self._one_form(a, b) if branches is None else self.each(branches, b))

    def below(self, a: Json, b: Json) -> Search:
        """Ask of parts that hold what lies inside an instance."""
        self._depth += 1
        try:
            return (yield from self.within(a, b))
        finally:
            self._depth -= 1

    def tried(self, a: Json, b: Json) -> tuple[bool, list[Json]]:
        """Ask without showing the suspects at once, since another branch may take them."""
        found: list[Json] = []
        before = dict(self._assumed)
        search = self.within(a, b)
        while len(found) < _SUSPECTS:
            try:
                found.append(next(search))
            except StopIteration as end:
                return bool(end.value), found
        search.close()
        self._assumed = before
        return False, found

    def is_proven_below(self, a: Json, b: Json) -> bool:
        """Ask of parts inside, and only whether it is proven."""
        self._depth += 1
        try:
            return self.tried(a, b)[0]
        finally:
            self._depth -= 1

    def is_proven_back(self, b: Json, a: Json) -> bool:
        """Ask the other way round: whether all of a part of the large document is in a part of the small one."""
        return Inclusion(self.large, self.small, self.budget).tried(b, a)[0]

    def is_same(self, a: Json, b: Json) -> bool:
        """Tell whether two parts are written alike and speak of the same definitions."""
        return equal(a, b) and (self.same_definitions or not has_reference(a))

    def is_disjoint(self, a: Json, b: Json) -> bool:
        """Tell whether it is proven that nothing is in both."""
        return self._library.is_disjoint(a, b)

    def by_library(self, a: Json, b: Json) -> Search:
        """Let the library prove, or describe what is left over."""
        if (yield from self._library.search(a, b)):
            return True
        yield from self.samples.of(a, _SUSPECTS)
        return self._is_contradiction(a)

    def _through_references(self, a: Json, b: Json) -> Search:
        """Assume what is being proven, for whatever lies deeper inside an instance than here.

        What was proven once counts again at the same depth or deeper; nearer to the surface it might lean on itself.
        """
        key = repr(a), repr(b)
        known = self._assumed.get(key)
        if known is not None and (known.depth < self._depth or (known.is_done and known.depth == self._depth)):
            return True
        if (known is not None and not known.is_done) or self._failed[key] > _FAILURES:
            return False
        before = dict(self._assumed)
        self._assumed[key] = _Assumption(self._depth, is_done=False)
        a = self.small.follow(a["$ref"]) if is_reference(a) else a
        b = self.large.follow(b["$ref"]) if is_reference(b) else b
        is_proven = yield from self.within(a, b)
        if is_proven:
            self._assumed[key] = _Assumption(self._depth, is_done=True)
        else:
            self._assumed = before  # what was proven meanwhile may have leaned on it
            self._failed[key] += 1
        return is_proven

    def _nothing(self, a: dict[str, Json]) -> Search:
        """Ask whether nothing is in `a`."""
        yield from self.samples.of(a, _SUSPECTS)
        if self.small.is_empty(a) or self._is_contradiction(a):
            return True
        if set(a) == {"anyOf"}:
            return (yield from self.each(a["anyOf"], _NOTHING))
        return (yield from self._all_of(a, _NOTHING)) if set(a) == {"allOf"} else False

    def _is_contradiction(self, a: Json) -> bool:
        """Where all that is left is within what is denied, there is nothing."""
        if not isinstance(a, dict) or not isinstance(a.get("not"), dict):
            return False
        rest = {keyword: value for keyword, value in a.items() if keyword != "not"}
        return bool(rest) and Inclusion(self.small, self.small, self.budget).tried(rest, a["not"])[0]

    def _listed(self, instances: list[Json], b: Json) -> Search:
        outside = self.large.refused(b, instances)
        yield from outside
        return not outside

    def each(self, branches: list[Json], b: Json) -> Search:
        """Ask of several forms, all of them."""
        is_proven = True
        for branch in branches:
            is_proven = (yield from self.within(branch, b)) and is_proven
        return is_proven

    def _one_form(self, a: dict[str, Json], b: dict[str, Json]) -> Search:
        parts, is_all = demands(b)
        if is_all and len(parts) == 1:
            return (yield from self._one_demand(a, parts[0]))
        for part in parts:
            is_all = (yield from self.within(a, part)) and is_all
        return is_all or (yield from self.by_library(a, b))

    def _one_demand(self, a: dict[str, Json], b: dict[str, Json]) -> Search:
        """Ask of a form that lists no alternatives against a single demand."""
        if set(a) == {"allOf"}:
            return (yield from self._all_of(a, b))
        if "anyOf" in b:
            return (yield from in_some(self, a, b["anyOf"]))
        if "oneOf" in b:
            return (yield from in_exactly_one(self, a, b["oneOf"]))
        if "not" in b:
            return (yield from self._outside(a, b["not"]))
        if not b.keys() - PLAIN and isinstance(a.get("type"), str):
            return (yield from self._of_one_type(a, b))
        return (yield from self._in_list(a, b))

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

    def _in_list(self, a: dict[str, Json], b: dict[str, Json]) -> Search:
        listed = values(b)
        if listed is not None and a.get("type") == "string" and "pattern" in a:
            texts = [value for value in listed if isinstance(value, str)]
            word = Facets(a).word(self.budget, other_than=texts)
            if word is None:
                return True
            yield word
        return (yield from self.by_library(a, b))

    def _outside(self, a: dict[str, Json], denied: Json) -> Search:
        if self.is_disjoint(a, denied):
            return True
        yield from self._library.shared(a, denied)
        return (yield from self.by_library(a, {"not": denied}))

    def _of_one_type(self, a: dict[str, Json], b: dict[str, Json]) -> Search:
        mine: str = a["type"]
        theirs: str | list[str] = b.get("type", mine)
        names: list[str] = [theirs] if isinstance(theirs, str) else theirs
        if mine not in names and not (mine == "integer" and "number" in names):
            yield from self.samples.of(a, _SUSPECTS)
            return self._library.covers(a, b)
        if not b.keys() & OF_ITS_TYPE[mine]:
            return True
        rules = {"object": objects, "array": arrays, "string": strings}
        if mine in rules:
            return (yield from rules[mine](self, a, b))
        return (yield from self.by_library(a, b))


_TEXT_LIMIT = 120_000


class Remainder:
    """Two documents whose parts the library is asked about, as long as they are small."""

    def __init__(self, small: Document, large: Document, budget: StepBudget) -> None:
        self._small = small
        self._large = large
        self._engine = small.engine
        self._budget = budget

    def _operands(self, a: Json, b: Json) -> tuple[Canonical, Canonical] | None:
        self._budget.spend()
        if len(repr(a)) * len(repr(b)) > _TEXT_LIMIT:
            return None
        own, other = self._small.canonical(a), self._large.canonical(b)
        return None if own is None or other is None else (own, other)

    def covers(self, a: Json, b: Json) -> bool:
        """Tell whether it is proven that all of `a` is in `b`."""
        operands = self._operands(a, b)
        return operands is not None and self._engine.covers(operands[1], operands[0])

    def is_disjoint(self, a: Json, b: Json) -> bool:
        """Tell whether it is proven that nothing is in both."""
        common = self._common(a, b)
        return common is not None and self._engine.is_empty(common)

    def shared(self, a: Json, b: Json) -> list[Json]:
        """Draw what may be in both."""
        common = self._common(a, b)
        return [] if common is None else self._drawn(common)

    def search(self, a: Json, b: Json) -> Generator[Json, None, bool]:
        """Let the library prove, or describe what is left over."""
        operands = self._operands(a, b)
        if operands is None:
            return False
        own, other = operands
        if self._engine.covers(other, own):
            return True
        left = self._engine.without(own, other)
        if left is None:
            return False
        if self._engine.is_empty(left):
            return True
        yield from self._drawn(left)
        return False

    def _common(self, a: Json, b: Json) -> Canonical | None:
        operands = self._operands(a, b)
        return None if operands is None else self._engine.both(*operands)

    def _drawn(self, held: Canonical) -> list[Json]:
        document = Document(held.to_json_schema(), self._engine)
        return Samples(document, self._budget).of(document.root)
