"""Rules about schemas, without the rest of the comparison."""

import pytest

from govern.contract.surface import ABSENT
from govern.facts.change import Fact
from govern.rules.rule import Rule, Severity
from govern.rules.schemas import RULES
from govern.schemas.edits.changes import schema_changes

ROWS = {row.id: row for row in RULES}


def facts(row: Rule, *, reverse: bool = False) -> list[Fact]:
    """Return the facts of the row's own example."""
    before, after = (row.example.before or {}), (row.example.after or {})
    field = "outputSchema" if "outputSchema" in before | after else "inputSchema"
    sides = [side.get(field, ABSENT) for side in (before, after)]
    return schema_changes("output" if field == "outputSchema" else "input", *(reversed(sides) if reverse else sides))


@pytest.mark.parametrize("row", ROWS.values(), ids=ROWS)
def test_an_example_is_one_fact_and_its_reverse_the_mirror(row: Rule):
    (fact,) = facts(row)
    assert fact.rule == row.id
    assert row.severity is not Severity.BREAKING or fact.witness
    reverse = [fact.rule for fact in facts(row, reverse=True)]
    assert reverse == [row.mirror] if row.mirror else row.id not in reverse


def test_inputs_and_outputs_have_the_same_rules_with_few_exceptions():
    ours = {name.removeprefix("input-") for name in ROWS if name.startswith("input-")}
    theirs = {name.removeprefix("output-") for name in ROWS if name.startswith("output-")}
    assert ours - theirs == {
        "format-refuses",
        "narrowed",
        "narrowed-undocumented",
        "property-constrained",
        "property-undeclared",
        "schema-emptied",
    }
    assert theirs - ours == {
        "description-changed",
        "description-respelled",
        "property-added-closed",
        "widened",
        "widened-undocumented",
    }
