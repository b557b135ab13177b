"""New signers: only people whose signatures counted before can add one."""

import json
import os
import subprocess
from pathlib import Path
from typing import Any

import pytest

from tests.commands.test_gate import FIND, LOOK, declare, gated, go_on, line, release, states, write
from tests.desk import Desk, Prepared
from tests.signing.people import WITHOUT, Person, somebody

pytestmark = WITHOUT
POLICY = "[policy.signatures]\napprovals = true\n"


@pytest.fixture
def thief(tmp_path_factory: pytest.TempPathFactory) -> Person:
    """Return another key, of somebody who claims to be Ana."""
    return somebody(tmp_path_factory.mktemp("thief"), "ana@example.com")


@pytest.fixture
def mallory(tmp_path_factory: pytest.TempPathFactory) -> Person:
    return somebody(tmp_path_factory.mktemp("mallory"), "mallory@example.com")


@pytest.fixture
def signed(prepared: Prepared, ana: Person, monkeypatch: pytest.MonkeyPatch) -> Desk:
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", "/dev/null")

    def trusting(desk: Desk) -> None:
        desk.git("init", "-q", "-b", "main")
        declare(desk, "1.0.0")
        release(desk, POLICY, allowed_signers=ana.line())
        gated(desk, code=0)

    return prepared(trusting)


def approve_and_sign(desk: Desk, who: Person, *ids: str) -> None:
    desk.ok("approve", *ids, "--reason", "meant", "--by", who.name)
    desk.govern("sign", "--approvals", "--key", str(who.key), "--identity", who.name)


def weaker(document: Any) -> list[str]:
    return [each["id"] for each in document["changes"] if each["kind"] == "policy"]


def test_nobody_signs_that_they_may_sign(signed: Desk, ana: Person, thief: Person) -> None:
    Path(signed.folder, "allowed_signers").write_text(thief.line() + ana.line())
    document = gated(signed, code=1)
    (added,) = weaker(document)
    approve_and_sign(signed, thief, added)
    assert states(gated(signed, code=1))["policy"] == "failed"
    Path(signed.folder, "capability.signatures.jsonl").unlink()
    approve_and_sign(signed, ana, added)
    assert states(gated(signed, code=0))["policy"] == "ok"


def test_an_approval_by_a_key_that_nobody_let_in_does_not_count(signed: Desk, thief: Person) -> None:
    Path(signed.folder, "allowed_signers").write_text(thief.line())
    write(signed, [LOOK], POLICY)
    signed.ok("lock")
    declare(signed, "2.0.0")
    (removed,) = [each["id"] for each in gated(signed, code=1)["changes"] if each["rule"] == "tool-removed"]
    approve_and_sign(signed, thief, removed)
    document = gated(signed, code=1)
    assert states(document)["changes"] == "failed"
    assert "does not count until" in line(document, "approvals")[1]


def test_each_signature_is_verified_once(signed: Desk, ana: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    write(signed, [LOOK], POLICY)
    signed.ok("lock")
    declare(signed, "2.0.0")
    removed = [each["id"] for each in gated(signed, code=1)["changes"]]
    approve_and_sign(signed, ana, *removed)
    verified: list[list[str]] = []
    run = subprocess.run

    def counted(argv: list[str], **how: Any) -> Any:
        verified.extend([argv] if "verify" in argv and "-Y" in argv else [])
        return run(argv, **how)

    monkeypatch.setattr(subprocess, "run", counted)
    assert states(gated(signed, code=0))["changes"] == "ok"
    assert (
        len(verified)
        == len(removed)
        == len(Path(signed.folder, "capability.signatures.jsonl").read_text().splitlines())
    )


def test_signatures_that_are_no_longer_needed(signed: Desk, ana: Person) -> None:
    write(signed, [LOOK, FIND])
    document = gated(signed, code=1)
    (fewer,) = weaker(document)
    signed.ok("approve", fewer, "--reason", "meant", "--by", ana.name)
    assert states(gated(signed, code=1))["policy"] == "failed"
    signed.ok("sign", "--approvals", "--key", str(ana.key), "--identity", ana.name)
    assert states(gated(signed, code=0))["policy"] == "ok"


def test_a_lock_that_has_to_be_signed(desk: Desk, ana: Person, signed: Desk) -> None:
    release(signed, "[policy.signatures]\nlock = 1\n", allowed_signers=ana.line())
    assert states(gated(signed, "--first", code=1))["signatures"] == "failed"
    desk.ok("sign", "--key", str(ana.key), "--identity", ana.name)
    assert "signed by ana@example.com" in line(gated(signed, "--first", code=0), "signatures")[1]
    write(signed, [LOOK, FIND])
    document = gated(signed, code=1)
    assert len(weaker(document)) == 1
    Path(signed.folder, "capability.signatures.jsonl").unlink()
    assert states(gated(signed, code=1))["signatures"] == "failed"


def test_a_lock_signature_is_given_up_by_a_signed_approval_alone(signed: Desk, ana: Person, thief: Person) -> None:
    release(signed, "[policy.signatures]\nlock = 1\n", allowed_signers=ana.line())
    signed.ok("sign", "--key", str(ana.key), "--identity", ana.name)
    write(signed, [LOOK, FIND])
    (fewer,) = weaker(gated(signed, code=1))
    signed.ok("approve", fewer, "--reason", "meant", "--by", ana.name)
    assert f"does not count until {ana.name} signs it" in line(gated(signed, code=1), "approvals")[1]
    Path(signed.folder, "allowed_signers").write_text(thief.line())
    signed.ok("sign", "--approvals", "--key", str(thief.key), "--identity", ana.name)
    assert states(gated(signed, code=1))["policy"] == "failed"
    Path(signed.folder, "allowed_signers").write_text(ana.line())
    Path(signed.folder, "capability.signatures.jsonl").unlink()
    signed.ok("sign", "--approvals", "--key", str(ana.key), "--identity", ana.name)
    assert states(gated(signed, code=0))["policy"] == "ok"


def test_signers_that_old_lacked_do_not_come_from_the_pull_request(signed: Desk, mallory: Person) -> None:
    Path(signed.folder, "allowed_signers").unlink()
    release(signed, POLICY)
    Path(signed.folder, "allowed_signers").write_text(mallory.line())
    write(signed, [LOOK], POLICY)
    signed.ok("lock")
    declare(signed, "2.0.0")
    approve_all_as(signed, mallory, mallory.name)
    document = gated(signed, code=1)
    assert not any(each["approved"] for each in document["changes"] if each["severity"] != "SAFE")


def test_two_people_give_up_what_two_people_have_to_approve(signed: Desk) -> None:
    release(signed, "[policy.approvals]\nbreaking = 2\n")
    write(signed, [LOOK, FIND], "[policy.approvals]\nbreaking = 1\n")
    (fewer,) = weaker(gated(signed, code=1))
    signed.ok("approve", fewer, "--reason", "meant", "--by", "ana@example.com")
    assert "needs 2 approvals, has 1" in str(gated(signed, code=1))
    signed.ok("approve", fewer, "--reason", "meant", "--by", "ben@example.com")
    gated(signed, code=0)


def approve_all_as(desk: Desk, who: Person, name: str) -> None:
    """Approve each open change under this name, signed with this person's key."""
    for each in gated(desk, code=1)["changes"]:
        desk.govern("approve", "--gate", each["id"], "--reason", "meant", "--by", name)
    desk.govern("sign", "--approvals", "--key", str(who.key), "--identity", name)


@pytest.mark.parametrize("end", ["\v", "\f", "\x1c", "\x85", "\u2028"])
def test_a_line_that_hides_in_another_lets_nobody_in(signed: Desk, ana: Person, mallory: Person, end: str) -> None:
    """Python sees a comment after a line end; ssh-keygen sees a pattern for Ana."""
    allowed = ana.line() + mallory.line()
    release(signed, POLICY, allowed_signers=allowed)
    Path(signed.folder, "allowed_signers").write_text(f"{allowed}{end}#,ana@example.com {mallory.public}\n", "utf-8")
    write(signed, [LOOK], POLICY)
    signed.ok("lock")
    declare(signed, "2.0.0")
    approve_all_as(signed, mallory, ana.name)
    document = gated(signed, code=1)
    assert len(weaker(document)) == 1
    assert not any(each["approved"] for each in document["changes"] if each["severity"] != "SAFE")


def test_signers_outside_of_the_repository_are_those_of_the_last_release(
    signed: Desk, ana: Person, thief: Person, tmp_path_factory: pytest.TempPathFactory
) -> None:
    elsewhere = tmp_path_factory.mktemp("org") / "signers"
    elsewhere.write_text(ana.line())
    policy = f"{POLICY}allowed-signers = {json.dumps(str(elsewhere))}\n"
    release(signed, policy)
    go_on(signed)
    gated(signed, code=0)
    Path(signed.folder, "allowed_signers").write_text(thief.line())
    write(signed, [LOOK], POLICY)
    signed.ok("lock")
    declare(signed, "2.0.0")
    approve_all_as(signed, thief, ana.name)
    document = gated(signed, code=1)
    assert len(weaker(document)) == 2
    assert not any(each["approved"] for each in document["changes"] if each["severity"] != "SAFE")


@pytest.mark.skipif(os.name == "nt", reason="links need rights there")
def test_a_file_that_is_linked_to_is_not_reported(signed: Desk, tmp_path_factory: pytest.TempPathFactory) -> None:
    secret = tmp_path_factory.mktemp("home") / "credentials"
    secret.write_text("password = hunter2hunter2\n")
    Path(signed.folder, "allowed_signers").unlink()
    Path(signed.folder, "allowed_signers").symlink_to(secret)
    answer = signed.govern("gate", "--verbose")
    assert "hunter2" not in answer.out + answer.err
