"""Expensive schemas are recognised before the library sees them, and so are reference loops."""

from pathlib import Path
from typing import Any

import pytest

from govern.compare.items import schema_facts
from govern.facts.change import Fact
from govern.schemas.budget import TimeBudget
from govern.schemas.comparison import Comparison, compare_schemas
from govern.schemas.complexity import has_loop, has_too_many_cases, has_undefined_loop, is_cheap
from tests.bench.schemas import PAIRS, real
from tests.hostile.schemas import hostile_pairs
from tests.schemas.child_time import processor_seconds

Json = Any

CHEAP: dict[str, Json] = {
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
    "NaN": {"minimum": float("nan")},
    "infinity": {"minimum": float("-inf")},
    "many digits": {"minimum": 10**25},
    "more digits than repr allows": {"minimum": 10**5_000},
    "a repeated group": {"pattern": "^(a+)+$"},
    "a counted group": {"pattern": "^(.*a){20}$"},
    "a lookahead": {"pattern": "^(?=.*a)b"},
    "a long pattern": {"pattern": "a" * 300},
    "a long text": {"const": "a" * 100_000},
    "many properties": {"properties": dict.fromkeys(map(str, range(20_000)), True)},
    "a nested condition": {"items": {"items": {"if": {"type": "string"}}}},
}
for _ in range(70):
    COSTLY["deep nesting"] = {"items": COSTLY.get("deep nesting", True)}


@pytest.mark.parametrize("name", CHEAP)
def test_small_and_simple_schemas_are_cheap(name: str):
    assert is_cheap(CHEAP[name], True)


@pytest.mark.parametrize("name", COSTLY)
def test_expensive_keywords_are_not_cheap(name: str):
    assert not is_cheap(COSTLY[name], True)
    assert not is_cheap(True, {"allOf": [COSTLY[name]]})


def test_no_hostile_pair_is_cheap():
    plain = [name for name, old, new in hostile_pairs("loops", "choices", "denials", "bombs") if is_cheap(old, new)]
    assert plain == []


def test_nearly_all_real_schemas_are_cheap(shared_data: Path):
    if not (shared_data / "schema-pairs").is_dir() or not PAIRS.is_dir():
        pytest.skip(f"there are no pairs of schemas at {PAIRS}")
    pairs = [known for known in real() if known.reading == "literal"]
    assert sum(is_cheap(known.old, known.new) for known in pairs) > 0.95 * len(pairs)


def conditions(count: int) -> Json:
    return {
        "type": "object",
        "allOf": [
            {"if": {"properties": {f"a{at}": {"const": 1}}, "required": [f"a{at}"]}, "then": {"required": [f"b{at}"]}}
            for at in range(count)
        ],
    }


def alternatives(count: int, word: str) -> Json:
    return {word: [{"type": "object", "properties": {f"p{at}": {"type": "string"}}} for at in range(count)]}


def multiplied(count: int) -> Json:
    choices = ({"anyOf": [{"required": [f"k{at}{each}"]} for each in range(4)]} for at in range(count))
    return {"type": "object", "allOf": list(choices)}


def inside(schema: Json) -> Json:
    return {"type": "object", "properties": {"a": {"type": "array", "items": schema}}}


def referring(what: Any, depth: int = 30) -> Json:
    """Definitions that each refer to the next one in several places."""
    defined = {f"d{at}": what({"$ref": f"#/$defs/d{at + 1}"}) for at in range(depth)}
    return {"$defs": {**defined, f"d{depth}": {"type": "string"}}, "properties": {"x": {"$ref": "#/$defs/d0"}}}


def required(held: Json) -> Json:
    return {"type": "object", "properties": dict.fromkeys("abc", held), "required": ["a", "b", "c"]}


REFERRING = {
    "all of": referring(lambda held: {"allOf": [held] * 3}),
    "any of": referring(lambda held: {"anyOf": [held] * 3}),
    "one of": referring(lambda held: {"oneOf": [held, {"type": "array", "items": held}, held]}),
    "loops": referring(lambda held: {"anyOf": [held, {"$ref": "#/$defs/d0"}, {"$ref": "#"}]}),
    "not": referring(lambda held: {"not": {"anyOf": [held] * 3}}),
    "if": referring(lambda held: {"if": held, "then": held, "else": held}),
    "dependent": referring(lambda held: {"dependentSchemas": {"a": held, "b": held, "c": held}}),
    "items": referring(lambda held: {"type": "array", "minItems": 3, "items": held}),
    "required": referring(required),
    "patterns": referring(
        lambda held: {"properties": {"a": held}, "patternProperties": {"^a": held, "a$": held}, "required": ["a"]}
    ),
    "contains": referring(lambda held: {"type": "array", "items": held, "contains": held, "minItems": 1}),
}
HOSTILE = {
    "conditions": conditions(20),
    "alternatives": alternatives(400, "anyOf"),
    "exclusive alternatives": alternatives(100, "oneOf"),
    "alternatives that multiply": multiplied(10),
    "conditions in items": inside(conditions(20)),
    "a pattern with exponential states": {"type": "string", "pattern": "^.*a.{14}$"},
    "a pattern with large counts": {"type": "string", "pattern": "^(?:[a-z]{1,90}-){1,90}x$"},
}


@pytest.mark.parametrize("name", HOSTILE)
def test_schemas_with_many_cases_take_two_seconds_at_most(name: str):
    old = HOSTILE[name]
    new = {**old, "minProperties": 1, "minLength": 1}
    found, seconds = processor_seconds(lambda: compare_schemas(old, new))
    assert seconds < 2, found


@pytest.mark.parametrize("name", REFERRING)
def test_references_that_multiply_take_five_seconds_at_most(name: str):
    old = REFERRING[name] | {"required": ["x"]}
    new = old | {"$defs": old["$defs"] | {"d30": {"type": "integer"}}}

    def compare() -> tuple[Comparison, list[Fact]]:
        return compare_schemas(old, new), list(schema_facts("input", old, new, "documented", TimeBudget()))

    (found, facts), seconds = processor_seconds(compare)
    assert seconds < 5, found
    assert facts


@pytest.mark.parametrize("depth", [1, 3, 5])
def test_references_that_multiply_a_little_are_compared(depth: int):
    old = referring(lambda held: {"anyOf": [held] * 3}, depth)
    new = old | {"$defs": old["$defs"] | {f"d{depth}": {"type": "integer"}}}
    assert compare_schemas(old, new).accepts_old == "no"


def test_a_counterexample_is_found_despite_too_many_cases():
    found = compare_schemas(conditions(20), {**conditions(20), "minProperties": 1})
    assert found.accepts_old == "no"
    assert found.witness_lost is not None
    assert found.witness_lost.instance == {}


def test_ordinary_schemas_do_not_have_too_many_cases():
    nullable = {f"p{at}": {"anyOf": [{"type": "string"}, {"type": "null"}]} for at in range(300)}
    few = ({"type": "object", "properties": nullable}, alternatives(30, "oneOf"), conditions(5))
    values = {"oneOf": [{"const": f"v{at}", "title": "V"} for at in range(400)]}
    assert not any(has_too_many_cases(schema, repr(schema)) for schema in (*few, values))
    assert has_too_many_cases(conditions(20), repr(conditions(20)))


ROOT = {"$ref": "#"}
TEXT = {"type": "string"}
NODE = {"$ref": "#/$defs/node"}

UNDEFINED = {
    "not": {"not": ROOT},
    "if": {"if": ROOT, "then": TEXT},
    "not, through a definition": {"not": {"$ref": "#/$defs/A"}, "$defs": {"A": {"not": ROOT}}},
    "not below anyOf": {"anyOf": [TEXT, {"allOf": [{"not": ROOT}]}]},
    "not below dependentSchemas": {"dependentSchemas": {"a": {"not": ROOT}}},
    "beside unevaluatedProperties": {"allOf": [ROOT], "unevaluatedProperties": False},
    "an anchor": {"$defs": {"a": {"$anchor": "x", "not": {"$ref": "#x"}}}, "$ref": "#x"},
    "an id": {"$id": "https://a.example/x", "not": {"$ref": "x"}},
    "an id of a part": {"$id": "https://a.example/", "$defs": {"a": {"$id": "y", "not": {"$ref": "../y"}}}},
    "a dynamic anchor": {"$dynamicAnchor": "x", "not": {"$dynamicRef": "#x"}},
    "a recursive anchor": {"$recursiveAnchor": True, "if": {"$recursiveRef": "#"}},
    "a target that is not in a place for schemas": {
        "x": {"a": {"not": {"$ref": "#/x/a"}}},
        "allOf": [{"$ref": "#/x/a"}],
    },
}
DEFINED = {
    "allOf": {"allOf": [ROOT]},
    "a definition of itself": {**NODE, "$defs": {"node": NODE}},
    "then": {"if": TEXT, "then": ROOT},
}
NONE = {
    "a tree": {**NODE, "$defs": {"node": {"type": "object", "properties": {"next": NODE}, "not": {"required": ["a"]}}}},
    "a list": {"if": {"type": "array"}, "then": {"items": ROOT}},
    "not in additionalProperties": {"type": "object", "additionalProperties": {"not": ROOT}},
    "propertyNames": {"propertyNames": {"not": ROOT}},
    "a definition used twice": {"allOf": [NODE, {"not": NODE}], "$defs": {"node": TEXT}},
    "a reference without target": {"not": {"$ref": "#/$defs/none"}},
    "another document": {"$id": "https://a.example/x", "not": {"$ref": "https://b.example/y"}},
}


@pytest.mark.parametrize("name", [*UNDEFINED, *DEFINED, *NONE])
def test_loops_are_found(name: str):
    schema = {**UNDEFINED, **DEFINED, **NONE}[name]
    draft = "2019-09" if "recursive" in name else "2020-12"
    assert has_loop(schema, repr(schema)) is (name not in NONE)
    assert has_undefined_loop(schema, repr(schema), draft) is (name in UNDEFINED)


@pytest.mark.parametrize("name", [*UNDEFINED])
def test_schemas_with_undefined_loops_are_unknown(name: str):
    schema = UNDEFINED[name]
    draft = "2019-09" if "recursive" in name else "2020-12"
    found = compare_schemas(schema, TEXT, reading="literal", draft=draft)
    assert (found.accepts_old, found.accepted_by_old) == ("unknown", "unknown")


def test_a_loop_of_5000_references_is_found():
    ring = {f"d{at}": {"anyOf": [{"$ref": f"#/$defs/d{(at + 1) % 5_000}"}]} for at in range(5_000)}
    schema = {"$ref": "#/$defs/d0", "$defs": ring}
    assert has_loop(schema, repr(schema))
