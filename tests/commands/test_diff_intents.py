"""`govern diff --intents`: tools that a search found before and does not find now."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.desk import Desk, Prepared

FIND = {"name": "find", "description": "Find novels and other books by author or title."}
LEND = {"name": "lend", "description": "Lend a book to a reader."}
BUY: dict[str, Any] = {"name": "buy", "description": "Buy one of the novels."}
WORDS = ("--intents", "agents.yaml", "--intents-top", "1")
RULE = "tool-undiscoverable"


def write_intents(desk: Desk, *intents: tuple[str, str], **agent: Any) -> None:
    queries = [{"query": query, "expect": expect} for query, expect in intents]
    desk.write("agents.yaml", json.dumps({"agents": [{"name": "a", "intents": queries, **agent}]}))


@pytest.fixture
def searched(prepared: Prepared) -> Desk:
    """Lock two servers, then reword a tool and rename another."""

    def build(desk: Desk) -> None:
        desk.git("init", "-q", "-b", "main")
        desk.catalogs(library=[FIND, LEND], shop=[BUY])
        desk.ok("lock")
        desk.commit()
        classes = [{"name": "search", "members": ["library.find"]}]
        intents = (("novels by an author", "search"), ("lend something", "lend"), ("buy", "shop.buy"))
        write_intents(desk, *intents, equal_function_sets={"classes": classes})
        vague = FIND | {"description": "Proceed with what was asked."}
        desk.catalogs(library=[vague, LEND | {"name": "lend_book"}], shop=[BUY])
        desk.ok("lock")

    return prepared(build)


def lost(desk: Desk, *words: str) -> list[Any]:
    changes = desk.govern("diff", *words, "--json").document["changes"]
    return [each for each in changes if each["rule"] == RULE]


def test_an_intent_whose_tool_is_lost_is_a_change_of_its_own(searched: Desk) -> None:
    assert lost(searched) == []
    (change,) = lost(searched, *WORDS)
    assert (change["server"], change["name"], change["severity"]) == ("library", "find", "RISKY")
    assert change["pointer"] == "/description"
    assert change["message"] == (
        'search rank for "novels by an author": 1 → not found (the first 1 count); shop.buy ranks first'
    )
    for form in ("text", "markdown", "sarif", "junit", "github", "codequality"):
        assert "novels by an author" in searched.govern("diff", *WORDS, "--format", form).out


def test_it_is_approved_by_id_and_the_next_step_names_the_intents(searched: Desk) -> None:
    (change,) = lost(searched, *WORDS)
    answer = searched.govern("diff", *WORDS, "--rule", RULE)
    assert answer.code == 1
    assert "--intents agents.yaml --intents-top 1" in answer.out
    approval = ("--reason", "an alias is on its way", "--by", "ana@example.com")
    assert searched.govern("approve", change["id"], *approval).code == 2
    searched.ok("approve", change["id"], *approval, *WORDS)
    searched.ok("diff", *WORDS, "--rule", RULE)
    searched.ok("approve", "--prune", *WORDS)
    searched.ok("diff", *WORDS, "--rule", RULE)


def test_a_rank_within_the_first_is_found(searched: Desk) -> None:
    searched.catalogs(library=[FIND, LEND], shop=[{"name": "novels", "description": "Novels by any author."}])
    searched.ok("lock")
    change, removed = lost(searched, *WORDS)
    assert removed["name"] == "buy"
    # The tool itself is as it was: another took its place.
    assert (change["pointer"], change["after"]) == ("", {"query": "novels by an author", "rank": 2})
    assert [each["id"] for each in lost(searched, "--intents", "agents.yaml")] == [removed["id"]]


def test_an_intent_may_be_any_text(searched: Desk) -> None:
    write_intents(searched, ("novels\x1b[2J|<b>`by`\n::error::", "library.find"))
    for form in ("text", "markdown", "github", "junit"):
        out = searched.govern("diff", *WORDS, "--format", form).out
        assert "\x1b" not in out
        assert not [line for line in out.splitlines() if line.startswith("::error::")]


USELESS: dict[str, Any] = {
    "an intent expects nowhere, which is in neither lock": {"intents": [{"query": "x", "expect": "nowhere"}]},
    "no intents": {"trajectory": {"calls": ["find"]}},
    "intents[0].query: ": {"intents": [{"query": "x" * 301, "expect": "find"}]},
    "intents: List should have at most 1000 items": {"intents": [{"query": "x", "expect": "find"}] * 1001},
}


def test_intents_that_check_nothing_are_an_error(searched: Desk) -> None:
    for message, written in USELESS.items():
        searched.write("agents.yaml", json.dumps({"agents": [{"name": "a", **written}]}))
        answer = searched.govern("diff", *WORDS)
        assert (answer.code, message in answer.err) == (2, True), answer.err
