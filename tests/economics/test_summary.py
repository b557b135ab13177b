"""Costs by server and in all, each number with its source."""

from dataclasses import fields
from typing import Any

from govern.economics.assess import Assessment, Guard
from govern.economics.budgets import Budget
from govern.economics.costed import Costed
from govern.economics.prices import Prices
from govern.economics.risk import Risk
from govern.economics.summary import SOURCES, Source, Summary, summarise
from tests.economics.tools import costed

FLAG: dict[str, Any] = {
    "outputSchema": {"properties": {"ok": {"type": "boolean"}}, "required": ["ok"]},
    "description": "Tells whether all is well there.",
}
TOOLS = [
    costed("vague", 100, server="b", description="Tells what it likes to tell."),
    costed("dump", 300, server="a", guard=Guard(max_bytes=28_001), description="Gives all of it."),
    costed("check", 600, server="a", **FLAG),
]


def test_each_server_and_the_whole() -> None:
    summary = summarise(TOOLS, window=10_000, prices=Prices("2026-01-01", {"m": 10.0}))
    assert summary.servers == (
        Summary("a", 2, 900, 0.09, 4, 8_005, Risk.CRITICAL, (), (), ("a/dump",), {"m": 0.009}),
        Summary("b", 1, 100, 0.01, 0, 0, Risk.UNKNOWN, ("b/vague",), ("b/vague",), (), {"m": 0.001}),
    )
    assert summary.whole == Summary(
        "", 3, 1_000, 0.1, 4, 8_005, Risk.CRITICAL, ("b/vague",), ("b/vague",), ("a/dump",), {"m": 0.01}
    )
    assert [advice.id for advice in summary.advice] == ["answer-too-large", "answer-undeclared"]


def test_nothing_costs_nothing() -> None:
    whole = summarise([]).whole
    assert (whole.tool_count, whole.definition_tokens, whole.risk, whole.usd_per_call) == (0, 0, Risk.LOW, {})


def test_the_risk_is_the_worst_and_not_knowing_is_worse_than_low() -> None:
    low, unknown = costed("check", **FLAG), costed("vague", description="Tells what it likes to tell.")
    medium = costed("read", guard=Guard(max_bytes=3_501))
    assert summarise([low]).whole.risk is Risk.LOW
    assert summarise([low, unknown]).whole.risk is Risk.UNKNOWN
    assert summarise([low, unknown, medium]).whole.risk is Risk.MEDIUM


def test_the_budget_reaches_the_advice() -> None:
    assert "tool-above-budget" in {advice.id for advice in summarise(TOOLS, budget=Budget(tool_tokens=500)).advice}


def test_every_number_has_a_source() -> None:
    numbers = {
        field.name
        for kind in (Summary, Assessment, Costed)
        for field in fields(kind)
        if field.name.endswith(("tokens", "count", "share", "call")) or field.name.startswith("fields")
    }
    assert numbers | {"fields"} == set(SOURCES)
    assert SOURCES["max_tokens"] is SOURCES["usd_per_call"] is Source.ESTIMATED
    assert SOURCES["tokens"] is Source.COMPUTED
