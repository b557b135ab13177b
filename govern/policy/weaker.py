"""The ways in which a setting gets weaker; each names what it finds by the rest of its place, before and after."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, get_args

from govern.contract.json_type import Json
from govern.contract.surface import ABSENT, Absent
from govern.facts.change import Change
from govern.policy.approvals import person
from govern.policy.choices import FailOn, Unpinned
from govern.policy.defaults import asks_signatures, fails_on, minds_unpinned, people_asked, signed_from
from govern.policy.overrides import overrides
from govern.policy.settings import Policy, Server
from govern.rules.table import RULES

if TYPE_CHECKING:
    from govern.policy.settings import Settings
    from govern.rules.rule import Severity

Names = tuple[str, ...]
Found = Iterator[tuple[Names, Json | Absent, Json | Absent]]
_NOWHERE = Path("/nowhere")


@dataclass(frozen=True, slots=True)
class Sides:
    """All that was and is asked, for keys whose default depends on another key."""

    old: Settings
    new: Settings


Weaker = Callable[[Any, Any, Names, Sides], Found]


def higher(old: Any, new: Any, _place: Names, _sides: Sides) -> Found:
    """A bound that was raised or is gone."""
    if old is not None and (new is None or new > old):
        yield (), old, ABSENT if new is None else new


def lower(old: Any, new: Any, _place: Names, _sides: Sides) -> Found:
    """A demand that was lowered."""
    if new < old:
        yield (), old, new


def other(old: Any, new: Any, _place: Names, _sides: Sides) -> Found:
    """Nobody can say whether another value is weaker, so it is taken to be."""
    if old != new:
        yield (), ABSENT if old is None else old, ABSENT if new is None else new


def elsewhere(old: Any, new: Any, _place: Names, _sides: Sides) -> Found:
    """The same, where nothing was said at all before."""
    if old is not None and old != new:
        yield (), old, ABSENT if new is None else new


def version_source(old: Any, new: Any, _place: Names, _sides: Sides) -> Found:
    """Another place to read the version from, or none at all; where none was read, any is more."""
    if old not in ("none", new):
        yield (), ABSENT if old is None else old, ABSENT if new is None else new


def further_down(*strictest_first: str) -> Weaker:
    """A word that stands further down than it did."""

    def weaker(old: Any, new: Any, _place: Names, _sides: Sides) -> Found:
        if strictest_first.index(new) > strictest_first.index(old):
            yield (), old, new

    return weaker


_FAILS_ON, _UNPINNED = further_down(*get_args(FailOn)), further_down(*get_args(Unpinned))


def dropped(old: Any, new: Any, _place: Names, _sides: Sides) -> Found:
    """Tables that are gone."""
    for name in sorted(old.keys() - new.keys()):
        yield (name,), _told(old[name]), ABSENT


def removed(old: Any, new: Any, _place: Names, _sides: Sides) -> Found:
    """Words of a list that are gone."""
    for word in dict.fromkeys(old):
        if word not in new:
            yield (word,), word, ABSENT


def identities(old: Any, new: Any, _place: Names, sides: Sides) -> Found:
    """Identities that may sign for the first time, or by another issuer, where signatures were asked for at all."""
    for name, value in new.items() if asks_signatures(sides.old.policy.signatures) or old else ():
        if old.get(name) != value:
            yield (name,), old.get(name, ABSENT), value


def folded(old: Any, new: Any, _place: Names, _sides: Sides) -> Found:
    """Folds that hide what was not hidden before."""
    for name, value in new.items():
        if value is not False and old.get(name) != value:
            yield (name,), old.get(name, ABSENT), value


def approvers(old: Any, new: Any, _place: Names, _sides: Sides) -> Found:
    """People who may approve and could not; where nobody is named, anyone may."""
    if old and not new:
        yield (), [*old], ABSENT
    known = {person(each) for each in old}
    for each in new if old else ():
        if person(each) not in known:
            yield (each,), ABSENT, each


def fewer_people(old: Any, new: Any, place: Names, sides: Sides) -> Found:
    """Fewer people than before; what is not said is what the rest of that policy makes of it."""
    if old is None and new is None:
        return
    before, after = (people_asked(side.policy, place[-1]) for side in (sides.old, sides.new))
    if after < before:
        yield (), before, after


def fail_on(old: Any, new: Any, place: Names, sides: Sides) -> Found:
    """Only more severe changes stop the gate; what is not said goes by the preset."""
    if old is not None or new is not None:
        yield from _FAILS_ON(fails_on(sides.old.policy), fails_on(sides.new.policy), place, sides)


def unpinned(old: Any, new: Any, place: Names, sides: Sides) -> Found:
    """Launchers without a version are let through."""
    if old is not None or new is not None:
        yield from _UNPINNED(minds_unpinned(sides.old.policy), minds_unpinned(sides.new.policy), place, sides)


def unsigned(old: Any, new: Any, _place: Names, _sides: Sides) -> Found:
    """Approvals that needed a signature need none."""
    if signed_from(new) > signed_from(old):
        yield (), old, ABSENT if new is None else new


def severity(old: Any, new: Any, _place: Names, sides: Sides) -> Found:
    """Rules that are less severe somewhere, whatever says so; the preset is told by itself."""
    known = dict.fromkeys((*severity_keys(old), *severity_keys(new)))
    for where, rule in known:
        # Both by the new preset: under `compatible` an override may be all that keeps a rewording RISKY.
        before, after = (
            severity_at(Policy(sides.new.policy.preset, severity=side.policy.severity), where, rule)
            for side in (sides.old, sides.new)
        )
        if after.rank < before.rank:
            yield ((where, rule) if where else (rule,)), before.value.lower(), after.value.lower()


def severity_keys(severities: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """Where policy says how severe which rule is; `""` is everywhere."""
    for key, value in severities.items():
        if key in RULES:
            yield "", key
        else:
            yield from ((key, rule) for rule in value)


def severity_at(policy: Policy, where: str, rule: str) -> Severity:
    """How severe a rule is for a server or `server/tool`."""
    found = overrides(policy)(change_at(where, rule))
    return found.severity if found else RULES[rule].severity


def change_at(where: str, rule: str) -> Change:
    """A change that stands for all of them there."""
    server, _, tool = where.partition("/")
    return Change(rule, server, "tool", tool)


def _told(table: Any) -> Json:
    """What stood there, without anything that may be secret."""
    if isinstance(table, Server):
        from govern.policy.source import source_of

        return source_of(table, _NOWHERE)
    return "a profile" if hasattr(table, "env") else {key: value for key, value in _bounds(table) if value is not None}


def _bounds(guard: Any) -> Iterator[tuple[str, Json]]:
    yield from (("limit", guard.limit), ("max_bytes", guard.max_bytes))
