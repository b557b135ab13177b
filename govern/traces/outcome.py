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
# After these changes callers no longer find a tool by its name.
GONE = frozenset({ids.SERVER_REMOVED, ids.MOVED["tool"], ids.REMOVED["tool"], ids.RENAMED["tool"]})
# Changes whose effect no recording of the past can show.
_INVISIBLE = ("-format-", "-default-", "-deprecated-", "-annotation-", "-examples-", "-nullable-", "-wrapping-")


@dataclass(frozen=True, slots=True)
class CallExample:
    """A recorded call without its values: its place, and the type of value of each name."""

    where: str
    values: tuple[tuple[str, str], ...] = ()
    more: int = 0


@dataclass(frozen=True, slots=True)
class Reason:
    """One reason why calls of a tool fail; `changes` are the ids of the changes that cause it, as far as known.

    A call can fail for several reasons.
    """

    kind: Kind
    message: str
    pointer: str
    calls: int
    changes: tuple[str, ...] = ()
    examples: tuple[CallExample, ...] = ()


@dataclass(frozen=True, slots=True)
class Tally:
    """Calls of one tool, counted.

    `failed`: failed when recorded. `unrecorded`: without arguments. `unknown`: the tool is missing. `refused`: invalid
    under the input schema. `ignored`: valid, but an argument no longer has an effect. `already`: invalid under the old
    contract too. `answers`: recorded answers that were checked by an output schema. `unfit`: invalid answers.
    `narrowed`: invalid answers that only SAFE changes affect. `unjudged`: could not be checked. `broken`: worked
    before and fail now.
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
        """Return the number of calls that did not fail when they were recorded."""
        return self.calls - self.failed


@dataclass(frozen=True, slots=True)
class ToolReplay:
    """The result of one tool's calls."""

    server: str
    tool: str
    tally: Tally
    reasons: tuple[Reason, ...] = ()


@dataclass(frozen=True, slots=True)
class Outsider:
    """A recorded name that is not a tool of the contract, or may be several; `server` is as recorded."""

    server: str
    tool: str
    why: Literal["ambiguous", "not ours"]
    calls: int


@dataclass(frozen=True, slots=True)
class Replayed:
    """The result of all recorded calls; `hits` counts the calls that each change affects, by its id."""

    tools: tuple[ToolReplay, ...]
    outsiders: tuple[Outsider, ...] = ()
    hits: Mapping[str, int] = field(default_factory=dict)

    @property
    def total(self) -> Tally:
        """Return the tally of all tools together."""
        tallies = [each.tally for each in self.tools]
        return Tally(*(sum(getattr(each, name) for each in tallies) for name in Tally.__slots__))

    @property
    def outside(self) -> int:
        """Return the number of calls of tools outside the contract."""
        return sum(each.calls for each in self.outsiders)


def can_be_recorded(change: Change) -> bool:
    """Return whether recorded calls can show the effect of a change."""
    return change.rule in GONE or change.rule.startswith(("input-", "output-"))


@dataclass(frozen=True, slots=True)
class Recorded:
    """The recorded calls of a changed tool, and how many the change affects; None if that cannot be seen."""

    calls: int
    hits: int | None


@dataclass(frozen=True, slots=True)
class Evidence:
    """Recorded calls checked against two locks; `was` maps new names of tools to old ones."""

    replayed: Replayed
    was: Mapping[tuple[str, str], tuple[str, str]] = field(default_factory=dict)
    unreadable: int = 0

    def of(self, change: Change) -> Recorded | None:
        """Return the recorded calls that a change concerns, or None if it concerns no tool."""
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
        is_seen = change.rule.startswith("input-") and not any(word in change.rule for word in _INVISIBLE)
        return hits if is_seen else hits or None

    def _calls(self, server: str, tool: str | None) -> int:
        return sum(
            each.tally.worked
            for each in self.replayed.tools
            if each.server == server and (tool is None or each.tool == tool)
        )


@dataclass(frozen=True, slots=True)
class Replay:
    """The result of `govern replay`. `new` and `old` name the contracts; there may be no old one."""

    new: str
    old: str | None
    evidence: Evidence
    findings: tuple[Finding, ...]
    notes: Notes
    looked: LockOutcome | None = None

    @property
    def replayed(self) -> Replayed:
        """Return the result of the calls."""
        return self.evidence.replayed

    @property
    def breaks(self) -> bool:
        """Return whether a call fails that worked before, or could not be checked."""
        total = self.replayed.total
        return bool(total.broken or total.unjudged)

    @property
    def unseen(self) -> tuple[str, ...]:
        """Return the names of unreachable servers."""
        return tuple(name for name, _ in self.looked.unseen) if self.looked else ()

    @property
    def exit_code(self) -> Exit:
        """Return the exit code; an unreachable server outweighs a failing call."""
        return Exit.UNREACHABLE if self.unseen else Exit.FAILED if self.breaks else Exit.OK
