"""The JSON documents of `govern replay` and `govern profile`."""

from math import isfinite
from typing import Literal

from typing_extensions import TypedDict  # pydantic takes no other before Python 3.12

from govern.economics.profile import CLIENT_LIMITS, ToolProfile
from govern.report.documents import document_of
from govern.report.terminal.recordings import affected_calls
from govern.rules.finding import Finding
from govern.traces.outcome import Recorded, Replay
from govern.traces.profile import AnswerCosts, ProfileCheck
from govern.traces.reading import Notes


class TallyDocument(TypedDict):
    """Numbers of calls; docs/replay.md explains each."""

    calls: int
    failed: int
    unrecorded: int
    unknown: int
    refused: int
    ignored: int
    already: int
    answers: int
    unfit: int
    narrowed: int
    unjudged: int
    broken: int


class ValueDocument(TypedDict):
    """The type of a recorded value; the name is `…` if no schema declares it."""

    name: str
    kind: str


class ExampleDocument(TypedDict):
    """A recorded call without its values; `more` is the number of values left out."""

    where: str
    values: list[ValueDocument]
    more: int


class ReasonDocument(TypedDict):
    """A reason why calls fail; `pointer` refers to a part of the tool, `changes` are the ids of the causes."""

    kind: Literal["unknown tool", "refused", "loses its effect", "answer"]
    message: str
    pointer: str
    calls: int
    changes: list[str]
    examples: list[ExampleDocument]


class ToolReplayDocument(TypedDict):
    """One tool and the results of its calls."""

    server: str
    tool: str
    tally: TallyDocument
    reasons: list[ReasonDocument]


class HitDocument(TypedDict):
    """A change that affects recorded calls, or a BREAKING one; `hits` is null if recordings cannot show that."""

    id: str
    server: str
    kind: str
    name: str
    rule: str
    severity: Literal["BREAKING", "RISKY", "SAFE"]
    pointer: str
    message: str
    calls: int
    hits: int | None


class OutsiderDocument(TypedDict):
    """A recorded name that is not a tool of the contract, or may be one of several."""

    server: str
    tool: str
    why: Literal["ambiguous", "not ours"]
    calls: int


class SpoiltDocument(TypedDict):
    """A line that was skipped."""

    where: str
    why: str


class RecordingsDocument(TypedDict):
    """The input; `unknown` lines are JSON of an unknown kind, `named` the first of those that were skipped."""

    files: int
    lines: int
    unknown: int
    spoilt: int
    named: list[SpoiltDocument]


class ReplayDocument(TypedDict):
    """`govern replay --format json`; `old` is null if calls were checked against one contract only."""

    format: Literal["govern.replay/1"]
    verdict: Literal["fits", "breaks"]
    old: str | None
    new: str
    total: TallyDocument
    outside: int
    tools: list[ToolReplayDocument]
    changes: list[HitDocument]
    outsiders: list[OutsiderDocument]
    recordings: RecordingsDocument
    unseen: list[str]


def replay_document(replay: Replay) -> ReplayDocument:
    """Return the result of a replay; tools with broken calls come first."""
    replayed = replay.replayed
    return document_of(
        ReplayDocument,
        replayed,
        verdict="breaks" if replay.breaks else "fits",
        old=replay.old,
        new=replay.new,
        changes=[_hit_document(finding, recorded) for finding, recorded in affected_calls(replay)],
        recordings=recordings_document(replay.notes),
        unseen=replay.unseen,
    )


def recordings_document(notes: Notes) -> RecordingsDocument:
    """Return what was read, and the first lines that were skipped."""
    return document_of(RecordingsDocument, notes, spoilt=notes.bad)


def _hit_document(finding: Finding, recorded: Recorded) -> HitDocument:
    severity, message = finding.severity, finding.message
    calls, hits = recorded.calls, recorded.hits
    return document_of(HitDocument, finding.change, severity=severity, message=message, calls=calls, hits=hits)


class LimitShareDocument(TypedDict):
    """The answers that are larger than a client passes on."""

    client: str
    most: int
    unit: Literal["tokens", "characters", "bytes"]
    answers: int
    share: float


class ReductionDocument(TypedDict):
    """The tokens that a reduction of the compact surface saves, and the share of leaf values still visible.

    For `intent`, the texts of the arguments stand for the intent of the call, so it is estimated.
    """

    saved: int
    visible: float
    basis: Literal["computed", "estimated"]


class ToolProfileDocument(TypedDict):
    """One tool; percentiles and risk are null without recorded answers, `overhead_ratio` where there is no data.

    Tokens are sums over all answers; `max_tokens` is the lock's estimate, `bound` the same if answers are bounded.
    """

    server: str
    tool: str
    calls: int
    failed: int
    unrecorded: int
    answers: int
    p50: int | None
    p95: int | None
    max: int | None
    risk: Literal["low", "medium", "high", "critical"] | None
    tokens: int
    estimated_tokens: int
    data_tokens: int
    overhead_tokens: int
    overhead_ratio: float | None
    structured_tokens: int
    repeated_tokens: int
    compact_savings: int
    unmeasured_blocks: int
    over_limits: list[LimitShareDocument]
    reductions: dict[str, ReductionDocument]
    max_tokens: int | None
    basis: Literal["max_bytes", "limit", "schema", "default", "undeclared"]
    bound: int | None
    over_bound: bool


class ProfileCheckDocument(TypedDict):
    """One check; `found` is null, and `tool` empty, if no answer was recorded that could be checked."""

    check: Literal["max-p95", "bound"]
    tool: str
    limit: int | None
    found: int | None
    passed: bool


class ProfileDocument(TypedDict):
    """`govern profile --format json`; `outside` are calls of names that are not a tool of the lock."""

    format: Literal["govern.profile/1"]
    verdict: Literal["passed", "failed"]
    lock: str
    encoding: str
    tools: list[ToolProfileDocument]
    absent: list[str]
    checks: list[ProfileCheckDocument]
    outside: dict[str, int]
    recordings: RecordingsDocument


def profile_document(costs: AnswerCosts) -> ProfileDocument:
    """Return what recorded answers cost; tools without recorded answers come last."""
    return {
        "format": "govern.profile/1",
        "verdict": "passed" if costs.passes else "failed",
        "lock": costs.lock_digest,
        "encoding": costs.encoding,
        "tools": [_tool_profile_document(tool) for tool in (*costs.measured, *costs.absent)],
        "absent": [tool.place for tool in costs.absent],
        "checks": [_check_document(check) for check in costs.checks],
        "outside": dict(sorted(costs.outside.items())),
        "recordings": recordings_document(costs.notes),
    }


def _tool_profile_document(tool: ToolProfile) -> ToolProfileDocument:
    assessment = tool.costed.assessment
    return document_of(
        ToolProfileDocument,
        tool,
        server=tool.costed.server,
        tool=tool.costed.name,
        max=tool.most,
        overhead_ratio=round(tool.overhead_ratio, 6) if isfinite(tool.overhead_ratio) else None,
        over_limits=_limit_documents(tool),
        reductions={
            name: {
                "saved": saving.tokens,
                "visible": round(saving.visible, 6),
                "basis": "estimated" if name == "intent" else "computed",
            }
            for name, saving in tool.reductions.items()
        },
        max_tokens=assessment.max_tokens,
        basis=assessment.basis,
        over_bound=tool.is_over_bound,
    )


def _limit_documents(tool: ToolProfile) -> list[LimitShareDocument]:
    return [
        document_of(LimitShareDocument, limit, answers=answers, share=round(answers / tool.answers, 6))
        for limit, answers in ((limit, tool.over_limits[limit]) for limit in CLIENT_LIMITS)
        if tool.answers
    ]


def _check_document(check: ProfileCheck) -> ProfileCheckDocument:
    return document_of(ProfileCheckDocument, check, check=check.name, limit=check.most, passed=check.passes)
