"""The child process gives the same results as this process."""

from random import Random
from typing import Any

import pytest

from govern.contract.surface import ABSENT
from govern.schemas import budget
from govern.schemas.budget import TimeBudget
from govern.schemas.comparison import compare_in_process
from govern.schemas.edits.changes import changes_in_process, schema_changes
from tests.schemas.edits.made_schemas import TEXT, WHOLE, an_object
from tests.schemas.random_schemas import pair

Json = Any
COSTLY = {"not": {"required": ["b"]}}


@pytest.mark.parametrize("reading", ["documented", "literal"])
def test_the_child_compares_as_this_process_does(reading: Any):
    for seed in range(40):
        old, new = pair(Random(seed))
        here = compare_in_process(old, new, reading=reading)
        assert budget.compare_in_child(old, new, reading, None, assert_formats=False) == here


def test_the_child_reports_invalid_keywords():
    old, new = {**COSTLY, "minLength": -1, "$ref": "#/$defs/none"}, {**COSTLY, "type": 5}
    here = compare_in_process(old, new, reading="literal")
    assert here.invalid
    assert budget.compare_in_child(old, new, "literal", None, assert_formats=False) == here


@pytest.mark.parametrize("position", ["input", "output"])
def test_the_child_returns_the_changes_that_this_process_finds(position: Any):
    pairs = [pair(Random(seed)) for seed in range(30)]
    pairs += [(an_object("a", a=TEXT), an_object(a=WHOLE, b=TEXT)), (an_object(a=TEXT), {}), ({}, an_object(a=TEXT))]
    for old, new in [*pairs, (ABSENT, an_object(a=TEXT)), (an_object(a=TEXT), ABSENT)]:
        found = budget.changes_in_child(position, old, new, "documented", TimeBudget())
        assert found == changes_in_process(position, old, new, "documented")


def test_without_time_left_only_cheap_schemas_are_compared():
    effort = TimeBudget(0.0)
    (fact,) = schema_changes("input", an_object(a=TEXT), {**an_object(a=TEXT), **COSTLY}, effort=effort)
    assert (fact.rule, fact.pointer) == ("input-unproven", "")
    # Cheap schemas are compared nevertheless.
    (fact,) = schema_changes("input", an_object(a=TEXT), an_object(a=WHOLE), effort=effort)
    assert fact.rule == "input-type-changed"


def test_a_server_gets_half_of_the_remaining_time():
    effort = TimeBudget(8.0)
    first = effort.share()
    first.spend(5.0)
    assert first.is_spent()
    second = effort.share()
    second.spend(1.0)
    assert not second.is_spent()
    second.spend(0.5)
    assert second.is_spent()
    assert not effort.is_spent()
