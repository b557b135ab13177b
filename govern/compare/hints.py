"""What changed in an item's hints: annotations after the protocol's defaults, tasks, icons, bookkeeping, all else."""

from __future__ import annotations

from typing import TYPE_CHECKING

from govern.compare.meta import meta_facts
from govern.contract.behaviour import ANNOTATION_DEFAULTS
from govern.contract.surface import ABSENT, Absent
from govern.facts import rule_ids as ids
from govern.facts.fact import Fact, step
from govern.facts.net import unnamed
from govern.facts.values import differs, tables

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from govern.contract.json_type import Json
    from govern.contract.surface import KindName
    from govern.facts.values import Value

    Walk = Callable[[Value, Value], Iterator[Fact]]

# What each annotation's move is called, by what it was.
_MOVES = {
    ("readOnlyHint", True): ids.READ_ONLY_DROPPED,
    ("readOnlyHint", False): ids.READ_ONLY_CLAIMED,
    ("destructiveHint", False): ids.DESTRUCTIVE_CLAIMED,
    ("destructiveHint", True): ids.DESTRUCTIVE_DROPPED,
    ("idempotentHint", True): ids.IDEMPOTENT_DROPPED,
    ("idempotentHint", False): ids.IDEMPOTENT_CLAIMED,
    ("openWorldHint", False): ids.OPEN_WORLD_CLAIMED,
    ("openWorldHint", True): ids.OPEN_WORLD_DROPPED,
}
# To the protocol these hints mean something only beside writing, and what is left out says the default.
_MOOT = {
    ids.DESTRUCTIVE_CLAIMED: ids.DESTRUCTIVE_CLAIMED_READ_ONLY,
    ids.DESTRUCTIVE_DROPPED: ids.DESTRUCTIVE_DROPPED_READ_ONLY,
    ids.IDEMPOTENT_DROPPED: ids.IDEMPOTENT_DROPPED_READ_ONLY,
}
_TASKS = "forbidden"
_SUPPORT = (_TASKS, "optional", "required")


def hint_facts(kind: KindName, old: Mapping[str, Json], new: Mapping[str, Json]) -> Iterator[Fact]:
    """Every change between two items' hints."""
    walks = _WALKS | (_DATA_WALKS if kind in ("resource", "template") else {})
    for key in sorted({*old, *new}):
        before, after = old.get(key, ABSENT), new.get(key, ABSENT)
        if differs(before, after):
            yield from walks[key](before, after) if key in walks else unnamed(before, after, step("", key))


def _annotations(old: Value, new: Value) -> Iterator[Fact]:
    sides = tables(old, new)
    if sides is None:
        yield from unnamed(old, new, "/annotations")
        return
    before, after = sides
    for key in sorted({*before, *after}):
        was, now = before.get(key, ABSENT), after.get(key, ABSENT)
        default = ANNOTATION_DEFAULTS.get(key)
        meant = tuple(default if isinstance(value, Absent) else value for value in (was, now))
        if default is None or not all(isinstance(value, bool) for value in meant):
            if differs(was, now):
                yield from _text_or_net(key, was, now)
        elif meant[0] != meant[1]:
            rule = _MOVES[key, bool(meant[0])]
            moot = rule in _MOOT and after.get("readOnlyHint") is True
            yield Fact(_MOOT[rule] if moot else rule, step("/annotations", key), was, now)


def _text_or_net(key: str, was: Value, now: Value) -> Iterator[Fact]:
    if key == "title" and all(isinstance(value, (str, Absent)) for value in (was, now)):
        yield Fact(ids.ANNOTATION_TITLE_CHANGED, "/annotations/title", was, now)
    else:
        yield from unnamed(was, now, step("/annotations", key))


def _execution(old: Value, new: Value) -> Iterator[Fact]:
    sides = tables(old, new)
    if sides is None:
        yield from unnamed(old, new, "/execution")
        return
    was, now = (side.get("taskSupport", _TASKS) for side in sides)
    before, after = ({key: value for key, value in side.items() if key != "taskSupport"} for side in sides)
    yield from unnamed(before, after, "/execution")
    if not differs(was, now):
        return
    if was not in _SUPPORT or now not in _SUPPORT:
        rule = ids.UNCLASSIFIED
    elif (was, now) == ("required", "forbidden"):
        rule = ids.TASK_REFUSED
    elif "required" in (was, now):
        rule = ids.TASK_REQUIRED if now == "required" else ids.TASK_NOT_REQUIRED
    else:
        rule = ids.TASK_SUPPORT_ADDED if now == "optional" else ids.TASK_SUPPORT_REMOVED
    yield Fact(rule, "/execution/taskSupport", was, now)


def _named(rule: str, key: str) -> Walk:
    def walk(old: Value, new: Value) -> Iterator[Fact]:
        yield Fact(rule, step("", key), old, new)

    return walk


_WALKS: dict[str, Walk] = {
    "annotations": _annotations,
    "execution": _execution,
    "_meta": meta_facts,
    "icons": _named(ids.ICONS_CHANGED, "icons"),
}
_DATA_WALKS: dict[str, Walk] = {
    "annotations": _named(ids.RESOURCE_ANNOTATIONS_CHANGED, "annotations"),
    "size": _named(ids.RESOURCE_SIZE_CHANGED, "size"),
}
