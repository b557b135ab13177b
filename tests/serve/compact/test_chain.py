"""Expressions of models: nothing that they can write stops or fills the gateway."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from govern.errors import UsageError
from govern.serve.compact.chain import Selector

VALUE = {"books": [{"title": "x", "n": 1}, {"title": None, "n": "2"}, [1, "a"], 3.5, True]}
STAGES = ["[@,@]", "{a:@,b:@}", "[@,@][]", "[@][*][@,@][]", "join('',[@,@])", "to_string([@,@])", "map(&[@,@],[@])"]


@pytest.mark.parametrize("stage", STAGES)
def test_what_doubles_with_every_stage_is_refused_in_time(stage: str) -> None:
    with pytest.raises(UsageError, match="too much"):
        Selector(20_000).select("|".join(["books[0].title", *[stage] * 100]), VALUE)


def test_all_expressions_of_a_call_share_one_bound() -> None:
    selector = Selector(20)
    assert selector.select("books[0].title", VALUE) == selector.select("books[0].title", VALUE)
    with pytest.raises(UsageError, match="too much"):
        [selector.select("books[0].title", VALUE) for _ in range(20)]


@pytest.mark.parametrize(
    "expression",
    ["books[::0]", "max_by(books,&n)", "&books", "[&books]", "floor(to_number('inf'))", "to_number('nan')", "[" * 900],
)
def test_an_expression_that_finds_no_json_is_a_mistake(expression: str) -> None:
    with pytest.raises(UsageError):
        Selector().select(expression, VALUE)


@settings(max_examples=60)
@given(st.lists(st.sampled_from([*STAGES, "books", "[0]", "[*].title", "keys(@)", "@", "length(@)", "n"]), max_size=9))
def test_every_expression_finds_json_or_is_a_mistake(stages: list[str]) -> None:
    try:
        found = Selector(20_000).select("|".join(["@", *stages]), VALUE)
    except UsageError:
        return
    json.dumps(found, allow_nan=False)
