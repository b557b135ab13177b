"""The servers of two scans: their last locked states, and those that a scan did not see or did not ask."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime, timedelta
from itertools import pairwise
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from govern.fleet.observation import Observation

# A server with as many changes of its state within this time flaps.
FLAPPING_CHANGES = 4
FLAPPING_TIME = timedelta(days=7)


@dataclass(frozen=True, slots=True)
class Transition:
    """The digests of a server's last locks at or before two scans; `before` is None if it had none yet."""

    server: str
    before: str | None
    after: str


@dataclass(frozen=True, slots=True)
class ScanPair:
    """The servers of two scans; `old` is empty before the first scan.

    `changed` are those whose last lock differs. `locked` is the number of those that the later scan locked, `unseen`
    are those that it could not lock, by reason, and `not_asked` those that only earlier scans mention. `flapping` has
    the number of changes of state within a week, for servers with many. `tools` and `tokens` add up the last locks of
    all servers. `first` is true if no server was locked before.
    """

    old: str
    new: str
    changed: tuple[Transition, ...] = ()
    locked: int = 0
    unseen: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    not_asked: tuple[str, ...] = ()
    flapping: Mapping[str, int] = field(default_factory=dict)
    tools: int = 0
    tokens: int = 0
    first: bool = False

    @property
    def unseen_count(self) -> int:
        """Return how many servers the later scan could not lock."""
        return sum(map(len, self.unseen.values()))

    @property
    def added(self) -> int:
        """Return how many servers are locked for the first time."""
        return sum(each.before is None for each in self.changed)


def changes_of_state(states: list[tuple[datetime, str]]) -> int:
    """Return how often the state changed in the week before the last of these moments; forget what was before."""
    begin = states[-1][0] - FLAPPING_TIME
    while states[0][0] < begin:
        del states[0]
    return sum(one != other for (_, one), (_, other) in pairwise(states))


def states_of(observations: Iterable[Observation]) -> list[tuple[datetime, str]]:
    """Return the state of a server at each moment, which is a lock or `unseen`."""
    return [(datetime.fromisoformat(each.seen_at), each.lock or each.state) for each in observations]
