"""The store of a fleet at 100,000 servers: bytes for an observation, and the time of a comparison of two scans."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory

from govern.fleet.observation import Observation, connect, quoted
from govern.fleet.queries import observations_of, stored_pair, walk_scans
from govern.fleet.store import FleetStore, Scan
from govern.fleet.tables import open_tables
from tests.bench.figures import Figure
from tests.bench.measuring import side_by_side

SERVERS = 100_000
SCANS = 50
_ROWS = 5_000
# Every fiftieth server is never seen, and three in a hundred others are not seen in a scan.
_NEXT = """
COPY (
  SELECT * EXCLUDE (known, gone) REPLACE (
    '{scan}' AS scan, '{scan}T00:00:00Z' AS seen_at,
    CASE WHEN gone THEN 'unseen' ELSE 'locked' END AS state,
    CASE WHEN gone THEN NULL
         WHEN hash(server, {number}) % 100 = 0 THEN 'sha256:' || sha256(server || '{scan}') ELSE known END AS lock,
    CASE WHEN gone THEN 'unreachable' END AS reason
  ) FROM (SELECT *, coalesce(lock, 'sha256:' || sha256(server)) AS known,
                 hash(server, {number}, 1) % 100 < 3 OR hash(server) % 50 = 0 AS gone FROM read_parquet({before}))
      ORDER BY server
) TO {after} (FORMAT parquet, COMPRESSION zstd, ROW_GROUP_SIZE 20480)
"""


def fleet_store(repeats: int, servers: int = SERVERS, scans: int = SCANS) -> list[Figure]:
    """Measure the size of an unchanged observation, and questions about many scans."""
    with _store(servers, scans) as store:
        names = [scan.name for scan in store.scans()]
        sizes = [len(store.get(store.parts(name)[0]) or b"") / servers for name in (names[0], names[-1])]
        read = lambda: _seconds(lambda: _read_names(store))  # noqa: E731
        pair = side_by_side(lambda: _seconds(lambda: stored_pair(store, *names[-2:])), read, repeats)
        walk = side_by_side(
            lambda: _seconds(lambda: _walk(store)), lambda: _seconds(lambda: _read_columns(store)), repeats
        )
        history = side_by_side(lambda: _seconds(lambda: observations_of(store, _name(7))), read, repeats)
    many, against = f"{servers:,} servers, {scans} scans", "reading the names of all observations with DuckDB"
    return [
        Figure("an unchanged observation in the store", "200 bytes", max(sizes), 200, unit="B", bound=1),
        Figure(f"which locks differ between the last two scans, {many}", against, *pair, bound=8),
        Figure(
            f"every scan beside the one before it, {many}",
            "copying their columns into a table of DuckDB",
            *walk,
            bound=8,
        ),
        Figure(f"the history of one server, {many}", against, *history, bound=2),
        _compaction(repeats),
    ]


def _compaction(repeats: int) -> Figure:
    def compacting() -> float:
        with _rows() as store:
            return _seconds(lambda: store.compact("s"))

    def reading() -> float:
        with _rows() as store:
            return _seconds(lambda: [Path(store.url, key).read_bytes() for key in store.rows("s")])

    what = f"gathering {_ROWS:,} rows of a scan in one Parquet file"
    return Figure(what, "reading their files", *side_by_side(compacting, reading, repeats), bound=8)


@contextmanager
def _store(servers: int, scans: int) -> Iterator[FleetStore]:
    """Make a store whose first scan is written by govern, and the later ones from it by DuckDB."""
    with TemporaryDirectory() as folder:
        store, names = FleetStore(folder), [f"2026-{1 + day // 28:02}-{1 + day % 28:02}" for day in range(scans)]
        for name in names:
            store.begin(_scan(name, servers))
        found = sorted((_observation(number, names[0]) for number in range(servers)), key=lambda each: each.server)
        before = Path(folder, store.write_part(names[0], found))
        with connect() as database:
            for number, scan in enumerate(names[1:]):
                after = Path(folder, "scans", scan, f"part-{number}.parquet")
                made = _NEXT.format(scan=scan, number=number, before=quoted(before), after=quoted(after))
                database.execute(made)
                before = after
        yield store


@contextmanager
def _rows() -> Iterator[FleetStore]:
    with TemporaryDirectory() as folder:
        store = FleetStore(folder)
        store.begin(_scan("s", _ROWS))
        for number in range(_ROWS):
            store.write_observation(_observation(number, "s"))
        yield store


def _scan(name: str, servers: int) -> Scan:
    return Scan(
        name=name,
        started=f"{name}T00:00:00Z",
        servers=servers,
        inventory="sha256:0",
        encoding="cl100k_base",
        govern_version="0",
        finished=f"{name}T01:00:00Z",
    )


def _observation(number: int, scan: str) -> Observation:
    """Return an observation with digests of its own, so that nothing but names and words can be compressed."""
    lock, contract, family, listing = (
        f"sha256:{sha256(f'{kind} {number}'.encode()).hexdigest()}"
        for kind in ("lock", "contract", "family", "listing")
    )
    return Observation(
        server=_name(number), scan=scan, seen_at=f"2026-01-01T{number // 5_000:02}:{number // 90 % 60:02}:00Z",
        state="locked", lock=lock, contract=contract, family=family, listing=listing, tools=number % 40,
        tokens=number * 7 % 30_000, risk=("low", "medium", "high")[number % 3], version=f"{number % 3}.{number % 17}.0",
        source=f"https://host-{number % 9_000}.example.com/{_name(number)}/mcp", seconds=number * 31 % 4_000 / 1_000,
    )  # fmt: skip


def _name(number: int) -> str:
    return f"io.github.user-{number % 30_000}:server-{number}"


def _read_names(store: FleetStore) -> None:
    with open_tables(store) as database:
        database.execute("SELECT count(DISTINCT server) FROM observations").fetchall()


def _walk(store: FleetStore) -> None:
    with walk_scans(store, store.scans()) as walk:
        for _ in walk.steps():
            pass
        for _ in walk.locked():
            pass


def _read_columns(store: FleetStore) -> None:
    with open_tables(store) as database:
        columns = "server, scan, seen_at, reason, lock, tools, tokens, risk, family"
        database.execute(f"CREATE TABLE read AS SELECT {columns} FROM observations")


def _seconds(work: Callable[[], object]) -> float:
    begun = time.perf_counter()
    work()
    return time.perf_counter() - begun
