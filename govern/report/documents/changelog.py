"""A changelog as a JSON document, and the document's types."""

from typing import Any, Literal

from typing_extensions import TypedDict  # pydantic takes no other before Python 3.12

from govern.gate.release import Changelog, Release
from govern.report.documents.diff import (
    ApprovalDocument,
    OverrideDocument,
    WitnessDocument,
    approval_document,
    how,
    override_document,
    value_or_null,
    witness_document,
)
from govern.report.wording import harm_and_place
from govern.rules.finding import Finding
from govern.rules.rule import Severity


class ReleaseSummaryDocument(TypedDict):
    """How many changes there are."""

    breaking: int
    risky: int
    safe: int


class ContentsDocument(TypedDict):
    """What the first lock holds."""

    servers: int
    tools: int


# By its functional form, since two of its keys are words of Python's.
ReleaseChangeDocument = TypedDict(
    "ReleaseChangeDocument",
    {
        "id": str,
        "server": str,
        "kind": str,
        "name": str,
        "rule": str,
        "severity": Literal["BREAKING", "RISKY", "SAFE"],
        "pointer": str,
        "before": Any,
        "after": Any,
        "message": str,
        "witness": WitnessDocument | None,
        "how": Literal["added", "removed", "changed"],
        "from": str,
        "to": str,
        "lane": Literal["compatibility", "text", "reach"],
        "override": OverrideDocument | None,
        "approvals": list[ApprovalDocument],
    },
)
ReleaseChangeDocument.__doc__ = "One change, as in govern.diff/1, with the approvals that name it."


class StepApprovalDocument(TypedDict):
    """An approval of a change that went on, or was undone, before the release."""

    change: str
    server: str
    tool: str
    rule: str
    by: str
    reason: str


class ReleaseDocument(TypedDict):
    """One release; `commit` and `date` are null for the work tree, `since` where there was no lock before.

    `demands` is the step of the version that the changes ask for, `next` the smallest version that will do, null where
    the one before is none; `enough` is false where its tag's version is less. `problem` is empty unless nothing can be
    told.
    """

    name: str
    date: str | None
    commit: str | None
    subject: str
    since: str | None
    also: list[str]
    demands: Literal["major", "minor", "patch", "none"]
    next: str | None
    enough: bool
    contents: ContentsDocument | None
    summary: ReleaseSummaryDocument
    changes: list[ReleaseChangeDocument]
    approved_on_the_way: list[StepApprovalDocument]
    notes: list[str]
    problem: str


class ChangelogDocument(TypedDict):
    """`govern changelog --format json`: releases, the newest first."""

    format: Literal["govern.changelog/1"]
    note: str
    releases: list[ReleaseDocument]


def changelog_document(changelog: Changelog) -> ChangelogDocument:
    """All of it, the worst of each release first."""
    return {
        "format": "govern.changelog/1",
        "note": changelog.note,
        "releases": [_release(each) for each in changelog.releases],
    }


def _release(release: Release) -> ReleaseDocument:
    contents = release.contents
    return {
        "name": release.name,
        "date": release.when.isoformat() if release.when else None,
        "commit": release.commit or None,
        "subject": release.subject,
        "since": release.since or None,
        "also": list(release.also),
        "demands": release.demand.actual_step,
        "next": str(release.demand.next) if release.demand.next else None,
        "enough": release.demand.met,
        "contents": {"servers": contents["servers"], "tools": contents["tools"]} if contents else None,
        "summary": {
            "breaking": release.count(Severity.BREAKING),
            "risky": release.count(Severity.RISKY),
            "safe": release.count(Severity.SAFE),
        },
        "changes": [_change(each, release) for each in sorted(release.findings, key=harm_and_place)],
        "approved_on_the_way": [
            {"change": each.change, "server": each.server, "tool": each.tool, "rule": each.rule, "by": each.by,
             "reason": each.reason}
            for each in release.on_the_way
        ],
        "notes": list(release.notes),
        "problem": release.problem,
    }  # fmt: skip


def _change(finding: Finding, release: Release) -> ReleaseChangeDocument:
    change = finding.change
    return {
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
        "witness": witness_document(change),
        "how": how(change),
        "from": finding.origin,
        "to": finding.target,
        "lane": finding.rule.lane,
        "override": override_document(finding),
        "approvals": [approval_document(each) for each in release.given.get(change.id, ())],
    }
