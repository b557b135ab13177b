"""Changes of a prompt's arguments."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from govern.contract.surface import ABSENT, Absent
from govern.facts import rule_ids as ids
from govern.facts.change import Fact, step
from govern.facts.differences import differs, reworded_facts, unclassified_facts

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from govern.facts.differences import Value

Argument = dict[str, Any]
_TEXTS = {
    "title": (ids.PROMPT_ARGUMENT_TITLE_CHANGED, ids.PROMPT_ARGUMENT_TITLE_RESPELLED),
    "description": (ids.PROMPT_ARGUMENT_DESCRIPTION_CHANGED, ids.PROMPT_ARGUMENT_DESCRIPTION_RESPELLED),
}
_READ = frozenset({"name", "required", "description", "title"})


def argument_facts(old: Value, new: Value) -> Iterator[Fact]:
    """Yield the changes between two lists of arguments, matched by name.

    A list in which names are missing or repeated is compared as plain data.
    """
    before, after = _by_name(old), _by_name(new)
    if before is None or after is None:
        yield from unclassified_facts(old, new, "/arguments")
        return
    if not (before or after):
        yield Fact(ids.PROMPT_ARGUMENT_RESPELLED, "/arguments", old, new, {"what": "the list of arguments"})
    renamed = _renamed(before, after)
    for name in sorted({*before, *after} - set(renamed.values())):
        was, now = before.get(name), after.get(renamed.get(name, name))
        pointer = step("/arguments", name)
        if was is None or now is None:
            yield _came_or_went(name, was, now, pointer)
            continue
        if name in renamed:
            values = {"name": name, "renamed": renamed[name]}
            yield Fact(ids.PROMPT_ARGUMENT_RENAMED, pointer, name, renamed[name], values)
        if differs(was, now):
            yield from _changed(was, now, pointer)


def _renamed(before: Mapping[str, Argument], after: Mapping[str, Argument]) -> dict[str, str]:
    """Return the new name of each renamed argument, found as for the parameters of tools."""
    removed = {name: before[name] for name in before.keys() - after.keys()}
    added = {name: after[name] for name in after.keys() - before.keys()}
    if not (removed and added):
        return {}
    # Slow to import, and few comparisons need it.
    from govern.schemas.edits.properties import match_renames

    required = tuple(
        frozenset(name for name, each in side.items() if each.get("required") is True) for side in (removed, added)
    )
    return match_renames(_other_fields(removed), _other_fields(added), (required[0], required[1]))


def _other_fields(arguments: Mapping[str, Argument]) -> dict[str, Argument]:
    """Return the fields of each argument other than its name and `required`."""
    return {
        name: {key: value for key, value in each.items() if key not in ("name", "required")}
        for name, each in arguments.items()
    }


def _came_or_went(name: str, was: Argument | None, now: Argument | None, pointer: str) -> Fact:
    values = {"name": name}
    if now is None:
        return Fact(ids.PROMPT_ARGUMENT_REMOVED, pointer, before=was, values=values)
    rule = ids.PROMPT_REQUIRED_ARGUMENT_ADDED if now.get("required") is True else ids.PROMPT_ARGUMENT_ADDED
    return Fact(rule, pointer, after=now, values=values)


def _changed(was: Argument, now: Argument, pointer: str) -> Iterator[Fact]:
    required = was.get("required") is True, now.get("required") is True
    if required[0] != required[1]:
        rule = ids.PROMPT_ARGUMENT_BECAME_REQUIRED if required[1] else ids.PROMPT_ARGUMENT_BECAME_OPTIONAL
        yield Fact(rule, f"{pointer}/required", *required, {"name": now["name"]})
    elif differs(was.get("required", ABSENT), now.get("required", ABSENT)):
        sides = was.get("required", ABSENT), now.get("required", ABSENT)
        yield Fact(ids.PROMPT_ARGUMENT_RESPELLED, f"{pointer}/required", *sides, {"what": f"`{now['name']}`"})
    for key, rules in _TEXTS.items():
        names = ([was["name"]], [now["name"]]) if key == "title" else ((), ())
        sides = was.get(key, ABSENT), now.get(key, ABSENT)
        yield from reworded_facts(rules, f"{pointer}/{key}", *sides, names)
    for key in sorted({*was, *now} - _READ):
        yield from unclassified_facts(was.get(key, ABSENT), now.get(key, ABSENT), step(pointer, key))


def _by_name(arguments: Value) -> dict[str, Argument] | None:
    if isinstance(arguments, Absent):
        return {}
    if not isinstance(arguments, list):
        return None
    named = {each["name"]: each for each in arguments if isinstance(each, dict) and isinstance(each.get("name"), str)}
    return named if len(named) == len(arguments) else None
