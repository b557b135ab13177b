"""What a hostile server may advertise is answered in time, if only by "unknown"."""

from time import thread_time
from typing import Any

import pytest

from govern.compare.schemas.cases import has_too_many
from govern.compare.schemas.comparison import compare_schemas

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


def test_a_difference_is_still_found_by_trying():
    found = compare_schemas(conditions(20), {**conditions(20), "minProperties": 1})
    assert found.accepts_old == "no"
    assert found.witness_lost is not None
    assert found.witness_lost.instance == {}


def test_what_people_write_is_not_too_much():
    nullable = {f"p{at}": {"anyOf": [{"type": "string"}, {"type": "null"}]} for at in range(300)}
    assert not has_too_many({"type": "object", "properties": nullable})
    assert not has_too_many({"oneOf": [{"const": f"v{at}", "title": "V"} for at in range(400)]})
    assert not has_too_many(alternatives(30, "oneOf"))
    assert not has_too_many(conditions(5))
    assert has_too_many(conditions(20))
