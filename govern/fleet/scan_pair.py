"""The servers of two scans: their last locked states, and those that a scan did not see or did not ask."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from itertools import groupby, pairwise
from operator import attrgetter
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

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


def scan_pair(observations: Iterable[Observation], old: str, new: str) -> ScanPair:
    """Return the servers of two scans from every observation up to the later one, in any order."""
    by_scan = attrgetter("scan")
    state = FleetState()
    before: dict[str, Observation] = {}
    for scan, found in groupby(sorted(observations, key=by_scan), key=by_scan):
        if scan > new:
            break
        state.advance(scan, found)
        if scan <= old:
            before = dict(state.locked)
    state.scan = new
    return state.since(old, before)


def successive_pairs(
    state: FleetState, scans: Iterable[tuple[str, Sequence[Observation]]]
) -> Iterator[tuple[ScanPair, Sequence[Observation]]]:
    """Yield each scan with the one before it, and its observations; `scans` are the next ones, the oldest first."""
    for name, observations in scans:
        old, before = state.scan, dict(state.locked)
        state.advance(name, observations)
        yield state.since(old, before), observations


class FleetState:
    """The state of each server after the scans so far: its last lock, and its last observation."""

    def __init__(self) -> None:
        self.scan = ""
        self.locked: dict[str, Observation] = {}
        self.latest: dict[str, Observation] = {}
        self._states: defaultdict[str, list[tuple[datetime, str]]] = defaultdict(list)

    def advance(self, scan: str, observations: Iterable[Observation]) -> None:
        """Take the observations of the next scan."""
        self.scan = scan
        for each in observations:
            self.latest[each.server] = each
            if each.state == "locked":
                self.locked[each.server] = each
            self._states[each.server].append((_moment(each), each.lock or each.state))

    def since(self, old: str, before: Mapping[str, Observation]) -> ScanPair:
        """Return what differs from the last locks of an earlier scan."""
        unseen: defaultdict[str, list[str]] = defaultdict(list)
        asked = {server: each for server, each in self.latest.items() if each.scan == self.scan}
        for server, each in sorted(asked.items()):
            if each.state != "locked":
                unseen[each.reason or "unknown"].append(server)
        return ScanPair(
            old,
            self.scan,
            tuple(_transitions(before, self.locked)),
            sum(each.state == "locked" for each in asked.values()),
            {reason: tuple(servers) for reason, servers in sorted(unseen.items())},
            tuple(sorted(self.latest.keys() - asked.keys())),
            self._flapping(),
            sum(each.tools or 0 for each in self.locked.values()),
            sum(each.tokens or 0 for each in self.locked.values()),
            first=not before,
        )

    def _flapping(self) -> dict[str, int]:
        found = {}
        for server, states in sorted(self._states.items()):
            number = changes_of_state(states) if self.latest[server].scan == self.scan else 0
            if number >= FLAPPING_CHANGES:
                found[server] = number
        return found


def _transitions(before: Mapping[str, Observation], after: Mapping[str, Observation]) -> Iterator[Transition]:
    for server, now in sorted(after.items()):
        was = before.get(server)
        if now.lock and (was is None or was.lock != now.lock):
            yield Transition(server, was.lock if was else None, now.lock)


def changes_of_state(states: list[tuple[datetime, str]]) -> int:
    """Return how often the state changed in the week before the last of these moments; forget what was before."""
    begin = states[-1][0] - FLAPPING_TIME
    while states[0][0] < begin:
        del states[0]
    return sum(one != other for (_, one), (_, other) in pairwise(states))


def states_of(observations: Iterable[Observation]) -> list[tuple[datetime, str]]:
    """Return the state of a server at each moment, which is a lock or `unseen`."""
    return [(_moment(each), each.lock or each.state) for each in observations]


def _moment(observation: Observation) -> datetime:
    return datetime.fromisoformat(observation.seen_at)
