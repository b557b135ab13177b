"""The JSON lines of the audit log of `govern run` and `govern serve`."""

from typing import Any, Literal

from typing_extensions import TypedDict  # pydantic takes no other before Python 3.12


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
