"""The JSON documents of `govern gate` and `govern changelog`."""

from typing import Literal

from typing_extensions import TypedDict  # pydantic takes no other before Python 3.12

from govern.gate.release import Changelog, Check, Gate, Release, RequiredBump, State
from govern.report.documents import document_of
from govern.report.documents.diff import (
    ApprovalDocument,
    ChangeDetails,
    ChangeDocument,
    ChangeHead,
    DiffSummaryDocument,
    StandingDocument,
    UnseenDocument,
    approval_document,
    change_details,
    change_head,
    diff_document,
)
from govern.report.wording import by_severity_and_item
from govern.rules.finding import Finding
from govern.rules.rule import Severity


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
    own = {"verdict": gate.outcome, "checks": gate.lines, "bump": _bump_document(gate.bump), "lock": digest}
    return document_of(GateDocument, gate, **{**diff_document(gate.verdict), **own})


def _bump_document(bump: RequiredBump) -> BumpDocument:
    because, source = bump.because.change.id if bump.because else None, bump.source or None
    return document_of(BumpDocument, bump, demanded=bump.actual_step, because=because, source=source)


class ReleaseSummaryDocument(TypedDict):
    """The number of changes by severity."""

    breaking: int
    risky: int
    safe: int


class ContentsDocument(TypedDict):
    """The contents of the first lock."""

    servers: int
    tools: int


class ReleaseChangeDocument(ChangeHead, ChangeDetails):
    """One change, as in govern.diff/1, with its approvals."""

    approvals: list[ApprovalDocument]


class StepApprovalDocument(TypedDict):
    """An approval of a change that was changed further or undone before the release."""

    change: str
    server: str
    tool: str
    rule: str
    by: str
    reason: str


class ReleaseDocument(TypedDict):
    """One release; `commit` and `date` are null for the work tree, `since` if there was no lock before.

    `demands` is the version step that the changes need. `next` is the smallest sufficient version, null if the previous
    one is unknown; `enough` is false if the version of the tag is lower. `problem` is the reason if the release cannot
    be compared.
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
    """Return a changelog; each release lists its worst changes first."""
    return document_of(ChangelogDocument, changelog, releases=map(_release_document, changelog.releases))


def _release_document(release: Release) -> ReleaseDocument:
    contents, findings = release.contents, sorted(release.findings, key=by_severity_and_item)
    return document_of(
        ReleaseDocument,
        release,
        date=release.when.isoformat() if release.when else None,
        commit=release.commit or None,
        since=release.since or None,
        demands=release.bump.actual_step,
        next=release.bump.next,
        enough=release.bump.met,
        contents={"servers": contents["servers"], "tools": contents["tools"]} if contents else None,
        summary={
            "breaking": release.count(Severity.BREAKING),
            "risky": release.count(Severity.RISKY),
            "safe": release.count(Severity.SAFE),
        },
        changes=[_release_change_document(each, release) for each in findings],
        approved_on_the_way=release.on_the_way,
    )


def _release_change_document(finding: Finding, release: Release) -> ReleaseChangeDocument:
    return {
        **change_head(finding),
        **change_details(finding),
        "approvals": [approval_document(each) for each in release.given.get(finding.change.id, ())],
    }
