"""Schemas made to crash or stall a comparison; `python -m tests.bench schemas-hostile` compares all of them."""

from typing import Any

import pytest

from govern.contract.surface import Position
from govern.rules.rule import Severity
from govern.schemas.comparison import compare_schemas
from govern.schemas.edits.changes import schema_changes
from tests.hostile.schemas import hostile_pairs
from tests.schemas.child_time import processor_seconds
from tests.schemas.edits.made_schemas import an_object, worst

Json = Any

# One of each kind, of those that once crashed or took longest; none is compatible.
WORST = (
    "loops: of an if beside unevaluatedProperties",
    "enums: 10,000 objects in a property",
    "choices: oneOf of 1,900",
    "denials: 40 of a name",
    "denials: a long constant between patterns",
    "counts: minContains 1e8",
    "patterns: made of a long text",
    "names: of 100,000 letters against patterns",
    "bombs: 40 objects that double",
)
# They take a second each, which is the limit.
LONG = ("loops: 50 dependentSchemas", "loops: 30 definitions that all deny all")
# The child is ended after 1.8 s; it takes a while to start.
LIMIT = 2.5


@pytest.fixture(scope="module")
def pairs() -> dict[str, tuple[Json, Json]]:
    groups = {name.partition(":")[0] for name in WORST}
    return {name: (old, new) for name, old, new in hostile_pairs(*sorted(groups))}


@pytest.mark.parametrize("name", WORST)
def test_the_worst_pairs_are_ended_in_time_and_not_safe(pairs: dict[str, tuple[Json, Json]], name: str):
    # Fewer values are denied, which affects only readers of an output.
    position: Position = "output" if name == "denials: 40 of a name" else "input"
    found, seconds = processor_seconds(lambda: schema_changes(position, *pairs[name]))
    assert seconds < LIMIT
    assert worst(found) in (Severity.RISKY, Severity.BREAKING)


@pytest.mark.parametrize("group", ["loops", "numbers", "texts"])
def test_hostile_pairs_do_not_crash_and_each_no_has_a_counterexample(group: str):
    for name, old, new in hostile_pairs(group):
        if name in LONG or name == "texts: unknown words":
            continue
        found = compare_schemas(old, new, reading="literal")
        for answer, witness in ((found.accepts_old, found.witness_lost), (found.accepted_by_old, found.witness_gained)):
            assert (answer == "no") == (witness is not None), name
        assert isinstance(schema_changes("output", old, new), list)


def test_huge_schemas_written_alike_are_equal():
    old, new = ({"enum": [{"a": at} for at in range(20_000)]} for _ in range(2))
    found = compare_schemas(old, new)
    assert (found.accepts_old, found.accepted_by_old) == ("yes", "yes")
    assert schema_changes("input", old, new) == []


def test_a_hostile_schema_does_not_affect_the_next_comparison():
    """The child is restarted after a hostile schema ends it."""
    hostile = {"if": {"$ref": "#", "unevaluatedProperties": {"contains": {"$ref": "#"}}}, "then": {"$ref": "#"}}
    for _ in range(2):
        assert worst(schema_changes("input", an_object(a=True), hostile)) is not Severity.SAFE
        old, new = ({"not": {"maximum": at}} for at in (4, 5))
        assert compare_schemas(old, new, reading="literal").accepted_by_old == "yes"
