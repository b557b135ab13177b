"""A fleet is judged as `govern diff` judges each server alone, and a family loses no finding."""

from datetime import date
from itertools import pairwise
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from govern.errors import LockfileInvalid
from govern.findings import findings
from govern.fleet.judging import FleetJudge, families
from govern.fleet.results import Transition
from govern.lockfile.document import Lock
from govern.lockfile.store import read_lock
from govern.policy.approvals import Approvals, Waiver
from govern.policy.settings import Policy
from govern.report.documents.diff import change_details, change_head
from govern.rules.finding import Finding
from govern.rules.rule import Severity
from govern.verdict import decide
from tests.fleet.every_observation import FleetState, scan_pair, successive_pairs
from tests.fleet.fleets import bytes_by_digest, lock_of, observed, requiring, tool
from tests.lockfile.building import lock_of as whole
from tests.lockfile.building import lock_surface, surfaces

several = settings(max_examples=25, deadline=None)
NAMES = ("alpha", "beta", "gamma", "delta")
POLICIES = (
    Policy(),
    Policy(preset="compatible", severity={"beta": {"tool-added": "breaking"}, "tool-removed": "safe"}),
    Policy(reach=["claude-code", "cursor"]),
)
# Each server has the contract of this number before and after; None means that it was not locked before.
assignments = st.lists(st.tuples(st.none() | st.integers(0, 2), st.integers(0, 2)), min_size=4, max_size=4)


def documents(found: Any) -> list[Any]:
    return [{**change_head(each), **change_details(each)} for each in found]


def transition(server: str, before: Lock | None, after: Lock) -> Transition:
    return Transition(server, before.digest if before else None, after.digest)


@several
@given(st.lists(surfaces, min_size=3, max_size=3), assignments, st.sampled_from(POLICIES))
def test_each_server_has_the_findings_of_its_own_diff(pool: list[Any], assigned: Any, policy: Policy) -> None:
    locks = {(at, name): whole(lock_surface(surface, name)) for at, surface in enumerate(pool) for name in NAMES}
    files = bytes_by_digest(locks.values())
    judge = FleetJudge(files.__getitem__, policy)
    for name, (before, after) in zip(NAMES, assigned, strict=True):
        old, new = None if before is None else locks[before, name], locks[after, name]
        if old and old.digest == new.digest:
            continue
        judged = judge.judged(transition(name, old, new))
        alone = [None if each is None else read_lock(files[each.digest], "x") for each in (old, new)]
        assert documents(judged.findings) == documents(findings(alone[0] or Lock(), alone[1] or Lock(), policy))


def test_a_family_is_compared_once_and_each_member_keeps_its_ids() -> None:
    """Two servers of the same change have the findings of their own diffs; policy applies to each by its name."""
    old, new = {"tools": [tool("find", q={})]}, {"tools": [requiring(tool("find", q={}), "q")]}
    locks = {name: (lock_of(old, name), lock_of(new, name)) for name in NAMES}
    files = bytes_by_digest(lock for pair in locks.values() for lock in pair)
    policy = Policy(severity={"beta": {"input-required-added": "risky"}})
    judge = FleetJudge(files.__getitem__, policy)
    judged = {name: judge.judged(transition(name, *pair)) for name, pair in locks.items()}
    assert len(judge._known) == 1
    for name, pair in locks.items():
        assert documents(judged[name].findings) == documents(findings(*pair, policy))
    found = [finding for each in judged.values() for finding in each.findings]
    verdict = decide(found, Approvals(), policy, date(2026, 11, 19), old="a", new="b")
    family_of = {name: each.family for name, each in judged.items()}
    entries = {each.finding.change.server: each for each in families(verdict.decided, family_of)}
    assert [each.change.server for each in entries["alpha"].members] == ["delta", "gamma"]
    assert entries["beta"].members == ()
    assert entries["beta"].finding.severity is Severity.RISKY
    alone = {each.change.id for name in ("delta", "gamma") for each in findings(*locks[name], policy)}
    assert {each.change.id for each in entries["alpha"].members} == alone


def test_servers_of_other_families_and_other_approvals_are_not_joined() -> None:
    old, new = tool("find", q={}), requiring(tool("find", q={}), "q")
    captures = {name: ({"tools": [old]}, {"tools": [new]}) for name in ("alpha", "beta", "waived")}
    captures["other"] = ({"tools": [old, tool("lend")]}, {"tools": [new, tool("lend")]})
    locks = {name: tuple(lock_of(each, name) for each in pair) for name, pair in captures.items()}
    files = bytes_by_digest(lock for pair in locks.values() for lock in pair)
    judge = FleetJudge(files.__getitem__, Policy())
    judged = [judge.judged(transition(name, *pair)) for name, pair in locks.items()]
    waiver = Waiver("waived", "*", "*", "reviewed weekly", date(2027, 1, 1), "bo")
    found = [finding for each in judged for finding in each.findings]
    verdict = decide(found, Approvals(waivers=(waiver,)), Policy(), date(2026, 11, 19), old="a", new="b")
    entries = families(verdict.decided, {each.server: each.family for each in judged})
    joined = [(each.finding.change.server, [one.change.server for one in each.members]) for each in entries]
    assert joined == [("alpha", ["beta"]), ("other", []), ("waived", [])]


@several
@given(st.lists(surfaces, min_size=2, max_size=2), st.randoms(use_true_random=False))
def test_families_lose_no_finding_in_any_order(pool: list[Any], random: Random) -> None:
    locks = [[whole(lock_surface(surface, name)) for surface in pool] for name in NAMES]
    if locks[0][0].digest == locks[0][1].digest:
        return
    files = bytes_by_digest(lock for pair in locks for lock in pair)

    def entries() -> tuple[list[Finding], Any]:
        random.shuffle(locks)
        judge = FleetJudge(files.__getitem__, Policy())
        judged = [judge.judged(transition(pair[0].servers[0].name, *pair)) for pair in locks]
        found = [finding for each in judged for finding in each.findings]
        verdict = decide(found, Approvals(), Policy(), date(2026, 11, 19), old="a", new="b")
        return found, families(verdict.decided, {each.server: each.family for each in judged})

    found, first = entries()
    _, second = entries()
    joined = [finding.change.fingerprint for each in first for finding in each.findings]
    assert sorted(joined) == sorted(each.change.fingerprint for each in found)
    assert sorted(documents(each.findings)[0]["id"] for each in first) == sorted(
        documents(each.findings)[0]["id"] for each in second
    )


def test_a_lock_that_is_not_the_one_of_its_name_is_refused() -> None:
    one, other = (lock_of({"tools": [tool("find")]}, name) for name in ("alpha", "beta"))
    (content,) = bytes_by_digest([other]).values()
    judge = FleetJudge(lambda _: content, Policy())
    for server in ("alpha", "beta"):
        with pytest.raises(LockfileInvalid, match=r"holds another lock\ndelete locks/../\w+\.lock in the store"):
            judge.judged(Transition(server, None, one.digest))


DAYS = ("2026-11-16", "2026-11-17", "2026-11-18", "2026-11-19")
states = st.sampled_from(["one", "two", "timed-out", "unreachable", "not asked"])


@several
@given(st.dictionaries(st.sampled_from(NAMES), st.tuples(*[states] * 4), min_size=1), st.randoms())
def test_an_unseen_server_never_changes_and_the_order_of_rows_never_matters(
    histories: dict[str, tuple[str, ...]], random: Random
) -> None:
    captures = {"one": {"tools": [tool("find")]}, "two": {"tools": [tool("find"), tool("lend")]}}
    rows = [
        observed(day, server, captures.get(state, state))  # type: ignore[arg-type]
        for server, history in histories.items()
        for day, state in zip(DAYS, history, strict=True)
        if state != "not asked"
    ]
    pair = scan_pair(rows, DAYS[1], DAYS[3])
    days = [(day, [each for each in rows if each.scan == day]) for day in DAYS]
    assert [pair for pair, _ in successive_pairs(FleetState(), days)][1:] == [
        scan_pair(rows, *sides) for sides in pairwise(DAYS)
    ]
    random.shuffle(rows)
    assert scan_pair(rows, DAYS[1], DAYS[3]) == pair
    assert scan_pair([each for each in rows if each.state == "locked"], DAYS[1], DAYS[3]).changed == pair.changed
    expected = {}
    for server, history in histories.items():
        locked = [[state for state in history[:end] if state in captures] for end in (2, 4)]
        before, after = (each[-1] if each else None for each in locked)
        if after is not None and after != before:
            expected[server] = (before, after)
    digests = {(server, state): lock_of(captures[state], server).digest for server in NAMES for state in captures}
    found = {each.server: (each.before, each.after) for each in pair.changed}
    assert found == {
        server: tuple(state and digests[server, state] for state in sides) for server, sides in expected.items()
    }


def test_servers_are_counted_by_their_state_in_the_later_scan() -> None:
    capture = {"tools": [tool("find")]}
    rows = [observed("2026-11-18", name, capture) for name in NAMES]
    rows += [observed("2026-11-19", "alpha", capture), observed("2026-11-19", "beta", "timed-out")]
    rows += [observed("2026-11-19", "gamma", "unreachable"), observed("2026-11-20", "delta", capture)]
    pair = scan_pair(rows, "2026-11-18", "2026-11-19")
    assert (pair.locked, pair.not_asked, pair.changed, pair.first) == (1, ("delta",), (), False)
    assert pair.unseen == {"timed-out": ("beta",), "unreachable": ("gamma",)}


def test_four_changes_of_state_within_a_week_are_flapping() -> None:
    one, two = {"tools": [tool("find")]}, {"tools": [tool("lend")]}
    days = [f"2026-11-{day:02}" for day in range(1, 20)]
    slow = [observed(day, "slow", one if at % 4 < 2 else two) for at, day in enumerate(days)]
    fast = [observed(day, "fast", one if at % 2 else "timed-out") for at, day in enumerate(days)]
    pair = scan_pair([*slow, *fast], days[0], days[-1])
    assert pair.flapping == {"fast": 7, "slow": 4}
    assert scan_pair(slow, days[0], days[-2]).flapping == {}
