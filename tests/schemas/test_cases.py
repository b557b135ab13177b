"""What a hostile server may advertise is answered in time, if only by "unknown"."""

from time import thread_time
from typing import Any

import pytest

from govern.schemas import schema_facts
from govern.schemas.budget import TimeBudget
from govern.schemas.comparison import compare_schemas
from govern.schemas.complexity import has_too_many_cases

Json = Any


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
    """Each of the definitions refers to the next one in several places."""
    defined = {f"d{at}": what({"$ref": f"#/$defs/d{at + 1}"}) for at in range(depth)}
    return {"$defs": {**defined, f"d{depth}": {"type": "string"}}, "properties": {"x": {"$ref": "#/$defs/d0"}}}


def required(held: Json) -> Json:
    return {"type": "object", "properties": dict.fromkeys("abc", held), "required": ["a", "b", "c"]}


REFERRING = {
    "all of": referring(lambda held: {"allOf": [held] * 3}),
    "any of": referring(lambda held: {"anyOf": [held] * 3}),
    "one of": referring(lambda held: {"oneOf": [held, {"type": "array", "items": held}, held]}),
    "circles": referring(lambda held: {"anyOf": [held, {"$ref": "#/$defs/d0"}, {"$ref": "#"}]}),
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
    "alternatives multiplied": multiplied(10),
    "conditions inside": inside(conditions(20)),
    "a pattern that doubles": {"type": "string", "pattern": "^.*a.{14}$"},
    "a pattern that counts": {"type": "string", "pattern": "^(?:[a-z]{1,90}-){1,90}x$"},
}


@pytest.mark.parametrize("name", HOSTILE)
def test_it_comes_to_an_end(name: str):
    schema = HOSTILE[name]
    begun = thread_time()
    found = compare_schemas(schema, {**schema, "minProperties": 1, "minLength": 1})
    assert thread_time() - begun < 1, found


@pytest.mark.parametrize("name", REFERRING)
def test_references_that_multiply_come_to_an_end(name: str):
    old = REFERRING[name] | {"required": ["x"]}
    new = old | {"$defs": old["$defs"] | {"d30": {"type": "integer"}}}
    begun = thread_time()
    found = compare_schemas(old, new)
    facts = list(schema_facts("input", old, new, "documented", TimeBudget()))
    assert thread_time() - begun < 5, found
    assert facts


@pytest.mark.parametrize("depth", [1, 3, 5])
def test_references_that_multiply_a_little_are_asked_of(depth: int):
    old = referring(lambda held: {"anyOf": [held] * 3}, depth)
    new = old | {"$defs": old["$defs"] | {f"d{depth}": {"type": "integer"}}}
    assert compare_schemas(old, new).accepts_old == "no"


def test_a_difference_is_still_found_by_trying():
    found = compare_schemas(conditions(20), {**conditions(20), "minProperties": 1})
    assert found.accepts_old == "no"
    assert found.witness_lost is not None
    assert found.witness_lost.instance == {}


def test_what_people_write_is_not_too_much():
    nullable = {f"p{at}": {"anyOf": [{"type": "string"}, {"type": "null"}]} for at in range(300)}
    few = ({"type": "object", "properties": nullable}, alternatives(30, "oneOf"), conditions(5))
    values = {"oneOf": [{"const": f"v{at}", "title": "V"} for at in range(400)]}
    assert not any(has_too_many_cases(schema, repr(schema)) for schema in (*few, values))
    assert has_too_many_cases(conditions(20), repr(conditions(20)))
