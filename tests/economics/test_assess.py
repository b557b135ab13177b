"""Estimates of an answer's cost, the rule they are based on, and the risk."""

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from govern.economics.assess import Basis, Guard, Risk, Thresholds, assess, estimated_tokens, risk_of
from tests.economics.tools import ODD_SCHEMAS, tool, tools_in

FLAG = {"type": "boolean"}
TEXTS = {"type": "object", "properties": {"names": {"type": "array", "items": {"type": "string"}}}}
# {"names":["…"],} with a text of 35 characters: 50 in all.
TEXTS_BASE = 15


def page(maximum: int, name: str = "limit") -> dict[str, Any]:
    return {"type": "object", "properties": {name: {"type": "integer", "maximum": maximum}}}


@pytest.mark.parametrize(
    ("size", "tokens"),
    [
        (0, 0),
        (1, 1),
        (35, 10),
        (350, 100),
        (1_024, 293),
        (3_500, 1_000),
        (3_501, 1_001),
        (14_000, 4_000),
        (35 * 10**30, 10**31),
    ],
)
def test_known_answers_of_the_estimate(size: Any, tokens: Any) -> None:
    assert estimated_tokens(size) == tokens


@pytest.mark.parametrize(
    ("size", "risk"),
    [(3_500, "low"), (3_501, "medium"), (14_000, "medium"), (14_001, "high"), (28_000, "high"), (28_001, "critical")],
)
def test_sizes_on_both_sides_of_each_threshold(size: Any, risk: str) -> None:
    assert assess(tool(), Guard(max_bytes=size)).risk == risk
    assert risk_of(estimated_tokens(size), Thresholds()) == risk


def test_thresholds_are_configurable() -> None:
    strict = Thresholds(low=1, medium=2, high=3)
    assert [risk_of(tokens, strict) for tokens in (1, 2, 3, 4, None)] == [
        "low",
        "medium",
        "high",
        "critical",
        "unknown",
    ]
    assert assess(tool(), Guard(max_bytes=1_024), strict).risk is Risk.CRITICAL


def test_unknown_ranks_between_low_and_medium() -> None:
    assert sorted(Risk, key=lambda risk: risk.rank) == ["low", "unknown", "medium", "high", "critical"]


@pytest.mark.parametrize(
    "nothing", [{}, {"outputSchema": {}}, {"outputSchema": True}, {"outputSchema": {"type": "object"}}]
)
def test_without_output_schema_the_risk_is_unknown(nothing: dict[str, Any]) -> None:
    answer = assess(tool(**nothing))
    assert (answer.basis, answer.risk, answer.bounded, answer.max_tokens, answer.min_tokens) == (
        Basis.UNDECLARED, Risk.UNKNOWN, False, None, 0,
    )  # fmt: skip


def test_a_page_size_does_not_bound_undeclared_answers() -> None:
    assert assess(tool(inputSchema=page(50))).basis is Basis.UNDECLARED


def test_without_a_bound_a_hundred_items_are_assumed() -> None:
    answer = assess(tool(outputSchema=TEXTS))
    assert (answer.basis, answer.bounded, answer.max_tokens, answer.risk) == (
        "default",
        False,
        TEXTS_BASE * 100,
        "medium",
    )


@pytest.mark.parametrize(
    ("guard", "fields", "basis", "most"),
    [
        (Guard(max_bytes=1_024), {}, "max_bytes", 293),
        (Guard(limit=5, max_bytes=1_024), {"outputSchema": TEXTS}, "max_bytes", 293),
        (None, {"_meta": {"anthropic/maxResultSizeChars": 350}}, "max_bytes", 100),
        (Guard(max_bytes=35), {"_meta": {"anthropic/maxResultSizeChars": 350}}, "max_bytes", 10),
        (Guard(limit=5), {"_meta": {"anthropic/maxResultSizeChars": 350}}, "max_bytes", 100),
        (Guard(limit=5), {"outputSchema": TEXTS}, "limit", TEXTS_BASE * 5 + 50),
        (Guard(limit=5), {"outputSchema": TEXTS, "inputSchema": page(50)}, "limit", TEXTS_BASE * 5 + 50),
        (Guard(limit=5), {}, "limit", 100 * 5 + 50),
        (None, {"outputSchema": TEXTS, "inputSchema": page(50)}, "limit", TEXTS_BASE * 50 + 50),
        (None, {"outputSchema": {"type": "array", "items": FLAG, "maxItems": 9}}, "limit", 2 * 9 + 50),
        (None, {"outputSchema": {"properties": {"ok": FLAG}}}, "schema", 4),
        (Guard(), {"outputSchema": TEXTS}, "default", TEXTS_BASE * 100),
    ],
)
def test_the_first_rule_that_fits_decides(guard: Guard | None, fields: Any, basis: str, most: int) -> None:
    answer = assess(tool(**fields), guard)
    assert (answer.basis, answer.max_tokens) == (basis, most)
    assert answer.bounded == (basis != "default")


@pytest.mark.parametrize("item", [FLAG, {"type": "string"}])
def test_fewer_items_never_cost_more(item: Any) -> None:
    most = [assess(tool(outputSchema={"type": "array", "items": item, "maxItems": items})) for items in (2, 1, 0)]
    assert [answer.bounded for answer in most] == [True] * 3
    assert sorted((answer.max_tokens or 0 for answer in most), reverse=True) == [each.max_tokens for each in most]


def test_order_without_meaning_does_not_change_the_estimate() -> None:
    parts = [{"$ref": "#/$defs/a"}, {"$ref": "#/$defs/b"}]
    in_a = {"x": {"$ref": "#/$defs/b"}, "y": {}, "z": {}}
    definitions = {"a": {"properties": in_a}, "b": {"properties": {"x": {"$ref": "#/$defs/a"}, "y": {}}}}
    one, other = (assess(tool(inputSchema={"anyOf": order, "$defs": definitions})) for order in (parts, parts[::-1]))
    assert one == other


@pytest.mark.parametrize(
    "name", ["limit", "max_results", "maxResults", "page_size", "pageSize", "PageSize", "per_page", "max-count"]
)
def test_names_that_mean_the_size_of_a_page(name: str) -> None:
    assert assess(tool(outputSchema=TEXTS, inputSchema=page(20, name))).basis is Basis.LIMIT


@pytest.mark.parametrize("name", ["count", "top", "size", "first", "page", "start", "offset", "comment_limit"])
def test_names_that_mean_other_things_too(name: str) -> None:
    assert assess(tool(outputSchema=TEXTS, inputSchema=page(20, name))).basis is Basis.DEFAULT


@pytest.mark.parametrize(
    ("parameter", "limit"),
    [
        ({"type": "integer", "maximum": 20}, 20),
        ({"type": "integer", "exclusiveMaximum": 21}, 20),
        ({"type": "number", "maximum": 20}, 20),
        ({"anyOf": [{"type": "integer", "maximum": 20}, {"type": "null"}]}, 20),
        ({"anyOf": [{"type": "integer", "maximum": 20}, {"type": "integer", "maximum": 9}]}, 20),
        ({"anyOf": [{"type": "integer", "maximum": 20}, {"type": "integer"}]}, None),
        ({"anyOf": [{"type": "integer", "maximum": 20}, {"type": "string"}]}, None),
        ({"type": ["integer", "null"], "maximum": 20}, 20),
        ({"type": "integer", "default": 20}, None),
        ({"type": "string", "maximum": 20}, None),
        ({"type": "integer", "maximum": 2**53 - 1}, None),
        ({"type": "integer", "maximum": True}, None),
        ({"type": "integer", "maximum": "20"}, None),
        (True, None),
    ],
)
def test_only_an_integer_with_a_maximum_bounds_a_page(parameter: Any, limit: int | None) -> None:
    answer = assess(tool(outputSchema=TEXTS, inputSchema={"properties": {"limit": parameter}}))
    assert answer.max_tokens == (TEXTS_BASE * 100 if limit is None else TEXTS_BASE * limit + 50)


@pytest.mark.parametrize(
    "meta", [None, [], {"anthropic/maxResultSizeChars": "9"}, {"anthropic/maxResultSizeChars": True}]
)
def test_a_size_hint_is_a_number(meta: Any) -> None:
    assert assess(tool(_meta=meta)).basis is Basis.UNDECLARED


def test_fields_of_both_schemas() -> None:
    answer = assess(tool(inputSchema=page(9), outputSchema=TEXTS))
    assert (answer.fields_in, answer.fields_out, answer.fields) == (1, 1, 2)


def test_the_least_is_never_above_the_most() -> None:
    long = {"type": "string", "minLength": 1_000}
    assert assess(tool(outputSchema=long)).min_tokens == 287
    assert assess(tool(outputSchema=long), Guard(max_bytes=35)).min_tokens == 10


GUARDS = st.none() | st.builds(Guard, st.none() | st.integers(0, 10**6), st.none() | st.integers(0, 10**9))


@given(ODD_SCHEMAS, ODD_SCHEMAS, ODD_SCHEMAS, GUARDS)
def test_no_tool_is_too_odd(given_schema: Any, answer_schema: Any, meta: Any, guard: Guard | None) -> None:
    answer = assess(tool(inputSchema=given_schema, outputSchema=answer_schema, _meta=meta), guard)
    assert answer.bounded == (answer.basis in ("max_bytes", "limit", "schema"))
    assert (answer.risk is Risk.UNKNOWN) == (answer.max_tokens is None) == (answer.basis is Basis.UNDECLARED)
    assert answer.max_tokens is None or 0 <= answer.min_tokens <= answer.max_tokens


def test_real_tools_are_assessed(shared_data: Path) -> None:
    captures = sorted((shared_data / "catalogs").glob("*/*.json"))[::10]
    answers = [assess(tool(**raw)) for path in captures for raw in tools_in(path)]
    assert {answer.basis for answer in answers} == {"limit", "schema", "default", "undeclared"}
    middle = sorted(answer.fields_in for answer in answers)[len(answers) // 2]
    assert 2 <= middle <= 5
