"""The JSON document of `govern fleet scan`."""

from typing import Literal

from typing_extensions import TypedDict  # pydantic takes no other before Python 3.12

from govern.fleet.scan_summary import ScanSummary


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
