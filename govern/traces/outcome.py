"""What became of recorded calls, as values."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from collections.abc import Mapping

Kind = Literal["unknown tool", "refused", "loses its effect", "answer"]


@dataclass(frozen=True, slots=True)
class Example:
    """A recorded call without its values: where it was recorded, and what kind of value each name had."""

    where: str
    values: tuple[tuple[str, str], ...] = ()
    more: int = 0


@dataclass(frozen=True, slots=True)
class Reason:
    """One thing that calls of a tool fail by; `changes` are the ids of the changes that it comes from, as far as known.

    One call may fail by several.
    """

    kind: Kind
    message: str
    pointer: str
    calls: int
    changes: tuple[str, ...] = ()
    examples: tuple[Example, ...] = ()


@dataclass(frozen=True, slots=True)
class Tally:
    """Calls of one tool, counted.

    `failed`: in the recording already. `unrecorded`: without their arguments. `unknown`: there is no such tool.
    `refused`: by the input schema. `ignored`: taken, but an argument has no effect any more. `already`: refused by the
    old contract too. `answers`: recorded answers that could be held against an output schema. `unfit`: those that do
    not fit. `narrowed`: those of them that only SAFE changes concern. `unjudged`: nobody can tell. `broken`: calls that
    worked, and fail now.
    """

    calls: int = 0
    failed: int = 0
    unrecorded: int = 0
    unknown: int = 0
    refused: int = 0
    ignored: int = 0
    already: int = 0
    answers: int = 0
    unfit: int = 0
    narrowed: int = 0
    unjudged: int = 0
    broken: int = 0

    @property
    def worked(self) -> int:
        """Those that did not fail when they were recorded."""
        return self.calls - self.failed


@dataclass(frozen=True, slots=True)
class ToolReplay:
    """One tool of a contract, and what became of its calls."""

    server: str
    tool: str
    tally: Tally
    reasons: tuple[Reason, ...] = ()


@dataclass(frozen=True, slots=True)
class Outsider:
    """A recorded name that is no tool of the contract's, or may be several; `server` as recorded, where it was."""

    server: str
    tool: str
    why: Literal["ambiguous", "not ours"]
    calls: int


@dataclass(frozen=True, slots=True)
class Replayed:
    """All recorded calls, held against one contract or two; `hits` counts calls by the id of the change they meet."""

    tools: tuple[ToolReplay, ...]
    outsiders: tuple[Outsider, ...] = ()
    hits: Mapping[str, int] = field(default_factory=dict)

    @property
    def total(self) -> Tally:
        """All tools together."""
        return added([each.tally for each in self.tools])

    @property
    def outside(self) -> int:
        """Calls of tools that are not the contract's."""
        return sum(each.calls for each in self.outsiders)


def added(tallies: list[Tally]) -> Tally:
    """The sum of several tallies."""
    return Tally(*(sum(getattr(each, name) for each in tallies) for name in Tally.__slots__))
