"""The JSON document of `govern profile`."""

from math import isfinite
from typing import Literal

from typing_extensions import TypedDict  # pydantic takes no other before Python 3.12

from govern.economics.profile import CLIENT_LIMITS, ToolProfile
from govern.report.documents.replay import RecordingsDocument, recordings_document
from govern.traces.profile import AnswerCosts, ProfileCheck


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
        "tools": [_tool_document(tool) for tool in (*costs.measured, *costs.absent)],
        "absent": [tool.place for tool in costs.absent],
        "checks": [_check_document(check) for check in costs.checks],
        "outside": dict(sorted(costs.outside.items())),
        "recordings": recordings_document(costs.notes),
    }


def _tool_document(tool: ToolProfile) -> ToolProfileDocument:
    assessment = tool.costed.assessment
    return {
        "server": tool.costed.server,
        "tool": tool.costed.name,
        "calls": tool.calls,
        "failed": tool.failed,
        "unrecorded": tool.unrecorded,
        "answers": tool.answers,
        "p50": tool.p50,
        "p95": tool.p95,
        "max": tool.most,
        "risk": None if tool.risk is None else tool.risk.value,  # type: ignore[typeddict-item] # never `unknown`
        "tokens": tool.tokens,
        "estimated_tokens": tool.estimated_tokens,
        "data_tokens": tool.data_tokens,
        "overhead_tokens": tool.overhead_tokens,
        "overhead_ratio": round(tool.overhead_ratio, 6) if isfinite(tool.overhead_ratio) else None,
        "structured_tokens": tool.structured_tokens,
        "repeated_tokens": tool.repeated_tokens,
        "compact_savings": tool.compact_savings,
        "unmeasured_blocks": tool.unmeasured_blocks,
        "over_limits": _limit_documents(tool),
        "reductions": {
            name: {
                "saved": saving.tokens,
                "visible": round(saving.visible, 6),
                "basis": "estimated" if name == "intent" else "computed",
            }
            for name, saving in tool.reductions.items()
        },
        "max_tokens": assessment.max_tokens,
        "basis": assessment.basis.value,
        "bound": tool.bound,
        "over_bound": tool.is_over_bound,
    }


def _limit_documents(tool: ToolProfile) -> list[LimitShareDocument]:
    return [
        {
            "client": limit.client,
            "most": limit.most,
            "unit": limit.unit,
            "answers": tool.over_limits[limit],
            "share": round(tool.over_limits[limit] / tool.answers, 6),
        }
        for limit in CLIENT_LIMITS
        if tool.answers
    ]


def _check_document(check: ProfileCheck) -> ProfileCheckDocument:
    return {
        "check": check.name,
        "tool": check.tool,
        "limit": check.most,
        "found": check.found,
        "passed": check.passes,
    }
