"""Commits that were approved as one: a pull request is approved as a whole, also where a rebase keeps its commits."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator, Sequence

    from govern.lockfile.document import Lock
    from govern.policy.approvals import Approval

# The states of the lock before and after one or more commits, by their places in the history.
Span = tuple[int, int]
_NOTHING = "-"
# More than a release has pull requests; each costs a comparison of two locks.
_MOST_SPANS = 100


def approved_spans(locks: Sequence[Lock], approvals: Iterable[Approval]) -> list[Span]:
    """Return the spans of several commits that begin and end with what an approval says was approved.

    Spans that overlap are one span as well: a pull request changes one tool here and another one there.
    """
    held = [_digests(lock) for lock in locks]
    found = sorted({span for each in dict.fromkeys(approvals) for span in _spans(each, held)})
    joined: list[Span] = []
    for begin, end in found:
        if joined and begin < joined[-1][1]:
            joined[-1] = joined[-1][0], max(joined[-1][1], end)
        else:
            joined.append((begin, end))
    return list(dict.fromkeys((*joined, *found)))[:_MOST_SPANS]


def best_partition(last: int, spans: Collection[Span], waiting: Callable[[Span], int]) -> list[Span]:
    """Return the steps from 0 to the last state, single commits or spans, with the fewest findings that wait.

    Of equal ones the smaller steps are taken. Whatever is taken, all that happened between two states is looked at.
    """
    waits = cache(waiting)
    # Outside of all spans there is no choice, so nobody is asked.
    open_to_choice = {at for begin, end in spans for at in range(begin, end)}
    best: list[tuple[int, int, list[Span]]] = [(0, 0, [])]
    for end in range(1, last + 1):
        single = (end - 1, end)
        ways = [(single, waits(single) if end - 1 in open_to_choice else 0)]
        ways += [(span, waits(span)) for span in spans if span[1] == end]
        best.append(
            min(
                ((best[span[0]][0] + cost, best[span[0]][1] - 1, [*best[span[0]][2], span]) for span, cost in ways),
                key=lambda way: way[:2],
            )
        )
    return best[last][2]


def _digests(lock: Lock) -> dict[tuple[str, str], set[str]]:
    """Return the digests of what stands under each server and name; the server itself has no name."""
    found: dict[tuple[str, str], set[str]] = {}
    for server in lock.servers:
        found.setdefault((server.name, ""), set()).add(server.digest)
        for item in server.items:
            found.setdefault((server.name, item.key), set()).add(item.digest)
    return found


def _spans(approval: Approval, held: Sequence[dict[tuple[str, str], set[str]]]) -> Iterator[Span]:
    """Spans from the last state that has what was before to the first one after it that has what was approved."""
    place = approval.server, approval.tool
    begins = [_holds(state.get(place, set()), approval.origin) for state in held]
    ends = [_holds(_after(state, place, approval.target), approval.target) for state in held]
    for begin in range(len(held) - 1):
        if begins[begin] and not begins[begin + 1]:
            end = next((at for at in range(begin + 1, len(held)) if ends[at]), None)
            if end is not None and end > begin + 1:
                yield begin, end


def _after(state: dict[tuple[str, str], set[str]], place: tuple[str, str], target: str) -> set[str]:
    """Return the digests among which what was approved is looked for: what was renamed stands elsewhere afterwards."""
    return state.get(place, set()) if target == _NOTHING else set().union(*state.values())


def _holds(digests: set[str], wanted: str) -> bool:
    return not digests if wanted == _NOTHING else wanted in digests
