"""A rule: one row that says what one kind of change means to a caller who did nothing wrong."""

from __future__ import annotations

from dataclasses import KW_ONLY, dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Any, Literal

if TYPE_CHECKING:
    from govern.facts.change import Place

    Lane = Literal["compatibility", "text", "reach"]


# What each lane speaks of; a change in one is reported beside those in the others.
LANES = {
    "compatibility": "compatibility",
    "text": "text that a model reads",
    "reach": "clients that lose tools",
}


class Severity(StrEnum):
    """What happens to that caller; the order is that of harm."""

    SAFE = "SAFE"
    RISKY = "RISKY"
    BREAKING = "BREAKING"

    @property
    def rank(self) -> int:
        """Its place from harmless to harmful."""
        return list(Severity).index(self)


@dataclass(frozen=True, slots=True)
class Example:
    """The smallest change that the rule speaks of: an item, or a whole capture where `kind` is "server"."""

    kind: Place
    before: dict[str, Any] | None
    after: dict[str, Any] | None


@dataclass(frozen=True, slots=True)
class Rule:
    """One row. `message` tells one change of the kind, filled from what the walker said.

    `mirror` is the rule that speaks of the change the other way round; where there is none, `unmirrored` says why.
    """

    id: str
    severity: Severity
    title: str
    message: str
    why: str
    remedy: str = "Nothing to do."
    _: KW_ONLY
    example: Example
    lane: Lane = "compatibility"
    mirror: str | None = None
    unmirrored: str = ""
    waivable: bool = True
    since: str = "0.1.0"
    spec: str = ""
