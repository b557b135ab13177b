"""Changed sizes of a definition are reported, equal ones are not."""

from typing import Any

import pytest

from govern.economics.budgets import Budget
from govern.lockfile.comparison import cost_changes
from tests.lockfile.building import locked

INPUT = {"type": "object", "properties": {"city": {"type": "string"}}}
TOOL = {"name": "weather", "description": "Tells the weather.", "inputSchema": INPUT}


def moved(**new: Any) -> list[tuple[Any, Any]]:
    changes = cost_changes(locked("s", TOOL), locked("s", {**TOOL, **new}), Budget())
    return [(change.before, change.after) for change in changes if change.rule == "definition-cost-moved"]


def test_only_tokens_changed() -> None:
    ((before, after),) = moved(description="Tells the weather of today.")
    assert before.endswith(" tokens")
    assert after.endswith(" tokens")
    assert before != after


def test_only_fields_changed() -> None:
    answer = {"type": "object", "properties": {"sky": {"type": "string"}}}
    assert moved(outputSchema=answer) == [("1 field", "2 fields")]


def test_tokens_and_fields_changed() -> None:
    grown = {"type": "object", "properties": {"city": {"type": "string"}, "day": {"type": "string"}}}
    ((before, after),) = moved(inputSchema=grown)
    assert before.endswith(" tokens and 1 field")
    assert after.endswith(" tokens and 2 fields")


@pytest.mark.parametrize("new", [{"_meta": {"a": 1}}, {"annotations": {"readOnlyHint": True}}])
def test_equal_sizes_are_not_reported(new: dict[str, Any]) -> None:
    assert moved(**new) == []
