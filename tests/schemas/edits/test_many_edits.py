"""Schemas in which hundreds of properties change at once: every change is judged within the time of one pair."""

from typing import Any

import pytest

from govern.contract.surface import Position
from govern.schemas.budget import time_limit
from govern.schemas.edits.changes import changes_in_process
from tests.bench.cliffs import placed

NUMBER = 300
RULES = {
    "added": ("input-property-added", "output-property-added"),
    "removed": ("input-property-removed", "output-property-removed"),
    "removed, all required": ("input-property-removed", "output-property-removed"),
    "renamed": ("input-property-removed", "output-property-removed"),
    "renamed in style": ("input-property-renamed", "output-property-renamed"),
    "changed in type": ("input-type-changed", "output-type-changed"),
    "reworded": ("parameter-description-changed", "output-description-changed"),
    "made required": ("input-required-added", "output-required-added"),
}
POSITIONS: tuple[Position, ...] = ("input", "output")


@pytest.mark.parametrize("way", RULES)
@pytest.mark.parametrize("position", POSITIONS)
def test_every_one_of_many_edits_is_judged(way: str, position: Position) -> None:
    for old, new in placed(way, NUMBER):
        with time_limit():
            facts = changes_in_process(position, old, new, "documented")
        rules = [fact.rule for fact in facts]
        expected = NUMBER if "$defs" not in new else NUMBER // 2
        assert rules.count(RULES[way][POSITIONS.index(position)]) == expected
        assert not [rule for rule in rules if rule.endswith("-unproven")]


def test_names_that_moved_to_a_part_are_found_among_many() -> None:
    properties: dict[str, Any] = {f"name_{at}": {"type": "string"} for at in range(NUMBER)}
    new = {"type": "object", "properties": {}, "anyOf": [{"properties": properties}, {"properties": properties}]}
    with time_limit():
        facts = changes_in_process("output", {"type": "object", "properties": properties}, new, "literal")
    assert not [fact for fact in facts if fact.rule.endswith(("-unproven", "-removed"))]
