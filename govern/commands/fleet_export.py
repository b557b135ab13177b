"""`govern fleet export`: the tables, the feed and the badges of a fleet."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from tempfile import TemporaryFile
from typing import IO, TYPE_CHECKING

from govern.commands.fleet_diff import finished_scans
from govern.commands.project import find_config_if_any
from govern.fleet.judging import FleetJudge, of_server
from govern.fleet.parts import part_bytes
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
from govern.fleet.queries import flapping
from govern.fleet.scan_walk import walk_scans
from govern.fleet.store import FleetStore
from govern.policy.settings import Policy
from govern.report.publishing import badge_json, badge_name, badge_svg, feed

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping
    from pathlib import Path

    from govern.fleet.observation import Observation
    from govern.fleet.publishing import PublishedChange
    from govern.fleet.scan_walk import ScanStep, ScanWalk
    from govern.lockfile.document import Lock
    from govern.rules.rule import Severity

# A feed holds the latest changes; the table has all.
_MOST_ENTRIES = 500


@dataclass(frozen=True, slots=True, kw_only=True)
class FleetExportRequest:
    """The arguments of `govern fleet export`; `output` is a folder or URL, and the store itself by default."""

    store: str
    output: str | None = None
    parts: Collection[ExportPart] = tuple(ExportPart)
    config: Path | None = None
    config_from: str | None = None


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
    config = find_config_if_any(request.config, request.config_from)
    store = FleetStore(request.store)
    store.require()
    policy = config.policy if config else Policy()
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
