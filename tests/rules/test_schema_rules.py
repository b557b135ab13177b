import pytest

from govern.contract.surface import ABSENT
from govern.facts.change import Fact
from govern.rules import hints, inputs, outputs
from govern.rules.finding import judge
from govern.rules.rule import Rule, Severity
from govern.schemas.edits import schema_changes

ROWS = {row.id: row for row in (*inputs.RULES, *outputs.RULES)}


def facts(row: Rule, *, turned: bool = False) -> list[Fact]:
    """What the row's own example is told as."""
    before, after = (row.example.before or {}), (row.example.after or {})
    field = "outputSchema" if "outputSchema" in before | after else "inputSchema"
    sides = [side.get(field, ABSENT) for side in (before, after)]
    return schema_changes("output" if field == "outputSchema" else "input", *(reversed(sides) if turned else sides))


@pytest.mark.parametrize("row", ROWS.values(), ids=ROWS)
def test_the_example_of_a_rule_fires_it_and_no_other(row: Rule):
    assert [fact.rule for fact in facts(row)] == [row.id]


@pytest.mark.parametrize("row", [row for row in ROWS.values() if row.mirror], ids=lambda row: row.id)
def test_the_way_back_fires_the_mirror(row: Rule):
    assert [fact.rule for fact in facts(row, turned=True)] == [row.mirror]
    assert ROWS[row.mirror or ""].mirror == row.id


@pytest.mark.parametrize("row", [row for row in ROWS.values() if not row.mirror], ids=lambda row: row.id)
def test_a_rule_without_a_mirror_says_why_and_needs_none(row: Rule):
    assert row.unmirrored
    assert row.id not in [fact.rule for fact in facts(row, turned=True)]


@pytest.mark.parametrize("row", ROWS.values(), ids=ROWS)
def test_the_message_is_filled_from_what_was_said(row: Rule):
    (fact,) = facts(row)
    message = judge(fact.of("github", "tool", "look"), lambda _: None, ("-", "-")).message
    assert message.strip()
    assert "{" not in row.message or message != row.message


@pytest.mark.parametrize(
    "row", [row for row in ROWS.values() if row.severity is Severity.BREAKING], ids=lambda row: row.id
)
def test_what_breaks_comes_with_a_call_or_an_answer_that_shows_it(row: Rule):
    assert facts(row)[0].witness is not None


def test_ids_are_unlike_one_another_and_unlike_those_of_hints():
    ids = [row.id for row in (*inputs.RULES, *outputs.RULES, *hints.RULES)]
    assert len(ids) == len(set(ids))


def test_each_row_of_one_position_has_its_like_in_the_other_but_for_few():
    ours = {row.id.removeprefix("input-") for row in inputs.RULES if row.id.startswith("input-")}
    theirs = {row.id.removeprefix("output-") for row in outputs.RULES if row.id.startswith("output-")}
    assert ours - theirs == {
        "format-refuses",
        "narrowed",
        "narrowed-undocumented",
        "property-constrained",
        "schema-emptied",
    }
    assert theirs - ours == {
        "description-changed",
        "description-respelled",
        "property-added-closed",
        "widened",
        "widened-undocumented",
    }
