"""Texts, defaults and other annotations, wherever they stand in a schema."""

from collections.abc import Callable
from typing import Any

import pytest

from govern.contract.surface import ABSENT
from govern.facts.change import Fact
from govern.rules.rule import Severity
from govern.schemas.edits.changes import schema_changes
from tests.schemas.edits.made_schemas import TEXT, WHOLE, Schema, an_object, rules, worst

BACKEND: Schema = {**an_object(key=TEXT), "description": "A backend."}
NULL: Schema = {"type": "null"}


def chosen(**texts: str) -> Schema:
    forms = [{"const": value, "description": text} for value, text in texts.items()]
    return an_object(state={"description": "Which.", "oneOf": forms})


def behind(definition: Schema, **words: Any) -> Schema:
    message = {"anyOf": [{"$ref": "#/$defs/Backend"}, NULL], "description": "The configuration.", **words}
    return {**an_object(backend=message), "$defs": {"Backend": definition}}


def texts(old: Schema, new: Schema) -> list[Fact]:
    return [fact for fact in schema_changes("input", old, new) if "-description-" in fact.rule]


@pytest.mark.parametrize("position", ["input", "output"])
def test_the_text_of_a_value_comes_and_goes_with_it(position: Any):
    few, many = chosen(a="One.", b="Two."), chosen(a="One.", b="Two.", c="Three.")
    assert rules(position, few, many) == [f"{position}-enum-value-added"]
    assert rules(position, many, few) == [f"{position}-enum-value-removed"]


@pytest.mark.parametrize("keyword", ["examples", "example"])
def test_examples_are_harmless_also_as_openapi_writes_them(keyword: str):
    old, new = an_object(v=TEXT), an_object(v={**TEXT, keyword: ["AAPL"]})
    assert rules("input", old, new) == rules("input", new, old) == ["input-examples-changed"]


def test_only_the_changed_text_of_a_value_is_reported():
    (fact,) = texts(chosen(a="One.", b="Two."), chosen(a="One.", b="Both.", c="Three."))
    assert (fact.pointer, fact.before, fact.after) == ("/properties/state/oneOf/1/description", "Two.", "Both.")


def test_values_that_swap_their_texts_are_a_change():
    (fact,) = texts(chosen(a="One.", b="Two."), chosen(a="Two.", b="One."))
    assert (fact.before, fact.after) == ("One.\nTwo.", "Two.\nOne.")


def test_lost_texts_of_values_are_reported():
    (fact,) = texts(chosen(a="One.", b="Two."), an_object(state={"enum": ["a", "b"], "description": "Which."}))
    assert (fact.before, fact.after) == ("One.\nTwo.", ABSENT)


def test_the_same_text_for_another_value_is_reported():
    old = an_object(state={"const": "a", "description": "One."})
    assert texts(old, an_object(state={"const": "b", "description": "Two."}))


@pytest.mark.parametrize("words", [{"type": ["object", "null"]}, {"if": {"required": ["key"]}, "then": {}}])
def test_a_text_is_unchanged_where_its_part_became_a_branch(words: Schema):
    assert texts(behind(BACKEND), behind({**BACKEND, **words})) == []
    (fact,) = texts(behind(BACKEND), behind({**BACKEND, **words, "description": "Another."}))
    assert (fact.pointer, fact.before, fact.after) == ("/$defs/Backend/description", "A backend.", "Another.")


def test_a_text_of_a_definition_is_reported_at_the_definition():
    other = behind({**BACKEND, "description": "Another."})
    (fact,) = schema_changes("input", behind(BACKEND), other)
    assert (fact.pointer, fact.before, fact.after) == ("/$defs/Backend/description", "A backend.", "Another.")


def test_every_changed_text_is_part_of_the_fact():
    other = behind({**BACKEND, "description": "Another."}, description="The settings.")
    (fact,) = schema_changes("input", behind(BACKEND), other)
    assert (fact.before, fact.after) == ("The configuration.\nA backend.", "The settings.\nAnother.")


@pytest.mark.parametrize("position", ["input", "output"])
def test_a_title_that_stays_under_another_name_is_unchanged(position: Any):
    titled = {**TEXT, "title": "Project Path"}
    old, new = an_object(projectPath=titled), an_object(project_dir_path=titled)
    assert rules(position, old, new) == [f"{position}-property-renamed"]
    assert rules(position, new, old) == [f"{position}-property-renamed"]
    other = an_object(project_dir_path={**TEXT, "title": "Where it lies"})
    assert len(rules(position, old, other)) > 1


def choice(*forms: tuple[str, str]) -> Schema:
    return {"anyOf": [{"type": kind, "description": text} for kind, text in forms]}


@pytest.mark.parametrize(
    ("new", "output"),
    [
        (choice(("string", "A number."), ("integer", "A login.")), ["parameter-description-changed"]),
        (choice(("integer", "A number."), ("string", "A login.")), []),
        (choice(("array", "A login."), ("integer", "A number.")), ["input-type-changed"]),
        (choice(("number", "A number."), ("string", "A login.")), ["input-type-widened"]),
    ],
)
def test_the_same_text_for_another_type_is_another_text(new: Schema, output: list[str]) -> None:
    old = choice(("string", "A login."), ("integer", "A number."))
    assert rules("input", an_object(who=old), an_object(who=new)) == output


CHOICES: list[list[Schema]] = [
    [TEXT, NULL],
    [NULL, TEXT],
    [TEXT, WHOLE],
    [TEXT, WHOLE, NULL],
    [an_object(a=TEXT), TEXT],
    [an_object(a=TEXT), an_object("b", b=TEXT)],
    [{"const": 1}, {"const": 2}],
    [{"enum": ["a", "b"]}, NULL],
]
ANNOTATIONS = [
    ("deprecated", True),
    ("contentEncoding", "base64"),
    ("readOnly", True),
    ("writeOnly", True),
    ("x-unit", "s"),
]


@pytest.mark.parametrize("keyword", ["anyOf", "oneOf"])
@pytest.mark.parametrize("forms", CHOICES, ids=str)
@pytest.mark.parametrize(("word", "value"), ANNOTATIONS)
def test_a_new_annotation_of_a_branch_is_reported_at_the_branch(
    forms: list[Schema], keyword: str, word: str, value: Schema
):
    for at, form in enumerate(forms):
        if form == NULL:
            continue
        noted = [{**each, word: value} if at == other else each for other, each in enumerate(forms)]
        old, new = an_object(v={keyword: forms}), an_object(v={keyword: noted})
        found = schema_changes("input", old, new)
        assert [fact.pointer for fact in found] == [f"/properties/v/{keyword}/{at}/{word}"]
        assert worst(found) is Severity.RISKY
        (gone,) = schema_changes("input", new, old)
        assert gone.pointer == found[0].pointer


def test_an_annotation_may_move_from_a_nullable_choice_to_its_only_branch():
    whole = an_object(v={"type": ["string", "null"], "x-unit": "s"})
    assert rules("input", whole, an_object(v={"anyOf": [{**TEXT, "x-unit": "s"}, NULL]})) == ["input-respelled"]


def test_an_annotation_that_moves_to_another_branch_is_reported():
    old = an_object(v={"anyOf": [{**TEXT, "x-unit": "s"}, WHOLE]})
    new = an_object(v={"anyOf": [TEXT, {**WHOLE, "x-unit": "s"}]})
    assert rules("input", old, new) == ["unclassified", "unclassified"]


def test_a_new_branch_brings_its_annotations():
    new = an_object(v={"anyOf": [TEXT, {**an_object(a=TEXT), "deprecated": True}]})
    assert rules("input", an_object(v=TEXT), new) == ["input-union-widened"]


@pytest.mark.parametrize(
    "word", ["contains", "if", "not", "propertyNames", "unevaluatedItems", "unevaluatedProperties"]
)
def test_a_text_inside_a_schema_compared_as_one_value_is_reported(word: str):
    held: Schema = {"then": {"required": ["a"]}} if word == "if" else {}
    old, new = (an_object(v={**held, word: {"pattern": "^a", "description": text}}) for text in ("Old.", "New."))
    (found,) = schema_changes("input", old, new)
    assert (found.rule, found.pointer) == ("parameter-description-changed", f"/properties/v/{word}/description")
    (gone,) = schema_changes("input", old, an_object(v={**held, word: {"pattern": "^a"}}))
    assert (gone.rule, gone.pointer) == (found.rule, found.pointer)


def test_an_annotation_below_not_is_reported():
    old, new = (an_object(v={"not": an_object(a={**TEXT, "x-unit": unit})}) for unit in ("s", "ms"))
    assert rules("input", old, new) == ["unclassified"]


OTHER = an_object("q", q=TEXT)
CHANGED_ANNOTATIONS: dict[str, tuple[Schema, Schema]] = {
    "parameter-description-changed": ({"description": "Hue."}, {"description": "Saturation."}),
    "input-default-changed": ({"default": "a"}, {"default": "b"}),
    "input-deprecated-added": ({}, {"deprecated": True}),
}


def listed(inner: Schema) -> Schema:
    return {"type": "array", "items": inner}


def tagged(kind: str, **properties: Schema) -> Schema:
    return an_object("kind", kind={"const": kind}, **properties)


CHANGES: dict[str, Callable[[Schema, Schema], tuple[Schema, Schema]]] = {
    "respelled": lambda x, y: (
        {"anyOf": [tagged("a", x=x), tagged("b")]},
        {"oneOf": [tagged("a", x=y), tagged("b")]},
    ),
    "widened": lambda x, y: (an_object(x=x), {"anyOf": [an_object(x=y), OTHER]}),
    "narrowed": lambda x, y: ({"anyOf": [an_object(x=x), OTHER]}, an_object(x=y)),
    "null": lambda x, y: ({"anyOf": [an_object(x=x), NULL]}, {"anyOf": [an_object(x=y), NULL, OTHER]}),
    "vacuous": lambda x, y: (listed(an_object(x=x)), {**listed(an_object(x=y)), "anyOf": [{}, TEXT]}),
    "of types": lambda x, y: (an_object(x=x), {"anyOf": [an_object(x=y), listed(an_object(x=y))]}),
}


def sides(change: str, one: Schema, other: Schema) -> tuple[Schema, Schema]:
    old, new = CHANGES[change](one, other)
    return an_object("v", v=old), an_object("v", v=new)


@pytest.mark.parametrize("change", CHANGES)
@pytest.mark.parametrize("rule", CHANGED_ANNOTATIONS)
def test_an_annotation_of_a_branch_is_reported_beside_the_change_of_the_branches(change: str, rule: str):
    found = rules("input", *sides(change, *({**TEXT, **note} for note in CHANGED_ANNOTATIONS[rule])))
    assert found.count(rule) == 1


@pytest.mark.parametrize("position", ["input", "output"])
@pytest.mark.parametrize("change", CHANGES)
def test_no_annotation_is_reported_where_none_changed(position: Any, change: str):
    noted = {**TEXT, "description": "Hue.", "default": "a"}
    found = [fact.rule for fact in schema_changes(position, *sides(change, noted, noted))]
    assert not any(word in rule for rule in found for word in ("description", "default"))


def test_annotations_of_a_choice_do_not_belong_to_its_branches():
    described = {"description": "Where the rows are."}
    old, new = (
        an_object(v={**an_object(x=TEXT), **described}),
        an_object(v={"anyOf": [an_object(x=TEXT), OTHER], **described}),
    )
    assert not any("description" in rule for rule in rules("input", old, new))


@pytest.mark.parametrize(
    ("bare", "word"),
    [
        (listed({}), "items"),
        ({"type": "array"}, "items"),
        ({"type": "object", "additionalProperties": True}, "additionalProperties"),
        (an_object(a=TEXT), "additionalProperties"),
    ],
)
@pytest.mark.parametrize(("position", "rule"), [("input", "parameter-description"), ("output", "output-description")])
def test_annotations_of_a_schema_without_constraints_are_texts(bare: Schema, word: str, position: Any, rule: str):
    noted = {**bare, word: {"description": "Values in metres."}}
    for old, new in ((bare, noted), (noted, bare)):
        found = schema_changes(position, an_object(v=old), an_object(v=new))
        output = [fact.pointer for fact in found if fact.rule == f"{rule}-changed"]
        assert output == [f"/properties/v/{word}/description"]
        assert {fact.rule for fact in found} <= {f"{rule}-changed", f"{position}-respelled"}


def test_a_schema_without_constraints_counts_as_evaluated():
    closed = {**an_object(a=TEXT), "allOf": [an_object(b=TEXT)], "unevaluatedProperties": False}
    noted = {**closed, "additionalProperties": {"description": "Values in metres."}}
    found = schema_changes("input", noted, closed, reading="literal")
    assert worst(found) is Severity.BREAKING


def described(text: str, **words: Any) -> Schema:
    return {**an_object(q={**TEXT, "description": text}), **words}


def closed_part(text: str, **words: Any) -> Schema:
    return {"allOf": [described(text, additionalProperties=False, **words), an_object(r=TEXT)]}


CONDITION: Schema = {"if": {"required": ["p"]}, "then": {"minProperties": 1}}
OPTIONAL: Schema = {"type": ["object", "null"]}
PARTS: Schema = {"allOf": [described("Hue."), {**an_object(r=TEXT), **OPTIONAL}]}


@pytest.mark.parametrize("position", ["input", "output"])
@pytest.mark.parametrize(
    ("old", "new"),
    [
        ({"anyOf": [WHOLE, described("Hue.")]}, {"anyOf": [WHOLE, described("Saturation.", **CONDITION)]}),
        (closed_part("Hue."), closed_part("Saturation.", **OPTIONAL)),
        (closed_part("Hue."), {**closed_part("Saturation."), "anyOf": [{}, TEXT]}),
        ({"anyOf": [described("Saturation."), WHOLE]}, {"anyOf": [PARTS, WHOLE]}),
    ],
    ids=["beside another type", "optional part", "beside a choice of anything", "of parts"],
)
def test_a_text_is_reported_for_a_branch_that_changed_a_lot(position: Any, old: Schema, new: Schema):
    rule = "parameter-description-changed" if position == "input" else "output-description-changed"
    assert rule in rules(position, an_object(v=old), an_object(v=new))
    assert rule in rules(position, an_object(v=new), an_object(v=old))


@pytest.mark.parametrize("position", ["input", "output"])
def test_an_enum_that_became_a_branch_keeps_its_text(position: Any):
    def chosen(**words: Any) -> Schema:
        values = [{"const": "a", "description": "One."}, {"const": "b", "description": "Two.", **words}]
        return an_object(v={"anyOf": [WHOLE, {"oneOf": values, "description": "Which."}]})

    assert rules(position, chosen(), chosen(maxLength=9)) == [f"{position}-respelled"]


DATE, TIME = ({**TEXT, "format": name} for name in ("date", "date-time"))
DATE_OR_TIME: Schema = {"anyOf": [DATE, TIME]}


def or_null(schema: Schema) -> Schema:
    return {"anyOf": [*schema.get("anyOf", [schema]), NULL]}


@pytest.mark.parametrize(
    ("position", "old", "new", "rule", "before", "after"),
    [
        ("input", DATE_OR_TIME, DATE, "input-format-changed", ["date", "date-time"], "date"),
        ("output", DATE, DATE_OR_TIME, "output-format-changed", "date", ["date", "date-time"]),
        ("input", TEXT, DATE_OR_TIME, "input-format-added", ABSENT, ["date", "date-time"]),
        ("output", DATE_OR_TIME, TEXT, "output-format-dropped", ["date", "date-time"], ABSENT),
    ],
)
def test_the_formats_of_a_union_count(
    position: Any, old: Schema, new: Schema, rule: str, before: Any, after: Any
) -> None:
    for one, other in ((old, new), (or_null(old), or_null(new))):
        (fact,) = schema_changes(position, an_object(since=one), an_object(since=other))
        assert (fact.rule, fact.before, fact.after) == (rule, before, after)
        assert rules(position, an_object(since=other), an_object(since=one)) == [f"{position}-respelled"]
