"""The JSON documents of `govern init`, `add`, `upgrade` and `login`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Literal

from typing_extensions import TypedDict  # pydantic takes no other before Python 3.12

from govern.report.documents import document_of
from govern.report.documents.diff import DiffDocument, diff_document

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from govern.policy.config_writing import AddPlan
    from govern.policy.coverage import CoveredFile
    from govern.policy.discovery import InitReport
    from govern.report.upgrades import Upgrade, UpgradeOutcome


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
    return document_of(
        InitDocument,
        report.discovery,
        path=report.place,
        written=report.wrote,
        read=report.read,
        servers=_found_documents(report),
        variables=[document_of(VariableDocument, each, set=each.is_set) for each in report.placeholders],
        secrets=report.secrets.items(),
        added=report.added_text,
    )


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
        yield document_of(FoundDocument, skipped, state="skipped", clients=clients, differences=())


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


class InputDocument(TypedDict):
    """A value that the user of a server may set, as the registry describes it."""

    name: str
    description: str
    required: bool
    secret: bool
    default: str | None
    choices: list[str]


class AddDocument(TypedDict):
    """`govern add --json`; `added` is new text of the file, empty if `present`, as the config has the server already.

    `unset` are the variables to export before `govern lock`; `inputs` are all values that `--set` takes.
    """

    format: Literal["govern.add/1"]
    server: str
    version: str
    status: Literal["active", "deprecated", "deleted"]
    registry: str
    kind: Literal["npm", "pypi", "oci", "mcpb", "remote"]
    package: str
    name: str
    command: list[str] | None
    url: str | None
    integrity: str | None
    unset: list[str]
    inputs: list[InputDocument]
    path: str
    present: bool
    written: bool
    added: str


def add_document(plan: AddPlan, *, written: bool) -> AddDocument:
    """Return what was added, or would be."""
    server, installation = plan.server, plan.installation
    return document_of(
        AddDocument,
        plan,
        server=server.name,
        version=server.version,
        status=server.status,
        kind=installation.kind,
        package=installation.package,
        command=plan.table.get("command"),
        url=plan.table.get("url"),
        integrity=plan.table.get("integrity"),
        inputs=installation.inputs,
        path=plan.place,
        written=written,
    )


class ServerUpgradeDocument(TypedDict):
    """A server with its packages; `diff` is the verdict on a newer version, null where there is none.

    `offered` was not written: by --dry-run, or because it is above --max-severity. `reason` says why a server was
    skipped or failed, or that its current version failed and what the newer one was compared with.
    """

    server: str
    state: Literal["upgraded", "offered", "declined", "current", "skipped", "failed"]
    old: list[str]
    new: list[str]
    severity: Literal["SAFE", "RISKY", "BREAKING"] | None
    reason: str
    diff: DiffDocument | None


class UpgradeDocument(TypedDict):
    """`govern upgrade --json`; `written` if the config and the lock were.

    `behind` are the client configs that still start an old version.
    """

    format: Literal["govern.upgrade/1"]
    path: str
    lock: str
    written: bool
    sandbox: Literal["bwrap", "docker", "podman", "none"]
    servers: list[ServerUpgradeDocument]
    behind: list[str]


def upgrade_document(outcome: UpgradeOutcome) -> UpgradeDocument:
    """Return each server with its state."""
    servers = map(_upgrade_document, outcome.upgrades)
    return document_of(
        UpgradeDocument, outcome, path=outcome.place, lock=outcome.lock_place, written=outcome.wrote, servers=servers
    )


def _upgrade_document(upgrade: Upgrade) -> ServerUpgradeDocument:
    diff = diff_document(upgrade.verdict) if upgrade.verdict else None
    return document_of(ServerUpgradeDocument, upgrade, diff=diff)


class LoginDocument(TypedDict):
    """`govern login --json` and `govern logout --json`; `file` keeps the token, null if there is none.

    `issuer` is the issuer of the token, also of one that was removed; null if there was none.
    """

    format: Literal["govern.login/1"]
    url: str
    logged_in: bool
    issuer: str | None
    file: str | None


def login_document(url: str, issuer: str | None, file: Path | None) -> LoginDocument:
    """Return the state after a login or a logout."""
    return {
        "format": "govern.login/1",
        "url": url,
        "logged_in": file is not None,
        "issuer": issuer,
        "file": None if file is None else str(file),
    }
