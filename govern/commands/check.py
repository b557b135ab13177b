"""The check behind the pytest fixture: compare servers, also server objects of a test, with the lock."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from contextlib import nullcontext
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, TypeVar

from govern.commands.diff import require_severity
from govern.commands.lock import dropped_servers, outcome_of
from govern.commands.sides import LIVE
from govern.commands.signatures import Baseline, read_baseline
from govern.errors import ConfigMissing, LockfileMissing, UsageError
from govern.findings import findings
from govern.lockfile.document import Lock
from govern.lockfile.store import LOCK_NAME, load_if_there, save
from govern.lockfile.writing import exclusive_access
from govern.policy.config import FILE, Config, load_config
from govern.policy.measuring import assemble_lock, measures_of
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


Result = TypeVar("Result")


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckRequest:
    """The arguments of a check: the named servers, all configured ones, or `server` itself, locked under its name.

    The config is searched from `start` upwards. If there is none, the lock is in `root`.
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
    """The result of a check. `configured` is true if the config names these servers, so that `govern` can find them."""

    verdict: Verdict
    path: Path
    wrote: bool
    configured: bool


def check_servers(request: CheckRequest, environ: Mapping[str, str], today: date) -> CheckOutcome:
    """Compare the servers with the lock by the policy of the config; with `update`, write the lock instead."""
    require_severity(request.fail_on)
    config = _config(request)
    path = request.lock or config.lock
    wanted = _targets(request, config, environ)
    configured = all(target.name in target_names(config) for target in wanted)
    with exclusive_access(path) if request.update else nullcontext():
        baseline = _baseline(request, config, path, wanted)
        new = _current_lock(request, config, baseline.lock, wanted)
        wrote = request.update and save(path, new)
    verdict = decide(
        [] if request.update else findings(baseline.lock, new, config.policy),
        baseline.approvals,
        config.policy,
        today,
        old=path.name,
        new=LIVE,
        fail_on=request.fail_on,
        signed=baseline.signed,
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


def _targets(request: CheckRequest, config: Config, environ: Mapping[str, str]) -> list[Target]:
    if request.server is None:
        return targets(config, request.names, environ)
    name = request.names[0] if request.names else getattr(request.server, "name", None)
    if not isinstance(name, str):
        raise UsageError("this server object has no name; pass the name of the lock: check(server, name='…')")
    given = InProcess(f"server object {name}", config.root, request.server)
    if name in target_names(config):
        return [replace(targets(config, [name], environ)[0], how=given)]
    return [Target(name, "python", given)]


def _baseline(request: CheckRequest, config: Config, path: Path, wanted: list[Target]) -> Baseline:
    if request.update:
        return Baseline(load_if_there(path) or Lock())
    hint = "write it with `pytest --govern-update`, review it and commit it"
    if not path.exists():
        raise LockfileMissing(f"no {LOCK_NAME} found", where=str(path), hint=hint)
    baseline = read_baseline(config, path)
    missing = [target.name for target in wanted if baseline.lock.server(target.name) is None]
    if missing:
        known = ", ".join(server.name for server in baseline.lock.servers) or "nothing"
        message = f"not in the lock: {', '.join(missing)} (the lock has: {known})"
        raise LockfileMissing(message, where=str(path), hint=hint)
    return baseline


def _current_lock(request: CheckRequest, config: Config, old: Lock, wanted: list[Target]) -> Lock:
    """Return the lock as it would be written now. Raise the error of a server that fails."""
    wanted = [_with_locked_source(target, old) for target in wanted]
    captures = _in_thread(lambda: capture_servers(wanted, jobs=config.settings.jobs))
    every = not request.names and request.server is None
    outcomes = [
        outcome_of(target, captures[target.name], measures_of(config, target.name, old), old) for target in wanted
    ]
    for outcome in outcomes:
        if outcome.error:
            raise outcome.error
    names = [] if every else [target.name for target in wanted]
    return assemble_lock([*outcomes, *dropped_servers(config, old, names)], config, old)


def _with_locked_source(target: Target, old: Lock) -> Target:
    """Return the target with the source that the lock names, for a server object that only the test has."""
    before = old.server(target.name)
    unknown = isinstance(target.how, InProcess) and target.how.given is not None and target.source == "python"
    return replace(target, source=before.source) if before and unknown else target


def _in_thread(work: Callable[[], Result]) -> Result:
    """Run in another thread, since an async test already runs an event loop in this one."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(work).result()
