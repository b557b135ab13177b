"""The steps from OLD to NEW: what each commit made of the lock, read from git."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial

from govern.commands.authorship import authors_since
from govern.commands.past import PastLocks
from govern.errors import LockfileInvalid, LockfileTooNew
from govern.gate.steps import Step, step_by_step, touched
from govern.lockfile.document import Lock
from govern.policy.approvals import person
from govern.snapshot.authors import authors_of
from govern.snapshot.blobs import Blobs
from govern.snapshot.history import lock_history
from govern.verdict import Decided

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from govern.commands.gate_old import Sides
    from govern.snapshot.history import Snapshot

Decide = Callable[[Lock, Lock, frozenset[str]], Sequence[Decided]]


def steps_since(sides: Sides, decide: Decide, *, named: bool = False) -> list[Step]:
    """Return the steps from OLD to the work tree; with `named`, each with those who made it."""
    if not sides.old.commit:
        return []
    with Blobs(sides.new.path) as blobs:
        return list(_steps(PastLocks(blobs), sides, decide, named=named))


def approved_by_steps(decided: Sequence[Decided], sides: Sides, steps: Callable[[], Sequence[Step]]) -> list[Decided]:
    """The findings, those that wait approved where all of their steps are; nothing is read where nothing waits."""
    if not sides.old.commit or all(each.approved or each.finding.change.kind == "policy" for each in decided):
        return list(decided)
    return step_by_step(decided, steps(), touched(Lock(), sides.locks[0]))


def _steps(past: PastLocks, sides: Sides, decide: Decide, *, named: bool) -> Iterator[Step]:
    before, last = sides.locks
    path, since = sides.new.path, sides.old.commit
    makers: frozenset[str] = frozenset()
    for each in lock_history(path, sides.old.commit):
        if named:
            makers |= frozenset(map(person, authors_of(path, [each.path], since, each.commit)))
        since = each.commit
        after = _lock(past, each)
        if after is None:
            continue
        if items := touched(before, after):
            yield Step(items, partial(decide, before, after, makers), makers)
        before, makers = after, frozenset()
    if items := touched(before, last):
        makers |= authors_since([path], "HEAD") if named else frozenset()
        yield Step(items, partial(decide, before, last, makers), makers)


def _lock(past: PastLocks, snapshot: Snapshot) -> Lock | None:
    """A commit's lock; one that was away or half merged is passed over, so that the step goes on to the next."""
    if not snapshot.blob:
        return None
    with suppress(LockfileInvalid, LockfileTooNew):
        return past.at(snapshot.blob, snapshot.commit)
    return None
