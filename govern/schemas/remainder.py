"""What the library says of two parts: that one covers the other, or what is left over."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .document import Document
from .samples import Samples

if TYPE_CHECKING:
    from collections.abc import Generator

    from .budget import Budget
    from .engine import Canonical

Json = Any

_TEXT_LIMIT = 120_000


class Remainder:
    """Two documents whose parts the library is asked about, as long as they are small."""

    def __init__(self, small: Document, large: Document, budget: Budget) -> None:
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
