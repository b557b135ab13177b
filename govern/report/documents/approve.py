"""The JSON documents of `govern approve` and `govern explain`."""

from collections.abc import Iterable
from typing import Any, Literal

from typing_extensions import TypedDict  # pydantic takes no other before Python 3.12

from govern.policy.approvals import Approval, Waiver
from govern.policy.approvals_writing import ApproveOutcome, Pruned
from govern.report.documents import document_of
from govern.rules.rule import Rule


class ApprovedChangeDocument(TypedDict):
    """A change and its approval; `why` is empty, or says why the approval has no effect or was removed.

    `change` is null for a waiver, whose `server`, `tool` and `rule` are patterns.
    """

    change: str | None
    server: str
    tool: str
    rule: str
    by: str
    reason: str
    until: str | None
    why: str


class ApproveDocument(TypedDict):
    """`govern approve --json`; with `previewed`, nothing was written or removed yet.

    `written` are the new approvals, `idle` those without effect, `left_out` the changes to approve by ID, and `removed`
    what `--prune` removed. `open` is the number of changes that still need approval, null for `--prune` and a preview.
    """

    format: Literal["govern.approve/1"]
    file: str
    previewed: bool
    written: list[ApprovedChangeDocument]
    idle: list[ApprovedChangeDocument]
    left_out: list[ApprovedChangeDocument]
    removed: list[ApprovedChangeDocument]
    open: int | None
    unsigned: int


def approve_document(outcome: ApproveOutcome) -> ApproveDocument:
    """Return what was approved."""
    return {
        "format": "govern.approve/1",
        "file": outcome.path.name,
        "previewed": outcome.previewed,
        "written": [_approved_change(each) for each in outcome.written],
        "idle": [_approved_change(each, why) for each, why in outcome.idle],
        "left_out": [_approved_change(each) for each in outcome.left_out],
        "removed": [],
        "open": None if outcome.previewed else outcome.open,
        "unsigned": outcome.sealed,
    }


def prune_document(pruned: Pruned) -> ApproveDocument:
    """Return what `--prune` removed."""
    return {
        "format": "govern.approve/1",
        "file": pruned.path.name,
        "previewed": pruned.previewed,
        "written": [],
        "idle": [],
        "left_out": [],
        "removed": [_approved_change(each.what, each.why) for each in pruned.removed],
        "open": None,
        "unsigned": 0,
    }


def _approved_change(given: Approval | Waiver, why: str = "") -> ApprovedChangeDocument:
    change = given.change if isinstance(given, Approval) else None
    return document_of(ApprovedChangeDocument, given, change=change, why=why)


class RuleExampleDocument(TypedDict):
    """The smallest change that a rule matches; a side that does not exist is null."""

    kind: str
    before: dict[str, Any] | None
    after: dict[str, Any] | None


class RuleDocument(TypedDict):
    """A rule; `mirror` is the rule for the reverse change, and `remedy` what to do."""

    id: str
    severity: Literal["BREAKING", "RISKY", "SAFE"]
    title: str
    why: str
    remedy: str
    lane: Literal["compatibility", "text", "reach"]
    mirror: str | None
    waivable: bool
    since: str
    spec: str
    example: RuleExampleDocument


class ExplainDocument(TypedDict):
    """`govern explain --json`: the rule that was named, or all of them."""

    format: Literal["govern.explain/1"]
    rules: list[RuleDocument]


def explain_document(rules: Iterable[Rule]) -> ExplainDocument:
    """Return rules as a document, in the given order."""
    return {"format": "govern.explain/1", "rules": [document_of(RuleDocument, each) for each in rules]}
