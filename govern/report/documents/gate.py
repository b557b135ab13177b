"""What came of the gate, as a JSON document."""

from typing import Literal

from typing_extensions import TypedDict  # pydantic takes no other before Python 3.12

from govern.gate.bump import RequiredBump
from govern.gate.outcome import Gate
from govern.report.documents.diff import (
    ChangeDocument,
    DiffSummaryDocument,
    StandingDocument,
    UnseenDocument,
    diff_document,
)


class CheckDocument(TypedDict):
    """One thing that the gate looks at; `details` speak of its parts."""

    check: Literal[
        "lock", "servers", "changes", "policy", "approvals", "signatures", "budget", "launchers", "results", "version"
    ]
    state: Literal["ok", "failed", "warning", "not asked"]
    message: str
    details: list[str]


class BumpDocument(TypedDict):
    """The version: `step` is what policy's words make of the changes, `demanded` the same as it is before 1.0.0.

    `because` is the id of a change that demands it. What is null is not known.
    """

    step: Literal["major", "minor", "patch", "none"]
    demanded: Literal["major", "minor", "patch", "none"]
    because: str | None
    base: str | None
    next: str | None
    declared: str | None
    source: str | None
    met: bool


class GateDocument(TypedDict):
    """`govern gate --format json`; `old` is empty where nothing was released, `first` says that it had no lock."""

    format: Literal["govern.gate/1"]
    verdict: Literal["allowed", "refused", "undecided"]
    checks: list[CheckDocument]
    bump: BumpDocument
    summary: DiffSummaryDocument
    changes: list[ChangeDocument]
    old: str
    new: str
    lock: str
    first: bool
    standings: list[StandingDocument]
    unseen: list[UnseenDocument]


def gate_document(gate: Gate, digest: str) -> GateDocument:
    """All of it; `digest` is that of the lock that it is about."""
    told = diff_document(gate.verdict)
    return {
        "format": "govern.gate/1",
        "verdict": gate.outcome,
        "checks": [
            {"check": line.check, "state": line.state, "message": line.message, "details": [*line.details]}
            for line in gate.lines
        ],
        "bump": _bump(gate.demand),
        "summary": told["summary"],
        "changes": told["changes"],
        "old": told["old"],
        "new": told["new"],
        "lock": digest,
        "first": told["first"],
        "standings": told["standings"],
        "unseen": told["unseen"],
    }


def _bump(demand: RequiredBump) -> BumpDocument:
    return {
        "step": demand.step,
        "demanded": demand.actual_step,
        "because": demand.because.change.id if demand.because else None,
        "base": _text(demand.base),
        "next": _text(demand.next),
        "declared": _text(demand.declared),
        "source": demand.source or None,
        "met": demand.met,
    }


def _text(value: object) -> str | None:
    return None if value is None else str(value)
