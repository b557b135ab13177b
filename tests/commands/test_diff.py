"""`govern diff` asked wrongly, or asked of what somebody put there to be taken for something else."""

import pytest

from tests.desk import Desk


@pytest.mark.parametrize("word", ["foo", "", "NEVER"])
def test_an_unknown_severity_to_fail_on_is_refused(desk: Desk, word: str) -> None:
    answer = desk.govern("diff", "--fail-on", word)
    assert (answer.code, answer.out) == (2, "")
    assert "safe | risky | breaking | never" in answer.err


@pytest.fixture
def poisoned(desk: Desk) -> Desk:
    """A lock is committed; a tool is gone since, and its lock also stands where one would look for a branch."""
    desk.git("init", "-q", "-b", "main")
    desk.catalogs(a=[{"name": "look"}, {"name": "find"}], more="[policy.budget]\ngrowth-percent = 10\n")
    desk.ok("lock")
    desk.commit()
    desk.git("update-ref", "refs/remotes/origin/main", "main")
    desk.catalogs(a=[{"name": "look"}], more="[policy.budget]\ngrowth-percent = 10\n")
    desk.ok("lock")
    for name in ("main", "origin/main", "HEAD"):
        desk.write(name, desk.lock_path.read_bytes())
    return desk


@pytest.mark.parametrize("word", ["main", "origin/main", "HEAD"])
def test_a_file_is_not_taken_for_the_commit_of_that_name(poisoned: Desk, word: str) -> None:
    for words in (("diff", word), ("diff", word, "capability.lock"), ("cost", "--against", word)):
        answer = poisoned.govern(*words)
        assert (answer.code, answer.out) == (2, "")
        assert f"./{word}" in answer.err
    assert poisoned.ok("diff", f"./{word}").out.startswith("unchanged")
    assert poisoned.govern("diff", "refs/heads/main").code == 1
    poisoned.ok("cost", "--against", f"./{word}")


def test_a_file_where_there_is_no_git(desk: Desk) -> None:
    desk.catalogs(a=[{"name": "look"}])
    desk.ok("lock")
    desk.write("main", desk.lock_path.read_bytes())
    desk.ok("diff", "main", "capability.lock")
