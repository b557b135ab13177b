from fractions import Fraction
from random import Random
from typing import Any

import pytest

from govern.schemas.comparison import compare_schemas
from govern.schemas.numbers import numeric_keywords, rounding_doubt, sample_numbers, to_json_number
from tests.schemas.second_validator import contradiction, drawn_instances

Json = Any


@pytest.mark.parametrize(
    ("instance", "schema", "expected"),
    [
        (3, {"multipleOf": 0.5}, 0),
        ({"a": [0.7]}, {"multipleOf": 0.1}, 1),
        (2**53 + 1, {"multipleOf": 3}, 0),
        (2**53 + 1, {"maximum": 2**53}, 0),
        (2**53 + 1, {"multipleOf": 0.3}, 2),
        (10**300 + 1, {"minimum": 1e300}, 2),
        ([10**4_000], {"minimum": 0.5}, 2),
        (1e300, {"minimum": 1e300}, 0),
        (10**300, {"enum": ["a", 1e300]}, 2),
        (1, {"const": 1.0}, 0),
        ("1", {"multipleOf": 0.1}, 0),
        (True, {"multipleOf": 0.1}, 0),
    ],
)
def test_doubt_where_floats_and_exact_arithmetic_differ(instance: Json, schema: Json, expected: int):
    assert rounding_doubt(instance, frozenset(numeric_keywords({"items": [schema]}))) == expected


def test_large_numbers_are_floats_where_that_is_exact():
    assert repr(to_json_number(Fraction(10**300))) == "1e+300"
    assert to_json_number(Fraction(10**300 + 1)) == 10**300 + 1
    assert 2e300 in [number for number in sample_numbers({"minimum": 1e300}, whole=False) if isinstance(number, float)]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ({"minimum": 2**53 + 1, "multipleOf": 0.1}, {"minimum": 2**53 + 1, "multipleOf": 0.3}),
        ({"exclusiveMinimum": 1e300}, {"maximum": 3}),
        ({"minimum": 2**53}, {"minimum": 1, "multipleOf": 1e-9, "maximum": 1e20}),
        ({"multipleOf": 1e300}, {"multipleOf": 1.5e300}),
        ({"type": "integer"}, {"multipleOf": 0.1, "maximum": 1.5}),
        ({"type": "integer", "not": {"enum": [1e300]}}, {"exclusiveMinimum": 2**53}),
    ],
)
def test_a_second_validator_confirms_counterexamples_with_large_numbers(old: Json, new: Json):
    old, new = ({"type": "number", **schema} for schema in (old, new))
    for sender, receiver in ((old, new), (new, old)):
        found = compare_schemas(sender, receiver, reading="literal")
        assert not contradiction(sender, receiver, found, drawn_instances(Random(1), 50))
