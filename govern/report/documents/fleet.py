"""The JSON documents of `govern fleet`."""

from typing import Literal

from typing_extensions import TypedDict  # pydantic takes no other before Python 3.12

from govern.contract.json_text import Json
from govern.fleet.judging import FleetDiff
from govern.fleet.objects import public_url
from govern.fleet.publishing import FleetExport
from govern.fleet.results import Period, ScanSummary, ServerHistory
from govern.fleet.store import FleetMerge, MergedScan
from govern.fleet.tables import SqlAnswer
from govern.report.documents import document_of
from govern.report.documents.diff import (
    ChangeDetails,
    ChangeHead,
    DiffDocument,
    change_details,
    change_head,
    diff_document,
)
from govern.report.wording import by_severity_and_item, server_count


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
    unseen = [document_of(ScanFailureDocument, each, detail=each.detail or "") for each in summary.unseen]
    return document_of(FleetScanSummaryDocument, summary, unseen=unseen, seconds=round(summary.seconds, 1))


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
    return document_of(FleetMergeDocument, merged, scans=map(_merged_scan_document, merged.scans))


def _merged_scan_document(merged: MergedScan) -> FleetScanDocument:
    scan, finished = merged.scan, merged.scan.finished or None
    return document_of(FleetScanDocument, scan, scan=scan.name, finished=finished, observed=merged.observed)


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
    return document_of(FleetSqlDocument, answer)


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
    return document_of(FleetExportDocument, exported, output=public_url(exported.output))


class UnseenServerDocument(TypedDict):
    """A server that the later scan could not lock; its last lock is compared."""

    server: str
    reason: str


class FlappingDocument(TypedDict):
    """A server with many changes of its state within a week."""

    server: str
    changes: int


class FleetNumbersDocument(TypedDict):
    """The number of servers that the later scan locked, did not see and did not ask; and of those that changed.

    `added` are locked for the first time, and count as changed too. `with_changes` have changes that are shown.
    """

    locked: int
    unseen: int
    not_asked: int
    changed: int
    added: int
    with_changes: int


class FleetDiffDocument(TypedDict):
    """`govern fleet diff --format json`; `diff` has the judged changes, each once for all members of a family."""

    format: Literal["govern.fleet-diff/1"]
    store: str
    old: str
    new: str
    servers: FleetNumbersDocument
    unseen: list[UnseenServerDocument]
    not_asked: list[str]
    flapping: list[FlappingDocument]
    diff: DiffDocument


def fleet_diff_document(diff: FleetDiff) -> FleetDiffDocument:
    """Return the verdict on two scans as a document."""
    pair = diff.pair
    unseen = sorted((server, reason) for reason, servers in pair.unseen.items() for server in servers)
    return document_of(
        FleetDiffDocument,
        pair,
        store=public_url(diff.store),
        servers={
            "locked": pair.locked,
            "unseen": len(unseen),
            "not_asked": len(pair.not_asked),
            "changed": len(pair.changed),
            "added": pair.added,
            "with_changes": server_count(diff.verdict.decided),
        },
        unseen=unseen,
        flapping=sorted(pair.flapping.items()),
        diff=diff_document(diff.verdict),
    )


class JudgedChangeDocument(ChangeHead, ChangeDetails):
    """One change with its severity; approvals do not apply to the past."""


class PeriodDocument(TypedDict):
    """Successive scans that found the server in one state; `changes` is null if there is no lock to compare with.

    `reason` and `detail` are null for a locked server, and the others for an unseen one. `tools`, `tokens`, `risk` and
    `version` are of the last scan.
    """

    state: Literal["locked", "unseen"]
    first: str
    first_at: str
    last: str
    last_at: str
    scans: int
    reason: str | None
    detail: str | None
    lock: str | None
    tools: int | None
    tokens: int | None
    risk: str | None
    version: str | None
    source: str | None
    changes: list[JudgedChangeDocument] | None


class FleetShowDocument(TypedDict):
    """`govern fleet show --json`: the history of one server, the oldest period first."""

    format: Literal["govern.fleet-show/1"]
    server: str
    flapping: bool
    periods: list[PeriodDocument]


def fleet_show_document(history: ServerHistory) -> FleetShowDocument:
    """Return the history of a server as a document."""
    periods = map(_period_document, history.periods)
    return document_of(FleetShowDocument, history, flapping=history.is_flapping, periods=periods)


def _period_document(period: Period) -> PeriodDocument:
    first, last = period.first, period.last
    found = period.findings
    return document_of(
        PeriodDocument,
        last,
        first=first.scan,
        first_at=first.seen_at,
        last=last.scan,
        last_at=last.seen_at,
        scans=period.scans,
        changes=None
        if found is None
        else [{**change_head(each), **change_details(each)} for each in sorted(found, key=by_severity_and_item)],
    )
