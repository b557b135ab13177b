"""The tables of a store as views of a DuckDB database, their documented schemas, and `govern fleet sql`."""

from __future__ import annotations

import math
from contextlib import contextmanager
from dataclasses import astuple, dataclass, fields
from pathlib import Path
from shlex import quote
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, Final

from govern.contract.characters import visible
from govern.errors import InvalidInput, UsageError
from govern.fleet.observation import COLUMNS, VALID, connect, part_bytes, quoted, require_rows
from govern.fleet.publishing import CHANGE_COLUMNS, TOOL_COLUMNS
from govern.fleet.store import FleetStore, Scan

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    import duckdb

    from govern.contract.json_text import Json
    from govern.fleet.observation import Column


SCAN_COLUMNS: Final[tuple[Column, ...]] = (
    ("name", "VARCHAR", "name of the scan; names sort by time"),
    ("started", "VARCHAR", "time at which it was started, in UTC, ISO 8601"),
    ("servers", "INTEGER", "number of servers in the inventory"),
    ("inventory", "VARCHAR", "digest of the inventory"),
    ("encoding", "VARCHAR", "encoding that tokens are counted in"),
    ("govern_version", "VARCHAR", "version of govern"),
    ("finished", "VARCHAR", "time of the last observation; empty until every server was observed"),
)

# Columns with long texts that queries read.
_LONG = ("server", "detail")
# The tables that `govern fleet export` writes into the store.
EXPORTED: Final = {"changes": CHANGE_COLUMNS, "tools": TOOL_COLUMNS}


@contextmanager
def open_tables(store: FleetStore, until: str = "", *, restricted: bool = False) -> Iterator[duckdb.DuckDBPyConnection]:
    """Open a database with the tables of a store, up to a scan if one is named.

    Nothing of the store is copied but what is not in one Parquet file on this machine. With `restricted`, queries read
    these tables and nothing else: no other file, no network, no extension, no setting.
    """
    scans = [scan for scan in store.scans() if not until or scan.name <= until]
    with TemporaryDirectory(prefix="govern-fleet-") as folder, connect() as database:
        import duckdb

        database.execute(f"SET temp_directory = {quoted(Path(folder, 'spilled'))}")
        found = [*_files(store, scans, Path(folder))]
        files = [file for _, _, file in found]
        try:
            for scan, where, file in found:
                require_rows(database, file, where, f"scan = '{scan}' AND {VALID}", _LONG)
            _add_table(database, "observations", COLUMNS, files)
            _add_scans(database, scans)
            if restricted:
                for name, columns in EXPORTED.items():
                    if exported := [*_exported(store, name, Path(folder))]:
                        _add_table(database, name, columns, exported)
                        files += exported
                database.execute(f"SET allowed_paths = [{', '.join(map(quoted, files))}]")
                database.execute("SET enable_external_access = false")
                database.execute("SET lock_configuration = true")
                database.execute("BEGIN TRANSACTION READ ONLY")
            yield database
        except duckdb.IOException as error:
            hint = "another process may have compacted it meanwhile; run the command again"
            raise UsageError(f"a table cannot be read: {str(error)[:200]}", where=store.name, hint=hint) from None
        except duckdb.Error as error:
            hint = "delete the file that the message names, and scan again"
            raise InvalidInput(f"a table is not valid: {str(error)[:400]}", where=store.name, hint=hint) from None


def _files(store: FleetStore, scans: Sequence[Scan], folder: Path) -> Iterator[tuple[str, str, Path]]:
    """Yield each scan with observations, and a Parquet file of it with its place; it has one row for a server."""
    for number, scan in enumerate(scans):
        parts, rows = store.parts(scan.name), store.rows(scan.name)
        is_compact = len(parts) == 1 and not rows
        if is_compact and store.folder:
            yield scan.name, f"{store.name}/{parts[0]}", Path(store.folder, parts[0])
            continue
        content = store.get(parts[0]) if is_compact else None
        if content is None:
            lines = [each.row() + b"\n" for each in store.observations(scan.name)]
            content = part_bytes(lines) if lines else None
        if content is not None:
            file = folder / f"{number}.parquet"
            file.write_bytes(content)
            yield scan.name, f"{store.name}/{parts[0] if is_compact else f'scans/{scan.name}'}", file


def _exported(store: FleetStore, name: str, folder: Path) -> Iterator[Path]:
    """Yield a copy of a table that was exported to the store, if any."""
    content = store.get(f"tables/{name}.parquet")
    if content is not None:
        file = folder / f"{name}.parquet"
        file.write_bytes(content)
        yield file


def _add_table(
    database: duckdb.DuckDBPyConnection, name: str, columns: Sequence[Column], files: Sequence[Path]
) -> None:
    """Add the rows of Parquet files as a view, or an empty table if there are none."""
    if files:
        read = database.read_parquet([str(file) for file in files])
        read.project(", ".join(f"{column}::{kind} AS {column}" for column, kind, _ in columns)).create_view(name)
    else:
        database.execute(f"CREATE TABLE {name} ({_declared(columns)})")


def _add_scans(database: duckdb.DuckDBPyConnection, scans: Sequence[Scan]) -> None:
    database.execute(f"CREATE TABLE scans ({_declared(SCAN_COLUMNS)})")
    if scans:
        marks = ", ".join("?" for _ in fields(Scan))
        database.executemany(f"INSERT INTO scans VALUES ({marks})", [astuple(scan) for scan in scans])  # noqa: S608


def _declared(columns: Sequence[Column]) -> str:
    return ", ".join(f"{name} {kind}" for name, kind, _ in columns)


def table_columns() -> dict[str, tuple[Column, ...]]:
    """Return the columns of each table."""
    return {"observations": COLUMNS, "scans": SCAN_COLUMNS, **EXPORTED}


_HINT = "tables and their columns: govern fleet sql --store URL"
_LONGEST_ERROR = 500


@dataclass(frozen=True, slots=True)
class SqlColumn:
    """A column of an answer, with its DuckDB type."""

    name: str
    type: str


@dataclass(frozen=True, slots=True)
class SqlAnswer:
    """The first rows of an answer; `more` is true if there are others."""

    columns: tuple[SqlColumn, ...]
    rows: tuple[tuple[Json, ...], ...]
    more: bool = False


def run_query(url: str, query: str | None, most: int) -> SqlAnswer:
    """Return at most this many rows of the answer to a query, or the columns of all tables if there is none."""
    store = FleetStore(url)
    store.require()
    if query is None:
        names = tuple(SqlColumn(name, "VARCHAR") for name in ("table", "column", "type", "meaning"))
        return SqlAnswer(
            names, tuple((table, *column) for table, columns in table_columns().items() for column in columns)
        )
    with open_tables(store, restricted=True) as database:
        import duckdb

        try:
            _require_select(database, query)
            found = database.execute(query)
            columns = tuple(SqlColumn(name, str(kind)) for name, kind, *_ in found.description or ())
            rows = found.fetchmany(most + 1)
        except duckdb.IOException:
            raise
        except duckdb.Error as error:
            # Its other lines guess at tables of DuckDB's own, and count lines that are not the user's.
            reason = str(error).partition("\n")[0]
            hint = _HINT
            if any(f"table with name {name} does not exist" in reason.lower() for name in EXPORTED):
                hint = f"make it: govern fleet export --store {quote(store.name)}"
            raise UsageError(f"the query failed: {visible(reason)[:_LONGEST_ERROR]}", hint=hint) from None
    return SqlAnswer(columns, tuple(tuple(map(_json_value, row)) for row in rows[:most]), len(rows) > most)


def _require_select(database: duckdb.DuckDBPyConnection, query: str) -> None:
    """Raise UsageError or an error of DuckDB unless the query is one SELECT that writes nothing."""
    import duckdb

    statements = database.extract_statements(query)
    if len(statements) != 1 or statements[0].type != duckdb.StatementType.SELECT:
        raise UsageError("QUERY has to be one SELECT", hint=_HINT)
    # A SELECT may begin with `WITH x AS (COPY … TO …)`, which DuckDB refuses anywhere but at the top.
    database.execute(f"EXPLAIN SELECT * FROM (\n{query}\n)")  # noqa: S608


def _json_value(value: Any) -> Json:
    """Return a value as JSON has it: dates, decimals and others as texts."""
    if value is None or isinstance(value, bool | int | str):
        return value
    if isinstance(value, float):
        return value if math.isfinite(value) else str(value)
    if isinstance(value, dict):
        return {str(key): _json_value(inner) for key, inner in value.items()}
    return [_json_value(each) for each in value] if isinstance(value, list | tuple) else str(value)
