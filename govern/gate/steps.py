"""Approve the changes of a release through the approvals of the commits that lead to it.

Approvals are given to one pull request at a time, while the gate compares the whole release.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache
from typing import TYPE_CHECKING

from govern.facts import rule_ids as ids

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator, Sequence

    from govern.economics.budgets import Budget
    from govern.facts.change import Change
    from govern.lockfile.document import Lock, LockedServer
    from govern.policy.approvals import Approval, Waiver
    from govern.policy.approvers import Authors
    from govern.rules.finding import Finding
    from govern.verdict import Decided


# A server, the kind of an item, and its name; ("s", "server", "") is the server itself.
ItemKey = tuple[str, str, str]
# Growth is followed as an item of its own, since the tools of a server make it grow.
_GROWTH = {ids.SERVER_TOKENS_GREW: "server growth", ids.LOCK_TOKENS_GREW: "lock growth"}

_REMOVALS = frozenset({ids.SERVER_REMOVED, *ids.REMOVED.values()})
_ARRIVALS = frozenset({ids.SERVER_ADDED, ids.DESTRUCTIVE_TOOL_ADDED, ids.OPEN_WORLD_TOOL_ADDED, *ids.ADDED.values()})


@dataclass(frozen=True, slots=True)
class CommitStep:
    """A commit that changed the lock: the changed items, and a function that decides its findings.

    `authors` are the authors of the commit, if policy needs them.
    """

    changed_items: frozenset[ItemKey]
    decide: Callable[[], Sequence[Decided]]
    authors: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class _History:
    """The findings of one item over all steps, and the item at the other end; None if it was removed or added.

    A history is broken where another item replaced this one.
    """

    findings: tuple[Decided, ...] = ()
    end: ItemKey | None = None
    broken: bool = False


def changed_items(old: Lock, new: Lock) -> frozenset[ItemKey]:
    """Return every item that differs between two locks."""
    before, after = ({server.name: server for server in lock.servers} for lock in (old, new))
    return frozenset(
        item
        for name in before.keys() | after.keys()
        if before.get(name) != after.get(name)
        for item in _changed_in_server(name, before.get(name), after.get(name))
    )


def authors_by_item(findings: Sequence[Finding], steps: Sequence[CommitStep]) -> Authors:
    """Return a lookup of the authors of a finding: those of the steps that changed its item, under any name."""
    origins = {_became(each.change): _item_key(each.change) for each in findings}

    def authors(finding: Finding) -> frozenset[str]:
        item = _item_key(finding.change)
        keys = {item, _became(finding.change), origins.get(item)}
        return frozenset(name for step in steps if any(_touches(step, key) for key in keys) for name in step.authors)

    return authors


def approve_by_steps(
    decided: Sequence[Decided], steps: Sequence[CommitStep], budget: Budget, held: Collection[ItemKey] = frozenset()
) -> list[Decided]:
    """Return the findings, approved where all steps of the same item are approved.

    `held` are the items of OLD: an item that is added under such a name was replaced in between. The growth since a
    size that was approved has to be within the budget.
    """
    histories = _Histories(steps)
    changes = [each.finding.change for each in decided]
    origins = {_became(each): _item_key(each) for each in changes}
    added = {_item_key(each) for each in changes if each.rule in _ARRIVALS}.difference(held)
    return [
        each
        if each.approved or each.finding.change.kind == "policy"
        else _with_step_approvals(each, _history_of(each.finding.change, histories, origins, added), budget)
        for each in decided
    ]


def _history_of(
    change: Change, histories: _Histories, origins: dict[ItemKey | None, ItemKey], added: set[ItemKey]
) -> _History:
    """Return the history from OLD's item to NEW's; it is broken if the steps do not lead from one to the other."""
    item = _item_key(change)
    if _is_removal(change):
        history = histories.forward(item)
        return replace(history, broken=history.broken or history.end == item)
    if item in added:
        return histories.backward(item)
    target = _became(change) or item
    history = histories.forward(origins.get(target, item))
    return replace(history, broken=history.broken or history.end != target)


class _Histories:
    """Follows items through the steps; only steps that changed one of them are decided."""

    def __init__(self, steps: Sequence[CommitStep]) -> None:
        self._steps = steps
        self._decided = cache(lambda at: steps[at].decide())
        # Follow an item of OLD through renames and moves until it is removed or the steps end.
        self.forward = cache(self._followed)
        # Follow an item of NEW back through renames and moves to the step that added it.
        self.backward = cache(self._followed_back)

    def _followed(self, item: ItemKey) -> _History:
        found: list[Decided] = []
        for at in range(len(self._steps)):
            about = self._about(at, item)
            found += about
            changes = [each.finding.change for each in about]
            if any(map(_is_removal, changes)):
                return _History(tuple(found))
            target = next((became for each in changes if _item_key(each) == item and (became := _became(each))), None)
            if target:
                found += self._about(at, target)
                item = target
            elif any(each.rule in _ARRIVALS or _became(each) == item for each in changes):
                return _History(tuple(found), broken=True)
        return _History(tuple(found), item)

    def _followed_back(self, item: ItemKey) -> _History:
        found: list[Decided] = []
        for at in reversed(range(len(self._steps))):
            about = self._about(at, item)
            found += about
            changes = [each.finding.change for each in about]
            if any(each.rule in _ARRIVALS for each in changes):
                return _History(tuple(found))
            origin = next((_item_key(each) for each in changes if _became(each) == item), None)
            if origin:
                item = origin
            elif any(_is_removal(each) or _became(each) for each in changes):
                return _History(tuple(found), broken=True)
        return _History(tuple(found), item)

    def _about(self, at: int, item: ItemKey) -> list[Decided]:
        """Return the findings of a step about an item, by its name before or after the step."""
        step = self._steps[at]
        if not _touches(step, item):
            return []
        return [each for each in self._decided(at) if _concerns(each.finding.change, item)]


def _with_step_approvals(waiting: Decided, history: _History, budget: Budget) -> Decided:
    """Add the approvals of the steps, if one of them is for a finding as severe and by as many people."""
    finding = waiting.finding
    if history.broken or not all(each.approved for each in history.findings):
        return waiting
    weighty = [
        each
        for each in history.findings
        if each.given
        and each.people >= waiting.needed
        and each.finding.severity.rank >= finding.severity.rank
        # Approval of a removal or rename does not cover what the item does.
        and (not _leaves(each.finding.change) or _leaves(finding.change))
        # Text that steers a model is approved only by a person who was shown that finding and (below) all of its texts.
        and (finding.rule.waivable or each.finding.rule.id == finding.rule.id)
        and not _outgrown(each.finding.change, finding.change, budget)
    ]
    shown = {text for each in weighty for text in _listed_texts(each.finding)}
    if not weighty or not (finding.rule.waivable or shown.issuperset(_reported_texts(finding))):
        return waiting
    given: dict[Approval | Waiver, None] = dict.fromkeys(one for each in weighty for one in each.given)
    return replace(waiting, given=tuple(given), missing="")


def _listed_texts(finding: Finding) -> list[object]:
    after = finding.change.after
    return after if isinstance(after, list) else []


def _reported_texts(finding: Finding) -> list[object]:
    """Return the texts that a finding is about: all that it lists, or the sentence that a judge chose among them."""
    values = finding.change.values
    return [values["sentence"]] if "sentence" in values and "score" not in values else _listed_texts(finding)


def _outgrown(approved: Change, change: Change, budget: Budget) -> bool:
    """Return whether a server or lock grew much more than to the size that was approved."""
    if change.rule not in _GROWTH:
        return False
    size, now = approved.after, change.after
    return not (isinstance(size, int) and isinstance(now, int)) or budget.is_outgrown(now - size, [size])


def _item_key(change: Change) -> ItemKey:
    return change.server, _GROWTH.get(change.rule, change.kind), change.name


def _touches(step: CommitStep, item: ItemKey | None) -> bool:
    """Return whether the step changed the item; any item of a server may make it grow."""
    if item is None or item[1] not in _GROWTH.values():
        return item in step.changed_items
    return any(item[1] == "lock growth" or each[0] == item[0] for each in step.changed_items)


def _became(change: Change) -> ItemKey | None:
    """Return the item that the changed one was renamed or moved to, or None."""
    if change.became is None:
        return None
    server, name = change.became
    return server, change.kind, name


def _concerns(change: Change, item: ItemKey) -> bool:
    whole_server = change.rule in (ids.SERVER_ADDED, ids.SERVER_REMOVED) and change.server == item[0]
    return whole_server or item in (_item_key(change), _became(change))


def _is_removal(change: Change) -> bool:
    return change.rule in _REMOVALS


def _leaves(change: Change) -> bool:
    """Return whether the change removes, renames or moves the item."""
    return _is_removal(change) or change.became is not None


def _changed_in_server(name: str, old: LockedServer | None, new: LockedServer | None) -> Iterator[ItemKey]:
    before, after = (
        {(item.kind.name, item.key, item.copy): item for item in side.items} if side else {} for side in (old, new)
    )
    for kind, key, copy in before.keys() | after.keys():
        if before.get((kind, key, copy)) != after.get((kind, key, copy)):
            yield name, kind, key
    own = [replace(side.without_items(), digest="") if side else None for side in (old, new)]
    if own[0] != own[1]:
        yield name, "server", ""


# The states of the lock before and after one or more commits, as indexes of the history.
Span = tuple[int, int]
_NOTHING = "-"
# A release has fewer pull requests; each span costs a comparison of two locks.
_MOST_SPANS = 100


def approved_spans(locks: Sequence[Lock], approvals: Iterable[Approval]) -> list[Span]:
    """Return the spans of commits that begin and end with the states that an approval names.

    Overlapping spans are also joined to one: a pull request may change different tools in different commits.
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
    """Return the steps from state 0 to the last, commits or spans, that leave the fewest findings unapproved.

    Smaller steps win ties. Every change between two states is part of some step in any case.
    """
    waits = cache(waiting)
    # Outside of all spans there is no choice to compare.
    in_spans = {at for begin, end in spans for at in range(begin, end)}
    best: list[tuple[int, int, list[Span]]] = [(0, 0, [])]
    for end in range(1, last + 1):
        single = (end - 1, end)
        ways = [(single, waits(single) if end - 1 in in_spans else 0)]
        ways += [(span, waits(span)) for span in spans if span[1] == end]
        best.append(
            min(
                ((best[span[0]][0] + cost, best[span[0]][1] - 1, [*best[span[0]][2], span]) for span, cost in ways),
                key=lambda way: way[:2],
            )
        )
    return best[last][2]


def _digests(lock: Lock) -> dict[tuple[str, str], set[str]]:
    """Return the digests of the items by server and name; the server itself has an empty name."""
    found: dict[tuple[str, str], set[str]] = {}
    for server in lock.servers:
        found.setdefault((server.name, ""), set()).add(server.digest)
        for item in server.items:
            found.setdefault((server.name, item.key), set()).add(item.digest)
    return found


def _spans(approval: Approval, held: Sequence[dict[tuple[str, str], set[str]]]) -> Iterator[Span]:
    """Yield the spans from the last state with the old digest to the first one after it with the approved digest."""
    item = approval.server, approval.tool
    begins = [_has_digest(state.get(item, set()), approval.origin) for state in held]
    ends = [_has_digest(_after(state, item, approval.target), approval.target) for state in held]
    for begin in range(len(held) - 1):
        if begins[begin] and not begins[begin + 1]:
            end = next((at for at in range(begin + 1, len(held)) if ends[at]), None)
            if end is not None and end > begin + 1:
                yield begin, end


def _after(state: dict[tuple[str, str], set[str]], item: tuple[str, str], target: str) -> set[str]:
    """Return the digests that may be the approved one; a renamed item is under another name afterwards."""
    return state.get(item, set()) if target == _NOTHING else set().union(*state.values())


def _has_digest(digests: set[str], wanted: str) -> bool:
    return not digests if wanted == _NOTHING else wanted in digests
