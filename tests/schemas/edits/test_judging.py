"""The edits that break: alone, beside other edits, and where the engine cannot decide."""

import json
import random
from collections.abc import Callable
from typing import Any

import pytest

from govern.rules.rule import RULES, Severity
from govern.schemas.comparison import Comparison, compare_in_process
from govern.schemas.dialect import CURRENT
from govern.schemas.edits.changes import schema_changes
from govern.schemas.engine import Engine
from tests.schemas.edits.made_schemas import TEXT, WHOLE, an_object, rules

CROWDED: dict[str, Any] = {"type": "object", "properties": {"a": TEXT, "b": TEXT, "c": TEXT}}
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
def test_a_keyword_that_concerns_other_names_is_judged_with_those_names(
    words: dict[str, Any], rule: str, pointer: str
) -> None:
    new = {**CROWDED, "properties": {**CROWDED["properties"], "c": WHOLE}, **words}
    assert (f"input-{rule}", pointer) in breaking("input", CROWDED, new)
    assert ("input-type-changed", "/properties/c/type") in breaking("input", CROWDED, new)


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


def test_an_edit_that_breaks_alone_is_reported_beside_any_other_edit() -> None:
    draw = random.Random(7)
    for _ in range(150):
        old = _schema(draw)
        new = _edited(draw, old)
        sides = [
            {**side, "properties": {**side["properties"], "omega": held}} for side, held in ((old, TEXT), (new, WHOLE))
        ]
        position: Any = draw.choice(("input", "output"))
        output = {pointer for _, pointer in breaking(position, *sides)}
        unsure = {fact.pointer for fact in schema_changes(position, *sides) if fact.rule.endswith("-unproven")}
        assert {pointer for _, pointer in breaking(position, old, new)} <= output | unsure, (position, old, new)


@pytest.mark.parametrize("position", ["input", "output"])
@pytest.mark.parametrize("closed", [False, True])
def test_many_renamed_properties_take_a_linear_number_of_comparisons(
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
        """Return how much the engine had to read."""
        nonlocal asked
        asked = 0
        facts = schema_changes(position, renamed(count, f"{count}_field_{{}}"), renamed(count, f"{count}_field{{}}"))
        assert [fact.rule for fact in facts] == [f"{position}-property-renamed"] * count
        return asked

    # Four times as many: a question each is four times as much, a question of all each is sixteen times as much.
    few, many = questions(50), questions(200)
    assert few > 0
    assert many < 6 * few


def test_a_witness_from_a_reduced_object_is_completed() -> None:
    properties = {f"field_{at}": TEXT for at in range(60)}
    old = {"type": "object", "properties": properties, "required": list(properties)}
    (fact,) = schema_changes("input", old, {**old, "properties": {**properties, "field_7": WHOLE}})
    assert fact.rule == "input-type-changed"
    assert fact.witness
    assert isinstance(fact.witness.instance, dict)
    assert fact.witness.instance.keys() == properties.keys()


OLD = an_object(a=TEXT, b=TEXT)
NEW = an_object(a=WHOLE, b={**TEXT, "maxLength": 3})
UNDECIDED = Comparison("unknown", "unknown")
Fake = Callable[[Callable[[Any], Comparison | None]], None]


@pytest.fixture
def engine(monkeypatch: pytest.MonkeyPatch) -> Fake:
    """Replace the answers of the engine for the readers that a function answers."""

    def replace(answer: Callable[[Any], Comparison | None]) -> None:
        def compare(sender: Any, reader: Any, **how: Any) -> Comparison:
            return answer(reader) or compare_in_process(sender, reader, **how)

        monkeypatch.setattr("govern.schemas.edits.witnesses.compare_in_process", compare)

    return replace


def test_a_break_without_a_witness_is_unproven(engine: Fake):
    engine(lambda _: Comparison("no", "no"))
    assert rules("input", an_object(a=TEXT), an_object(a=WHOLE)) == ["input-unproven"]


def test_breaks_without_a_witness_are_unproven_where_the_whole_is_undecided(engine: Fake):
    engine(lambda reader: UNDECIDED if _edits(reader) == {"a", "b"} else Comparison("no", "no"))
    assert rules("input", OLD, NEW) == ["input-unproven", "input-unproven"]


def test_an_edit_that_the_engine_cannot_decide_is_unproven(engine: Fake):
    engine(lambda reader: UNDECIDED if "a" in _edits(reader) else None)
    assert rules("input", OLD, NEW) == ["input-unproven", "input-bound-tightened"]


def test_an_undecided_edit_breaks_where_the_whole_does_and_no_other_edit(engine: Fake):
    engine(lambda reader: UNDECIDED if _edits(reader) == {"a"} else None)
    facts = schema_changes("input", OLD, an_object(a=WHOLE, b={"type": ["null", "string"]}))
    assert [fact.rule for fact in facts] == ["input-type-changed", "input-type-widened"]
    assert facts[0].witness


def test_edits_that_break_together_are_not_sought_while_one_is_undecided(engine: Fake):
    def choice(most: int, least: int) -> dict[str, Any]:
        return {"anyOf": [{**TEXT, "maxLength": most}, {**TEXT, "minLength": least}]}

    old, new = an_object(a=TEXT, v=choice(5, 3)), an_object(a=WHOLE, v=choice(3, 5))
    engine(
        lambda reader: UNDECIDED if _edits(reader) == {"a"} and reader["properties"].get("v") != choice(3, 5) else None
    )
    assert "input-narrowed" not in rules("input", old, new)
    assert "input-narrowed" in rules("input", an_object(a=TEXT, v=choice(5, 3)), an_object(a=TEXT, v=choice(3, 5)))


def _edits(reader: Any) -> set[str]:
    """Return which properties of the reader are as in the new schema."""
    properties = reader.get("properties", {}) if isinstance(reader, dict) else {}
    changed = {name for name, schema in properties.items() if schema != TEXT}
    return changed & {"a", "b"}


def tagged(count: int, given: Any = TEXT, tag: str = "") -> Any:
    """Return operations that are told apart by their `kind`; the first also takes the kind `tag`."""
    forms = []
    for number in range(count):
        kinds = [f"kind_{number}", *([tag] if tag and not number else [])]
        others = {f"property_{at}_of_kind_{number}": given for at in range(6)}
        forms.append({**an_object("kind", kind={"enum": kinds}, **others), "additionalProperties": False})
    return an_object(operation={"oneOf": forms})


@pytest.mark.parametrize("count", [2, 30])
def test_each_property_of_tagged_forms_is_judged_however_many_there_are(count: int):
    sides = tagged(count), tagged(count, given={"type": ["string", "null"]})
    assert rules("input", *sides) == ["input-type-widened"] * 6 * count
    assert len(breaking("input", *reversed(sides))) == 6 * count


def test_a_form_that_takes_the_kind_of_another_breaks():
    assert breaking("input", tagged(3), tagged(3, tag="kind_2"))
    assert not breaking("input", tagged(3), tagged(3, tag="other"))


@pytest.mark.parametrize(
    "name", ["$anchor", "$dynamicAnchor", "$dynamicRef", "$id", "$recursiveAnchor", "$recursiveRef", "$ref", "id"]
)
def test_a_property_that_is_named_like_a_keyword_hides_nothing(name: str):
    wide, narrow = (
        an_object(
            each={"type": "array", "items": an_object(**{"limit": {"type": "integer", "maximum": most}, name: TEXT})}
        )
        for most in (20, 10)
    )
    assert rules("input", wide, narrow) == ["input-bound-tightened"]
    assert rules("output", narrow, wide) == ["output-bound-loosened"]


@pytest.mark.parametrize("names", [{}, {"propertyNames": {"pattern": "^new"}}], ids=["any name", "some names"])
@pytest.mark.parametrize("declared", [{}, {"newer": False}], ids=["removed", "renamed"])
def test_a_name_that_could_not_be_sent_and_is_required_now_breaks(names: Any, declared: Any):
    never, required = an_object(new=False), {**an_object("new", **declared), **names}
    assert breaking("input", never, required) == {("input-required-added", "/required")}


def test_a_removed_name_that_could_not_be_sent_hides_no_edits_that_break_together():
    never = {"anyOf": [{"properties": {"gone": False}}, {"required": ["other"]}]}
    assert rules("output", never, {"anyOf": [{}, {}]}, reading="literal") == ["output-widened"]
