"""Equal-function sets: the precision and recall of an agent's choices, after MSC-Bench (arXiv:2510.19423)."""

from __future__ import annotations

from collections import Counter, deque
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from govern.selection.calls import CallNames, Run, ToolCall


@dataclass(frozen=True, slots=True)
class SelectionScore:
    """Counts of one run, or their sums over several runs.

    A class is correct if a call of its own satisfies it. `unexpected` are the calls in no class, `missed` the classes
    without a call, each with how often. `failed` calls returned an error.
    """

    correct: int
    calls: int
    redundant: int
    failed: int
    missed: Mapping[str, int]
    unexpected: Mapping[str, int]

    @property
    def false_positives(self) -> int:
        """Return the calls in no class."""
        return sum(self.unexpected.values())

    @property
    def false_negatives(self) -> int:
        """Return the classes that no call satisfied."""
        return sum(self.missed.values())

    @property
    def precision(self) -> int | None:
        """Return the correct share of what was called, in whole percent."""
        return percent(self.correct, self.correct + self.false_positives)

    @property
    def recall(self) -> int | None:
        """Return the share of the classes that were satisfied, in whole percent."""
        return percent(self.correct, self.correct + self.false_negatives)

    @property
    def f1(self) -> int | None:
        """Return the harmonic mean of precision and recall, in whole percent."""
        return percent(2 * self.correct, 2 * self.correct + self.false_positives + self.false_negatives)


def percent(part: int, whole: int) -> int | None:
    """Return a share in whole percent, rounded down, or None of nothing."""
    return 100 * part // whole if whole else None


def select(
    classes: Mapping[str, Sequence[str]], runs: Sequence[Run], names: CallNames, *, require_success: bool = False
) -> SelectionScore:
    """Score every run by itself and return the sums."""
    scores = [_score(classes, run.calls, names, require_success=require_success) for run in runs]
    return SelectionScore(
        correct=sum(score.correct for score in scores),
        calls=sum(score.calls for score in scores),
        redundant=sum(score.redundant for score in scores),
        failed=sum(score.failed for score in scores),
        missed=_summed([score.missed for score in scores]),
        unexpected=_summed([score.unexpected for score in scores]),
    )


def _summed(counts: Sequence[Mapping[str, int]]) -> Mapping[str, int]:
    total = sum((Counter(each) for each in counts), Counter[str]())
    return dict(sorted(total.items()))


def _score(
    classes: Mapping[str, Sequence[str]], calls: Sequence[ToolCall], names: CallNames, *, require_success: bool
) -> SelectionScore:
    times = Counter(calls)
    fits = {
        call: [name for name, members in classes.items() if any(names.means(member, call) for member in members)]
        for call in times
    }
    usable = [call for call in times if fits[call] and not (require_success and call.failed)]
    # No class needs more calls of one kind than there are classes.
    slots = [call for call in usable for _ in range(min(times[call], len(classes)))]
    edges = {name: [slot for slot, call in enumerate(slots) if name in fits[call]] for name in classes}
    satisfied = matched(edges)
    return SelectionScore(
        correct=len(satisfied),
        calls=len(calls),
        redundant=sum(times[call] for call in usable) - len(satisfied),
        failed=sum(call.failed for call in calls),
        missed=dict.fromkeys((name for name in classes if name not in satisfied), 1),
        unexpected=Counter(call.id for call in calls if not fits[call]),
    )


def matched(edges: Mapping[str, Sequence[int]]) -> frozenset[str]:
    """Return the names in a maximum matching of names with slots; of several, the one with the first names.

    A name that is matched stays so while others are added, so the result depends on neither order.
    """
    owners: dict[int, str] = {}
    return frozenset(name for name in sorted(edges) if _augment(name, edges, owners))


def _augment(start: str, edges: Mapping[str, Sequence[int]], owners: dict[int, str]) -> bool:
    """Find a slot for a name, moving others to other slots if needed, and return whether there is one."""
    slots = {name: slot for slot, name in owners.items()}
    came: dict[int, str] = {}
    waiting = deque([start])
    while waiting:
        name = waiting.popleft()
        for slot in edges[name]:
            if slot in came:
                continue
            came[slot] = name
            if slot in owners:
                waiting.append(owners[slot])
                continue
            free: int | None = slot
            while free is not None:
                mover = came[free]
                owners[free] = mover
                free = slots.get(mover)
            return True
    return False
