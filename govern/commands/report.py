"""`govern report`: everything about a lock on one page."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from govern import __version__
from govern.commands.cost import costed_tools, make_bill, tokens_before
from govern.commands.diff import DiffRequest, diff
from govern.commands.findings import findings
from govern.commands.past_locks import PastLocks
from govern.commands.project import find_config_if_any, find_lock, in_repository
from govern.commands.sides import LIVE, new_side
from govern.errors import Exit, LockfileInvalid, LockfileTooNew, UsageError
from govern.git.history import lock_history
from govern.git.trees import BlobReader
from govern.lockfile.store import read_text
from govern.policy.settings import Policy
from govern.report.html.contents import Contents, Step

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from datetime import date
    from pathlib import Path

    from govern.commands.diff import DiffResult
    from govern.git.history import FileVersion
    from govern.lockfile.document import Lock
    from govern.lockfile.outcome import LockOutcome
    from govern.rules.rule import Severity
    from govern.servers.capture import Progress


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
class ReportResult:
    """What the page is made of, and what came of looking where NEW is live."""

    contents: Contents
    looked: LockOutcome | None = None

    @property
    def exit_code(self) -> Exit:
        """What could not be seen is not on the page."""
        unseen = self.contents.verdict is not None and self.contents.verdict.unseen
        return Exit.UNREACHABLE if unseen else Exit.OK


def report(
    request: ReportRequest,
    environ: Mapping[str, str],
    today: date,
    progress: Callable[[Progress], None] | None = None,
) -> ReportResult:
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
        bill=make_bill(lock, costed_tools(lock), policy.budget, before),
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
    return ReportResult(contents, diffed.looked if diffed else None)


def _policy(request: ReportRequest) -> tuple[Policy, Path]:
    """A lock without a config is told of by what govern does by default."""
    config = find_config_if_any(request.config, request.config_from)
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


def _new_lock(request: ReportRequest, path: Path, diffed: DiffResult | None) -> Lock:
    if diffed and diffed.lock:
        return diffed.lock
    side = new_side(request.new, path)
    return read_text(side.text, side.called)


def _history(request: ReportRequest, path: Path, policy: Policy) -> tuple[tuple[Step, ...], int, str]:
    """A page can be made without a history; why there is none is told in its place."""
    if not request.history:
        return (), 0, "Left out, as --no-history asks."
    if not _in_git(path):
        return (), 0, "The lock lies in no git repository."
    try:
        steps, earlier = history_steps(path, policy)
    except UsageError as error:
        return (), 0, f"It cannot be told: {error.message}. {error.hint}".strip()
    return steps, earlier, "" if steps else "No commit holds the lock yet."


_MOST_COMMITS = 200
_AWAY = "there is no lock from this commit on"


def history_steps(path: Path, policy: Policy) -> tuple[tuple[Step, ...], int]:
    """The last commits that touched the lock, oldest first, and how many there are before them.

    Of the first of all, nothing is a change: it is where the history begins.
    """
    snapshots = lock_history(path)
    earlier = max(0, len(snapshots) - _MOST_COMMITS)
    # One more is read where there is one, since changes are counted from it.
    told = list(_steps(path, snapshots[max(0, earlier - 1) :], policy))
    return tuple(told[bool(earlier) :]), earlier


def _steps(path: Path, snapshots: Sequence[FileVersion], policy: Policy) -> Iterator[Step]:
    before: Lock | None = None
    with BlobReader(path) as blobs:
        locks = PastLocks(blobs)
        for snapshot in snapshots:
            step, lock = _step(snapshot, locks)
            yield replace(step, changes=_counts(before, lock, policy)) if before and lock else step
            before = lock or before


def _step(snapshot: FileVersion, locks: PastLocks) -> tuple[Step, Lock | None]:
    """What the commit made of the lock; one that cannot be read any more is named, and stops nothing."""
    step = Step(snapshot.commit, snapshot.when, snapshot.subject, snapshot.tags)
    if not snapshot.blob:
        return replace(step, problem=_AWAY), None
    try:
        lock = locks.at(snapshot.blob, snapshot.commit[:12])
    except (LockfileInvalid, LockfileTooNew) as error:
        return replace(step, problem=str(error)), None
    tools = {server.name: len(server.tools) for server in lock.servers}
    tokens = {server.name: server.definition_tokens for server in lock.servers}
    return replace(step, encoding=lock.encoding, tools=tools, tokens=tokens), lock


def _counts(old: Lock, new: Lock, policy: Policy) -> Counter[Severity]:
    if old.digest == new.digest:
        return Counter()
    return Counter(finding.severity for finding in findings(old, new, policy))
