"""Approved step by step: approvals are given to one pull request at a time, and the gate sees all of them together."""

from __future__ import annotations

from collections import defaultdict

from govern.dataclass import dataclass, replace

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator, Mapping, Sequence

    from govern.compare.change import Change
    from govern.lockfile.document import Lock, LockedServer
    from govern.policy.approvals import Approval, Waiver
    from govern.verdict import Decided

# A server, the kind of what it holds, and its name; ("s", "server", "") is the server itself.
Item = tuple[str, str, str]
_WHOLE_SERVER = frozenset({"server-added", "server-removed"})
_ALL = ("server", "*")


@dataclass(frozen=True, slots=True)
class Step:
    """One commit's change of the lock: the items that it touched, and how all that it changed is decided."""

    touched: frozenset[Item]
    decide: Callable[[], Sequence[Decided]]


def touched(old: Lock, new: Lock) -> frozenset[Item]:
    """Every item that is not word for word what it was."""
    before, after = ({server.name: server for server in lock.servers} for lock in (old, new))
    return frozenset(
        item
        for name in before.keys() | after.keys()
        if before.get(name) != after.get(name)
        for item in _touched(name, before.get(name), after.get(name))
    )


def step_by_step(decided: Sequence[Decided], steps: Sequence[Step]) -> list[Decided]:
    """The findings again; one that waits is approved where every step that touched its item is, down to the last."""
    same = _Same()
    for each in decided:
        if not each.approved and each.finding.change.kind != "policy":
            same.put(each.finding.change)
    known = _by_item(_followed(steps, same))
    return [
        each if each.approved or each.finding.change.kind == "policy" else _given(each, known, same) for each in decided
    ]


class _Same:
    """Items that are looked at, and which of them are one under several names or servers."""

    def __init__(self) -> None:
        self._next: dict[Item, Item] = {}

    @property
    def items(self) -> Collection[Item]:
        return self._next.keys()

    def put(self, change: Change) -> None:
        """Look at the items of a change; they are one."""
        first, *others = (self._last(item) for item in _items(change))
        for other in others:
            self._next[first] = other

    def holds(self, change: Change) -> bool:
        return any(item in self._next for item in _items(change))

    def group(self, change: Change) -> frozenset[Item]:
        """All names of what a change is about."""
        last = self._last(_items(change)[0])
        return frozenset(item for item in self._next if self._last(item) == last)

    def _last(self, item: Item) -> Item:
        while self._next.setdefault(item, item) != item:
            item = self._next[item]
        return item


def _followed(steps: Sequence[Step], same: _Same) -> list[Decided]:
    """Every finding of every step that touched what is looked at; what a rename brings in is followed as well."""
    found: dict[int, Sequence[Decided]] = {}
    looked_at = 0
    while looked_at != len(same.items):
        looked_at = len(same.items)
        for at, step in enumerate(steps):
            if at not in found and not step.touched.isdisjoint(same.items):
                found[at] = step.decide()
        for each in (each for some in found.values() for each in some):
            if same.holds(each.finding.change):
                same.put(each.finding.change)
    return [each for at in sorted(found) for each in found[at]]


def _by_item(found: Sequence[Decided]) -> Mapping[Item, Mapping[int, Decided]]:
    """What is known of each item, in its order; what a server came or went with is known of all that it holds."""
    known: defaultdict[Item, dict[int, Decided]] = defaultdict(dict)
    for at, each in enumerate(found):
        change = each.finding.change
        for item in _items(change):
            known[item][at] = each
        if change.rule in _WHOLE_SERVER:
            known[change.server, *_ALL][at] = each
    return known


def _given(waiting: Decided, known: Mapping[Item, Mapping[int, Decided]], same: _Same) -> Decided:
    """With the approvals of its steps, where those are for as much as it is: as severe, by as many people."""
    finding = waiting.finding
    group = same.group(finding.change)
    about = {
        **{at: each for item in group for at, each in known.get(item, {}).items()},
        **{at: each for server, _, _ in group for at, each in known.get((server, *_ALL), {}).items()},
    }
    scope = [about[at] for at in sorted(about)]
    weighty = [
        each
        for each in scope
        if each.given
        and each.people >= waiting.needed
        and each.finding.severity.rank >= finding.severity.rank
        # Who let something go has not seen what came back under its name.
        and (not _takes_away(each.finding.change) or _takes_away(finding.change))
        # What steers a model is approved by who read that it does.
        and (finding.rule.waivable or each.finding.rule.id == finding.rule.id)
    ]
    if not weighty or not all(each.approved for each in scope):
        return waiting
    given: dict[Approval | Waiver, None] = dict.fromkeys(one for each in weighty for one in each.given)
    return replace(waiting, given=tuple(given), missing="")


def _takes_away(change: Change) -> bool:
    return change.rule in ("server-removed", f"{change.kind}-removed")


def _items(change: Change) -> tuple[Item, ...]:
    """What a change is about; what was renamed or moved, under both its names."""
    item = (change.server, change.kind, change.name)
    if change.became is None:
        return (item,)
    server, name = change.became
    return item, (server, change.kind, name)


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
