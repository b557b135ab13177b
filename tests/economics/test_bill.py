"""Costs by server and in total, and prices by model."""

from __future__ import annotations

import re
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest

from govern.economics.assess import Assessment, Guard, Risk
from govern.economics.bill import SOURCES, Prices, Source, Summary, read_prices, summarise
from govern.economics.budgets import Budget, Costed
from govern.errors import PolicyInvalid
from tests.economics.tools import costed


def test_the_shipped_table_has_a_date() -> None:
    prices = read_prices()
    assert re.fullmatch(r"\d{4}-\d\d-\d\d", prices.date)
    assert 5 <= len(prices.usd_per_million) <= 12
    assert all(0.01 < price < 100 for price in prices.usd_per_million.values())


def test_the_price_of_a_call_is_proportional_to_its_tokens() -> None:
    assert Prices("2026-01-01", {"m": 2.5}).per_call(400_000) == {"m": 1.0}


def test_another_table_can_be_used(tmp_path: Path) -> None:
    (tmp_path / "ours.toml").write_text('date = 2026-01-01\n[usd-per-million]\n"ours" = 1\n', encoding="utf-8")
    assert read_prices(tmp_path / "ours.toml") == Prices("2026-01-01", {"ours": 1.0})


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("not toml", "not valid TOML"),
        ("a = " + "[" * 100_000, "not valid TOML"),
        (f'date = "2026-01-01"\n[usd-per-million]\nm = 1{"0" * 400}', "not a table of prices"),
        (f'date = "2026-01-01"\n[usd-per-million]\nm = 1{"0" * 5000}', "not valid TOML"),
        ('date = "2026-01-01"\n[usd-per-million]\nm = inf', "not a table of prices"),
        ('date = "2026-01-01"\n[usd-per-million]\nm = nan', "not a table of prices"),
        ("date = [1]\n[usd-per-million]\nm = 1", "has no `date`"),
        ("#" * 2_000_000, "larger than"),
        ('date = "2026-01-01"', "not a table of prices"),
        ('date = "2026-01-01"\nusd-per-million = 3', "not a table of prices"),
        ('date = "2026-01-01"\n[usd-per-million]\nm = "3"', "not a table of prices"),
        ('date = "2026-01-01"\n[usd-per-million]\nm = -1', "not a table of prices"),
        ("[usd-per-million]\nm = 1", "has no `date`"),
    ],
)
def test_a_wrong_table_is_refused(text: str, reason: str, tmp_path: Path) -> None:
    path = tmp_path / "prices.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(PolicyInvalid, match=reason) as refused:
        read_prices(path)
    assert refused.value.where == str(path)


def test_a_missing_table_is_refused(tmp_path: Path) -> None:
    with pytest.raises(PolicyInvalid, match="cannot be read"):
        read_prices(tmp_path / "nowhere.toml")


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


def test_no_tools_cost_nothing() -> None:
    whole = summarise([]).whole
    assert (whole.tool_count, whole.definition_tokens, whole.risk, whole.usd_per_call) == (0, 0, Risk.LOW, {})


def test_the_risk_of_a_server_is_its_worst() -> None:
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
