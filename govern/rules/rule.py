"""Rules: what one kind of change means for a caller who did nothing wrong."""

from __future__ import annotations

from dataclasses import KW_ONLY, dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Any, Literal

if TYPE_CHECKING:
    from govern.facts.change import Place

    Lane = Literal["compatibility", "text", "reach"]


# Findings of one lane never hide those of another.
LANES = {
    "compatibility": "compatibility",
    "text": "text that a model reads",
    "reach": "clients that lose tools",
}


class Severity(StrEnum):
    """The harm of a change to callers, from least to most."""

    SAFE = "SAFE"
    RISKY = "RISKY"
    BREAKING = "BREAKING"

    @property
    def rank(self) -> int:
        """Return 0 for SAFE, 1 for RISKY and 2 for BREAKING."""
        return list(Severity).index(self)


@dataclass(frozen=True, slots=True)
class Example:
    """The smallest change that a rule matches: two items, or two whole servers where `kind` is "server"."""

    kind: Place
    before: dict[str, Any] | None
    after: dict[str, Any] | None


@dataclass(frozen=True, slots=True)
class Rule:
    """One row of the table; `message` is a template that the values of a change fill in.

    `mirror` is the rule for the reverse change, and `unmirrored` the reason where there is none.
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
