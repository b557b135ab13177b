"""The JSON document of `govern fleet diff`."""

from typing import Literal

from typing_extensions import TypedDict  # pydantic takes no other before Python 3.12

from govern.fleet.judging import FleetDiff
from govern.fleet.objects import public_url
from govern.report.documents.diff import DiffDocument, diff_document
from govern.report.fleet_wording import server_count


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
    unseen = [(server, reason) for reason, servers in pair.unseen.items() for server in servers]
    return {
        "format": "govern.fleet-diff/1",
        "store": public_url(diff.store),
        "old": pair.old,
        "new": pair.new,
        "servers": {
            "locked": pair.locked,
            "unseen": len(unseen),
            "not_asked": len(pair.not_asked),
            "changed": len(pair.changed),
            "added": pair.added,
            "with_changes": server_count(diff.verdict.decided),
        },
        "unseen": [{"server": server, "reason": reason} for server, reason in sorted(unseen)],
        "not_asked": [*pair.not_asked],
        "flapping": [{"server": server, "changes": changes} for server, changes in sorted(pair.flapping.items())],
        "diff": diff_document(diff.verdict),
    }
