"""Names that another part of the same object declares now, or asks for: what became of them is told of the parts."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from govern.schemas.edits.declared import declared
from govern.schemas.edits.objects import required_of
from govern.schemas.edits.pair import Pair, below

if TYPE_CHECKING:
    from collections.abc import Iterator

    from govern.schemas.edits.edit import Edit
    from govern.schemas.edits.pair import Node
    from govern.schemas.edits.words import Path

_REQUIRED = ("required-added", "required-removed")


def moved_names(pair: Pair) -> dict[str, Pair]:
    """The names that parts which always hold declare on both sides, and not the same part.

    Those of a part of such a part are found from above.
    """
    is_part = pair.path[-2:-1] == ("allOf",) and isinstance(pair.path[-1], int)
    if is_part or "allOf" not in pair.words:
        return {}
    before, after = places(pair.old), places(pair.new)
    return {
        name: Pair(
            below(pair.old, before[name]), below(pair.new, after[name]),
            (*pair.path, *before[name]), (*pair.now, *after[name]),
        )
        for name in before
        if name in after and before[name] != after[name]
    }  # fmt: skip


def gathered(pair: Pair, edits: list[Edit], same_still: set[str]) -> Iterator[Edit]:
    """The edits of a node, where parts came or went in one with the names that only moved with them."""
    parts = next((edit for edit in edits if edit.keyword == "allOf" and edit.path == pair.path), None)
    asked = _asked(pair.old) & _asked(pair.new)
    names = {"property-moved": same_still, "required-added": asked, "required-removed": asked} if parts else {}
    moved = [edit for edit in edits if edit.path == pair.path and edit.said.get("name") in names.get(edit.family, ())]
    for edit in edits:
        if edit is parts and moved:
            steps = tuple(step for other in moved for step in other.steps)
            yield replace(edit, steps=(*edit.steps, *steps), direction="either")
        elif not any(edit is other for other in moved):
            yield edit


def places(node: Node) -> dict[str, Path]:
    """Each name that always is declared with the place that does, the nearest to the root first."""
    found: dict[str, Path] = {name: ("properties", name) for name in declared(node)}
    for at, part in enumerate(node.get("allOf", ())):
        found = {name: ("allOf", at, *place) for name, place in places(part).items()} | found
    return found


def _asked(node: Node) -> frozenset[str]:
    return required_of(node).union(*map(_asked, node.get("allOf", ())))
