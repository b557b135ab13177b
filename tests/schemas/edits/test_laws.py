"""Properties of every pair of schemas, checked by a validator that shares nothing with the engine."""

from copy import deepcopy
from typing import Any

import jsonschema
from hypothesis import given, settings
from hypothesis import strategies as st

from govern.contract.digests import behaviour, digest
from govern.facts.change import Witness
from govern.rules.rule import Severity
from govern.schemas.comparison import compare_schemas
from govern.schemas.edits.changes import schema_changes
from govern.schemas.edits.normal_form import normal_form
from govern.schemas.edits.reduction import without_annotations
from tests.schemas.edits.made_schemas import SEVERITIES, Schema, worst

NAMES = st.sampled_from(["a", "b", "limit", "type", "properties", "$ref"])
LEAVES = st.sampled_from(
    [
        {},
        {"type": "string"},
        {"type": "integer"},
        {"type": "number", "minimum": 1},
        {"type": ["string", "null"]},
        {"type": "integer", "maximum": 5, "description": "How many."},
        {"enum": ["x", "y"]},
        {"const": "x"},
        {"type": "string", "maxLength": 3, "default": "x"},
        {"type": "boolean", "title": "Of no use"},
    ]
)


def deeper(inner: st.SearchStrategy[Schema]) -> st.SearchStrategy[Schema]:
    objects = st.builds(
        lambda properties, required, closed: {
            "type": "object",
            "properties": properties,
            **({"required": sorted(required & properties.keys())} if required & properties.keys() else {}),
            **({} if closed is None else {"additionalProperties": closed}),
        },
        st.dictionaries(NAMES, inner, min_size=1, max_size=3),
        st.sets(NAMES, max_size=2),
        st.sampled_from([None, None, True, False]),
    )
    lists = st.builds(lambda items: {"type": "array", "items": items}, inner)
    unions = st.builds(
        lambda word, branches: {word: branches},
        st.sampled_from(["anyOf", "oneOf", "allOf"]),
        st.lists(inner, min_size=1, max_size=2),
    )
    return st.one_of(objects, lists, unions)


SCHEMAS = st.recursive(LEAVES, deeper, max_leaves=6)
INPUTS = st.builds(
    lambda properties, closed: {
        "type": "object",
        "properties": properties,
        **({} if closed is None else {"additionalProperties": closed}),
    },
    st.dictionaries(NAMES, SCHEMAS, min_size=1, max_size=3),
    st.sampled_from([None, False]),
)
POSITIONS = st.sampled_from(["input", "output"])


@given(POSITIONS, INPUTS)
@settings(max_examples=60)
def test_a_schema_has_no_change_to_itself(position: Any, schema: Schema):
    assert schema_changes(position, schema, deepcopy(schema)) == []


@given(POSITIONS, INPUTS, INPUTS)
@settings(max_examples=60)
def test_digests_differ_exactly_when_there_is_a_change(position: Any, old: Schema, new: Schema):
    differ = digest(behaviour(position, old)) != digest(behaviour(position, new))
    assert bool(schema_changes(position, old, new)) is differ


@given(POSITIONS, INPUTS, INPUTS)
@settings(max_examples=60)
def test_a_witness_is_accepted_and_rejected_as_stated(position: Any, old: Schema, new: Schema):
    for fact in schema_changes(position, old, new):
        if fact.witness:
            assert_shown(fact.witness, old, new)


@given(INPUTS, INPUTS)
@settings(max_examples=60)
def test_a_proven_break_is_never_safe(old: Schema, new: Schema):
    proven = compare_schemas(old, new)
    if proven.accepts_old == "no":
        assert worst(schema_changes("input", old, new)) is Severity.BREAKING
    if proven.accepted_by_old == "no":
        # A reader who meets a value that it never saw is at risk, and no more.
        assert worst(schema_changes("output", old, new)) is not Severity.SAFE


@given(POSITIONS, INPUTS, INPUTS)
@settings(max_examples=60)
def test_a_breaking_fact_has_a_witness_or_a_removed_name(position: Any, old: Schema, new: Schema):
    for fact in schema_changes(position, old, new):
        if SEVERITIES[fact.rule] is Severity.BREAKING:
            assert fact.witness or fact.rule.endswith(("property-removed", "property-renamed"))


@given(SCHEMAS)
@settings(max_examples=60)
def test_the_normal_form_accepts_the_same(schema: Schema):
    relation = compare_schemas(schema, without_annotations(normal_form(schema).tree), reading="literal")
    assert "no" not in (relation.accepts_old, relation.accepted_by_old)


def assert_shown(witness: Witness, old: Schema, new: Schema) -> None:
    sides = {"old": jsonschema.Draft202012Validator(old), "new": jsonschema.Draft202012Validator(new)}
    assert sides[witness.accepted_by].is_valid(witness.instance)
    if witness.rejected_by:
        assert not sides[witness.rejected_by].is_valid(witness.instance)
        assert witness.error
