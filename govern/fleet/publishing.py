"""The rows of tables, the entries of a feed and the badges that `govern fleet export` publishes."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum
from typing import TYPE_CHECKING, Any, Final, Literal

from govern.contract.digests import digest
from govern.contract.surface import Absent
from govern.rules.rule import Severity

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from govern.fleet.judging import JudgedServer
    from govern.fleet.observation import Column, Observation
    from govern.fleet.queries import ScanStep
    from govern.lockfile.document import Lock
    from govern.rules.finding import Finding

Tone = Literal["breaking", "risky", "safe", "unseen"]
# Longer values are cut in the tables; the locks hold them in full.
LONGEST_VALUE: Final = 10_000
# The columns of the tables: name, DuckDB type, meaning. docs/fleet-store.md is generated from them.
CHANGE_COLUMNS: Final[tuple[Column, ...]] = (
    ("server", "VARCHAR", "name of the server in the inventory"),
    ("scan", "VARCHAR", "scan that found the change"),
    ("since", "VARCHAR", "scan before it"),
    ("id", "VARCHAR", "id of the change, as `govern diff` prints it"),
    ("severity", "VARCHAR", "`BREAKING`, `RISKY` or `SAFE`"),
    ("rule", "VARCHAR", "id of the rule; `govern explain RULE` describes it"),
    ("lane", "VARCHAR", "`compatibility`, `text` or `reach`"),
    ("kind", "VARCHAR", "`server`, `tool`, `prompt`, `resource` or `template`"),
    ("name", "VARCHAR", "name of the item; empty for the server itself"),
    ("pointer", "VARCHAR", "JSON pointer into the definition"),
    ("before", "VARCHAR", f"value before as JSON, cut after {LONGEST_VALUE:,} characters; null if there is none"),
    ("after", "VARCHAR", "value after, likewise"),
    ("message", "VARCHAR", "what happened, as a sentence"),
    ("lock_before", "VARCHAR", "digest of the lock before; null if the server is new"),
    ("lock_after", "VARCHAR", "digest of the lock after"),
)
TOOL_COLUMNS: Final[tuple[Column, ...]] = (
    ("server", "VARCHAR", "name of the server in the inventory"),
    ("scan", "VARCHAR", "last scan that locked the server"),
    ("lock", "VARCHAR", "digest of that lock"),
    ("tool", "VARCHAR", "name of the tool"),
    ("digest", "VARCHAR", "digest of the tool"),
    ("tokens", "INTEGER", "tokens of its definition"),
    ("fields", "INTEGER", "number of fields that it declares"),
    ("bounded", "BOOLEAN", "whether the size of its answers is bounded"),
    ("risk", "VARCHAR", "risk of a long answer: low, medium, high, critical or unknown"),
    ("description", "VARCHAR", f"its description, cut after {LONGEST_VALUE:,} characters"),
)
_TONES: Final[dict[Severity, Tone]] = {
    Severity.BREAKING: "breaking",
    Severity.RISKY: "risky",
    Severity.SAFE: "safe",
}
# A badge tells of a change for so many days.
_RECENT_DAYS = 7
_DAY = len("2026-11-19")


def change_row(finding: Finding, step: ScanStep, judged: JudgedServer) -> bytes:
    """Return one change as a line of JSON, a row of the table `changes`."""
    change = finding.change
    values = (
        change.server, step.new, step.old, change.id, finding.severity.value, finding.rule.id, finding.rule.lane,
        change.kind, change.name, change.pointer, _json_or_none(change.before), _json_or_none(change.after),
        finding.message, judged.transition.before, judged.transition.after,
    )  # fmt: skip
    return _table_row(CHANGE_COLUMNS, values)


def tool_rows(observation: Observation, lock: Lock) -> Iterator[bytes]:
    """Yield the tools of one server as lines of JSON, rows of the table `tools`."""
    for tool in lock.servers[0].tools:
        numbers = tool.numbers
        figures = (numbers.tokens, numbers.fields, numbers.bounded, numbers.risk) if numbers else (None,) * 4
        description = tool.texts.get("description")
        values = (observation.server, observation.scan, lock.digest, tool.key, tool.digest, *figures, description)
        yield _table_row(TOOL_COLUMNS, values)


def _table_row(columns: Sequence[tuple[str, str, str]], values: Sequence[Any]) -> bytes:
    row = {name: _storable(value) for (name, _, _), value in zip(columns, values, strict=True) if value is not None}
    return json.dumps(row, ensure_ascii=True, separators=(",", ":")).encode() + b"\n"


def _storable(value: Any) -> Any:
    """Return the value; a text is cut, and holds no half of a surrogate pair, which no table can hold."""
    return value[:LONGEST_VALUE].encode("utf-8", "replace").decode() if isinstance(value, str) else value


def _json_or_none(value: Any) -> str | None:
    return None if isinstance(value, Absent) else json.dumps(value, ensure_ascii=False)


@dataclass(frozen=True, slots=True)
class PublishedChange:
    """The changes of one server, or of all members of a family with the same changes, in one scan.

    `at` is the time of the observation, and `id` a digest of the servers, the scan and the locks.
    """

    id: str
    at: str
    scan: str
    servers: tuple[str, ...]
    findings: tuple[Finding, ...]

    @property
    def worst(self) -> Severity:
        """Return the severity of the worst change."""
        return worst_of(self.findings)


def published_changes(judged: Iterable[JudgedServer], step: ScanStep) -> Iterator[PublishedChange]:
    """Yield the changes of a scan, once for members of a family."""
    groups: dict[object, list[JudgedServer]] = {}
    for each in sorted(judged, key=lambda each: each.server):
        if each.findings:
            alike = sorted(replace(finding.change, server="").fingerprint for finding in each.findings)
            groups.setdefault((each.family, *alike), []).append(each)
    for group in groups.values():
        names = tuple(each.server for each in group)
        locks = [[each.transition.before, each.transition.after] for each in group]
        identity = digest({"servers": [*names], "scan": step.new, "locks": locks})
        yield PublishedChange(identity, max(step.times[name] for name in names), step.new, names, group[0].findings)


def worst_of(findings: Iterable[Finding]) -> Severity:
    """Return the worst severity of these changes."""
    return max((each.severity for each in findings), key=lambda severity: severity.rank, default=Severity.SAFE)


@dataclass(frozen=True, slots=True)
class ServerBadge:
    """A few words about the state of one server, and the tone that they are shown in."""

    server: str
    words: str
    tone: Tone


def server_badge(latest: Observation, changed: LastChange | None, *, is_flapping: bool) -> ServerBadge:
    """Return the badge of a server by its latest observation and its last change; None if it was never locked."""
    if changed is None:
        return ServerBadge(latest.server, f"never listed: {latest.reason}", "unseen")
    if latest.state == "unseen":
        return ServerBadge(latest.server, f"unseen: {latest.reason}", "unseen")
    if is_flapping:
        return ServerBadge(latest.server, "changes often", "risky")
    day = changed.at[:_DAY]
    age = datetime.fromisoformat(latest.seen_at) - datetime.fromisoformat(changed.at)
    if changed.severity is None or age.days > _RECENT_DAYS:
        return ServerBadge(latest.server, f"unchanged since {day}", "safe")
    tone = _TONES[changed.severity]
    return ServerBadge(latest.server, f"{changed.severity.value.lower()} change {day}", tone)


@dataclass(frozen=True, slots=True)
class LastChange:
    """The time of a server's last change and its worst severity, which is None for the first lock."""

    at: str
    severity: Severity | None


class ExportPart(StrEnum):
    """A part of an export."""

    TABLES = "tables"
    FEED = "feed"
    BADGES = "badges"


@dataclass(frozen=True, slots=True)
class FleetExport:
    """The files of an export, and the numbers of the changes, tools and servers that they are about."""

    output: str
    changes: int
    tools: int
    servers: int
    files: tuple[str, ...]
