"""Servers seen as they are now, for verbs that hold a lock against them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path

    from govern.lockfile.outcome import LockOutcome
    from govern.snapshot.take import Progress


class Asked(Protocol):
    """What of a request says how to look."""

    @property
    def jobs(self) -> int | None:
        """How many servers at a time."""

    @property
    def config(self) -> Path | None:
        """The config that names them."""

    @property
    def config_from(self) -> str | None:
        """The commit that the config is read from."""


def seen_now(
    asked: Asked, path: Path, environ: Mapping[str, str], progress: Callable[[Progress], None] | None
) -> LockOutcome:
    """The lock as it would be written now; it is not."""
    from govern.commands.lock import LockRequest, lock

    request = LockRequest(check=True, jobs=asked.jobs, config=asked.config, lock=path, config_from=asked.config_from)
    return lock(request, environ, progress)
