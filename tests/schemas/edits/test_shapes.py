"""One result for all comparisons that differ only in names changes nothing but the time."""

from typing import Any
from unittest.mock import ANY

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from govern.contract.surface import Position
from govern.facts.change import Fact
from govern.schemas.edits import judging, shapes
from govern.schemas.edits.changes import changes_in_process
from govern.schemas.edits.witnesses import Compatibility, compatibility

NAMES = ("a", "b", "c", "", "0", "1", "$ref", "x", "properties", "items")
VALUES: tuple[Any, ...] = (
    {"type": "string"},
    {"type": "integer"},
    {"type": ["string", "null"]},
    {"enum": ["a", "0"]},
    {"type": "object", "properties": {"a": {"type": "string"}, "b": {"type": "string"}}},
    {"type": "array", "items": {"type": "object", "properties": {"a": {"type": "integer"}}, "required": ["a"]}},
    True,
)
values = st.sampled_from(VALUES)


@st.composite
def objects(draw: st.DrawFn) -> dict[str, Any]:
    properties = draw(st.dictionaries(st.sampled_from(NAMES), values, max_size=6))
    required = draw(st.lists(st.sampled_from(NAMES), unique=True, max_size=3))
    rest: dict[str, Any] = draw(st.sampled_from([{}, {"additionalProperties": False}, {"minProperties": 1}]))
    return {"type": "object", "properties": properties, "required": required, **rest}


# What stands beside a nested object and may mention its names.
rests = st.sampled_from([{}, {"allOf": [{"properties": {"inner": {"required": ["a"]}}}]}])


@settings(max_examples=120, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    objects(), objects(), st.tuples(rests, rests) | st.sampled_from([(), None]), st.sampled_from(["input", "output"])
)
def test_a_known_shape_gives_the_facts_of_a_comparison(
    monkeypatch: pytest.MonkeyPatch, old: Any, new: Any, nested: Any, position: Position
) -> None:
    if nested:
        sides = zip((old, new), nested, strict=True)
        old, new = ({"type": "object", "properties": {"inner": each}, **rest} for each, rest in sides)
    elif nested is None:
        old, new = (defined_once(each) for each in (old, new))
    with_memo = facts(position, old, new)
    with monkeypatch.context() as patch:
        patch.setattr(shapes, "_shape", lambda *_: None)
        assert facts(position, old, new) == with_memo


def defined_once(schema: Any) -> dict[str, Any]:
    """Return an object that has the schema in three places."""
    use = {"$ref": "#/$defs/Used"}
    properties = {"one": use, "other": use, "list": {"type": "array", "items": use}}
    return {"type": "object", "properties": properties, "$defs": {"Used": schema}}


def facts(position: Position, old: Any, new: Any) -> list[Fact]:
    return changes_in_process(position, old, new, "documented")


@pytest.mark.parametrize("is_defined", [False, True])
def test_many_edits_of_one_shape_are_compared_once(monkeypatch: pytest.MonkeyPatch, is_defined: bool) -> None:
    compared = []

    def counted(sender: Any, reader: Any, reading: Any) -> Compatibility:
        compared.append(reader)
        return compatibility(sender, reader, reading)

    monkeypatch.setattr(judging, "compatibility", counted)
    names = [f"n{at:02}" for at in range(60)]
    old, new = (
        {"type": "object", "properties": {name: {"type": of} for name in names}} for of in ("string", "integer")
    )
    if is_defined:
        old, new = defined_once(old), defined_once(new)
    witnesses = [fact.witness for fact in facts("input", old, new)]
    instances = [{name: ANY} for name in names]
    assert [each and each.instance for each in witnesses] == [
        {"list": [each]} if is_defined else each for each in instances
    ]
    assert len(compared) < 6
