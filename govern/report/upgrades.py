"""The values that the reports of `govern upgrade` show."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from govern.policy.server_settings import SandboxKind

if TYPE_CHECKING:
    from govern.rules.rule import Severity
    from govern.verdict import Verdict

UpgradeState = Literal["upgraded", "offered", "declined", "current", "skipped", "failed"]


@dataclass(frozen=True, slots=True)
class Upgrade:
    """A server with the packages that its command pins, the newer ones, and the verdict on what differs.

    `offered` is one that was not written: by `--dry-run`, or because it is above `--max-severity`. `reason` says why a
    server was skipped or failed, or that its current version failed and what the newer one was compared with.
    """

    server: str
    state: UpgradeState
    old: tuple[str, ...] = ()
    new: tuple[str, ...] = ()
    verdict: Verdict | None = None
    reason: str = ""

    @property
    def severity(self) -> Severity | None:
        """Return the severity of the worst change, or None without one."""
        found = [each.finding.severity for each in self.verdict.decided] if self.verdict else []
        return max(found, key=lambda each: each.rank) if found else None


@dataclass(frozen=True, slots=True)
class UpgradeOutcome:
    """The result of `govern upgrade`: each server, and the verdict on everything that was written or would be.

    `place` and `lock_place` are the paths of the config and the lock from here, `sandbox` the one that versions ran in,
    and `behind` the client configs that still start an old version.
    """

    upgrades: tuple[Upgrade, ...]
    place: str
    lock_place: str
    wrote: bool
    total: Verdict | None = None
    sandbox: SandboxKind = SandboxKind.NONE
    behind: tuple[str, ...] = ()

    @property
    def failed(self) -> tuple[Upgrade, ...]:
        """Return the servers of which no newer version could be found or started."""
        return tuple(each for each in self.upgrades if each.state == "failed")
