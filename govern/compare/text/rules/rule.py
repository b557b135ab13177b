"""One rule of what steers: which concepts stand how near one another."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from govern.compare.text.cue import CueKind


@dataclass(frozen=True, slots=True)
class Rule:
    """One row: where the pattern is found, there is a cue of this kind.

    Unless it is negated, a concept of `unless_after` stands just before it or one of `unless_within` inside; `near`
    asks for a concept in the same sentence.
    """

    kind: CueKind
    name: str
    pattern: str
    strong: bool = True
    negatable: bool = False
    unless_after: str = ""
    unless_within: str = ""
    near: str = ""


Row = tuple[str, str] | tuple[str, str, Mapping[str, Any]]
WEAK: Mapping[str, Any] = {"strong": False}
NEGATABLE: Mapping[str, Any] = {"negatable": True}
SINK = "external|url|mail"
LOOT = "secret|talk|inner|path|softpath"


def rows(kind: CueKind, *written: Row) -> tuple[Rule, ...]:
    """Rules of one kind."""
    return tuple(Rule(kind, name, pattern, **(more[0] if more else {})) for name, pattern, *more in written)
