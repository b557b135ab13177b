"""Edits that the engine cannot decide, and breaks that no witness shows."""

from collections.abc import Callable
from typing import Any

import pytest

from govern.schemas.comparison import Comparison, compare_in_process
from govern.schemas.edits import schema_changes
from tests.schemas.edits.made_schemas import TEXT, WHOLE, an_object, rules

OLD = an_object(a=TEXT, b=TEXT)
NEW = an_object(a=WHOLE, b={**TEXT, "maxLength": 3})
UNDECIDED = Comparison("unknown", "unknown")
Fake = Callable[[Callable[[Any], Comparison | None]], None]


@pytest.fixture
def engine(monkeypatch: pytest.MonkeyPatch) -> Fake:
    """Replace the answers of the engine for the readers that a function answers."""

    def replace(answer: Callable[[Any], Comparison | None]) -> None:
        def compare(sender: Any, reader: Any, **how: Any) -> Comparison:
            return answer(reader) or compare_in_process(sender, reader, **how)

        monkeypatch.setattr("govern.schemas.edits.witnesses.compare_in_process", compare)

    return replace


def test_a_break_without_a_witness_is_unproven(engine: Fake):
    engine(lambda _: Comparison("no", "no"))
    assert rules("input", an_object(a=TEXT), an_object(a=WHOLE)) == ["input-unproven"]


def test_breaks_without_a_witness_are_unproven_where_the_whole_is_undecided(engine: Fake):
    engine(lambda reader: UNDECIDED if _edits(reader) == {"a", "b"} else Comparison("no", "no"))
    assert rules("input", OLD, NEW) == ["input-unproven", "input-unproven"]


def test_an_edit_that_the_engine_cannot_decide_is_unproven(engine: Fake):
    engine(lambda reader: UNDECIDED if "a" in _edits(reader) else None)
    assert rules("input", OLD, NEW) == ["input-unproven", "input-bound-tightened"]


def test_an_undecided_edit_breaks_where_the_whole_does_and_no_other_edit(engine: Fake):
    engine(lambda reader: UNDECIDED if _edits(reader) == {"a"} else None)
    facts = schema_changes("input", OLD, an_object(a=WHOLE, b={"type": ["null", "string"]}))
    assert [fact.rule for fact in facts] == ["input-type-changed", "input-type-widened"]
    assert facts[0].witness


def test_edits_that_break_together_are_not_sought_while_one_is_undecided(engine: Fake):
    def choice(most: int, least: int) -> dict[str, Any]:
        return {"anyOf": [{**TEXT, "maxLength": most}, {**TEXT, "minLength": least}]}

    old, new = an_object(a=TEXT, v=choice(5, 3)), an_object(a=WHOLE, v=choice(3, 5))
    engine(
        lambda reader: UNDECIDED if _edits(reader) == {"a"} and reader["properties"].get("v") != choice(3, 5) else None
    )
    assert "input-narrowed" not in rules("input", old, new)
    assert "input-narrowed" in rules("input", an_object(a=TEXT, v=choice(5, 3)), an_object(a=TEXT, v=choice(3, 5)))


def _edits(reader: Any) -> set[str]:
    """Return which properties of the reader are as in the new schema."""
    properties = reader.get("properties", {}) if isinstance(reader, dict) else {}
    changed = {name for name, schema in properties.items() if schema != TEXT}
    return changed & {"a", "b"}
