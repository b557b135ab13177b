"""The JSON document of `govern upgrade`."""

from typing import TYPE_CHECKING, Literal

from typing_extensions import TypedDict  # pydantic takes no other before Python 3.12

from govern.report.documents.diff import DiffDocument, diff_document

if TYPE_CHECKING:
    from govern.report.upgrades import Upgrade, UpgradeOutcome


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
    """`govern upgrade --json`; `written` if the config and the lock were."""

    format: Literal["govern.upgrade/1"]
    path: str
    lock: str
    written: bool
    sandbox: Literal["bwrap", "docker", "podman", "none"]
    servers: list[ServerUpgradeDocument]


def upgrade_document(outcome: "UpgradeOutcome") -> UpgradeDocument:
    """Return each server with its state."""
    return {
        "format": "govern.upgrade/1",
        "path": outcome.place,
        "lock": outcome.lock_place,
        "written": outcome.wrote,
        "sandbox": outcome.sandbox.value,
        "servers": [_upgrade_document(each) for each in outcome.upgrades],
    }


def _upgrade_document(upgrade: "Upgrade") -> ServerUpgradeDocument:
    return {
        "server": upgrade.server,
        "state": upgrade.state,
        "old": [*upgrade.old],
        "new": [*upgrade.new],
        "severity": upgrade.severity.value if upgrade.severity else None,
        "reason": upgrade.reason,
        "diff": diff_document(upgrade.verdict) if upgrade.verdict else None,
    }
