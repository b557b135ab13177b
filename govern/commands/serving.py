"""Load the config, lock and approvals of a project, which `govern run` and `govern serve` enforce."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Final

from govern.commands.signatures import (
    baseline_stamp,
    check_signatures,
    file_stamp,
    read_baseline,
    signatures_beside,
    trusted_by,
)
from govern.errors import GovernError, LockfileInvalid, LockfileMissing
from govern.policy.config import load_config
from govern.policy.targets import targets
from govern.serve.audit import Audit
from govern.serve.enforcement import Enforcement
from govern.serve.quarantine import Quarantine

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from pathlib import Path

    from govern.lockfile.document import Lock
    from govern.policy.approvals import Approvals
    from govern.policy.config import Config
    from govern.policy.settings import Settings
    from govern.policy.target import Target
    from govern.serve.gateway import GatewayOptions

# Seconds for which a changed config may still be in the middle of being written; TOML can be valid when it is cut.
_BEING_WRITTEN: Final = 0.2


class ServedProject:
    """The servers to serve, with their lock and approvals, which are read again when a file changes.

    `problem` is why the files on disk are invalid; the last valid ones then stay in force, and `announce` is told so.
    `options_of` returns the options of a gateway by the config, or raises UsageError if it cannot be served.
    """

    targets: Sequence[Target]
    options: GatewayOptions

    def __init__(  # noqa: PLR0913 - the last two are keywords
        self,
        config: Config,
        lock: Path,
        names: Sequence[str],
        environ: Mapping[str, str],
        *,
        options_of: Callable[[Config, Sequence[Target]], GatewayOptions] | None = None,
        announce: Callable[[str], None] = lambda _: None,
    ) -> None:
        self._path, self._names, self._environ = lock, names, environ
        self._options_of, self._announce = options_of or gateway_options, announce
        self.problem = ""
        self._stamp = _files_stamp(config, lock)
        self._started_with = config.settings
        self._use(config)

    def enforcement(self) -> Enforcement:
        """Return the lock in force: another object after a change, also of the servers or the options."""
        stamp = _files_stamp(self._config, self._path)
        is_partial = stamp[0] != self._stamp[0] and _is_being_written(self._config.file)
        if stamp != self._stamp and not is_partial:
            self._stamp = stamp
            self._read_again()
        return self._enforcement

    def audit(self, path: Path | None, *, record: bool) -> Audit:
        """Return the audit log of the servers; without a path, only their counters and spans."""
        secrets = {target.name: target.secrets for target in self.targets}
        return Audit(self.enforcement().lock, secrets, path, record=record)

    def _read_again(self) -> None:
        try:
            self._use(load_config(self._config.file, self._config.root))
        except GovernError as error:
            self.problem = str(error)
            self._announce(f"changed files are ignored, and the last valid ones stay in force: {error}")
            return
        self.problem = ""
        self._announce(f"changed files are in force{_restart_hint(self._started_with, self._config.settings)}")

    def _use(self, config: Config) -> None:
        """Enforce this config with its lock; change nothing if one of the files is invalid."""
        found = targets(config, self._names or None, self._environ)
        options, enforcement = self._options_of(config, found), _enforcement(config, found, self._path)
        self._config, self.targets, self.options, self._enforcement = config, found, options, enforcement


def gateway_options(config: Config, _: Sequence[Target] = ()) -> GatewayOptions:
    """Return what the config says about calls and names."""
    from govern.serve.gateway import GatewayOptions

    keys = config.settings.serve
    return GatewayOptions(
        max_age=keys.max_age,
        call_timeout=keys.call_timeout,
        starts=config.settings.jobs,
        prefixed=keys.names == "prefixed",
    )


def release(config: Config, lock: Path, name: str) -> bool:
    """End the quarantine of a server; return whether there was one."""
    targets(config, [name], {})
    return Quarantine(lock).release(name)


def _enforcement(config: Config, served: Sequence[Target], path: Path) -> Enforcement:
    baseline = read_baseline(config, path)
    _require_locked(served, baseline.lock, path)
    _require_signatures(config, baseline.lock, baseline.approvals, path)
    return Enforcement(
        baseline.lock,
        config,
        served,
        baseline.approvals,
        signed=baseline.signed,
        quarantine=Quarantine(path),
    )


def _files_stamp(config: Config, lock: Path) -> tuple[object, ...]:
    return file_stamp(config.file), *baseline_stamp(config, lock)


def _is_being_written(file: Path) -> bool:
    try:
        return abs(time.time() - file.stat().st_mtime) < _BEING_WRITTEN
    except OSError:
        return False


def _restart_hint(before: Settings, now: Settings) -> str:
    """Return what a running gateway does not take over from a changed config."""
    keys = {
        "[serve.http]": before.serve.http != now.serve.http,
        "serve.surface": before.serve.surface != now.serve.surface,
        "jobs": before.jobs != now.jobs,
    }
    changed = [key for key, differs in keys.items() if differs]
    return f"; restart govern to apply {', '.join(changed)}" if changed else ""


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
