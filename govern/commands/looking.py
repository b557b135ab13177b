"""Servers seen as they are now, for verbs that hold a lock against them."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path

    from govern.commands.diff import DiffRequest
    from govern.commands.gate import GateRequest
    from govern.commands.replay import ReplayRequest
    from govern.lockfile.outcome import LockOutcome
    from govern.servers.capture import Progress


def seen_now(
    asked: DiffRequest | GateRequest | ReplayRequest,
    path: Path,
    environ: Mapping[str, str],
    progress: Callable[[Progress], None] | None,
    jobs: int | None = None,
) -> LockOutcome:
    """The lock as it would be written now; it is not."""
    from govern.commands.lock import LockRequest, lock

    request = LockRequest(check=True, jobs=jobs, config=asked.config, lock=path, config_from=asked.config_from)
    return lock(request, environ, progress)
