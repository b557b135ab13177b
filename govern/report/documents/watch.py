"""The JSON lines of `govern watch`."""

from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Literal

from typing_extensions import TypedDict  # pydantic takes no other before Python 3.12

from govern.errors import ServerError
from govern.report.documents import json_text
from govern.report.documents.diff import DiffDocument, diff_document
from govern.report.documents.lock import ErrorDocument, error_document
from govern.verdict import Verdict

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
    return {
        "format": "govern.watch/1",
        "event": event.name,
        "time": event.time.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z"),
        "server": event.server,
        "message": event.message,
        "lock": event.lock,
        "drifted": [*event.drifted],
        "unseen": [*event.unseen],
        "diff": diff,
        "left_out": left_out,
        "error": error_document(event.error),
        "exit_code": event.exit_code,
    }
