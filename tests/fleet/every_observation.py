"""Scans beside each other in plain Python over every observation; the queries of govern must give the same."""

from __future__ import annotations

from collections import defaultdict
from datetime import datetime
from itertools import groupby
from operator import attrgetter
from typing import TYPE_CHECKING

from govern.fleet.results import FLAPPING_CHANGES, ScanPair, Transition, changes_of_state

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from govern.fleet.observation import Observation


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
            self._states[each.server].append((datetime.fromisoformat(each.seen_at), each.lock or each.state))

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
