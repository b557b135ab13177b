"""The JSON documents of `govern lock` and `govern show`."""

from typing import Any, Literal

from typing_extensions import TypedDict  # pydantic takes no other before Python 3.12

from govern.contract.json_text import Json, decode
from govern.errors import ServerError
from govern.lockfile.document import LockedItem, LockedServer, Selection
from govern.lockfile.outcome import LockOutcome, ServerOutcome
from govern.report.documents import document_of

LockVerdict = Literal["written", "not-written", "unchanged", "current", "stale"]
_MOST_WITHHELD = 20


class MovedDocument(TypedDict):
    """An item that differs from the previous lock; `parts` are the parts that changed."""

    kind: str
    name: str
    how: Literal["added", "removed", "changed"]
    parts: list[str]


class NoteDocument(TypedDict):
    """A note, for example about something that a lock cannot pin."""

    code: str
    message: str


class ErrorDocument(TypedDict):
    """The reason why a server is unreachable.

    `evidence` is the end of its output, `withheld` the names of environment variables that it did not get.
    """

    message: str
    where: str
    hint: str
    evidence: str
    withheld: list[str]


class LockedServerDocument(TypedDict):
    """The result for one server."""

    name: str
    status: Literal["new", "changed", "same", "dropped", "failed"]
    digest: str | None
    moved: list[MovedDocument]
    notes: list[NoteDocument]
    error: ErrorDocument | None


class LockDocument(TypedDict):
    """`govern lock --json`."""

    format: Literal["govern.lock/1"]
    lock: str
    digest: str
    verdict: LockVerdict
    servers: list[LockedServerDocument]
    notes: list[NoteDocument]


class EconomicsDocument(TypedDict):
    """A tool's locked numbers."""

    tokens: int
    fields: int
    bounded: bool
    risk: str
    guard: dict[str, int]


class ItemDocument(TypedDict):
    """A tool, prompt, resource or template; `definition` is what the server advertised."""

    kind: Literal["tool", "prompt", "resource", "template"]
    name: str
    copy: int
    digest: str
    parts: dict[str, str]
    economics: EconomicsDocument | None
    definition: dict[str, Any]


class ServerDocument(TypedDict):
    """A locked server; `hello` is its response to the initialize request."""

    name: str
    source: str
    digest: str
    client: Json
    folds: Json
    hello: dict[str, Any]
    items: list[ItemDocument]


class ShowDocument(TypedDict):
    """`govern show --json`."""

    format: Literal["govern.show/1"]
    digest: str
    encoding: str
    servers: list[ServerDocument]


def lock_document(outcome: LockOutcome) -> LockDocument:
    """Return the result of locking."""
    return {
        "format": "govern.lock/1",
        "lock": outcome.path.name,
        "digest": outcome.lock.digest,
        "verdict": _lock_verdict(outcome),
        "servers": [_locked_server_document(server) for server in outcome.servers],
        "notes": [document_of(NoteDocument, note) for note in outcome.notes],
    }


def _lock_verdict(outcome: LockOutcome) -> LockVerdict:
    if outcome.checked:
        return "stale" if outcome.stale else "current"
    if outcome.wrote:
        return "written"
    return "not-written" if outcome.stale else "unchanged"


def show_document(selection: Selection) -> ShowDocument:
    """Return the locked servers and items that were selected."""
    servers = selection.lock.servers if selection.server is None else (selection.server,)
    documents = [_server_document(server, selection.items or server.items) for server in servers]
    return document_of(ShowDocument, selection.lock, servers=documents)


def _locked_server_document(server: ServerOutcome) -> LockedServerDocument:
    return {
        "name": server.name,
        "status": server.status,
        "digest": server.locked.digest if server.locked else None,
        "moved": [document_of(MovedDocument, each, name=each.key) for each in server.moved],
        "notes": [document_of(NoteDocument, note) for note in server.notes],
        "error": error_document(server.error),
    }


def error_document(error: ServerError | None) -> ErrorDocument | None:
    """Return the reason why a server is unreachable, or None."""
    return document_of(ErrorDocument, error, withheld=error.withheld[:_MOST_WITHHELD]) if error else None


def _server_document(server: LockedServer, items: tuple[LockedItem, ...]) -> ServerDocument:
    return {
        "name": server.name,
        "source": server.source,
        "digest": server.digest,
        "client": decode(server.client) if server.client else {},
        "folds": decode(server.folds) if server.folds else {},
        "hello": server.surface().handshake,
        "items": [_item_document(item) for item in items],
    }


def _item_document(item: LockedItem) -> ItemDocument:
    return {
        "kind": item.kind.name,
        "name": item.key,
        "copy": item.copy,
        "digest": item.digest,
        "parts": item.stated_parts,
        "economics": document_of(EconomicsDocument, item.numbers) if item.numbers else None,
        "definition": item.item().raw,
    }
