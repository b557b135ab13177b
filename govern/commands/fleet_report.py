"""`govern fleet report`: one HTML page about a fleet."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from govern.commands.fleet_diff import FleetDiffRequest, fleet_diff
from govern.commands.project import find_config_if_any
from govern.errors import UsageError
from govern.fleet.judging import FleetJudge
from govern.fleet.overview import FleetOverview, ScanNumbers
from govern.fleet.scan_pair import FleetState, successive_pairs
from govern.fleet.store import FleetStore
from govern.policy.settings import Policy

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from datetime import date
    from pathlib import Path

    from govern.fleet.observation import Observation
    from govern.fleet.scan_pair import ScanPair
    from govern.fleet.store import Scan
    from govern.rules.rule import Severity

# Earlier scans are counted, and not judged.
_MOST_SCANS = 100


@dataclass(frozen=True, slots=True)
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
    finished = [each for each in store.scans() if each.finished]
    if not finished:
        hint = f"scan into it: govern fleet scan INVENTORY --store {store.name}"
        raise UsageError("no finished scan", where=store.name, hint=hint)
    state, unseen_since = FleetState(), dict[str, str]()
    judge = FleetJudge(store.lock_bytes, config.policy if config else Policy())
    scans = [*_scans(store, finished, state, judge, unseen_since)]
    named = FleetDiffRequest(request.store, config=request.config, config_from=request.config_from)
    diff = fleet_diff(named, today).diff if len(finished) > 1 else None
    return FleetOverview(
        request.store, today, tuple(scans), len(finished) - len(scans), state.latest, state.locked, unseen_since, diff
    )


def _scans(
    store: FleetStore, finished: Sequence[Scan], state: FleetState, judge: FleetJudge, unseen_since: dict[str, str]
) -> Iterator[ScanNumbers]:
    """Yield the latest scans in numbers; note since which scan each server is unseen."""
    pairs = successive_pairs(state, ((scan.name, store.observations(scan.name)) for scan in finished))
    begin = len(finished) - _MOST_SCANS
    for at, (scan, (pair, found)) in enumerate(zip(finished, pairs, strict=True)):
        _note_unseen(found, unseen_since)
        if at >= begin:
            yield ScanNumbers(pair, datetime.fromisoformat(scan.started), _severities(pair, judge))


def _note_unseen(found: Sequence[Observation], unseen_since: dict[str, str]) -> None:
    for each in found:
        if each.state == "locked":
            unseen_since.pop(each.server, None)
        else:
            unseen_since.setdefault(each.server, each.scan)


def _severities(pair: ScanPair, judge: FleetJudge) -> Counter[Severity]:
    """Count the changes of a scan by severity; the first one has none, since the history begins there."""
    if pair.first:
        return Counter()
    return Counter(finding.severity for each in pair.changed for finding in judge.judged(each).findings)
