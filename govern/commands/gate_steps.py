"""The steps from OLD to NEW: what each commit made of the lock, read from git."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial

from govern.commands.past import PastLocks
from govern.errors import LockfileInvalid, LockfileTooNew
from govern.gate.steps import Step, step_by_step, touched
from govern.lockfile.document import Lock
from govern.snapshot.blobs import Blobs
from govern.snapshot.history import lock_history
from govern.verdict import Decided

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from govern.commands.gate_old import Sides

Decide = Callable[[Lock, Lock], Sequence[Decided]]


def approved_by_steps(decided: Sequence[Decided], sides: Sides, decide: Decide) -> list[Decided]:
    """The findings, those that wait approved where all of their steps are; nothing is read where nothing waits."""
    if not sides.old.commit or all(each.approved or each.finding.change.kind == "policy" for each in decided):
        return list(decided)
    with Blobs(sides.new.path) as blobs:
        held = touched(Lock(), sides.locks[0])
        return step_by_step(decided, list(_steps(PastLocks(blobs), sides, decide)), held)


def _steps(past: PastLocks, sides: Sides, decide: Decide) -> Iterator[Step]:
    before, last = sides.locks
    for after in (*_locks(past, sides), last):
        items = touched(before, after)
        if items:
            yield Step(items, partial(decide, before, after))
        before = after


def _locks(past: PastLocks, sides: Sides) -> Iterator[Lock]:
    """Each commit's lock; one that was away or half merged is passed over, so that the step goes on to the next."""
    for each in lock_history(sides.new.path, sides.old.commit):
        if each.blob:
            with suppress(LockfileInvalid, LockfileTooNew):
                yield past.at(each.blob, each.commit)
