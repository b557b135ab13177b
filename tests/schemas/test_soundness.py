"""What is proven holds and what is refuted fails, says another validator; tests/bench/schemas.py asks it for longer."""

from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from govern.schemas.comparison import compare_schemas
from tests.schemas.made import pair
from tests.schemas.oracle import contradiction, drawn, is_schema


@given(st.randoms(use_true_random=False))
@settings(max_examples=150, suppress_health_check=[HealthCheck.too_slow])
def test_an_independent_validator_agrees(random: Random):
    old, new = pair(random)
    assert is_schema(old)
    assert is_schema(new)
    found = compare_schemas(old, new, reading="literal")
    assert not contradiction(old, new, found, drawn(random, 40)), (old, new, found)


@pytest.mark.parametrize("start", range(4))
def test_an_independent_validator_agrees_on_the_same_pairs_each_time(start: int):
    for seed in range(start * 1_000, start * 1_000 + 250):
        random = Random(seed)
        old, new = pair(random)
        found = compare_schemas(old, new, reading="literal")
        assert not contradiction(old, new, found, drawn(random, 25)), (seed, old, new, found)


def test_what_is_documented_is_part_of_what_is_valid():
    # So whatever holds of all that is valid holds of what is documented.
    for seed in range(400):
        random = Random(seed)
        old, new = pair(random)
        literal, documented = (compare_schemas(old, new, reading=each) for each in ("literal", "documented"))
        assert (literal.accepts_old, documented.accepts_old) != ("yes", "no"), (seed, old, new)
        assert (literal.accepted_by_old, documented.accepted_by_old) != ("yes", "no"), (seed, old, new)


def test_most_pairs_are_decided():
    found = [compare_schemas(*pair(Random(seed)), reading="literal") for seed in range(500)]
    answers = [answer for each in found for answer in (each.accepts_old, each.accepted_by_old)]
    assert answers.count("unknown") < len(answers) * 0.03


def test_a_branch_that_denies_something_of_one_type_takes_no_other_type():
    # Found by the bench: what is no multiple of 1 is a number, and no integer.
    denied = {"exclusiveMinimum": 4, "multipleOf": 3, "unevaluatedItems": {"minimum": 0.5}}
    old, new = {"multipleOf": 0.5, "not": denied}, {"multipleOf": 1, "not": denied}
    found = compare_schemas(old, new, reading="literal")
    assert (found.accepts_old, found.accepted_by_old) == ("no", "yes")
