"""What changed in a tool's schema, as facts about the tool."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from govern.contract.surface import TOOL
from govern.facts import rule_ids as ids
from govern.facts.fact import Fact

if TYPE_CHECKING:
    from collections.abc import Iterator

    from govern.contract.json_type import Json
    from govern.contract.surface import Absent
    from govern.facts.change import Reading
    from govern.schemas.effort import Effort


def schema_facts(part: str, old: Json | Absent, new: Json | Absent, reading: Reading, effort: Effort) -> Iterator[Fact]:
    """The changes of one schema, each with its place in the tool's object."""
    # The engine takes a tenth of a second to import, and most comparisons of locks need none.
    from govern.schemas.edits import schema_changes

    place = f"/{TOOL.json_parts[part]}"
    try:
        facts = schema_changes("input" if part == "input" else "output", old, new, reading=reading, effort=effort)
    except Exception:  # noqa: BLE001 - a schema that our walkers stumble over has changed all the same
        facts = [Fact(ids.UNCLASSIFIED, "", old, new)]
    for fact in facts:
        yield replace(fact, pointer=f"{place}{fact.pointer}")
