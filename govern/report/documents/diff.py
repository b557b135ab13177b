"""The JSON document of `govern diff`, and the parts of a change that other documents share."""

from collections import Counter, defaultdict
from typing import Any, Literal, NotRequired

from typing_extensions import TypedDict  # pydantic takes no other before Python 3.12

from govern.contract.json_text import Json
from govern.contract.surface import Absent
from govern.facts.change import Change
from govern.lockfile.costs import ServerSize
from govern.policy.approvals import Approval, Standing, Waiver
from govern.report.documents import document_of
from govern.report.wording import worst_first
from govern.rules.finding import Finding
from govern.rules.rule import Severity
from govern.traces.outcome import Evidence
from govern.verdict import Decided, Verdict


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
    before, after = map(_value_or_null, (finding.change.before, finding.change.after))
    severity, message = finding.severity, finding.message
    return document_of(ChangeHead, finding.change, severity=severity, before=before, after=after, message=message)


def change_details(finding: Finding) -> ChangeDetails:
    """Return the witness, both states and the rule's lane."""
    witness, override = finding.change.witness, finding.override
    return {
        "witness": document_of(WitnessDocument, witness) if witness else None,
        "how": _how(finding.change),
        "from": finding.origin,
        "to": finding.target,
        "lane": finding.rule.lane,
        "override": document_of(OverrideDocument, override, instead_of=finding.rule.severity) if override else None,
    }


def approval_document(given: Approval | Waiver) -> ApprovalDocument:
    """Return an approval or a waiver."""
    return document_of(ApprovalDocument, given, kind="approval" if isinstance(given, Approval) else "waiver")


def _value_or_null(value: Json | Absent) -> Json:
    """Return the value of one side, or None if it has none; `how` distinguishes that from a null value."""
    return None if isinstance(value, Absent) else value


def _how(change: Change) -> Literal["added", "removed", "changed"]:
    """Return whether a change adds, removes or changes its value."""
    absent = isinstance(change.before, Absent), isinstance(change.after, Absent)
    return "added" if absent == (True, False) else "removed" if absent == (False, True) else "changed"


# In the functional form, since `from` is a keyword of Python.
MemberDocument = TypedDict("MemberDocument", {"server": str, "id": str, "from": str, "to": str})


class ChangeDocument(ChangeHead, ChangeDetails):
    """One change; a side without a value is null, and `how` distinguishes that from a null value.

    If recorded calls were given, `calls` is the number of calls of the changed item, and `hits` the number that the
    change affects; null if recordings cannot show that. `members` are the same change of other servers of a family.
    """

    approved: bool
    approval: ApprovalDocument | None
    needed: int
    missing: str
    approvals: list[ApprovalDocument]
    calls: NotRequired[int]
    hits: NotRequired[int | None]
    members: NotRequired[list[MemberDocument]]


class StandingDocument(TypedDict):
    """An approval or waiver that is ignored, or a waiver that is `new`; `change` is null for a waiver."""

    kind: Literal["approval", "waiver"]
    change: str | None
    server: str
    tool: str
    rule: str
    by: str
    line: int
    why: str
    message: str


class DiffSummaryDocument(TypedDict):
    """The number of changes by severity, and of those that are unapproved."""

    breaking: int
    risky: int
    safe: int
    unapproved: int


class SizeDocument(TypedDict):
    """The tools of a server, and the tokens of their definitions on every model call."""

    tools: int
    tokens: int


class ChangedServerDocument(TypedDict):
    """A changed server in numbers; a side of its size is null if that lock lacks the server."""

    server: str
    breaking: int
    risky: int
    safe: int
    unapproved: int
    before: SizeDocument | None
    after: SizeDocument | None


class FilterDocument(TypedDict):
    """The patterns of which changes are shown, and the number of changes that they hide."""

    servers: list[str]
    tools: list[str]
    rules: list[str]
    hidden: int


class UnseenDocument(TypedDict):
    """An unreachable server."""

    server: str
    message: str


class RecordedToolDocument(TypedDict):
    """Recorded calls of one tool; `broken` ones worked and now fail."""

    server: str
    tool: str
    calls: int
    failed: int
    broken: int


class RecordedDocument(TypedDict):
    """Recorded calls checked against both sides; `outside` calls are of no tool here, `spoilt` lines were skipped."""

    calls: int
    failed: int
    broken: int
    outside: int
    spoilt: int
    tools: list[RecordedToolDocument]


class DiffDocument(TypedDict):
    """`govern diff --format json`; `fails` is true if policy rejects the changes, `first` if there is no old lock.

    `recorded` is present if recorded calls were given, `unsigned` if signatures that policy requires on NEW's lock are
    missing or invalid, `filter` if only some changes were asked for. Everything else is then about these.
    """

    format: Literal["govern.diff/1"]
    verdict: Literal["unchanged", "approved", "unapproved"]
    summary: DiffSummaryDocument
    changes: list[ChangeDocument]
    old: str
    new: str
    first: bool
    fails: bool
    standings: list[StandingDocument]
    unseen: list[UnseenDocument]
    recorded: NotRequired[RecordedDocument]
    unsigned: NotRequired[list[str]]
    servers: list[ChangedServerDocument]
    filter: NotRequired[FilterDocument]


def diff_document(verdict: Verdict) -> DiffDocument:
    """Return the verdict as a document, the worst change first."""
    document = document_of(
        DiffDocument,
        verdict,
        verdict=verdict.state,
        summary={
            "breaking": verdict.count(Severity.BREAKING),
            "risky": verdict.count(Severity.RISKY),
            "safe": verdict.count(Severity.SAFE),
            "unapproved": len(verdict.unapproved),
        },
        changes=map(_change_document, worst_first(verdict.decided)),
        standings=map(_standing_document, verdict.standings),
        servers=_server_documents(verdict),
    )
    if verdict.evidence:
        document["recorded"] = recorded_document(verdict.evidence)
    if verdict.unsigned:
        document["unsigned"] = [*verdict.unsigned]
    if verdict.only:
        document["filter"] = document_of(FilterDocument, verdict.only, hidden=verdict.hidden)
    return document


def _server_documents(verdict: Verdict) -> list[ChangedServerDocument]:
    numbers: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for each in worst_first(verdict.decided):
        if each.finding.change.kind in ("policy", "lock"):
            continue
        for one in each.findings:
            numbers[one.change.server].update([one.severity] + ["open"] * (not each.approved))
    sizes = {size.server: size for size in verdict.sizes}
    return [
        document_of(
            ChangedServerDocument,
            sizes.get(server, ServerSize(server, None, None)),
            breaking=found[Severity.BREAKING],
            risky=found[Severity.RISKY],
            safe=found[Severity.SAFE],
            unapproved=found["open"],
        )
        for server, found in numbers.items()
    ]


def _change_document(decided: Decided) -> ChangeDocument:
    approvals = [approval_document(each) for each in decided.given]
    # For mypy the shared parts might have `calls` and `hits`.
    document: ChangeDocument = {
        **change_head(decided.finding),
        "approved": decided.approved,
        "approval": approvals[0] if approvals else None,
        **change_details(decided.finding),  # type: ignore[typeddict-item]
        "needed": decided.needed,
        "missing": decided.missing,
        "approvals": approvals,
    }
    if decided.recorded:
        document |= {"calls": decided.recorded.calls, "hits": decided.recorded.hits}
    if decided.members:
        document["members"] = [
            {"server": each.change.server, "id": each.change.id, "from": each.origin, "to": each.target}
            for each in decided.members
        ]
    return document


def _standing_document(standing: Standing) -> StandingDocument:
    what = standing.what
    kind, change = ("approval", what.change) if isinstance(what, Approval) else ("waiver", None)
    return document_of(StandingDocument, what, kind=kind, change=change, why=standing.why, message=standing.message)


def recorded_document(evidence: Evidence) -> RecordedDocument:
    """Return the recorded calls in numbers."""
    replayed = evidence.replayed
    tools = [
        document_of(RecordedToolDocument, each.tally, server=each.server, tool=each.tool) for each in replayed.tools
    ]
    return document_of(
        RecordedDocument, replayed.total, outside=replayed.outside, spoilt=evidence.unreadable, tools=tools
    )
