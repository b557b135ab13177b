"""Costs are reported unless another rule reports the same cause, and growth is reported once."""

from typing import Any

import pytest

from govern.compare.sides import changes
from govern.economics.budgets import Budget
from govern.facts.change import Change
from govern.lockfile.comparison import view
from govern.lockfile.costs import ContractSize, ServerSize, cost_changes, server_sizes
from govern.lockfile.document import Lock, LockedServer
from tests.lockfile.building import lock_of, locked

INPUT = {"type": "object", "properties": {"city": {"type": "string"}}}
TOOL = {"name": "weather", "description": "Returns the weather of a city.", "inputSchema": INPUT}
GROWTH = ("server-tokens-grew", "lock-tokens-grew")


def found(old: Lock, new: Lock, budget: Budget | None = None) -> list[Change]:
    """Return the changes in economics between two locks."""
    return cost_changes(old, new, changes(view(old), view(new)), budget or Budget())


def rules(old: dict[str, Any], new: dict[str, Any], budget: Budget | None = None) -> list[str]:
    return [change.rule for change in found(lock_of(locked("s", old)), lock_of(locked("s", new)), budget)]


def grown(old: Lock, new: Lock, budget: Budget | None = None) -> list[tuple[str, str]]:
    return [(change.rule, change.server) for change in found(old, new, budget) if change.rule in GROWTH]


def sized(server: str, *words: int, names: str = "abcdefgh") -> LockedServer:
    """Return a server with tools of about these numbers of tokens."""
    return locked(
        server, *({"name": name, "description": " word" * size} for name, size in zip(names, words, strict=False))
    )


def test_a_reworded_description_costs_more() -> None:
    assert rules(TOOL, TOOL | {"description": "Returns the weather of today."}) == ["definition-cost-moved"]


@pytest.mark.parametrize(
    "new",
    [
        {"inputSchema": {"type": "object", "properties": {"city": {"type": "string"}, "day": {"type": "string"}}}},
        {"inputSchema": {"type": "object", "properties": {"city": {"type": "string", "description": "Its name."}}}},
        {"outputSchema": {"type": "object", "properties": {"sky": {"type": "string", "maxLength": 9}}}},
        {"_meta": {"a": 1}},
        {"annotations": {"readOnlyHint": True}},
    ],
    ids=["parameter", "parameter text", "output", "no tokens", "hint"],
)
def test_what_a_schema_rule_reports_is_not_reported_as_cost(new: dict[str, Any]) -> None:
    assert rules(TOOL, TOOL | new) == []
    assert rules(TOOL | new, TOOL) == []


def test_a_renamed_tool_keeps_its_costs() -> None:
    bounded = TOOL | {"outputSchema": {"type": "object", "properties": {"sky": {"type": "string", "maxLength": 9}}}}
    huge = {"type": "object", "properties": {"sky": {"type": "string", "maxLength": 99_999}}}
    assert "risk-escalated" in rules(bounded, bounded | {"name": "get_weather", "outputSchema": huge})
    long = TOOL | {"name": "get_weather", "title": "Weather", "description": f"{TOOL['description']} For the city."}
    assert "definition-grew" in rules(TOOL, long, Budget(growth_percent=5))


@pytest.mark.parametrize(
    ("old", "new", "is_told"),
    [(4000, 5020, True), (4000, 4990, False), (9000, 10_500, False), (0, 1500, True), (2000, 500, False)],
    ids=["both bounds", "few tokens", "few percent", "from nothing", "shrunk"],
)
def test_a_server_that_grows_above_both_bounds(old: int, new: int, *, is_told: bool) -> None:
    before, after = (lock_of(sized("s", size)) for size in (old, new))
    assert grown(before, after) == ([("server-tokens-grew", "s")] if is_told else [])


def test_growth_names_both_totals() -> None:
    (change,) = found(lock_of(sized("s", 1000)), lock_of(sized("s", 1000, 4010)))
    assert (change.before, change.after) == (1002, 5014)
    assert change.values["percent"] == ", +400%"


def test_policy_sets_both_bounds() -> None:
    before, after = lock_of(sized("s", 100)), lock_of(sized("s", 120))
    assert grown(before, after, Budget(growth_percent=15, growth_tokens=10)) == [("server-tokens-grew", "s")]
    assert grown(before, after, Budget(growth_percent=15)) == []
    assert grown(before, after, Budget(growth_tokens=10)) == []
    assert grown(lock_of(sized("s", 4000)), lock_of(sized("s", 9000)), Budget(growth_percent=500)) == []


def test_growth_of_a_server_is_not_reported_for_its_tools_or_its_lock() -> None:
    before, after = lock_of(sized("s", 1000, 1000), sized("t", 9)), lock_of(sized("s", 5000, 5000), sized("t", 9))
    assert [change.rule for change in found(before, after, Budget(growth_percent=10))].count("definition-grew") == 0
    assert grown(before, after) == [("server-tokens-grew", "s")]


def test_growth_of_all_servers_together() -> None:
    before = lock_of(sized("s", 1500), sized("t", 1500))
    assert grown(before, lock_of(sized("s", 2200), sized("t", 2200))) == [("lock-tokens-grew", "lock")]
    assert grown(before, lock_of(sized("s", 9000), sized("t", 2200))) == [("server-tokens-grew", "s")]
    assert grown(before, lock_of(sized("s", 9000), sized("t", 2400), sized("u", 900))) == [
        ("server-tokens-grew", "s"), ("lock-tokens-grew", "lock"),
    ]  # fmt: skip


def test_a_new_server_is_growth_of_the_lock_alone() -> None:
    before = lock_of(sized("s", 5000))
    assert grown(before, lock_of(sized("s", 5000), sized("t", 900, names="x"))) == []
    assert grown(before, lock_of(sized("s", 5000), sized("t", 2000, names="x"))) == [("lock-tokens-grew", "lock")]
    assert grown(lock_of(), before) == []


def test_growth_is_measured_across_a_rename() -> None:
    before, after = (
        lock_of(sized("s", 1000, 1000), sized("u", 90_000)),
        lock_of(sized("t", 2000, 2000), sized("u", 90_000)),
    )
    assert grown(before, after) == [("server-tokens-grew", "t")]
    assert grown(before, lock_of(sized("t", 1000, 1000), sized("u", 90_000))) == []
    one, other = (locked(name, {"name": tool, "description": " word" * size}, source="npx a@1")
                  for name, tool, size in (("s", "a", 2000), ("t", "b", 4000)))  # fmt: skip
    big = sized("u", 90_000)
    assert grown(lock_of(one, big), lock_of(other, big)) == [("server-tokens-grew", "t")]


def test_renamed_tools_of_a_server_count_as_its_old_ones() -> None:
    before = lock_of(sized("s", 2000, 2000))
    assert grown(before, lock_of(sized("s", 2000, 2000, names="xy"))) == []
    assert grown(before, lock_of(sized("s", 4000, 4000, names="xy"))) == [("server-tokens-grew", "s")]


FIND = {"name": "find", "description": "Finds a book by its title."}
LOOK = {"name": "look", "description": "Looks."}


def test_each_named_server_has_both_sizes() -> None:
    old = lock_of(locked("a", FIND), locked("gone", LOOK), locked("other", LOOK))
    new = lock_of(locked("a", FIND, LOOK), locked("new", LOOK), locked("other", LOOK))
    find, look = (locked("a", tool).definition_tokens for tool in (FIND, LOOK))
    assert server_sizes(old, new, {"a", "gone", "new"}) == (
        ServerSize("a", ContractSize(1, find), ContractSize(2, find + look)),
        ServerSize("gone", ContractSize(1, look), None),
        ServerSize("new", None, ContractSize(1, look)),
    )
