"""The scans of a store: questions about them, and a walk through them in order, answered by DuckDB.

It reads only the columns and scans that are needed, and the walk holds a row for each server and one scan at a time:
100,000 servers and 50 scans are 5 million observations.
"""

from __future__ import annotations

from collections import defaultdict
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Any, Final

from govern.errors import InvalidInput
from govern.fleet.observation import NAMES, is_time, observation_of
from govern.fleet.results import FLAPPING_CHANGES, FLAPPING_TIME, ScanNumbers, ScanPair, Transition
from govern.fleet.tables import open_tables

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping, Sequence

    import duckdb

    from govern.fleet.observation import Observation
    from govern.fleet.store import FleetStore, Scan


_SUMMED: Final = ("server", "scan", "lock", "tools", "tokens")
# A change of state counts if both observations are at most this much older than the server's last one.
_CHANGES: Final = f"""
WITH last AS (SELECT server, try_cast(seen_at AS TIMESTAMP) - INTERVAL {FLAPPING_TIME.days} DAY AS begin
              FROM observations WHERE scan = $scan),
     recent AS (SELECT server, scan, coalesce(lock, state) AS found FROM observations JOIN last USING (server)
                WHERE scan <= $scan AND seen_at >= $cutoff AND try_cast(seen_at AS TIMESTAMP) >= begin),
     moved AS (SELECT server FROM recent GROUP BY server HAVING min(found) <> max(found)),
     steps AS (SELECT server, found, lag(found) OVER (PARTITION BY server ORDER BY scan) AS before
               FROM recent WHERE server IN (SELECT server FROM moved))
SELECT server, count(*) FILTER (found <> before) AS changes FROM steps GROUP BY server
HAVING changes >= {FLAPPING_CHANGES} ORDER BY server
"""  # noqa: S608


def stored_pair(store: FleetStore, old: str, new: str) -> ScanPair:
    """Return the servers of two scans, as `scan_pair` does from all observations."""
    with open_tables(store, new) as database:
        _last_locked(database, {"was": old, "now": new}, _SUMMED)
        changed = database.execute(
            "SELECT now.server, was.lock, now.lock FROM now LEFT JOIN was USING (server) "
            "WHERE now.lock IS DISTINCT FROM was.lock ORDER BY now.server"
        ).fetchall()
        tools, tokens = _numbers(database, "SELECT sum(tools), sum(tokens) FROM now")
        (locked,) = _numbers(database, "SELECT count(*) FROM observations WHERE scan = ? AND state = 'locked'", new)
        return ScanPair(
            old=old,
            new=new,
            changed=tuple(Transition(*row) for row in changed),
            locked=locked,
            unseen=_unseen(database, new),
            not_asked=_not_asked(database, new),
            flapping=_flapping(database, new),
            tools=tools,
            tokens=tokens,
            first=_numbers(database, "SELECT count(*) FROM was") == (0,),
        )


def last_locked(store: FleetStore, before: str, servers: Collection[str]) -> dict[str, Observation]:
    """Return the last `locked` observation of each of these servers before a scan."""
    scans = [scan.name for scan in store.scans() if scan.name < before]
    if not scans:
        return {}
    with open_tables(store, scans[-1]) as database:
        _last_locked(database, {"now": scans[-1]}, NAMES)
        rows = database.execute(f"SELECT {', '.join(NAMES)} FROM now ORDER BY server").fetchall()  # noqa: S608
    return {row[0]: observation_of(row, store.name) for row in rows if row[0] in servers}


def observations_of(store: FleetStore, server: str) -> list[Observation]:
    """Return every observation of a server, the oldest first."""
    with open_tables(store) as database:
        query = f"SELECT {', '.join(NAMES)} FROM observations WHERE server = ? ORDER BY scan"  # noqa: S608
        rows = database.execute(query, [server]).fetchall()
    return [observation_of(row, store.name) for row in rows]


def known_servers(store: FleetStore, scan: str = "") -> set[str]:
    """Return the servers that any scan mentions, up to this one if it is named."""
    with open_tables(store, scan) as database:
        return {row[0] for row in database.execute("SELECT DISTINCT server FROM observations").fetchall()}


def flapping(store: FleetStore, scan: str) -> dict[str, int]:
    """Return the number of changes of state in the week before a scan, for the servers of it that have many."""
    with open_tables(store, scan) as database:
        return _flapping(database, scan)


def _last_locked(database: duckdb.DuckDBPyConnection, scans: Mapping[str, str], columns: tuple[str, ...]) -> None:
    """Create tables with the last `locked` row of each server at or before a scan; `scans` are the scans by table.

    Nearly all servers are in the scan itself. For the others the scan is found first, from three columns alone.
    """
    query = f"SELECT {', '.join(columns)} FROM observations WHERE scan = ? AND state = 'locked'"  # noqa: S608
    for table, scan in scans.items():
        database.execute(f"CREATE TEMP TABLE {table} AS {query}", [scan])
    latest = ", ".join(f"max(scan) FILTER (scan < ${table}) AS {table}_scan" for table in scans)
    in_all = " INTERSECT ".join(f"SELECT server FROM {table}" for table in scans)  # noqa: S608
    database.execute(
        f"CREATE TEMP TABLE earlier AS SELECT server, {latest} FROM observations "  # noqa: S608
        f"WHERE scan < $newest AND state = 'locked' AND server NOT IN ({in_all}) GROUP BY server",
        {**scans, "newest": max(scans.values())},
    )
    for table in scans:
        _add_earlier(database, table, columns)


def _add_earlier(database: duckdb.DuckDBPyConnection, table: str, columns: tuple[str, ...]) -> None:
    """Add the rows of the servers that were locked in an earlier scan, reading only those scans."""
    missing = f"SELECT server, {table}_scan AS scan FROM earlier WHERE server NOT IN (SELECT server FROM {table})"  # noqa: S608
    scans = [row[0] for row in database.execute(f"SELECT DISTINCT scan FROM ({missing})").fetchall() if row[0]]  # noqa: S608
    if scans:
        database.execute(
            f"INSERT INTO {table} SELECT {', '.join(columns)} "  # noqa: S608
            f"FROM observations JOIN ({missing}) USING (server, scan) WHERE scan IN ({', '.join('?' for _ in scans)})",
            scans,
        )


def _numbers(database: duckdb.DuckDBPyConnection, query: str, *values: str) -> tuple[int, ...]:
    row = database.execute(query, values).fetchone() or ()
    return tuple(int(value or 0) for value in row)


def _unseen(database: duckdb.DuckDBPyConnection, scan: str) -> dict[str, tuple[str, ...]]:
    found: defaultdict[str, list[str]] = defaultdict(list)
    query = "SELECT reason, server FROM observations WHERE scan = ? AND state = 'unseen' ORDER BY reason, server"
    for reason, server in database.execute(query, [scan]).fetchall():
        found[reason or "unknown"].append(server)
    return {reason: tuple(servers) for reason, servers in sorted(found.items())}


def _not_asked(database: duckdb.DuckDBPyConnection, scan: str) -> tuple[str, ...]:
    query = (
        "SELECT DISTINCT server FROM observations WHERE scan < $scan "
        "AND server NOT IN (SELECT server FROM observations WHERE scan = $scan) ORDER BY server"
    )
    return tuple(row[0] for row in database.execute(query, {"scan": scan}).fetchall())


def _flapping(database: duckdb.DuckDBPyConnection, scan: str) -> dict[str, int]:
    row = database.execute("SELECT min(seen_at) FROM observations WHERE scan = ?", [scan]).fetchone()
    if row is None or row[0] is None:
        return {}
    if not is_time(row[0]):
        raise InvalidInput(f"scan {scan} has {row[0][:100]!r} for a time", hint=f"delete scans/{scan}, and scan again")
    # Compared as a text, which is how the files are indexed; a day earlier, whatever the time zones.
    cutoff = (datetime.fromisoformat(row[0]) - FLAPPING_TIME).date().isoformat()
    return dict(database.execute(_CHANGES, {"scan": scan, "cutoff": cutoff}).fetchall())


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
