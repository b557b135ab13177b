"""Whether servers, also one that a test holds in its hands, are what the lock says: what the pytest fixture asks."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from contextlib import nullcontext
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, TypeVar

from govern.commands.baseline import Baseline, read_baseline
from govern.commands.diff import require_severity
from govern.commands.findings import findings
from govern.commands.lock import LockRequest, assemble_lock, dropped_servers, measures_of, outcome_of
from govern.commands.sides import LIVE
from govern.errors import ConfigMissing, LockfileMissing, UsageError
from govern.lockfile.document import Lock
from govern.lockfile.store import LOCK_NAME, load_if_there, save
from govern.lockfile.writing import alone
from govern.policy.config import FILE, Config, load_config
from govern.policy.settings import Settings
from govern.policy.target import InProcess, Target
from govern.policy.targets import target_names, targets
from govern.servers.capture import capture_servers
from govern.verdict import decide

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from datetime import date
    from pathlib import Path

    from govern.verdict import Verdict


Made = TypeVar("Made")


@dataclass(frozen=True, slots=True)
class CheckRequest:
    """What is asked for: the configured servers of these names, or all; or `server` itself, locked under its name.

    The config is looked for from `start` upwards; without one the lock lies in `root`. Paths are as they were given.
    """

    start: Path
    root: Path
    names: tuple[str, ...] = ()
    server: object = None
    config: Path | None = None
    lock: Path | None = None
    fail_on: str | None = None
    update: bool = False


@dataclass(frozen=True, slots=True)
class CheckOutcome:
    """What came of it; `configured` says whether `govern` would find these servers by itself, too."""

    verdict: Verdict
    path: Path
    wrote: bool
    configured: bool


def check_servers(request: CheckRequest, environ: Mapping[str, str], today: date) -> CheckOutcome:
    """Compare the servers with the lock, by the policy of the config; with `update`, write it anew."""
    require_severity(request.fail_on)
    config = _config(request)
    path = request.lock or config.lock
    wanted = _wanted(request, config, environ)
    configured = all(target.name in target_names(config) for target in wanted)
    with alone(path) if request.update else nullcontext():
        agreed = _agreed(request, config, path, wanted)
        new = _seen(request, config, agreed.lock, wanted)
        wrote = request.update and save(path, new)
    verdict = decide(
        [] if request.update else findings(agreed.lock, new, config.policy),
        agreed.approvals,
        config.policy,
        today,
        old=path.name,
        new=LIVE,
        fail_on=request.fail_on,
        signed=agreed.signed,
    )
    repeat = " --live" if configured else ""
    return CheckOutcome(replace(verdict, repeat=repeat), path, wrote, configured)


def _config(request: CheckRequest) -> Config:
    try:
        return load_config(request.config, request.start)
    except ConfigMissing:
        if request.config:
            raise
        return Config(request.root / FILE, Settings())


def _wanted(request: CheckRequest, config: Config, environ: Mapping[str, str]) -> list[Target]:
    if request.server is None:
        return targets(config, request.names, environ)
    name = request.names[0] if request.names else getattr(request.server, "name", None)
    if not isinstance(name, str):
        raise UsageError("this server has no name; say what the lock calls it: check(server, name=…)")
    given = InProcess(f"the server given as {name}", config.root, request.server)
    if name in target_names(config):
        return [replace(targets(config, [name], environ)[0], how=given)]
    return [Target(name, "python", given)]


def _agreed(request: CheckRequest, config: Config, path: Path, wanted: list[Target]) -> Baseline:
    if request.update:
        return Baseline(load_if_there(path) or Lock())
    hint = "Write it with `pytest --govern-update`, review it and commit it."
    if not path.exists():
        raise LockfileMissing(f"there is no {LOCK_NAME} to compare with", where=str(path), hint=hint)
    agreed = read_baseline(config, path)
    missing = [target.name for target in wanted if agreed.lock.server(target.name) is None]
    if missing:
        known = ", ".join(server.name for server in agreed.lock.servers) or "nothing"
        message = f"the lock holds no server named {', '.join(missing)} (it holds: {known})"
        raise LockfileMissing(message, where=str(path), hint=hint)
    return agreed


def _seen(request: CheckRequest, config: Config, old: Lock, wanted: list[Target]) -> Lock:
    """The lock as it would be now; a server that cannot be seen is an error."""
    wanted = [_as_locked(target, old) for target in wanted]
    seen = _apart(lambda: capture_servers(wanted, jobs=config.settings.jobs))
    every = not request.names and request.server is None
    asked = LockRequest(names=() if every else tuple(target.name for target in wanted), check=True)
    outcomes = [
        outcome_of(target, seen[target.name], measures_of(config, target.name, old), old, asked) for target in wanted
    ]
    for outcome in outcomes:
        if outcome.error:
            raise outcome.error
    return assemble_lock([*outcomes, *dropped_servers(config, old, asked)], config, old)


def _as_locked(target: Target, old: Lock) -> Target:
    """A server that only the test knows comes from where the lock says it does."""
    before = old.server(target.name)
    unknown = isinstance(target.how, InProcess) and target.how.given is not None and target.source == "python"
    return replace(target, source=before.source) if before and unknown else target


def _apart(work: Callable[[], Made]) -> Made:
    """Run in a thread of its own: where a test is async, an event loop runs in this one already."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(work).result()
