"""Approval step by step: approvals are given to one pull request at a time, and the gate sees all of them together."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from govern.facts import rule_ids as ids

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator, Sequence

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
class Step:
    """One commit's change of the lock: the items that it touched, and how all that it changed is decided.

    `authors` are those who made it, where policy asks for that.
    """

    touched: frozenset[Item]
    decide: Callable[[], Sequence[Decided]]
    authors: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class _Line:
    """The findings of one item over all steps, and its place at the other end; None where it was removed or added.

    A line is broken where another item took the place.
    """

    findings: tuple[Decided, ...] = ()
    end: Item | None = None
    broken: bool = False


def touched(old: Lock, new: Lock) -> frozenset[Item]:
    """Every item that is not word for word what it was."""
    before, after = ({server.name: server for server in lock.servers} for lock in (old, new))
    return frozenset(
        item
        for name in before.keys() | after.keys()
        if before.get(name) != after.get(name)
        for item in _touched(name, before.get(name), after.get(name))
    )


def authors_by_item(findings: Sequence[Finding], steps: Sequence[Step]) -> Authors:
    """Return how to find who made a change: the authors of the steps that touched its item, under either name."""
    origins = {_became(each.change): _place(each.change) for each in findings}

    def authors(finding: Finding) -> frozenset[str]:
        place = _place(finding.change)
        places = {place, _became(finding.change), origins.get(place)}
        return frozenset(name for step in steps if not places.isdisjoint(step.touched) for name in step.authors)

    return authors


def step_by_step(
    decided: Sequence[Decided], steps: Sequence[Step], held: Collection[Item] = frozenset()
) -> list[Decided]:
    """Return the findings with those approved that the approved steps of the same item add up to.

    `held` are the items of OLD: what is added under the name of one of them was not always there.
    """
    lines = _Lines(steps)
    changes = [each.finding.change for each in decided]
    origins = {_became(each): _place(each) for each in changes}
    added = {_place(each) for each in changes if each.rule in _ARRIVALS}.difference(held)
    return [
        each
        if each.approved or each.finding.change.kind == "policy"
        else _given(each, _line_of(each.finding.change, lines, origins, added))
        for each in decided
    ]


def _line_of(change: Change, lines: _Lines, origins: dict[Item | None, Item], added: set[Item]) -> _Line:
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


class _Lines:
    """Items followed through the steps; a step is decided only where it touched one of them."""

    def __init__(self, steps: Sequence[Step]) -> None:
        self._steps = steps
        self._decided: dict[int, Sequence[Decided]] = {}
        self._forward: dict[Item, _Line] = {}
        self._backward: dict[Item, _Line] = {}

    def forward(self, place: Item) -> _Line:
        """Follow what OLD holds at a place through renames and moves, until it is removed or the steps end."""
        if place not in self._forward:
            self._forward[place] = self._followed(place)
        return self._forward[place]

    def backward(self, place: Item) -> _Line:
        """Follow what NEW holds at a place back through renames and moves, to the step that added it."""
        if place not in self._backward:
            self._backward[place] = self._followed_back(place)
        return self._backward[place]

    def _followed(self, place: Item) -> _Line:
        found: list[Decided] = []
        for at in range(len(self._steps)):
            about = self._about(at, place)
            found += about
            changes = [each.finding.change for each in about]
            if any(map(_is_removal, changes)):
                return _Line(tuple(found))
            target = next((became for each in changes if _place(each) == place and (became := _became(each))), None)
            if target:
                found += self._about(at, target)
                place = target
            elif any(_arrives(each, place) for each in changes):
                return _Line(tuple(found), broken=True)
        return _Line(tuple(found), place)

    def _followed_back(self, place: Item) -> _Line:
        found: list[Decided] = []
        for at in reversed(range(len(self._steps))):
            about = self._about(at, place)
            found += about
            changes = [each.finding.change for each in about]
            if any(each.rule in _ARRIVALS for each in changes):
                return _Line(tuple(found))
            origin = next((_place(each) for each in changes if _became(each) == place), None)
            if origin:
                place = origin
            elif any(_is_removal(each) or _became(each) for each in changes):
                return _Line(tuple(found), broken=True)
        return _Line(tuple(found), place)

    def _about(self, at: int, place: Item) -> list[Decided]:
        """Return what a step found of the item at a place, before or after it."""
        step = self._steps[at]
        if place not in step.touched:
            return []
        if at not in self._decided:
            self._decided[at] = step.decide()
        return [each for each in self._decided[at] if _concerns(each.finding.change, place)]


def _given(waiting: Decided, line: _Line) -> Decided:
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


def _touched(name: str, old: LockedServer | None, new: LockedServer | None) -> Iterator[Item]:
    before, after = (
        {(item.kind.name, item.key, item.copy): item for item in side.items} if side else {} for side in (old, new)
    )
    for kind, key, copy in before.keys() | after.keys():
        if before.get((kind, key, copy)) != after.get((kind, key, copy)):
            yield name, kind, key
    own = [replace(side.without_items(), digest="") if side else None for side in (old, new)]
    if own[0] != own[1]:
        yield name, "server", ""
