"""What changed in an item's hints: annotations after the protocol's defaults, tasks, icons, bookkeeping, all else."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from govern.compare.fact import Fact, step
from govern.compare.net import unnamed
from govern.contract.behaviour import ANNOTATION_DEFAULTS
from govern.contract.json_text import Json, canonical
from govern.contract.surface import ABSENT, Absent, KindName

# What each annotation's move is called, by what it was.
_MOVES = {
    ("readOnlyHint", True): "read-only-dropped",
    ("readOnlyHint", False): "read-only-claimed",
    ("destructiveHint", False): "destructive-claimed",
    ("destructiveHint", True): "destructive-dropped",
    ("idempotentHint", True): "idempotent-dropped",
    ("idempotentHint", False): "idempotent-claimed",
    ("openWorldHint", False): "open-world-claimed",
    ("openWorldHint", True): "open-world-dropped",
}
_TASKS = "forbidden"
_SUPPORT = (_TASKS, "optional", "required")
# What frameworks note for themselves: no model reads it, and no host decides by it.
_BOOKKEEPING = frozenset({"fastmcp", "_fastmcp"})
_RENAMED = {"_fastmcp": "fastmcp"}

Value = Json | Absent
Walk = Callable[[Value, Value], Iterator[Fact]]


def hint_facts(kind: KindName, old: Mapping[str, Json], new: Mapping[str, Json]) -> Iterator[Fact]:
    """Every change between two items' hints."""
    walks = _WALKS | (_DATA_WALKS if kind in ("resource", "template") else {})
    for key in sorted({*old, *new}):
        before, after = old.get(key, ABSENT), new.get(key, ABSENT)
        if differs(before, after):
            yield from walks[key](before, after) if key in walks else unnamed(before, after, step("", key))


def differs(old: Value, new: Value) -> bool:
    """Whether two values, either of which may be missing, are not one and the same."""
    if isinstance(old, Absent) or isinstance(new, Absent):
        return old is not new
    return canonical(old) != canonical(new)


def _annotations(old: Value, new: Value) -> Iterator[Fact]:
    sides = _tables(old, new)
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
            yield Fact(_MOVES[key, bool(meant[0])], step("/annotations", key), was, now)


def _text_or_net(key: str, was: Value, now: Value) -> Iterator[Fact]:
    if key == "title" and all(isinstance(value, (str, Absent)) for value in (was, now)):
        yield Fact("annotation-title-changed", "/annotations/title", was, now)
    else:
        yield from unnamed(was, now, step("/annotations", key))


def _execution(old: Value, new: Value) -> Iterator[Fact]:
    sides = _tables(old, new)
    if sides is None:
        yield from unnamed(old, new, "/execution")
        return
    was, now = (side.get("taskSupport", _TASKS) for side in sides)
    before, after = ({key: value for key, value in side.items() if key != "taskSupport"} for side in sides)
    yield from unnamed(before, after, "/execution")
    if not differs(was, now):
        return
    if was not in _SUPPORT or now not in _SUPPORT:
        yield Fact("unclassified", "/execution/taskSupport", was, now)
    elif "required" in (was, now):
        yield Fact("task-required" if now == "required" else "task-not-required", "/execution/taskSupport", was, now)
    else:
        yield Fact(
            "task-support-added" if now == "optional" else "task-support-removed", "/execution/taskSupport", was, now
        )


def _meta(old: Value, new: Value) -> Iterator[Fact]:
    sides = _tables(old, new)
    if sides is None:
        yield from unnamed(old, new, "/_meta")
        return
    before, after = ({_RENAMED.get(key, key): value for key, value in side.items()} for side in sides)
    for key in sorted({*before, *after}):
        was, now = before.get(key, ABSENT), after.get(key, ABSENT)
        if key in _BOOKKEEPING and differs(was, now):
            yield Fact("bookkeeping-changed", step("/_meta", key), was, now)
        elif differs(was, now):
            yield from unnamed(was, now, step("/_meta", key))
    if before == after or canonical(before) == canonical(after):
        # The key's spelling alone, as between two majors of FastMCP.
        yield Fact("bookkeeping-changed", "/_meta", old, new)


def _tables(old: Value, new: Value) -> tuple[dict[str, Any], dict[str, Any]] | None:
    """Both as objects, a missing one as an empty one; None where one is something else."""
    sides = tuple({} if isinstance(value, Absent) else value for value in (old, new))
    return (sides[0], sides[1]) if isinstance(sides[0], dict) and isinstance(sides[1], dict) else None


def _named(rule: str, key: str) -> Walk:
    def walk(old: Value, new: Value) -> Iterator[Fact]:
        yield Fact(rule, step("", key), old, new)

    return walk


_WALKS: dict[str, Walk] = {
    "annotations": _annotations,
    "execution": _execution,
    "_meta": _meta,
    "icons": _named("icons-changed", "icons"),
}
_DATA_WALKS: dict[str, Walk] = {
    "annotations": _named("resource-annotations-changed", "annotations"),
    "size": _named("resource-size-changed", "size"),
}
