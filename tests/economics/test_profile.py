"""Profiles of answers: the worked vectors, overhead, risk at each threshold, percentiles and client limits."""

from __future__ import annotations

import json
from math import inf
from typing import Any

import pytest

from govern.economics.assess import Guard, Risk, Thresholds, risk_of
from govern.economics.profile import (
    CLIENT_LIMITS,
    ResponseProfile,
    aggregate_profiles,
    profile_response,
    static_profile,
)
from govern.economics.tokens import count_tokens, load
from tests.economics.tools import tool

# ` word` is one token in both encodings, and so is `word`.
WORD = " word"


def words(number: int) -> dict[str, Any]:
    return {"type": "text", "text": (WORD * number).lstrip()}


def test_the_estimate_stands_beside_the_exact_count() -> None:
    profiled = profile_response("shop/find", "a" * 35)
    assert profiled.estimated_tokens == 10
    assert profiled.tokens == len(load("cl100k_base").encode_ordinary("a" * 35))
    assert profiled.tokens != 10


@pytest.mark.parametrize(
    ("blocks", "overhead_blocks", "split", "ratio"),
    [
        pytest.param([20, 22, 58], 2, (42, 58), 42 / 58, id="2-of-3"),
        pytest.param([10, 40], 0, (0, 50), 0.0, id="none"),
        pytest.param([10, 40], 2, (50, 0), inf, id="all"),
        pytest.param([10], 5, (10, 0), inf, id="more-than-there-are"),
        pytest.param([], 1, (0, 0), 0.0, id="no-blocks"),
    ],
)
def test_overhead_and_data(blocks: list[int], overhead_blocks: int, split: tuple[int, int], ratio: float) -> None:
    profiled = profile_response("shop/find", [words(each) for each in blocks], overhead_blocks)
    assert (profiled.overhead_tokens, profiled.data_tokens) == split
    assert profiled.overhead_ratio == pytest.approx(ratio)


def test_annotated_blocks_are_overhead_too() -> None:
    chart = words(30) | {"annotations": {"audience": ["user"]}}
    profiled = profile_response("shop/find", [words(5), words(10), chart], 1)
    assert [block.overhead for block in profiled.blocks] == [True, False, True]
    assert profiled.advisory == "78% of the tokens are overhead: shorten the blocks around the data"


@pytest.mark.parametrize(
    ("tokens", "risk"),
    [
        (1_000, Risk.LOW), (1_001, Risk.MEDIUM), (4_000, Risk.MEDIUM), (4_001, Risk.HIGH), (8_000, Risk.HIGH),
        (8_001, Risk.CRITICAL),
    ],
)  # fmt: skip
def test_risk_at_each_threshold(tokens: int, risk: Risk) -> None:
    profiled = profile_response("shop/find", [words(tokens)])
    assert (profiled.tokens, profiled.risk) == (tokens, risk)
    assert (profiled.advisory is not None) == (risk in (Risk.HIGH, Risk.CRITICAL))


def test_thresholds_are_configurable() -> None:
    assert profile_response("shop/find", [words(11)], thresholds=Thresholds(1, 5, 10)).risk is Risk.CRITICAL


def test_indented_json_and_repeated_text() -> None:
    rows = [{"id": each, "name": "owl"} for each in range(20)]
    answer = {"content": [{"type": "text", "text": json.dumps(rows, indent=4)}], "structuredContent": {"result": rows}}
    profiled = profile_response("shop/find", answer)
    compact = count_tokens(json.dumps(rows, separators=(",", ":")), "cl100k_base")
    assert profiled.compact_savings == profiled.tokens - compact > 0
    assert profiled.repeated_tokens == profiled.tokens
    assert profiled.structured_tokens == count_tokens(
        json.dumps({"result": rows}, separators=(",", ":")), "cl100k_base"
    )


@pytest.mark.parametrize("limit", CLIENT_LIMITS, ids=str)
def test_client_limits_are_exclusive(limit: Any) -> None:
    one = {"tokens": " word", "characters": "a", "bytes": "a"}[limit.unit]
    at, above = (profile_response("t", one * size) for size in (limit.most, limit.most + 1))
    assert (at.exceeds(limit), above.exceeds(limit)) == (False, True)


def test_bytes_are_not_characters() -> None:
    limit = next(each for each in CLIENT_LIMITS if each.unit == "bytes")
    assert profile_response("t", "é" * (limit.most // 2 + 1)).exceeds(limit)


@pytest.mark.parametrize(
    ("sizes", "p50", "p95", "most"),
    [([7], 7, 7, 7), ([1, 2], 1, 2, 2), ([*range(1, 21)], 10, 19, 20), ([*range(100, 0, -1)], 50, 95, 100)],
)
def test_percentiles_are_recorded_sizes(sizes: list[int], p50: int, p95: int, most: int) -> None:
    declared = static_profile("shop", tool("find"))
    profiles = aggregate_profiles([declared], [profile_response("shop/find", [words(size)]) for size in sizes])
    [found] = profiles.tools
    assert (found.p50, found.p95, found.most, found.answers) == (p50, p95, most, len(sizes))
    assert found.risk is risk_of(most, Thresholds())


def test_a_tool_without_answers_has_no_figures() -> None:
    stranger: ResponseProfile = profile_response("shop/other", "x")
    [found] = aggregate_profiles([static_profile("shop", tool("find"))], [stranger]).tools
    assert (found.p50, found.p95, found.most, found.risk, found.calls) == (None, None, None, None, 0)


def test_p95_is_compared_with_the_declared_bound_alone() -> None:
    bounded = static_profile("shop", tool("find"), Guard(max_bytes=35))
    unbounded = static_profile("shop", tool("list"))
    answers = [profile_response(each.place, [words(size)]) for each in (bounded, unbounded) for size in (10, 10, 11)]
    profiles = aggregate_profiles([bounded, unbounded], answers)
    assert [(each.bound, each.is_over_bound) for each in profiles.tools] == [(10, True), (None, False)]
    within = aggregate_profiles([bounded], [profile_response(bounded.place, [words(10)])])
    assert not within.tools[0].is_over_bound
    assert profiles.declared.whole.unbounded == ("shop/list",)


@pytest.mark.parametrize(
    "said",
    [" " * 1_000_000, "\ud800", "a" * 300_000, "\n" * 250_001],
    ids=lambda said: said[:1].encode("unicode_escape").decode(),
)
def test_hostile_texts_are_counted(said: str) -> None:
    assert profile_response("t", said).tokens > 0
