"""Questions about the scans of a store, answered by DuckDB from the columns and the scans that they need.

100,000 servers and 50 scans are 5 million observations, of which a comparison needs few.
"""

from __future__ import annotations

from collections import defaultdict
from datetime import datetime
from typing import TYPE_CHECKING, Final

from govern.errors import InvalidInput
from govern.fleet.observation import NAMES, is_time, observation_of
from govern.fleet.results import FLAPPING_CHANGES, FLAPPING_TIME, ScanPair, Transition
from govern.fleet.tables import open_tables

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    import duckdb

    from govern.fleet.observation import Observation
    from govern.fleet.store import FleetStore

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
