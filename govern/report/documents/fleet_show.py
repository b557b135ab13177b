"""The JSON document of `govern fleet show`."""

from typing import Literal

from typing_extensions import TypedDict  # pydantic takes no other before Python 3.12

from govern.fleet.history import Period, ServerHistory
from govern.report.documents.change import ChangeDetails, ChangeHead, change_details, change_head
from govern.report.wording import by_severity_and_item
from govern.rules.finding import Finding


class JudgedChangeDocument(ChangeHead, ChangeDetails):
    """One change with its severity; approvals do not apply to the past."""


class PeriodDocument(TypedDict):
    """Successive scans that found the server in one state; `changes` is null if there is no lock to compare with.

    `reason` and `detail` are null for a locked server, and the others for an unseen one. `tools`, `tokens`, `risk` and
    `version` are of the last scan.
    """

    state: Literal["locked", "unseen"]
    first: str
    first_at: str
    last: str
    last_at: str
    scans: int
    reason: str | None
    detail: str | None
    lock: str | None
    tools: int | None
    tokens: int | None
    risk: str | None
    version: str | None
    source: str | None
    changes: list[JudgedChangeDocument] | None


class FleetShowDocument(TypedDict):
    """`govern fleet show --json`: the history of one server, the oldest period first."""

    format: Literal["govern.fleet-show/1"]
    server: str
    flapping: bool
    periods: list[PeriodDocument]


def fleet_show_document(history: ServerHistory) -> FleetShowDocument:
    """Return the history of a server as a document."""
    return {
        "format": "govern.fleet-show/1",
        "server": history.server,
        "flapping": history.is_flapping,
        "periods": [_period_document(each) for each in history.periods],
    }


def _period_document(period: Period) -> PeriodDocument:
    first, last = period.first, period.last
    found = period.findings
    return {
        "state": last.state,
        "first": first.scan,
        "first_at": first.seen_at,
        "last": last.scan,
        "last_at": last.seen_at,
        "scans": period.scans,
        "reason": last.reason,
        "detail": last.detail,
        "lock": last.lock,
        "tools": last.tools,
        "tokens": last.tokens,
        "risk": last.risk,
        "version": last.version,
        "source": last.source,
        "changes": None if found is None else [_change(each) for each in sorted(found, key=by_severity_and_item)],
    }


def _change(finding: Finding) -> JudgedChangeDocument:
    return {**change_head(finding), **change_details(finding)}
