"""What a child answers is what this process would."""

from random import Random
from typing import Any

import pytest

from govern.contract.surface import ABSENT
from govern.schemas import child
from govern.schemas.budget import TimeBudget
from govern.schemas.comparison import compare_in_process
from govern.schemas.edits import schema_changes
from govern.schemas.edits.changes import changes_in_process
from tests.schemas.edits.making import TEXT, WHOLE, an_object
from tests.schemas.made import pair

Json = Any
COSTLY = {"not": {"required": ["b"]}}


@pytest.mark.parametrize("reading", ["documented", "literal"])
def test_comparisons_arrive_as_they_are(reading: Any):
    for seed in range(40):
        old, new = pair(Random(seed))
        here = compare_in_process(old, new, reading=reading)
        assert child.compare_in_child(old, new, reading, None, assert_formats=False) == here


def test_what_is_invalid_is_told_from_there_too():
    old, new = {**COSTLY, "minLength": -1, "$ref": "#/$defs/none"}, {**COSTLY, "type": 5}
    here = compare_in_process(old, new, reading="literal")
    assert here.invalid
    assert child.compare_in_child(old, new, "literal", None, assert_formats=False) == here


@pytest.mark.parametrize("position", ["input", "output"])
def test_changes_arrive_as_they_are(position: Any):
    pairs = [pair(Random(seed)) for seed in range(30)]
    pairs += [(an_object("a", a=TEXT), an_object(a=WHOLE, b=TEXT)), (an_object(a=TEXT), {}), ({}, an_object(a=TEXT))]
    for old, new in [*pairs, (ABSENT, an_object(a=TEXT)), (an_object(a=TEXT), ABSENT)]:
        found = child.changes_in_child(position, old, new, "documented", TimeBudget())
        assert found == changes_in_process(position, old, new, "documented")


def test_a_comparison_of_locks_takes_no_longer_than_it_may():
    effort = TimeBudget(0.0)
    (fact,) = schema_changes("input", an_object(a=TEXT), {**an_object(a=TEXT), **COSTLY}, effort=effort)
    assert (fact.rule, fact.pointer) == ("input-unproven", "")
    # What is plain is compared all the same.
    (fact,) = schema_changes("input", an_object(a=TEXT), an_object(a=WHOLE), effort=effort)
    assert fact.rule == "input-type-changed"


def test_a_server_leaves_half_of_the_time_to_the_others():
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
