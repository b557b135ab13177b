"""Figures of token efficiency and grades, by the vectors of docs/eval.md."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from govern.selection.evaluation import grade
from govern.selection.intents import IntentRank, IntentScore, intent_figures
from govern.selection.runs import CallNames, Figure, efficiency_figures, select, surface_tokens
from tests.selection.runs import run_of

if TYPE_CHECKING:
    from tests.desk import Desk


@pytest.mark.parametrize(
    ("tokens", "runs", "correct", "per_correct", "pooled"),
    [
        (1000, 4, 3, 1334, 334),
        (1000, 1, 1, 1000, 1000),
        (1000, 4, 4, 1000, 250),
        (0, 1, 1, 0, 0),
        (10, 2, 0, None, None),
    ],
)
def test_tokens_per_correct_are_rounded_up(
    tokens: int, runs: int, correct: int, per_correct: int | None, pooled: int | None
) -> None:
    recorded = [run_of(*(["s.a"] if run < correct else [])) for run in range(runs)]
    score = select({"A": ["s.a"]}, recorded, CallNames({}))
    figures = efficiency_figures(score, Figure(tokens), recorded)
    assert figures["token_efficiency.tokens_per_correct"].value == per_correct
    assert figures["token_efficiency.tokens_per_correct_pooled"].value == pooled


@pytest.mark.parametrize(
    ("f1", "letter"),
    [(100, "A"), (90, "A"), (89, "B"), (80, "B"), (79, "C"), (70, "C"), (69, "D"), (60, "D"), (59, "F"), (0, "F")],
)
def test_grades(f1: int, letter: str) -> None:
    assert grade(f1) == letter


def test_an_uncounted_tool_makes_the_surface_absent(desk: Desk) -> None:
    desk.catalogs(disk=[{"name": "read", "inputSchema": {"type": "object"}}])
    desk.ok("lock")
    lock = desk.lock
    (server,) = lock.servers
    (item,) = server.items
    uncounted = replace(lock, servers=(replace(server, items=(replace(item, numbers=None),)),))
    assert surface_tokens(lock, []).value == server.definition_tokens
    assert surface_tokens(uncounted, []) == Figure(None, "the lock has no token counts for disk")


def test_the_mean_of_ranks_is_exact() -> None:
    ranks = [IntentRank("x", "get", None, rank, None) for rank in (1, 1, 2, 5, 5, *[None] * 5)]
    assert intent_figures(IntentScore(tuple(ranks)))["intents.mrr"].value == 29
