"""Equal-function sets, with laws that hold for any classes and calls, and trajectories."""

from __future__ import annotations

from itertools import permutations
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from govern.selection.runs import CallNames, Run, ToolCall, follows, matched, percent, select
from tests.selection.runs import run_of

if TYPE_CHECKING:
    from govern.selection.blocks import MatchMode
    from govern.selection.runs import SelectionScore

NO_LOCK = CallNames({})
SEARCH_AND_FETCH = {"search": ["brave.web_search", "google.search"], "fetch": ["http.get"]}


def counts(selection: SelectionScore) -> tuple[int, int, int]:
    return selection.correct, selection.false_positives, selection.false_negatives


@pytest.mark.parametrize(
    ("calls", "expected", "percentages"),
    [
        (["brave.web_search", "http.get"], (2, 0, 0), (100, 100, 100)),
        (["google.search", "shell.exec"], (1, 1, 1), (50, 50, 50)),
        (["google.search", "http.get", "shell.exec"], (2, 1, 0), (66, 100, 80)),
        (["brave.web_search", "google.search", "http.get"], (2, 0, 0), (100, 100, 100)),
        ([], (0, 0, 2), (None, 0, 0)),
        (["shell.exec"], (0, 1, 2), (0, 0, 0)),
    ],
)
def test_worked_vectors(
    calls: list[str], expected: tuple[int, int, int], percentages: tuple[int | None, int, int]
) -> None:
    score = select(SEARCH_AND_FETCH, [run_of(*calls)], NO_LOCK)
    assert counts(score) == expected
    assert (score.precision, score.recall, score.f1) == percentages


def test_one_correct_and_two_unexpected_is_50() -> None:
    score = select({"search": ["google.search"]}, [run_of("google.search", "a.x", "a.y")], NO_LOCK)
    assert (counts(score), score.f1) == ((1, 2, 0), 50)


def test_two_correct_one_unexpected_and_one_missed_is_66() -> None:
    classes = {**SEARCH_AND_FETCH, "save": ["disk.write"]}
    score = select(classes, [run_of("google.search", "http.get", "shell.exec")], NO_LOCK)
    assert (counts(score), score.f1) == ((2, 1, 1), 66)


def test_what_was_missed_and_unexpected_is_named() -> None:
    score = select(SEARCH_AND_FETCH, [run_of("google.search", "shell.exec"), run_of("shell.exec")], NO_LOCK)
    assert (score.missed, score.unexpected) == ({"fetch": 2, "search": 1}, {"shell.exec": 2})


@pytest.mark.parametrize("calls", [*permutations(["s.x", "s.y"])])
@pytest.mark.parametrize("names", [*permutations(["A", "B"])])
def test_overlapping_classes_are_matched_in_any_order(calls: tuple[str, ...], names: tuple[str, ...]) -> None:
    classes = {"A": ["s.x", "s.y"], "B": ["s.x"]}
    score = select({name: classes[name] for name in names}, [run_of(*calls)], NO_LOCK)
    assert counts(score) == (2, 0, 0)


def test_two_calls_of_one_tool_satisfy_two_classes() -> None:
    score = select({"A": ["s.x"], "B": ["s.x"]}, [run_of("s.x", "s.x", "s.x")], NO_LOCK)
    assert (counts(score), score.redundant) == ((2, 0, 0), 1)


def test_runs_are_summed_before_percentages_are_made() -> None:
    runs = [run_of("google.search", "http.get"), run_of("shell.exec")]
    score = select(SEARCH_AND_FETCH, runs, NO_LOCK)
    assert (counts(score), score.f1) == ((2, 1, 2), 57)


def test_a_failed_call_satisfies_its_class_unless_success_is_required() -> None:
    runs = [run_of("google.search!", "http.get")]
    lenient = select(SEARCH_AND_FETCH, runs, NO_LOCK)
    strict = select(SEARCH_AND_FETCH, runs, NO_LOCK, require_success=True)
    assert (counts(lenient), lenient.failed) == ((2, 0, 0), 1)
    assert (counts(strict), strict.failed, strict.missed) == ((1, 0, 1), 1, {"search": 1})


def test_a_bare_member_means_the_tool_on_any_server() -> None:
    assert counts(select({"search": ["search"]}, [run_of("google.search")], NO_LOCK)) == (1, 0, 0)


def test_names_with_dots_mean_the_tools_of_the_lock_first() -> None:
    call = ToolCall("files", "disk.read")
    other = ToolCall("disk", "read")
    unknown, known = CallNames({"files": ["disk.read"]}), CallNames({"files": ["disk.read"], "disk": ["read"]})
    assert unknown.means("disk.read", call)
    assert not known.means("disk.read", call)
    assert known.means("disk.read", other)
    assert known.means("files.disk.read", call)


@pytest.mark.parametrize(("part", "whole", "expected"), [(2, 3, 66), (0, 5, 0), (0, 0, None)])
def test_percentages_are_whole_and_rounded_down(part: int, whole: int, expected: int | None) -> None:
    assert percent(part, whole) == expected


TOOLS = ["s.a", "s.b", "s.c", "t.a", "u.x"]
CLASSES = st.dictionaries(st.sampled_from("ABCDE"), st.lists(st.sampled_from(TOOLS[:4]), min_size=1), min_size=1)
CALLS = st.lists(st.sampled_from(TOOLS), max_size=6)


@given(CLASSES, CALLS, st.randoms(use_true_random=False))
def test_no_order_changes_the_score(classes: dict[str, list[str]], calls: list[str], random: object) -> None:
    shuffled, names = [*calls], [*classes]
    random.shuffle(shuffled)  # type: ignore[attr-defined]
    random.shuffle(names)  # type: ignore[attr-defined]
    again = select({name: classes[name] for name in names}, [run_of(*shuffled)], NO_LOCK)
    assert again == select(classes, [run_of(*calls)], NO_LOCK)


@given(CLASSES, CALLS)
def test_no_assignment_satisfies_more_classes(classes: dict[str, list[str]], calls: list[str]) -> None:
    score = select(classes, [run_of(*calls)], NO_LOCK)
    assert score.correct == most_satisfied([*classes.values()], calls)
    in_no_class = [call for call in calls if not any(call in members for members in classes.values())]
    assert score.false_positives == len(in_no_class)
    assert score.correct + score.false_negatives == len(classes)
    assert score.correct + score.redundant + score.false_positives == len(calls)


def most_satisfied(classes: list[list[str]], calls: list[str]) -> int:
    """Return the most classes that calls can satisfy, by trying every assignment."""
    if not classes:
        return 0
    first, *rest = classes
    taken = [
        1 + most_satisfied(rest, calls[:at] + calls[at + 1 :])
        for at, call in enumerate(calls)
        if call in first and call not in calls[:at]
    ]
    return max([most_satisfied(rest, calls), *taken])


def test_many_classes_are_matched_without_deep_recursion() -> None:
    # The last takes the slot of the first, so that every other moves to the next.
    chain = {f"{at:05}": [at, at + 1] for at in range(3000)} | {"last": [0]}
    assert len(matched(chain)) == 3001


def test_many_calls_of_one_tool_are_cheap() -> None:
    run = Run("run.jsonl", (ToolCall("s", "x"),) * 100_000)
    assert select({"A": ["s.x"]}, [run], NO_LOCK).redundant == 99_999


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
