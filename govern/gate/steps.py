"""Approve a release step by step: from the approvals of the commits that lead to it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache
from typing import TYPE_CHECKING

from govern.facts import rule_ids as ids

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator, Sequence

    from govern.facts.change import Change
    from govern.lockfile.document import Lock, LockedServer
    from govern.policy.approvals import Approval, Waiver
    from govern.policy.approvers import Authors
    from govern.rules.finding import Finding
    from govern.verdict import Decided


# A server, the kind of what it holds, and its name; ("s", "server", "") is the server itself.
Item = tuple[str, str, str]

_REMOVALS = frozenset(
    {ids.SERVER_REMOVED, ids.TOOL_REMOVED, ids.PROMPT_REMOVED, ids.RESOURCE_REMOVED, ids.TEMPLATE_REMOVED}
)
_ARRIVALS = frozenset(
    {
        ids.SERVER_ADDED,
        ids.TOOL_ADDED,
        ids.DESTRUCTIVE_TOOL_ADDED,
        ids.OPEN_WORLD_TOOL_ADDED,
        ids.PROMPT_ADDED,
        ids.RESOURCE_ADDED,
        ids.TEMPLATE_ADDED,
    }
)


@dataclass(frozen=True, slots=True)
class CommitStep:
    """One commit's change of the lock: the items that it touched, and how all that it changed is decided.

    `authors` are those who made it, where policy asks for that.
    """

    changed_items: frozenset[Item]
    decide: Callable[[], Sequence[Decided]]
    authors: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class _History:
    """The findings of one item over all steps, and its place at the other end; None where it was removed or added.

    A line is broken where another item took the place.
    """

    findings: tuple[Decided, ...] = ()
    end: Item | None = None
    broken: bool = False


def changed_items(old: Lock, new: Lock) -> frozenset[Item]:
    """Every item that is not word for word what it was."""
    before, after = ({server.name: server for server in lock.servers} for lock in (old, new))
    return frozenset(
        item
        for name in before.keys() | after.keys()
        if before.get(name) != after.get(name)
        for item in _changed_in_server(name, before.get(name), after.get(name))
    )


def authors_by_item(findings: Sequence[Finding], steps: Sequence[CommitStep]) -> Authors:
    """Return how to find who made a change: the authors of the steps that touched its item, under either name."""
    origins = {_became(each.change): _place(each.change) for each in findings}

    def authors(finding: Finding) -> frozenset[str]:
        place = _place(finding.change)
        places = {place, _became(finding.change), origins.get(place)}
        return frozenset(name for step in steps if not places.isdisjoint(step.changed_items) for name in step.authors)

    return authors


def approve_by_steps(
    decided: Sequence[Decided], steps: Sequence[CommitStep], held: Collection[Item] = frozenset()
) -> list[Decided]:
    """Return the findings with those approved that the approved steps of the same item add up to.

    `held` are the items of OLD: what is added under the name of one of them was not always there.
    """
    lines = _Histories(steps)
    changes = [each.finding.change for each in decided]
    origins = {_became(each): _place(each) for each in changes}
    added = {_place(each) for each in changes if each.rule in _ARRIVALS}.difference(held)
    return [
        each
        if each.approved or each.finding.change.kind == "policy"
        else _given(each, _line_of(each.finding.change, lines, origins, added))
        for each in decided
    ]


def _line_of(change: Change, lines: _Histories, origins: dict[Item | None, Item], added: set[Item]) -> _History:
    """Return the line from OLD's item to NEW's, a broken one where the steps do not lead from one to the other."""
    place = _place(change)
    if _is_removal(change):
        line = lines.forward(place)
        return replace(line, broken=line.broken or line.end == place)
    if place in added:
        return lines.backward(place)
    target = _became(change) or place
    line = lines.forward(origins.get(target, place))
    return replace(line, broken=line.broken or line.end != target)


class _Histories:
    """Items followed through the steps; a step is decided only where it touched one of them."""

    def __init__(self, steps: Sequence[CommitStep]) -> None:
        self._steps = steps
        self._decided: dict[int, Sequence[Decided]] = {}
        self._forward: dict[Item, _History] = {}
        self._backward: dict[Item, _History] = {}

    def forward(self, place: Item) -> _History:
        """Follow what OLD holds at a place through renames and moves, until it is removed or the steps end."""
        if place not in self._forward:
            self._forward[place] = self._followed(place)
        return self._forward[place]

    def backward(self, place: Item) -> _History:
        """Follow what NEW holds at a place back through renames and moves, to the step that added it."""
        if place not in self._backward:
            self._backward[place] = self._followed_back(place)
        return self._backward[place]

    def _followed(self, place: Item) -> _History:
        found: list[Decided] = []
        for at in range(len(self._steps)):
            about = self._about(at, place)
            found += about
            changes = [each.finding.change for each in about]
            if any(map(_is_removal, changes)):
                return _History(tuple(found))
            target = next((became for each in changes if _place(each) == place and (became := _became(each))), None)
            if target:
                found += self._about(at, target)
                place = target
            elif any(_arrives(each, place) for each in changes):
                return _History(tuple(found), broken=True)
        return _History(tuple(found), place)

    def _followed_back(self, place: Item) -> _History:
        found: list[Decided] = []
        for at in reversed(range(len(self._steps))):
            about = self._about(at, place)
            found += about
            changes = [each.finding.change for each in about]
            if any(each.rule in _ARRIVALS for each in changes):
                return _History(tuple(found))
            origin = next((_place(each) for each in changes if _became(each) == place), None)
            if origin:
                place = origin
            elif any(_is_removal(each) or _became(each) for each in changes):
                return _History(tuple(found), broken=True)
        return _History(tuple(found), place)

    def _about(self, at: int, place: Item) -> list[Decided]:
        """Return what a step found of the item at a place, before or after it."""
        step = self._steps[at]
        if place not in step.changed_items:
            return []
        if at not in self._decided:
            self._decided[at] = step.decide()
        return [each for each in self._decided[at] if _concerns(each.finding.change, place)]


def _given(waiting: Decided, line: _History) -> Decided:
    """Add the approvals of its steps, where one of them is for as much as it is: as severe, by as many people."""
    finding = waiting.finding
    if line.broken or not all(each.approved for each in line.findings):
        return waiting
    weighty = [
        each
        for each in line.findings
        if each.given
        and each.people >= waiting.needed
        and each.finding.severity.rank >= finding.severity.rank
        # Approval of a removal or a rename says nothing of what the item does.
        and (not _leaves(each.finding.change) or _leaves(finding.change))
        # What steers a model is approved by who read that it does.
        and (finding.rule.waivable or each.finding.rule.id == finding.rule.id)
    ]
    if not weighty:
        return waiting
    given: dict[Approval | Waiver, None] = dict.fromkeys(one for each in weighty for one in each.given)
    return replace(waiting, given=tuple(given), missing="")


def _place(change: Change) -> Item:
    return change.server, change.kind, change.name


def _became(change: Change) -> Item | None:
    """Return the place of what was renamed or moved from the change's own."""
    if change.became is None:
        return None
    server, name = change.became
    return server, change.kind, name


def _concerns(change: Change, place: Item) -> bool:
    whole_server = change.rule in (ids.SERVER_ADDED, ids.SERVER_REMOVED) and change.server == place[0]
    return whole_server or place in (_place(change), _became(change))


def _arrives(change: Change, place: Item) -> bool:
    return change.rule in _ARRIVALS or _became(change) == place


def _is_removal(change: Change) -> bool:
    return change.rule in _REMOVALS


def _leaves(change: Change) -> bool:
    """Return whether the item is no longer at its place."""
    return _is_removal(change) or change.became is not None


def _changed_in_server(name: str, old: LockedServer | None, new: LockedServer | None) -> Iterator[Item]:
    before, after = (
        {(item.kind.name, item.key, item.copy): item for item in side.items} if side else {} for side in (old, new)
    )
    for kind, key, copy in before.keys() | after.keys():
        if before.get((kind, key, copy)) != after.get((kind, key, copy)):
            yield name, kind, key
    own = [replace(side.without_items(), digest="") if side else None for side in (old, new)]
    if own[0] != own[1]:
        yield name, "server", ""


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
