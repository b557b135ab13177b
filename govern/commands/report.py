"""`govern report`: one HTML page about a lock."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from govern.commands.cost import costed_tools, make_bill, tokens_before
from govern.commands.diff import DiffRequest, diff
from govern.commands.project import find_config_if_any, find_lock, in_repository
from govern.commands.sides import LIVE, PastLocks, new_side
from govern.errors import Exit, LockfileInvalid, LockfileTooNew, UsageError
from govern.findings import findings
from govern.git.history import lock_history
from govern.git.trees import BlobReader
from govern.policy.settings import Policy
from govern.report.html.contents import Contents, LockCommit
from govern.traces.reading import recordings

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from datetime import date
    from pathlib import Path

    from govern.commands.diff import DiffResult
    from govern.economics.profile import ToolProfile
    from govern.git.history import FileVersion
    from govern.lockfile.document import Lock
    from govern.lockfile.outcome import LockOutcome
    from govern.rules.rule import Severity
    from govern.servers.capture import Progress


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportRequest(DiffRequest):
    """The arguments of `govern report`, which compares as `govern diff` does."""

    history: bool = True


@dataclass(frozen=True, slots=True)
class ReportResult:
    """The contents of the page, and what servers returned if NEW is live."""

    contents: Contents
    preview: LockOutcome | None = None

    @property
    def exit_code(self) -> Exit:
        """Return UNREACHABLE if a server is missing from the page. Findings do not fail a report."""
        unseen = self.contents.verdict is not None and self.contents.verdict.unseen
        return Exit.UNREACHABLE if unseen else Exit.OK


def report(
    request: ReportRequest,
    environ: Mapping[str, str],
    today: date,
    progress: Callable[[Progress], None] | None = None,
) -> ReportResult:
    """Compare as `govern diff` does, and collect the cost and the history of NEW."""
    policy, path = _policy(request)
    has_old = request.old is not None or request.new == LIVE or _in_git(path)
    result = diff(replace(request, lock=path), environ, today, progress) if has_old else None
    lock = _new_lock(request, path, result)
    # If both sides have the same text, neither was parsed.
    old = result.old or (None if result.verdict.first or result.lock else lock) if result else None
    before = tokens_before(old, lock) if old else None
    steps, earlier, why = _history(request, path, policy)
    contents = Contents(
        path=in_repository(path),
        lock=lock,
        bill=make_bill(lock, costed_tools(lock), policy.budget, before),
        made=today,
        verdict=result.verdict if result else None,
        old=old,
        tokens_before=before,
        steps=steps,
        earlier=earlier,
        answers=_answers(request.traces, lock),
        why_no_verdict="" if result else "Nothing to compare with: the lock is not in a git repository. Name OLD.",
        why_no_history=why,
    )
    return ReportResult(contents, result.preview if result else None)


def _answers(traces: tuple[Path, ...], lock: Lock) -> tuple[ToolProfile, ...]:
    if not traces:
        return ()
    from govern.commands.recordings import ProfileRequest, profiled

    profiler, _ = profiled(lock, recordings(traces), ProfileRequest(traces=traces))
    return tuple(tool for tool in profiler.tools() if tool.answers)


def _policy(request: ReportRequest) -> tuple[Policy, Path]:
    config = find_config_if_any(request.config, request.config_from)
    if config is None:
        return Policy(), find_lock(request.lock, None)
    return config.policy, request.lock or config.lock


def _in_git(path: Path) -> bool:
    return any((folder / ".git").exists() for folder in path.absolute().parents)


def _new_lock(request: ReportRequest, path: Path, result: DiffResult | None) -> Lock:
    if result and result.lock:
        return result.lock
    return new_side(request.new, path).lock()


def _history(request: ReportRequest, path: Path, policy: Policy) -> tuple[tuple[LockCommit, ...], int, str]:
    """Return the history of the lock, the number of earlier commits, and the reason if there is no history."""
    if not request.history:
        return (), 0, "Omitted: --no-history."
    if not _in_git(path):
        return (), 0, "The lock is not in a git repository."
    try:
        steps, earlier = history_steps(path, policy)
    except UsageError as error:
        return (), 0, f"Not available: {error.message}. {error.hint}".strip()
    return steps, earlier, "" if steps else "No commit contains the lock yet."


_MOST_COMMITS = 200
_REMOVED = "the lock was removed in this commit"


def history_steps(path: Path, policy: Policy) -> tuple[tuple[LockCommit, ...], int]:
    """Return the last commits that changed the lock, oldest first, and the number of commits before them.

    The first commit of all has no changes: the history begins there.
    """
    snapshots = lock_history(path)
    earlier = max(0, len(snapshots) - _MOST_COMMITS)
    # One earlier commit is read too, since changes are counted from it.
    history = list(_steps(path, snapshots[max(0, earlier - 1) :], policy))
    return tuple(history[bool(earlier) :]), earlier


def _steps(path: Path, snapshots: Sequence[FileVersion], policy: Policy) -> Iterator[LockCommit]:
    before: Lock | None = None
    with BlobReader(path) as blobs:
        locks = PastLocks(blobs)
        for snapshot in snapshots:
            step, lock = _step(snapshot, locks)
            yield replace(step, changes=_counts(before, lock, policy)) if before and lock else step
            before = lock or before


def _step(snapshot: FileVersion, locks: PastLocks) -> tuple[LockCommit, Lock | None]:
    """Return one commit and its lock. A lock that cannot be read is noted."""
    step = LockCommit(snapshot.commit, snapshot.when, snapshot.subject, snapshot.tags)
    if not snapshot.blob:
        return replace(step, problem=_REMOVED), None
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
