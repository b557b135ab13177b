"""The comparison of JSON Schemas."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from govern.contract.json_text import Json
    from govern.contract.surface import Absent
    from govern.facts.change import Fact, Reading
    from govern.schemas.budget import TimeBudget


def schema_facts(
    part: str, old: Json | Absent, new: Json | Absent, reading: Reading, time: TimeBudget
) -> Iterator[Fact]:
    """Yield the changes of a tool's input or output schema, with pointers into the tool's object."""
    from dataclasses import replace

    from govern.contract.surface import TOOL
    from govern.facts import rule_ids as ids
    from govern.facts.change import Fact
    from govern.schemas.edits import schema_changes

    try:
        facts = schema_changes("input" if part == "input" else "output", old, new, reading=reading, effort=time)
    except Exception:  # noqa: BLE001 - a schema that cannot be walked has changed all the same
        facts = [Fact(ids.UNCLASSIFIED, "", old, new)]
    for fact in facts:
        yield replace(fact, pointer=f"/{TOOL.json_parts[part]}{fact.pointer}")
