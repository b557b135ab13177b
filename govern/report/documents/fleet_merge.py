"""The JSON document of `govern fleet merge`."""

from typing import Literal

from typing_extensions import TypedDict  # pydantic takes no other before Python 3.12

from govern.fleet.merging import FleetMerge


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
