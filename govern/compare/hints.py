"""Changes of an item's hints: annotations, tasks, metadata and every other field."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from govern.compare.items import are_icons
from govern.contract.characters import shortened
from govern.contract.digests import ANNOTATION_DEFAULTS
from govern.contract.json_text import canonical
from govern.contract.surface import ABSENT, Absent
from govern.facts import rule_ids as ids
from govern.facts.change import Fact, as_objects, differing_values, differs, step, unclassified_facts

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from govern.contract.json_text import Json
    from govern.contract.surface import KindName
    from govern.facts.change import Value

    Walk = Callable[[Value, Value], Iterator[Fact]]

# The rule for each annotation that flips, by its old value.
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
# The protocol gives these hints a meaning only for tools that write.
_MOOT = {
    ids.DESTRUCTIVE_CLAIMED: ids.DESTRUCTIVE_CLAIMED_READ_ONLY,
    ids.DESTRUCTIVE_DROPPED: ids.DESTRUCTIVE_DROPPED_READ_ONLY,
    ids.IDEMPOTENT_DROPPED: ids.IDEMPOTENT_DROPPED_READ_ONLY,
}
_BREAKING = frozenset({ids.READ_ONLY_DROPPED, ids.DESTRUCTIVE_CLAIMED, ids.IDEMPOTENT_DROPPED})
_SAFE = frozenset({*_MOOT.values(), ids.IDEMPOTENT_CLAIMED, ids.ANNOTATION_TITLE_ADDED, ids.ANNOTATION_TITLE_RESPELLED})
_SEVERAL = 2
_LONGEST_SHOWN = 60
_TASKS = "forbidden"
_SUPPORT = (_TASKS, "optional", "required")
# Frameworks' internal metadata: no model reads it, and no host acts on it.
_BOOKKEEPING = frozenset({"fastmcp", "_fastmcp"})
_RENAMED = {"_fastmcp": "fastmcp"}
# The page that hosts show with a tool: MCP Apps, its first spelling, and hosts that had pages before it.
_UI = "ui"
_APPS = ("ui/", "openai/")
_SIZE = "anthropic/maxResultSizeChars"
_LOADING = frozenset({"anthropic/alwaysLoad", "anthropic/searchHint"})
_SEEN_BY_ALL = ["model", "app"]


def hint_facts(kind: KindName, old: Mapping[str, Json], new: Mapping[str, Json]) -> Iterator[Fact]:
    """Yield the changes between the hints of two items."""
    walks = _WALKS | (_DATA_WALKS if kind in ("resource", "template") else {})
    for key, before, after in differing_values(old, new):
        yield from walks[key](before, after) if key in walks else unclassified_facts(before, after, step("", key))


def _annotations(old: Value, new: Value) -> Iterator[Fact]:
    sides = as_objects(old, new)
    if sides is None:
        yield from unclassified_facts(old, new, "/annotations")
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
            values = {"before": _hint(was, default), "after": _hint(now, default)}
            yield Fact(_MOOT[rule] if moot else rule, step("/annotations", key), was, now, values)


def joined_annotations(facts: Sequence[Fact], old: Value, new: Value) -> Sequence[Fact]:
    """Return one fact in place of several about the annotations of an item, unless all are harmless."""
    rules = {fact.rule for fact in facts}
    sides = as_objects(old, new)
    if len(facts) < _SEVERAL or rules <= _SAFE or sides is None:
        return facts
    rule = ids.ANNOTATIONS_DROPPED if rules & _BREAKING else ids.ANNOTATIONS_CHANGED
    return [Fact(rule, "/annotations", old, new, {"changes": _annotation_changes(*sides), "joined": sorted(rules)})]


def _annotation_changes(before: Mapping[str, Json], after: Mapping[str, Json]) -> str:
    """Return what a whole block contains where it is dropped or added, and each change otherwise."""
    if not (before and after):
        block = before or after
        contents = ", ".join(f"{key}: {_clipped(block[key])}" for key in sorted(block))
        return f"annotations {'dropped' if before else 'added'}: {contents}"
    moves = []
    for key, *sides in differing_values(before, after):
        default = ANNOTATION_DEFAULTS.get(key)
        moves.append(f"{key}: {' → '.join(_hint(value, default) for value in sides)}")
    return ", ".join(moves)


def _hint(value: Value, default: Json) -> str:
    """Return the value of a hint, or its default if it is not set."""
    if isinstance(value, Absent):
        return "not set" if default is None else f"not set (default {canonical(default).decode()})"
    return _clipped(value)


def _clipped(value: Json) -> str:
    return shortened(canonical(value).decode("utf-8", "replace"), _LONGEST_SHOWN)


def _text_or_net(key: str, was: Value, now: Value) -> Iterator[Fact]:
    if key == "title" and all(isinstance(value, (str, Absent)) for value in (was, now)):
        yield Fact(ids.ANNOTATION_TITLE_CHANGED, "/annotations/title", was, now)
    else:
        yield from unclassified_facts(was, now, step("/annotations", key))


def _execution(old: Value, new: Value) -> Iterator[Fact]:
    sides = as_objects(old, new)
    if sides is None:
        yield from unclassified_facts(old, new, "/execution")
        return
    was, now = (side.get("taskSupport", _TASKS) for side in sides)
    before, after = ({key: value for key, value in side.items() if key != "taskSupport"} for side in sides)
    yield from unclassified_facts(before, after, "/execution")
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


def meta_facts(old: Value, new: Value) -> Iterator[Fact]:
    """Yield the changes between two `_meta` objects."""
    sides = as_objects(old, new)
    if sides is None:
        yield from unclassified_facts(old, new, "/_meta")
        return
    before, after = (_with_one_spelling(side) for side in sides)
    for key, was, now in differing_values(before, after):
        yield from _key(key, was, now)
    if canonical(before) == canonical(after):
        rule = ids.BOOKKEEPING_CHANGED if sides[0] == sides[1] else ids.BOOKKEEPING_RESPELLED
        yield Fact(rule, "/_meta", old, new)


def _with_one_spelling(meta: dict[str, Json]) -> dict[str, Json]:
    """Return the object with the newer spelling of FastMCP's key; two major versions spell it differently."""
    return meta if "fastmcp" in meta else {_RENAMED.get(key, key): meta[key] for key in meta}


def _key(key: str, was: Value, now: Value) -> Iterator[Fact]:
    pointer = step("/_meta", key)
    if key in _BOOKKEEPING:
        yield Fact(ids.BOOKKEEPING_CHANGED, pointer, was, now)
    elif key == _UI and (sides := as_objects(was, now)) and any(sides):
        yield from _page(*sides, pointer)
    elif key == _UI or key.startswith(_APPS):
        yield Fact(ids.PAGE_CHANGED, pointer, was, now)
    elif key == _SIZE and _is_count(was) and _is_count(now):
        rule = ids.SIZE_HINT_RAISED if _higher(was, now) else ids.SIZE_HINT_LOWERED
        yield Fact(rule, pointer, was, now)
    elif key in _LOADING:
        yield Fact(ids.LOADING_HINT_CHANGED, pointer, was, now)
    else:
        yield from unclassified_facts(was, now, pointer)


def _page(before: dict[str, Any], after: dict[str, Any], pointer: str) -> Iterator[Fact]:
    """Yield the changes of an app page; without "model" in `visibility`, only the page may call the tool."""
    left, right = (side.get("visibility", _SEEN_BY_ALL) for side in (before, after))
    seen = ["model" in side if isinstance(side, list) else True for side in (left, right)]
    turned = seen[0] != seen[1]
    if turned:
        sides = (side.get("visibility", ABSENT) for side in (before, after))
        yield Fact(ids.TOOL_HIDDEN if seen[0] else ids.TOOL_SHOWN, step(pointer, "visibility"), *sides)
    for key, was, now in differing_values(before, after):
        if not (turned and key == "visibility"):
            yield Fact(ids.PAGE_CHANGED, step(pointer, key), was, now)


def _is_count(value: Value) -> bool:
    return value is ABSENT or (isinstance(value, int) and not isinstance(value, bool))


def _higher(was: Any, now: Any) -> bool:
    """Return whether the bound was removed or raised."""
    return now is ABSENT or (was is not ABSENT and now > was)


def _are_data_annotations(value: Value) -> bool:
    return (
        isinstance(value, dict)
        and isinstance(value.get("audience", []), list)
        and _is_numeric(value.get("priority", 0))
        and isinstance(value.get("lastModified", ""), str)
    )


def _is_numeric(value: Value) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def _changed_as(rule: str, key: str, is_valid: Callable[[Value], bool]) -> Walk:
    """Return the walk of a field whose change is one fact; SDKs may reject a list with an invalid value."""

    def walk(old: Value, new: Value) -> Iterator[Fact]:
        if isinstance(new, Absent) or is_valid(new):
            yield Fact(rule, step("", key), old, new)
        else:
            yield from unclassified_facts(old, new, step("", key))

    return walk


_WALKS: dict[str, Walk] = {
    "annotations": _annotations,
    "execution": _execution,
    "_meta": meta_facts,
    "icons": _changed_as(ids.ICONS_CHANGED, "icons", are_icons),
}
_DATA_WALKS: dict[str, Walk] = {
    "annotations": _changed_as(ids.RESOURCE_ANNOTATIONS_CHANGED, "annotations", _are_data_annotations),
    "size": _changed_as(ids.RESOURCE_SIZE_CHANGED, "size", _is_numeric),
}
