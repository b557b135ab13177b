"""What a lock was over time, commit by commit."""

from __future__ import annotations

from typing import TYPE_CHECKING

from govern.commands.past import PastLocks
from govern.errors import LockfileInvalid, LockfileTooNew
from govern.lockfile.point import Point
from govern.snapshot.blobs import Blobs
from govern.snapshot.history import Snapshot, lock_history

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from govern.lockfile.document import Lock

_AWAY = "there is no lock from this commit on"


def history(path: Path, old: str | None = None, new: str = "HEAD") -> list[Point]:
    """A point for each commit of `new`, and not of `old`, that touched the lock at this path, oldest first.

    A lock that cannot be read any more is named and passed over: a report of the past is not stopped by one commit.
    """
    return [point for point, _ in past(path, lock_history(path, old, new))]


def past(path: Path, snapshots: Sequence[Snapshot]) -> Iterator[tuple[Point, Lock | None]]:
    """The same of these commits, each with its lock."""
    with Blobs(path) as blobs:
        yield from _points(snapshots, PastLocks(blobs))


def _points(snapshots: Sequence[Snapshot], locks: PastLocks) -> Iterator[tuple[Point, Lock | None]]:
    for snapshot in snapshots:
        known = (snapshot.commit, snapshot.when, snapshot.subject, snapshot.tags)
        if not snapshot.blob:
            yield Point(*known, problem=_AWAY), None
            continue
        try:
            lock = locks.at(snapshot.blob, snapshot.commit[:12])
        except (LockfileInvalid, LockfileTooNew) as error:
            yield Point(*known, problem=str(error)), None
        else:
            yield Point(*known, lock.digest, lock.encoding, _tools(lock), _tokens(lock)), lock


def _tools(lock: Lock) -> dict[str, int]:
    return {server.name: len(server.tools) for server in lock.servers}


def _tokens(lock: Lock) -> dict[str, int]:
    return {server.name: sum(tool.numbers.tokens for tool in server.tools if tool.numbers) for server in lock.servers}
