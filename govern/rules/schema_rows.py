"""Rows about schemas: a rule that inputs and outputs both have is stated once."""

from __future__ import annotations

from dataclasses import KW_ONLY, dataclass
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, TypeVar

from govern.rules.rule import NOTHING_TO_DO, Example, Rule

if TYPE_CHECKING:
    from govern.contract.surface import Position
    from govern.facts.rule_ids import ByPosition
    from govern.rules.rule import Lane, Severity

    # The schema before and after; None on a side without a schema.
    Sides = tuple[Any, Any]

_POSITIONS: tuple[Position, Position] = ("input", "output")
TEXT: dict[str, Any] = {"type": "string"}
T = TypeVar("T")


class Impact(NamedTuple):
    """The severity of a change, with the reason and the remedy for callers."""

    severity: Severity
    why: str
    remedy: str = NOTHING_TO_DO


class Each(NamedTuple, Generic[T]):
    """A value for inputs, and another one for outputs."""

    input: T
    output: T


@dataclass(frozen=True, slots=True)
class SchemaRule:
    """A row for inputs and outputs, or for the only position that `ids` has.

    What is not the same for both is an `Each`. `{position}` in a title or message stands for input or output.
    """

    ids: ByPosition
    title: str | Each[str]
    message: str | Each[str]
    impact: Impact | Each[Impact]
    _: KW_ONLY
    example: Sides | Each[Sides]
    mirror: ByPosition | None = None
    unmirrored: str | Each[str] = ""
    lane: Lane = "compatibility"
    spec: str = ""

    def at(self, position: Position) -> Rule:
        """Return the rule of schemas in this position."""
        title, message = (_at(position, text).replace("{position}", position) for text in (self.title, self.message))
        severity, why, remedy = _at(position, self.impact)
        before, after = ({} if side is None else {f"{position}Schema": side} for side in _at(position, self.example))
        return Rule(
            self.ids[position],
            severity,
            title[0].upper() + title[1:],
            message,
            why,
            remedy,
            example=Example("tool", before, after),
            mirror=self.mirror[position] if self.mirror else None,
            unmirrored=_at(position, self.unmirrored),
            lane=self.lane,
            spec=self.spec,
        )


def _at(position: Position, value: T | Each[T]) -> T:
    return getattr(value, position) if isinstance(value, Each) else value


def inputs_first(*rows: SchemaRule) -> tuple[Rule, ...]:
    """Return the rules of inputs, then those of outputs."""
    return tuple(row.at(position) for position in _POSITIONS for row in rows if position in row.ids)


def of_property(before: Any, after: Any) -> Sides:
    """Return two objects whose property `x` has these schemas; None if a side lacks the property."""
    old, new = ({} if side is None else {"x": side} for side in (before, after))
    return {"type": "object", "properties": {**old, "y": TEXT}}, {"type": "object", "properties": {**new, "y": TEXT}}
