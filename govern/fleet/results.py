"""Results of scans, as reports show them: one scan, two side by side, one server's history, and a whole fleet."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from itertools import groupby, pairwise
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
    from datetime import date

    from govern.fleet.judging import FleetDiff, JudgedServer
    from govern.fleet.observation import Observation
    from govern.rules.finding import Finding
    from govern.rules.rule import Severity


@dataclass(frozen=True, slots=True, kw_only=True)
class ScanSummary:
    """Counts of a scan's servers, the names of those whose state is new or changed, and those that are unseen.

    `fresh` counts the unchanged ones that were not asked, because they had asked for that. `observed` were observed
    before this run. A scan is `finished` when all its shards are in the store.
    """

    store: str
    scan: str
    servers: int
    new: tuple[str, ...]
    changed: tuple[str, ...]
    unchanged: int
    fresh: int
    unseen: tuple[Observation, ...]
    observed: int
    seconds: float
    finished: bool = True

    @property
    def reasons(self) -> dict[str, int]:
        """Return the number of unseen servers by reason."""
        return dict(sorted(Counter(str(each.reason) for each in self.unseen).items()))


@dataclass(frozen=True, slots=True)
class ScanProgress:
    """The number of servers observed so far, of all; `link` is the address of a dashboard."""

    done: int
    servers: int
    link: str | None = None


def summarize(  # noqa: PLR0913 - all but the first two are keywords
    found: Iterable[Observation],
    before: Mapping[str, Observation],
    *,
    store: str,
    scan: str,
    servers: int,
    observed: int,
    seconds: float,
    finished: bool,
) -> ScanSummary:
    """Return the summary of a scan; `before` are the last observations in which servers were locked."""
    new: list[str] = []
    changed: list[str] = []
    unseen: list[Observation] = []
    unchanged = fresh = 0
    for each in found:
        last = before.get(each.server)
        if each.reason is not None:
            unseen.append(each)
        elif last is None:
            new.append(each.server)
        elif last.lock != each.lock:
            changed.append(each.server)
        else:
            unchanged += 1
            fresh += each.seconds is None
    return ScanSummary(
        store=store,
        scan=scan,
        servers=servers,
        new=tuple(new),
        changed=tuple(changed),
        unchanged=unchanged,
        fresh=fresh,
        unseen=tuple(unseen),
        observed=observed,
        seconds=seconds,
        finished=finished,
    )


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


@dataclass(frozen=True, slots=True)
class ScanNumbers:
    """One scan in numbers.

    `locked` and `unseen` are servers of the scan, `not_asked` those that only earlier ones mention, `changed` those
    whose last lock differs, and `added` those that are locked for the first time, which are changed too. `tools` and
    `tokens` add up the last locks of all servers. `changes` are the changes since the scan before, by severity.
    """

    scan: str
    started: datetime
    locked: int
    unseen: int
    not_asked: int
    changed: int
    added: int
    tools: int
    tokens: int
    changes: Mapping[Severity, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class FleetOverview:
    """A fleet after its last finished scan.

    `scans` are the latest ones, the oldest first, and there are `earlier` further ones. `last` is the last scan beside
    the one before it. `locked` are the last locks of all servers by name, `unseen` the servers that the last scan could
    not lock, and `unseen_since` the first of the scans since which a server is unseen. `diff` compares the last two
    scans, and is None if there is only one.
    """

    store: str
    made: date
    scans: tuple[ScanNumbers, ...]
    earlier: int
    last: ScanPair
    locked: Mapping[str, Observation]
    unseen: tuple[Observation, ...]
    unseen_since: Mapping[str, str]
    diff: FleetDiff | None = None

    @property
    def families(self) -> list[list[Observation]]:
        """Return the last locks of servers with the same tools, the largest family first."""
        return families_of([*self.locked.values()])


def families_of(locked: Sequence[Observation]) -> list[list[Observation]]:
    """Return the observations of servers with the same tools, of which there are at least two; the most first."""
    by_family: defaultdict[str, list[Observation]] = defaultdict(list)
    for each in sorted(locked, key=lambda each: each.server):
        if each.family and each.tools:
            by_family[each.family].append(each)
    return sorted((found for found in by_family.values() if len(found) > 1), key=lambda each: -len(each))
