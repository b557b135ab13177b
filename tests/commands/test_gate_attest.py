"""Signed verdicts: the output of `govern gate --attest`, and the release that counts as the last one that passed."""

import base64
import json
from collections.abc import Callable
from typing import Any

import pytest

from tests.attacks.victim import (
    POISONED,
    Victim,
    assert_held,
    assert_passes,
    people,
    plain_template,
    strong_template,
    tools,
    victim,
)
from tests.desk import Answer
from tests.signing.people import WITHOUT

__all__ = ["people", "plain_template", "strong_template", "victim"]
pytestmark = WITHOUT

FILE = "capability.attestations.jsonl"
TIGHTENED = "input-bound-tightened"
NONE = "no release has a valid verdict in capability.attestations.jsonl"


def attest(victim: Victim, who: str = "ana", *words: str) -> Answer:
    person = victim.people[who]
    return victim.attempt("gate", *words, "--attest", FILE, "--key", str(person.key), "--identity", person.name)


def release(victim: Victim, tag: str, *words: str, who: str = "ana") -> None:
    """Tag HEAD, attest it as the CI of that tag does, and commit the verdict."""
    victim.git("tag", tag)
    assert_passes(attest(victim, who, *words))
    victim.git("add", "-A")
    victim.git("commit", "-q", "-m", f"the verdict on {tag}")


@pytest.fixture
def attested(victim: Victim) -> Victim:
    """Create a first release whose policy requires verdicts, with its own verdict."""
    victim.git("tag", "-d", "v1.0.0")
    victim.configure("[policy.approvals]", '[policy.release]\nbase = "attested"\n[policy.approvals]')
    victim.commit()
    release(victim, "v1.0.0", "--first")
    return victim


def statements(victim: Victim) -> list[dict[str, Any]]:
    lines = (victim.folder / FILE).read_text("utf-8").splitlines()
    return [json.loads(base64.b64decode(json.loads(line)["payload"])) for line in lines]


def policies(victim: Victim) -> set[str]:
    return {each["predicate"]["policy"]["digest"]["sha256"] for each in statements(victim)}


def test_a_verdict_is_a_verification_summary(attested: Victim) -> None:
    (verdict,) = statements(attested)
    predicate = verdict["predicate"]
    assert verdict["_type"] == "https://in-toto.io/Statement/v1"
    assert verdict["predicateType"] == "https://slsa.dev/verification_summary/v1"
    assert verdict["subject"][0]["name"] == "capability.lock"
    assert (predicate["verificationResult"], predicate["by"]) == ("PASSED", "ana@example.com")
    assert predicate["digest"] == attested.desk.lock.digest
    assert predicate["timeVerified"].endswith("Z")
    assert {"verifier", "resourceUri", "policy", "verifiedLevels"} <= predicate.keys()


def test_the_last_release_that_passed_is_the_base(attested: Victim) -> None:
    assert_passes(attested.attempt("gate"), "since v1.0.0")
    attested.lists(tools(10))
    attested.approve("ana", *attested.open_ids())
    attested.commit()
    release(attested, "v2.0.0")
    assert len(statements(attested)) == 2
    assert_passes(attested.attempt("gate"), "since v2.0.0")


def test_what_did_not_pass_is_not_signed(attested: Victim) -> None:
    attested.lists(POISONED)
    attested.commit()
    assert_held(attest(attested), TIGHTENED, code=1)
    assert len(statements(attested)) == 1


def test_what_is_not_committed_is_not_signed(attested: Victim) -> None:
    attested.configure("[policy.approvals]", "[policy.approvals]\nrisky = 2")
    assert_held(attest(attested), "have uncommitted changes", code=2)


def test_a_checkout_with_the_line_ends_of_windows_is_the_same_commit(attested: Victim) -> None:
    """Such as git for Windows makes, unless its user or the repository says otherwise."""
    attested.lists(tools(10))
    attested.approve("ana", *attested.open_ids())
    attested.commit()
    attested.git("tag", "v2.0.0")
    assert_passes(attest(attested), "since v1.0.0")
    before = policies(attested)
    attested.git("config", "core.autocrlf", "true")
    attested.git("rm", "-rq", "--cached", ".")
    attested.git("reset", "-q", "--hard")
    for name in ("allowed_signers", "capability.lock", "capability.approvals.toml", "govern.toml"):
        assert b"\r\n" in (attested.folder / name).read_bytes()
    assert_passes(attest(attested), "since v1.0.0")
    assert policies(attested) == before


def test_flags_of_signing_without_a_file(victim: Victim) -> None:
    assert_held(victim.attempt("gate", "--sigstore"), "govern gate --attest FILE", code=2)


def test_a_verdict_is_no_signature_of_the_lock(attested: Victim) -> None:
    attested.desk.write("capability.signatures.jsonl", (attested.folder / FILE).read_bytes())
    assert_held(attested.attempt("verify"), "belongs in capability.attestations.jsonl", code=1)


# Attacks: a poisoned commit is on main, and a tag marks it as released.


def poisoned(victim: Victim) -> None:
    victim.lists(POISONED)
    victim.commit("poison")
    victim.git("tag", "v1.0.1")


def nothing(victim: Victim) -> None:
    """Only a tag."""


def by_a_stranger(victim: Victim) -> None:
    forge(victim, "eve")


def by_their_own_signers(victim: Victim) -> None:
    """The poisoned commit trusts the attacker's key."""
    victim.desk.write("allowed_signers", victim.people["eve"].line())
    victim.commit()
    victim.git("tag", "-f", "v1.0.1")
    forge(victim, "eve")


def another_locks(victim: Victim) -> None:
    (line,) = (victim.folder / FILE).read_text("utf-8").splitlines()
    victim.desk.write(FILE, f"{line}\n{line}\n")


def of_a_signed_lock(victim: Victim) -> None:
    """A valid signature of the lock is not a verdict."""
    victim.sign("ana")
    lines = (victim.folder / "capability.signatures.jsonl").read_text("utf-8")
    victim.desk.write(FILE, (victim.folder / FILE).read_text("utf-8") + lines)


def edited(victim: Victim) -> None:
    """The genuine verdict, edited to name the poisoned lock."""
    (line,) = (victim.folder / FILE).read_text("utf-8").splitlines()
    envelope = json.loads(line)
    statement = json.loads(base64.b64decode(envelope["payload"]))
    statement["predicate"]["digest"] = victim.desk.lock.digest
    envelope["payload"] = base64.b64encode(json.dumps(statement).encode()).decode()
    victim.desk.write(FILE, f"{line}\n{json.dumps(envelope)}\n")


def switched_off(victim: Victim) -> None:
    """After the tag, the policy requires only tags."""
    victim.configure('base = "attested"', 'base = "tag"')


def forge(victim: Victim, who: str) -> None:
    """Make a verdict on the poisoned commit with the attacker's gate, compared with the commit itself."""
    answer = attest(victim, who, "--against", "HEAD")
    assert answer.code == 0, answer


@pytest.mark.parametrize(
    "attack", [nothing, by_a_stranger, by_their_own_signers, another_locks, of_a_signed_lock, edited, switched_off]
)
def test_a_release_without_a_verdict_that_counts_is_no_base(attested: Victim, attack: Callable[[Victim], None]) -> None:
    poisoned(attested)
    attack(attested)
    attested.commit()
    assert_held(attested.attempt("gate"), TIGHTENED, "since v1.0.0", code=1)


def test_the_verdict_on_a_lock_is_none_on_another_policy(attested: Victim) -> None:
    """The same lock with approvals or a config that were not judged."""
    attested.configure("[policy.approvals]", '[policy]\npreset = "compatible"\n[policy.approvals]')
    attested.commit()
    attested.git("tag", "v1.0.1")
    attested.desk.write("notes", "x")
    attested.commit()
    assert_held(attested.attempt("gate"), "weakened", "v1.0.0", code=1)


def test_a_key_for_locks_and_approvals_signs_no_verdict(attested: Victim) -> None:
    attested.desk.write(
        "allowed_signers", attested.people["eve"].line('namespaces="govern-*"') + attested.people["ana"].line()
    )
    attested.approve("ana", *attested.open_ids())
    attested.commit()
    release(attested, "v1.0.2", "--against", "v1.0.0")
    attested.lists(POISONED)
    attested.commit()
    attested.git("tag", "v1.0.3")
    forge(attested, "eve")
    attested.commit()
    assert_held(attested.attempt("gate"), TIGHTENED, "since v1.0.2", code=1)


def test_without_any_verdict_that_counts(attested: Victim) -> None:
    (attested.folder / FILE).unlink()
    attested.commit()
    assert_held(attested.attempt("gate"), NONE, "--against REF", code=2)
    assert_passes(attested.attempt("gate", "--against", "v1.0.0"))


def test_to_ask_no_verdicts_any_more_takes_an_approval(attested: Victim) -> None:
    attested.configure('base = "attested"', 'base = "tag"')
    attested.commit()
    assert_held(attested.attempt("gate"), "policy.release.base", "weakened", code=1)


def test_a_signer_that_was_added_counts_from_the_next_release_on(attested: Victim) -> None:
    allowed = (attested.folder / "allowed_signers").read_text("utf-8")
    attested.desk.write("allowed_signers", allowed + attested.people["eve"].line())
    attested.approve("ana", *attested.open_ids())
    attested.commit()
    attested.git("tag", "v1.1.0")
    forge(attested, "eve")
    attested.commit()
    assert_passes(attested.attempt("gate"), "since v1.0.0")
    assert_passes(attest(attested, "ana", "--against", "v1.0.0"))
