"""Advice on what makes a surface cheaper or clearer."""

from __future__ import annotations

import re
from random import Random
from time import perf_counter
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from govern.economics.advice import (
    ROWS,
    Row,
    advise,
    first_sentence,
    grouped,
    is_empty_sentence,
    near_duplicates,
    unlimited_arrays,
)
from govern.economics.assess import Guard
from govern.economics.budgets import Budget, Costed
from tests.economics.tools import ODD_SCHEMAS, costed, nested

NAMES: dict[str, Any] = {"type": "array", "items": {"type": "string"}}


@pytest.mark.parametrize(
    ("schema", "paths"),
    [
        (None, []),
        ({"type": "object"}, []),
        (NAMES, ["the answer itself"]),
        (NAMES | {"maxItems": 3}, []),
        ({"properties": {"names": NAMES}}, ["names"]),
        ({"properties": {"names": {"anyOf": [NAMES, {"type": "null"}]}}}, ["names"]),
        ({"properties": {"names": {"type": ["array", "null"]}}}, ["names"]),
        (
            {"properties": {"issues": {"type": "array", "items": {"properties": {"labels": NAMES}}}}},
            ["issues", "issues[].labels"],
        ),
        ({"properties": {"by": {"additionalProperties": NAMES}}}, ["by{}"]),
        ({"properties": {"a": {"$ref": "#/$defs/n"}}, "$defs": {"n": NAMES}}, ["a"]),
        ({"properties": {"kids": {"type": "array", "items": {"$ref": "#"}}}}, ["kids"]),
    ],
)
def test_paths(schema: Any, paths: list[str]) -> None:
    assert unlimited_arrays(schema) == paths


@given(ODD_SCHEMAS)
def test_no_fragment_is_too_odd(schema: Any) -> None:
    assert unlimited_arrays(schema) == sorted(set(unlimited_arrays(schema)))


def test_depth_has_no_limit() -> None:
    assert len(unlimited_arrays(nested(600))) == 600


FILES = "Read the complete contents of a file from the disk as text"


def test_a_word_of_ten_changed_is_nearly_the_same() -> None:
    assert near_duplicates([FILES, "List all issues of a repository by label", FILES.replace("text", "bytes")]) == [
        [0, 2]
    ]


def test_the_same_words_in_another_case_and_order_are_the_same() -> None:
    assert near_duplicates(["Get the user of this name", "get the name of THIS user!"]) == [[0, 1]]


def test_short_or_different_texts_are_not_grouped() -> None:
    assert near_duplicates(["Get it", "Get it", "", ""]) == []
    assert near_duplicates([FILES, "Write the given contents to a file on the disk or make it"]) == []


def test_groups_hold_together_through_their_middle() -> None:
    texts = ["a b c d e f g h i j", "a b c d e f g h i k", "a b c d e f g h l k"]
    assert near_duplicates(texts) == [[0, 1, 2]]


@given(st.lists(st.lists(st.sampled_from("abcdefgh"), min_size=5).map(" ".join), max_size=12))
def test_every_pair_that_is_alike_is_in_one_group(texts: list[str]) -> None:
    groups = near_duplicates(texts)
    assert sorted({place for group in groups for place in group}) == sorted(
        place for group in groups for place in group
    )
    for one, first in enumerate(texts):
        for other, second in enumerate(texts[:one]):
            ours, theirs = set(first.split()), set(second.split())
            if min(len(ours), len(theirs)) >= 5 and len(ours & theirs) >= 0.8 * len(ours | theirs):
                assert any(one in group and other in group for group in groups)


def test_ten_thousand_similar_texts_take_linear_time() -> None:
    words, random = [f"w{at}" for at in range(30)], Random(7)
    texts = [" ".join(random.sample(words, 25)) for _ in range(10_000)]
    started = perf_counter()
    assert near_duplicates(texts)
    assert perf_counter() - started < 10


@pytest.mark.parametrize(
    ("name", "description"),
    [
        ("get_user", ""),
        ("get_user", "Get user."),
        ("get_user", "Gets the users. Returns name, mail and roles."),
        ("getUser", "This tool gets a user"),
        ("delete-issue-link", "Deletes an issue link\n\nOnly for owners."),
        ("merge_pull_request", "Merging a pull request"),
        ("run", "Use this tool to execute."),
    ],
)
def test_sentences_without_information(name: str, description: str) -> None:
    assert is_empty_sentence(name, description)


@pytest.mark.parametrize(
    ("name", "description"),
    [
        ("get_user", "Get the name, mail and roles of a user."),
        ("search", "Full text search over all notes"),
        ("create_directory", "Create a new directory or ensure a directory exists."),
        ("列出", "列出所有文件。"),
    ],
)
def test_sentences_with_information(name: str, description: str) -> None:
    assert not is_empty_sentence(name, description)


@pytest.mark.parametrize(
    ("description", "sentence"),
    [
        ("One. Two.", "One"),
        ("See v1.2 of it. Then", "See v1.2 of it"),
        ("# Title\n\nText", "# Title"),
        ("  no end", "no end"),
        ("", ""),
    ],
)
def test_a_first_sentence(description: str, sentence: str) -> None:
    assert first_sentence(description) == sentence


@given(st.text(), st.text())
def test_no_text_is_too_odd(name: str, description: str) -> None:
    assert is_empty_sentence(name, description) in (True, False)


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
    "answer-unbounded": ([costed("read", **WELL_MADE | {"outputSchema": {"type": "string"}})], "Declare `maxItems`"),
    "arrays-without-limit": ([costed("read", **WELL_MADE | {"outputSchema": ARRAY})], "for these arrays: names."),
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


def test_every_row_has_a_case_and_a_message() -> None:
    assert set(CASES) == {row.id for row in ROWS}
    assert all(len(re.findall(r"\{", row.message)) <= 1 for row in ROWS)
    assert len(ROWS) == len(CASES)


def test_a_well_made_tool_needs_no_advice() -> None:
    assert advise([costed("is_open", **WELL_MADE)], BUDGET) == []
    assert advise([], BUDGET) == []


def test_a_guard_replaces_an_output_schema() -> None:
    tools = [costed("read", guard=Guard(max_bytes=1_000), **WELL_MADE | {"outputSchema": ARRAY})]
    assert advise(tools) == []


def test_advice_is_sorted_by_priority_then_risk() -> None:
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


def test_advice_of_one_kind_is_one_group_with_all_its_places() -> None:
    tools = [costed(f"t{at}", server=server) for server in ("a", "b") for at in range(7)]
    by_title = {group.title: group for group in grouped(advise(tools))}
    undeclared = by_title["No output schema"]
    assert undeclared.places == tuple(each.place for each in tools)
    assert (
        undeclared.message == "Declare an `outputSchema`, or set a guard: `[servers.NAME.guards.TOOL]` in govern.toml."
    )
    assert len(undeclared.advice) == 14


def test_the_message_of_a_group_names_a_tool_only_if_it_is_alone() -> None:
    large, larger = costed("a", tokens=2_000), costed("b", tokens=3_000)
    (one,) = (each for each in grouped(advise([large], BUDGET)) if each.title == "Definition above budget")
    (both,) = (each for each in grouped(advise([large, larger], BUDGET)) if each.title == "Definition above budget")
    assert "2,000 tokens" in one.message
    assert both.message == "Shorten the description or the schema, or raise `policy.budget.tool-tokens`."
    assert [each.message for each in both.advice] != [both.message] * 2
