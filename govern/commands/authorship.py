"""The people who made the changes between two sides, for `policy.approvals.not-author`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from govern.commands.sides import LIVE
from govern.errors import UsageError
from govern.policy.approvals import person_key

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from govern.commands.sides import Side


def authors_between(before: Side, after: Side, path: Path) -> frozenset[str]:
    """Return who made the lock of NEW what it is: authors and committers since OLD, and who has not committed yet."""
    if before.called == LIVE or (after.called == LIVE and before.ref is None):
        # What a server says now is in no commit.
        return frozenset()
    if before.ref is None or (after.ref is None and after.file != path and after.called != LIVE):
        message = "policy.approvals.not-author needs the commits between OLD and NEW"
        raise UsageError(message, hint="name OLD by a git ref, and NEW not by another file")
    return authors_since([path], before.ref, after.ref)


def authors_since(files: Sequence[Path], old: str, new: str | None = None) -> frozenset[str]:
    """Return who touched these files since a commit; without `new` up to the work tree."""
    from govern.git.authors import author_here, authors_of, is_committed, place_in_repository

    found = authors_of(files[0], [place_in_repository(file) for file in files], old, new or "HEAD")
    if new is None:
        for file in files:
            found |= frozenset() if is_committed(file) else author_here(file)
    return frozenset(map(person_key, found))
