"""How a lock moved through its history: each commit with the changes that it brought."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING

from govern.commands.compared import findings
from govern.commands.past import PastLocks
from govern.errors import LockfileInvalid, LockfileTooNew
from govern.git.blobs import Blobs
from govern.git.history import lock_history
from govern.report.html.contents import LockCommit

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from govern.git.history import Snapshot
    from govern.lockfile.document import Lock
    from govern.policy.settings import Policy
    from govern.rules.rule import Severity

_MOST_COMMITS = 200
_AWAY = "there is no lock from this commit on"


def drift(path: Path, policy: Policy) -> tuple[tuple[LockCommit, ...], int]:
    """The last commits that touched the lock, oldest first, and how many there are before them.

    Of the first of all, nothing is a change: it is where the history begins.
    """
    snapshots = lock_history(path)
    earlier = max(0, len(snapshots) - _MOST_COMMITS)
    # One more is read where there is one, since changes are counted from it.
    told = list(_steps(path, snapshots[max(0, earlier - 1) :], policy))
    return tuple(told[bool(earlier) :]), earlier


def _steps(path: Path, snapshots: Sequence[Snapshot], policy: Policy) -> Iterator[LockCommit]:
    before: Lock | None = None
    with Blobs(path) as blobs:
        locks = PastLocks(blobs)
        for snapshot in snapshots:
            step, lock = _step(snapshot, locks)
            yield replace(step, changes=_counts(before, lock, policy)) if before and lock else step
            before = lock or before


def _step(snapshot: Snapshot, locks: PastLocks) -> tuple[LockCommit, Lock | None]:
    """What the commit made of the lock; one that cannot be read any more is named, and stops nothing."""
    step = LockCommit(snapshot.commit, snapshot.when, snapshot.subject, snapshot.tags)
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
