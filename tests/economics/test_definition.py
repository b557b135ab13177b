"""Definition tokens are exact: known answers, and the same as tiktoken on the whole text."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from govern.economics.definition import Counter, definition
from govern.economics.encoding import SEAM, load
from tests.economics.tools import tool, tools_in


def test_the_text_is_name_description_and_canonical_schema() -> None:
    schema = {"type": "object", "properties": {"ü": {"maximum": 5.0}}}
    assert definition(tool(description="Finds.", inputSchema=schema)) == (
        'search_issues\nFinds.\n{"properties":{"ü":{"maximum":5}},"type":"object"}'
    )


@pytest.mark.parametrize(
    ("fields", "text"),
    [
        ({}, "search_issues\n"),
        ({"description": None}, "search_issues\n"),
        ({"description": "Finds."}, "search_issues\nFinds."),
        ({"inputSchema": True}, "search_issues\n\ntrue"),
        ({"description": "x\ud800y"}, "search_issues\nx\\ud800y"),
        ({"inputSchema": {"title": "\udfff"}}, 'search_issues\n\n{"title":"\\udfff"}'),
    ],
)
def test_what_is_missing_or_broken_still_has_a_text(fields: Any, text: str) -> None:
    item = tool(**fields)
    assert definition(item) == text
    assert Counter("cl100k_base").begin([item])() == [len(load("cl100k_base").encode_ordinary(text))]


@pytest.mark.parametrize("encoding", ["cl100k", "o200k"])
@pytest.mark.parametrize("corpus", ["corpus_v1", "corpus_v2"])
@pytest.mark.parametrize("text", ["nd", "full"])
def test_known_answers(encoding: str, corpus: str, text: str, shared_data: Path) -> None:
    expected = json.loads((shared_data / "mcpproxy/expected/token_counts.json").read_text(encoding="utf-8"))[corpus]
    listed = tools_in(shared_data / f"mcpproxy/{corpus}.tools.json")
    items = [
        tool(each["tool"], description=each["description"])
        if text == "nd" or "schema" not in each
        else tool(each["tool"], description=each["description"], inputSchema=each["schema"])
        for each in listed
    ]
    counts = Counter(f"{encoding}_base").begin(items)()
    assert sum(counts) == expected["totals"][encoding][text]
    assert dict(zip((each["tool_id"] for each in listed), counts, strict=True)) == {
        name: numbers[encoding][text] for name, numbers in expected["tools"].items()
    }


def test_the_two_totals_that_the_design_names(shared_data: Path) -> None:
    expected = json.loads((shared_data / "mcpproxy/expected/token_counts.json").read_text(encoding="utf-8"))
    assert expected["corpus_v1"]["totals"]["cl100k"]["nd"] == 1_730
    assert expected["corpus_v2"]["totals"]["cl100k"]["full"] == 4_386


@settings(deadline=None)
@given(
    st.text(max_size=20) | st.sampled_from(["", " ", "\n", ". \r\n", "\t\n ", "!\n\n"]),
    st.text(max_size=40) | st.sampled_from(["", " ", "\n", ".\n\n ", "x)\r\n/"]),
    st.sampled_from([True, None, 0, -1, "", "\n", " x", [], {}, [1], {"type": "object"}, {"": ""}]),
    st.sampled_from(["cl100k_base", "o200k_base"]),
)
def test_counting_the_halves_is_counting_the_whole(name: str, description: str, schema: Any, encoding: str) -> None:
    item = tool(name, description=description, inputSchema=schema)
    assert Counter(encoding).begin([item])() == [len(load(encoding).encode_ordinary(definition(item)))]


@pytest.mark.parametrize("end", range(len(SEAM) + 1))
def test_what_ends_or_begins_like_a_seam_takes_nothing_of_its_neighbours(end: int) -> None:
    tools = [tool(description=f"x{SEAM[:end]}"), tool(name=SEAM[end:]), tool(description="Finds.")]
    alone = [len(load("cl100k_base").encode_ordinary(definition(item))) for item in tools]
    assert Counter("cl100k_base").begin(tools)() == alone


def test_real_tools_count_as_tiktoken_counts_them(shared_data: Path) -> None:
    captures = sorted((shared_data / "catalogs").glob("*/*.json"))[::25]
    items = [tool(**raw) for path in captures for raw in tools_in(path)]
    encode = load("cl100k_base").encode_ordinary
    assert Counter("cl100k_base").begin(items)() == [len(encode(definition(item))) for item in items]


def test_no_tools_no_tokens() -> None:
    assert Counter("cl100k_base").begin([])() == []
