"""Budgets are exceeded above their limit, not at it."""

from govern.economics.budgets import BrokenBudget, Budget, broken_budgets
from tests.economics.tools import costed

TOOLS = [costed("a", 100), costed("b", 300), costed("a", 50, server="gitlab")]


def test_without_a_budget_nothing_is_exceeded() -> None:
    assert broken_budgets(TOOLS, Budget(), {"github": {"a": 1}}) == []


def test_tools_above_their_budget() -> None:
    assert broken_budgets(TOOLS, Budget(tool_tokens=300)) == []
    assert broken_budgets(TOOLS, Budget(tool_tokens=299)) == [BrokenBudget("tool-tokens", "github", "b", 300, 299)]


def test_servers_above_their_budget() -> None:
    assert broken_budgets(TOOLS, Budget(server_tokens=400)) == []
    assert broken_budgets(TOOLS, Budget(server_tokens=399)) == [BrokenBudget("server-tokens", "github", None, 400, 399)]


def test_growth_needs_an_older_lock() -> None:
    assert broken_budgets(TOOLS, Budget(growth_percent=10)) == []
    before = {"github": {"a": 91, "b": 300}, "gone": {"x": 1}}
    assert broken_budgets(TOOLS, Budget(growth_percent=10), before) == []
    assert broken_budgets(TOOLS, Budget(growth_percent=9), before) == [
        BrokenBudget("growth-percent", "github", "a", 100, 91 * 109 / 100, 91)
    ]


def test_a_new_tool_is_growth_of_its_server_alone() -> None:
    broken = broken_budgets(TOOLS, Budget(growth_percent=10), {"github": {"a": 100}})
    assert broken == [BrokenBudget("growth-percent", "github", None, 400, 110.00, 100)]


def test_a_new_server_is_no_growth() -> None:
    assert broken_budgets(TOOLS, Budget(growth_percent=10), {"gone": {"a": 1}}) == []


def test_a_renamed_server_grows_from_what_it_was() -> None:
    before = {"gitea": {"a": 100, "b": 200}, "gone": {"a": 1}}
    assert broken_budgets(TOOLS, Budget(growth_percent=10), before) == [
        BrokenBudget("growth-percent", "github", None, 400, 300 * 110 / 100, 300),
        BrokenBudget("growth-percent", "github", "b", 300, 200 * 110 / 100, 200),
    ]


def test_names_that_a_server_repeats_count_together() -> None:
    twice = [costed("a", 100), costed("a", 100)]
    assert broken_budgets(twice, Budget(growth_percent=0), {"github": {"a": 200}}) == []
    assert [broken.tokens for broken in broken_budgets(twice, Budget(server_tokens=199))] == [200]
