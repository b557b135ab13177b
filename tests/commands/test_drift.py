import pytest

from govern.commands import drift as module
from govern.commands.drift import drift
from govern.policy.settings import Policy
from govern.rules.rule import Severity
from tests.desk import Desk
from tests.report.html.test_catalogue import ADD
from tests.report.test_diff_of_locks import NARROWER, SEARCH

LISTED = ([SEARCH], [SEARCH, ADD], [NARROWER, ADD], [NARROWER])


@pytest.fixture
def history(desk: Desk) -> Desk:
    desk.git("init", "-q")
    for number, tools in enumerate(LISTED):
        desk.catalogs(tracker=tools)
        desk.ok("lock", "--quiet")
        desk.commit(f"Number {number}.")
    return desk


def test_each_commit_with_the_changes_that_it_brought(history: Desk) -> None:
    steps, earlier = drift(history.folder / "capability.lock", Policy())
    assert earlier == 0
    assert [step.point.subject for step in steps] == [f"Number {number}." for number in range(4)]
    assert [step.point.total_tools for step in steps] == [1, 2, 2, 1]
    assert steps[0].changes == {}
    assert steps[1].changes == {Severity.SAFE: 1}
    assert steps[2].changes[Severity.BREAKING] == 2
    assert steps[3].changes == {Severity.BREAKING: 1}
    assert [step.drift for step in steps] == [sum(step.changes.values()) for step in steps]


def test_only_the_last_commits_and_the_changes_of_the_first_of_them(
    history: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole, _ = drift(history.folder / "capability.lock", Policy())
    monkeypatch.setattr(module, "_MOST_COMMITS", 2)
    assert drift(history.folder / "capability.lock", Policy()) == (whole[2:], 2)


def test_a_lock_that_cannot_be_read_hides_no_change(history: Desk) -> None:
    lock = history.folder / "capability.lock"
    text = lock.read_text(encoding="utf-8")
    history.write("capability.lock", "nonsense")
    history.commit("Spoil.")
    history.write("capability.lock", text)
    history.catalogs(tracker=[])
    history.git("rm", "-q", "--cached", "capability.lock")
    history.git("commit", "-q", "-m", "Away.")
    history.catalogs(tracker=[SEARCH])
    history.ok("lock", "--quiet")
    history.commit("Again.")
    steps, _ = drift(lock, Policy())
    assert [bool(step.point.problem) for step in steps] == [False] * 4 + [True, True, False]
    assert [step.drift for step in steps[4:6]] == [0, 0]
    assert steps[6].drift > 0


def test_no_commit_yet(desk: Desk) -> None:
    desk.git("init", "-q")
    assert drift(desk.folder / "capability.lock", Policy()) == ((), 0)
