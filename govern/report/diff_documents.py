"""A verdict as the JSON document of documents.py."""

from typing import Literal

from govern.contract.json_type import Json
from govern.contract.surface import Absent
from govern.facts.change import Change
from govern.policy.approvals import Approval, Standing, Waiver
from govern.report.documents import (
    ApprovalDocument,
    ChangeDocument,
    DiffDocument,
    OverrideDocument,
    StandingDocument,
    WitnessDocument,
)
from govern.report.recorded import recorded_document
from govern.report.wording import worst_first
from govern.rules.finding import Finding
from govern.rules.rule import Severity
from govern.verdict import Decided, Verdict


def diff_document(verdict: Verdict) -> DiffDocument:
    """The whole verdict, the worst first."""
    document: DiffDocument = {
        "format": "govern.diff/1",
        "verdict": verdict.state,
        "summary": {
            "breaking": verdict.count(Severity.BREAKING),
            "risky": verdict.count(Severity.RISKY),
            "safe": verdict.count(Severity.SAFE),
            "unapproved": len(verdict.unapproved),
        },
        "changes": [_change(each) for each in worst_first(verdict.decided)],
        "old": verdict.old,
        "new": verdict.new,
        "first": verdict.first,
        "fails": verdict.fails,
        "standings": [_standing(each) for each in verdict.standings],
        "unseen": [{"server": server, "message": message} for server, message in verdict.unseen],
    }
    if verdict.evidence:
        document["recorded"] = recorded_document(verdict.evidence)
    if verdict.unsigned:
        document["unsigned"] = [*verdict.unsigned]
    return document


def _change(decided: Decided) -> ChangeDocument:
    finding, change = decided.finding, decided.finding.change
    approvals = [approval_document(each) for each in decided.given]
    document: ChangeDocument = {
        "id": change.id,
        "server": change.server,
        "kind": change.kind,
        "name": change.name,
        "rule": change.rule,
        "severity": finding.severity.value,
        "pointer": change.pointer,
        "before": value_or_null(change.before),
        "after": value_or_null(change.after),
        "message": finding.message,
        "approved": decided.approved,
        "approval": approvals[0] if approvals else None,
        "witness": witness_document(change),
        "how": how(change),
        "from": finding.origin,
        "to": finding.target,
        "lane": finding.rule.lane,
        "override": override_document(finding),
        "needed": decided.needed,
        "missing": decided.missing,
        "approvals": approvals,
    }
    if decided.recorded:
        document |= {"calls": decided.recorded.calls, "hits": decided.recorded.hits}
    return document


def value_or_null(value: Json | Absent) -> Json:
    """A side's value; `how` tells one that is not there from a null."""
    return None if isinstance(value, Absent) else value


def how(change: Change) -> Literal["added", "removed", "changed"]:
    """Which sides have a value."""
    absent = isinstance(change.before, Absent), isinstance(change.after, Absent)
    return "added" if absent == (True, False) else "removed" if absent == (False, True) else "changed"


def witness_document(change: Change) -> WitnessDocument | None:
    """The witness, where there is one."""
    witness = change.witness
    if witness is None:
        return None
    return {
        "instance": witness.instance,
        "accepted_by": witness.accepted_by,
        "rejected_by": witness.rejected_by,
        "reading": witness.reading,
        "error": witness.error,
    }


def approval_document(given: Approval | Waiver) -> ApprovalDocument:
    """An approval or a waiver."""
    return {
        "kind": "approval" if isinstance(given, Approval) else "waiver",
        "by": given.by,
        "reason": given.reason,
        "until": given.until.isoformat() if given.until else None,
    }


def override_document(finding: Finding) -> OverrideDocument | None:
    """That policy gave another severity than the table, or nothing."""
    override = finding.override
    if override is None:
        return None
    return {
        "severity": override.severity.value,
        "instead_of": finding.rule.severity.value,
        "reason": override.reason,
        "where": override.where,
    }


def _standing(standing: Standing) -> StandingDocument:
    what = standing.what
    return {
        "kind": "approval" if isinstance(what, Approval) else "waiver",
        "change": what.change if isinstance(what, Approval) else None,
        "server": what.server,
        "tool": what.tool,
        "rule": what.rule,
        "by": what.by,
        "line": what.line,
        "why": standing.why,
        "message": standing.message,
    }
