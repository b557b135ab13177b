"""Results of replaying recorded calls: counts, reasons, and evidence for changes."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

from govern.errors import Exit
from govern.facts import rule_ids as ids

if TYPE_CHECKING:
    from collections.abc import Mapping

    from govern.facts.change import Change
    from govern.lockfile.outcome import LockOutcome
    from govern.rules.finding import Finding
    from govern.traces.reading import Notes


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


# By these callers no longer find a tool by its name.
GONE = frozenset({ids.SERVER_REMOVED, ids.TOOL_MOVED, ids.TOOL_REMOVED, ids.TOOL_RENAMED})
# What no recording of the past can show: words, and what comes only after the change.
_UNSEEN = ("-format-", "-default-", "-deprecated-", "-annotation-", "-examples-", "-nullable-", "-wrapping-")


def can_be_recorded(change: Change) -> bool:
    """Whether it is about calls and answers, and not about words or claims."""
    return change.rule in GONE or change.rule.startswith(("input-", "output-"))


@dataclass(frozen=True, slots=True)
class Recorded:
    """Of so many recorded calls to what a change is about, how many it hits; None where recordings cannot show that."""

    calls: int
    hits: int | None


@dataclass(frozen=True, slots=True)
class Evidence:
    """Recorded calls held against two locks; `was` leads from what tools are called now to what callers called them."""

    replayed: Replayed
    was: Mapping[tuple[str, str], tuple[str, str]] = field(default_factory=dict)
    spoilt: int = 0

    def of(self, change: Change) -> Recorded | None:
        """What was recorded of a change; None where it is about nothing that is called."""
        if change.kind == "server" and change.rule == ids.SERVER_REMOVED:
            return Recorded(self._calls(change.server, None), self.replayed.hits.get(change.id, 0))
        if change.kind != "tool":
            return None
        place = (change.server, change.name)
        calls = self._calls(*(place if change.rule in GONE else self.was.get(place, place)))
        return Recorded(calls, self._hits(change))

    def _hits(self, change: Change) -> int | None:
        hits = self.replayed.hits.get(change.id, 0)
        if change.rule in GONE or change.rule.startswith("output-property-re"):
            return hits
        is_seen = change.rule.startswith("input-") and not any(word in change.rule for word in _UNSEEN)
        return hits if is_seen else hits or None

    def _calls(self, server: str, tool: str | None) -> int:
        return sum(
            each.tally.worked
            for each in self.replayed.tools
            if each.server == server and (tool is None or each.tool == tool)
        )


@dataclass(frozen=True, slots=True)
class Replay:
    """What became of the recorded calls. `old` is what people call the contract that they worked under, if any."""

    new: str
    old: str | None
    evidence: Evidence
    findings: tuple[Finding, ...]
    notes: Notes
    looked: LockOutcome | None = None

    @property
    def replayed(self) -> Replayed:
        """The calls."""
        return self.evidence.replayed

    @property
    def breaks(self) -> bool:
        """Whether a call fails now that should not; one of which nobody can tell is not let through."""
        total = self.replayed.total
        return bool(total.broken or total.unjudged)

    @property
    def unseen(self) -> tuple[str, ...]:
        """Servers that could not be looked at."""
        return tuple(name for name, _ in self.looked.unseen) if self.looked else ()

    @property
    def exit_code(self) -> Exit:
        """A server that could not be seen outweighs a call that fails."""
        return Exit.UNREACHABLE if self.unseen else Exit.FAILED if self.breaks else Exit.OK
