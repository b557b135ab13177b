"""The steps from OLD to NEW: what each commit made of the lock, read from git."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import cache, partial

from govern.commands.past import PastLocks
from govern.errors import LockfileInvalid, LockfileTooNew
from govern.gate.spans import approved_spans, best_partition
from govern.gate.steps import Step, step_by_step, touched
from govern.lockfile.document import Lock
from govern.snapshot.blobs import Blobs
from govern.snapshot.history import lock_history
from govern.verdict import Decided

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from govern.commands.gate_old import Sides
    from govern.gate.spans import Span
    from govern.policy.approvals import Approval

Decide = Callable[[Lock, Lock], Sequence[Decided]]


def approved_by_steps(
    decided: Sequence[Decided], sides: Sides, decide: Decide, approvals: Sequence[Approval]
) -> list[Decided]:
    """The findings, those that wait approved where all of their steps are; nothing is read where nothing waits."""
    if not sides.old.commit or all(each.approved or each.finding.change.kind == "policy" for each in decided):
        return list(decided)
    with Blobs(sides.new.path) as blobs:
        return step_by_step(decided, list(_steps(PastLocks(blobs), sides, decide, approvals)))


def _steps(past: PastLocks, sides: Sides, decide: Decide, approvals: Sequence[Approval]) -> Iterator[Step]:
    """Each commit that touched the lock, or several that were approved as one, as pull requests are."""
    first, last = sides.locks
    locks = [first, *_locks(past, sides), last]

    def decided(span: Span) -> Sequence[Decided]:
        begin, end = span
        return decide(locks[begin], locks[end])

    decide_once = cache(decided)

    def waiting(span: Span) -> int:
        return sum(1 for each in decide_once(span) if not each.approved)

    for span in best_partition(len(locks) - 1, approved_spans(locks, approvals), waiting):
        items = touched(locks[span[0]], locks[span[1]])
        if items:
            yield Step(items, partial(decide_once, span))


def _locks(past: PastLocks, sides: Sides) -> Iterator[Lock]:
    """Each commit's lock; one that was away or half merged is passed over, so that the step goes on to the next."""
    for each in lock_history(sides.new.path, sides.old.commit):
        if each.blob:
            with suppress(LockfileInvalid, LockfileTooNew):
                yield past.at(each.blob, each.commit)
