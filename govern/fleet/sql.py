"""`govern fleet sql`: a query over the tables of a store, which can read nothing else and change nothing."""

from __future__ import annotations

import math
from dataclasses import dataclass
from shlex import quote
from typing import TYPE_CHECKING, Any

from govern.contract.characters import visible
from govern.errors import UsageError
from govern.fleet.store import FleetStore
from govern.fleet.tables import EXPORTED, open_tables, table_columns

if TYPE_CHECKING:
    import duckdb

    from govern.contract.json_text import Json

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
