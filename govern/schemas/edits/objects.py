"""Properties: added, removed, renamed, required."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from govern.contract.surface import ABSENT
from govern.schemas.edits.declared import are_declared, is_declared, may_be_declared, never
from govern.schemas.edits.edit import Step
from govern.schemas.edits.renames import renames

if TYPE_CHECKING:
    from collections.abc import Iterator

    from govern.schemas.edits.edit import Edit
    from govern.schemas.edits.pair import Node, Pair
    from govern.schemas.edits.words import Path

_PATTERNS = "patternProperties"


@dataclass(frozen=True, slots=True)
class Properties:
    """The properties of two objects by what became of them; `renamed` gives each old name its new one.

    What `moved` is declared by another part of the same object, on the side that does not have it here.
    """

    gone: list[str]
    come: list[str]
    kept: list[str]
    renamed: dict[str, str]
    moved: list[str]


def properties_of(pair: Pair) -> Properties:
    """Find the names that stayed, and those that are others now."""
    before, after = _both(pair)
    was, now = pair.around
    moved = [name for name in before if name not in after and is_declared(name, now)]
    moved += [name for name in after if name not in before and is_declared(name, was)]
    gone = {name: schema for name, schema in before.items() if name not in after and name not in moved}
    come = {name: schema for name, schema in after.items() if name not in before and name not in moved}
    renamed = renames(gone, come, (required_of(pair.old), required_of(pair.new)))
    named = set(renamed.values())
    return Properties(
        [name for name in gone if name not in renamed],
        [name for name in come if name not in named],
        [name for name in before if name in after],
        renamed,
        moved,
    )


def property_edits(pair: Pair, found: Properties) -> Iterator[Edit]:
    """Properties that came, that went, and names that are asked for where they were not, or no longer are."""
    required = (*pair.path, "required")
    asked = required_of(pair.new)
    before, after = map(_held, (pair.old, pair.new))
    for name in found.gone:
        steps = (Step("set", _at(pair, name), after.get(name, ABSENT)), Step("drop", required, name))
        said = {"name": name, "elsewhere": may_be_declared(name, pair.around[1])}
        edit = pair.edit("property-removed", name, (before[name], ABSENT), steps)
        yield replace(edit, said=said)
    for name in found.come:
        schema = after[name]
        said = {"name": name, "elsewhere": may_be_declared(name, pair.around[0])}
        step = Step("set", _at(pair, name), schema)
        if name in asked - required_of(pair.old):
            steps = (step, Step("add", required, name))
            edit = pair.edit("property-required", "required", (ABSENT, name), steps, "narrower")
            yield replace(edit, said=said | {"schema": schema})
        else:
            yield replace(pair.edit("property-added", name, (ABSENT, schema), (step,)), said=said)
    for name in found.moved:
        sides = before.get(name, ABSENT), after.get(name, ABSENT)
        yield pair.edit("property-moved", name, sides, (Step("set", _at(pair, name), sides[1]),), name=name)
    told = {*found.gone, *found.come, *found.renamed, *found.renamed.values()}
    for name in sorted((required_of(pair.old) ^ asked) - told):
        turn = (Step("add" if name in asked else "drop", required, name),)
        if name in asked:
            yield pair.edit("required-added", "required", (ABSENT, name), turn, "narrower", name=name)
        else:
            yield pair.edit("required-removed", "required", (name, ABSENT), turn, "wider", name=name)


def shared_patterns(pair: Pair) -> list[str]:
    """The patterns of names that both declare."""
    before, after = _patterns(pair.old), _patterns(pair.new)
    return sorted(before.keys() & after.keys())


def pattern_edits(pair: Pair) -> Iterator[Edit]:
    """Patterns of names that came, that went, and others in their place.

    `gone` and `come` are those that nothing else declares on the other side.
    """
    before, after = _patterns(pair.old), _patterns(pair.new)
    gone, come = sorted(before.keys() - after.keys()), sorted(after.keys() - before.keys())
    was, now = pair.around
    for names in [[*gone, *come]] if gone and come else [[name] for name in (*gone, *come)]:
        left, right = ({name: side[name] for name in names if name in side} or ABSENT for side in (before, after))
        steps = (Step("set", (*pair.path, _PATTERNS, name), after.get(name, ABSENT)) for name in names)
        edit = pair.edit("names", _PATTERNS, (left, right), tuple(steps))
        lost = [name for name in gone if name in names and not are_declared(name, now)]
        found = [name for name in come if name in names and not are_declared(name, was)]
        yield replace(edit, said={"gone": lost, "come": found})


def rename_edit(pair: Pair, was: str, name: str, also: list[Edit]) -> Edit:
    """One edit for a property by another name, with what else became of it."""
    after = _held(pair.new)
    steps = [Step("set", _at(pair, was), after.get(was, ABSENT)), Step("drop", (*pair.path, "required"), was),
             Step("set", _at(pair, name), after[name])]  # fmt: skip
    if name in required_of(pair.new):
        steps.append(Step("add", (*pair.path, "required"), name))
    return pair.edit("property-renamed", name, (was, name), tuple(steps), name=was, renamed=name, also=also)


def _both(pair: Pair) -> tuple[dict[str, Node], dict[str, Node]]:
    """What each declares; a name that can never be there any more is gone, and one that now can be has come."""
    before, after = _held(pair.old), _held(pair.new)
    turned = {name for name in before.keys() & after.keys() if never(before[name]) != never(after[name])}
    return _without(before, turned), _without(after, turned)


def _without(held: dict[str, Node], turned: set[str]) -> dict[str, Node]:
    return {name: schema for name, schema in held.items() if name not in turned or not never(schema)}


def _held(node: Node) -> dict[str, Node]:
    held = node.get("properties")
    return held if isinstance(held, dict) else {}


def _patterns(node: Node) -> dict[str, Node]:
    held = node.get(_PATTERNS)
    return held if isinstance(held, dict) else {}


def required_of(node: Node) -> frozenset[str]:
    """The names that an object asks for."""
    held = node.get("required")
    return frozenset(held) if isinstance(held, list) else frozenset()


def _at(pair: Pair, name: str) -> Path:
    return (*pair.path, "properties", name)
