"""The JSON documents of `govern fleet scan`, `merge`, `sql` and `export`."""

from typing import Literal

from typing_extensions import TypedDict  # pydantic takes no other before Python 3.12

from govern.contract.json_type import Json
from govern.fleet.merging import FleetMerge
from govern.fleet.objects import public_url
from govern.fleet.publishing import FleetExport
from govern.fleet.scan_summary import ScanSummary
from govern.fleet.sql import SqlAnswer


class ScanFailureDocument(TypedDict):
    """A server that could not be listed."""

    server: str
    reason: str
    detail: str


class FleetScanSummaryDocument(TypedDict):
    """The result of a scan: names of new and changed servers, and counts of the others.

    `fresh` are the unchanged servers that were not asked, because they had stated how long their lists stay valid.
    `reasons` counts the unseen servers by the reason why they could not be listed. `observed` had a result before this
    run.
    """

    format: Literal["govern.fleet-scan/1"]
    store: str
    scan: str
    servers: int
    new: list[str]
    changed: list[str]
    unchanged: int
    fresh: int
    reasons: dict[str, int]
    unseen: list[ScanFailureDocument]
    observed: int
    seconds: float


def fleet_scan_document(summary: ScanSummary) -> FleetScanSummaryDocument:
    """Return the document of `govern fleet scan`."""
    return {
        "format": "govern.fleet-scan/1",
        "store": summary.store,
        "scan": summary.scan,
        "servers": summary.servers,
        "new": list(summary.new),
        "changed": list(summary.changed),
        "unchanged": summary.unchanged,
        "fresh": summary.fresh,
        "reasons": summary.reasons,
        "unseen": [
            {"server": each.server, "reason": str(each.reason), "detail": each.detail or ""} for each in summary.unseen
        ],
        "observed": summary.observed,
        "seconds": round(summary.seconds, 1),
    }


class FleetScanDocument(TypedDict):
    """A scan; `servers` is the size of its inventory, and `finished` is null until all of them were observed."""

    scan: str
    started: str
    finished: str | None
    servers: int
    observed: int
    inventory: str
    encoding: str
    govern_version: str


class FleetMergeDocument(TypedDict):
    """The result of joining stores; `locks` is the number of locks that were copied."""

    format: Literal["govern.fleet-merge/1"]
    store: str
    sources: list[str]
    locks: int
    scans: list[FleetScanDocument]


def fleet_merge_document(merged: FleetMerge) -> FleetMergeDocument:
    """Return the document of `govern fleet merge`."""
    return {
        "format": "govern.fleet-merge/1",
        "store": merged.store,
        "sources": list(merged.sources),
        "locks": merged.locks,
        "scans": [
            {
                "scan": each.scan.name,
                "started": each.scan.started,
                "finished": each.scan.finished or None,
                "servers": each.scan.servers,
                "observed": each.observed,
                "inventory": each.scan.inventory,
                "encoding": each.scan.encoding,
                "govern_version": each.scan.govern_version,
            }
            for each in merged.scans
        ],
    }


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


class FleetExportDocument(TypedDict):
    """`govern fleet export --json`: the files that were written below `output`, and what they are about."""

    format: Literal["govern.fleet-export/1"]
    output: str
    changes: int
    tools: int
    servers: int
    files: list[str]


def fleet_export_document(exported: FleetExport) -> FleetExportDocument:
    """Return the files of an export as a document."""
    return {
        "format": "govern.fleet-export/1",
        "output": public_url(exported.output),
        "changes": exported.changes,
        "tools": exported.tools,
        "servers": exported.servers,
        "files": [*exported.files],
    }
