"""Properties: added, removed, renamed, required."""

from __future__ import annotations

from typing import TYPE_CHECKING

from govern.compare.schemas.edits.edit import Edit, Step
from govern.compare.schemas.edits.renames import renames
from govern.contract.surface import ABSENT
from govern.dataclass import dataclass

if TYPE_CHECKING:
    from collections.abc import Iterator

    from govern.compare.schemas.edits.pair import Node, Pair
    from govern.compare.schemas.edits.words import Path


@dataclass(frozen=True, slots=True)
class Properties:
    """The properties of two objects by what became of them; `renamed` gives each old name its new one."""

    gone: list[str]
    come: list[str]
    kept: list[str]
    renamed: dict[str, str]


def properties_of(pair: Pair) -> Properties:
    """Find the names that stayed, and those that are others now."""
    before, after = _declared(pair.old), _declared(pair.new)
    gone = {name: schema for name, schema in before.items() if name not in after}
    come = {name: schema for name, schema in after.items() if name not in before}
    renamed = renames(gone, come, (required_of(pair.old), required_of(pair.new)))
    named = set(renamed.values())
    return Properties(
        [name for name in gone if name not in renamed],
        [name for name in come if name not in named],
        [name for name in before if name in after],
        renamed,
    )


def property_edits(pair: Pair, found: Properties) -> Iterator[Edit]:
    """Properties that came, that went, and names that are asked for where they were not, or no longer are."""
    required = (*pair.path, "required")
    asked = required_of(pair.new)
    for name in found.gone:
        steps = (Step("set", _at(pair, name), ABSENT), Step("drop", required, name))
        yield pair.edit("property-removed", name, (pair.old["properties"][name], ABSENT), steps, name=name)
    for name in found.come:
        schema = pair.new["properties"][name]
        step = Step("set", _at(pair, name), schema)
        if name in asked - required_of(pair.old):
            steps = (step, Step("add", required, name))
            yield pair.edit(
                "property-required", "required", (ABSENT, name), steps, "narrower", name=name, schema=schema
            )
        else:
            yield pair.edit("property-added", name, (ABSENT, schema), (step,), name=name)
    told = {*found.gone, *found.come, *found.renamed, *found.renamed.values()}
    for name in sorted((required_of(pair.old) ^ asked) - told):
        turn = (Step("add" if name in asked else "drop", required, name),)
        if name in asked:
            yield pair.edit("required-added", "required", (ABSENT, name), turn, "narrower", name=name)
        else:
            yield pair.edit("required-removed", "required", (name, ABSENT), turn, "wider", name=name)


def rename_edit(pair: Pair, was: str, name: str, also: list[Edit]) -> Edit:
    """One edit for a property by another name, with what else became of it."""
    steps = [Step("set", _at(pair, was), ABSENT), Step("drop", (*pair.path, "required"), was),
             Step("set", _at(pair, name), pair.new["properties"][name])]  # fmt: skip
    if name in required_of(pair.new):
        steps.append(Step("add", (*pair.path, "required"), name))
    return pair.edit("property-renamed", name, (was, name), tuple(steps), name=was, renamed=name, also=also)


def _declared(node: Node) -> dict[str, Node]:
    held = node.get("properties")
    return held if isinstance(held, dict) else {}


def required_of(node: Node) -> frozenset[str]:
    """The names that an object asks for."""
    held = node.get("required")
    return frozenset(held) if isinstance(held, list) else frozenset()


def _at(pair: Pair, name: str) -> Path:
    return (*pair.path, "properties", name)
