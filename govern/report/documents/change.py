"""The parts of a change that the JSON documents of `govern diff` and `govern changelog` share."""

from typing import Any, Literal

from typing_extensions import TypedDict  # pydantic takes no other before Python 3.12

from govern.contract.json_type import Json
from govern.contract.surface import Absent
from govern.facts.change import Change
from govern.policy.approvals import Approval, Waiver
from govern.rules.finding import Finding


class WitnessDocument(TypedDict):
    """A JSON value that shows the effect of a change; `rejected_by` is null if it is accepted but has no effect."""

    instance: Any
    accepted_by: Literal["old", "new"]
    rejected_by: Literal["old", "new"] | None
    reading: Literal["documented", "literal"]
    error: str


class ApprovalDocument(TypedDict):
    """An approval of one change, or a waiver that covers it."""

    kind: Literal["approval", "waiver"]
    by: str
    reason: str
    until: str | None


class OverrideDocument(TypedDict):
    """A severity that policy sets; `instead_of` is the severity in the table of rules."""

    severity: Literal["BREAKING", "RISKY", "SAFE"]
    instead_of: Literal["BREAKING", "RISKY", "SAFE"]
    reason: str
    where: str


class ChangeHead(TypedDict):
    """The first keys of a change: where it is, and what it is."""

    id: str
    server: str
    kind: Literal["server", "tool", "prompt", "resource", "template", "policy", "lock"]
    name: str
    rule: str
    severity: Literal["BREAKING", "RISKY", "SAFE"]
    pointer: str
    before: Any
    after: Any
    message: str


# In the functional form, since two keys are keywords or builtins of Python.
ChangeDetails = TypedDict(
    "ChangeDetails",
    {
        "witness": WitnessDocument | None,
        "how": Literal["added", "removed", "changed"],
        "from": str,
        "to": str,
        "lane": Literal["compatibility", "text", "reach"],
        "override": OverrideDocument | None,
    },
)


def change_head(finding: Finding) -> ChangeHead:
    """Return the first keys of a change, in their promised order."""
    change = finding.change
    return {
        "id": change.id,
        "server": change.server,
        "kind": change.kind,
        "name": change.name,
        "rule": change.rule,
        "severity": finding.severity.value,
        "pointer": change.pointer,
        "before": _value_or_null(change.before),
        "after": _value_or_null(change.after),
        "message": finding.message,
    }


def change_details(finding: Finding) -> ChangeDetails:
    """Return the witness, both states and the rule's lane."""
    return {
        "witness": _witness_document(finding.change),
        "how": _how(finding.change),
        "from": finding.origin,
        "to": finding.target,
        "lane": finding.rule.lane,
        "override": _override_document(finding),
    }


def approval_document(given: Approval | Waiver) -> ApprovalDocument:
    """Return an approval or a waiver."""
    return {
        "kind": "approval" if isinstance(given, Approval) else "waiver",
        "by": given.by,
        "reason": given.reason,
        "until": given.until.isoformat() if given.until else None,
    }


def _value_or_null(value: Json | Absent) -> Json:
    """Return the value of one side, or None if it has none; `how` distinguishes that from a null value."""
    return None if isinstance(value, Absent) else value


def _how(change: Change) -> Literal["added", "removed", "changed"]:
    """Return whether a change adds, removes or changes its value."""
    absent = isinstance(change.before, Absent), isinstance(change.after, Absent)
    return "added" if absent == (True, False) else "removed" if absent == (False, True) else "changed"


def _witness_document(change: Change) -> WitnessDocument | None:
    """Return the witness of a change, or None."""
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


def _override_document(finding: Finding) -> OverrideDocument | None:
    """Return the severity that policy sets, or None."""
    override = finding.override
    if override is None:
        return None
    return {
        "severity": override.severity.value,
        "instead_of": finding.rule.severity.value,
        "reason": override.reason,
        "where": override.where,
    }
