"""How the rows about schemas speak of a position: what widens an input safely breaks an output."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from govern.rules.rule import Example, Severity

_SPEC = "https://json-schema.org/draft/2020-12/json-schema-"
VALIDATION, CORE = f"{_SPEC}validation", f"{_SPEC}core"
TEXT: dict[str, Any] = {"type": "string"}


@dataclass(frozen=True, slots=True)
class Place:
    """How rows of one position speak: the field of the tool, and what narrowing and widening do to a caller."""

    position: str
    field: str
    narrowing: Severity
    widening: Severity
    narrowed: tuple[str, str]
    widened: tuple[str, str]

    @property
    def harmful(self) -> tuple[str, str]:
        """Why a change both ways hurts, and what to do."""
        return self.narrowed if self.narrowing is Severity.BREAKING else self.widened

    def example(self, before: Any, after: Any) -> Example:
        """Two tools with a property `x` that changed; None where a side has none."""
        sides = ({} if side is None else {"x": side} for side in (before, after))
        return self.whole(*({"type": "object", "properties": {**side, "y": TEXT}} for side in sides))

    def whole(self, before: Any, after: Any) -> Example:
        """Two tools with these schemas; None where a side has none."""
        old, new = ({} if side is None else {self.field: side} for side in (before, after))
        return Example("tool", old, new)
