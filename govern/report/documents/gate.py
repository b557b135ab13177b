"""The JSON document of `govern gate`."""

from typing import Literal

from typing_extensions import TypedDict  # pydantic takes no other before Python 3.12

from govern.gate.bump import RequiredBump
from govern.gate.outcome import Check, Gate, State
from govern.report.documents.diff import (
    ChangeDocument,
    DiffSummaryDocument,
    StandingDocument,
    UnseenDocument,
    diff_document,
)


class CheckDocument(TypedDict):
    """The result of one check; `details` are lines about its parts."""

    check: Check
    state: State
    message: str
    details: list[str]


class BumpDocument(TypedDict):
    """The version: `step` is what policy requires for the changes, `demanded` the same, adjusted below 1.0.0.

    `because` is the id of a change that requires it. Unknown values are null.
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
    """`govern gate --format json`; `old` is empty before the first release, `first` is true if OLD has no lock."""

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
    """Return the result of a gate; `digest` is the digest of the lock."""
    diff = diff_document(gate.verdict)
    return {
        "format": "govern.gate/1",
        "verdict": gate.outcome,
        "checks": [
            {"check": line.check, "state": line.state, "message": line.message, "details": [*line.details]}
            for line in gate.lines
        ],
        "bump": _bump_document(gate.bump),
        "summary": diff["summary"],
        "changes": diff["changes"],
        "old": diff["old"],
        "new": diff["new"],
        "lock": digest,
        "first": diff["first"],
        "standings": diff["standings"],
        "unseen": diff["unseen"],
    }


def _bump_document(bump: RequiredBump) -> BumpDocument:
    return {
        "step": bump.step,
        "demanded": bump.actual_step,
        "because": bump.because.change.id if bump.because else None,
        "base": _text_or_none(bump.base),
        "next": _text_or_none(bump.next),
        "declared": _text_or_none(bump.declared),
        "source": bump.source or None,
        "met": bump.met,
    }


def _text_or_none(value: object) -> str | None:
    return None if value is None else str(value)
