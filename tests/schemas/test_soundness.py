"""Results confirmed by another validator; tests/bench/schemas.py does the same for longer."""

from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from govern.schemas.comparison import compare_schemas
from tests.schemas.random_schemas import pair
from tests.schemas.second_validator import contradiction, drawn_instances, is_schema


@given(st.randoms(use_true_random=False))
@settings(max_examples=80, suppress_health_check=[HealthCheck.too_slow])
def test_an_independent_validator_agrees_on_random_pairs(random: Random):
    old, new = pair(random)
    assert is_schema(old)
    assert is_schema(new)
    found = compare_schemas(old, new, reading="literal")
    assert not contradiction(old, new, found, drawn_instances(random, 40)), (old, new, found)


@pytest.mark.parametrize("start", range(4))
def test_an_independent_validator_agrees_on_fixed_pairs(start: int):
    for seed in range(start * 1_000, start * 1_000 + 250):
        random = Random(seed)
        old, new = pair(random)
        found = compare_schemas(old, new, reading="literal")
        assert not contradiction(old, new, found, drawn_instances(random, 25)), (seed, old, new, found)


def test_the_documented_reading_never_contradicts_a_literal_proof():
    # The documented reading allows fewer instances, so a literal proof holds for it too.
    for seed in range(400):
        random = Random(seed)
        old, new = pair(random)
        literal, documented = (compare_schemas(old, new, reading=each) for each in ("literal", "documented"))
        assert (literal.accepts_old, documented.accepts_old) != ("yes", "no"), (seed, old, new)
        assert (literal.accepted_by_old, documented.accepted_by_old) != ("yes", "no"), (seed, old, new)


def test_most_random_pairs_are_decided():
    found = [compare_schemas(*pair(Random(seed)), reading="literal") for seed in range(500)]
    answers = [answer for each in found for answer in (each.accepts_old, each.accepted_by_old)]
    assert answers.count("unknown") < len(answers) * 0.03


def test_a_branch_that_denies_values_of_one_type():
    # Found by the bench: a value that is not a multiple of 1 is a number but not an integer.
    denied = {"exclusiveMinimum": 4, "multipleOf": 3, "unevaluatedItems": {"minimum": 0.5}}
    old, new = {"multipleOf": 0.5, "not": denied}, {"multipleOf": 1, "not": denied}
    found = compare_schemas(old, new, reading="literal")
    assert (found.accepts_old, found.accepted_by_old) == ("no", "yes")
