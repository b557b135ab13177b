"""Each row of the table fires on its own case, and on no tool that is well made."""

import re
from typing import Any

import pytest

from govern.economics.advice import ROWS, Row, advise
from govern.economics.assess import Guard
from govern.economics.budgets import Budget
from govern.economics.costed import Costed
from tests.economics.tools import costed

WELL_MADE: dict[str, Any] = {
    "description": "Tells whether an issue is open, and since when; for one issue by its number.",
    "inputSchema": {"properties": {"number": {"type": "integer"}}},
    "outputSchema": {"properties": {"open": {"type": "boolean"}}},
}
OTHERWISE = {"description": "Another text."}
MANY = {"properties": {f"field{at}": {"type": "boolean"} for at in range(16)}}
ARRAY = {"properties": {"names": {"type": "array", "items": {"type": "string"}}}}
LONG_TEXTS = {"type": "array", "items": {"type": "string", "maxLength": 1_000}, "maxItems": 20}

CASES: dict[str, tuple[list[Costed], str]] = {
    "tool-above-budget": ([costed("is_open", 1_501, **WELL_MADE)], "1,501 tokens, 1,500 allowed"),
    "server-above-budget": (
        [costed("is_open", 1_500, **WELL_MADE), costed("was_open", 1_500, **WELL_MADE | OTHERWISE)],
        "3,000 tokens, 2,000 allowed",
    ),
    "names-collide": (
        [costed("is_open", **WELL_MADE), costed("isOpen", server="gitlab", **WELL_MADE | OTHERWISE)],
        "github/is_open, gitlab/isOpen",
    ),
    "answer-too-large": ([costed("read", **WELL_MADE | {"outputSchema": LONG_TEXTS})], "5,790 tokens, risk high"),
    "answer-unbounded": ([costed("read", **WELL_MADE | {"outputSchema": {"type": "string"}})], "Cap the collection"),
    "arrays-without-limit": ([costed("read", **WELL_MADE | {"outputSchema": ARRAY})], "`maxItems` for names."),
    "descriptions-alike": ([costed("a", **WELL_MADE), costed("b", server="gitlab", **WELL_MADE)], "github/a, gitlab/b"),
    "many-fields": ([costed("read", **WELL_MADE | {"inputSchema": MANY})], "17 fields"),
    "first-sentence-empty": ([costed("is_open", **WELL_MADE | {"description": "Is open."})], "first sentence"),
    "answer-undeclared": ([costed("is_open", description="Tells since when it is.")], "outputSchema"),
}  # fmt: skip
BUDGET = Budget(server_tokens=2_000, tool_tokens=1_500)


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.id)
def test_each_row_fires_on_its_case(row: Row) -> None:
    tools, saw = CASES[row.id]
    fired = [advice for advice in advise(tools, BUDGET) if advice.id == row.id]
    assert len(fired) == 1
    assert saw in fired[0].message
    assert fired[0].title == row.title


def test_every_row_has_a_case_and_a_message_for_what_it_saw() -> None:
    assert set(CASES) == {row.id for row in ROWS}
    assert all(len(re.findall(r"\{", row.message)) <= 1 for row in ROWS)
    assert len(ROWS) == len(CASES)


def test_a_well_made_tool_needs_no_advice() -> None:
    assert advise([costed("is_open", **WELL_MADE)], BUDGET) == []
    assert advise([], BUDGET) == []


def test_a_guard_answers_for_the_server() -> None:
    tools = [costed("read", guard=Guard(max_bytes=1_000), **WELL_MADE | {"outputSchema": ARRAY})]
    assert advise(tools) == []


def test_the_most_urgent_comes_first_and_of_that_the_riskiest() -> None:
    large = {"type": "array", "items": {"type": "string", "maxLength": 10_000}, "maxItems": 20}
    tools = [
        costed("vague", description="Tells all that one may want."),
        costed("high", **WELL_MADE | {"outputSchema": LONG_TEXTS, "description": "High one."}),
        costed("critical", **WELL_MADE | {"outputSchema": large, "description": "Critical one."}),
        costed("dear", 9_000, **WELL_MADE),
    ]
    assert [(advice.id, advice.places) for advice in advise(tools, Budget(tool_tokens=1_500))] == [
        ("tool-above-budget", ("github/dear",)),
        ("answer-too-large", ("github/critical",)),
        ("answer-too-large", ("github/high",)),
        ("answer-undeclared", ("github/vague",)),
    ]


def test_advice_on_a_server_names_the_server() -> None:
    tools, _ = CASES["server-above-budget"]
    places = [advice.places for advice in advise(tools, BUDGET) if advice.id == "server-above-budget"]
    assert places == [("github",)]
