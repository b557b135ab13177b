"""What `govern diff` compares outside of CI: a branch with its merge base, and the config with the lock."""

import os
import subprocess
from pathlib import Path
from typing import Any

import pytest

from tests.desk import Desk

FIRST, SECOND, THIRD = ({"name": name} for name in ("look", "find", "read"))


@pytest.fixture
def cloned(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> Desk:
    """Clone a repository whose default branch has a lock of one tool."""
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", os.devnull)
    desk.git("init", "-q", "-b", "trunk")
    lock(desk, FIRST)
    clone = desk.folder / "clone"
    desk.git("clone", "-q", str(desk.folder), str(clone))
    desk.monkeypatch.chdir(clone)
    return Desk(clone, desk.monkeypatch, desk.capsys)


def lock(desk: Desk, *tools: dict[str, str]) -> None:
    """Lock a server with these tools, and commit the lock."""
    desk.catalogs(s=list(tools))
    desk.ok("lock")
    desk.commit()


def merge_base(desk: Desk) -> str:
    return f"origin/trunk (merge base {desk.git('merge-base', 'HEAD', 'origin/trunk')[:12]})"


def test_a_branch_is_compared_with_its_merge_base(cloned: Desk) -> None:
    cloned.git("switch", "-q", "-c", "work")
    lock(cloned, FIRST, SECOND)
    lock(cloned, FIRST, SECOND, THIRD)
    upstream = Path.cwd().parent
    (upstream / "other").write_text("x")
    cloned.git("-C", str(upstream), "add", "other")
    cloned.git("-C", str(upstream), "commit", "-q", "-m", "x")
    cloned.git("fetch", "-q")
    answer = cloned.ok("diff")
    assert answer.out.splitlines()[0] == f"comparing capability.lock with {merge_base(cloned)}"
    assert "2 changes" in answer.out
    document = cloned.ok("diff", "--json").document
    assert (document["old"], len(document["changes"])) == (merge_base(cloned), 2)
    assert cloned.ok("diff", "--quiet").out.startswith("no approval needed: 2 changes")
    ours = {**os.environ, "CI": "true", "GITLAB_CI": "true", "CI_MERGE_REQUEST_TARGET_BRANCH_NAME": "trunk"}
    cloned.monkeypatch.setattr(os, "environ", ours)
    in_ci = cloned.ok("diff", "--json").document
    assert [each["id"] for each in in_ci["changes"]] == [each["id"] for each in document["changes"]]


def test_a_diff_asks_git_once_for_each_commit(cloned: Desk) -> None:
    lock(cloned, FIRST, SECOND)
    asked: list[tuple[str, ...]] = []
    run = subprocess.run

    def counted(argv: list[str], **how: Any) -> Any:
        asked.extend([tuple(argv)] if "rev-parse" in argv else [])
        return run(argv, **how)

    cloned.monkeypatch.setattr(subprocess, "run", counted)
    cloned.ok("diff")
    assert asked
    assert len(asked) == len({*asked})


def test_approve_compares_with_the_same_commit(cloned: Desk) -> None:
    cloned.git("switch", "-q", "-c", "work")
    lock(cloned, SECOND)
    answer = cloned.govern("diff")
    assert (answer.code, "tool-removed" in answer.out) == (1, True)
    assert "--against" not in answer.out
    cloned.ok("approve", "--rule", "tool-removed", "--reason", "meant", "--by", "ana@example.com")
    cloned.ok("diff")


@pytest.mark.parametrize(
    "words", [("remote", "set-head", "origin", "--delete"), ("symbolic-ref", "refs/remotes/origin/HEAD", "refs/x")]
)
def test_a_branch_of_an_unknown_default_is_compared_with_head(cloned: Desk, words: tuple[str, ...]) -> None:
    cloned.git("switch", "-q", "-c", "work")
    lock(cloned, SECOND)
    cloned.git(*words)
    assert cloned.ok("diff").out.startswith("comparing capability.lock with HEAD\nunchanged: no change from HEAD")


def test_the_default_branch_is_compared_with_head(cloned: Desk) -> None:
    cloned.catalogs(s=[FIRST, SECOND])
    cloned.ok("lock")
    assert cloned.ok("diff", "--json").document["old"] == "HEAD"
    cloned.commit("not pushed yet")
    assert cloned.ok("diff", "--json").document["old"] == merge_base(cloned)
    cloned.git("checkout", "-q", "--orphan", "unrelated")
    lock(cloned, SECOND)
    assert cloned.ok("diff").out.splitlines()[0] == "comparing capability.lock with HEAD"


def test_named_sides_are_not_announced(cloned: Desk) -> None:
    for words in (("HEAD",), ("--live",), ("HEAD", "live")):
        assert cloned.ok("diff", *words).out.startswith("unchanged")


MORE = '[servers.t]\ncatalog = "s.json"\n[servers.s.normalize]\ndates = true\n'


def test_a_config_that_was_not_locked_is_reported(cloned: Desk) -> None:
    assert cloned.ok("diff").err == ""
    cloned.catalogs(s=[FIRST], more=MORE)
    output = "govern.toml changed since the lock (new: t; changed: s); run `govern lock`"
    assert " ".join(cloned.ok("diff").err.split()) == f"! {output}"
    cloned.write("govern.toml", '[servers.u]\ncatalog = "u.json"\n')
    assert "(new: u; removed: s)" in " ".join(cloned.ok("diff").err.split())
    for words in (("HEAD", "capability.lock"), ("--config-from", "HEAD")):
        assert cloned.ok("diff", *words).err == ""


def test_many_servers_that_were_not_locked_are_counted(cloned: Desk) -> None:
    cloned.catalogs(s=[FIRST], more="".join(f'[servers.a{at}]\ncatalog = "s.json"\n' for at in range(9)))
    assert "(new: a0, a1, a2, a3 and 5 more)" in " ".join(cloned.ok("diff").err.split())


def test_a_config_and_a_lock_that_both_changed_agree(cloned: Desk) -> None:
    cloned.catalogs(s=[FIRST], more=MORE)
    cloned.ok("lock")
    assert cloned.govern("diff").err == ""
