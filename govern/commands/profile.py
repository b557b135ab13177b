"""`govern profile`: what the answers of recorded calls cost."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from govern.commands.cost import costed_tools
from govern.commands.project import find_config_if_any, find_lock
from govern.commands.replay import TRACE_FORMATS_HINT, server_aliases
from govern.economics.assess import Thresholds
from govern.errors import UsageError
from govern.lockfile.store import load
from govern.traces.contract import Contract
from govern.traces.files import recordings
from govern.traces.formats import TraceFormat
from govern.traces.profile import AnswerCosts, Profiler, checks, names_of
from govern.traces.reading import Recordings

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from govern.lockfile.document import Lock
    from govern.traces.reading import Notes


@dataclass(frozen=True, slots=True, kw_only=True)
class ProfileRequest:
    """The arguments of `govern profile`. `servers` are NAME or RECORDED=NAME."""

    traces: tuple[Path, ...]
    overhead_blocks: int = 0
    max_p95: int | None = None
    fail_over_bound: bool = False
    servers: tuple[str, ...] = ()
    form: TraceFormat = TraceFormat.AUTO
    config: Path | None = None
    config_from: str | None = None
    lock: Path | None = None


def profile(request: ProfileRequest) -> AnswerCosts:
    """Return the tokens of every recorded answer, by tool of the lock. No server is started."""
    files = recordings(request.traces)
    if not files:
        where = ", ".join(map(str, request.traces))
        raise UsageError("no recording found", where=where, hint=TRACE_FORMATS_HINT)
    config = find_config_if_any(request.config, request.config_from, needed=False)
    path = request.lock or (config.lock if config else find_lock(None, None))
    lock = load(path)
    profiler, notes = profiled(lock, files, request)
    tools = profiler.tools()
    found = tuple(checks(tools, request.max_p95, bounds=request.fail_over_bound))
    if not found:
        _require_calls(profiler, [str(file) for file in files])
    return AnswerCosts(
        lock_digest=lock.digest,
        lock_name=path.name,
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


def _require_calls(profiler: Profiler, files: list[str]) -> None:
    """Raise UsageError if no call was of a tool of the lock, so that a wrong file is not taken for an empty one."""
    if any(tool.calls for tool in profiler.tools()):
        return
    where = files[0] if len(files) == 1 else f"{len(files):,} files"
    if not profiler.outside:
        raise UsageError("no recorded tool call found", where=where, hint=TRACE_FORMATS_HINT)
    names = ", ".join(repr(name) for name in list(profiler.outside)[:3])
    hint = "name the server of these calls with --server NAME, or map its recorded name with --server RECORDED=NAME"
    raise UsageError(f"no recorded call is for a tool of the lock: {names}", where=where, hint=hint)
