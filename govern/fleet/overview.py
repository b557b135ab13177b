"""A fleet as its report shows it: its scans in numbers, its servers as last seen, and its families."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from datetime import date, datetime

    from govern.fleet.judging import FleetDiff
    from govern.fleet.observation import Observation
    from govern.fleet.scan_pair import ScanPair
    from govern.rules.rule import Severity


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
