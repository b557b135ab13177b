"""Parquet files of observations, written and read by DuckDB."""

from __future__ import annotations

import os
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from govern.errors import InvalidInput, UsageError
from govern.files import MEGABYTE
from govern.fleet.objects import INSTALL_HINT
from govern.fleet.observation import COLUMNS, NAMES, observation_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    import duckdb

    from govern.fleet.observation import Column, Observation

# The rows are sorted by server, so that the history of one server is read from small pieces of the files.
_ROWS = 20_480
_BIGGEST_ROW = 1024 * 1024
# A file of a few kilobytes may hold any number of equal rows and texts.
_MOST_ROWS, _MOST_TEXT = 1_000_000, 1024 * MEGABYTE
_TEXTS = tuple(name for name, kind, _ in COLUMNS if kind == "VARCHAR")


def connect() -> duckdb.DuckDBPyConnection:
    """Return a connection to an empty database in memory that installs and loads no extensions."""
    try:
        import duckdb
    except ImportError:
        raise UsageError("the tables of a fleet need the extra `fleet`", hint=INSTALL_HINT) from None
    settings: dict[str, Any] = {
        "autoinstall_known_extensions": False,
        "autoload_known_extensions": False,
        "allow_community_extensions": False,
        # A name in a query is never a variable of this program.
        "python_enable_replacements": False,
        # Each part is read once.
        "enable_external_file_cache": False,
    }
    return duckdb.connect(":memory:", config=settings)


@cache
def _database() -> duckdb.DuckDBPyConnection:
    """Return the database of all parts, which holds no tables: to create one takes longer than to read a small part."""
    return connect()


def part_bytes(lines: Iterable[bytes], columns: Sequence[Column] = COLUMNS) -> bytes:
    """Return a Parquet file with these lines of JSON as rows, in their order; each ends with a line feed."""
    with TemporaryDirectory(prefix="govern-fleet-") as folder, _database().cursor() as database:
        source, target = Path(folder, "rows.json"), Path(folder, "part.parquet")
        with source.open("wb") as file:
            file.writelines(lines)
        declared = "{" + ", ".join(f"{name}: '{kind}'" for name, kind, _ in columns) + "}"
        database.execute(
            f"COPY (SELECT * FROM read_json(?, format = 'newline_delimited', columns = {declared}, "  # noqa: S608
            f"maximum_object_size = {_BIGGEST_ROW})) "
            f"TO {quoted(target)} (FORMAT parquet, COMPRESSION zstd, ROW_GROUP_SIZE {_ROWS})",
            [os.fspath(source)],
        )
        return target.read_bytes()


def part_observations(content: bytes, where: str) -> list[Observation]:
    """Return the observations of a Parquet file."""
    with TemporaryDirectory(prefix="govern-fleet-") as folder, _database().cursor() as database:
        import duckdb

        source = Path(folder, "part.parquet")
        source.write_bytes(content)
        try:
            require_rows(database, source, where, "true", _TEXTS)
            rows = database.execute(f"SELECT {', '.join(NAMES)} FROM read_parquet(?)", [os.fspath(source)]).fetchall()  # noqa: S608
        except duckdb.Error:
            raise _no_table(where) from None
    return [observation_of(row, where) for row in rows]


def require_rows(
    database: duckdb.DuckDBPyConnection, file: Path, where: str, condition: str, texts: Sequence[str]
) -> None:
    """Raise InvalidInput unless each row of a Parquet file fulfils a condition, and memory can hold these columns."""
    import duckdb

    sizes = " + ".join(f"coalesce(strlen({name}), 0)" for name in texts)
    query = f"SELECT count(*), count(*) FILTER ({condition}), coalesce(sum({sizes}), 0) FROM read_parquet(?)"  # noqa: S608
    try:
        (row,) = database.execute(query, [os.fspath(file)]).fetchall()
    except duckdb.IOException:
        raise
    except duckdb.Error:
        raise _no_table(where) from None
    rows, valid, size = row
    if valid < rows:
        raise _no_table(where)
    if rows > _MOST_ROWS or size > _MOST_TEXT:
        limits = f"{_MOST_ROWS:,} observations or {_MOST_TEXT // MEGABYTE:,} MiB of texts"
        raise InvalidInput(f"has more than {limits}", where=where, hint=f"delete {where}")


def _no_table(where: str) -> InvalidInput:
    return InvalidInput("is not a table of observations", where=where, hint=f"delete {where}")


def quoted(path: Path) -> str:
    """Return a path as an SQL text."""
    return "'" + os.fspath(path).replace("'", "''") + "'"
