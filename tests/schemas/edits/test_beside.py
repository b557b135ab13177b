"""What one edit breaks is told whatever else was edited, and asked about as little of the schema as has a say in it."""

import json
import random
from typing import Any

import pytest

from govern.rules.rule import RULES, Severity
from govern.schemas.dialect import CURRENT
from govern.schemas.edits import schema_changes
from govern.schemas.engine import Engine

TEXT: dict[str, Any] = {"type": "string"}
WHOLE: dict[str, Any] = {"type": "integer"}
OLD: dict[str, Any] = {"type": "object", "properties": {"a": TEXT, "b": TEXT, "c": TEXT}}
NAMES = ("alpha", "beta", "gamma", "delta")


def breaking(position: Any, old: Any, new: Any) -> set[tuple[str, str]]:
    found = schema_changes(position, old, new)
    return {(fact.rule, fact.pointer) for fact in found if RULES[fact.rule].severity is Severity.BREAKING}


@pytest.mark.parametrize(
    ("words", "rule", "pointer"),
    [
        ({"dependentRequired": {"b": ["a"]}}, "condition-narrowed", "/dependentRequired"),
        ({"anyOf": [{"required": ["b"]}, {"required": ["c"]}]}, "union-narrowed", "/anyOf"),
        ({"not": {"required": ["b"]}}, "condition-narrowed", "/not"),
        ({"allOf": [{"properties": {"b": {"maxLength": 3}}}]}, "bound-tightened", "/allOf/0/properties/b/maxLength"),
        ({"if": {"required": ["b"]}, "then": {"required": ["c"]}}, "condition-narrowed", "/if"),
        ({"propertyNames": {"enum": ["a", "c"]}}, "extra-narrowed", "/propertyNames"),
        ({"patternProperties": {"^b": {"maxLength": 2}}}, "extra-narrowed", "/patternProperties"),
        ({"minProperties": 1}, "bound-tightened", "/minProperties"),
        ({"maxProperties": 1}, "bound-tightened", "/maxProperties"),
    ],
)
def test_a_word_about_other_names_is_judged_with_those_names(words: dict[str, Any], rule: str, pointer: str) -> None:
    new = {**OLD, "properties": {**OLD["properties"], "c": WHOLE}, **words}
    assert (f"input-{rule}", pointer) in breaking("input", OLD, new)
    assert ("input-type-changed", "/properties/c/type") in breaking("input", OLD, new)


def _schema(draw: random.Random) -> dict[str, Any]:
    names = draw.sample(NAMES, draw.randint(1, 4))
    schema = {
        "type": "object",
        "properties": {name: draw.choice((TEXT, WHOLE, {"enum": ["x", "y"]}, {})) for name in names},
    }
    if draw.random() < 0.5:
        schema["required"] = draw.sample(names, draw.randint(0, len(names)))
    return schema


def _edited(draw: random.Random, schema: dict[str, Any]) -> dict[str, Any]:
    one, other = draw.sample(NAMES, 2)
    edits: tuple[dict[str, Any], ...] = (
        {"dependentRequired": {one: [other]}},
        {"anyOf": [{"required": [one]}, {"required": [other]}]},
        {"not": {"required": [one, other]}},
        {"propertyNames": {"enum": [name for name in NAMES if name != one]}},
        {"maxProperties": draw.randint(1, 3)},
        {"patternProperties": {f"^{one[0]}": WHOLE}},
        {"if": {"required": [one]}, "then": {"properties": {other: WHOLE}}},
        {"allOf": [{"properties": {one: WHOLE}}]},
        {"additionalProperties": draw.choice((True, False, TEXT))},
    )
    return {**schema, **draw.choice(edits)}


def test_what_breaks_alone_is_never_lost_beside_another_change() -> None:
    draw = random.Random(7)
    for _ in range(250):
        old = _schema(draw)
        new = _edited(draw, old)
        sides = [
            {**side, "properties": {**side["properties"], "omega": held}} for side, held in ((old, TEXT), (new, WHOLE))
        ]
        position: Any = draw.choice(("input", "output"))
        told = {pointer for _, pointer in breaking(position, *sides)}
        unsure = {fact.pointer for fact in schema_changes(position, *sides) if fact.rule.endswith("-unproven")}
        assert {pointer for _, pointer in breaking(position, old, new)} <= told | unsure, (position, old, new)


@pytest.mark.parametrize("position", ["input", "output"])
@pytest.mark.parametrize("closed", [False, True])
def test_many_renamed_properties_take_their_number_of_questions_and_not_its_square(
    monkeypatch: pytest.MonkeyPatch, position: Any, *, closed: bool
) -> None:
    asked = 0
    canonical = Engine.canonical

    def counted(self: Engine, schema: Any, draft: str = CURRENT) -> Any:
        nonlocal asked
        asked += len(json.dumps(schema))
        return canonical(self, schema, draft)

    monkeypatch.setattr(Engine, "canonical", counted)

    def renamed(count: int, name: str) -> dict[str, Any]:
        properties = {name.format(at): {**TEXT, "maxLength": 9} for at in range(count)}
        schema = {"type": "object", "properties": properties}
        return {**schema, "required": list(properties), "additionalProperties": False} if closed else schema

    def questions(count: int) -> int:
        """How much the engine was asked to read."""
        nonlocal asked
        asked = 0
        facts = schema_changes(position, renamed(count, f"{count}_field_{{}}"), renamed(count, f"{count}_field{{}}"))
        assert [fact.rule for fact in facts] == [f"{position}-property-renamed"] * count
        return asked

    # Four times as many: a question each is four times as much, a question of all each is sixteen times as much.
    few, many = questions(50), questions(200)
    assert few > 0
    assert many < 6 * few


def test_a_proof_from_part_of_an_object_holds_for_all_of_it() -> None:
    properties = {f"field_{at}": TEXT for at in range(60)}
    old = {"type": "object", "properties": properties, "required": list(properties)}
    (fact,) = schema_changes("input", old, {**old, "properties": {**properties, "field_7": WHOLE}})
    assert fact.rule == "input-type-changed"
    assert fact.witness
    assert isinstance(fact.witness.instance, dict)
    assert fact.witness.instance.keys() == properties.keys()
