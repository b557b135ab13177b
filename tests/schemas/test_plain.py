from pathlib import Path
from typing import Any

import pytest

from govern.schemas.complexity import is_cheap
from tests.bench.schemas import PAIRS, real
from tests.hostile.schemas import hostile_pairs

Json = Any

PLAIN: dict[str, Json] = {
    "nothing": {},
    "true": True,
    "a tool": {
        "type": "object",
        "properties": {
            "a": {"type": "string", "pattern": "^[a-z]+$"},
            "b": {"anyOf": [{"type": "null"}, {"enum": [1]}]},
        },
        "required": ["a"],
        "additionalProperties": False,
    },
    "a tree": {"$ref": "#/$defs/a", "$defs": {"a": {"properties": {"next": {"$ref": "#/$defs/a"}}}}},
    "safe integers": {"type": "integer", "maximum": 2**53 - 1, "minimum": 1 - 2**53},
}
COSTLY: dict[str, Json] = {
    "not": {"not": {"type": "string"}},
    "a loop": {"anyOf": [{"$ref": "#"}]},
    "many branches": {"oneOf": [{"minimum": at} for at in range(9)]},
    "a large count": {"minItems": 1_000},
    "a large count as a float": {"minItems": 1e3},
    "a small divisor": {"multipleOf": 1e-300},
    "an exponent": {"minimum": 1e300},
    "no number": {"minimum": float("nan")},
    "infinite": {"minimum": float("-inf")},
    "many digits": {"minimum": 10**25},
    "more digits than may be written": {"minimum": 10**5_000},
    "a group that repeats": {"pattern": "^(a+)+$"},
    "a counted group": {"pattern": "^(.*a){20}$"},
    "a look ahead": {"pattern": "^(?=.*a)b"},
    "a long pattern": {"pattern": "a" * 300},
    "a long text": {"const": "a" * 100_000},
    "many properties": {"properties": dict.fromkeys(map(str, range(20_000)), True)},
    "a nested one": {"items": {"items": {"if": {"type": "string"}}}},
}
for _ in range(70):
    COSTLY["a deep one"] = {"items": COSTLY.get("a deep one", True)}


@pytest.mark.parametrize("name", PLAIN)
def test_small_and_simple_schemas_are_plain(name: str):
    assert is_cheap(PLAIN[name], True)


@pytest.mark.parametrize("name", COSTLY)
def test_what_may_be_costly_is_not_plain(name: str):
    assert not is_cheap(COSTLY[name], True)
    assert not is_cheap(True, {"allOf": [COSTLY[name]]})


def test_hardly_any_hostile_pair_is_plain():
    plain = [name for name, old, new in hostile_pairs("loops", "choices", "denials", "bombs") if is_cheap(old, new)]
    assert plain == []


def test_nearly_all_real_schemas_are_plain(shared_data: Path):
    if not (shared_data / "schema-pairs").is_dir() or not PAIRS.is_dir():
        pytest.skip(f"there are no pairs of schemas at {PAIRS}")
    pairs = [known for known in real() if known.reading == "literal"]
    assert sum(is_cheap(known.old, known.new) for known in pairs) > 0.95 * len(pairs)
