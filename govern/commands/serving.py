"""Load the lock and the approvals of a project, which `govern run` and `govern serve` enforce."""

from __future__ import annotations

from typing import TYPE_CHECKING

from govern.commands.baseline import baseline_stamp, read_baseline
from govern.commands.signatures import check_signatures, signatures_beside, trusted_by
from govern.errors import GovernError, LockfileInvalid, LockfileMissing, UsageError
from govern.policy.targets import targets
from govern.serve.audit import Audit
from govern.serve.enforcement import Enforcement
from govern.serve.quarantine import Quarantine

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from govern.lockfile.document import Lock
    from govern.policy.approvals import Approvals
    from govern.policy.config import Config
    from govern.policy.target import Target


class ServedProject:
    """The servers to serve, with their lock and approvals, which are read again when the files change.

    `problem` is why the files on disk are invalid; the last valid ones then stay in force.
    """

    def __init__(self, config: Config, lock: Path, names: Sequence[str], environ: Mapping[str, str]) -> None:
        self._config, self._path = config, lock
        self.targets = targets(config, names or None, environ)
        self.problem = ""
        self._stamp = baseline_stamp(config, lock)
        self._enforcement = self._read_enforcement()

    def enforcement(self) -> Enforcement:
        """Return the lock in force."""
        stamp = baseline_stamp(self._config, self._path)
        if stamp != self._stamp:
            self._stamp = stamp
            try:
                self._enforcement, self.problem = self._read_enforcement(), ""
            except GovernError as error:
                self.problem = str(error)
        return self._enforcement

    def audit(self, path: Path | None, *, record: bool) -> Audit:
        """Return the audit log of the servers; without a path, only their counters and spans."""
        secrets = {target.name: target.secrets for target in self.targets}
        return Audit(self.enforcement().lock, secrets, path, record=record)

    def _read_enforcement(self) -> Enforcement:
        baseline = read_baseline(self._config, self._path)
        _require_locked(self.targets, baseline.lock, self._path)
        _require_signatures(self._config, baseline.lock, baseline.approvals, self._path)
        return Enforcement(
            baseline.lock,
            self._config,
            self.targets,
            baseline.approvals,
            signed=baseline.signed,
            quarantine=Quarantine(self._path),
        )


def release(config: Config, lock: Path, name: str) -> bool:
    """End the quarantine of a server; return whether there was one."""
    if name not in {target.name for target in targets(config, None, {})}:
        raise UsageError(f"no server is named {name}", where=str(config.file))
    return Quarantine(lock).release(name)


def _require_locked(wanted: Sequence[Target], lock: Lock, path: Path) -> None:
    if missing := [target.name for target in wanted if lock.server(target.name) is None]:
        names = " ".join(missing)
        raise LockfileMissing(f"not in the lock: {', '.join(missing)}", where=str(path), hint=f"govern lock {names}")


def _require_signatures(config: Config, lock: Lock, approvals: Approvals, path: Path) -> None:
    keys = config.policy.signatures
    if not (keys.lock or keys.signers):
        return
    found = check_signatures(lock, approvals, signatures_beside(path), trusted_by(config, None), config.policy)
    if found.missing:
        raise LockfileInvalid("; ".join(map(str, found.missing)), where=str(path), hint="govern sign")
