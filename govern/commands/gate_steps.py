"""The steps from OLD to NEW: what each commit made of the lock, read from git."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import cache, partial
from typing import TYPE_CHECKING

from govern.commands.authorship import authors_since
from govern.commands.past import PastLocks
from govern.errors import LockfileInvalid, LockfileTooNew
from govern.gate.steps import CommitStep, approve_by_steps, approved_spans, best_partition, changed_items
from govern.git.authors import authors_of
from govern.git.blobs import Blobs
from govern.git.history import lock_history
from govern.lockfile.document import Lock
from govern.policy.approvals import person_key
from govern.verdict import Decided

if TYPE_CHECKING:
    from collections.abc import Iterator

    from govern.commands.gate_old import Sides
    from govern.gate.steps import Span
    from govern.git.history import Snapshot
    from govern.policy.approvals import Approval

Decide = Callable[[Lock, Lock, frozenset[str]], Sequence[Decided]]


def steps_since(
    sides: Sides, decide: Decide, approvals: Sequence[Approval], *, named: bool = False
) -> list[CommitStep]:
    """Return the steps from OLD to the work tree; with `named`, each with those who made it.

    A step is a commit that touched the lock, or several that were approved as one, as pull requests are.
    """
    if not sides.old.commit:
        return []
    with Blobs(sides.new.path) as blobs:
        states = list(_states(PastLocks(blobs), sides, named=named))
        locks, makers = [sides.locks[0], *(lock for lock, _ in states)], [names for _, names in states]

        def made(span: Span) -> frozenset[str]:
            return frozenset().union(*makers[span[0] : span[1]])

        @cache
        def decided(span: Span) -> Sequence[Decided]:
            return decide(locks[span[0]], locks[span[1]], made(span))

        def waiting(span: Span) -> int:
            return sum(1 for each in decided(span) if not each.approved)

        spans = best_partition(len(states), approved_spans(locks, approvals), waiting)
        between = [(span, changed_items(locks[span[0]], locks[span[1]])) for span in spans]
        return [CommitStep(items, partial(decided, span), made(span)) for span, items in between if items]


def approved_by_steps(
    decided: Sequence[Decided], sides: Sides, steps: Callable[[], Sequence[CommitStep]]
) -> list[Decided]:
    """The findings, those that wait approved where all of their steps are; nothing is read where nothing waits."""
    if not sides.old.commit or all(each.approved or each.finding.change.kind == "policy" for each in decided):
        return list(decided)
    return approve_by_steps(decided, steps(), changed_items(Lock(), sides.locks[0]))


def _states(past: PastLocks, sides: Sides, *, named: bool) -> Iterator[tuple[Lock, frozenset[str]]]:
    """Yield what the lock was after each commit, and with `named` who made it so; the last is the work tree's."""
    path, since = sides.new.path, sides.old.commit
    makers: frozenset[str] = frozenset()
    for each in lock_history(path, sides.old.commit):
        if named:
            makers |= frozenset(map(person_key, authors_of(path, [each.path], since, each.commit)))
        since = each.commit
        after = _lock(past, each)
        if after is not None:
            yield after, makers
            makers = frozenset()
    yield sides.locks[1], makers | (authors_since([path], "HEAD") if named else frozenset())


def _lock(past: PastLocks, snapshot: Snapshot) -> Lock | None:
    """A commit's lock; one that was away or half merged is passed over, so that the step goes on to the next."""
    if not snapshot.blob:
        return None
    with suppress(LockfileInvalid, LockfileTooNew):
        return past.at(snapshot.blob, snapshot.commit)
    return None
