"""What changed in a prompt's arguments."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from govern.compare.fact import Fact, step
from govern.compare.net import unnamed
from govern.compare.values import Value, differs
from govern.compare.words import text_facts
from govern.contract.surface import ABSENT, Absent

if TYPE_CHECKING:
    from collections.abc import Iterator

_READ = frozenset({"name", "required", "description", "title"})


def argument_facts(old: Value, new: Value) -> Iterator[Fact]:
    """Arguments go by name; a list in which they do not is only compared as data."""
    before, after = _by_name(old), _by_name(new)
    if before is None or after is None:
        yield from unnamed(old, new, "/arguments")
        return
    if not (before or after):
        yield Fact("prompt-argument-respelled", "/arguments", old, new, {"what": "the list of arguments"})
    for name in sorted({*before, *after}):
        was, now = before.get(name), after.get(name)
        pointer = step("/arguments", name)
        if was is None or now is None:
            yield _came_or_went(name, was, now, pointer)
        elif differs(was, now):
            yield from _changed(was, now, pointer)


def _came_or_went(name: str, was: dict[str, Any] | None, now: dict[str, Any] | None, pointer: str) -> Fact:
    said = {"name": name}
    if now is None:
        return Fact("prompt-argument-removed", pointer, before=was, said=said)
    rule = "prompt-required-argument-added" if now.get("required") is True else "prompt-argument-added"
    return Fact(rule, pointer, after=now, said=said)


def _changed(was: dict[str, Any], now: dict[str, Any], pointer: str) -> Iterator[Fact]:
    required = was.get("required") is True, now.get("required") is True
    if required[0] != required[1]:
        rule = "prompt-argument-became-required" if required[1] else "prompt-argument-became-optional"
        yield Fact(rule, f"{pointer}/required", *required, {"name": now["name"]})
    elif differs(was.get("required", ABSENT), now.get("required", ABSENT)):
        sides = was.get("required", ABSENT), now.get("required", ABSENT)
        yield Fact("prompt-argument-respelled", f"{pointer}/required", *sides, {"what": f"`{now['name']}`"})
    for key in ("title", "description"):
        names = [now["name"]] if key == "title" else []
        sides = was.get(key, ABSENT), now.get(key, ABSENT)
        yield from text_facts(f"prompt-argument-{key}", f"{pointer}/{key}", *sides, (names, names))
    for key in sorted({*was, *now} - _READ):
        yield from unnamed(was.get(key, ABSENT), now.get(key, ABSENT), step(pointer, key))


def _by_name(arguments: Value) -> dict[str, dict[str, Any]] | None:
    if isinstance(arguments, Absent):
        return {}
    if not isinstance(arguments, list):
        return None
    named = {each["name"]: each for each in arguments if isinstance(each, dict) and isinstance(each.get("name"), str)}
    return named if len(named) == len(arguments) else None
