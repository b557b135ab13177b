"""`govern fleet export`: the tables, the feed and the badges of a fleet."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from govern.commands.project import find_config_if_any
from govern.fleet.judging import FleetJudge
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
from govern.fleet.scan_pair import FleetState, successive_pairs
from govern.fleet.store import FleetStore
from govern.policy.settings import Policy
from govern.report.badge import badge_json, badge_name, badge_svg
from govern.report.feed import feed

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator
    from pathlib import Path

    from govern.fleet.observation import Observation
    from govern.fleet.publishing import PublishedChange

# A feed holds the latest changes; the table has all.
_MOST_ENTRIES = 500


@dataclass(frozen=True, slots=True)
class FleetExportRequest:
    """The arguments of `govern fleet export`; `output` is a folder or URL, and the store itself by default."""

    store: str
    output: str | None = None
    parts: Collection[ExportPart] = tuple(ExportPart)
    config: Path | None = None
    config_from: str | None = None


@dataclass(slots=True)
class _Published:
    """The changes of all finished scans, and the state of the fleet after them."""

    state: FleetState = field(default_factory=FleetState)
    rows: list[bytes] = field(default_factory=list)
    entries: list[PublishedChange] = field(default_factory=list)
    last_changes: dict[str, LastChange] = field(default_factory=dict)
    flapping: Collection[str] = ()


def fleet_export(request: FleetExportRequest) -> FleetExport:
    """Write the tables, the feed and the badges, and return their names."""
    config = find_config_if_any(request.config, request.config_from)
    store = FleetStore(request.store)
    store.require()
    published = _published(store, config.policy if config else Policy())
    target = FleetStore(request.output or request.store)
    tools = [row for each in published.state.locked.values() for row in _tools(store, each)]
    made: dict[ExportPart, Iterator[tuple[str, bytes]]] = {
        ExportPart.TABLES: _tables(published.rows, tools),
        ExportPart.FEED: _feed(store.name, published.entries),
        ExportPart.BADGES: _badges(published),
    }
    written = []
    for part in request.parts:
        for key, content in made[part]:
            target.put(key, content)
            written.append(key)
    return FleetExport(target.name, len(published.rows), len(tools), len(published.state.latest), tuple(written))


def _published(store: FleetStore, policy: Policy) -> _Published:
    """Judge each finished scan against the one before it. The first has no changes: the history begins there."""
    published, judge = _Published(), FleetJudge(store.lock_bytes, policy)
    scans = ((scan.name, store.observations(scan.name)) for scan in store.scans() if scan.finished)
    for pair, found in successive_pairs(published.state, scans):
        times = {each.server: each.seen_at for each in found}
        if pair.first:
            published.last_changes |= {each.server: LastChange(times[each.server], None) for each in pair.changed}
            continue
        judged = [judge.judged(each) for each in pair.changed]
        published.rows += [change_row(finding, pair, each) for each in judged for finding in each.findings]
        published.entries += published_changes(judged, pair, times)
        published.last_changes |= {
            each.server: LastChange(times[each.server], worst_of(each.findings) if each.transition.before else None)
            for each in judged
        }
        published.flapping = pair.flapping
    return published


def _tools(store: FleetStore, observation: Observation) -> Iterator[bytes]:
    return tool_rows(observation, store.read_lock(observation.lock or ""))


def _tables(changes: list[bytes], tools: list[bytes]) -> Iterator[tuple[str, bytes]]:
    for name, rows, columns in (("changes", changes, CHANGE_COLUMNS), ("tools", tools, TOOL_COLUMNS)):
        yield f"tables/{name}.parquet", part_bytes(b"".join(b"%s\n" % row for row in rows), columns)


def _feed(url: str, entries: list[PublishedChange]) -> Iterator[tuple[str, bytes]]:
    latest = sorted(entries, key=lambda each: (each.at, each.id), reverse=True)
    yield "changes.atom", feed(url, latest[:_MOST_ENTRIES]).encode()


def _badges(published: _Published) -> Iterator[tuple[str, bytes]]:
    """Yield a picture and a JSON file for each server, and the names of these files by server."""
    index = {}
    for server, latest in sorted(published.state.latest.items()):
        badge = server_badge(latest, published.last_changes.get(server), is_flapping=server in published.flapping)
        name = index[server] = badge_name(server)
        yield f"badges/{name}.svg", badge_svg(badge).encode()
        yield f"badges/{name}.json", badge_json(badge).encode()
    yield "badges/index.json", f"{json.dumps(index, indent=1)}\n".encode()
