"""Collisions of tool names."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from govern.contract.surface import Collision, collisions, without_style


def test_different_names_do_not_collide() -> None:
    assert collisions({"github": ["search_issues", "get_issue"], "docs": ["search_pages"]}) == []


def test_one_name_on_several_servers_collides() -> None:
    places = (("docs", "search"), ("github", "search"))
    assert collisions({"github": ["search"], "docs": ["search"]}) == [Collision("same", places)]


@pytest.mark.parametrize("name", ["read-query", "readQuery", "ReadQuery", "read.query", "READ_QUERY"])
def test_names_that_differ_only_in_style_collide(name: str) -> None:
    places = (("a", "read_query"), ("b", name))
    assert collisions({"a": ["read_query"], "b": [name]}) == [Collision("variant", places)]


def test_variants_within_one_server_collide() -> None:
    assert [each.kind for each in collisions({"a": ["read_query", "read-query"]})] == ["variant"]


def test_a_repeated_name_collides() -> None:
    assert collisions({"a": ["x", "y", "x"]}) == [Collision("repeated", (("a", "x"), ("a", "x")))]


def test_all_kinds_of_collisions_at_once() -> None:
    found = collisions({"a": ["run", "run"], "b": ["run"], "c": ["Run"]})
    assert found == [
        Collision("repeated", (("a", "run"), ("a", "run"))),
        Collision("same", (("a", "run"), ("b", "run"))),
        Collision("variant", (("a", "run"), ("b", "run"), ("c", "Run"))),
    ]


def test_a_name_of_separators_is_a_name() -> None:
    assert without_style("-_-") == "-_-"
    assert collisions({"a": ["-"], "b": ["_"]}) == []


@given(st.dictionaries(st.sampled_from("abc"), st.lists(st.sampled_from(["x", "X", "x_y", "xY", "z"]), max_size=4)))
def test_the_order_of_servers_and_tools_does_not_matter(names: dict[str, list[str]]) -> None:
    turned = {server: names[server][::-1] for server in reversed(list(names))}
    assert collisions(names) == collisions(turned)
