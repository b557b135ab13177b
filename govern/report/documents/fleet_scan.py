"""The JSON document of `govern fleet scan`."""

from typing import Literal

from typing_extensions import TypedDict  # pydantic takes no other before Python 3.12

from govern.fleet.scan_summary import ScanSummary


class FleetScanSummaryDocument(TypedDict):
    """The result of a scan: names of new and changed servers, and counts of the others.

    `fresh` are the unchanged servers that were not asked, because they had stated how long their lists stay valid.
    `unseen` counts servers by the reason why they could not be listed. `observed` had a result before this run, and
    `missing` have none yet.
    """

    format: Literal["govern.fleet-scan/1"]
    store: str
    scan: str
    servers: int
    new: list[str]
    changed: list[str]
    unchanged: int
    fresh: int
    unseen: dict[str, int]
    observed: int
    missing: int
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
        "unseen": dict(summary.unseen),
        "observed": summary.observed,
        "missing": summary.missing,
        "seconds": round(summary.seconds, 1),
    }
