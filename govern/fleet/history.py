"""The history of one server: its states, how long each lasted, and what changed from one lock to the next."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import groupby
from typing import TYPE_CHECKING

from govern.fleet.scan_pair import FLAPPING_CHANGES, Transition, changes_of_state, states_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from govern.fleet.judging import JudgedServer
    from govern.fleet.observation import Observation
    from govern.rules.finding import Finding


@dataclass(frozen=True, slots=True)
class Period:
    """Successive scans that found a server in one state, with the first and the last of their observations.

    `findings` are the changes since the lock `before`, and None for the first lock and where the server was unseen.
    """

    first: Observation
    last: Observation
    scans: int
    before: str | None = None
    findings: tuple[Finding, ...] | None = None


@dataclass(frozen=True, slots=True)
class ServerHistory:
    """The periods of one server, the oldest first; `changes` is the number of its changes of state within a week."""

    server: str
    periods: tuple[Period, ...]
    changes: int

    @property
    def is_flapping(self) -> bool:
        """Return whether the state changed often within a week."""
        return self.changes >= FLAPPING_CHANGES


def server_history(observations: Iterable[Observation], judge: Callable[[Transition], JudgedServer]) -> ServerHistory:
    """Return the history of the server that all observations are about."""
    seen = sorted(observations, key=lambda each: each.scan)
    periods = []
    before: str | None = None
    for period in _periods(seen):
        lock = period.last.lock
        if lock and before and lock != before:
            judged = judge(Transition(period.last.server, before, lock))
            period = replace(period, before=before, findings=judged.findings)  # noqa: PLW2901
        before = lock or before
        periods.append(period)
    return ServerHistory(seen[0].server, tuple(periods), changes_of_state(states_of(seen)))


def _periods(seen: Iterable[Observation]) -> Iterator[Period]:
    for _, those in groupby(seen, key=lambda each: (each.lock, each.reason)):
        found = [*those]
        yield Period(found[0], found[-1], len(found))
