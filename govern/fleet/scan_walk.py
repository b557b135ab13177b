"""The finished scans of a store in their order, each with what changed since the one before.

DuckDB holds a row for each server and reads one scan at a time, so that memory does not grow with the number of scans.
"""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Any, Final

from govern.errors import InvalidInput
from govern.fleet.observation import NAMES, is_time, observation_of
from govern.fleet.results import ScanNumbers, Transition
from govern.fleet.tables import open_tables

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    import duckdb

    from govern.fleet.observation import Observation
    from govern.fleet.store import FleetStore, Scan

_MANY: Final = 1_000
# What is known of each server after the scans so far: of its last observation, and of its last lock.
_FLEET = """
CREATE TABLE fleet (
  server VARCHAR, scan VARCHAR, seen_at VARCHAR, reason VARCHAR, unseen_since VARCHAR,
  lock VARCHAR, locked_in VARCHAR, changed_at VARCHAR, tools INTEGER, tokens INTEGER, risk VARCHAR, family VARCHAR
)
"""
_FOUND = """
CREATE OR REPLACE TABLE found AS
SELECT server, scan, seen_at, reason, lock, tools, tokens, risk, family FROM observations WHERE scan = ?
"""
_CHANGED = """
SELECT found.server, fleet.lock, found.lock, found.seen_at FROM found LEFT JOIN fleet USING (server)
WHERE found.lock IS NOT NULL AND found.lock IS DISTINCT FROM fleet.lock ORDER BY found.server
"""
_COUNTED = """
SELECT
  count(found.lock),
  count(found.server) - count(found.lock),
  count(fleet.server) FILTER (found.server IS NULL),
  count(found.lock) FILTER (found.lock IS DISTINCT FROM fleet.lock),
  count(found.lock) FILTER (fleet.lock IS NULL),
  coalesce(sum(if(found.lock IS NULL, fleet.tools, found.tools)), 0),
  coalesce(sum(if(found.lock IS NULL, fleet.tokens, found.tokens)), 0),
FROM found FULL JOIN fleet USING (server)
"""
_NEXT = """
CREATE OR REPLACE TABLE fleet AS
SELECT
  server,
  coalesce(found.scan, fleet.scan) AS scan,
  coalesce(found.seen_at, fleet.seen_at) AS seen_at,
  if(found.scan IS NULL, fleet.reason, found.reason) AS reason,
  CASE
    WHEN found.scan IS NULL THEN fleet.unseen_since
    WHEN found.lock IS NULL THEN coalesce(fleet.unseen_since, found.scan)
  END AS unseen_since,
  coalesce(found.lock, fleet.lock) AS lock,
  if(found.lock IS NULL, fleet.locked_in, found.scan) AS locked_in,
  if(coalesce(found.lock, fleet.lock) IS DISTINCT FROM fleet.lock, found.seen_at, fleet.changed_at) AS changed_at,
  if(found.lock IS NULL, fleet.tools, found.tools) AS tools,
  if(found.lock IS NULL, fleet.tokens, found.tokens) AS tokens,
  if(found.lock IS NULL, fleet.risk, found.risk) AS risk,
  if(found.lock IS NULL, fleet.family, found.family) AS family
FROM found FULL JOIN fleet USING (server)
"""
_LOCKED: Final = ("server", "scan", "seen_at", "state", "lock", "tools", "tokens", "risk", "family")
_LATEST: Final = ("server", "scan", "seen_at", "state", "lock", "reason")
_UNSEEN: Final = ("server", "scan", "seen_at", "state", "reason", "detail")


@dataclass(frozen=True, slots=True)
class ScanStep:
    """One scan beside the one before it, whose name is empty for the first.

    `changed` are the servers whose last lock differs, and `times` the times of their observations. Both are empty if
    no server was locked before: the history begins there.
    """

    old: str
    numbers: ScanNumbers
    changed: tuple[Transition, ...]
    times: Mapping[str, str]

    @property
    def new(self) -> str:
        """Return the name of the scan."""
        return self.numbers.scan


@dataclass(frozen=True, slots=True)
class LatestState:
    """The last observation of a server, when its lock last changed, and the scan since which it is unseen."""

    observation: Observation
    changed_at: str | None
    unseen_since: str | None


class ScanWalk:
    """The scans of a store, and the state of each server after those that `steps` has yielded."""

    def __init__(self, database: duckdb.DuckDBPyConnection, scans: Sequence[Scan], where: str) -> None:
        self._database, self._scans, self._where = database, scans, where
        database.execute(_FLEET)

    def steps(self) -> Iterator[ScanStep]:
        """Yield each scan with what changed in it."""
        old, begun = "", False
        for scan in self._scans:
            self._database.execute(_FOUND, [scan.name])
            (row,) = self._database.execute(_COUNTED).fetchall()
            numbers = ScanNumbers(scan.name, datetime.fromisoformat(scan.started), *row)
            rows = self._database.execute(_CHANGED).fetchall() if begun else []
            self._database.execute(_NEXT)
            changed = tuple(Transition(*row[:3]) for row in rows)
            yield ScanStep(old, numbers, changed, {row[0]: self._time(row[3]) or "" for row in rows})
            old, begun = scan.name, begun or numbers.locked > 0

    def locked(self) -> Iterator[Observation]:
        """Yield the last lock of each server, as far as `_LOCKED` has its columns."""
        query = (
            "SELECT server, locked_in, seen_at, 'locked', lock, tools, tokens, risk, family FROM fleet "
            "WHERE lock IS NOT NULL ORDER BY server"
        )
        for row in self._rows(query):
            yield self._observation(_LOCKED, row)

    def latest(self) -> Iterator[LatestState]:
        """Yield the last state of each server, as far as `_LATEST` has the columns of its observation."""
        query = (
            "SELECT server, scan, seen_at, if(unseen_since IS NULL, 'locked', 'unseen'), "
            "if(unseen_since IS NULL, lock, NULL), reason, changed_at, unseen_since FROM fleet ORDER BY server"
        )
        for *row, changed_at, unseen_since in self._rows(query):
            yield LatestState(self._observation(_LATEST, row), self._time(changed_at), unseen_since)

    def unseen(self) -> Iterator[Observation]:
        """Yield the servers that the last scan could not lock."""
        query = f"SELECT {', '.join(_UNSEEN)} FROM observations WHERE scan = ? AND lock IS NULL ORDER BY server"  # noqa: S608
        for row in self._rows(query, self._scans[-1].name):
            yield self._observation(_UNSEEN, row)

    def _rows(self, query: str, *values: str) -> Iterator[tuple[Any, ...]]:
        found = self._database.cursor().execute(query, values)
        while rows := found.fetchmany(_MANY):
            yield from rows

    def _observation(self, names: Sequence[str], values: Sequence[Any]) -> Observation:
        known = dict(zip(names, values, strict=True))
        return observation_of([known.get(name) for name in NAMES], self._where)

    def _time(self, text: str | None) -> str | None:
        """Return the time. Raise InvalidInput if a damaged table has another text."""
        if text is None or is_time(text):
            return text
        raise InvalidInput(f"a table has {text[:100]!r} for a time", where=self._where, hint="scan again")


@contextmanager
def walk_scans(store: FleetStore, scans: Sequence[Scan]) -> Iterator[ScanWalk]:
    """Open the tables of a store for these scans, of which the oldest is the first."""
    with open_tables(store, scans[-1].name if scans else "") as database:
        yield ScanWalk(database, scans, store.name)
