"""`govern fleet show`, `report` and `export`: one server's history, one page, and the tables, feed and badges."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import dataclass, field, replace
from tempfile import TemporaryFile
from typing import IO, TYPE_CHECKING

from govern.commands.fleet_diff import FleetDiffRequest, FleetRequest, finished_scans, fleet_diff
from govern.errors import no_such
from govern.fleet.judging import FleetJudge, of_server
from govern.fleet.observation import part_bytes
from govern.fleet.publishing import (
    CHANGE_COLUMNS,
    TOOL_COLUMNS,
    ExportPart,
    FleetExport,
    LastChange,
    change_row,
    published_changes,
    server_badge,
    tool_rows,
    worst_of,
)
from govern.fleet.queries import flapping, known_servers, observations_of, stored_pair, walk_scans
from govern.fleet.results import FleetOverview, server_history
from govern.fleet.store import FleetStore
from govern.report.publishing import badge_json, badge_name, badge_svg, feed
from govern.rules.rule import Severity

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping
    from datetime import date

    from govern.fleet.judging import FleetDiff
    from govern.fleet.observation import Observation
    from govern.fleet.publishing import PublishedChange
    from govern.fleet.queries import ScanStep, ScanWalk
    from govern.fleet.results import ScanNumbers, ServerHistory
    from govern.lockfile.document import Lock
    from govern.policy.settings import Policy


@dataclass(frozen=True, slots=True, kw_only=True)
class FleetShowRequest(FleetRequest):
    """The arguments of `govern fleet show`."""

    server: str


@dataclass(frozen=True, slots=True)
class FleetShowResult:
    """The history of a server, and the arguments with which `govern fleet approve` takes its last changes.

    There are no arguments if nothing but SAFE changes happened last, or if no option names this server alone.
    """

    history: ServerHistory
    approve: tuple[str, ...] = ()


def fleet_show(request: FleetShowRequest) -> FleetShowResult:
    """Return the history of a server. Raise UsageError if no scan mentions it."""
    store, _, policy = request.opened()
    own = observations_of(store, request.server)
    if not own:
        raise no_such("server", request.server, f"the scans of {store.name}", sorted(known_servers(store)))
    judge = FleetJudge(store.lock_bytes, policy)
    history = server_history(own, judge.judged)
    return FleetShowResult(history, _approve_arguments(store, history))


def _approve_arguments(store: FleetStore, history: ServerHistory) -> tuple[str, ...]:
    last = next((each for each in reversed(history.periods) if each.findings), None)
    # A `*` in a name would select other servers too.
    if last is None or worst_of(last.findings or ()) is Severity.SAFE or "*" in history.server:
        return ()
    before = [each.last.scan for each in history.periods if each.last.lock and each.last.scan < last.first.scan]
    return ("--store", store.name, "--against", before[-1], "--to", last.last.scan, "--server", history.server)


# Earlier scans are counted, and not judged.
_MOST_SCANS = 100


def fleet_report(request: FleetRequest, today: date) -> FleetOverview:
    """Judge each scan against the one before it, and collect the state of all servers."""
    store, _, policy = request.opened()
    finished = finished_scans(store)
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


# A feed holds the latest changes; the table has all.
_MOST_ENTRIES = 500


@dataclass(frozen=True, slots=True, kw_only=True)
class FleetExportRequest(FleetRequest):
    """The arguments of `govern fleet export`; `output` is a folder or URL, and the store itself by default."""

    output: str | None = None
    parts: Collection[ExportPart] = tuple(ExportPart)


@dataclass(slots=True)
class _Published:
    """The changes of all scans: as rows in a file, as the latest entries of the feed, and how many.

    `severities` has the worst severity of each server's last change.
    """

    rows: IO[bytes]
    changes: int = 0
    tools: int = 0
    servers: int = 0
    entries: list[PublishedChange] = field(default_factory=list)
    severities: dict[str, Severity] = field(default_factory=dict)

    def add(self, step: ScanStep, judge: FleetJudge) -> None:
        """Judge what changed in a scan."""
        numbers = step.numbers
        self.tools, self.servers = numbers.tools, numbers.locked + numbers.unseen + numbers.not_asked
        judged = [judge.judged(each) for each in step.changed]
        for each in judged:
            self.rows.writelines(change_row(finding, step, each) for finding in each.findings)
            self.changes += len(each.findings)
            if each.transition.before:
                self.severities[each.server] = worst_of(each.findings)
        entries = (*self.entries, *published_changes(judged, step))
        self.entries = sorted(entries, key=lambda each: (each.at, each.id), reverse=True)[:_MOST_ENTRIES]


def fleet_export(request: FleetExportRequest) -> FleetExport:
    """Write the tables, the feed and the badges, and return their names."""
    store, _, policy = request.opened()
    target = FleetStore(request.output or request.store)
    scans = finished_scans(store)
    with walk_scans(store, scans) as walk, TemporaryFile(prefix="govern-fleet-") as rows:
        published = _Published(rows)
        for step in walk.steps():
            published.add(step, FleetJudge(store.lock_bytes, policy))
        restless = flapping(store, scans[-1].name)
        made: dict[ExportPart, Iterator[tuple[str, bytes]]] = {
            ExportPart.TABLES: _tables(store, walk, rows),
            ExportPart.FEED: _feed(store.name, published.entries),
            ExportPart.BADGES: _badges(walk, published.severities, restless),
        }
        written = []
        for part in request.parts:
            for key, content in made[part]:
                target.put(key, content)
                written.append(key)
    return FleetExport(target.name, published.changes, published.tools, published.servers, tuple(written))


def _tables(store: FleetStore, walk: ScanWalk, changes: IO[bytes]) -> Iterator[tuple[str, bytes]]:
    changes.seek(0)
    yield "tables/changes.parquet", part_bytes(changes, CHANGE_COLUMNS)
    tools = (row for each in walk.locked() for row in tool_rows(each, _lock_of(each, store)))
    yield "tables/tools.parquet", part_bytes(tools, TOOL_COLUMNS)


def _lock_of(observation: Observation, store: FleetStore) -> Lock:
    digest = observation.lock or ""
    return of_server(store.read_lock(digest), digest, observation.server)


def _feed(url: str, latest: list[PublishedChange]) -> Iterator[tuple[str, bytes]]:
    yield "changes.atom", feed(url, latest).encode()


def _badges(
    walk: ScanWalk, severities: Mapping[str, Severity], restless: Collection[str]
) -> Iterator[tuple[str, bytes]]:
    """Yield a picture and a JSON file for each server, and the names of these files by server."""
    index = {}
    for state in walk.latest():
        server = state.observation.server
        changed = LastChange(state.changed_at, severities.get(server)) if state.changed_at else None
        badge = server_badge(state.observation, changed, is_flapping=server in restless)
        name = index[server] = badge_name(server)
        yield f"badges/{name}.svg", badge_svg(badge).encode()
        yield f"badges/{name}.json", badge_json(badge).encode()
    yield "badges/index.json", f"{json.dumps(index, indent=1)}\n".encode()
