"""The JSON documents of `govern init` and `govern init --check`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from typing_extensions import TypedDict  # pydantic takes no other before Python 3.12

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from govern.policy.coverage import CoveredFile
    from govern.policy.discovery import InitReport


class FoundDocument(TypedDict):
    """A server in client configs; `differences` are those of one that govern.toml has otherwise.

    Each names the value on both sides. `reason` says why a server is skipped.
    """

    name: str
    state: Literal["added", "kept", "differs", "skipped"]
    clients: list[str]
    differences: list[str]
    reason: str


class VariableDocument(TypedDict):
    """An environment variable that added servers need."""

    name: str
    servers: list[str]
    set: bool


class UnreadableDocument(TypedDict):
    """A client config, or an entry in it, that cannot be read."""

    path: str
    reason: str


class SecretsDocument(TypedDict):
    """A client config that contains secrets, and the variables to write in their place."""

    path: str
    variables: list[str]


class InitDocument(TypedDict):
    """`govern init --json`; `read` names each config that was read with its client, `added` is new text of the file."""

    format: Literal["govern.init/1"]
    path: str
    written: bool
    read: list[str]
    absent: list[str]
    servers: list[FoundDocument]
    variables: list[VariableDocument]
    secrets: list[SecretsDocument]
    unreadable: list[UnreadableDocument]
    added: str


class CoveredFileDocument(TypedDict):
    """A client config of the project: the number of servers that it names, and a remedy for each difference."""

    path: str
    servers: int
    differences: list[str]
    remedies: list[str]


class CoverageDocument(TypedDict):
    """`govern init --check --json`: what client configs of the project name and the config does not."""

    format: Literal["govern.coverage/1"]
    verdict: Literal["passed", "failed"]
    config: str
    files: list[CoveredFileDocument]


def init_document(report: InitReport) -> InitDocument:
    """Return the result of `govern init`."""
    return {
        "format": "govern.init/1",
        "path": report.place,
        "written": report.wrote,
        "read": [*report.read],
        "absent": [*report.discovery.absent],
        "servers": [*_found_documents(report)],
        "variables": [
            {"name": each.name, "servers": [*each.servers], "set": each.is_set} for each in report.placeholders
        ],
        "secrets": [{"path": path, "variables": [*names]} for path, names in report.secrets.items()],
        "unreadable": [{"path": str(each.path), "reason": each.reason} for each in report.discovery.unreadable],
        "added": report.added_text,
    }


def _found_documents(report: InitReport) -> Iterator[FoundDocument]:
    changed = {each.name: each.differences for each in report.changed}
    for found in report.found:
        state: Literal["added", "kept", "differs"] = "added" if found.name in report.added else "kept"
        yield {
            "name": found.name,
            "state": "differs" if found.name in changed else state,
            "clients": [*dict.fromkeys(source.client for source in found.sources)],
            "differences": [*changed.get(found.name, ())],
            "reason": "",
        }
    for skipped in report.discovery.skipped:
        clients = [skipped.source.client]
        yield {
            "name": skipped.name,
            "state": "skipped",
            "clients": clients,
            "differences": [],
            "reason": skipped.reason,
        }


def coverage_document(files: Sequence[CoveredFile], config: str) -> CoverageDocument:
    """Return the judgement of the project's client configs."""
    return {
        "format": "govern.coverage/1",
        "verdict": "failed" if any(file.uncovered for file in files) else "passed",
        "config": config,
        "files": [
            {
                "path": each.path,
                "servers": each.servers,
                "differences": [problem.message for problem in each.uncovered],
                "remedies": [problem.remedy for problem in each.uncovered],
            }
            for each in files
        ],
    }
