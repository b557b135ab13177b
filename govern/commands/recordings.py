"""`govern replay` and `govern profile`: check recorded calls against the contract, and measure their answers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from govern.commands.cost import costed_tools
from govern.commands.lock import preview_lock
from govern.commands.project import ProjectRequest, find_config_if_any, find_lock
from govern.commands.sides import LIVE, old_side
from govern.economics.assess import Thresholds
from govern.errors import LockfileMissing, UsageError, docs_url, no_such
from govern.findings import findings
from govern.lockfile.store import bytes_at, load, read_both
from govern.policy.settings import Policy
from govern.traces.contract import Contract
from govern.traces.judge import Judge
from govern.traces.outcome import Evidence, Replay
from govern.traces.profile import AnswerCosts, Profiler, checks, names_of
from govern.traces.reading import Recordings, recordings
from govern.traces.reasons import successors
from govern.traces.recording import TraceFormat

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from pathlib import Path

    from govern.commands.sides import LockSide
    from govern.lockfile.document import Lock
    from govern.lockfile.outcome import LockOutcome
    from govern.rules.finding import Finding
    from govern.servers.capture import Progress
    from govern.traces.outcome import Replayed
    from govern.traces.reading import Notes

TRACE_FORMATS_HINT = f"choose a format with --trace-format; see {docs_url('replay.md#formats')}"


@dataclass(frozen=True, slots=True, kw_only=True)
class ReplayRequest(ProjectRequest):
    """The arguments of `govern replay`. `servers` are NAME or RECORDED=NAME."""

    traces: tuple[Path, ...]
    against: str | None = None
    live: bool = False
    servers: tuple[str, ...] = ()
    form: TraceFormat = TraceFormat.AUTO


def replay(
    request: ReplayRequest, environ: Mapping[str, str], progress: Callable[[Progress], None] | None = None
) -> Replay:
    """Check every recorded call against the lock, or against the running servers. No tool is called."""
    files = _files(request.traces)
    config = find_config_if_any(request.config, request.config_from, needed=request.live)
    path = request.lock or (config.lock if config else find_lock(None, None))
    preview = preview_lock(request, path, environ, progress) if request.live else None
    before = _old_side(request, path, environ)
    old, new = _locks(before, path, preview)
    found: Sequence[Finding] = ()
    if old is not None and old.digest != new.digest:
        found = findings(old, new, config.policy if config else Policy())
    aliases, default = server_aliases(request.servers, [lock for lock in (new, old) if lock])
    contracts = Contract(new), Contract(old) if old else None
    judge = Judge(*contracts, found, aliases, default)
    calls = Recordings(judge.take, request.form)
    calls.read(files, judge.at)
    replayed = judge.outcome()
    _require_judged(replayed, files)
    earlier_names = {after: name for name, after in successors([each.change for each in found]).items()}
    evidence = Evidence(replayed, earlier_names, calls.notes.bad)
    new_name = LIVE if preview else path.name
    return Replay(new_name, before.called if before else None, evidence, tuple(found), calls.notes, preview)


def _files(traces: Sequence[Path]) -> list[Path]:
    files = recordings(traces)
    if not files:
        raise UsageError("no recording found", where=", ".join(map(str, traces)), hint=TRACE_FORMATS_HINT)
    return files


def _old_side(request: ReplayRequest, path: Path, environ: Mapping[str, str]) -> LockSide | None:
    """Return the contract that the calls were valid under: the named one, or the lock if NEW is live."""
    word = request.against if request.against is not None else str(path) if request.live else None
    if word is None:
        return None
    if word == LIVE:
        raise UsageError(
            "--against takes a lock file or a git ref", hint="use --live to replay against the running servers"
        )
    side = old_side(word, path, environ)
    if side.content is None:
        raise LockfileMissing("no lock to compare with", where=side.called)
    return side


def _locks(before: LockSide | None, path: Path, preview: LockOutcome | None) -> tuple[Lock | None, Lock]:
    if before is None or preview:
        new = preview.lock if preview else load(path)
        return (before.lock() if before else None), new
    return read_both((before.content or b"", before.called), (bytes_at(path), str(path)))


def server_aliases(words: Sequence[str], locks: Sequence[Lock]) -> tuple[dict[str, str], str | None]:
    """Return the servers by their recorded names, and the server of calls that name none."""
    known = {server.name: None for lock in locks for server in lock.servers}
    aliases: dict[str, str] = {}
    default = None
    for word in words:
        recorded, equals, name = word.rpartition("=")
        if word in known:
            default = word
        elif equals and recorded and name in known:
            aliases[recorded] = name
        else:
            wanted = name if equals else word
            raise no_such("server", wanted, "the lock", known)
    return aliases, default


def _require_judged(replayed: Replayed, files: Sequence[Path]) -> None:
    """Raise UsageError if no call was checked, so that this is not taken for success."""
    total = replayed.total
    _require_calls(total.calls, [each.tool for each in replayed.outsiders], files)
    if total.worked == total.unrecorded and not total.broken:
        message = "no recorded call can be checked: each one failed or has no arguments"
        raise UsageError(message, where=_where(files), hint=TRACE_FORMATS_HINT)


def _require_calls(calls: int, others: Sequence[str], files: Sequence[Path]) -> None:
    """Raise UsageError if no call was of a tool of the lock; `others` are the names of calls of no tool."""
    if calls:
        return
    if not others:
        raise UsageError("no recorded tool call found", where=_where(files), hint=TRACE_FORMATS_HINT)
    hint = "name the server of these calls with --server NAME, or map its recorded name with --server RECORDED=NAME"
    names = ", ".join(map(repr, others[:3]))
    raise UsageError(f"no recorded call is for a tool of the lock: {names}", where=_where(files), hint=hint)


def _where(files: Sequence[Path]) -> str:
    return str(files[0]) if len(files) == 1 else f"{len(files):,} files"


@dataclass(frozen=True, slots=True, kw_only=True)
class ProfileRequest(ProjectRequest):
    """The arguments of `govern profile`. `servers` are NAME or RECORDED=NAME."""

    traces: tuple[Path, ...]
    overhead_blocks: int = 0
    max_p95: int | None = None
    fail_over_bound: bool = False
    servers: tuple[str, ...] = ()
    form: TraceFormat = TraceFormat.AUTO


def profile(request: ProfileRequest) -> AnswerCosts:
    """Return the tokens of every recorded answer, by tool of the lock. No server is started."""
    files = _files(request.traces)
    config = find_config_if_any(request.config, request.config_from)
    path = request.lock or (config.lock if config else find_lock(None, None))
    lock = load(path)
    profiler, notes = profiled(lock, files, request)
    tools = profiler.tools()
    found = tuple(checks(tools, request.max_p95, bounds=request.fail_over_bound))
    if not found:
        _require_calls(sum(tool.calls for tool in tools), [*profiler.outside], files)
    return AnswerCosts(
        lock_digest=lock.digest,
        encoding=lock.encoding,
        tools=tools,
        outside=profiler.outside,
        notes=notes,
        checks=found,
    )


def profiled(lock: Lock, files: Sequence[Path], request: ProfileRequest) -> tuple[Profiler, Notes]:
    """Return the recorded answers of the tools of a lock, measured, and what was read."""
    profiler = Profiler(
        costed_tools(lock),
        names_of(Contract(lock), *server_aliases(request.servers, [lock])),
        overhead_blocks=request.overhead_blocks,
        encoding=lock.encoding,
        thresholds=Thresholds(*lock.risk),
    )
    calls = Recordings(profiler.take, request.form)
    calls.read(files, lambda _: None)
    return profiler, calls.notes
