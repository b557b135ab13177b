"""One rule of what steers: which concepts stand how near one another."""

from __future__ import annotations

from govern.dataclass import dataclass

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from govern.compare.text.cue import CueKind

    Row = tuple[str, str] | tuple[str, str, Mapping[str, Any]]


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


WEAK: Mapping[str, Any] = {"strong": False}
NEGATABLE: Mapping[str, Any] = {"negatable": True}
SINK = "external|url|mail"
LOOT = "secret|talk|inner|path|softpath"


@dataclass(frozen=True, slots=True)
class Thought:
    """One row: a sentence about all of these (`a|b + c ~ d`) and nothing of `unless` is a cue of this kind.

    `~` stands between what follows closely in this order; all stand `within` so many words. An act may be asked for as
    ordered (`do:tell`), forbidden (`not:tell`), told of (`is:tell`) or however it stands (`any:tell`).
    """

    kind: CueKind
    name: str
    about: str
    unless: str = ""
    strong: bool = True
    within: int = 20


def thoughts(kind: CueKind, *written: Row) -> tuple[Thought, ...]:
    """Thoughts of one kind."""
    return tuple(Thought(kind, name, about, **(more[0] if more else {})) for name, about, *more in written)


def rows(kind: CueKind, *written: Row) -> tuple[Rule, ...]:
    """Rules of one kind."""
    return tuple(Rule(kind, name, pattern, **(more[0] if more else {})) for name, pattern, *more in written)
