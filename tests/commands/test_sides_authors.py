"""`policy.approvals.not-author`: authors cannot approve their own changes, in a pull request and at the gate."""

import os
from typing import Any

import pytest

from tests.commands.test_gate import FIND, LOOK, NARROW, declare, gated, release, write
from tests.desk import Desk, Prepared

POLICY = "[policy.approvals]\nnot-author = true\n"
ANA, BEN = "ana@example.com", "ben@example.com"


@pytest.fixture
def desk(prepared: Prepared, monkeypatch: pytest.MonkeyPatch) -> Desk:
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", os.devnull)

    def build(desk: Desk) -> None:
        desk.git("init", "-q", "-b", "main")
        declare(desk, "1.0.0")
        release(desk, POLICY)
        declare(desk, "2.0.0")

    return prepared(build)


def step(desk: Desk, author: str, committer: str, tools: list[dict[str, Any]], approver: str) -> None:
    """Commit a change and its approval."""
    write(desk, tools, POLICY)
    desk.ok("lock")
    desk.git("add", "-A")
    desk.git(
        "-c", f"user.name={committer}", "-c", f"user.email={committer}", "commit", "-q", "-m", "x",
        f"--author={author} <{author}>", env={"GIT_COMMITTER_NAME": committer, "GIT_COMMITTER_EMAIL": committer},
    )  # fmt: skip
    file = desk.folder / "capability.approvals.toml"
    before = file.read_text("utf-8") if file.exists() else ""
    desk.ok("approve", "--rule", "*", "--against", "HEAD~1", "--reason", "meant", "--by", "cy@example.com")
    text = file.read_text("utf-8").replace(before, "").replace("cy@example.com", approver)
    desk.write(file.name, before + text)
    desk.git("add", "-A")
    desk.git("commit", "-q", "-m", "approve")


@pytest.mark.parametrize(
    ("author", "committer", "approver", "code"),
    [
        (ANA, ANA, ANA, 1),
        (ANA, BEN, ANA, 1),
        (BEN, ANA, ANA, 1),
        (ANA, "noreply@forge.example", "Ana <ANA@example.com>", 1),
        (ANA, ANA, BEN, 0),
        (BEN, "noreply@forge.example", ANA, 0),
    ],
)
def test_authors_and_committers_do_not_count(desk: Desk, author: str, committer: str, approver: str, code: int) -> None:
    step(desk, author, committer, [NARROW, FIND], approver)
    answer = desk.govern("diff", "v1.0.0")
    assert answer.code == code, answer
    assert ("(policy.approvals.not-author)" in " ".join(answer.out.split())) == bool(code)
    document = gated(desk, code=code)
    assert [each["why"] for each in document["standings"]] == ["author"] * code


def test_at_the_gate_it_is_each_items_own_authors(desk: Desk) -> None:
    step(desk, ANA, ANA, [NARROW, FIND], BEN)
    step(desk, BEN, BEN, [NARROW, FIND | {"description": "Finds two."}], ANA)
    gated(desk, code=0)
    step(desk, ANA, ANA, [NARROW, FIND | {"description": "Finds three."}], ANA)
    document = gated(desk, code=1)
    assert {each["name"] for each in document["changes"] if not each["approved"]} == {"find"}


def test_what_is_not_committed_is_made_by_who_works_here(desk: Desk) -> None:
    write(desk, [NARROW, FIND], POLICY)
    desk.ok("lock")
    desk.git("config", "user.name", "Ben")
    desk.git("config", "user.email", BEN)
    assert "made by ben@example.com" in desk.ok("approve", "--rule", "*", "--reason", "meant", "--by", BEN).out
    assert desk.govern("diff").code == 1
    desk.ok("approve", "--rule", "*", "--reason", "meant", "--by", ANA)
    desk.ok("diff")


def test_where_it_cannot_be_determined_is_exit_2(desk: Desk) -> None:
    old = desk.lock_path.read_text()
    write(desk, [NARROW, FIND], POLICY)
    desk.ok("lock")
    desk.write("old.lock", old)
    answer = desk.govern("diff", "old.lock")
    assert answer.code == 2
    assert "policy.approvals.not-author requires the commits between OLD and NEW" in answer.err
    assert desk.govern("gate", "--against", "old.lock").code == 2


def test_who_changed_the_config_does_not_approve_that(desk: Desk) -> None:
    write(desk, [LOOK, FIND])
    desk.commit("ana drops it")
    (dropped,) = [each["id"] for each in gated(desk, code=1)["changes"]]
    assert "made by ana@example.com" in desk.ok("approve", dropped, "--reason", "meant", "--by", ANA).out
    gated(desk, code=1)
    desk.ok("approve", dropped, "--reason", "meant", "--by", BEN)
    gated(desk, code=0)


def test_approve_writes_nothing_that_would_not_count(desk: Desk) -> None:
    write(desk, [NARROW, FIND], POLICY)
    desk.ok("lock")
    desk.commit("by ana")
    words = ("approve", "--rule", "*", "--against", "HEAD~1", "--reason", "meant", "--by")
    answer = desk.ok(*words, ANA)
    assert "made by ana@example.com; policy.approvals.not-author requires somebody else to approve it" in answer.out
    assert "1 change still" in answer.out
    assert not (desk.folder / "capability.approvals.toml").exists()
    desk.ok(*words, BEN)
    desk.ok("diff", "HEAD~1")
