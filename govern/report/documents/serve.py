"""The JSON documents of `govern serve --check`, the audit log and `govern watch`."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any, Literal

from typing_extensions import TypedDict  # pydantic takes no other before Python 3.12

from govern.errors import ServerError
from govern.report.documents import document_of, json_text
from govern.report.documents.diff import DiffDocument, diff_document
from govern.report.documents.lock import ErrorDocument, error_document
from govern.verdict import Verdict


class RefusedChangeDocument(TypedDict):
    """A change because of which something is refused."""

    id: str
    rule: str
    severity: str


class RefusedItemDocument(TypedDict):
    """A locked item that clients could not use."""

    kind: str
    name: str
    reason: str
    changes: list[RefusedChangeDocument]


class CheckedServerDocument(TypedDict):
    """A server; `message` is why nothing of it can be used, or empty."""

    name: str
    status: Literal["allowed", "refused", "unreachable"]
    message: str
    refused: list[RefusedItemDocument]


class ServeCheckDocument(TypedDict):
    """`govern serve --check --format json`."""

    format: Literal["govern.serve-check/1"]
    verdict: Literal["allowed", "refused", "unreachable"]
    servers: list[CheckedServerDocument]


def serve_check_document(servers: Sequence[CheckedServerDocument]) -> ServeCheckDocument:
    """Return the document; the verdict is that of the worst server."""
    found = {server["status"] for server in servers}
    verdict: Literal["allowed", "refused", "unreachable"] = "refused" if "refused" in found else "allowed"
    return {
        "format": "govern.serve-check/1",
        "verdict": "unreachable" if "unreachable" in found else verdict,
        "servers": list(servers),
    }


class AuditedChangeDocument(TypedDict):
    """A change between the lock and what a server lists."""

    id: str
    rule: str
    severity: str
    kind: str
    name: str
    approved: bool


class AuditDocument(TypedDict):
    """A line of the audit log of `govern run` and `govern serve`.

    `call` is a call of `tool`, `request` another `method` about a prompt or resource, and `judged` a change of what a
    server lists, with all `changes` and what is `refused`. `arguments` and `result` are null unless they are recorded.
    """

    format: Literal["govern.audit/1"]
    time: str
    event: Literal["call", "request", "judged"]
    server: str
    session: str | None
    client: str | None
    method: str | None
    tool: str | None
    kind: str | None
    name: str | None
    digest: str | None
    verdict: Literal["allowed", "refused", "failed"] | None
    argument_bytes: int
    answer_bytes: int
    answer_tokens: int
    duration_ms: float
    arguments: Any
    result: Any
    error: dict[str, Any] | None
    warning: str | None
    refused: list[str]
    changes: list[AuditedChangeDocument]


def audit_document(time: str, server: str) -> AuditDocument:
    """Return a line about what a server lists, without any change."""
    return {
        "format": "govern.audit/1",
        "time": time,
        "event": "judged",
        "server": server,
        "session": None,
        "client": None,
        "method": None,
        "tool": None,
        "kind": None,
        "name": None,
        "digest": None,
        "verdict": None,
        "argument_bytes": 0,
        "answer_bytes": 0,
        "answer_tokens": 0,
        "duration_ms": 0,
        "arguments": None,
        "result": None,
        "error": None,
        "warning": None,
        "refused": [],
        "changes": [],
    }


EventName = Literal["started", "drift", "changed", "settled", "unreachable", "back", "lock-changed", "stopped"]
# Beyond this many, only the worst are listed; the summary counts all.
_MOST_CHANGES = 500


@dataclass(frozen=True, slots=True)
class WatchEvent:
    """Something that happened while watching; `server` is None if it concerns all servers.

    After it, the `drifted` servers differ from the lock and the `unseen` ones are unreachable.
    """

    name: EventName
    time: datetime
    message: str
    server: str | None = None
    verdict: Verdict | None = None
    error: ServerError | None = None
    lock: str = ""
    drifted: tuple[str, ...] = ()
    unseen: tuple[str, ...] = ()
    exit_code: int | None = None


class WatchDocument(TypedDict):
    """A line of `govern watch`; `lock` is the digest compared with, `diff` the drift of one server.

    It holds at most 500 changes, the worst first; `left_out` is the number of further ones. Only `stopped` has an exit
    code.
    """

    format: Literal["govern.watch/1"]
    event: EventName
    time: str
    server: str | None
    message: str
    lock: str
    drifted: list[str]
    unseen: list[str]
    diff: DiffDocument | None
    left_out: int
    error: ErrorDocument | None
    exit_code: int | None


def event_line(event: WatchEvent) -> str:
    """Return an event as one line of JSON."""
    return json_text(event_document(event), indent=None)


def event_document(event: WatchEvent) -> WatchDocument:
    """Return an event as a document."""
    diff = diff_document(replace(event.verdict, standings=(), unseen=())) if event.verdict else None
    changes = diff["changes"] if diff else []
    left_out = len(changes[_MOST_CHANGES:])
    del changes[_MOST_CHANGES:]
    return document_of(
        WatchDocument,
        event,
        event=event.name,
        time=event.time.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z"),
        diff=diff,
        left_out=left_out,
        error=error_document(event.error),
    )
