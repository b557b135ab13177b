"""Trajectories: exactly these calls, these in this order, or these in any order."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from govern.selection.calls import CallNames
from govern.selection.trajectory import follows
from tests.selection.runs import run_of

if TYPE_CHECKING:
    from govern.selection.blocks import MatchMode


@pytest.mark.parametrize(
    ("expected", "calls", "strict", "subsequence", "subset"),
    [
        ("a b", "s.a s.b", True, True, True),
        ("a b", "s.a s.x s.b", False, True, True),
        ("a b", "s.b s.a", False, False, True),
        ("a a", "s.a", False, False, False),
        ("a a", "s.a s.x s.a", False, True, True),
        ("s.a", "t.a", False, False, False),
        ("a b", "", False, False, False),
    ],
)
def test_each_mode(expected: str, calls: str, strict: bool, subsequence: bool, subset: bool) -> None:
    modes: dict[MatchMode, bool] = {"strict": strict, "subsequence": subsequence, "subset": subset}
    run = run_of(*calls.split())
    assert {mode: follows(expected.split(), run.calls, mode, CallNames({})) for mode in modes} == modes


def test_a_bare_name_does_not_take_the_only_call_of_a_full_id() -> None:
    run = run_of("s.a", "t.a")
    assert follows(["a", "s.a"], run.calls, "subset", CallNames({}))
