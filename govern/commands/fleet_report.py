"""`govern fleet report`: one HTML page about a fleet."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from govern.commands.fleet_diff import FleetDiffRequest, finished_scans, fleet_diff
from govern.commands.project import find_config_if_any
from govern.fleet.judging import FleetJudge
from govern.fleet.overview import FleetOverview
from govern.fleet.queries import stored_pair
from govern.fleet.scan_walk import walk_scans
from govern.fleet.store import FleetStore
from govern.policy.settings import Policy

if TYPE_CHECKING:
    from datetime import date
    from pathlib import Path

    from govern.fleet.judging import FleetDiff
    from govern.fleet.overview import ScanNumbers
    from govern.fleet.scan_walk import ScanStep

# Earlier scans are counted, and not judged.
_MOST_SCANS = 100


@dataclass(frozen=True, slots=True, kw_only=True)
class FleetReportRequest:
    """The arguments of `govern fleet report`."""

    store: str
    config: Path | None = None
    config_from: str | None = None


def fleet_report(request: FleetReportRequest, today: date) -> FleetOverview:
    """Judge each scan against the one before it, and collect the state of all servers."""
    config = find_config_if_any(request.config, request.config_from)
    store = FleetStore(request.store)
    store.require()
    finished = finished_scans(store)
    policy = config.policy if config else Policy()
    diff = None
    if len(finished) > 1:
        named = FleetDiffRequest(store=request.store, config=request.config, config_from=request.config_from)
        diff = fleet_diff(named, today).diff
    last = diff.pair if diff else stored_pair(store, "", finished[-1].name)
    earlier = max(0, len(finished) - _MOST_SCANS)
    with walk_scans(store, finished) as walk:
        scans = [_judged(store, step, policy, diff) for at, step in enumerate(walk.steps()) if at >= earlier]
        return FleetOverview(
            store=request.store,
            made=today,
            scans=tuple(scans),
            earlier=earlier,
            last=last,
            locked={each.server: each for each in walk.locked()},
            unseen=tuple(walk.unseen()),
            unseen_since={each.observation.server: each.unseen_since for each in walk.latest() if each.unseen_since},
            diff=diff,
        )


def _judged(store: FleetStore, step: ScanStep, policy: Policy, diff: FleetDiff | None) -> ScanNumbers:
    """Return a scan in numbers with its changes by severity. The last ones were judged by the diff."""
    if diff is not None and step.new == diff.pair.new:
        found = [finding for each in diff.verdict.decided for finding in each.findings]
    else:
        judge = FleetJudge(store.lock_bytes, policy)
        found = [finding for each in step.changed for finding in judge.judged(each).findings]
    return replace(step.numbers, changes=Counter(finding.severity for finding in found))
