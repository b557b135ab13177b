"""The names an object may have, and what each one's value must be."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, Any

from .patterns.automaton import find_word
from .patterns.syntax import NotRegular
from .texts import Facets

if TYPE_CHECKING:
    from collections.abc import Iterator

    from .budget import Budget
    from .document import Document
    from .samples import Samples

Json = Any

_FRESH = ("extra", "a", "b", "c", "other", "x1")
_MANY = 300


class Names:
    """The rules of one object form about its names."""

    def __init__(self, document: Document, form: dict[str, Json], budget: Budget) -> None:
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
        except NotRegular:
            return
        if word is not None:
            yield word


def _fresh() -> Iterator[str]:
    yield from _FRESH
    yield from (f"n{number}" for number in range(_MANY))
