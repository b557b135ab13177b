"""Search: words, exact names, spelling, synonyms, words to try also, and an index that can be changed in parts."""

from __future__ import annotations

import json
from itertools import chain
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from govern import discovery
from govern.discovery.search import (
    IndexedTool,
    ToolIndex,
    is_stop_word,
    parameter_texts,
    search,
    stem,
    synonyms,
    try_also,
    words,
)

LIST = json.loads(Path(discovery.__file__).with_name("english.json").read_text(encoding="utf-8"))
GROUPS: list[list[str]] = LIST["synonyms"]


def test_words_and_groups_are_in_order_and_there_once() -> None:
    for each in (LIST["stop words"], GROUPS, *GROUPS):
        assert each == sorted(each)
    assert len(set(LIST["stop words"])) == len(LIST["stop words"])
    sets = [frozenset(group) for group in GROUPS]
    assert not [sorted(group) for group in sets for other in sets if group < other]


def test_every_word_of_a_group_counts() -> None:
    assert all(2 <= len(group) <= 12 for group in GROUPS)
    assert all(len(set(map(stem, group))) == len(group) for group in GROUPS)
    assert all(word == word.casefold() and not is_stop_word(word) for word in chain(*GROUPS))


@pytest.mark.parametrize(
    ("word", "opposite"),
    [
        ("read", "write"),
        ("get", "set"),
        ("create", "delete"),
        ("open", "close"),
        ("start", "stop"),
        ("enable", "disable"),
        ("send", "receive"),
        ("import", "export"),
        ("upload", "download"),
        ("push", "pull"),
        ("accept", "reject"),
        ("allow", "deny"),
        ("next", "previous"),
    ],
)
def test_opposites_are_not_synonyms(word: str, opposite: str) -> None:
    assert stem(opposite) not in synonyms().get(stem(word), frozenset())


# The stem of each word is that of quite another: "access", "activity", "author", "guide", "object", "terminate".
@pytest.mark.parametrize("word", ["accessibility", "activate", "authorize", "guid", "objective", "terminal"])
def test_words_whose_stem_means_something_else_are_left_out(word: str) -> None:
    assert word not in set(chain(*GROUPS))


def tool(identifier: str, description: str = "", **fields: str) -> IndexedTool:
    """Return a tool whose id is `server:name`."""
    server, _, name = identifier.partition(":")
    return IndexedTool(identifier, server, name, description=description, **fields)


TOOLS = (
    tool("forge:create_pull_request", "Open a pull request that merges one branch into another."),
    tool("forge:list_pull_requests", "List pull requests by state and author."),
    tool("forge:create_issue", "File an issue in a repository."),
    tool("disk:read_file", "Read a file as text.", parameters="path\nencoding"),
    tool("disk:delete_file", "Delete a file.", parameters="path"),
    tool("disk:fetch", "Copy a file from a mounted volume."),
    tool("mail:send", "Send a message to a person.", title="Deliver mail"),
)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("create_pull_request", ["create_pull_request", "create", "pull", "request"]),
        ("getHTTPStatus2", ["gethttpstatus2", "get", "http", "status", "2"]),
        ("docs.search-pages/v2", ["docs.search-pages/v2", "docs", "search", "pages", "v", "2"]),
        ("list_URLs of APIs, HTTPServer", ["list_urls", "list", "urls", "of", "apis", "httpserver", "http", "server"]),
        ("It's the user's file.", ["it", "s", "the", "user", "s", "file"]),
        ("", []),
        ("日本語 検索", ["日本語", "検索"]),
    ],
)
def test_identifiers_are_kept_whole_and_split(text: str, expected: list[str]) -> None:
    assert list(words(text)) == expected


@pytest.mark.parametrize(
    ("query", "first"),
    [
        ("create_pull_request", "forge:create_pull_request"),
        ("createPullRequest for my branch", "forge:create_pull_request"),
        ("create pull request", "forge:create_pull_request"),
        ("disk:fetch", "disk:fetch"),
        ("disk.fetch", "disk:fetch"),
        ("fetch", "disk:fetch"),
        ("deliver", "mail:send"),
        ("encoding of a path", "disk:read_file"),
        ("erase a document", "disk:delete_file"),
    ],
)
def test_the_tool_that_is_meant_comes_first(query: str, first: str) -> None:
    assert search(ToolIndex(TOOLS), query).ids[0] == first


@pytest.mark.parametrize("query", ["", "the of and", "zzzzzzzz", "?!"])
def test_nothing_is_found_for_words_that_no_tool_has(query: str) -> None:
    assert search(ToolIndex(TOOLS), query).ids == []


def test_misspelt_words_are_corrected() -> None:
    found = search(ToolIndex(TOOLS), "list pull reqests by athor")
    assert found.corrected == {"reqests": "requests", "athor": "author"}
    assert found.ids[0] == "forge:list_pull_requests"


@pytest.mark.parametrize("word", ["cat", "erase", "pull", "42a"])
def test_short_and_known_words_are_not_corrected(word: str) -> None:
    assert search(ToolIndex(TOOLS), word).corrected == {}


def test_words_to_try_also_are_the_rarest_that_several_tools_use() -> None:
    index = ToolIndex(TOOLS)
    assert try_also(index, search(index, "branch")) == ["create", "pull", "request"]


def test_ties_are_in_the_order_of_ids_however_the_index_was_built() -> None:
    alike = [tool(f"{server}:echo", "Say it again.") for server in "cab"]
    assert search(ToolIndex(alike), "echo").ids == ["a:echo", "b:echo", "c:echo"]


def test_an_id_that_is_there_twice_is_an_error() -> None:
    with pytest.raises(ValueError, match="disk:fetch"):
        ToolIndex([*TOOLS, TOOLS[5]])


_words = st.sampled_from(["file", "files", "read", "issue", "branch", "pull_request", "sendMail", "a", "zürich"])
_tools = st.builds(
    lambda server, name, texts: tool(f"{server}:{name}", " ".join(texts)),
    st.sampled_from("abc"),
    st.sampled_from(["read_file", "send", "list_issues", "x"]),
    st.lists(_words, max_size=8),
)
_surfaces = st.lists(_tools, max_size=8, unique_by=lambda each: each.id)


@given(_surfaces, _surfaces, st.sampled_from("abc"), st.lists(_words, min_size=1, max_size=4).map(" ".join))
def test_replacing_a_server_equals_building_anew(
    old: list[IndexedTool], new: list[IndexedTool], server: str, query: str
) -> None:
    replaced = [each for each in new if each.server == server]
    changed = ToolIndex(old)
    changed.replace(server, replaced)
    built = ToolIndex([each for each in old if each.server != server] + replaced)
    assert search(changed, query) == search(built, query)


@given(_surfaces, st.integers(), st.lists(_words, min_size=1, max_size=4).map(" ".join))
def test_the_order_of_tools_does_not_matter(tools: list[IndexedTool], seed: int, query: str) -> None:
    shuffled = Random(seed).sample(tools, len(tools))
    assert search(ToolIndex(tools), query) == search(ToolIndex(shuffled), query)


def test_synonyms_are_mutual() -> None:
    for word, others in synonyms().items():
        assert word not in others
        assert all(word in synonyms()[other] for other in others)


def test_the_texts_of_parameters_are_read_at_every_depth_and_to_a_limit() -> None:
    schema = {
        "properties": {"owner": {"description": "Who owns it", "properties": {"name": True}}},
        "$defs": {"page": {"anyOf": [{"properties": {"size": {}}}, {"description": 7}]}},
    }
    assert sorted(parameter_texts(schema).split("\n")) == ["Who owns it", "name", "owner", "size"]
    huge = {"properties": {f"p{at}": {"description": "x"} for at in range(10_000)}}
    assert len(parameter_texts(huge).split("\n")) < 10_100
    assert parameter_texts(None) == ""
