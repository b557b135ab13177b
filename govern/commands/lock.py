"""`govern lock`: connect to servers and write their tools to the lock. Other commands use its parts for `--live`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from govern.commands.notes import add_era_notes, lock_notes, server_notes
from govern.commands.project import ProjectRequest, find_config
from govern.contract.surface import TOOL
from govern.economics.tokens import load_meanwhile
from govern.errors import LockfileMissing, ServerError, ServerMisbehaved, UsageError
from govern.lockfile.comparison import measured_by
from govern.lockfile.lock_server import Origin, begin_server
from govern.lockfile.outcome import LockOutcome, ServerOutcome, movements
from govern.lockfile.store import load_if_there, save, stamp
from govern.lockfile.writing import exclusive_access
from govern.policy.measuring import assemble_lock, measures_of
from govern.policy.targets import target_names, targets
from govern.servers.capture import capture_servers

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping, Sequence
    from pathlib import Path

    from govern.lockfile.document import Lock, LockedServer
    from govern.lockfile.lock_server import Measures
    from govern.lockfile.outcome import Status
    from govern.policy.config import Config
    from govern.policy.server_settings import SandboxKind
    from govern.policy.target import Target
    from govern.servers.capture import Capture, Progress


@dataclass(frozen=True, slots=True, kw_only=True)
class LockRequest(ProjectRequest):
    """The arguments of `govern lock`."""

    names: tuple[str, ...] = ()
    check: bool = False
    twice: bool = False
    accept_empty: frozenset[str] = frozenset()
    jobs: int | None = None
    sandbox: SandboxKind | None = None
    sandbox_read: tuple[Path, ...] = ()


def lock(
    request: LockRequest, environ: Mapping[str, str], progress: Callable[[Progress], None] | None = None
) -> LockOutcome:
    """Lock the named servers, or all. With `check`, write nothing and report whether the lock is up to date."""
    config = find_config(request.config, request.config_from)
    path = request.lock or config.lock
    before = stamp(path)
    old = load_if_there(path)
    if request.check and old is None:
        raise LockfileMissing("no lock to check", where=str(path), hint="write it with `govern lock`")
    _refuse_unknown(request.accept_empty, config)
    wanted = _confined(targets(config, request.names, environ), request)
    if old is None or any(old.server(target.name) is None for target in wanted):
        load_meanwhile(config.policy.encoding)
    begun: dict[str, Callable[[], ServerOutcome]] = {}

    stateless: dict[str, Capture] = {}

    def begin(target: Target, seen: Capture | ServerError) -> None:
        if not isinstance(seen, ServerError) and seen.may_be_stateless:
            stateless[target.name] = seen
        measures = measures_of(config, target.name, old)
        begun[target.name] = begin_outcome(target, seen, measures, old, request.accept_empty)

    jobs = request.jobs or config.settings.jobs
    capture_servers(wanted, jobs=jobs, twice=request.twice, probe=not request.check, progress=progress, each=begin)
    outcomes = [begun[target.name]() for target in wanted]
    if request.check:
        return _outcome(path, outcomes, config, old, request)
    outcomes = add_era_notes(outcomes, stateless, jobs, progress)
    with exclusive_access(path):
        # Another process may have written the lock meanwhile; its servers must stay.
        latest = old if stamp(path) == before else load_if_there(path)
        return _outcome(path, outcomes, config, latest, request)


def _confined(wanted: list[Target], request: LockRequest) -> list[Target]:
    """Return the targets in the sandbox that the command line asks for."""
    if request.sandbox is None:
        return wanted
    from govern.servers.sandbox import confine, find_sandbox

    sandbox = find_sandbox(request.sandbox, request.sandbox_read)
    return [confine(target, sandbox) for target in wanted]


def _outcome(
    path: Path, outcomes: list[ServerOutcome], config: Config, old: Lock | None, request: LockRequest
) -> LockOutcome:
    """Return the new lock with the outcome of each server, and write it unless this is a check."""
    servers = [*outcomes, *dropped_servers(config, old, request.names)]
    new = assemble_lock(servers, config, old)
    seen_any = old is not None or any(not server.error for server in servers)
    return LockOutcome(
        path=path,
        lock=new,
        servers=tuple(servers),
        notes=tuple(lock_notes(config, new, request.names)),
        stale=old is None or measured_by(old) != measured_by(new) or old.digest != new.digest,
        wrote=seen_any and not request.check and save(path, new),
        checked=request.check,
    )


def outcome_of(target: Target, seen: Capture | ServerError, measures: Measures, old: Lock | None) -> ServerOutcome:
    """Return the outcome of one server. A server that lost all its tools counts as failed."""
    return begin_outcome(target, seen, measures, old, frozenset())()


def begin_outcome(
    target: Target,
    seen: Capture | ServerError,
    measures: Measures,
    old: Lock | None,
    accept_empty: Collection[str],
) -> Callable[[], ServerOutcome]:
    """Return a function that returns the outcome of one server. Its tokens are counted in the meantime."""
    before = old.server(target.name) if old else None
    error = seen if isinstance(seen, ServerError) else _emptied(seen, before, accept_empty)
    if error or isinstance(seen, ServerError):
        return lambda: ServerOutcome(target.name, "failed", before, error=error)
    origin = Origin(target.name, target.source, target.client, target.normalize, _integrity(seen, before))
    block = begin_server(origin, seen.surface, measures, before)

    def outcome() -> ServerOutcome:
        after = block()
        status: Status = "new" if before is None else "same" if before.digest == after.digest else "changed"
        moved = tuple(movements(before, after)) if before else ()
        return ServerOutcome(target.name, status, after, moved, tuple(server_notes(seen)))

    return outcome


def _integrity(seen: Capture, before: LockedServer | None) -> str | None:
    """Return the integrity of what ran; a package cache that does not know it leaves the locked one as it is.

    A package that the config names by a placeholder is left out: the lock never has the value of a placeholder.
    """
    source, ran = seen.target.source, seen.artifact
    if ran and ran.line and ran.spec in source:
        return ran.line
    return before.integrity if before and before.source == source else None


def _emptied(seen: Capture, before: LockedServer | None, accept_empty: Collection[str]) -> ServerError | None:
    """Return an error for a server that lists no tools but had some: it is more likely broken than empty."""
    if before is None or not before.tools or any(True for _ in seen.surface.of(TOOL)):
        return None
    if seen.target.name in accept_empty:
        return None
    return ServerMisbehaved(
        f"lists no tools; the lock has {len(before.tools)}",
        where=seen.target.name,
        hint=f"if this is intended: govern lock --accept-empty {seen.target.name}",
    )


def dropped_servers(config: Config, old: Lock | None, names: Sequence[str]) -> list[ServerOutcome]:
    """Return an outcome for each locked server that the config no longer names, unless `names` choose servers."""
    if old is None or names:
        return []
    configured = set(target_names(config))
    return [
        ServerOutcome(server.name, "dropped", moved=tuple(movements(server, None)))
        for server in old.servers
        if server.name not in configured
    ]


def _refuse_unknown(names: frozenset[str], config: Config) -> None:
    unknown = sorted(names - set(target_names(config)))
    if unknown:
        raise UsageError(f"--accept-empty: no such server in the config: {', '.join(unknown)}", where=str(config.file))


def preview_lock(  # noqa: PLR0913 - the last two are passed by name
    source: ProjectRequest,
    path: Path,
    environ: Mapping[str, str],
    progress: Callable[[Progress], None] | None,
    *,
    jobs: int | None = None,
    names: tuple[str, ...] = (),
) -> LockOutcome:
    """Return the lock as `govern lock` would write it now, of the named servers or of all, without writing it."""
    request = LockRequest(
        names=names, check=True, jobs=jobs, config=source.config, lock=path, config_from=source.config_from
    )
    return lock(request, environ, progress)
