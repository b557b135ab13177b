"""Distractors: names that are easily confused, and the bound of what a share certifies."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from govern.selection.blocks import Distractors
from govern.selection.distractors import catalog, certified_lower, distractor_tools, look_alike_names
from govern.selection.runs import CallNames

if TYPE_CHECKING:
    from tests.desk import Desk


@pytest.mark.parametrize(
    ("correct", "whole", "lower"),
    [(8, 8, 67), (0, 8, 0), (6, 8, 40), (1, 2, 9), (50, 100, 40), (100, 100, 96), (0, 0, None)],
)
def test_the_wilson_bound_is_rounded_down(correct: int, whole: int, lower: int | None) -> None:
    assert certified_lower(correct, whole) == lower


@given(st.integers(1, 10_000).flatmap(lambda whole: st.tuples(st.integers(0, whole), st.just(whole))))
def test_the_bound_is_never_above_the_share(counts: tuple[int, int]) -> None:
    lower = certified_lower(*counts)
    assert lower is not None
    assert 0 <= lower <= 100 * counts[0] // counts[1]


@given(st.text(min_size=1, max_size=30))
def test_look_alikes_differ_from_the_name_and_do_not_end(name: str) -> None:
    names = [*islice(look_alike_names(name), 40)]
    assert name not in names
    assert len({*filter(None, names)}) == 40


def test_distractors_take_no_name_of_the_lock(desk: Desk) -> None:
    schema = {"type": "object", "properties": {"q": {"type": "string"}}}
    tools = [{"name": name, "description": "Find books.", "inputSchema": schema} for name in ("find", "find_v2")]
    desk.catalogs(library=[*tools, {"name": catalog()[0]["name"]}])
    desk.ok("lock")
    names = CallNames({server.name: [tool.key for tool in server.tools] for server in desk.lock.servers})
    block = Distractors.model_validate({"count": 30, "from": "near_duplicate", "of": ["library.find", "find_v2"]})
    made = distractor_tools(block, desk.lock, names)
    assert len({tool["name"] for tool in made} - {"find", "find_v2"}) == 30
    assert {tool["description"] for tool in made} == {"Find books."}
    of_catalog = distractor_tools(Distractors.model_validate({"count": 5, "from": "catalog"}), desk.lock, names)
    assert of_catalog == catalog()[1:6]
