"""Approval of a release through the approvals of its commits."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from govern.economics.budgets import Budget
from govern.gate.steps import CommitStep, approve_by_steps, approved_spans, best_partition, changed_items
from govern.policy.settings import ApprovalKeys, Policy
from govern.rules.finding import Finding
from govern.verdict import Decided
from tests.lockfile.building import lock_of, locked
from tests.rules.deciding import approval, decided, finding, steering

LOOK = ("s", "tool", "look")


def open_(*findings: Finding, policy: Policy | None = None) -> list[Decided]:
    return list(decided(findings, policy=policy).decided)


def approved(*findings: Finding, by: str = "ana@example.com", policy: Policy | None = None) -> list[Decided]:
    return list(decided(findings, [approval(each, by) for each in findings], policy=policy).decided)


def a_step(*found: Decided, items: tuple[tuple[str, str, str], ...] = (LOOK,)) -> CommitStep:
    return CommitStep(frozenset(items), lambda: found)


def passes(composite: list[Decided], *steps: CommitStep) -> list[bool]:
    return [each.approved for each in approve_by_steps(composite, steps, Budget())]


REMOVED = finding("tool-removed")
REWORDED = finding("tool-description-changed", before="a", after="c")
FIRST = finding("tool-description-changed", before="a", after="b")
SECOND = finding("tool-description-changed", before="b", after="c")
COST = finding("definition-cost-moved")


def test_approved_steps_approve_the_change() -> None:
    steps = a_step(*approved(FIRST)), a_step(*approved(SECOND, by="ben@example.com"))
    (found,) = approve_by_steps(open_(REWORDED), steps, Budget())
    assert found.approved
    assert [each.by for each in found.given] == ["ana@example.com", "ben@example.com"]


@pytest.mark.parametrize(
    "steps",
    [
        (),
        (a_step(),),
        (a_step(*approved(FIRST)), a_step(*open_(SECOND))),
        (a_step(*approved(FIRST), *open_(REMOVED)),),
        (a_step(*approved(finding("tool-description-changed", "find"))),),
        (a_step(*approved(FIRST), items=(("s", "tool", "find"),)),),
        (a_step(*approved(FIRST), items=(("other", "tool", "look"),)),),
        (a_step(*open_(COST)),),
        (a_step(*approved(finding("tool-description-changed", "find")), *open_(COST)),),
    ],
)
def test_an_unapproved_step_does_not(steps: tuple[CommitStep, ...]) -> None:
    assert passes(open_(REWORDED), *steps) == [False]


def test_a_step_that_needs_no_approval_is_ignored() -> None:
    assert passes(open_(REWORDED), a_step(*approved(FIRST), *open_(COST)), a_step(*open_(COST))) == [True]


def test_an_approval_of_a_milder_finding_is_not_enough() -> None:
    assert passes(open_(REMOVED), a_step(*approved(FIRST))) == [False]
    assert passes(open_(REWORDED), a_step(*approved(finding("input-bound-tightened")))) == [True]


def test_an_approved_removal_does_not_approve_what_was_added_later() -> None:
    assert passes(open_(REWORDED), a_step(*approved(REMOVED))) == [False]
    assert passes(open_(REWORDED), a_step(*approved(REMOVED)), a_step(*approved(SECOND))) == [False]
    assert passes(open_(REMOVED), a_step(*approved(REMOVED))) == [True]


def test_hidden_text_needs_its_own_approval() -> None:
    tightened = finding("input-bound-tightened", before="20", after="10")
    assert passes(open_(tightened), a_step(*approved(tightened))) == [True]
    assert passes(open_(steering()), a_step(*approved(tightened))) == [False]
    other = finding("text-hidden", before="Adds.", after="Obeys.", values={"cues": "orders it"})
    assert passes(open_(steering()), a_step(*approved(other))) == [True]


def steers(*sentences: str, **by: float) -> Finding:
    return finding("text-steers-model", after=[*sentences], values={"sentence": sentences[0], "why": "", **by})


@pytest.mark.parametrize(
    ("whole", "steps", "passing"),
    [
        (steers("a", score=1), [steers("a", score=1)], True),
        (steers("b", score=1), [steers("a", score=1)], False),
        (steers("a", "b", score=1), [steers("a", score=1)], False),
        (steers("a", "b", score=1), [steers("a", score=1), steers("b", score=1)], True),
        # A judge lists all added sentences and chooses one.
        (steers("a", "b"), [steers("a")], True),
        (steers("b", "a"), [steers("a")], False),
    ],
)
def test_text_that_steers_passes_only_if_all_of_it_was_shown(
    whole: Finding, steps: list[Finding], *, passing: bool
) -> None:
    assert passes(open_(whole), *(a_step(*approved(each)) for each in steps)) == [passing]


def test_the_steps_need_enough_people() -> None:
    policy = Policy(approvals=ApprovalKeys(breaking=2))
    one = approved(REMOVED, policy=policy)
    assert passes(open_(REMOVED, policy=policy), a_step(*one)) == [False]
    two = list(decided([REMOVED], [approval(REMOVED), approval(REMOVED, "ben@example.com")], policy=policy).decided)
    assert passes(open_(REMOVED, policy=policy), a_step(*two)) == [True]
    milder = approved(finding("tool-removed", policy=Policy(severity={"tool-removed": "risky"})))
    assert passes(open_(REMOVED, policy=policy), a_step(*milder)) == [False]


def test_only_steps_that_changed_the_item_are_decided() -> None:
    def never() -> list[Decided]:
        raise AssertionError

    elsewhere = CommitStep(frozenset({("s", "tool", "find")}), never)
    assert passes(open_(REWORDED), a_step(*approved(FIRST)), elsewhere) == [True]
    assert passes(open_(COST), CommitStep(frozenset({LOOK}), never)) == [True]
    assert approve_by_steps([], [CommitStep(frozenset({LOOK}), never)], Budget()) == []


def renamed(before: str, after: str) -> Finding:
    return finding("tool-renamed", before, before=before, after=after, values={"similarity": 1.0})


def at(*names: str, server: str = "s") -> tuple[tuple[str, str, str], ...]:
    return tuple((server, "tool", name) for name in names)


def test_renames_are_followed_in_both_directions() -> None:
    rename = a_step(*approved(renamed("look", "search")), items=at("look", "search"))
    later = finding("tool-description-changed", "search", before="a", after="b")
    composite = open_(renamed("look", "search"), finding("tool-description-changed", "search", before="a", after="c"))
    assert passes(composite, rename, a_step(*approved(later), items=at("search"))) == [True, True]
    assert passes(composite, rename, a_step(*open_(later), items=at("search"))) == [False, False]
    removed = finding("tool-removed", "search")
    assert passes(open_(REMOVED), rename, a_step(*open_(removed), items=at("search"))) == [False]
    assert passes(open_(REMOVED), rename, a_step(*approved(removed), items=at("search"))) == [True]


def test_a_rename_found_late_is_followed() -> None:
    """The step with the rename is read before it is known to matter."""
    first = a_step(*approved(renamed("a", "b"), renamed("c", "look")), items=at("a", "b", "c", "look"))
    second = a_step(*approved(renamed("look", "a")), items=at("look", "a"))
    third = a_step(*open_(finding("tool-removed", "b")), items=at("b"))
    assert passes(open_(REMOVED), first, second, third) == [False]


NARROWED = finding("input-bound-tightened", before=None, after=5)
RENAME = a_step(*approved(renamed("look", "search")), items=at("look", "search"))
ADDED = finding("tool-added", after="sha256:0")
BACK = a_step(*open_(ADDED))


@pytest.mark.parametrize(
    "steps",
    [
        (RENAME, BACK),
        (RENAME, BACK, a_step(*approved(finding("input-bound-tightened", before=9, after=5)))),
        (a_step(*approved(REMOVED)), BACK),
        (a_step(*approved(REMOVED)), BACK, a_step(*approved(finding("input-bound-tightened", before=9, after=5)))),
        (a_step(*approved(finding("tool-moved", before="s/look", after="t/look"))), BACK),
        (RENAME, a_step(*approved(renamed("find", "look")), items=at("find", "look"))),
        (a_step(*approved(renamed("look", "x")), items=at("look", "x")),
         a_step(*approved(renamed("find", "look")), items=at("find", "look")),
         a_step(*approved(renamed("x", "find")), items=at("x", "find"))),
        (a_step(*approved(finding("server-removed", "")), items=(LOOK, ("s", "server", ""))),
         a_step(*open_(finding("server-added", ""), ADDED), items=(LOOK, ("s", "server", "")))),
        # A second item of the same name: from here on the two cannot be distinguished.
        (BACK, a_step(*approved(finding("input-bound-tightened", before=9, after=5)))),
    ],
)  # fmt: skip
def test_an_item_that_took_a_name_is_not_approved_by_the_old_one(steps: tuple[CommitStep, ...]) -> None:
    assert passes(open_(NARROWED), *steps) == [False]
    held = approve_by_steps(open_(NARROWED, ADDED), steps, Budget(), {LOOK})
    assert [each.approved for each in held] == [False, True]


@pytest.mark.parametrize("kind", ["prompt", "resource", "template"])
def test_prompts_and_resources_are_followed_too(kind: str) -> None:
    def of(rule: str, name: str = "look", **fields: Any) -> Finding:
        one = finding(rule, name, **fields)
        return replace(one, change=replace(one.change, kind=kind))  # type: ignore[arg-type]

    composite = open_(of(f"{kind}-description-changed", before="a", after="b"))
    items = (("s", kind, "look"), ("s", kind, "search"))
    reworded = a_step(*approved(of(f"{kind}-description-changed", before="x", after="b")), items=items)
    back = a_step(*open_(of(f"{kind}-added", after="sha256:0")), items=items)
    rename = of(f"{kind}-renamed", before="look", after="search", values={"similarity": 1.0})
    assert passes(composite, reworded) == [True]
    assert passes(composite, a_step(*approved(rename), items=items), back, reworded) == [False]
    assert passes(composite, a_step(*approved(of(f"{kind}-removed")), items=items), back, reworded) == [False]


def test_approving_a_rename_does_not_approve_other_changes() -> None:
    composite = open_(renamed("look", "search"), finding("input-bound-tightened", "search", after=5))
    assert passes(composite, RENAME) == [True, False]
    narrowed = a_step(*approved(finding("input-bound-tightened", "search", after=5)), items=at("search"))
    assert passes(composite, RENAME, narrowed) == [True, True]
    assert passes(composite, RENAME, narrowed, BACK) == [True, True]


def test_an_added_item_is_followed_to_its_first_step() -> None:
    destructive = open_(finding("destructive-tool-added", "search"))
    claimed = a_step(*approved(finding("destructive-claimed", "search")), items=at("search"))
    added = a_step(*open_(finding("tool-added", "search")), items=at("search"))
    assert passes(destructive, added, claimed) == [True]
    assert passes(destructive, added, a_step(*open_(finding("destructive-claimed", "search")), items=at("search"))) == [
        False
    ]
    claimed_before = a_step(*approved(finding("destructive-claimed")))
    assert passes(destructive, claimed_before, RENAME) == [True]
    # The approval of another item that was removed since does not count.
    gone = a_step(*approved(finding("tool-removed", "search")), items=at("search"))
    assert passes(destructive, added, claimed, gone, added) == [False]


def test_a_move_is_followed_to_another_server() -> None:
    move = finding("tool-moved", before="s/look", after="t/look")
    there = finding("tool-removed", "look", server="t")
    steps = a_step(*approved(move), items=(LOOK, ("t", "tool", "look")))
    assert passes(open_(REMOVED), steps, a_step(*open_(there), items=at("look", server="t"))) == [False]
    assert passes(open_(REMOVED), steps, a_step(*approved(there), items=at("look", server="t"))) == [True]


def test_items_of_a_removed_server_need_only_its_approval() -> None:
    gone = finding("server-removed", "")
    items = (LOOK, ("s", "server", ""))
    assert passes(open_(REMOVED), a_step(*approved(gone), items=items)) == [True]
    assert passes(open_(REMOVED), a_step(*open_(gone), items=items)) == [False]
    assert passes(open_(gone), a_step(*approved(gone), items=items)) == [True]


def test_policy_changes_have_no_steps() -> None:
    weaker = finding("policy-weakened", "policy.risk.high", server="policy", values={"asks": "more"})
    weaker = replace(weaker, change=replace(weaker.change, kind="policy"))
    step = a_step(*approved(weaker), items=(("policy", "policy", "policy.risk.high"),))
    assert passes(open_(weaker), step) == [False]


def test_the_items_that_a_step_changed() -> None:
    look, find = {"name": "look", "description": "Looks."}, {"name": "find"}
    one = lock_of(locked("s", look, find), locked("t", find))
    assert changed_items(one, one) == frozenset()
    other = lock_of(locked("s", look | {"description": "Sees."}, find), locked("t", find))
    assert changed_items(one, other) == changed_items(other, one) == {LOOK}
    without = lock_of(locked("s", find), locked("t", find))
    assert changed_items(one, without) == {LOOK}
    gone = lock_of(locked("t", find))
    assert changed_items(one, gone) == {LOOK, ("s", "tool", "find"), ("s", "server", "")}
    twice = lock_of(locked("s", look, find, find), locked("t", find))
    assert changed_items(one, twice) == {("s", "tool", "find")}


Spans = Sequence[tuple[int, int]]


def partition(last: int, waiting: dict[tuple[int, int], int]) -> list[tuple[int, int]]:
    spans = [span for span in waiting if span[1] - span[0] > 1]
    return best_partition(last, spans, lambda span: waiting.get(span, 1))


def test_approvals_span_commits_and_overlapping_spans_are_also_joined() -> None:
    versions = {"look": "1233333", "find": "1112344", "list": "1111123"}
    locks = [
        lock_of(locked("s", *({"name": name, "description": at[state]} for name, at in versions.items())))
        for state in range(7)
    ]
    digests = [{item.key: item.digest for item in lock.servers[0].items} for lock in locks]
    approvals = [
        replace(approval(finding(name=name)), origin=digests[0][name], target=digests[at.index(last)][name])
        for (name, at), last in zip(versions.items(), "343", strict=True)
    ]
    assert approved_spans(locks, approvals) == [(0, 2), (2, 6), (2, 5), (4, 6)]


@pytest.mark.parametrize(
    ("waiting", "steps"),
    [
        ({}, [(0, 1), (1, 2), (2, 3), (3, 4)]),
        ({(1, 3): 0}, [(0, 1), (1, 3), (3, 4)]),
        ({(1, 3): 2}, [(0, 1), (1, 2), (2, 3), (3, 4)]),
        ({(1, 3): 3}, [(0, 1), (1, 2), (2, 3), (3, 4)]),
        ({(1, 3): 0, (1, 2): 0, (2, 3): 0}, [(0, 1), (1, 2), (2, 3), (3, 4)]),
        ({(0, 2): 0, (1, 3): 0, (2, 4): 0}, [(0, 2), (2, 4)]),
        ({(0, 2): 0, (1, 4): 0}, [(0, 1), (1, 4)]),
        ({(0, 4): 0, (1, 3): 0}, [(0, 4)]),
    ],
)
def test_the_partition_with_the_fewest_unapproved_findings_is_chosen(
    waiting: dict[tuple[int, int], int], steps: list[tuple[int, int]]
) -> None:
    assert partition(4, waiting) == steps


@given(
    st.integers(0, 8),
    st.dictionaries(st.tuples(st.integers(0, 8), st.integers(0, 8)), st.integers(0, 3), max_size=10),
)
def test_every_commit_is_in_exactly_one_step(last: int, some: dict[tuple[int, int], int]) -> None:
    waiting = {span: cost for span, cost in some.items() if span[0] < span[1] <= last}
    found = partition(last, waiting)
    assert all(before[1] == after[0] for before, after in pairwise(found))
    assert (found[0][0], found[-1][1]) == (0, last) if last else found == []
    singles = [(at, at + 1) for at in range(last)]
    assert sum(waiting.get(span, 1) for span in found) <= sum(waiting.get(span, 1) for span in singles)


GREW = finding("server-tokens-grew", "", before=4_000, after=8_000)
LOCK_GREW = finding("lock-tokens-grew", "", "lock", before=4_000, after=8_000)


@pytest.mark.parametrize("grew", [GREW, LOCK_GREW], ids=lambda each: each.rule.id)
def test_growth_that_a_step_approved_is_approved_whichever_tool_made_it(grew: Finding) -> None:
    assert passes(open_(grew), a_step(*approved(grew))) == [True]
    assert passes(open_(grew), a_step(*open_(grew))) == [False]
    assert passes(open_(grew), a_step(*approved(FIRST))) == [False]


@pytest.mark.parametrize(("size", "passing"), [(7_000, True), (9_500, True), (10_500, False)])
def test_small_growth_after_an_approved_one_needs_no_approval(size: int, *, passing: bool) -> None:
    later = finding("server-tokens-grew", "", before=4_000, after=size)
    assert passes(open_(later), a_step(*approved(GREW)), a_step()) == [passing]


def test_growth_of_another_server_is_not_its_own() -> None:
    step = a_step(*approved(GREW), items=(("t", "tool", "look"),))
    assert passes(open_(GREW), step) == [False]
