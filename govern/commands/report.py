"""`govern report`: everything about a lock on one page."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from govern import __version__
from govern.commands.configured import configured_if_any
from govern.commands.cost import billed, dearest_first, tokens_before
from govern.commands.diff import DiffRequest, diff
from govern.commands.place import find_lock, in_repository
from govern.commands.sides import LIVE, new_side
from govern.errors import Exit, UsageError
from govern.lockfile.store import read_text
from govern.policy.settings import Policy
from govern.report.html.contents import Contents

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from datetime import date
    from pathlib import Path

    from govern.commands.diff import Diffed
    from govern.lockfile.document import Lock
    from govern.lockfile.outcome import LockOutcome
    from govern.report.html.contents import LockCommit
    from govern.servers.take import Progress


@dataclass(frozen=True, slots=True)
class ReportRequest:
    """What was asked for."""

    old: str | None = None
    new: str | None = None
    config: Path | None = None
    lock: Path | None = None
    history: bool = True
    config_from: str | None = None
    traces: tuple[Path, ...] = ()


@dataclass(frozen=True, slots=True)
class Reported:
    """What the page is made of, and what came of looking where NEW is live."""

    contents: Contents
    looked: LockOutcome | None = None

    @property
    def exit_code(self) -> Exit:
        """What could not be seen is not on the page."""
        unseen = self.contents.verdict is not None and self.contents.verdict.unseen
        return Exit.COULD_NOT_SEE if unseen else Exit.DONE


def report(
    request: ReportRequest,
    environ: Mapping[str, str],
    today: date,
    progress: Callable[[Progress], None] | None = None,
) -> Reported:
    """Compare as `govern diff` does, and gather what else there is to tell of NEW. It is no gate: no change refuses."""
    policy, path = _policy(request)
    diffed = None if _alone(request, path) else diff(_compared(request, path), environ, today, progress)
    lock = _new_lock(request, path, diffed)
    # Where both sides are one text, neither was read.
    old = diffed.old or (None if diffed.verdict.first or diffed.lock else lock) if diffed else None
    before = tokens_before(old, lock) if old else None
    steps, earlier, why = _history(request, path, policy)
    contents = Contents(
        path=in_repository(path),
        lock=lock,
        bill=billed(lock, dearest_first(lock), policy.budget, before),
        made=today,
        version=__version__,
        verdict=diffed.verdict if diffed else None,
        old=old,
        tokens_before=before,
        steps=steps,
        earlier=earlier,
        why_no_verdict="" if diffed else "Nothing to compare with: the lock lies in no git repository; name OLD.",
        why_no_history=why,
    )
    return Reported(contents, diffed.looked if diffed else None)


def _policy(request: ReportRequest) -> tuple[Policy, Path]:
    """A lock without a config is told of by what govern does by default."""
    config = configured_if_any(request.config, request.config_from)
    if config is None:
        return Policy(), find_lock(request.lock, None)
    return config.policy, request.lock or config.lock


def _compared(request: ReportRequest, path: Path) -> DiffRequest:
    return DiffRequest(
        request.old,
        request.new,
        config=request.config,
        lock=path,
        config_from=request.config_from,
        traces=request.traces,
    )


def _alone(request: ReportRequest, path: Path) -> bool:
    """Whether there is nothing that the lock could be compared with, as nobody named it and no git keeps it."""
    return request.old is None and request.new != LIVE and not _in_git(path)


def _in_git(path: Path) -> bool:
    return any((folder / ".git").exists() for folder in path.absolute().parents)


def _new_lock(request: ReportRequest, path: Path, diffed: Diffed | None) -> Lock:
    if diffed and diffed.lock:
        return diffed.lock
    side = new_side(request.new, path)
    return read_text(side.text, side.called)


def _history(request: ReportRequest, path: Path, policy: Policy) -> tuple[tuple[LockCommit, ...], int, str]:
    """A page can be made without a history; why there is none is told in its place."""
    if not request.history:
        return (), 0, "Left out, as --no-history asks."
    if not _in_git(path):
        return (), 0, "The lock lies in no git repository."
    from govern.commands.drift import drift

    try:
        steps, earlier = drift(path, policy)
    except UsageError as error:
        return (), 0, f"It cannot be told: {error.message}. {error.hint}".strip()
    return steps, earlier, "" if steps else "No commit holds the lock yet."
