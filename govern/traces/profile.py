"""AnswerCosts the answers of recorded calls: match each with its tool, and check what they cost."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Literal

from govern.economics.profile import ToolTally, profile_response
from govern.reductions.answer import answer_savings
from govern.traces.call import FAILED
from govern.traces.names import Names

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from govern.economics.assess import Thresholds
    from govern.economics.budgets import Costed
    from govern.economics.profile import ToolProfile
    from govern.traces.call import Server
    from govern.traces.contract import Contract
    from govern.traces.reading import Notes

_MOST_NAMES = 50_000
CheckName = Literal["max-p95", "bound"]


@dataclass(frozen=True, slots=True)
class ProfileCheck:
    """One check of the gate; `found` is None, and `tool` empty, if no answer was recorded that could be checked."""

    name: CheckName
    tool: str
    most: int | None
    found: int | None

    @property
    def passes(self) -> bool:
        """Return whether the p95 is known and not above the limit."""
        return self.found is not None and self.most is not None and self.found <= self.most


@dataclass(frozen=True, slots=True)
class AnswerCosts:
    """The result of `govern profile`; `outside` are the calls of names that are not a tool of the lock."""

    lock_digest: str
    encoding: str
    tools: tuple[ToolProfile, ...]
    outside: Mapping[str, int]
    notes: Notes
    checks: tuple[ProfileCheck, ...] = ()

    @property
    def measured(self) -> list[ToolProfile]:
        """Return the tools with recorded answers, the largest p95 first."""
        found = [tool for tool in self.tools if tool.answers]
        return sorted(found, key=lambda tool: (-(tool.p95 or 0), tool.place))

    @property
    def absent(self) -> list[ToolProfile]:
        """Return the tools without a recorded answer."""
        return [tool for tool in self.tools if not tool.answers]

    @property
    def over_bound(self) -> list[ToolProfile]:
        """Return the tools whose p95 is above their declared bound."""
        return [tool for tool in self.measured if tool.is_over_bound]

    @property
    def passes(self) -> bool:
        """Return whether all checks pass."""
        return all(check.passes for check in self.checks)


class Profiler:
    """Profiles calls one by one; calls of one name are matched with a tool once."""

    def __init__(
        self,
        tools: Sequence[Costed],
        names: Names,
        *,
        overhead_blocks: int,
        encoding: str,
        thresholds: Thresholds,
    ) -> None:
        self._tallies = {(each.server, each.name): ToolTally(each) for each in reversed(tools)}
        self._names = names
        self._overhead_blocks, self._encoding, self._thresholds = overhead_blocks, encoding, thresholds
        self._known: dict[tuple[Server, str], ToolTally | None] = {}
        self.outside: Counter[str] = Counter()

    def take(self, server: Server, tool: str, arguments: Any, answer: Any, number: int) -> None:  # noqa: ARG002 - a Take
        """Add one call, measuring its answer."""
        tally = self._tally(server, tool)
        if tally is None:
            self.outside[tool if len(self.outside) < _MOST_NAMES else "…"] += 1
        elif answer is FAILED:
            tally.calls += 1
            tally.failed += 1
        elif answer is None:
            tally.calls += 1
            tally.unrecorded += 1
        else:
            response = profile_response(
                tally.costed.place,
                answer,
                self._overhead_blocks,
                encoding=self._encoding,
                thresholds=self._thresholds,
            )
            tally.add(replace(response, reductions=answer_savings(answer, arguments, self._encoding)))

    def tools(self) -> tuple[ToolProfile, ...]:
        """Return what was measured of each tool, by name."""
        return tuple(sorted((tally.profile() for tally in self._tallies.values()), key=lambda tool: tool.place))

    def _tally(self, server: Server, tool: str) -> ToolTally | None:
        key = (server, tool)
        if key in self._known:
            return self._known[key]
        whose = self._names.whose(server, tool)
        tally = None if isinstance(whose, str) else self._tallies.get(whose)
        if len(self._known) < _MOST_NAMES:
            self._known[key] = tally
        return tally


def names_of(contract: Contract, aliases: Mapping[str, str], default: str | None) -> Names:
    """Return the names of the tools of a contract, as recordings may spell them."""
    return Names(contract.tools, contract.own_names(), aliases, default)


def checks(tools: Sequence[ToolProfile], max_p95: int | None, *, bounds: bool) -> Iterator[ProfileCheck]:
    """Yield the checks of each measured tool; a check for which nothing was recorded fails."""
    measured = [tool for tool in tools if tool.answers]
    if max_p95 is not None:
        yield from (ProfileCheck("max-p95", tool.place, max_p95, tool.p95) for tool in measured)
        if not measured:
            yield ProfileCheck("max-p95", "", max_p95, None)
    if bounds:
        bounded = [tool for tool in measured if tool.bound is not None]
        yield from (ProfileCheck("bound", tool.place, tool.bound, tool.p95) for tool in bounded)
        if not bounded:
            yield ProfileCheck("bound", "", None, None)
