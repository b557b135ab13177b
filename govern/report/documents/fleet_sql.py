"""The JSON document of `govern fleet sql`."""

from typing import Literal

from typing_extensions import TypedDict  # pydantic takes no other before Python 3.12

from govern.contract.json_type import Json
from govern.fleet.sql import SqlAnswer


class SqlColumnDocument(TypedDict):
    """A column with its DuckDB type."""

    name: str
    type: str


class FleetSqlDocument(TypedDict):
    """The answer to a query; `more` is true if `--max-rows` left rows out. Dates and decimals are texts."""

    format: Literal["govern.fleet-sql/1"]
    columns: list[SqlColumnDocument]
    rows: list[list[Json]]
    more: bool


def fleet_sql_document(answer: SqlAnswer) -> FleetSqlDocument:
    """Return the document of `govern fleet sql`."""
    return {
        "format": "govern.fleet-sql/1",
        "columns": [{"name": column.name, "type": column.type} for column in answer.columns],
        "rows": [list(row) for row in answer.rows],
        "more": answer.more,
    }
