"""`govern verify --config-from` the target branch, as in every recipe: no signer of the pull request counts."""

import pytest

from tests.attacks.victim import Victim, assert_held, assert_passes

FROM_TARGET = ("verify", "--config-from", "origin/main?")


def own_signers(victim: Victim) -> None:
    """Eve names herself, changes the lock and signs it."""
    victim.desk.write("allowed_signers", victim.people["eve"].line())
    victim.break_lock()
    victim.sign("eve")


def test_signers_of_the_pull_request_do_not_count(fortress: Victim) -> None:
    fortress.branch()
    own_signers(fortress)
    fortress.commit()
    assert_passes(fortress.attempt("verify"), "eve@example.com")
    assert_held(fortress.attempt(*FROM_TARGET), "the lock needs a signature", code=1)


def test_signers_that_the_target_lacks_do_not_come_from_the_pull_request(fortress: Victim) -> None:
    fortress.git("rm", "-q", "pkg/allowed_signers")
    fortress.commit("nobody is believed")
    fortress.git("push", "-q", "origin", "main")
    fortress.branch()
    own_signers(fortress)
    fortress.commit()
    assert_held(fortress.attempt(*FROM_TARGET), "the lock needs a signature", code=1)


@pytest.mark.parametrize("weaker", ["dropped", "another file", "another config"])
def test_a_policy_of_the_pull_request_does_not_count(fortress: Victim, weaker: str) -> None:
    fortress.branch()
    if weaker == "dropped":
        fortress.configure("lock = 1\n", "")
    if weaker == "another file":
        fortress.configure("lock = 1\n", 'lock = 1\nallowed-signers = "mine"\n')
        fortress.desk.write("mine", fortress.people["eve"].line())
    if weaker == "another config":
        (fortress.folder / "govern.toml").rename(fortress.folder / "old.toml")
        fortress.desk.write("pyproject.toml", '[tool.govern.servers.a]\ncatalog = "a.json"\n')
    fortress.break_lock()
    if weaker == "another file":
        fortress.sign("eve")
    fortress.commit()
    assert_held(fortress.attempt(*FROM_TARGET), "the lock needs a signature", code=1)


def test_an_honest_signer_counts(fortress: Victim) -> None:
    fortress.branch()
    fortress.break_lock()
    fortress.sign("ana")
    fortress.commit()
    assert_passes(fortress.attempt(*FROM_TARGET), "ana@example.com")
