"""The history of a lock in the report."""

from typing import Any

import pytest

from govern.commands import report as module
from govern.commands.report import history_steps
from govern.policy.settings import Policy
from govern.report.html.contents import LockCommit
from govern.rules.rule import Severity
from tests.desk import Desk
from tests.report.html.test_contents import ADD
from tests.report.test_diff_of_locks import NARROWER, SEARCH

LOOK, FIND = {"name": "look", "description": "Looks."}, {"name": "find", "description": "Finds things."}
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
    steps, earlier = history_steps(history.folder / "capability.lock", Policy())
    assert earlier == 0
    assert [step.subject for step in steps] == [f"Number {number}." for number in range(4)]
    assert [step.total_tools for step in steps] == [1, 2, 2, 1]
    assert steps[0].changes == {}
    assert steps[1].changes == {Severity.SAFE: 1}
    assert steps[2].changes[Severity.BREAKING] == 2
    assert steps[3].changes == {Severity.BREAKING: 1}
    assert [step.drift for step in steps] == [sum(step.changes.values()) for step in steps]


def test_only_the_last_commits_and_the_changes_of_the_first_of_them(
    history: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole, _ = history_steps(history.folder / "capability.lock", Policy())
    monkeypatch.setattr(module, "_MOST_COMMITS", 2)
    assert history_steps(history.folder / "capability.lock", Policy()) == (whole[2:], 2)


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
    steps, _ = history_steps(lock, Policy())
    assert [bool(step.problem) for step in steps] == [False] * 4 + [True, True, False]
    assert [step.drift for step in steps[4:6]] == [0, 0]
    assert steps[6].drift > 0


def test_no_commit_yet(desk: Desk) -> None:
    desk.git("init", "-q")
    assert history_steps(desk.folder / "capability.lock", Policy()) == ((), 0)


def locked(desk: Desk, message: str, **tools: Any) -> None:
    desk.catalogs(**tools)
    desk.ok("lock")
    desk.commit(message)


def steps_of(desk: Desk) -> tuple[LockCommit, ...]:
    return history_steps(desk.lock_path, Policy())[0]


def test_each_commit_is_a_point(desk: Desk) -> None:
    desk.git("init", "-q")
    locked(desk, "first", a=[LOOK])
    desk.git("tag", "v1.0.0")
    locked(desk, "more", a=[LOOK, FIND], b=[FIND])
    first, second = steps_of(desk)
    assert (first.subject, first.tags, first.problem) == ("first", ("v1.0.0",), "")
    assert (first.tools, second.tools) == ({"a": 1}, {"a": 2, "b": 1})
    assert second.encoding == "cl100k_base"
    numbers = {server.name: [tool.numbers for tool in server.tools] for server in desk.lock.servers}
    assert second.tokens == {name: sum(each.tokens for each in held if each) for name, held in numbers.items()}
    assert (second.total_tools, second.total_tokens) == (3, sum(second.tokens.values()))


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("no TOML [", "not valid TOML"),
        ("lock = 99\n", "format 99 is newer"),
        ('lock = 1\neconomics = 1\nencoding = "cl100k_base"\ndigest = "sha256:0"\n', "does not match"),
        (b"\xff", "not UTF-8"),
    ],
)
def test_one_that_cannot_be_read_is_named_and_passed_over(desk: Desk, text: str | bytes, why: str) -> None:
    desk.git("init", "-q")
    locked(desk, "first", a=[LOOK])
    desk.write("capability.lock", text)
    desk.commit("broken")
    desk.git("rm", "-q", "capability.lock")
    desk.git("commit", "-q", "-m", "away")
    locked(desk, "again", a=[FIND])
    found = steps_of(desk)
    assert [bool(each.problem) for each in found] == [False, True, True, False]
    assert why in found[1].problem
    assert found[1].commit[:12] in found[1].problem
    assert "the lock was removed" in found[2].problem
    assert not found[1].tools


def test_a_body_that_its_digest_does_not_cover_is_never_counted(desk: Desk) -> None:
    """Unchanged parts are not checked again; no others may be skipped."""
    desk.git("init", "-q")
    locked(desk, "first", a=[LOOK, FIND])
    text = desk.lock_path.read_text("utf-8")
    desk.write("capability.lock", text.replace("Finds things.", "Finds other things."))
    desk.commit("forged")
    desk.write("capability.lock", text.replace("Looks.", "Looks on."))
    desk.commit("forged again")
    first, *others = steps_of(desk)
    assert not first.problem
    assert all("was changed in the lock" in each.problem for each in others)
